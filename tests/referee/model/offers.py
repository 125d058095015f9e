"""Offers between the deal and the first decision: prizes, riding, Insurance, early settlement, surrender."""

from __future__ import annotations

from tests.referee.model.cards import is_large
from tests.referee.model.choices import insurance_top, span
from tests.referee.model.settle import pay_hand
from tests.referee.model.state import Due, Hand, Stake, Table


def side(table: Table) -> Due | None:
    """The prize of Madness 21, then the choice to ride (N5)."""
    if table.prize_due:
        box = table.prize_due[0]
        return Due("prize", str(box), table.controller(box), ("prize",), "NZ 15A.9")
    if "ride" not in table.window_shut:
        table.window = [
            Due(
                "ask",
                str(s.box),
                s.who,
                tuple(span("ride", table.rules.chip, s.cents + s.net, table.rules.chip)),
                "NZ 15D.6" if s.kind == "house" else "NZ 15E.5",
                "ride",
            )
            for s in table.stakes
            if s.kind in ("house", "letride")
            and s.state == "won"
            and s.who not in table.absent
            and _main_open(table, s)
            and not table.stake(s.box, s.who, "ride")
        ]
        if table.window:
            return Due("window", why="ride")
        table.window_shut.add("ride")
    table.phase = "insurance"
    return None


def _main_open(table: Table, stake: Stake) -> bool:
    main = table.stake(stake.box, stake.who, "main")
    return main is not None and main.state == "open"


def insurance(table: Table) -> Due | None:
    if "insurance" not in table.window_shut and not table.offer_missed and len(table.dealer) == 1:
        table.window = insurance_window(table)
        if table.window:
            return Due("window", why="insurance")
    table.window_shut.add("insurance")
    if table.rules.nz:
        pay_naturals(table)
        table.phase = "turns"
    else:
        table.phase = "reader"
    return None


def insurance_window(table: Table) -> list[Due]:
    """Who may insure, take even money, settle early or surrender before the dealer's card is known."""
    rules, found = table.rules, []
    for box in sorted(table.boxes):
        hand = table.boxes[box][0]
        if hand.gone or (hand.surrendered and table.stake(box, table.mains(box)[0].who, "insurance")):
            continue
        for main in table.mains(box):
            choices = _insurance_choices(table, hand, main)
            if choices:
                clause = rules.clause("8(a)", "8(a)", "9.2")
                if not table.up.startswith("A"):
                    clause = "673a.9(a)(2)"
                found.append(Due("ask", str(box), main.who, tuple(choices), clause, "insurance"))
    return found


def _insurance_choices(table: Table, hand: Hand, main: Stake) -> list[str]:
    rules, box, who = table.rules, main.box, main.who
    if main.state != "open" or who in table.absent:
        return []
    choices: list[str] = []
    ace = table.up.startswith("A")
    if ace and not table.stake(box, who, "insurance") and not (rules.game == "nz-plus" and hand.natural):
        choices += span("insurance", rules.chip, insurance_top(table, box, who), rules.chip)
    if ace and hand.natural and rules.game == "685a" and not table.stake(box, who, "insurance"):
        choices.append("even-money")  # 7(g), A1
    if ace and hand.natural and rules.nz and rules.game != "nz-plus" and rules.get("blackjack", "3:2") == "3:2":
        choices.append("early")  # 10.3
    if rules.double_back and is_large(table.up) and not hand.surrendered and len(hand.cards) == 2:
        choices.append("surrender")  # 9(a)(2), DB-5
    return choices


def pay_naturals(table: Table) -> None:
    """NZ 10.1: against 2 to 9 on completion of the deal; 19.4 in Blackjack + always."""
    for hand in table.live():
        if hand.natural and (not is_large(table.up) or table.rules.game == "nz-plus"):
            pay_hand(table, hand, *table.rules.blackjack, "NZ 19.4" if table.rules.game == "nz-plus" else "NZ 10.1")
