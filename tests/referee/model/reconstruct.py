"""NZ 16.5: the same cards in the same order, each where it should have gone."""

from __future__ import annotations

from tests.referee.model.script import Bet, Call, Dealt, Decide, Event, Line, Report, ScriptError, TakeBack
from tests.referee.model.state import Due, Table


def reconstruct(table: Table) -> None:
    """Play the Round again from its own cards and decisions.

    Every card that left the shoe is used in its order for whatever is due; every decision is used when its
    person is asked again for the same hand. Where a decision is missing the replay stops, and a card that is
    then still exposed is taken out of play (16.3).
    """
    from tests.referee.model.judge import apply, shut
    from tests.referee.model.play import progress
    from tests.referee.model.refusal import Refusal

    if any(isinstance(line.event, Report) and line.event.what == "exposed" for line in table.log):
        raise ScriptError("a reconstruction after an exposed card is not modelled")
    fresh = Table(table.rules, table.seats, table.given)
    fresh.absent = set(table.absent)
    log: list[Line] = []

    def do(due: Due, event: Event) -> None:
        apply(fresh, due, event)
        log.append(Line("reconstructed", event))

    events = [line.event for line in table.log]
    for event in events:
        if isinstance(event, Bet | TakeBack) or event == Call("close"):
            do(progress(fresh), event)
    cards = [event.card for event in events if isinstance(event, Dealt)]
    said = [event for event in events if isinstance(event, Decide)]
    while True:
        due = progress(fresh)
        if due.kind == "card" and cards:
            do(due, Dealt(due.at, cards.pop(0)))
        elif due.kind == "window":
            if said and any((item.who, item.at) == (said[0].who, said[0].at) for item in fresh.window):
                try:
                    do(due, said[0])
                except Refusal:
                    shut(fresh, due)
                    continue
                said.pop(0)
            else:
                shut(fresh, due)
        elif due.kind in ("ask", "prize") and said and (said[0].who, said[0].at) == (due.who, due.at):
            try:
                do(due, said[0])
            except Refusal:
                break
            said.pop(0)
        else:
            break
    fresh.clauses = table.clauses + (["NZ 16.3"] if cards else [])
    fresh.removed = table.removed + cards
    fresh.flags, fresh.asked, fresh.refused = table.flags, table.asked, table.refused
    fresh.log = log + [line for line in table.log if isinstance(line.event, Report)]
    table.__dict__.update(fresh.__dict__)
