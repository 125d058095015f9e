"""How to play a configured game: its strategy card, as cells, JSON, CSV, SVG and PDF."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from holecard import __version__
from holecard.api.about import About, ShoeUsed
from holecard.api.analysis import TOTAL, strategy_named
from holecard.engine.rules import Rules
from holecard.law.errors import Malformed

if TYPE_CHECKING:
    from holecard.lab.card.cells import Card, Cell
    from holecard.lab.card.csv_file import CompositionCell
    from holecard.lab.card.text import Sheet
    from holecard.lab.solver.analysis import Analysis as Solved


@dataclass(frozen=True, kw_only=True, repr=False)
class StrategyCard:
    """What to do with every hand; made by `strategy`. A notebook shows it as the printed card.

    >>> import holecard as hc
    >>> card = hc.strategy(hc.game("reference", max_hands=2))
    >>> card
    <StrategyCard of reference by total: 560 cells>
    >>> cell = card.cell("hard 16", "10")
    >>> cell.action, round(cell.ev, 4), card.offers
    ('hit', -0.5348, {'insurance': 'decline'})
    """

    about: About
    solved: Solved = field(compare=False)  # the lab's own result, which the card is drawn from

    @property
    def rules(self) -> Rules:
        return self.about.rules

    @property
    def ev(self) -> float:
        return self.solved.ev

    @property
    def by_totals(self) -> bool:
        return self.about.strategy == TOTAL

    @cached_property
    def card(self) -> Card:
        """The card by totals, with its rows and columns."""
        from holecard.lab.card.cells import strategy_card

        return strategy_card(self.solved)

    @cached_property
    def cells(self) -> tuple[Cell, ...] | tuple[CompositionCell, ...]:
        """Every cell: by totals what to do, by composition every hand that belongs there."""
        if self.by_totals:
            return tuple(self.card.cells.values())
        from holecard.lab.card.csv_file import compositions

        return tuple(compositions(self.solved))

    @property
    def offers(self) -> dict[str, str] | None:
        """What to answer to offers before the hands act, where one answer is always best; None by composition."""
        if not self.by_totals:
            return None
        from holecard.lab.card.text import offers

        return offers(self.solved.solution, self.card)

    def cell(self, hand: str, up: str, *, light: str = "", hole: str = "", cards: str = "") -> Cell:
        """What to do with a hand as the card names it: `hard 16`, `soft 18`, `8,8`; `cards` if their number counts."""
        try:
            return self.card.cell(hand, up, light, hole, cards)
        except KeyError:
            asked = " ".join(filter(None, (hand, up, light, hole, cards)))
            raise Malformed(f"the card has no cell {asked!r}: see its rows and columns") from None

    @property
    def sheet(self) -> Sheet:
        """The printed page."""
        from holecard.lab.card.text import sheet

        return sheet(self.solved, self.card, __version__)

    def __repr__(self) -> str:
        return f"<StrategyCard of {self.rules.key} by {self.about.strategy}: {len(self.cells)} cells>"

    def to_dict(self) -> dict[str, object]:
        """As `holecard strategy --json` prints it."""
        from holecard.lab.card.cells import Cell
        from holecard.lab.card.csv_file import described, described_composition

        cells = [described(one) if isinstance(one, Cell) else described_composition(one) for one in self.cells]
        offers = {} if self.offers is None else {"offers": self.offers}
        return {**self.about.to_dict(), "ev": self.ev, "cells": cells, **offers}

    def to_csv(self) -> str:
        """Every cell as a line of CSV."""
        from holecard.lab.card.csv_file import card_csv, composition_csv, compositions

        return card_csv(self.card) if self.by_totals else composition_csv(compositions(self.solved))

    def to_svg(self) -> str:
        """The card as a drawing of one page."""
        from holecard.lab.card.svg_file import card_svg

        return card_svg(self.sheet)

    def to_pdf(self) -> bytes:
        """The card as a page for print."""
        from holecard.lab.card.pdf_file import card_pdf

        return card_pdf(self.sheet)

    def _repr_html_(self) -> str:
        if not self.by_totals:
            return f"<pre>{repr(self)[1:-1]}</pre>"
        return f"<div style='max-width:52em'>{self.to_svg()}</div>"


def strategy(rules: Rules, *, strategy: str = TOTAL, shoe: str = "fresh", without: str = "") -> StrategyCard:
    """Find the best play of every hand.

    `strategy` is `total` (as on a printed card) or `composition` (hand by hand, where every card counts).

    >>> import holecard as hc
    >>> card = hc.strategy(hc.game("pa-down-under"))
    >>> card.cell("hard 16", "9", light="small").action
    'stand'
    """
    used, kind = ShoeUsed.asked(rules, shoe, without), strategy_named(strategy)
    from holecard.lab.solver.analysis import analyse
    from holecard.lab.solver.shoes import Strategy

    about = About(rules=rules, shoe=used, strategy=kind)
    return StrategyCard(about=about, solved=analyse(rules, used.cards(), Strategy(kind)))
