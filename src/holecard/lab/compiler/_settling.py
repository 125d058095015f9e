"""The value of each finished hand against each complete dealer's hand, as the game itself settles them.

Hands and dealers' hands that settlement cannot tell apart are settled once: every attribute that it looks at is
written down, and two that agree in all of these are one class. The classes are refined until nothing new is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from holecard.engine.questions import RoundOver
from holecard.engine.table import Box, Dealer, Hand, Wager
from holecard.lab.compiler.abstract import CARDS, SOME_CARD, AtLeast, remembered
from holecard.lab.compiler.stage import PLAYER, CannotCompile, Stage
from holecard.values.cards import Card
from holecard.values.hand import Points
from holecard.values.money import Cents

Paths = set[str]
Key = tuple[object, ...]  # what tells one class from another
Look = Callable[[str], None]
Settle = Callable[["Item", "Final", Paths, Paths], Cents]


LONG = 3  # a dealer's hand of so many cards or more is remembered as just that long


class Final(NamedTuple):
    """A complete dealer's hand."""

    up: int
    light: str
    points: Points

    @property
    def cards(self) -> tuple[Card, ...]:
        """The up card and others that are forgotten."""
        number = 2 if self.points.count == 2 else LONG
        return (CARDS[self.up], *(SOME_CARD,) * (number - 1))


def as_final(up: int, light: str, points: Points) -> Final:
    return Final(up, light, remembered(points, LONG))


class Item(NamedTuple):
    """Something to be settled: a finished hand with its wagers, or wagers beside it."""

    hand: Hand
    beside: tuple[Wager, ...] = ()


class _Seen:
    """Points that tell which of their attributes are looked at."""

    def __init__(self, points: Points, look: Look) -> None:
        self._points, self._look = points, look

    def __getattr__(self, name: str) -> Any:
        self._look(f"points.{name}")
        return getattr(self._points, name)


class _SeenCards:
    """Cards that tell which of them are looked at."""

    def __init__(self, cards: Sequence[object], look: Look) -> None:
        self._cards, self._look = cards, look

    def __getitem__(self, at: int) -> object:
        self._look(f"cards.{at}")
        return self._cards[at]

    def __len__(self) -> int:
        self._look("cards.len")
        return len(self._cards)

    def __iter__(self) -> Iterator[object]:
        return iter([self[at] for at in range(len(self))])


class _SeenDealer:
    """A dealer's hand that tells what of it is looked at."""

    def __init__(self, final: Final, look: Look) -> None:
        self._light, self._look = final.light, look
        self.points = _Seen(final.points, look)
        self.cards = _SeenCards(final.cards, look)

    @property
    def light(self) -> str:
        self._look("light")
        return self._light

    @property
    def is_blackjack(self) -> bool:
        return bool(Dealer.is_blackjack.fget(self))  # type: ignore[attr-defined]


def _plain(value: object) -> object:
    return repr(value) if isinstance(value, AtLeast) else value


def _hand_key(item: Item, paths: Paths) -> Key:
    hand = item.hand
    known: list[object] = [item.beside, hand.wagers, hand.decision, hand.from_split, hand.over, hand.removed]
    return (*known, *(_look_up(path, hand.points, hand.cards) for path in sorted(paths)))


def _final_key(final: Final, paths: Paths) -> Key:
    cards = final.cards
    return tuple(final.light if path == "light" else _look_up(path, final.points, cards) for path in sorted(paths))


def _look_up(path: str, points: Points, cards: Sequence[Any]) -> object:
    of, name = path.split(".")
    if of == "points":
        return _plain(getattr(points, name))
    if name == "len":
        return len(cards)
    return cards[int(name)].value if int(name) < len(cards) and cards[int(name)] is not SOME_CARD else "forgotten"


@dataclass(frozen=True)
class Payoffs:
    """Money in cents by row and final class, and which row and class each hand and dealer's hand belongs to."""

    money: tuple[tuple[Cents, ...], ...]
    row_of: dict[Item, int]
    final_of: dict[Final, int]


def payoffs(stage: Stage, items: Iterable[Item], finals: Iterable[Final]) -> Payoffs:
    """Settle every item against every final."""
    all_items, all_finals = list(dict.fromkeys(items)), list(dict.fromkeys(finals))
    settle = _remembering(stage)
    hand_paths: Paths = set()
    dealer_paths: Paths = set()
    while True:
        by_hand = {_hand_key(item, hand_paths): item for item in all_items}
        by_final = {_final_key(final, dealer_paths): final for final in all_finals}
        before = len(hand_paths) + len(dealer_paths)
        money = _settle_all(settle, by_hand, by_final, hand_paths, dealer_paths)
        if len(hand_paths) + len(dealer_paths) == before:
            break
    row_of = {key: row for row, key in enumerate(by_hand)}
    class_of = {key: number for number, key in enumerate(by_final)}
    return _merged(
        money,
        {item: row_of[_hand_key(item, hand_paths)] for item in all_items},
        {final: class_of[_final_key(final, dealer_paths)] for final in all_finals},
    )


