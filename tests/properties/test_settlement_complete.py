"""Every pair of final hands is settled by a case, every case is reached, and every conflict between cases is declared.

Two cases conflict on a pair of hands if the first decides it and a later one would have decided it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from holecard.engine.game import Game
from holecard.engine.options import Choice
from holecard.engine.rules import Rules
from holecard.engine.settlement import Cases, judge
from holecard.engine.table import MAIN, Dealer, Hand, Part, Wager
from holecard.games import GAMES
from holecard.law.errors import Refused
from holecard.round.second_chance import SECOND_CHANCE
from holecard.values.cards import DECK, Card
from holecard.values.hand import Points, count, no_points
from holecard.wagers import house_money, let_it_ride

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


def final_hands(rules: Rules) -> Iterator[Hand]:
    """Every final hand of a player, unsplit and split, doubled, surrendered, with the money that can lie on it."""
    bet = Wager("A", MAIN, Part.ORIGINAL, 1000)
    second = Wager("A", MAIN, Part.SPLIT, 1000)
    double = Wager("A", MAIN, Part.DOUBLE, 500)
    rides = [wager.key for wager in GAMES[rules.key].wagers if wager.key in (house_money.KEY, let_it_ride.KEY)]
    riding = tuple(Wager("A", key, Part.RIDING, 500) for key in rides)
    for values in players_values():
        held = cards(values)
        points = count(held)
        yield Hand(held, points, (bet, *riding), decision="stand", over=True)
        yield Hand(held, points, (bet, *riding), decision="stand", from_split=True, over=True)
        yield Hand(held, points, (second,), decision="stand", from_split=True, over=True)
        if len(values) == 3:
            yield Hand(held, points, (bet, double), decision="double", over=True)
            yield Hand(held, points, (bet, double), decision="double", from_split=True, over=True)
            yield Hand(held, points, (second, double), decision="double", from_split=True, over=True)
        if len(values) == 2 and points.total < 21 and "surrender" in rules.actions:
            yield Hand(held, points, (bet,), decision="surrender", over=True)
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


def pairs(rules: Rules) -> Iterator[tuple[Wager, Hand, Dealer]]:
    dealers = final_dealers(rules.play.dealer_limit)
    for hand in final_hands(rules):
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


def conflicts(rules: Rules) -> tuple[set[str], set[Overlap]]:
    """The cases that decide some pair, and the overlaps with another result; a pair without a case raises NoCase."""
    reached: set[str] = set()
    overlaps: set[Overlap] = set()
    for wager, hand, dealer in pairs(rules):
        deciding = judge(rules.cases, wager, hand, dealer)
        reached.add(deciding.name)
        later = rules.cases[rules.cases.index(deciding) + 1 :]
        overlaps |= {
            (deciding.name, case.name)
            for case in later
            if case.outcome != deciding.outcome and case.when(wager, hand, dealer)
        }
    return reached, overlaps


@cache
def survey(key: str) -> tuple[tuple[Rules, set[str], set[Overlap]], ...]:
    return tuple((rules, *conflicts(rules)) for rules in variants(GAMES[key]))


def names(overlaps: set[Overlap]) -> list[str]:
    return sorted(f"{case} overrides {other}" for case, other in overlaps)


def test_the_enumeration_is_complete() -> None:
    totals = {(hand.points.total, hand.points.soft) for hand in final_hands(GAMES["reference"].configure())}
    assert {total for total, _ in totals} == set(range(4, 31))
    assert {total for total, soft in totals if soft} == set(range(12, 22))
    for limit in (21, 22):
        dealers = final_dealers(limit)
        assert {dealer.points.total for dealer in dealers} == set(range(17, 27))
        assert sum(dealer.is_blackjack for dealer in dealers) == 1
        assert (limit == 22) is any(dealer.points.soft and dealer.points.total == 22 for dealer in dealers)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_pair_matches_a_case_and_every_case_is_reached(key: str) -> None:
    for rules, reached, _ in survey(key):
        assert reached == {case.name for case in rules.cases}, rules.options.shown()


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_conflict_between_cases_is_declared(key: str) -> None:
    undeclared: set[Overlap] = set()
    for rules, _, overlaps in survey(key):
        undeclared |= overlaps - {(case.name, other) for case in rules.cases for other in case.overrides}
    assert names(undeclared) == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_conflict_is_declared_that_cannot_arise(key: str) -> None:
    """A declaration must come true under some options; a case that others lack may be named in them all."""
    declared = {(case.name, other) for rules, *_ in survey(key) for case in rules.cases for other in case.overrides}
    arising = {overlap for *_, overlaps in survey(key) for overlap in overlaps}
    assert names(declared - arising) == []
