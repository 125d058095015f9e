"""What a bettor's answer does."""

from __future__ import annotations

from tests.referee.model.choices import amount_ok, double_choice, open_main, original, split_choice
from tests.referee.model.refusal import Refusal, clause_against
from tests.referee.model.script import Decide
from tests.referee.model.settle import odds, pay_hand
from tests.referee.model.sides import third_card
from tests.referee.model.state import Due, Hand, Stake, Table
from tests.referee.model.turns import finish, half_back


def answer(table: Table, due: Due, said: Decide) -> None:
    """Apply an answer to what is due, or refuse it."""
    if due.kind == "window":
        for item in table.window:
            if item.who == said.who and item.at.split(".")[0] == said.at.split(".")[0]:
                if said.action == "no":
                    return
                amount = amount_ok(item.choices, said.action, said.number if said.action != "name" else 0)
                if amount < 0:
                    raise Refusal(clause_against(table, said))
                _window(table, item, said, amount)
                return
        raise Refusal(clause_against(table, said))
    if due.kind not in ("ask", "prize") or due.who != said.who or due.at != said.at:
        raise Refusal(clause_against(table, said))
    amount = amount_ok(due.choices, said.action, said.number if due.kind == "ask" else 0)
    if amount < 0:
        raise Refusal(clause_against(table, said))
    hand = table.find(said.at)
    assert hand is not None
    if due.why in ANSWERS:
        ANSWERS[due.why](table, hand, said, amount)


def _window(table: Table, item: Due, said: Decide, amount: int) -> None:
    hand = table.find(item.at)
    assert hand is not None
    main = table.stake(hand.box, said.who, "main")
    if item.why in ("double", "split"):
        table.window.remove(item)
        _backer(table, hand, said, amount)
    elif said.action == "insurance":
        table.cite(table.rules.clause("8(b)", "8(b)", "9.2"))
        table.stakes.append(Stake(said.who, hand.box, "insurance", amount))
    elif said.action == "even-money":
        pay_hand(table, hand, 1, 1, "685a.7(g)")
    elif said.action == "surrender":
        table.cite("673a.9(a)(2)")
        hand.surrendered = "early"
    elif said.action == "early" and main is not None:
        _early(table, hand, main)
    elif said.action == "ride" and main is not None:
        most = int(float(table.rules.get("maximum", "10000")) * 100)
        if main.cents + amount > most:
            raise Refusal(clause_against(table, said))
        table.cite(item.clause)
        table.stakes.append(Stake(said.who, hand.box, "ride", amount, hand.serial))


def _early(table: Table, hand: Hand, main: Stake) -> None:
    """NZ 10.3: 1 to 1 at once, the same bettor's Insurance goes back."""
    table.cite("NZ 10.3")
    for stake in table.stakes:
        if (stake.box, stake.who) == (main.box, main.who) and stake.state == "open":
            if stake.kind in ("main", "ride"):
                odds(stake, 1)
            elif stake.kind == "insurance":
                stake.end("void")
    if all(stake.state != "open" for stake in table.mains(main.box)):
        hand.finished, hand.gone = True, "paid"


def _backer(table: Table, hand: Hand, said: Decide, amount: int) -> None:
    """NZ 14.3(c), (d): the other bettors after the seated player doubled or split."""
    stake = open_main(table, hand, said.who)
    assert stake is not None
    if said.action in ("double", "free-double"):
        table.cite("NZ 14.3(c)")
        _add(table, hand, said, amount, "double")
        return
    table.cite("NZ 14.3(d)")
    hands = table.boxes[hand.box]
    second = hands[hands.index(hand) + 1]
    if said.action == "name":
        if said.number == hands.index(second) + 1:
            for mine in table.on(hand):
                if mine.who == said.who and mine.kind in (stake.kind, "ride"):
                    mine.hand = second.serial  # riding money is committed to the original wager (15D.6, 15E.5)
    else:
        _add(table, second, said, amount, "split")


