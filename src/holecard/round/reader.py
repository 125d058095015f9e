"""The devices that look at the hole card without showing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from holecard.engine.dealer import could_be_blackjack
from holecard.engine.questions import Fact, Facts, What
from holecard.engine.rules import Area
from holecard.engine.table import Dealer
from holecard.law.clauses import Cite
from holecard.values.cards import Card

SMALL: Final = "small"
MEDIUM: Final = "medium"
LARGE: Final = "large"
BANDS: Final = (SMALL, MEDIUM, LARGE)
BAND_NAMES: Final = {SMALL: "Small", MEDIUM: "Medium", LARGE: "Large"}
BAND_CARDS: Final = ("2-3-4-5", "6-7-8-9", "10-J-Q-K-A")  # as 685a.2(b)(3) has them on the layout


def band(value: int) -> str:
    """The value range of a card in Down Under Blackjack; an ace (1) is Large.

    >>> band(5), band(9), band(1)
    ('small', 'medium', 'large')
    """
    if value in (1, 10):
        return LARGE
    return SMALL if value <= 5 else MEDIUM


@dataclass(frozen=True)
class MasqueReader:
    """Shows the range of the hole card under any up card. A peeker for printed cards shows exactly the same."""

    colours: tuple[str, str, str]
    cites: tuple[Cite, Cite, Cite]  # the clause of each light
    also: tuple[Cite, ...]
    laid: Cite  # that the dealer's hand is then laid in the area of its range
    inscribed: tuple[Cite, ...] = ()  # the clause of each area, where it has its own
    shows: tuple[str, ...] = BANDS
    device: str = "reader"
    sign: str = "light"  # how the colour is seen
    names: Mapping[str, str] = field(default_factory=lambda: BAND_NAMES)

    def light(self, up: Card, hole: Card) -> str:
        return band(hole.value)

    def facts(self, light: str) -> Facts:
        return self._facts[light]

    @cached_property
    def _facts(self) -> dict[str, Facts]:
        facts: dict[str, Facts] = {}
        for at, (light, colour, cite) in enumerate(zip(self.shows, self.colours, self.cites, strict=True)):
            lit = Fact(What.ANNOUNCED, cite, note=f"{colour} {self.sign}: {light}", also=self.also)
            note = f"the dealer's hand is laid in the area {self.names[light]}"
            facts[light] = (lit, Fact(What.LAID, self.laid, note=note, also=self.inscribed[at : at + 1]))
        return facts

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        return tuple(
            Area(light, self.names[light], cards, colour, self.sign, cite)
            for light, cards, colour, cite in zip(BANDS, BAND_CARDS, self.colours, self.cites, strict=True)
        )


BLACKJACK: Final = "blackjack"
NO_BLACKJACK: Final = "no-blackjack"
LIGHT_NAMES: Final = {BLACKJACK: "Blackjack", NO_BLACKJACK: "no Blackjack"}


@dataclass(frozen=True)
class BlackjackReader:
    """Shows only whether the hole card gives the dealer a Blackjack."""

    cite: Cite
    shows: tuple[str, ...] = (BLACKJACK, NO_BLACKJACK)
    areas: tuple[Area, ...] = ()
    device: str = "reader"
    names: Mapping[str, str] = field(default_factory=lambda: LIGHT_NAMES)

    def light(self, up: Card, hole: Card) -> str:
        return BLACKJACK if {up.value, hole.value} == {1, 10} else NO_BLACKJACK

    def facts(self, light: str) -> Facts:
        return (Fact(What.ANNOUNCED, self.cite, note=self.names[light].lower()),)


def both_large(dealer: Dealer) -> bool:
    """The up card is Large and so, by the light, is the hole card."""
    return dealer.light == LARGE and could_be_blackjack(dealer)


def read_blackjack(dealer: Dealer) -> bool:
    return dealer.light == BLACKJACK


def read_without_blackjack(dealer: Dealer) -> bool:
    """The reader has been used, and whatever it made known is no Blackjack."""
    return bool(dealer.light) and not dealer.is_blackjack
