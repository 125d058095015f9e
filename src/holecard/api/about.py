"""What a result was computed for: game, options, shoe and strategy, as text and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from holecard import __version__
from holecard.engine.rules import Rules
from holecard.lab.compiler.fee import FeeIncluded, fee_included
from holecard.law.errors import Malformed
from holecard.values.cards import RANKS, parse_values
from holecard.values.money import Cents, amount

if TYPE_CHECKING:
    from holecard.lab.solver.shoes import Cards

FRESH, INFINITE = "fresh", "infinite"
HIGHEST_TO_HIT = 20 + 16  # points of a hand and of a dealer before the last card of each


def counted(number: int, one: str, many: str = "") -> str:
    """
    >>> counted(6, "deck"), counted(1, "deck"), counted(2, "box", "boxes")
    ('6 decks', '1 deck', '2 boxes')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def named(values: tuple[int, ...]) -> tuple[str, ...]:
    """Values as results write them.

    >>> named((1, 10, 5))
    ('A', 'T', '5')
    """
    return tuple(RANKS[value - 1] for value in values)


@dataclass(frozen=True)
class ShoeUsed:
    """The shoe that a figure is for: fresh decks, decks without some cards, or an endless one.

    >>> print(ShoeUsed(6), ShoeUsed(6, (1, 5)), ShoeUsed(None), sep="; ")
    6 decks; 6 decks without A 5; infinite shoe
    >>> ShoeUsed(6, (1, 5)).to_dict()
    {'decks': 6, 'without': ['A', '5']}
    """

    decks: int | None  # None: endless
    without: tuple[int, ...] = ()

    @classmethod
    def asked(cls, rules: Rules, shoe: str = FRESH, without: str = "") -> ShoeUsed:
        """The shoe that a caller asks for; one that could run out during a hand is refused."""
        if shoe not in ("", FRESH, INFINITE):
            raise Malformed(f"--shoe must be {FRESH} or {INFINITE}, not {shoe}")
        gone = parse_values(without)
        if shoe != INFINITE:
            found = cls(rules.decks, gone)
            if gone:
                _check_enough(rules, found.cards())
            return found
        if gone:
            raise Malformed("--without needs a fresh shoe: removing cards does not change an infinite one")
        return cls(None)

    def cards(self) -> Cards:
        """As the solver takes it."""
        from holecard.lab.solver.shoes import Cards

        return Cards.infinite() if self.decks is None else Cards.of_decks(self.decks).without(*self.without)

    def __str__(self) -> str:
        if self.decks is None:
            return "infinite shoe"
        gone = f" without {' '.join(named(self.without))}" if self.without else ""
        return counted(self.decks, "deck") + gone

    def to_dict(self) -> dict[str, object]:
        decks = INFINITE if self.decks is None else self.decks
        return {"decks": decks, "without": list(named(self.without))}


def _check_enough(rules: Rules, cards: Cards) -> None:
    """Refuse a shoe that could run out during a hand: there would be no figure, or a wrong one."""
    points = sum(value * many for value, many in enumerate(cards.counts, 1))
    highest = max((value for value, many in enumerate(cards.counts, 1) if many), default=0)
    last_cards = 2 + any(word.draws for offer in rules.play.offers.values() for word in offer.words)
    enough = HIGHEST_TO_HIT + last_cards * highest
    if points < enough:
        left = f"{sum(cards.counts)} cards of {points} points"
        raise Malformed(f"--without leaves {left}, and a round could run out. Leave at least {enough} points (ace = 1)")


@dataclass(frozen=True, kw_only=True)
class About:
    """What a result was computed for. Every result has one, and its `to_dict` begins with it.

    >>> from holecard.games import find
    >>> rules = find("nz-ante-up").configure(decks=8)
    >>> for line in About(rules=rules, shoe=ShoeUsed(8), strategy="composition").heading():
    ...     print(line)
    Ante Up Blackjack (New Zealand)  nz-ante-up  nz-blackjack@undated  8 decks
    Options: decks=8
    Including the Ante of 0.10 on a main wager of 1.00
    """

    rules: Rules
    shoe: ShoeUsed
    strategy: str | None
    wager: Cents = 0  # the main wager of every round, if it is not the one that the lab analyses
    main: bool = True  # whether the figures are of the main wager, whose fee they then include

    @property
    def fee(self) -> FeeIncluded | None:
        return fee_included(self.rules, self.wager) if self.main else None

    def heading(self, *more: str) -> tuple[str, ...]:
        """The lines above a result: game, edition and shoe, with `more`; then options, fee and standing."""
        rules = self.rules
        held = f"{rules.register.key}@{rules.register.edition}" if rules.register is not None else "house rules"
        first = f"{rules.name}  {rules.key}  {held}  {', '.join((str(self.shoe), *more))}"
        return (first, *self.details())

    def details(self) -> tuple[str, ...]:
        """The options that are not at their defaults, the fee behind a figure, and whether the law is in force."""
        rules, fee = self.rules, self.fee
        chosen = " ".join(f"{name}={value}" for name, value in rules.options.not_default().items())
        return (
            *([f"Options: {chosen}"] if chosen else ["Options: all at their defaults"]),
            *([f"Including the {fee}"] if fee is not None else []),
            *(["Proposed edition, not in force"] if rules.is_proposed else []),
        )

    @property
    def footer(self) -> str:
        """The rules' fingerprint and the version, which a later run can be compared by."""
        return f"rules {self.rules.hash}, holecard {__version__}"

    def to_dict(self) -> dict[str, object]:
        fee = self.fee
        return {
            "game": self.rules.key,
            "options": self.rules.options.shown(),
            "rules_hash": self.rules.hash,
            "version": __version__,
            "shoe": self.shoe.to_dict(),
            "ante": None if fee is None else {"amount": amount(fee.fee), "wager": amount(fee.wager)},
            "strategy": self.strategy,
        }
