"""The engine: `ask` says what must happen next, `answer` is the only way the table changes.

Both are pure. No chance, no clock, no input: cards come in as answers, so a live shoe, a simulator, a transcript and an
enumeration are drivers of the same two functions. The engine knows no game; a game is its list of steps.

>>> from holecard.games import find
>>> from holecard.engine.questions import NO_MORE_BETS, Bet, Bets
>>> rules = find("reference").configure()
>>> table = open_table(rules)
>>> table, facts = answer(rules, table, ask(rules, table), Bets((Bet(1, "Ann", 1000),), last=True))
>>> [due.to for due in ask(rules, table).dues]
[box 1, dealer, box 1, dealer]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from holecard.engine._betting import place_bets, take_back, too_late
from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.misdeal import noted
from holecard.engine.pit import NO_TASKS, Pit
from holecard.engine.plan import Plan
from holecard.engine.questions import (
    LEAST_STAKE,
    Act,
    Answer,
    Bets,
    CoverCard,
    Decide,
    Done,
    Draw,
    Drawn,
    Facts,
    Followed,
    Irregularity,
    Legal,
    Light,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Read,
    RoundOver,
    TakeBack,
    Turn,
    Turned,
    What,
    exposed,
)
from holecard.engine.rules import IllMade, Reason, Rules
from holecard.engine.table import Table, empty_table
from holecard.law import witness
from holecard.law.clauses import Cite, house
from holecard.law.errors import HolecardError, Refused
from holecard.law.witness import Manner
from holecard.values.cards import HIDDEN, Card, Face
from holecard.values.shoe import Stock


class NothingDue(HolecardError):
    """No step of the game has anything to ask: a mistake in its definition."""


def open_table(rules: Rules, stock: Stock | None = None, pit: Pit = NO_TASKS) -> Table:
    """A table with fresh cards. Without tasks for the pit it is ready for wagers.

    >>> from holecard.games import find
    >>> print(ask(rules := find("reference").configure(), open_table(rules)).cite)
    house rule: wagers
    """
    table = empty_table(stock or Stock.of_decks(rules.decks), rules.play.dealer_limit, pit)
    return _settle_into_question(rules, table, (), 0, rules.ordinary_plan)[0]


def resume(rules: Rules, table: Table, first: int = 0) -> tuple[Table, Facts]:
    """A table that was set up by hand, brought to its next question. The steps before `first` have had their turn."""
    return _settle_into_question(rules, table, (), first, rules.whole_plan)


def ask(rules: Rules, table: Table) -> Question:
    """The next obligation that the rules impose.

    >>> from holecard.games import find
    >>> rules = find("pa-down-under").configure()
    >>> ask(rules, open_table(rules)).who.value
    'bettor'
    """
    memory = table.memory
    if memory is not None:
        return memory[0]
    for step in rules.steps:
        found = step(rules, table)
        if found is not None:
            if isinstance(found, Done):
                raise NothingDue("the table is not at rest: it did not come from answer()")
            return found
    raise NothingDue(f"{rules.key}: none of its steps is due; end them with round_over")


def answer(rules: Rules, table: Table, question: Question, value: Answer) -> tuple[Table, Facts]:
    """The table after this answer, and what followed from it. A refused answer changes nothing.

    >>> from holecard.engine.questions import Bet, Bets
    >>> from holecard.games import find
    >>> rules = find("reference").configure()
    >>> table = open_table(rules)
    >>> table, facts = answer(rules, table, ask(rules, table), Bets((Bet(1, "Ann", 1000),)))
    >>> facts[0].what.value, facts[0].amount, str(facts[0].cite)
    ('placed', 1000, 'house rule: wagers')
    """
    standing, first, plan = table.memory or (ask(rules, table), 0, rules.whole_plan)
    if question is not standing and question != standing:
        raise out_of_turn(rules, table, standing, value)
    taker = _TAKERS[type(standing)].get(type(value))
    if taker is None:
        raise out_of_turn(rules, table, standing, value)
    if taker in _ANEW:
        first, plan = 0, rules.whole_plan
    if plan.is_ordinary:
        table, facts = taker(rules, table, standing, value)
    else:
        misdeal = table.pit.misdeal
        table, facts = taker(rules, table, standing, value)
        if misdeal is not None:  # which may be put right from anywhere
            first = 0
        if table.pit.misdeal is not None:
            table = noted(table, table.pit.misdeal, standing, value)
        elif taker is _take_collect and not table.pit.due:
            plan = rules.ordinary_plan
    if table.pending:  # somebody else's choice comes first
        first, plan = 0, rules.whole_plan
    table, facts = _settle_into_question(rules, table, facts, first, plan)
    if witness.recorder is not None:
        _tell_witness(standing, facts, ask(rules, table))
    return table, facts


def on_the_way(rules: Rules, table: Table, question: Question, value: Answer) -> Iterator[Table]:
    """The tables between this one and what `answer` gives, before anything follows: one after each card, one after the
    light or the hole card. For surfaces that show them one by one.

    >>> from holecard.games import find
    >>> from holecard.engine.questions import Bet, Bets
    >>> from holecard.values.cards import parse_cards
    >>> rules = find("reference").configure()
    >>> table = open_table(rules)
    >>> table, _ = answer(rules, table, ask(rules, table), Bets((Bet(1, "Ann", 1000),), last=True))
    >>> cards = Drawn((*parse_cards("9s 6h 7d"), HIDDEN))
    >>> [between.boxes[0].hands[0].points for between in on_the_way(rules, table, ask(rules, table), cards)]
    [9, 9, 16, 16]
    """
    if isinstance(question, Draw) and isinstance(value, Drawn):
        for due, card in zip(question.dues, value.cards, strict=False):  # any beginning of the list is an answer
            table, _ = _take_cards(rules, table, Draw((due,)), Drawn((card,)))
            yield table
    elif isinstance(question, Read) and isinstance(value, Light):
        yield _take_light(rules, table, question, value)[0]
    elif isinstance(question, Turn) and isinstance(value, Turned):
        yield _take_turned(rules, table, question, value)[0]


def _settle_into_question(rules: Rules, table: Table, facts: Facts, first: int, plan: Plan) -> tuple[Table, Facts]:
    """Run every automatic step until there is a question, and remember the question.

    The steps before `first` have had their turn: an ordinary answer never makes an earlier step due again within a
    round. A property test holds this against a search from the beginning.
    """
    for at, step in plan.steps_from[first]:
        found = step(rules, table)
        if found is None:
            continue
        while type(found) is Done:
            table, more = found
            facts += more
            if table.pending:  # somebody's choice comes first
                return _settle_into_question(rules, table, facts, 0, rules.whole_plan)
            found = step(rules, table)
        if found is not None:
            table.memory = (found, at, plan)  # type: ignore[assignment]  # no `Done` is left here
            return table, facts
    raise NothingDue(f"{rules.key}: none of its steps is due; end them with round_over")


def out_of_turn(rules: Rules, table: Table, standing: Question, value: Answer) -> Refused:
    if table.closed and isinstance(value, Bets | TakeBack):
        why = "bets may be placed and taken back only before the first card"
        return Refused("a wager", cite=too_late(rules, table, value), why=why, legal=accepted(standing))
    if not isinstance(value, Act):
        what = type(value).__name__.lower()
        return Refused(what, cite=standing.cite, why="is not possible now", legal=accepted(standing))
    cite, why = rules.play.why_withheld(value.do, table) or (standing.cite, "is not possible now")
    return Refused(value.do, cite=cite, why=why, legal=accepted(standing))


def accepted(question: Question) -> tuple[str, ...]:
    """What would answer a question, in words."""
    match question:
        case PlaceWagers():
            return ("a wager", "no more bets")
        case Draw(dues=dues):
            return (f"a card to {dues[0].to}",)
        case Read(shows=shows):
            return shows
        case Turn():
            return ("the hole card",)
        case RoundOver():
            return ("collect",)
        case PitStep(choices=choices):  # its bounds count cards
            return tuple(legal.do for legal in choices)
        case Offer(choices=choices) | Decide(choices=choices):
            return tuple(str(legal) for legal in choices)


def _take_cards(rules: Rules, table: Table, question: Draw, value: Drawn) -> Followed:
    if not 0 < len(value.cards) <= len(question.dues):
        raise Refused(
            f"{len(value.cards)} cards", cite=question.cite, why=f"1 to {len(question.dues)} cards can be dealt here"
        )
    facts: Facts = ()
    stock = table.stock.take(*value.cards)
    together = len(value.cards) > 1  # cards of the deal of which nothing is announced make one new table
    on_hands: list[tuple[int, Card]] = []
    own: list[Face] = []
    for card, (to, cite, face_down) in zip(value.cards, question.dues):  # noqa: B905  any beginning is an answer
        if (card is HIDDEN) is not face_down:
            how = "face down" if face_down else "face up"
            raise Refused(f"{card!r} to {to}", cite=cite, why=f"this card must be dealt {how}", legal=(how,))
        if together and type(to) is ToHand and to.announce is None and not to.number and card is not HIDDEN:
            on_hands.append((to.at, card))
        elif together and type(to) is ToDealer and to.announcing is None:
            own.append(card)
        else:
            if on_hands or own:  # the cards before it lie there when a total is called
                table, on_hands, own = table.with_deal(on_hands, own, stock), [], []
            table, more = to.put(table, card, cite, stock)
            facts += more
    return table.with_deal(on_hands, own, stock) if on_hands or own else table, facts


def _take_light(rules: Rules, table: Table, question: Read, value: Light) -> Followed:
    if value.shows not in question.shows:
        raise Refused(
            value.shows, cite=question.cite, why=f"the reader has no light {value.shows}", legal=question.shows
        )
    reader = rules.play.reader
    facts = reader.facts(value.shows) if reader is not None else ()
    for fact in facts if witness.recorder is not None else ():
        for cite in (fact.cite, *fact.also):
            witness.emitted(cite, Manner.SHOWN)
    return table.with_dealer(table.dealer.with_light(value.shows)), facts


def _take_turned(rules: Rules, table: Table, question: Turn, value: Turned) -> Followed:
    dealer = table.dealer
    hole, reader, light = value.card, rules.play.reader, dealer.light
    up = dealer.cards[0]
    if reader is not None and light and up is not HIDDEN and reader.light(up, hole) != light:
        error = "wrong-light"
        area = next((area for area in reader.areas if area.light == light), None)
        raise Refused(
            repr(hole),
            cite=area.cite if area is not None else question.cite,  # which cards that light stands for
            why=f"this card does not match the {reader.device}, which showed {light}",
            legal=(
                "another card",
                *((f"the irregularity {error}",) if error in rules.play.around.irregularities else ()),
            ),
        )
    table = table.turned(hole)
    dealer = table.dealer
    points, ace = dealer.points, rules.play.ace
    also = (*question.also, ace) if ace is not None and points.aces else question.also
    note = "dealer has Blackjack" if dealer.is_blackjack else f"dealer has {points.text}"
    return table, (exposed(question.cite, hole, note, also),)


def _take_decision(rules: Rules, table: Table, question: Decide, act: Act) -> Followed:
    do = act.do
    legal = _chosen(question.choices, do)
    spot = table.spot(question.seat, question.hand)
    action = rules.actions.get(do)
    if legal is None:
        if action is not None:
            cite, why = action.why_not(rules, spot.box, spot.hand)
        else:
            withheld = rules.play.why_withheld(do, table, question.seat)
            cite, why = withheld or (question.cite, "is not an action in this game")
        raise Refused(do, cite=cite, why=why, legal=accepted(question))
    assert action is not None, "only actions of the game are offered"
    stake = _stake(rules, legal, act) if act.amount else legal.most
    return action.take(rules, table, spot, stake)


def _take_offer(rules: Rules, table: Table, question: Offer, act: Act) -> Followed:
    legal = _chosen(question.choices, act.do)
    if legal is None:
        cite, why = _why_not_offered(rules, table, question, act.do)
        raise Refused(act.do, cite=cite, why=why, legal=accepted(question))
    taker = rules.play.around.rulings.get(question.subject) or rules.play.offers.get(question.subject)
    if taker is None:
        raise IllMade(f"{rules.key}: no rule takes the offer {question.subject!r}; add it to the offers of its Play")
    stake = _stake(rules, legal, act, getattr(taker, "payable", None))
    return taker.take(rules, table, question, Act(act.do, stake, act.hand))


def _why_not_offered(rules: Rules, table: Table, question: Offer, do: str) -> Reason:
    """Why an offer does not take this answer; where a hand could act, as with an exposed card, the action says so."""
    action = rules.actions.get(do)
    if action is not None and question.hand:
        spot = table.spot(question.seat, question.hand)
        if not spot.hand.owes and action.offered(rules, spot.box, spot.hand) is None:
            return action.why_not(rules, spot.box, spot.hand)
    return rules.play.why_withheld(do, table, question.seat) or (question.cite, "is not offered now")


def _take_pit_step(rules: Rules, table: Table, question: PitStep, act: Act) -> Followed:
    legal = _chosen(question.choices, act.do)
    if legal is None:
        raise Refused(act.do, cite=question.cite, why="is not an answer to this step", legal=accepted(question))
    if act.amount and not legal.most:
        raise Refused(
            f"{act.do} {act.amount}", cite=legal.cite, why="this step takes no number", legal=accepted(question)
        )
    return rules.play.around.pit[question.step].take(rules, table, question, act)


def _chosen(choices: tuple[Legal, ...], do: str) -> Legal | None:
    for legal in choices:
        if legal.do == do:
            return legal
    return None


def _stake(rules: Rules, legal: Legal, act: Act, payable: Cite | None = None) -> int:
    """What is staked: all that may be, unless less was named; in chips that exist. `payable` is the clause that wants
    winnings of 2 to 1 which chips can pay."""
    if not act.amount:
        return legal.most
    if act.amount < legal.least < legal.most:
        raise Refused(act.do, cite=legal.least_cite, why="the amount is below the minimum", legal=(str(legal),))
    if payable is not None and 2 * act.amount % rules.chip and act.amount <= legal.most:
        raise Refused(act.do, cite=payable, why="the winnings could not be paid in chips", legal=(str(legal),))
    if act.amount % rules.chip and act.amount != legal.most:
        raise Refused(
            act.do,
            cite=house("smallest playable chip"),
            why="the amount must be a multiple of the smallest chip",
            legal=(str(legal),),
        )
    if not legal.least <= act.amount <= legal.most:
        fixed = legal.least == legal.most and legal.least_cite is not LEAST_STAKE
        cite = legal.least_cite if fixed else legal.cite
        raise Refused(act.do, cite=cite, why="the amount is not allowed", legal=(str(legal),))
    return act.amount


def _take_collect(rules: Rules, table: Table, question: RoundOver, act: Act) -> Followed:
    if act.do != "collect":
        raise out_of_turn(rules, table, question, act)
    return rules.play.around.collect(rules, table, question)


def _take_cover_card(rules: Rules, table: Table, question: Draw, value: CoverCard) -> Followed:
    return rules.play.around.cover(rules, table, question)


def _take_irregularity(rules: Rules, table: Table, question: Question, value: Irregularity) -> Followed:
    rule = rules.play.around.irregularities.get(value.name)
    if rule is None:
        known = tuple(rules.play.around.irregularities)
        raise Refused(value.name, cite=house("irregularities"), why="is not an irregularity in this game", legal=known)
    return rule.take(rules, table, question, value)


def _take_notice(rules: Rules, table: Table, question: Question, value: Notice) -> Followed:
    rule = rules.play.around.notices.get(value.what)
    if rule is None:
        known = tuple(rules.play.around.notices)
        raise Refused(value.what, cite=house("notices"), why="is not a notice for this table", legal=known)
    return rule.take(rules, table, question, value)


Taker = Callable[[Rules, Table, Any, Any], Followed]

_ANYTIME: dict[type, Taker] = {Irregularity: _take_irregularity, Notice: _take_notice}
_TAKERS: dict[type, dict[type, Taker]] = {
    PlaceWagers: {Bets: place_bets, TakeBack: take_back, **_ANYTIME},
    Draw: {Drawn: _take_cards, CoverCard: _take_cover_card, **_ANYTIME},
    Read: {Light: _take_light, **_ANYTIME},
    Turn: {Turned: _take_turned, **_ANYTIME},
    Offer: {Act: _take_offer, **_ANYTIME},
    Decide: {Act: _take_decision, **_ANYTIME},
    PitStep: {Act: _take_pit_step, **_ANYTIME},
    RoundOver: {Act: _take_collect, **_ANYTIME},
}
_ANEW = frozenset({_take_collect, _take_pit_step, _take_cover_card, *_ANYTIME.values()})  # then any step may be due


_SHOWN_BY = {
    **dict.fromkeys(
        (What.PLACED, What.TAKEN_BACK, What.PAID, What.COLLECTED, What.RETURNED, What.RESTORED), Manner.MONEY
    ),
    **dict.fromkeys((What.EXPOSED, What.LAID, What.REMOVED), Manner.CARDS),
    **dict.fromkeys((What.ANNOUNCED, What.RULED, What.DONE), Manner.SAID),
}


def _tell_witness(asked: Question, facts: Facts, following: Question) -> None:
    for question in (asked, following):
        for due in question.dues if isinstance(question, Draw) else ():
            witness.emitted(due.cite, Manner.CARDS)
        if not isinstance(question, Draw):
            witness.emitted(question.cite, Manner.ASKED)
    for legal in getattr(following, "choices", ()):
        witness.emitted(legal.cite, Manner.CHOICE)
    for fact in facts:
        how = _SHOWN_BY[fact.what]
        if fact.what is What.DONE and isinstance(asked, PitStep):
            how = Manner.ASKED  # of the person who has done it, under all of its clauses
        for cite in (fact.cite, *fact.also):
            witness.emitted(cite, how)
