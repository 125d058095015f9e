"""What each side wager of a configured game is worth, on every pay scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from holecard.api.about import About, ShoeUsed
from holecard.engine.rules import Rules
from holecard.games import find

if TYPE_CHECKING:
    from holecard.lab.wagers.side_wagers import WagerAnalysis


@dataclass(frozen=True, kw_only=True)
class SideWagers:
    """Every side wager that a game may offer with these options, each on its own; made by `wagers`.

    A row has `wager`, `pay_scale`, `ev`, `house_edge`, `hit_frequency`, `standard_deviation` and `classes`, exact
    where they are fractions. `ev_kept` is with every win kept, of a wager whose win may ride.

    >>> import holecard as hc
    >>> found = hc.wagers(hc.game("pa-down-under", decks=8))
    >>> [(row.wager, row.pay_scale, row.ev) for row in found]
    [('match-the-dealer', None, Fraction(-1052, 28635))]
    """

    about: About
    rows: tuple[WagerAnalysis, ...]
    titles: dict[str, str] = field(compare=False)  # what the layout calls each wager

    @property
    def rules(self) -> Rules:
        return self.about.rules

    def __iter__(self) -> Iterator[WagerAnalysis]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        each = (
            f"{self.titles[row.wager]}{f', scale {row.pay_scale}' if row.pay_scale else ''}: "
            f"house edge {float(row.house_edge):.4%}, wins {float(row.hit_frequency):.4%}"
            for row in self.rows
        )
        return "\n".join((*self.about.heading("each side wager on its own"), *each))

    def to_dict(self) -> list[dict[str, object]]:
        """As `holecard wagers --json` prints it: one object for each wager and pay scale."""
        return [self._described(row) for row in self.rows]

    def _described(self, row: WagerAnalysis) -> dict[str, object]:
        return {
            **replace(self.about, strategy=row.quoted or None).to_dict(),
            "wager": row.wager,
            "pay_scale": row.pay_scale,
            "ev": float(row.ev),
            "house_edge": float(row.house_edge),
            "rtp": float(row.rtp),
            "hit_frequency": float(row.hit_frequency),
            "standard_deviation": row.standard_deviation,
            "variance": float(row.variance),
            "distribution": [
                {"net": float(net), "probability": float(chance)} for net, chance in row.distribution.items()
            ],
            "classes": [
                {"class": paid.name, "probability": float(paid.probability), "pays": _number(paid.pays)}
                for paid in row.classes
            ],
            "ev_kept": None if row.ev_kept is None else float(row.ev_kept),
            "riding_analysed": row.riding_analysed,
            "quoted": row.quoted or None,
        }


def _number(pays: Fraction) -> int | float:
    return pays.numerator if pays.denominator == 1 else float(pays)


def wagers(rules: Rules) -> SideWagers:
    """Find the exact value of each side wager that the game may offer, whether or not the table has it switched on.

    >>> import holecard as hc
    >>> (row,) = hc.wagers(hc.game("pa-down-under"))
    >>> [(paid.name, paid.pays) for paid in row.classes][-2:]
    [('unsuited match', Fraction(4, 1)), ('loses', Fraction(-1, 1))]
    """
    from holecard.lab.wagers.riding import value_of_riding
    from holecard.lab.wagers.side_wagers import analyse_wagers, offered_alone

    game, chosen = find(rules.key), rules.options.shown()
    rows = analyse_wagers(game, chosen, value_of_riding=value_of_riding)
    titles = {key: alone.play.side_wagers[key].title for key, _, alone in offered_alone(game, chosen)}
    about = About(rules=rules, shoe=ShoeUsed(rules.decks), strategy=None, main=False)
    return SideWagers(about=about, rows=tuple(rows), titles=titles)
