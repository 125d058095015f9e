"""Effects of removal: what a wager is worth after one card has left a fresh shoe, less what it was worth before.

With the play of the fresh shoe the effects, each as often as the shoe has its card, sum to zero: a card burned unseen
changes nothing. With the best play of each shoe the sum is a little above zero.

>>> from holecard.games import find
>>> found = removals(find("reference").configure({"decks": "1", "max_hands": "2"}))
>>> [(row.card, round(100 * row.effect, 2)) for row in found.rows][:3]
[('A', -0.58), ('2', 0.38), ('3', 0.43)]
>>> abs(found.weighted_sum) < 1e-13
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.engine.table import INSURANCE
from holecard.games import find
from holecard.lab.compiler.store import tables_for
from holecard.lab.counting._wager_values import VALUE_OF, OnDeal, wager_value
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.followed import Followed
from holecard.lab.solver.shoes import Cards
from holecard.lab.wagers.riding import WorthOfRiding, riding_as_played
from holecard.lab.wagers.side_wagers import ValueOfRiding
from holecard.law.errors import Malformed
from holecard.values.cards import DECK

MAIN = "main"
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
Floats = NDArray[np.float64]
Tell = Callable[[str, int, int], None]


class Play(StrEnum):
    """How the hands are played once a card is gone."""

    FIXED = "fixed"  # as in the fresh shoe
    BEST = "best"


class Removal(NamedTuple):
    """A card that leaves the shoe: how many of it there are, and what the wager is worth afterwards."""

    card: str
    in_shoe: int
    ev: float
    effect: float


@dataclass(frozen=True)
class Removals:
    """The effects of every card on one wager, for one unit of it."""

    rules: Rules
    wager: str
    pay_scale: str | None
    play: Play
    ev: float
    rows: tuple[Removal, ...]

    @property
    def effects(self) -> Floats:
        return np.array([row.effect for row in self.rows])

    @property
    def weights(self) -> Floats:
        return np.array([row.in_shoe for row in self.rows], np.float64)

    @property
    def weighted_sum(self) -> float:
        """Zero where the play is fixed."""
        return float(self.weights @ self.effects)

    @property
    def has_suits(self) -> bool:
        return len(self.rows) == len(DECK)

    def by_card(self) -> Floats:
        """The effect of each of the fifty-two cards."""
        return self.effects if self.has_suits else self.effects[VALUE_OF]

    def to_dict(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "pay_scale": self.pay_scale,
            "strategy": str(self.play),
            "ev": self.ev,
            "rows": [row._asdict() for row in self.rows],
            "weighted_sum": self.weighted_sum,
        }


def no_telling(step: str, done: int, steps: int) -> None:
    """Nobody listens."""


def removals(rules: Rules, wager: str = MAIN, play: Play = Play.FIXED, tell: Tell = no_telling) -> Removals:
    """The effects on the main wager, on Insurance or on a side wager, which is taken alone at its pay scale."""
    if wager == MAIN:
        return _of_main(rules, play, tell)
    if wager == INSURANCE:
        return _of_insurance(rules, play)
    return _of_side_wager(with_wager(rules, wager), wager, play, tell)


def wagers_of(rules: Rules) -> Iterator[str]:
    """What can be counted at this table: the main wager, Insurance, and each side wager in operation."""
    yield MAIN
    if INSURANCE in rules.play.offers:
        yield INSURANCE
    yield from rules.play.side_wagers


def with_wager(rules: Rules, key: str) -> Rules:
    """The same table with this side wager, and no other: it is refused where a clause forbids it."""
    game = find(rules.key)
    known = [MAIN, *([INSURANCE] if INSURANCE in rules.play.offers else []), *(offered.key for offered in game.wagers)]
    if key not in known:
        raise Malformed(f"--wager {key} is unknown. {rules.key} has {', '.join(known)}")
    if [*rules.play.side_wagers] == [key]:
        return rules
    chosen = {**rules.options.shown(), **{offered.switch: "no" for offered in game.wagers}}
    return game.configure({**chosen, game.wager(key).switch: "yes"})


def _rows(names: tuple[str, ...], held: tuple[int, ...], ev: float, evs: list[float]) -> tuple[Removal, ...]:
    return tuple(Removal(card, many, after, after - ev) for card, many, after in zip(names, held, evs, strict=True))


def _of_main(rules: Rules, play: Play, tell: Tell) -> Removals:
    """Eleven exact solutions."""
    fresh = Solution(tables_for(rules), Cards.of_decks(rules.decks))
    evs = []
    for value, name in enumerate(VALUES, 1):
        tell(f"without a card worth {name}" if value > 1 else "without an ace", value - 1, len(VALUES))
        cards = fresh.cards.without(value)
        after = Followed(fresh, cards) if play is Play.FIXED else Solution(fresh.tables, cards)
        evs.append(after.ev)
    return Removals(rules, MAIN, None, play, fresh.ev, _rows(VALUES, fresh.cards.counts, fresh.ev, evs))


def _of_insurance(rules: Rules, play: Play) -> Removals:
    """One unit of Insurance at 2 to 1. The dealer's ace lies on the table: it cannot leave the shoe as well."""
    if INSURANCE not in rules.play.offers:
        raise Malformed(f"{rules.key} offers no Insurance with these options")
    held = Cards.of_decks(rules.decks).without(1)

    def ev(cards: Cards) -> float:
        return 3 * cards.counts[9] / sum(cards.counts) - 1

    evs = [ev(held.without(value)) for value in range(1, 11)]
    return Removals(rules, INSURANCE, None, play, ev(held), _rows(VALUES, held.counts, ev(held), evs))


