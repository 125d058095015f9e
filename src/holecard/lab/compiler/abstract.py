"""Tables with less on them than a real one: what the compiler leaves out, and guards that stop a rule from reading it.

Two positions may be treated as one only if no rule can tell them apart. So a forgotten thing is an object that raises
when it is looked at, a card has a value and neither rank nor suit, and the shoe never ends.
"""

from __future__ import annotations

from functools import cache
from traceback import walk_tb
from typing import Any, NoReturn, cast

from holecard.engine.table import Dealer
from holecard.law.errors import HolecardError
from holecard.values.cards import RANKS, SUITS, Card
from holecard.values.hand import Points, no_points
from holecard.values.shoe import Stock

VALUES = range(1, 11)
USE_VALUE = "which the lab does not keep; use card.value"


class ForgottenIsRead(HolecardError):
    """A rule looks at something that the compiler has forgotten: merging positions would be wrong."""

    def __init__(self, what: str, then: str = "which the lab does not keep there") -> None:
        super().__init__(f"a rule reads {what}, {then}")
        self.what, self.then = what, then

    def name_rule(self, game: str) -> None:
        """Say which rule of which game it was: the innermost function that is no guard of this module."""
        frames = (frame for frame, _ in walk_tb(self.__traceback__))
        *_, reader = (frame.f_code for frame in frames if frame.f_globals.get("__name__") != __name__)
        rule = reader.co_qualname.partition(".<locals>.<")[0]  # of a comprehension, the function around it
        self.args = (f"{game}: the rule {rule} reads {self.what}, {self.then}",)


class NumberIsRead(ForgottenIsRead):
    """How many cards a hand has is looked at further than it is counted; `needed` would be far enough."""

    def __init__(self, floor: int, needed: int) -> None:
        super().__init__("the exact number of a hand's cards", f"which the lab keeps only up to {floor}")
        self.needed = needed


class CardIsRead(ForgottenIsRead):
    """A card of a hand is looked at beyond those that are kept."""


class SuitIsRead(ForgottenIsRead):
    """The suit of a card is looked at."""


class Forgotten:
    """Stands where something was. Whoever looks at it is told.

    >>> len(Forgotten("the dealer's hand"))
    Traceback (most recent call last):
    ...
    holecard.lab.compiler.abstract.ForgottenIsRead: a rule reads the dealer's hand, which the lab does not keep there
    """

    __slots__ = ("_what",)

    def __init__(self, what: str) -> None:
        object.__setattr__(self, "_what", what)

    def _read(self, *_: object) -> NoReturn:
        raise ForgottenIsRead(object.__getattribute__(self, "_what"))

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)  # Python itself asks, as doctest does
        self._read()

    def __bool__(self) -> bool:
        self._read()

    def _told(self, *_: object) -> NoReturn:
        self._read()

    __iter__ = __len__ = __getitem__ = __contains__ = _told
    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = _told
    __str__ = __repr__ = __format__ = _told
    __hash__ = object.__hash__


class ForgottenCard(Forgotten):
    """A card of a longer hand, of which only the points are remembered."""

    __slots__ = ()

    def _read(self, *_: object) -> NoReturn:
        raise CardIsRead("a card of a longer hand", "of which the lab keeps only the total; use hand.points")


class ForgottenLight(Forgotten):
    """That the reader was used is known; what it showed is not."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True


class ForgottenDealer(Forgotten):
    """No hand acts against a dealer's Blackjack that is known; nothing else is known about that hand."""

    __slots__ = ()

    @property
    def is_blackjack(self) -> bool:
        return False


