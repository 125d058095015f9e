"""Irregularities of chapters 685a and 673a."""

from __future__ import annotations

from tests.referee.model.cards import is_large
from tests.referee.model.refusal import Refusal
from tests.referee.model.script import Report
from tests.referee.model.settle import give_back
from tests.referee.model.state import Due, Hand, Table, everything_dead


def skipped(table: Table, due: Due, said: Report) -> None:
    """12(f), 13(g): no card at all is a dead hand; one card leaves the player the choice."""
    clause = table.rules.clause("12(f)", "13(g)", "16.5")
    hand = table.find(said.get("box"))
    if table.rules.nz or hand is None or hand.gone or hand.box not in table.missed:
        raise Refusal(clause)
    if not hand.cards:
        table.cite(clause)
        die(table, hand)
        return
    if len(hand.cards) > 1 or said.get("box") in table.order[table.pos :]:
        raise Refusal(clause)
    table.cite(clause)
    who = table.controller(hand.box)
    table.pending.append(Due("ask", str(hand.box), who, ("second-card", "dead"), clause, "one-card"))


def die(table: Table, hand: Hand) -> None:
    """A dead hand gives everything on it back (A7); a side wager never judged goes back too."""
    give_back(table, hand, "returned", "dead")
    all_dead(table)


def all_dead(table: Table) -> None:
    """A29: nothing left to play for, unless Insurance still needs the dealer's card."""
    if not everything_dead(table) or table.phase in ("bets", "complete", "settled"):
        return
    open_insurance = [s for s in table.stakes if s.kind == "insurance" and s.state == "open"]
    if not open_insurance and not table.expose_now:
        table.phase = "complete"


def missed_card(table: Table, due: Due, said: Report) -> None:
    """12(g), 13(h): a card that was asked for and not dealt."""
    clause = table.rules.clause("12(g)", "13(h)", "16.5")
    hand = table.find(said.get("box"))
    if table.rules.nz or hand is None or hand.owed != "missed" or table.phase == "settled":
        raise Refusal(clause)
    table.cite(clause)
    revealed = table.hole_open and "hole-shown-early" not in table.rulings_done
    choices = ("dead",) if revealed else ("late-card", "dead")
    table.pending.append(Due("ask", table.name(hand), table.controller(hand.box), choices, clause, "owed"))


def dealer_missed(table: Table, due: Due, said: Report) -> None:
    """673a.13(e), and 685a by A20: the players first, then the dealer's missing cards."""
    clause = table.rules.clause("12", "13(e)", "16.5")
    if table.rules.nz or not table.dealer_missed:
        raise Refusal(clause)
    table.cite(clause)
    table.order += ["dealer"] * table.dealer_missed
    table.dealer_missed = 0
    if not table.light:
        table.phase = "deal"


def wrong_light(table: Table, due: Due, said: Report) -> None:
    """12(h), first half."""
    if not table.rules.masque or not table.light or table.light == said.get("true"):
        raise Refusal(table.rules.clause("12(h)", "13(j)", ""))
    wrong(table, said.get("true"))


def wrong(table: Table, true: str) -> None:
    """The light was wrong: the house rules hand by hand (A6)."""
    table.light = true
    ask_rulings(table)
    if table.phase == "turns" and true == "large" and is_large(table.up) and not table.hole_open:
        table.expose_now = True  # 7(h)


def wrong_spot(table: Table, due: Due, said: Report) -> None:
    """12(h), second half; once ruled upon it is done."""
    spent = "spot" in table.rulings_done
    if not table.rules.masque or not table.light or spent or table.phase not in ("turns", "dealer", "complete"):
        raise Refusal(table.rules.clause("12(h)", "13", ""))
    table.rulings_done.add("spot")
    ask_rulings(table)


def ask_rulings(table: Table) -> None:
    table.cite("685a.12(h)")
    for box in sorted(table.boxes):
        if any(hand.gone in ("", "lost") for hand in table.boxes[box]):
            table.pending.append(Due("rule", str(box), "floorperson", ("continue", "dead"), "685a.12(h)", "wrong"))


def wrong_reading(table: Table, due: Due, said: Report) -> None:
    """673a: the reader said no Blackjack and somebody finds out. No clause; 7(h) and 13(j) (doubt 1)."""
    if not table.rules.double_back or table.light != "none" or table.phase != "turns":
        raise Refusal(table.rules.clause("12(h)", "13(j)", ""))
    table.cite("673a.13(j)")
    table.flag("table-stopped")
    table.expose_now = True


def reader_fails(table: Table, due: Due, said: Report) -> None:
    """12(i), 13(j): no more dealing. Before it was needed the hands die; afterwards the round ends (A12, B20)."""
    rules = table.rules
    clause = rules.clause("12(i)", "13(j)", "")
    if rules.nz:
        raise Refusal(clause)
    table.cite(clause)
    table.flag("table-stopped")
    before = not table.light and not table.hole_open and table.phase in ("deal", "insurance", "reader")
    needed = rules.masque or not table.up or is_large(table.up)
    if before and needed:
        for hand in table.live():
            give_back(table, hand, "returned", "dead")
        for stake in table.stakes:
            if stake.state == "open":
                stake.end("returned")
        table.phase = "complete"


def reader_used(table: Table, due: Due, said: Report) -> None:
    """673a.13(i): the reader used on a 2 to 9; a floorperson is told and play goes on."""
    if not table.rules.double_back or not table.up or is_large(table.up):
        raise Refusal(table.rules.clause("7(h)", "13(i)", ""))
    table.cite("673a.13(i)")
    table.pending.append(Due("rule", "", "floorperson", ("noted",), "673a.13(i)", "noted"))


def jam(table: Table, due: Due, said: Report) -> None:
    """12(j), 13(k): the cards are reshuffled, so they are the same cards in another order."""
    clause = table.rules.clause("12(j)", "13(k)", "")
    before, after = said.get("before").split(","), said.get("after").split(",")
    if table.rules.nz or sorted(before) != sorted(after) or before == after:
        raise Refusal(clause)
    table.cite(clause)
    table.flag("reshuffled")


def broken(table: Table, due: Due, said: Report) -> None:
    """12(k), 13(l): cover the device or put a sign on it before shuffling in another way."""
    clause = table.rules.clause("12(k)", "13(l)", "")
    if table.rules.nz:
        raise Refusal(clause)
    table.cite(clause)
    table.flag("device-out-of-order")
    table.pending.append(Due("rule", "", "dealer", ("cover", "sign"), clause, "broken"))