def _of_side_wager(rules: Rules, key: str, play: Play, tell: Tell) -> Removals:
    value = wager_value(rules, key)
    held = np.full((1, len(DECK)), float(rules.decks))
    less = held - np.eye(len(DECK))
    rule = rules.play.side_wagers[key]
    if rule.riding is None:
        ev, evs = float(value.evs(held)[0]), value.evs(less)
    else:
        assert isinstance(value, OnDeal), "a win that rides is one on the first cards"
        ev, evs = _riding(rules, key, value, held, less, play, tell)
    scale = rule.scale or None
    if value.by_value:
        firsts = [next(card.index for card in DECK if card.value == one) for one in range(1, 11)]
        counts = Cards.of_decks(rules.decks).counts
        return Removals(rules, key, scale, play, ev, _rows(VALUES, counts, ev, [float(evs[at]) for at in firsts]))
    names = tuple(str(card) for card in DECK)
    counts = (rules.decks,) * len(DECK)
    return Removals(rules, key, scale, play, ev, _rows(names, counts, ev, [float(one) for one in evs]))


def _riding(
    rules: Rules, key: str, kept: OnDeal, held: Floats, less: Floats, play: Play, tell: Tell
) -> tuple[float, Floats]:
    """A wager whose win may ride, where that is best: three exact solutions for each value."""
    tell("what rides", 0, 1 + len(VALUES))
    whole = WorthOfRiding(rules, key, Cards.of_decks(rules.decks))
    fresh = RideTable.of(riding_as_played(rules, key, whole))
    ev = float(fresh.added_to(kept).evs(held)[0])
    evs = np.zeros(len(DECK))
    for value, name in enumerate(VALUES, 1):
        tell(f"what rides without a {name}", value, 1 + len(VALUES))
        cards = Cards.of_decks(rules.decks).without(value)
        worth = whole.followed(cards) if play is Play.FIXED else WorthOfRiding(rules, key, cards)
        table = RideTable.of(riding_as_played(rules, key, worth), fresh if play is Play.FIXED else None)
        of_value = value - 1 == VALUE_OF
        evs[of_value] = table.added_to(kept).evs(less[of_value])
    return ev, evs


class RideTable(NamedTuple):
    """What a unit that rides is worth, by the values of the first two cards and of the up card; 0 where it is kept."""

    worth: Floats

    @classmethod
    def of(cls, value: ValueOfRiding, decided: RideTable | None = None) -> RideTable:
        """It rides where that is worth something, or where another table decided so."""
        worth = np.zeros((10, 10, 10))
        for low in range(1, 11):
            for high in range(low, 11):
                for up in range(1, 11):
                    found = float(value((low, high), up))
                    rides = found > 0 if decided is None else decided.worth[low - 1, high - 1, up - 1] > 0
                    if rides:
                        worth[low - 1, high - 1, up - 1] = worth[high - 1, low - 1, up - 1] = found
        return cls(worth)

    def added_to(self, kept: OnDeal) -> OnDeal:
        """The wager with its wins riding: wager and win ride together."""
        whole = np.where(kept.two > -1, 1 + kept.two, 0)
        by_card = self.worth[np.ix_(VALUE_OF, VALUE_OF, VALUE_OF)]
        return kept.plus(np.zeros_like(kept.two), whole[:, :, None] * by_card)
