"""The points on which the pits of the Pennsylvania chapters differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from holecard.engine.rules import PitRule
from holecard.law.clauses import Cite
from holecard.pit.opening import Only
from holecard.pit.procedures import Tasks


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """Where the pits of two chapters part; in all else their sections 2 to 7 agree, letter by letter."""

    untouched: Cite  # only the dealer handles the cards
    repair: Cite  # the game waits for a reader that works
    fans_preinspected: bool  # whether cards that came inspected are still spread for the first player
    after_idle: Callable[[str], Tasks]  # by shuffler: from the next player's look to the first card
    only_some_tables: Only = field(default_factory=dict)  # equipment that not every table needs
    steps: Mapping[str, PitRule] = field(default_factory=dict)  # that only this chapter has
