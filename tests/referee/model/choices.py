"""What a hand may do: the choices of the person who decides."""

from __future__ import annotations

from tests.referee.model.cards import total, value
from tests.referee.model.state import Due, Hand, Stake, Table


def span(word: str, low: int, high: int, chip: int) -> list[str]:
    """A choice of an amount that the chips allow, in cents."""
    high -= high % chip
    low += -low % chip
    if high < low:
        return []
    return [f"{word} {high}"] if low == high else [f"{word} {low}-{high}/{chip}"]


def amount_ok(choices: tuple[str, ...], word: str, cents: int) -> int:
    """The amount as chosen (0 means the most that may be staked), or -1."""
    for choice in choices:
        head, _, rest = choice.partition(" ")
        if head != word:
            continue
        if not rest:
            return 0 if cents == 0 else -1
        bounds, _, chip = rest.partition("/")
        low, _, high = bounds.partition("-")
        top = int(high or low)
        if cents == 0:
            return top
        if int(low) <= cents <= top and (not chip or cents % int(chip) == 0):
            return cents
    return -1


def open_main(table: Table, hand: Hand, who: str) -> Stake | None:
    """The person's live wager on this hand (main, or the split wager on a second hand)."""
    for stake in table.on(hand):
        if stake.who == who and stake.kind in ("main", "split") and stake.state == "open":
            return stake
    return None


def riding(table: Table, box: int, who: str) -> int:
    """House Money or Let it Ride still in action (NZ 15D.7, 15E.6)."""
    return sum(s.cents for s in table.stakes if (s.box, s.who, s.kind, s.state) == (box, who, "ride", "open"))


def original(table: Table, box: int, who: str) -> int:
    """The initial wager of a person on a box."""
    stake = table.stake(box, who, "main")
    return stake.cents if stake else 0


def double_choice(table: Table, hand: Hand, who: str) -> list[str]:
    """685a.9(a), 673a.10(a), ROP 9, NZ 11.1, 11.2, 20.3, 20.5."""
    rules = table.rules
    if len(hand.cards) != 2 or hand.split_ace or open_main(table, hand, who) is None:
        return []
    top = original(table, hand.box, who) + riding(table, hand.box, who)
    low = rules.chip
    if rules.nz:
        if any(card[0] == "A" for card in hand.cards):
            return []  # 11.1
        low = max(low, int(float(rules.get("increment", "0")) * 100))  # 11.2(b)
        if rules.game == "nz-free" and total(hand.cards) in (9, 10, 11):
            return ["free-double"]
    return span("double", low, top, rules.chip)


def split_choice(table: Table, hand: Hand, who: str) -> list[str]:
    """685a.10(a), 673a.11(a), ROP 7 and 8, NZ 12.1, 12.2, 12.4, 20.4."""
    rules = table.rules
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):
        return []
    if len(table.boxes[hand.box]) >= rules.hands or open_main(table, hand, who) is None:
        return []
    if hand.split_ace and not (rules.game == "rop" and rules.get("resplit_aces", "no") == "yes"):
        return []
    if rules.game == "nz-free" and value(hand.cards[0]) != 10:
        return ["free-split"]
    cost = original(table, hand.box, who)
    if rules.nz:
        cost += riding(table, hand.box, who)
    return [f"split {cost}"]


def decision(table: Table, hand: Hand) -> Due:
    """The question to the person who controls the hand."""
    rules, who = table.rules, table.controller(hand.box)
    choices: list[str] = []
    first = not hand.split and len(hand.cards) == 2 and not hand.acted
    if rules.double_back and first:
        choices.append("surrender")  # 673a.9(a)
    bound = who in table.bound
    if not bound:
        choices.append("hit")
        choices += double_choice(table, hand, who) + split_choice(table, hand, who)
    offered = bool(table.exposed) and who not in table.absent and not bound
    if offered:
        choices.append("refuse")
    elif not (rules.nz and hand.points <= 11):  # 13.1(d)
        choices.append("stand")
    clause = rules.clause("12(c)", "13(c)", "16.4") if offered else rules.clause("7(i)(2)", "7(i)", "8.3")
    return Due("ask", table.name(hand), who, tuple(choices), clause, "turn")


def insurance_top(table: Table, box: int, who: str) -> int:
    """Half; Pennsylvania rounds up to a chip where half cannot be bet (8(b), M4), others never."""
    half, chip = original(table, box, who) // 2, table.rules.chip
    if table.rules.game in ("685a", "673a") and half % chip:
        return half + chip - half % chip
    return half - half % chip
