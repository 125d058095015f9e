"""Read a script from the first line to the last and say what must be true."""

from __future__ import annotations

from tests.referee.model.answers import answer
from tests.referee.model.irregular import report
from tests.referee.model.play import after_dealer_card, progress, settle_now
from tests.referee.model.refusal import Refusal
from tests.referee.model.rules import rules_of
from tests.referee.model.rulings import chosen, ruling, turned
from tests.referee.model.script import (
    Bet,
    Call,
    Dealt,
    Decide,
    Event,
    Light,
    Line,
    Miss,
    Report,
    Rule,
    Script,
    ScriptError,
    TakeBack,
    Turn,
)
from tests.referee.model.sides import prize
from tests.referee.model.state import Due, Table
from tests.referee.model.turns import take
from tests.referee.model.verdict import Verdict
from tests.referee.model.wagers import bet, close, take_back


class Referee:
    """Follows a round line by line. `due` says what must come next; `do` takes one line."""

    def __init__(self, script: Script) -> None:
        self.table = Table(rules_of(script), script.seats, script.given)

    @property
    def due(self) -> Due:
        """What must come next."""
        return progress(self.table)

    def do(self, line: Line) -> None:
        """Take one line; a line that must be refused is marked as an attempt."""
        table, due = self.table, self.due
        try:
            if closes(due, line.event):
                shut(table, due)
                due = progress(table)
            apply(table, due, line.event)
        except Refusal as refusal:
            if not line.attempt:
                raise ScriptError(f"{line.text}: refused under {refusal.clause}; due is {due}") from refusal
            table.refused.append((line.text, refusal.clause))
            return
        if line.attempt:
            raise ScriptError(f"{line.text}: is allowed, due was {due}")
        table.log.append(line)

    def verdict(self) -> Verdict:
        """What is true now."""
        return _verdict(self.table, self.due)


def judge(script: Script) -> Verdict:
    """The verdict on a script; a line that the text does not allow and that is not marked `try` is an error."""
    referee = Referee(script)
    for line in script.lines:
        referee.do(line)
    return referee.verdict()


def closes(due: Due, event: Event) -> bool:
    """A window of offers ends when something else happens than an answer, a report or a ruling."""
    return (due.kind == "window" and isinstance(event, Dealt | Light | Turn | Miss | Rule)) or (
        due.kind == "window" and isinstance(event, Decide) and event.action not in WINDOW
    )


WINDOW = (
    "insurance",
    "even-money",
    "early",
    "surrender",
    "ride",
    "no",
    "double",
    "free-double",
    "split",
    "free-split",
    "name",
)


def shut(table: Table, due: Due) -> None:
    """Nobody else answers the offer."""
    table.window_shut.add(due.why)
    table.window = []


def apply(table: Table, due: Due, event: Event) -> None:
    """One event."""
    if isinstance(event, Bet):
        bet(table, event)
    elif isinstance(event, TakeBack):
        take_back(table, event)
    elif isinstance(event, Call):
        _call(table, event.word)
    elif isinstance(event, Dealt):
        _dealt(table, due, event)
    elif isinstance(event, Miss):
        _miss(table, due, event)
    elif isinstance(event, Light):
        if due.kind != "light":
            raise Refusal(table.rules.clause("7(h)", "7(h)", ""))
        if event.shown not in (("small", "medium", "large") if table.rules.masque else ("blackjack", "none")):
            raise ScriptError(f"no such light: {event.shown}")
        table.cite(table.rules.clause("7(h)", "7(h)", ""))
        table.light = event.shown
    elif isinstance(event, Turn):
        if due.kind != "turn":
            raise Refusal(table.rules.clause("7(l)", "7(n)", ""))
        turned(table, event.card)
    elif isinstance(event, Decide):
        _decide(table, due, event)
    elif isinstance(event, Report):
        report(table, due, event)
    else:
        ruling(table, due, event)


