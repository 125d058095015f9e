"""The floorperson's list for a table: possible notices and irregularities, each tried on the rules.

Trying one on the current table changes nothing: the rules say whether it is possible, under which clause, and which
choices follow. If an irregularity shows a card, we use a stand-in, so that nothing is revealed of the shoe.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Irregularity, Notice, Offer, PitStep, Question
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import SHOWS_NEXT
from holecard.irregularities.common import Irregular
from holecard.law.clauses import Cite
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.live.table.views import View, clause, question_view
from holecard.telling.names import summary
from holecard.values.cards import DECK, Card

TRUE_READER = "this house's reader knows the card, so its light is never wrong"
BY_THE_HOUSE = frozenset({"sit", "leave", "gaming-day", "cards-24-hours", "idle"})  # from seats and calendar


def request_name(rules: Rules, what: str) -> str:
    """How a player asks for this; empty if the notice is not a player's."""
    name: str = getattr(rules.play.around.notices.get(what), "request", "")
    return name


def requests(rules: Rules, table: Table) -> list[View]:
    """What a player who sits here may ask for now."""
    seated, names = table.pit.seated, _request_names(rules)
    if not seated or not names:
        return []
    question = ask(rules, table)
    return [
        {"what": what, "name": name}
        for what, name in names
        if _try(rules, table, question, Notice(what, name=seated[0][1]))[0] is not None
    ]


@cache
def _request_names(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The notices that are a player's, of all that the game knows, with how a player asks for each."""
    names = ((what, request_name(rules, what)) for what in rules.play.around.notices)
    return tuple((what, name) for what, name in names if name)


def notices(rules: Rules, table: Table) -> list[View]:
    """Every notice of this game: whether it is possible now, and for whom."""
    question = ask(rules, table)
    return [_notice(rules, table, question, what) for what in rules.play.around.notices if what not in BY_THE_HOUSE]


def _notice(rules: Rules, table: Table, question: Question, what: str) -> View:
    rule = rules.play.around.notices[what]
    names = sorted({name for _, name in table.pit.seated} | set(table.pit.barred))
    tried = [Notice(what), *(Notice(what, name=name) for name in names)]
    found = [(one, *_try(rules, table, question, one)) for one in tried]
    possible = [one for one, after, _ in found if after is not None]
    refused = next((why for _, after, why in found if after is None), "")
    needs_name = not any(not one.name for one in possible)
    cite: Cite | None = getattr(rule, "cite", None)
    return {
        "what": what,
        "name": rule.name,
        "clause": clause(cite) if cite is not None else "",
        "summary": summary(cite) if cite is not None else "",
        "possible": bool(possible),
        "names": [one.name for one in possible] if needs_name else [],
        "why": "" if possible else refused,
    }


def irregularities(rules: Rules, table: Table) -> list[View]:
    """Every irregularity of this game: where it is possible now, and which choices its clause gives."""
    question = ask(rules, table)
    return [_irregularity(rules, table, question, name) for name in rules.play.around.irregularities]


def _irregularity(rules: Rules, table: Table, question: Question, name: str) -> View:
    cite = rules.play.around.irregularities[name].cite
    shown = _stand_ins(table) if name in SHOWS_NEXT else (None,)
    places: list[View] = []
    why = TRUE_READER if name == Irregular.WRONG_LIGHT else ""
    for box, hand in _places(table) if not why else ():
        tried = (_try(rules, table, question, Irregularity(name, box, hand, card)) for card in shown)
        after, refusal = max(tried, key=lambda one: one[0] is not None)
        if after is None:
            why = why or refusal
        else:
            places.append({"box": box, "hand": hand, "then": _then(rules, after)})
        if after is not None and not box:
            break  # it is about the whole table
    return {
        "name": name,
        "title": rules.play.around.irregularities[name].name,
        "clause": clause(cite),
        "summary": summary(cite),
        "possible": bool(places),
        "places": places,
        "why": "" if places else why,
    }


def _places(table: Table) -> Iterator[tuple[int, int]]:
    """The table itself, each box, each hand."""
    yield 0, 0
    for box in table.boxes:
        yield box.seat, 0
        for number in range(len(box.hands)):
            yield box.seat, number + 1


def _stand_ins(table: Table) -> tuple[Card | None, ...]:
    """One card of every rank left in the shoe: what is possible may depend on the rank."""
    return tuple({card.rank: card for card in DECK if table.stock.holds(card)}.values()) or (None,)


def _try(rules: Rules, table: Table, question: Question, value: Irregularity | Notice) -> tuple[Table | None, str]:
    try:
        after, _ = answer(rules, table, question, value)
    except Refused as refusal:
        return None, refusal.why
    except (Malformed, HolecardError, LookupError) as error:
        return None, str(error)
    return after, ""


def _then(rules: Rules, after: Table) -> View | None:
    """The choice that follows, if someone has to make one."""
    question = ask(rules, after)
    if not isinstance(question, Offer | PitStep) or not question.choices:
        return None
    view: dict[str, Any] = question_view(rules, after, question)
    return view
