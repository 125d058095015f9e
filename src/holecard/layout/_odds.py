"""The odds of a table's wagers, as the layout or a sign states them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from holecard.engine.rules import Rules
from holecard.engine.side_wager import SideWager

OTHER_ODDS: Final = "Every other winning wager pays 1 to 1"


def pay_rows(wager: SideWager) -> list[tuple[str, str]]:
    """What wins a side wager, and what it pays.

    >>> from holecard.games import find
    >>> pay_rows(find("nz-blackjack").configure(any_pair=True).play.side_wagers["any-pair"])
    [('any pair', '11 to 1')]
    """
    if wager.prizes is not None:
        least, most = min(wager.prizes.numbers), max(wager.prizes.numbers)
        return [(wager.prizes.won_by, f"a prize of {least} to {most} for 1")]
    return [(name, odds.spoken) for name, odds in wager.pays.items()]


def odds_of_side_wagers(rules: Rules) -> Iterator[str]:
    """A sentence for each class of each side wager."""
    for wager in rules.play.side_wagers.values():
        yield from (f"{wager.title}: {what} pays {pays}" for what, pays in pay_rows(wager))
