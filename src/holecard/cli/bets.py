"""A player's bets as he types them, and what he can pay for."""

from __future__ import annotations

from holecard.errors import Malformed
from holecard.money import Cents, amount, cents
from holecard.questions import Bet, Legal
from holecard.rules import Rules
from holecard.table import MAIN

USUAL = 1000  # the bet proposed before the first round, where the table's limits and the bankroll allow it

Layout = tuple[tuple[Cents, ...], ...]  # for each box its main wager, then its side wagers in the game's order


def parse_bets(text: str, boxes: int, side_wagers: int) -> Layout:
    """`10` bets on every box, `10 5 0` box by box (0 sits out), `10+2` adds the first side wager.

    >>> parse_bets("10", 2, 0)
    ((1000,), (1000,))
    >>> parse_bets("10+2.50 0", 2, 1)
    ((1000, 250), (0,))
    """
    words = text.replace(",", " ").split()
    if len(words) not in (1, boxes):
        raise Malformed(f"{len(words)} amounts for {boxes} boxes: write one for all or one for each")
    layout = tuple(tuple(cents(part) for part in word.split("+")) for word in words)
    if any(len(box) > 1 + side_wagers for box in layout):
        offered = f"at most {side_wagers} after the bet" if side_wagers else "none is offered at this table"
        raise Malformed(f"too many side wagers: {offered}")
    return layout * boxes if len(layout) == 1 else layout


def as_bets(layout: Layout, rules: Rules, bettor: str) -> tuple[Bet, ...]:
    """The wagers of a layout, seat by seat; nothing where nothing was laid."""
    kinds = (MAIN, *rules.play.side_wagers)
    return tuple(
        Bet(seat, bettor, laid, kind)
        for seat, box in enumerate(layout, start=1)
        for kind, laid in zip(kinds, box, strict=False)
        if laid
    )


def shown(layout: Layout) -> str:
    """
    >>> shown(((1000, 250), (1000, 250))), shown(((1000,), (0,)))
    ('10+2.50', '10 0')
    """
    words = ["+".join(amount(laid).removesuffix(".00") for laid in box) for box in layout]
    return words[0] if len(set(words)) == 1 else " ".join(words)


def cost(layout: Layout) -> Cents:
    return sum(laid for box in layout for laid in box)


def usual(rules: Rules, boxes: int, purse: Cents, last: Layout | None) -> Layout:
    """The bets to propose: the last ones, or as much of the usual bet as the purse has for every box, or for one."""
    if last is not None and cost(last) <= purse:
        return last
    wanted = min(max(USUAL, rules.minimum), rules.maximum, purse // boxes)
    each = wanted - wanted % rules.chip
    if each >= rules.minimum:
        return ((each,),) * boxes
    return ((rules.minimum,), *((0,),) * (boxes - 1))


def affordable(choices: tuple[Legal, ...], purse: Cents, chip: Cents) -> tuple[Legal, ...]:
    """The choices that the purse can pay for; of a double or Insurance, as much of it as it can."""
    within = purse - purse % chip
    return tuple(
        legal if legal.most <= purse else legal._replace(most=within)
        for legal in choices
        if legal.least <= max(within, 0) or not legal.most
    )
