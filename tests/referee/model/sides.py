"""Side wagers, as far as an irregularity makes them go back or be judged."""

from __future__ import annotations

from tests.referee.model.cards import in_sequence, pair_class
from tests.referee.model.state import Hand, Stake, Table

PERFECT = {"1": (5, 10, 30), "2": (6, 12, 25), "3": (5, 12, 25)}
LUCKY = {"1": (5, 10, 25, 100), "2": (5, 10, 20, 500)}


def settle_match(table: Table) -> None:
    """685a.7(f), 11(c): each of the two cards that has the up card's rank is paid (DU-4)."""
    suited, plain = (14, 3) if table.rules.get("decks", "6") == "8" else (11, 4)
    for stake in table.stakes:
        if stake.kind != "match" or stake.state != "open" or not table.up:
            continue
        cards = table.boxes[stake.box][0].cards
        if len(cards) < 2:
            continue
        table.cite("685a.7(f)")
        times = sum((suited if card == table.up else plain) for card in cards[:2] if card[0] == table.up[0])
        stake.end("won", stake.cents * times) if times else stake.end("lost", -stake.cents)


def settle_sides(table: Table) -> None:
    """New Zealand, on completion of the Initial Deal (15 to 15F)."""
    for stake in table.stakes:
        hands = table.boxes.get(stake.box)
        if stake.state != "open" or not hands or hands[0].gone or len(hands[0].cards) < 2:
            continue
        first, second = hands[0].cards[:2]
        SIDES.get(stake.kind, _nothing)(table, stake, first, second)


def _nothing(table: Table, stake: Stake, first: str, second: str) -> None:
    """Not decided by the Initial Deal."""


def _win(stake: Stake, times: int) -> None:
    stake.end("won", stake.cents * times) if times else stake.end("lost", -stake.cents)


def _perfect(table: Table, stake: Stake, first: str, second: str) -> None:
    table.cite("NZ 15B.6")
    scale = PERFECT[table.rules.get("perfect_scale", "1")]
    kind = pair_class(first, second)
    _win(stake, {"": 0, "mixed": scale[0], "coloured": scale[1], "perfect": scale[2]}[kind])


def _any(table: Table, stake: Stake, first: str, second: str) -> None:
    table.cite("NZ 15C.7")
    _win(stake, (11 if table.rules.get("any_scale", "1") == "1" else 10) if first[0] == second[0] else 0)


def _lucky(table: Table, stake: Stake, first: str, second: str) -> None:
    """15F.8, NZ-10: only a suited pair stays in place."""
    table.cite("NZ 15F.8")
    scale = LUCKY[table.rules.get("lucky_scale", "1")]
    kind = pair_class(first, second)
    if kind != "perfect":
        _win(stake, {"": 0, "mixed": scale[0], "coloured": scale[1]}[kind])


def _sevens(table: Table, stake: Stake, first: str, second: str) -> None:
    """15.4: two sevens wait for a third card."""
    table.cite("NZ 15.4")
    if first[0] != "7":
        _win(stake, 0)
    elif second[0] != "7":
        _win(stake, 3)


def _madness(table: Table, stake: Stake, first: str, second: str) -> None:
    """15A.4, 15A.5: a Blackjack waits for the prize."""
    if table.boxes[stake.box][0].natural:
        if stake.box not in table.prize_due:
            table.prize_due.append(stake.box)
    else:
        table.cite("NZ 15A.5")
        _win(stake, 0)


def _house(table: Table, stake: Stake, first: str, second: str) -> None:
    table.cite("NZ 15D.5")
    suited, row = first[1] == second[1], in_sequence(first, second)
    if suited and {first[0], second[0]} == {"A", "K"}:
        _win(stake, 9)
    elif suited and row:
        _win(stake, 4)
    elif first[0] == second[0]:
        _win(stake, 3)
    else:
        _win(stake, 1 if row else 0)


def _letride(table: Table, stake: Stake, first: str, second: str) -> None:
    table.cite("NZ 15E.4")
    suited, row = first[1] == second[1], in_sequence(first, second)
    _win(stake, 2 if suited and row else 1 if suited or row else 0)


SIDES = {
    "perfect": _perfect,
    "any": _any,
    "lucky": _lucky,
    "super7": _sevens,
    "madness": _madness,
    "house": _house,
    "letride": _letride,
}


def prize(table: Table, box: int, dollars: int) -> None:
    """15A.6, 15A.7, N12: one prize, times each bettor's own dollars; the stake comes back (NZ-8)."""
    table.cite("NZ 15A.6")
    table.prize_due.remove(box)
    for stake in table.stakes:
        if stake.box == box and stake.kind == "madness" and stake.state == "open":
            stake.end("won", stake.cents * dollars)


def madness_failed(table: Table) -> None:
    """16.12: winners get a flat 25 dollars (N13, switch madness_failure)."""
    flat = table.rules.get("madness_failure", "flat") == "flat"
    for stake in table.stakes:
        if stake.kind == "madness" and stake.state == "open" and stake.box in table.prize_due:
            stake.end("won", 2500 if flat else 25 * stake.cents)
    table.prize_due.clear()


def third_card(table: Table, hand: Hand, splitting: bool = False) -> None:
    """Super Sevens and Lucky Match end with the third card, a split, or a hand that stops on two."""
    cards = hand.cards
    if not table.rules.nz or len(cards) < 2 or hand.split or table.boxes[hand.box].index(hand) != 0:
        return
    scale = LUCKY[table.rules.get("lucky_scale", "1")]
    for stake in table.stakes:
        if stake.box != hand.box or stake.state != "open":
            continue
        third = cards[2] if len(cards) > 2 else ""
        if stake.kind == "super7":
            table.cite("NZ 15.5" if splitting else "NZ 15.4")
            same = len({card[1] for card in cards[:3]}) == 1
            if third and third[0] == "7":
                _win(stake, 5000 if same else 500)
            else:
                _win(stake, 100 if cards[0][1] == cards[1][1] else 50)
        elif stake.kind == "lucky":
            table.cite("NZ 15F.10" if splitting else "NZ 15F.6")
            _win(stake, scale[3] if third and third == cards[0] else scale[2])
