"""Rulings and choices: what the person whom a clause names decides, and what the turned hole card shows."""

from __future__ import annotations

from tests.referee.model.cards import is_blackjack, is_large, light_of
from tests.referee.model.reconstruct import reconstruct
from tests.referee.model.refusal import Refusal
from tests.referee.model.reports_nz import out
from tests.referee.model.reports_pa import die, wrong
from tests.referee.model.script import Decide, Report, Rule
from tests.referee.model.settle import give_back, judge_insurance, void_hand
from tests.referee.model.state import Due, Hand, Stake, Table, everything_dead


def chosen(table: Table, due: Due, said: Decide) -> bool:
    """A player's choice that an irregularity gives: 12(f), 12(g), 16.11."""
    if not table.pending or due is not table.pending[0] or due.kind != "ask":
        return False
    if (said.who, said.at) != (due.who, due.at):
        raise Refusal(due.clause)
    words = [choice.split()[0] for choice in due.choices]
    if said.action not in words:
        raise Refusal(due.clause)
    table.pending.pop(0)
    hand = table.find(due.at)
    assert hand is not None
    if said.action == "dead":
        die(table, hand)
    elif said.action == "late-card":
        hand.owed, table.phase = "late", "turns"
    elif said.action == "second-card":
        _second_card(table, hand)
    elif said.action == "insurance":
        table.stakes.append(Stake(said.who, hand.box, "insurance", said.number))
    return True


def _second_card(table: Table, hand: Hand) -> None:
    """After the other players' second cards, before the dealer's hole card if that is still to come (A28)."""
    if table.phase == "deal":
        rest = table.order[table.pos :]
        players = [index for index, place in enumerate(rest) if place != "dealer"]
        at = players[-1] + 1 if players else 0
        table.order.insert(table.pos + at, str(hand.box))
    else:
        hand.want = "initial"


def turned(table: Table, card: str) -> None:
    """The hole card is seen: does the light agree, and is it a Blackjack found late?"""
    early = table.phase in ("reader", "turns")
    table.dealer.append(card)
    table.hole, table.hole_open, table.expose_now = card, True, False
    if early:
        table.rulings_done.add("hole-shown-early")
    if table.rules.masque and light_of(card) != table.light:
        wrong(table, light_of(card))
    blackjack = is_blackjack(table.dealer[:2])
    if table.rules.double_back and is_large(table.up) and blackjack != (table.light == "blackjack"):
        table.cite("673a.13(j)")  # a reader that says the wrong thing has failed
        table.flag("table-stopped")
        table.light = "blackjack" if blackjack else "none"
    if table.phase == "reader":
        return
    if blackjack:
        table.late_blackjack = True
        table.phase = "complete"
    judge_insurance(table)
    if everything_dead(table):
        table.phase = "complete"


def ruling(table: Table, due: Due, said: Rule) -> None:
    """The person whom the clause names rules."""
    if said.choice == "repaired":
        if said.who != "floor" or "table-stopped" not in table.flags:
            raise Refusal(table.rules.clause("12(i)", "13(j)", ""))
        table.flags.remove("table-stopped")
        return
    who = {"floor": "floorperson"}.get(said.who, said.who)
    if due.kind != "rule" or due.who != who or said.choice not in due.choices:
        raise Refusal(due.clause or "nothing to rule on")
    if due.why != "misdeal" and due.why != "shuffler" and due.at and due.at not in said.places:
        raise Refusal(due.clause)
    if table.pending and table.pending[0] is due:
        table.pending.pop(0)
    if due.why == "wrong":
        _rule_wrong(table, int(due.at), said.choice)
    elif due.why == "absent":
        hand = table.find(due.at)
        assert hand is not None
        hand.direct = said.choice
    elif due.why == "misdeal" and said.choice == "reconstruct":
        reconstruct(table)
        for line in list(table.log):
            if isinstance(line.event, Report) and line.event.what == "no-ante":
                out(table, int(line.event.get("box")), line.event.get("who"))
    elif due.why in ("misdeal", "shuffler"):
        _void(table, said)


def _rule_wrong(table: Table, box: int, choice: str) -> None:
    if choice == "dead":
        for hand in table.boxes[box]:
            if hand.gone in ("", "lost"):
                give_back(table, hand, "returned", "dead")
    if table.pending:
        return
    insured = any(s.kind == "insurance" and s.state in ("open", "lost") for s in table.stakes)
    if everything_dead(table) and table.phase in ("turns", "dealer"):
        if insured and not table.hole_open:
            table.phase, table.expose_now = "turns", True  # Insurance goes by the true card (A6, A29)
        else:
            table.phase = "complete"


def _void(table: Table, said: Rule) -> None:
    """16.5(a), 16.13: the Round, or the hands named; the dealer's hand is made good as far as possible (16.5(b))."""
    table.rulings_done.add("void")
    if table.phase == "deal" and not table.dealer and "dealer" not in table.order[table.pos :]:
        table.order.insert(table.pos, "dealer")
    if said.choice == "round":
        for hand in table.live():
            give_back(table, hand, "void", "void")
        for stake in table.stakes:
            if stake.state == "open":
                stake.end("void")
        table.phase = "complete"
        return
    for place in said.places:
        named = table.find(place)
        if named is None:
            raise Refusal("NZ 16.5")
        void_hand(table, named)
    if everything_dead(table) and table.phase not in ("settled",):
        table.phase = "complete"