def _decide(table: Table, due: Due, event: Decide) -> None:
    if due.kind == "prize" and event.action == "prize":
        prize(table, int(due.at), event.number)
    elif not chosen(table, due, event):
        backers = due.kind == "window" and event.action in WINDOW and due.why in ("double", "split")
        if backers and not any(item.who == event.who for item in table.window):
            shut(table, due)
            due = progress(table)
        while due.kind == "window" and due.why in ("ride", "insurance"):
            mine = [i for i in table.window if i.who == event.who and i.at == event.at]
            words = [c.split()[0] for i in mine for c in i.choices]
            late = due.why == "insurance" and event.action == "insurance"
            if event.action in words or late or event.action in ("no", "ride"):
                break
            shut(table, due)
            due = progress(table)
        answer(table, due, event)


def _call(table: Table, word: str) -> None:
    if word == "close":
        close(table)
        return
    if word == "done":
        due = progress(table)
        if due.kind != "window":
            raise ScriptError("done: there is no open offer")
        shut(table, due)
        return
    if table.phase not in ("complete", "settled") or table.pending:
        raise ScriptError(f"{word}: the round is not finished, {table.phase}")
    settle_now(table)
    if word == "collect":
        table.phase = "over"


def _dealt(table: Table, due: Due, event: Dealt) -> None:
    if event.wrong:
        _misdealt(table, due, event)
        return
    if due.kind != "card" or due.at != event.place:
        raise ScriptError(f"{event.place}:{event.card}: due is {due}")
    table.held = False
    if event.place == "rack":
        table.removed.append(event.card)
        table.burn_due = False
    elif table.phase == "deal":
        table.pos += 1
        _lay(table, event)
    elif event.place == "dealer":
        table.dealer.append(event.card)
        after_dealer_card(table)
    else:
        hand = table.find(event.place)
        assert hand is not None
        take(table, hand, event.card)


def _lay(table: Table, event: Dealt) -> None:
    if event.place != "dealer":
        table.boxes[int(event.place)][0].cards.append(event.card)
    elif not table.dealer:
        table.dealer.append(event.card)
    else:
        table.hole = event.card


def _misdealt(table: Table, due: Due, event: Dealt) -> None:
    """A card lands where it should not; what is due moves on as the mistaken dealer would."""
    if not table.rules.nz:
        raise ScriptError("a misplaced card: Pennsylvania has no clause for it")
    if table.phase == "deal" and due.kind == "card":
        table.pos += 1
    if event.place == "dealer":
        table.dealer.append(event.card)
        return
    hand = table.find(event.place)
    if hand is None:
        raise ScriptError(f"no such place: {event.place}")
    hand.cards.append(event.card)


def _miss(table: Table, due: Due, event: Miss) -> None:
    if event.place == "insurance":
        table.offer_missed = True
        return
    if due.kind != "card" or due.at != event.place:
        raise ScriptError(f"miss {event.place}: due is {due}")
    if table.phase == "deal":
        table.pos += 1
        if event.place == "dealer":
            table.dealer_missed += 1
        else:
            table.missed.add(int(event.place))
        return
    hand = table.find(event.place)
    if hand is not None:
        hand.owed = "missed"


def _verdict(table: Table, due: Due) -> Verdict:
    settled = table.phase in ("settled", "over")
    net = {f"{s.box} {s.who} {s.kind}": 0 for s in table.stakes}
    for stake in table.stakes:
        net[f"{stake.box} {stake.who} {stake.kind}"] += stake.net
    named = f"{due.kind} {due.at}".strip() if due.kind in ("card", "ask", "rule", "prize") else due.kind
    return Verdict(
        asked=table.asked,
        hands={table.name(hand): " ".join(hand.cards) for hand in table.all_hands()},
        dealer=" ".join(table.dealer),
        removed=table.removed,
        held="next-card" if table.held or (table.exposed and settled) else "",
        net=net,
        void=table.voided,
        flags=table.flags,
        clauses=table.clauses,
        refused=table.refused,
        control={str(box): table.controller(box) for box in sorted(table.boxes)},
        due=named,
    )