def _add(table: Table, hand: Hand, said: Decide, amount: int, kind: str) -> None:
    free = said.action.startswith("free")
    worth = original(table, hand.box, said.who) if free else -1
    table.stakes.append(Stake(said.who, hand.box, kind, 0 if free else amount, hand.serial, worth))


def _turn(table: Table, hand: Hand, said: Decide, amount: int) -> None:
    table.acted, hand.acted = True, True
    rules = table.rules
    if said.action == "stand":
        finish(table, hand)
    elif said.action == "hit":
        _want(table, hand, "hit")
    elif said.action == "surrender":
        half_back(table, hand, "673a.9(a)(1)")
    elif said.action == "refuse":
        refuse(table, hand, said.who)
    elif said.action.endswith("double"):
        table.cite(rules.clause("9(a)", "10(a)", "11.2"))
        _add(table, hand, said, amount, "double")
        hand.doubled = True
        _others(table, hand, "double")
        _want(table, hand, "double")
    elif said.action.endswith("split"):
        table.cite(rules.clause("10(a)", "11(a)", "12.2"))
        _split(table, hand, said, amount)
        hand.takes = bool(table.exposed)


def _want(table: Table, hand: Hand, why: str) -> None:
    """Ask for a card; an exposed one serves as the next from the shoe (12(c), 13(c), 16.4, A27)."""
    hand.want = why
    hand.takes = bool(table.exposed)


def refuse(table: Table, hand: Hand, who: str) -> None:
    """Refusal binds the player in Pennsylvania (S-1) and the hand in New Zealand (S-2)."""
    table.cite(table.rules.clause("12(c)", "13(c)", "16.4"))
    if table.rules.nz:
        hand.bound = True
        hand.want = ""
        if len(hand.cards) >= 2:
            finish(table, hand)
        return
    table.bound.add(who)
    if hand.want == "second":
        hand.chance = "taken"  # B14: bought and refused, still over 21
    elif hand.points > 21:
        hand.chance = "declined"
    else:
        finish(table, hand)
    hand.want = ""


def _others(table: Table, hand: Hand, why: str) -> None:
    """Open the window for the other bettors on the hand."""
    who = table.controller(hand.box)
    clause = "NZ 14.3(c)" if why == "double" else "NZ 14.3(d)"
    for stake in table.on(hand):
        others = stake.kind in ("main", "split") and stake.state == "open" and stake.who not in table.absent
        if not others or stake.who == who:
            continue
        choices = double_choice(table, hand, stake.who) if why == "double" else split_choice(table, hand, stake.who)
        if why == "split":
            choices.append("name")
        if choices:
            table.window.append(Due("ask", table.name(hand), stake.who, tuple(choices), clause, why))


def _split(table: Table, hand: Hand, said: Decide, amount: int) -> None:
    third_card(table, hand, splitting=True)
    _others(table, hand, "split")
    hands = table.boxes[hand.box]
    second = table.new_hand(hand.box)
    hands.insert(hands.index(hand) + 1, second)
    aces = hand.cards[0][0] == "A"
    second.cards = [hand.cards.pop()]
    for half in (hand, second):
        half.split, half.acted = True, True
        half.split_ace = aces
    _add(table, second, said, amount, "split")
    for number, item in enumerate(table.window):
        table.window[number] = Due("ask", table.name(hand), item.who, item.choices, item.clause, item.why)


def _exposed(table: Table, hand: Hand, said: Decide, amount: int) -> None:
    if said.action == "take":
        hand.takes = True
    else:
        refuse(table, hand, said.who)


def _second(table: Table, hand: Hand, said: Decide, amount: int) -> None:
    if said.action == "second":
        table.cite("673a.7(l)")
        table.stakes.append(Stake(said.who, hand.box, "second", amount, hand.serial))
        _want(table, hand, "second")
    elif said.action == "refuse":
        refuse(table, hand, said.who)
    else:
        hand.chance = "declined"


ANSWERS = {"turn": _turn, "exposed": _exposed, "second": _second}
