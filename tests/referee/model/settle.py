"""Money: what each stake wins, loses or gets back."""

from __future__ import annotations

from tests.referee.model.cards import is_blackjack, is_large, total
from tests.referee.model.sides import third_card
from tests.referee.model.state import ON_HAND, Hand, Stake, Table


def odds(stake: Stake, over: int, under: int = 1) -> None:
    """A win at these odds, rounded down to the cent (house rule, A15)."""
    stake.end("won", stake.value * over // under)


def pay_hand(table: Table, hand: Hand, over: int, under: int, clause: str, gone: str = "paid") -> None:
    """Pay every open stake on a hand at its odds and take the cards away."""
    table.cite(clause)
    for stake in table.on(hand):
        if stake.state == "open":
            odds(stake, over, under) if stake.kind in ("main", "ride") else odds(stake, 1)
    third_card(table, hand)
    hand.finished, hand.gone = True, gone


def lose_hand(table: Table, hand: Hand, clause: str, gone: str = "lost") -> None:
    """A hand that has lost: every open stake on it goes (NZ-1: the hand, not the whole Box)."""
    table.cite(clause)
    for stake in table.on(hand):
        if stake.state == "open":
            stake.end("lost", -stake.cents)
    hand.finished, hand.gone = True, gone


def give_back(table: Table, hand: Hand, state: str, gone: str) -> None:
    """A dead or void hand: every stake on it comes back, busted and doubled ones too (A6, A7, NZ 16.5)."""
    for stake in table.on(hand):
        stake.end(state)
    if hand.gone not in ("dead", "void"):
        table.voided.append(table.name(hand))
    hand.finished, hand.gone, hand.owed, hand.want = True, gone, "", ""
    table.drop_offers(hand.box)
    for stake in table.stakes:
        if gone == "dead" and stake.box == hand.box and stake.kind == "match" and stake.state == "open":
            stake.end("returned")  # never judged


def judge_insurance(table: Table) -> None:
    """Insurance goes by the true second card of the dealer (685a.8(a), 673a.8(a), NZ 9.1)."""
    rules = table.rules
    wins = len(table.dealer) > 1 and is_blackjack(table.dealer[:2])
    for stake in table.stakes:
        if stake.kind == "insurance" and stake.state not in ("void", "returned"):
            table.cite(rules.clause("8(c)", "8(c)", "9.4") if wins else rules.clause("8(d)", "8(d)", "9.5"))
            if wins:
                odds(stake, 2)
            else:
                stake.end("lost", -stake.cents)


def insurance_lost(table: Table) -> None:
    """The reader says that the dealer has no Blackjack: losing Insurance is collected (8(d))."""
    for stake in table.stakes:
        if stake.kind == "insurance" and stake.state == "open":
            table.cite(table.rules.clause("8(d)", "8(d)", "9.5"))
            stake.end("lost", -stake.cents)


def settle(table: Table) -> None:
    """Every open wager is decided against the finished dealer's hand."""
    blackjack = is_blackjack(table.dealer[:2])
    if table.rules.nz:
        _settle_nz(table, blackjack)
    elif table.rules.double_back:
        _settle_673(table, blackjack)
    else:
        _settle_685(table, blackjack)


def _settle_685(table: Table, blackjack: bool) -> None:
    if blackjack:
        _blackjack_685(table)
        return
    for hand in table.live():
        result = _against_685(table, hand)
        for stake in table.on(hand):
            if stake.state == "open":
                _end(stake, result)
        hand.gone = "settled"


def _blackjack_685(table: Table) -> None:
    """7(h)(1)-(2); found late, 9(b) and 10(d): the initial Bet Wager alone, busts included (S-7)."""
    table.cite("685a.7(h)")
    for box in sorted(table.boxes):
        hands = [hand for hand in table.boxes[box] if hand.gone in ("", "lost")]
        if not hands:
            continue
        for hand in hands:
            for stake in table.on(hand):
                if stake.kind == "double":
                    table.cite("685a.9(b)")
                    stake.end("returned")
                elif stake.kind == "split":
                    table.cite("685a.10(d)")
                    stake.end("returned")
                elif hand.natural:
                    stake.end("returned")
                else:
                    stake.end("lost", -stake.cents)
            hand.gone = "settled"


def _against_685(table: Table, hand: Hand) -> str:
    """7(n)-(q); ROP 12."""
    dealer, points = table.dealer_total(), hand.points
    original = not hand.split and len(hand.cards) == 2 and all(is_large(card) for card in hand.cards)
    if dealer == 22:
        table.cite("685a.7(n)(1)")
        way = table.rules.get("dealer22", "a") if table.rules.game == "rop" else "a"
        if points == 21 or (way == "a" and original) or (way == "c" and points == 20):
            return "won"
        return "returned"
    if dealer > 22 or points > dealer:
        table.cite("685a.7(o)")
        return "won"
    table.cite("685a.7(p)" if points == dealer else "685a.7(q)(2)")
    return "returned" if points == dealer else "lost"


def _end(stake: Stake, result: str) -> None:
    if result == "won":
        odds(stake, 1)
    elif result == "lost":
        stake.end("lost", -stake.cents)
    else:
        stake.end("returned")


def _settle_673(table: Table, blackjack: bool) -> None:
    if blackjack and not (table.late_blackjack and table.rules.get("late_blackjack", "7(h)") == "7(r)"):
        _blackjack_673(table)
        return
    dealer = table.dealer_total()
    for hand in table.live():
        if dealer == 22:
            table.cite("673a.7(q)(1)")
            result = "returned"
        elif hand.points > 21:
            result = "lost" if dealer <= 21 else "returned"  # DB-3a literal
        elif dealer > 21 or hand.points > dealer:
            result = "won"
        else:
            result = "returned" if hand.points == dealer else "lost"
        table.cite("673a.7(s)")
        for stake in table.on(hand):
            if stake.state == "open":
                rescued = result == "won" and hand.chance == "taken" and stake.kind != "second"
                _end(stake, "returned" if rescued else result)  # 7(s)(1)(i)
        hand.gone = "settled"


def _blackjack_673(table: Table) -> None:
    """7(h): the Blackjack Wager is collected. Found late (doubt 1): only that, additions go back."""
    table.cite("673a.7(h)")
    for hand in table.all_hands():
        if hand.gone not in ("", "lost"):
            continue
        for stake in table.on(hand):
            if stake.kind == "main":
                stake.end("lost", -stake.cents)
            else:
                stake.end("returned")
        hand.gone = "settled"


def _settle_nz(table: Table, blackjack: bool) -> None:
    dealer = total(table.dealer)
    for hand in table.live():
        if not hand.cards:
            continue
        result = _against_nz(table, hand, dealer, blackjack)
        for stake in table.on(hand):
            if stake.state != "open":
                continue
            if blackjack and not hand.natural:
                # 11.5, 12.6, 15D.11, 15E.10: the original wager alone
                table.cite("NZ 12.6" if stake.kind == "split" else "NZ 11.5" if stake.kind == "double" else "NZ 5.1")
                stake.end("lost", -stake.cents) if stake.kind == "main" else stake.end("returned")
            elif result == "blackjack":
                odds(stake, *table.rules.blackjack)
            else:
                _end(stake, result)
        hand.gone = "settled"
    for stake in table.stakes:
        if stake.kind == "push22" and stake.state == "open":
            _push22(table, stake, dealer)


def _against_nz(table: Table, hand: Hand, dealer: int, blackjack: bool) -> str:
    """5.1, 19.2, 20.7."""
    if hand.natural:
        table.cite("NZ 5.1")
        return "returned" if blackjack else "blackjack"
    if dealer == 22 and table.rules.game in ("nz-plus", "nz-free"):
        table.cite("NZ 19.2(i)" if table.rules.game == "nz-plus" else "NZ 20.7")
        return "returned"
    table.cite("NZ 5.1" if table.rules.game != "nz-plus" else "NZ 19.2")
    if dealer > 21 or hand.points > dealer:
        return "won"
    return "returned" if hand.points == dealer else "lost"


def _push22(table: Table, stake: Stake, dealer: int) -> None:
    """20A.4, 20A.6 on every dealer card (NZ-15)."""
    table.cite("NZ 20A.4")
    if dealer != 22:
        stake.end("lost", -stake.cents)
    elif len({card[1] for card in table.dealer}) == 1:
        odds(stake, 50)
    elif len({card[1] in "dh" for card in table.dealer}) == 1:
        odds(stake, 20)
    else:
        odds(stake, 8 if table.rules.get("push22_scale", "1") == "1" else 7)


def void_hand(table: Table, hand: Hand) -> None:
    """NZ 16.5: the hand's wagers go back, paid and lost ones alike (S-8)."""
    give_back(table, hand, "void", "void")
    if all(other.gone == "void" for other in table.boxes[hand.box]):
        void_areas(table, hand.box, "")


def void_areas(table: Table, box: int, who: str) -> None:
    """Side wagers of a void hand, of everybody or of one bettor (15.7, 9.6, N11, S-6)."""
    undo = table.rules.get("void_undoes", "super-sevens")
    for stake in table.stakes:
        if stake.box != box or stake.kind in ON_HAND or (who and stake.who != who):
            continue
        if stake.kind == "ante":
            if stake.state == "open":
                stake.end("void")
            continue
        special = stake.kind in ("super7", "insurance") and undo != "none"
        if special:
            table.cite("NZ 15.7" if stake.kind == "super7" else "NZ 9.6")
        if stake.state == "open" or special or undo == "all":
            stake.end("void")