def _settle_all(
    settle: Settle, by_hand: dict[Any, Item], by_final: dict[Any, Final], hand_paths: Paths, dealer_paths: Paths
) -> list[list[Cents]]:
    """A line for each hand; broken off as soon as something is looked at that the classes do not know."""
    money = []
    finals = list(by_final.values())
    keys_by: dict[frozenset[str], list[Key]] = {}  # of the finals, by what is looked at: most hands look at the same
    for item in by_hand.values():
        known = len(hand_paths) + len(dealer_paths)
        line = _line(settle, item, finals, keys_by, hand_paths, dealer_paths)
        if len(hand_paths) + len(dealer_paths) != known:
            return []
        money.append(line)
    return money


def _line(
    settle: Settle,
    item: Item,
    finals: list[Final],
    keys_by: dict[frozenset[str], list[Key]],
    hand_paths: Paths,
    dealer_paths: Paths,
) -> list[Cents]:
    """One hand against every final: those that agree in whatever is looked at for this hand are settled once."""
    looked_at: Paths = set()
    while True:
        settled: dict[Key, Cents] = {}
        before = len(looked_at)
        line = []
        paths = frozenset(looked_at)
        if paths not in keys_by:
            keys_by[paths] = [_final_key(final, looked_at) for final in finals]
        for final, key in zip(finals, keys_by[paths], strict=True):
            if key not in settled:
                settled[key] = settle(item, final, hand_paths, looked_at)
                if len(looked_at) != before:
                    break
            line.append(settled[key])
        else:
            dealer_paths |= looked_at
            return line


def _remembering(stage: Stage) -> Settle:
    """Settles one item against one final, and adds what is looked at of each. What was settled before the classes were
    refined is remembered; the items and finals, which are all kept meanwhile, are told apart by where they lie."""
    done: dict[tuple[int, int], tuple[Cents, Paths, Paths]] = {}

    def settle(item: Item, final: Final, hand_paths: Paths, dealer_paths: Paths) -> Cents:
        key = id(item), id(final)
        if key not in done:
            of_hand: Paths = set()
            of_dealer: Paths = set()
            done[key] = _settle_one(stage, item, final, of_hand.add, of_dealer.add), of_hand, of_dealer
        net, of_hand, of_dealer = done[key]
        hand_paths |= of_hand
        dealer_paths |= of_dealer
        return net

    return settle


def _settle_one(stage: Stage, item: Item, final: Final, look_at_hand: Look, look_at_dealer: Look) -> Cents:
    """The net of one item against one final."""
    hand = item.hand._replace(
        points=cast(Points, _Seen(item.hand.points, look_at_hand)),
        cards=cast("tuple[Any, ...]", _SeenCards(item.hand.cards, look_at_hand)),
    )
    box = Box(1, (PLAYER,), (hand,), wagers=item.beside)
    dealer = cast(Dealer, _SeenDealer(final, look_at_dealer))
    return settled(stage, box, dealer)


def settled(stage: Stage, box: Box, dealer: Dealer) -> Cents:
    """The net of everything on a box against a complete dealer's hand."""
    table, question = stage.at_turns((box,), dealer)
    if not isinstance(question, RoundOver):
        raise CannotCompile(
            f"cannot solve {stage.given.key}: it asks {type(question).__name__} after the dealer's hand"
        )
    (box,) = table.boxes
    nets = [wager.net for wagers in (box.wagers, *(hand.wagers for hand in box.hands)) for wager in wagers]
    if None in nets:
        raise CannotCompile(f"cannot solve {stage.given.key}: a wager is still open at the end of a round")
    return sum(net or 0 for net in nets)


def _merged(money: list[list[Cents]], row_of: dict[Item, int], final_of: dict[Final, int]) -> Payoffs:
    """Equal lines are one row and equal columns one class."""
    columns: dict[tuple[Cents, ...], int] = {}
    column_of = [columns.setdefault(column, len(columns)) for column in zip(*money, strict=True)]
    kept = [column_of.index(number) for number in range(len(columns))]
    lines: dict[tuple[Cents, ...], int] = {}
    line_of = [lines.setdefault(tuple(line[at] for at in kept), len(lines)) for line in money]
    return Payoffs(
        tuple(lines),
        {item: line_of[at] for item, at in row_of.items()},
        {final: column_of[at] for final, at in final_of.items()},
    )
