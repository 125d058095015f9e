"""Irregularities that all three texts know: stray cards and an empty shoe."""

from __future__ import annotations

from tests.referee.model.refusal import Refusal
from tests.referee.model.script import Report
from tests.referee.model.state import Due, Table


def face_up(table: Table, due: Due, said: Report) -> None:
    """12(a), 13(a), NZ 16.1: out of play into the rack, at any moment of the round."""
    table.cite(table.rules.clause("12(a)", "13(a)", "16.1"))
    table.removed.append(said.get("card"))


def unexposed(table: Table, due: Due, said: Report) -> None:
    """12(b), 13(b), NZ 16.2: it is the next card, in this round or the next."""
    table.cite(table.rules.clause("12(b)", "13(b)", "16.2"))
    table.held = True


def exposed(table: Table, due: Due, said: Report) -> None:
    """12(c), 13(c), NZ 16.4."""
    rules = table.rules
    clause = rules.clause("12(c)", "13(c)", "16.4")
    only_dealer = set(table.order[table.pos :]) <= {"dealer"}
    if table.phase == "deal" and not (rules.double_back and only_dealer):
        raise Refusal(clause)
    if table.phase in ("bets", "complete", "settled") or table.exposed:
        raise Refusal(rules.clause("12(d)", "13(d)", "16.3") if not table.exposed else clause)
    table.cite(clause)
    table.exposed = said.get("card")


def dealer_extra(table: Table, due: Due, said: Report) -> None:
    """12(d), 13(d), NZ 16.3: the dealer's hand was finished; the card goes to the rack."""
    clause = table.rules.clause("12(d)", "13(d)", "16.3")
    if table.phase not in ("complete", "settled"):
        raise Refusal(clause)
    table.cite(clause)
    table.removed.append(said.get("card"))


def shoe_empty(table: Table, due: Due, said: Report) -> None:
    """12(e), 13(f): reshuffle the rack, burn one, finish. NZ 16.7: no burn, the shoe stays in use."""
    clause = table.rules.clause("12(e)", "13(f)", "16.7")
    if due.kind != "card":
        raise Refusal(clause)
    table.cite(clause)
    if table.rules.nz:
        table.flag("refilled-shoe-stays")  # N26
    else:
        table.burn_due = True
        table.flag("reshuffle-after-round")  # A11
