"""Irregularities of the New Zealand division, and the missing Ante of 18.7."""

from __future__ import annotations

from tests.referee.model.choices import insurance_top, span
from tests.referee.model.refusal import Refusal
from tests.referee.model.script import Report
from tests.referee.model.settle import give_back, void_areas
from tests.referee.model.sides import madness_failed
from tests.referee.model.state import ON_HAND, Due, Table


def misdeal(table: Table, due: Due, said: Report) -> None:
    """NZ 16.5: first reconstruct; void only where that cannot be done (S-8)."""
    if not table.rules.nz:
        raise Refusal(table.rules.clause("12", "13", "16.5"))
    table.cite("NZ 16.5")
    # a Round in which hands were already void could not be reconstructed, and later hands stand as dealt
    choices = ("void",) if "void" in table.rulings_done else ("reconstruct", "void")
    table.pending.append(Due("rule", "", "operator", choices, "NZ 16.5", "misdeal"))


def absent(table: Table, due: Due, said: Report) -> None:
    """NZ 16.6, S-2, N34."""
    if not table.rules.nz:
        raise Refusal("house")
    table.cite("NZ 16.6")
    table.absent.add(said.get("who"))


def damaged(table: Table, due: Due, said: Report) -> None:
    """NZ 16.8: the card counts; it is replaced after the Round."""
    table.cite("NZ 16.8")
    table.flag("replace-after-round " + said.get("card"))


def not_shuffled(table: Table, due: Due, said: Report) -> None:
    """NZ 16.9."""
    table.cite("NZ 16.9")
    table.flag("shuffle-after-round")


def no_cutting_card(table: Table, due: Due, said: Report) -> None:
    """NZ 16.10, not with a continuous shuffler."""
    if table.rules.continuous:
        raise Refusal("NZ 16.10")
    table.cite("NZ 16.10")
    table.flag("shuffle-after-round")


def no_insurance(table: Table, due: Due, said: Report) -> None:
    """NZ 16.11, N18: until the dealer's second card, for whoever still has a live hand."""
    box, who = int(said.get("box")), said.get("who")
    main = table.stake(box, who, "main")
    if not table.rules.nz or len(table.dealer) > 1 or table.stake(box, who, "insurance"):
        raise Refusal("NZ 16.11")
    hand = table.boxes[box][0]
    if not table.up.startswith("A") or main is None or main.state != "open" or who in table.absent:
        raise Refusal("NZ 9.1")
    if table.rules.game == "nz-plus" and hand.natural:
        raise Refusal("NZ 19.6")
    table.cite("NZ 16.11")
    choices = (*span("insurance", table.rules.chip, insurance_top(table, box, who), table.rules.chip), "no")
    table.pending.append(Due("ask", str(box), who, choices, "NZ 16.11", "late-insurance"))


def madness(table: Table, due: Due, said: Report) -> None:
    """NZ 16.12."""
    table.cite("NZ 16.12")
    table.flag("madness-off")
    madness_failed(table)


def shuffler_fails(table: Table, due: Due, said: Report) -> None:
    """NZ 16.13: the operator voids the Round or the hands affected."""
    if not table.rules.nz or not table.rules.continuous:
        raise Refusal("NZ 16.13")
    table.cite("NZ 16.13")
    table.pending.append(Due("rule", "", "operator", ("round", "hands"), "NZ 16.13", "shuffler"))


def no_ante(table: Table, due: Due, said: Report) -> None:
    """NZ 18.7 as S-6 reads it."""
    box, who = int(said.get("box")), said.get("who")
    main = table.stake(box, who, "main")
    if table.rules.game != "nz-ante" or main is None or main.ante or main.state == "void":
        raise Refusal("NZ 18.7")
    table.cite("NZ 18.7")
    out(table, box, who)


def out(table: Table, box: int, who: str) -> None:
    """A bettor without Ante is out with money, payments included (NZ-20); a hand without wagers goes."""
    for stake in table.stakes:
        if (stake.box, stake.who) == (box, who) and stake.kind in ON_HAND:
            stake.end("void")
    void_areas(table, box, who)
    table.drop_offers(box, who)
    for hand in list(table.boxes[box]):
        if all(stake.state == "void" for stake in table.on(hand)) and hand.gone != "void":
            give_back(table, hand, "void", "void")
    if all(hand.gone == "void" for hand in table.boxes[box]):
        void_areas(table, box, "")
        if box in table.prize_due:
            table.prize_due.remove(box)
