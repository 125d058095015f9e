"""Reads typed bets, for one bettor or several on a box, and checks them against the bankroll."""

from __future__ import annotations

from holecard.engine.questions import Act, Bet, Legal
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN
from holecard.law.errors import Malformed
from holecard.values.money import Cents, amount, cents

NAMES = ("You", "Ann", "Ben")  # who bets on each box; the first is seated there and decides
USUAL = 1000  # the bet proposed before the first round, where the table's limits and the bankroll allow it

Laid = tuple[Cents, ...]  # a bettor's main wager, then his side wagers in the game's order
Layout = tuple[tuple[Laid, ...], ...]  # box by box, bettor by bettor


def parse_bets(text: str, boxes: int, bettors: int, side_wagers: int) -> Layout:
    """`10` bets on every box, `10 5 0` box by box (0 sits out), `10/5` has two bettors, `10+2` adds a side wager.

    >>> parse_bets("10", 2, 1, 0)
    (((1000,),), ((1000,),))
    >>> parse_bets("10+2.50/5 0", 2, 2, 1)
    (((1000, 250), (500,)), ((0,),))
    """
    letter = next((one for one in text if one.isalpha()), "")
    if letter:
        raise Malformed(f"{letter!r} is not part of a bet. Type amounts such as 10 or 2.50, or press Enter")
    words = text.replace(",", " ").split()
    if len(words) not in (1, boxes):
        raise Malformed(f"{len(words)} amounts for {boxes} boxes: write one for all or one for each")
    layout = tuple(tuple(_laid(part, side_wagers) for part in word.split("/")) for word in words)
    if any(len(box) > bettors for box in layout):
        others = f"at most {bettors} share a box here" if bettors > 1 else "you play alone (--bettors 2 adds another)"
        raise Malformed(f"too many bettors: {others}")
    return layout * boxes if len(layout) == 1 else layout


def _laid(text: str, side_wagers: int) -> Laid:
    laid = tuple(cents(part) for part in text.split("+"))
    if len(laid) > 1 + side_wagers:
        offered = f"at most {side_wagers} after the bet" if side_wagers else "none is offered at this table"
        raise Malformed(f"too many side wagers: {offered}")
    return laid


def as_bets(layout: Layout, rules: Rules) -> tuple[Bet, ...]:
    """The wagers of a layout, box by box; the main ones first, since a side wager may rest on one of another box."""
    kinds = (MAIN, *rules.play.side_wagers)
    bets = [
        Bet(seat, name, money, kind)
        for seat, box in enumerate(layout, start=1)
        for name, laid in zip(NAMES, box, strict=False)
        for kind, money in zip(kinds, laid, strict=False)
        if money
    ]
    return tuple(sorted(bets, key=lambda bet: bet.wager != MAIN))


def shown(layout: Layout) -> str:
    """
    >>> shown((((1000, 250),), ((1000, 250),))), shown((((1000,), (500,)), ((0,),)))
    ('10+2.50', '10/5 0')
    """
    words = ["/".join("+".join(amount(one).removesuffix(".00") for one in laid) for laid in box) for box in layout]
    return words[0] if len(set(words)) == 1 else " ".join(words)


def cost(layout: Layout, rules: Rules) -> Cents:
    """What the bets take out of the purse, with the fee that goes with each main wager."""
    return sum(sum(laid) + _fee(laid[0], rules) for box in layout for laid in box)


def least_bet(rules: Rules) -> Cents:
    """What it takes to play at all."""
    return rules.minimum + _fee(rules.minimum, rules)


def _fee(stake: Cents, rules: Rules) -> Cents:
    return rules.play.ante.owed(stake) if rules.play.ante is not None and stake else 0


def usual(rules: Rules, boxes: int, bettors: int, purse: Cents, last: Layout | None) -> Layout:
    """The bets to propose: the last ones, or as much of the usual bet as the purse has for everybody, or for one."""
    if last is not None and cost(last, rules) <= purse:
        return last
    caps = (rules.maximum, rules.player_maximum, rules.box_maximum // bettors, purse // (boxes * bettors))
    each = min(max(USUAL, rules.minimum), *(cap for cap in caps[:3] if cap), caps[3])
    layout = (((each - each % rules.chip,),) * bettors,) * boxes
    if each >= rules.minimum and cost(layout, rules) <= purse:
        return layout
    return (((rules.minimum,),), *(((0,),),) * (boxes - 1))


def affordable(choices: tuple[Legal, ...], purse: Cents, chip: Cents) -> tuple[Legal, ...]:
    """The choices that cost nothing or that the purse can pay for; of a double or Insurance, as much as it can."""
    within = purse - purse % chip
    return tuple(
        legal if legal.most <= purse or not legal.most else legal._replace(most=within)
        for legal in choices
        if legal.least <= within or not legal.most
    )


def check_purse(choices: tuple[Legal, ...], act: Act, purse: Cents) -> Act:
    """An answer that stakes no more than there is; what the rules forbid anyhow is left to them to refuse."""
    for legal in choices:
        if legal.do == act.do and purse < act.amount <= legal.most:
            raise Malformed(f"{amount(act.amount)} is more than the {amount(purse)} you have")
    return act
