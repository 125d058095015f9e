"""A table as the server sends it. A table contains nothing secret, so everyone gets the same view."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from holecard.engine.questions import (
    Answer,
    Decide,
    Fact,
    Facts,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Dealer, Hand, Table, Wager
from holecard.law.clauses import Cite
from holecard.record.journal import ANSWER
from holecard.record.journal_check import Entry
from holecard.record.notation import parse_line
from holecard.round.showing import dealer_text, hand_text, is_bust, sideways
from holecard.telling.lines import Kind, Line, tell
from holecard.telling.names import capital, decision_name, light_name, own_place, wager_name
from holecard.telling.plaques import Plaque, plaque_of, standing_plaque
from holecard.telling.prompts import Choice, asked_of, prompt_of
from holecard.telling.results import results
from holecard.values.cards import DECK, Face

Event = dict[str, Any]
View = dict[str, Any]


def event(entry: Entry, told: View | None = None) -> Event:
    """An entry of the journal: what was said, the facts that followed, and both in words (see `told_of`)."""
    common = {"n": entry.n, "time": entry.time, "kind": entry.kind}
    if entry.kind != ANSWER:
        return {**common, "text": entry.body, "facts": [], **around(entry.kind, entry.body)}
    return {**common, "text": entry.body.partition("\n")[0], **(told or _untold(entry))}


def _untold(entry: Entry) -> View:
    """An answer of which only the record is known."""
    return {"facts": [_fact(fact) for fact in parse_line(entry.body).facts], **UNTOLD}


UNTOLD: View = {"lines": [], "notice": None}


def told_of(rules: Rules, table: Table, question: Question, value: Answer, facts: Facts) -> View:
    """What an answer did: the facts, and in words the lines of the log and what belongs on the plaque."""
    return {
        "facts": [_fact(fact) for fact in facts],
        "lines": [line_view(line) for line in tell(rules, table, question, value, facts)],
        "notice": _notice(plaque_of(rules, table, question, value, facts)),
    }


def line_view(line: Line) -> View:
    told: View = {"text": line.text, "clause": clause(line.cite), "kind": line.kind, "called": line.called}
    if line.bettor:
        told |= {"bettor": line.bettor, "to_you": line.to_you}
    if line.also:
        told["also"] = [clause(cite) for cite in line.also]
    if line.about:
        told["about"] = line.about
    return told


def _notice(plaque: Plaque | None) -> View | None:
    if plaque is None:
        return None
    card = repr(plaque.card) if plaque.card is not None else ""
    told = {"kind": plaque.kind, "title": plaque.title, "text": plaque.text, "clause": clause(plaque.cite)}
    return told | {"card": card, "deck": plaque.mixes}


def around(kind: str, body: str) -> View:
    """What the house does around the game, in words."""
    words = body.split(" ")
    match kind:
        case "shoe":
            return _one_line(f"Card order committed: {words[1][:16]}…", "house rule: commitment")
        case "revealed":
            return _one_line(f"Shoe {body}'s order revealed", "house rule: commitment")
        case "table":
            return _one_line("Fresh cards come to the table", "")
        case "floor" if words[0] in DIRECTED:
            title, text = DIRECTED[words[0]]
            by = f" by {words[1]}" if len(words) > 1 else ""
            by += f": {' '.join(words[2:])}" if len(words) > 2 else ""
            if words[1:] == [AILING_GENERATOR]:
                by, text = " by the house", f"{capital(AILING)}. {text}".strip()
            notice = {"kind": "floor", "title": title, "text": text, "clause": "", "card": "", "deck": False}
            return {**_one_line(f"{title}{by}", "house rule: the floorperson"), "notice": notice}
        case "floor" if words[0] in STAFFED:
            return _one_line(STAFFED[words[0]], "house rule: the floorperson")
        case "seats":
            return _one_line("A player sits down or leaves", "")
        case "number":
            return _one_line(
                f"{words[1]}'s browser adds a random number to mix shoe {words[0]}", "house rule: commitment"
            )
        case "standing":
            wish = "need not be asked" if words[1] == "unasked" else "wants to be asked"
            return _one_line(f"{words[0]} {wish} to inspect or cut the cards", "house rule: standing wishes")
        case _:
            return UNTOLD


AILING = "the random number generator failed its health test"
AILING_GENERATOR = "generator:ailing"  # in the place of a person's name, which has no colon
DIRECTED = {
    "open": ("Table opened", ""),
    "close": ("Table closed", ""),
    "stop": ("Play stopped", "Cards and bets stay put. No clock runs."),
    "resume": ("Play resumed", ""),
    "void": ("Round void", "Its rules are no longer known. Every open bet is returned."),
    "restore": ("Restored from a backup", "The round is void and bets are returned. Fresh cards come."),
}


STAFFED = {
    "automatic": "Automatic house: where a clause asks for a floorperson, the house answers",
    "staffed": "Staffed house: where a clause asks for a floorperson, the table waits for one",
}


def _one_line(text: str, cited: str) -> View:
    return {"lines": [{"text": text, "clause": cited, "kind": Kind.SAID, "called": False}], "notice": None}


def _fact(fact: Fact) -> Event:
    told: Event = {"what": fact.what, "clause": clause(fact.cite)}
    if fact.amount:
        told["amount"] = fact.amount
    if fact.stake:
        told["stake"] = fact.stake
    if fact.seat:
        told["box"] = fact.seat
    if fact.hand:
        told["hand"] = fact.hand
    if fact.bettor:
        told["bettor"] = fact.bettor
    if fact.wager:
        told["wager"] = fact.wager
    if fact.note:
        told["note"] = fact.note
    if fact.cards:
        told["cards"] = _cards(fact.cards)
    if fact.also:
        told["also"] = [clause(cite) for cite in fact.also]
    return told


@cache
def clause(cite: Cite) -> str:
    return str(cite)


def table_view(rules: Rules, table: Table) -> View:
    """Everything that lies on the table."""
    return {
        "dealer": dealer_view(rules, table.dealer),
        "boxes": [box_view(rules, box) for box in table.boxes],
        **around_view(table),
    }


@lru_cache(maxsize=1024)  # each is needed twice, before and after a change; nobody may alter it
def dealer_view(rules: Rules, dealer: Dealer) -> View:
    return {
        "cards": _cards(dealer.cards),
        "total": dealer.points.total,
        "text": dealer_text(dealer),
        "light": dealer.light,
        "light_name": capital(light_name(rules, dealer.light)),
        "blackjack": dealer.is_blackjack,
    }


def around_view(table: Table) -> View:
    """The table but for dealer and boxes."""
    return {
        "closed": table.closed,
        "cards_left": table.stock.size,
        "rack": len(table.rack),
        "suspended": sorted(table.pit.suspended),
        "barred": sorted(table.pit.barred),
    }


def box_view(rules: Rules, box: Box) -> View:
    return {
        "box": box.seat,
        "bettors": list(box.bettors),
        "hands": [hand_view(rules, hand) for hand in box.hands],
        "wagers": [_wager(rules, wager) for wager in box.wagers],
        "results": [result._asdict() for result in results(rules, box.wagers)],
    }


@lru_cache(maxsize=2048)
def hand_view(rules: Rules, hand: Hand) -> View:
    return {
        **cards_view(rules, hand),
        "wagers": [_wager(rules, wager) for wager in hand.wagers],
        "decision": hand.decision,
        "decided": decision_name(rules, hand.decision),
        "from_split": hand.from_split,
        "over": hand.over,
        "removed": hand.removed,
        "results": [result._asdict() for result in results(rules, hand.wagers)],
    }


def cards_view(rules: Rules, hand: Hand) -> View:
    """What a card to a hand may change."""
    return {
        "cards": _cards(hand.cards),
        "sideways": list(sideways(rules, hand)),
        "total": hand.points.total,
        "text": hand_text(hand),
        "blackjack": hand.is_blackjack,
        "bust": is_bust(hand),
    }


def _wager(rules: Rules, wager: Wager) -> View:
    return {
        "bettor": wager.bettor,
        "wager": wager.kind,
        "name": wager_name(rules, wager.kind),
        "part": wager.part,
        "amount": wager.amount,
        "net": wager.net,
        "free": wager.free,
    }


def _cards(cards: tuple[Face, ...]) -> list[str]:
    return [repr(card) for card in cards]


def question_view(rules: Rules, table: Table, question: Question) -> View:
    """Who must answer what, under which clause, in words for the person asked and for those who wait."""
    prompt = prompt_of(rules, table, question)
    told: View = {
        "type": _KINDS.get(type(question), "house"),
        "who": question.who,
        "clause": clause(question.cite),
        "title": prompt.title,
        "more": prompt.more,
        "waiting": prompt.waiting,
        "notice": _notice(standing_plaque(rules, table, question)),
    }
    match question:
        case Decide(seat=seat, bettor=bettor, hand=hand) | Offer(seat=seat, bettor=bettor, hand=hand):
            place = own_place(table, (), seat, hand, bettor)
            told |= {"box": seat, "bettor": bettor, "hand": hand, "place": place}
        case PitStep(bettor=bettor):
            told |= {"bettor": bettor, "place": ""}
            if bettor and (asked := asked_of(rules, table, question)).spreads:
                told["laid_out"] = {"cards": _cards(DECK), "decks": rules.decks, "up": not asked.face_down}
    if isinstance(question, (Offer, PitStep)):
        told["subject"] = question.subject if isinstance(question, Offer) else question.step
    if isinstance(question, (Offer, Decide, PitStep)):
        named = {choice.legal.do for choice in prompt.choices}
        silently = [Choice(legal, "", "") for legal in question.choices if legal.do not in named]
        told["choices"] = _choices((*prompt.choices, *silently))
    return told


_KINDS = {PlaceWagers: "bets", Decide: "decide", Offer: "offer", PitStep: "pit"}  # anything else is the house's


@lru_cache(maxsize=1024)
def _choices(choices: tuple[Choice, ...]) -> list[View]:
    return [_choice(choice) for choice in choices]


def _choice(choice: Choice) -> View:
    """Something that may be chosen; one without a name is what it means to say nothing."""
    legal = choice.legal
    return {
        "do": legal.do,
        "least": legal.least,
        "most": legal.most,
        "clause": clause(legal.cite),
        "name": choice.name,
        "key": choice.key,
        "other_keys": choice.other_keys,
        "hand": choice.hand,
        "silent": choice.silent,
        "in_cards": choice.in_cards,
    }
