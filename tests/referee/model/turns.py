"""The turns of the hands: what each is due, and a card that comes to it."""

from __future__ import annotations

from tests.referee.model.cards import total, value
from tests.referee.model.choices import decision
from tests.referee.model.settle import lose_hand, odds, pay_hand
from tests.referee.model.sides import settle_match, third_card
from tests.referee.model.state import Due, Hand, Table


def turns(table: Table) -> Due | None:
    if table.window:
        return Due("window", why=table.window[0].why)
    if table.expose_now:
        return Due("turn", clause=table.rules.clause("7(h)", "7(h)", ""))
    waiting = [hand for hand in table.all_hands() if not hand.gone and not hand.finished]
    for late in ("", "late"):
        for hand in waiting:
            ready = len(hand.cards) >= 2 or hand.split
            if hand.owed == late and ready:
                return _hand(table, hand)
    for hand in waiting:
        if len(hand.cards) < 2 and not hand.split:
            return Due("notice", table.name(hand), clause=table.rules.clause("12(f)", "13(g)", "16.5"))
    table.phase = "dealer"
    return None


def finish(table: Table, hand: Hand) -> None:
    """The hand takes no more cards."""
    hand.finished = True
    if len(hand.cards) == 2:
        third_card(table, hand)


def _hand(table: Table, hand: Hand) -> Due | None:
    rules, who = table.rules, table.controller(hand.box)
    if hand.want or len(hand.cards) < 2:
        return _card_for(table, hand, who)
    if hand.points > 21:
        return _bust(table, hand, who)
    if hand.natural and not hand.doubled:
        if rules.masque:
            pay_hand(table, hand, *rules.blackjack, "685a.7(i)(1)")
        finish(table, hand)
        return None
    one_card = hand.split_ace and not rules.double_back and not _again(table, hand)
    if hand.points == 21 and rules.double_back and not hand.chance:
        pay_hand(table, hand, 1, 1, "673a.7(m)")
    elif rules.game == "nz-plus" and (hand.points == 21 or len(hand.cards) >= 5):
        pay_hand(table, hand, 1, 1, "NZ 19.5")
    elif hand.points >= 21 or hand.doubled or hand.chance or hand.bound or one_card:
        finish(table, hand)
    elif who in table.absent:
        return _absent(table, hand)
    else:
        due = decision(table, hand)
        if due.choices == ("stand",):
            table.cite(rules.clause("12(c)", "13(c)", "16.4"))
            finish(table, hand)
            return None
        return due
    return None


def _again(table: Table, hand: Hand) -> bool:
    """ROP 8: may a split ace that received an ace be split again?"""
    return table.rules.game == "rop" and any(c.startswith("split") for c in decision(table, hand).choices)


def _card_for(table: Table, hand: Hand, who: str) -> Due | None:
    rules = table.rules
    if who in table.bound:  # S-1: no card at all for this player
        table.cite(rules.clause("12(c)", "13(c)", ""))
        hand.want = ""
        finish(table, hand)
        return None
    if table.exposed and hand.takes:
        table.cite(rules.clause("12(c)", "13(c)", "16.4"))
        card, table.exposed, hand.takes = table.exposed, "", False
        take(table, hand, card)
        return None
    if table.exposed and who not in table.absent and not hand.bound:
        clause = rules.clause("12(c)", "13(c)", "16.4")
        return Due("ask", table.name(hand), who, ("take", "refuse"), clause, "exposed")
    return Due("card", table.name(hand), clause=rules.clause("7(j)", "7(j)", "8.4"))


def _absent(table: Table, hand: Hand) -> Due | None:
    """NZ 16.6, N34."""
    if hand.points >= 12 or hand.direct == "leave":
        finish(table, hand)
        return None
    if not hand.direct:
        return Due("rule", table.name(hand), "operator", ("draw", "leave"), "NZ 16.6", "absent")
    hand.want = "hit"
    return None


def _bust(table: Table, hand: Hand, who: str) -> Due | None:
    rules = table.rules
    if rules.double_back and not hand.chance:
        if who in table.bound:
            hand.chance = "declined"
            return None
        cost = sum(stake.cents for stake in table.on(hand) if stake.state == "open")
        word = "refuse" if table.exposed else "decline"
        clause = "673a.13(c)" if table.exposed else "673a.7(l)"
        return Due("ask", table.name(hand), who, (f"second {cost}", word), clause, "second")
    if rules.double_back and hand.chance == "declined" and rules.get("declined_bust", "loses") == "literal":
        finish(table, hand)
        return None
    if rules.double_back:
        lose_hand(table, hand, "673a.7(l)(1)" if hand.chance == "taken" else "673a.7(l)")
    else:
        lose_hand(table, hand, rules.clause("7(q)(1)", "", "13.2"))
    return None


def take(table: Table, hand: Hand, card: str) -> None:
    """A card comes to a hand."""
    why, hand.want = hand.want, ""
    hand.owed = ""
    if why == "second":
        points = total(hand.cards) - value(card)
        hand.cards.append(card)
        hand.chance, hand.stands_on = "taken", points
        if points == 21:
            table.cite("673a.7(l)(2)")
            for stake in table.on(hand):
                odds(stake, 1) if stake.kind == "second" else stake.end("returned")
            hand.finished, hand.gone = True, "paid"
        elif points < 21:
            hand.finished = True
        return
    hand.cards.append(card)
    if why == "initial":
        settle_match(table)
        if hand.natural and table.rules.double_back:
            pay_hand(table, hand, 2, 1, "673a.7(f)")
    if len(hand.cards) == 3:
        third_card(table, hand)


def half_back(table: Table, hand: Hand, clause: str) -> None:
    """Surrender: half is collected (673a.9(a))."""
    table.cite(clause)
    for stake in table.on(hand):
        stake.end("lost", -(stake.cents - stake.cents // 2))
    hand.finished, hand.gone = True, "surrendered"