class ValueCard:
    """A card of which only the value is known: an ace is 1, king, queen, jack and ten are 10."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value

    @property
    def rank(self) -> str:
        """The value gives the rank, except for ten, jack, queen and king."""
        if self.value == 10:
            raise ForgottenIsRead("card.rank", USE_VALUE)
        return RANKS[self.value - 1]

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise (SuitIsRead if name == "suit" else ForgottenIsRead)(f"card.{name}", USE_VALUE)

    def __repr__(self) -> str:
        return str(self.value)


class SuitedCard(ValueCard):
    """A card of which the value and the suit are known."""

    __slots__ = ("suit",)

    def __init__(self, value: int, suit: str) -> None:
        super().__init__(value)
        self.suit = suit


CARDS: tuple[Card, ...] = tuple(cast(Card, ValueCard(value)) for value in range(11))  # by value; the first is unused
SUITED: dict[tuple[int, str], Card] = {
    (value, suit): cast(Card, SuitedCard(value, suit)) for value in VALUES for suit in SUITS
}
SOME_CARD = cast(Card, ForgottenCard("a card"))
HIDDEN_DEALER = cast(Dealer, ForgottenDealer("the dealer's hand"))
SOME_LIGHT = cast(str, ForgottenLight("the light"))


class AtLeast:
    """A number of which only a lower bound is remembered. Whoever must know more is told that it is forgotten.

    >>> AtLeast(3) > 2, AtLeast(3) == 2
    (True, False)
    """

    __slots__ = ("_floor",)

    def __init__(self, floor: int) -> None:
        self._floor = floor

    def _compare(self, other: object, if_less: bool) -> bool:
        if isinstance(other, int) and other < self._floor:
            return if_less
        raise NumberIsRead(self._floor, other + 1 if isinstance(other, int) else self._floor + 1)

    def __eq__(self, other: object) -> bool:
        return self._compare(other, False)

    def __ne__(self, other: object) -> bool:
        return self._compare(other, True)

    def __gt__(self, other: int) -> bool:
        return self._compare(other, True)

    def __ge__(self, other: int) -> bool:
        return other == self._floor or self._compare(other, True)

    def __lt__(self, other: int) -> bool:
        return other != self._floor and self._compare(other, False)

    def __le__(self, other: int) -> bool:
        return self._compare(other, False)

    def __bool__(self) -> bool:
        return self != 0

    def __repr__(self) -> str:
        return f"{self._floor} or more"

    __hash__ = object.__hash__


class Held(Points):
    """A total whose number of cards is remembered only up to a cap, and of whose aces only whether there are any."""

    __slots__ = ("_aces", "_cap", "_count")

    def __init__(self, hard: int, aces: int, count: int, limit: int, cap: int) -> None:
        super().__init__(hard, aces, count, limit)
        self._aces, self._count, self._cap = aces, count, cap
        if limit < 22:  # where two aces may count 11, two differ from one
            self.aces = cast(int, AtLeast(1)) if aces else 0
        if count >= cap:
            self.count = cast(int, AtLeast(cap))

    def minus(self, value: int) -> Points:
        return held(self.hard - value, 0, self._count + 1, self.limit, self._cap)

    def _link(self, value: int) -> Points:
        following = held(self.hard + value, self._aces + (value == 1), self._count + 1, self.limit, self._cap)
        self._next[value] = following
        return following

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int, int]]:  # type: ignore[override]
        return held, (self.hard, self._aces, self._count, self.limit, self._cap)


@cache
def _held(hard: int, aces: int, count: int, limit: int, cap: int) -> Held:
    return Held(hard, aces, count, limit, cap)


def held(hard: int, aces: int, count: int, limit: int, cap: int) -> Held:
    return _held(hard, min(aces, 1 if limit < 22 else 3), min(count, cap), limit, cap)


def remembered(points: Points, cap: int) -> Points:
    """These points with as much as is remembered of them."""
    return points if isinstance(points, Held) else held(points.hard, points.aces, points.count, points.limit, cap)


class EndlessStock(Stock):
    """A shoe that never runs out: which cards are left is for the solver to say."""

    def take(self, *cards: Any) -> Stock:
        return self

    def turn(self, card: Card) -> Stock:
        return self


ENDLESS = EndlessStock(0, 0)


def points_of(values: tuple[int, ...], limit: int = 21) -> Points:
    points = no_points(limit)
    for value in values:
        points = points.plus(value)
    return points
