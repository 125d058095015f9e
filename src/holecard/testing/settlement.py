"""Every pair of final hands is settled by a case, every case is reached, and every conflict between cases is declared.

Two cases conflict on a pair of hands if the first decides it and a later one would have decided it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

from holecard.engine.game import Game
from holecard.engine.options import Choice
from holecard.engine.rules import Rules
from holecard.engine.settlement import Cases, judge
from holecard.engine.table import MAIN, Dealer, Hand, Part, Wager
from holecard.law.errors import Refused
from holecard.round.second_chance import SECOND_CHANCE
from holecard.values.cards import DECK, SUITS, Card
from holecard.values.hand import Points, count, no_points

SUITED = {value: [card for card in DECK if card.value == value] for value in range(1, 11)}
Overlap = tuple[str, str]  # (a case, a later one it overrides)


def cards(values: tuple[int, ...]) -> tuple[Card, ...]:
    """Real cards of these values, no two alike until a deck runs out of them."""
    return tuple(SUITED[value][at % len(SUITED[value])] for at, value in enumerate(values))


def drawn(limit: int, stops: int) -> Iterator[tuple[tuple[int, ...], Points]]:
    """Values of cards for every total and number of cards that drawing while below `stops` can reach."""
    seen: set[Points] = set()
    waiting: list[tuple[tuple[int, ...], Points]] = [((), no_points(limit))]
    while waiting:
        values, points = waiting.pop()
        if points in seen:
            continue
        seen.add(points)
        yield values, points
        if points.total < stops:
            waiting += [((*values, value), points.plus(value)) for value in range(1, 11)]


@cache
def players_values() -> tuple[tuple[int, ...], ...]:
    """Every two-card hand, and a longer one for each total, hard or soft, of three to five cards and of more."""
    longer = {
        (points.total, points.soft, min(points.count, 6)): values
        for values, points in drawn(21, 21)
        if points.count > 2
    }
    return (*combinations_with_replacement(range(1, 11), 2), *longer.values())


@cache
def riding_wagers(game: Game) -> tuple[str, ...]:
    """The side wagers whose wins may ride with the main wager."""
    found = []
    for offered in game.wagers:
        try:
            rule = game.configure({offered.switch: True}).play.side_wagers[offered.key]
        except Refused:
            continue
        if rule.riding is not None:
            found.append(offered.key)
    return tuple(found)


def _allowed(rules: Rules, action: str, hand: Hand) -> bool:
    """Whether the rules let this hand do it; an action that cannot be asked of plain hands is for the first two
    cards."""
    allows = getattr(rules.actions.get(action), "allows", None)
    return bool(allows(hand)) if allows is not None else len(hand.cards) == 2 and not hand.from_split


def final_hands(game: Game, rules: Rules) -> Iterator[Hand]:
    """Every final hand of a player, unsplit and split, doubled, surrendered, with the money that can lie on it."""
    bet = Wager("A", MAIN, Part.ORIGINAL, 1000)
    second = Wager("A", MAIN, Part.SPLIT, 1000)
    double = Wager("A", MAIN, Part.DOUBLE, 500)
    riding = tuple(Wager("A", key, Part.RIDING, 500) for key in riding_wagers(game))
    for values in players_values():
        held = cards(values)
        points = count(held)
        yield Hand(held, points, (bet, *riding), decision="stand", over=True)
        yield Hand(held, points, (bet, *riding), decision="stand", from_split=True, over=True)
        yield Hand(held, points, (second,), decision="stand", from_split=True, over=True)
        before = Hand(held[:-1], count(held[:-1]), (bet,))
        if len(values) == 3 or (len(values) > 3 and _allowed(rules, "double", before)):
            yield Hand(held, points, (bet, double), decision="double", over=True)
            yield Hand(held, points, (bet, double), decision="double", from_split=True, over=True)
            yield Hand(held, points, (second, double), decision="double", from_split=True, over=True)
        if points.total < 21 and "surrender" in rules.actions:
            for hand in (Hand(held, points, (bet,)), Hand(held, points, (second,), from_split=True)):
                if _allowed(rules, "surrender", hand):
                    yield hand._replace(decision="surrender", over=True)
        if points.total == 21 and len(values) == 2:
            for suit in SUITS:
                suited = tuple(next(card for card in SUITED[value] if card.suit == suit) for value in values)
                yield Hand(suited, points, (bet,), decision="stand", over=True)
        if points.total > 21 and SECOND_CHANCE in rules.play.offers:
            chance = Wager("A", SECOND_CHANCE, Part.SIDE, 1000)
            for value in range(1, 11):
                after = points.minus(value)
                yield Hand((*held, *cards((value,))), after, (bet, chance), decision=SECOND_CHANCE, over=True)


@cache
def final_dealers(limit: int) -> tuple[Dealer, ...]:
    """Every final hand of a dealer who counts aces to this limit and stands on 17: 17 to 26, and Blackjack.

    Each is there with an ace or ten up and with another card up, as far as it holds both.
    """
    found = {}
    for values, points in drawn(limit, 17):
        if points.total >= 17:
            low_first = sorted(values, key=is_ace_or_ten)
            for order in (low_first, low_first[::-1]):
                up = is_ace_or_ten(order[0])
                found[points.total, points.soft, points.count == 2, up] = Dealer(cards(tuple(order)), points)
    return tuple(found.values())


def is_ace_or_ten(value: int) -> bool:
    return value in (1, 10)


def pairs(game: Game, rules: Rules) -> Iterator[tuple[Wager, Hand, Dealer]]:
    dealers = final_dealers(rules.play.dealer_limit)
    for hand in final_hands(game, rules):
        for wager in hand.wagers:
            for dealer in dealers:
                yield wager, hand, dealer


def outline(cases: Cases) -> tuple[object, ...]:
    return tuple((case.name, repr(case.when), case.outcome, case.overrides) for case in cases)


def variants(game: Game) -> Iterator[Rules]:
    """The game under every combination of those options that change its cases or how the dealer counts."""

    def shape(rules: Rules) -> tuple[object, ...]:
        return outline(rules.cases), rules.play.dealer_limit, tuple(rules.actions)

    plain = shape(game.configure())
    telling: list[list[tuple[str, object]]] = []
    for option in game.options:
        if isinstance(option, Choice):
            shapes = {value: _shape_with(game, option.name, value, shape) for value in option.values}
            if any(found not in (None, plain) for found in shapes.values()):
                telling.append([(option.name, value) for value in option.values])
    for chosen in product(*telling):
        try:
            yield game.configure(dict(chosen))
        except Refused:
            continue


def _shape_with(game: Game, name: str, value: object, shape: object) -> object:
    assert callable(shape)
    try:
        return shape(game.configure({name: value}))
    except Refused:
        return None


def conflicts(game: Game, rules: Rules) -> tuple[set[str], set[Overlap]]:
    """The cases that decide some pair, and the overlaps with another result; a pair without a case raises NoCase."""
    reached: set[str] = set()
    overlaps: set[Overlap] = set()
    for wager, hand, dealer in pairs(game, rules):
        deciding = judge(rules.cases, wager, hand, dealer)
        assert rules.judge.case(wager, hand, dealer) is deciding, f"{deciding.name} is not found by the dealer's hand"
        reached.add(deciding.name)
        later = rules.cases[rules.cases.index(deciding) + 1 :]
        overlaps |= {
            (deciding.name, case.name)
            for case in later
            if case.outcome != deciding.outcome and case.when(wager, hand, dealer)
        }
    return reached, overlaps


@dataclass(frozen=True)
class Surveyed:
    """What the final hands of one configuration met."""

    rules: Rules
    reached: set[str]
    overlaps: set[Overlap]

    @property
    def unreached(self) -> list[str]:
        return [case.name for case in self.rules.cases if case.name not in self.reached]

    @property
    def declared(self) -> set[Overlap]:
        return {(case.name, other) for case in self.rules.cases for other in case.overrides}


@cache
def survey(game: Game) -> tuple[Surveyed, ...]:
    """Every configuration whose cases differ, each pair of final hands judged; a pair without a case is an error."""
    return tuple(Surveyed(rules, *conflicts(game, rules)) for rules in variants(game))


def unreached(game: Game) -> list[str]:
    """Cases that no pair of final hands meets, with the options under which they are there."""
    return [f"{name} under {one.rules.options.shown()}" for one in survey(game) for name in one.unreached]


def undeclared(game: Game) -> list[str]:
    """Overlaps with another result that the deciding case does not name."""
    return _names({overlap for one in survey(game) for overlap in one.overlaps - one.declared})


def never_arising(game: Game) -> list[str]:
    """Overlaps that a case names and that come true under no options."""
    declared = {overlap for one in survey(game) for overlap in one.declared}
    return _names(declared - {overlap for one in survey(game) for overlap in one.overlaps})


def _names(overlaps: set[Overlap]) -> list[str]:
    return sorted(f"{case} overrides {other}" for case, other in overlaps)
