"""Departures: the true count from which another action than the card's is better, and what that is worth.

The method: for each true count from -10 to +10 the mean composition of the cards left is solved exactly, by totals.
Where the best action of a cell changes, the index is interpolated between two counts. It is the true count at the
moment of the decision: the hand and the up card are counted too. What a departure is worth is what it gains in a round,
for a flat bet, each true count as often as rounds begin at it.

Insurance has an index of its own, in closed form: the true count at which a third of the unseen cards are tens. Other
offers before the hands act, such as early settlement, are treated like cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from holecard.engine.questions import DECLINE
from holecard.engine.rules import Rules
from holecard.engine.table import INSURANCE
from holecard.lab.card.cells import NAMES, Card, Cell, Column, Row, column_of, row_of, rows_of, strategy_card
from holecard.lab.compiler.compile import Opening, OpeningChance, OpeningOffer
from holecard.lab.compiler.stage import ANY, Known, Pair
from holecard.lab.compiler.store import tables_for
from holecard.lab.counting._compositions import COUNTS, DECK_SIZE, cards_at, frequencies, tags_by_value, variance
from holecard.lab.counting._wager_values import Floats
from holecard.lab.counting.removals import Tell, no_telling
from holecard.lab.counting.systems import System
from holecard.lab.simulator.simulate import main_game
from holecard.lab.solver.analysis import Analysis
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy

DEPTH = 0.75
MOST_VALUABLE = 18


@dataclass(frozen=True)
class Departure:
    """An action that is better than the card's from a true count on: above it, or below it where `above` is false."""

    hand: str
    up: str
    light: str
    basic: str
    departs_to: str
    index: float
    above: bool
    worth: float


@dataclass(frozen=True)
class Indices:
    """Every departure, the most valuable first."""

    rules: Rules
    system: System
    penetration: float
    rows: tuple[Departure, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "system": self.system.name,
            "penetration": self.penetration,
            "rows": [asdict(row) for row in self.rows],
        }


def solve_by_count(
    rules: Rules, system: System, penetration: float, tell: Tell = no_telling, beyond: float = 0
) -> tuple[Solution, ...]:
    """The strategy by totals at each true count, or so much beyond each, halfway down to the cut."""
    size = DECK_SIZE * rules.decks * (1 - penetration / 2)
    found = []
    for at, count in enumerate(COUNTS):
        tell(f"solving true count {count:+d}", at, len(COUNTS))
        found.append(Solution(tables_for(rules), cards_at(system, count + beyond, size), Strategy.TOTAL))
    return tuple(found)


def indices(rules: Rules, system: System, penetration: float = DEPTH, tell: Tell = no_telling) -> Indices:
    """The departures of a configured game for a balanced system."""
    tags_by_value(system)  # refused before the work
    game = main_game(rules)
    basic = Solution(tables_for(game), Cards.of_decks(game.decks), Strategy.TOTAL)
    by_count = solve_by_count(game, system, penetration, tell)
    often = frequencies(system, game.decks, penetration)
    rows = [*_of_cells(game, system, basic, by_count, often), *_of_offers(game, system, basic, by_count, often)]
    if INSURANCE in game.play.offers:
        rows.append(_insurance(game, system, often))
    rows.sort(key=lambda row: -row.worth)
    return Indices(game, system, penetration, tuple(rows))


def _of_cells(
    rules: Rules, system: System, basic: Solution, by_count: Sequence[Solution], often: dict[int, float]
) -> Iterator[Departure]:
    card = strategy_card(Analysis(rules, basic))
    cards = [strategy_card(Analysis(rules, solution)) for solution in by_count]
    nodes = dict(rows_of(basic))
    size = sum(by_count[0].cards.counts)
    columns = {column_of(rules, known): at for at, known in enumerate(basic.tables.known)}
    for (row, column), cell in card.cells.items():
        values = _values(row, column, cell, cards)
        if values is None:
            continue
        node, known = nodes[row], columns[column]
        reached = np.array([_reach(one, node, known) for one in by_count])
        seen = _seen(system, basic, node, known)
        for above in (True, False):
            found = _departure(cell.action, values, above)
            if found is None:
                continue
            do, at_betting = found
            worth = _worth(_gain(cell.action, values) * reached, at_betting, above, often)
            index = _at_decision(at_betting, seen, size)
            yield Departure(*_named(cell), cell.action, do, index, above, worth)


class _Offered(NamedTuple):
    """An offer to two cards before the hands act: `second` is what is known of the dealer's second card."""

    offer: OpeningOffer
    pair: Pair
    up: int
    second: int


def _of_offers(
    rules: Rules, system: System, basic: Solution, by_count: Sequence[Solution], often: dict[int, float]
) -> Iterator[Departure]:
    """Those other than Insurance that no cell of the card answers, each for all hands that a card calls the same."""
    cells = strategy_card(Analysis(rules, basic)).cells.values()
    answered = {INSURANCE, *(do for cell in cells for do, _ in cell.actions)}
    alike: dict[tuple[str, str, Column], list[_Offered]] = {}
    for (pair, up), opening in basic.tables.compiled.openings.items():
        for offer, second in _offers(opening, ANY):
            if offer.subject not in answered and basic.cards.pair_probability(pair, up) > 0:
                named = offer.subject, _called(basic, pair), column_of(rules, Known(up, second))
                alike.setdefault(named, []).append(_Offered(offer, pair, up, second))
    tags, size = tags_by_value(system), sum(by_count[0].cards.counts)
    for (_, hand, (up_card, light, hole)), offered in alike.items():
        choices = [do for do, _ in offered[0].offer.choices]
        worths = np.array([sum(solution.worth_of_choices(*one) for one in offered) for solution in by_count])
        values = dict(zip(choices, worths.T, strict=True))
        does = choices[basic.answer_to(*offered[0])]
        met = [basic.cards.pair_probability(one.pair, one.up) for one in offered]
        counted = [float(sum(tags[value - 1] for value in (*one.pair, one.up))) for one in offered]
        seen = 3.0, float(np.average(counted, weights=met))
        for above in (True, False):
            found = _departure(does, values, above)
            if found is not None:
                do, at_betting = found
                worth = _worth(_gain(does, values), at_betting, above, often)
                shown = light or (f"hole {hole}" if hole else "")
                yield Departure(hand, up_card, shown, does, do, _at_decision(at_betting, seen, size), above, worth)


def _offers(opening: Opening, second: int) -> Iterator[tuple[OpeningOffer, int]]:
    """Every offer, where those before it are declined."""
    match opening:
        case OpeningChance(outcomes=outcomes):
            for values, after in outcomes:
                yield from _offers(after, values)
        case OpeningOffer(choices=choices):
            yield opening, second
            yield from (found for do, after in choices if do == DECLINE.do for found in _offers(after, second))


def _called(basic: Solution, pair: Pair) -> str:
    """Two cards as a card calls them."""
    node = basic.tables.compiled.starts.get(pair)
    row = None if node is None else row_of(basic, node)
    return row.hand if row is not None else "Blackjack" if pair == (1, 10) else f"{NAMES[pair[0]]},{NAMES[pair[1]]}"


def _values(row: Row, column: Column, cell: Cell, cards: Sequence[Card]) -> dict[str, Floats] | None:
    """What each action is worth at each true count."""
    found: dict[str, list[float]] = {do: [] for do, _ in cell.actions}
    for card in cards:
        other = card.cells.get((row, column))
        if other is None:
            return None
        for do, ev in other.actions:
            found[do].append(ev)
    return {do: np.array(evs) for do, evs in found.items()}


def _gain(basic: str, values: Mapping[str, Floats]) -> Floats:
    """What the best action gains over the card's at each true count."""
    gain: Floats = np.maximum(np.max([*values.values()], axis=0) - values[basic], 0)
    return gain


def _worth(gain: Floats, at_betting: float, above: bool, often: dict[int, float]) -> float:
    """The gain in a round, over all true counts beyond the index."""
    beyond = [count for count in COUNTS if (count + 0.5 > at_betting) == above]
    return sum(often[count] * float(np.interp(count + 0.5, COUNTS, gain)) for count in beyond)


def _departure(basic: str, values: Mapping[str, Floats], above: bool) -> tuple[str, float] | None:
    """What is better than the card at the far end of the counts, and from which count at betting on."""
    order = [*range(len(COUNTS))] if above else [*reversed(range(len(COUNTS)))]
    best = [max(values, key=lambda do: float(values[do][at])) for at in order]
    differs = [do != basic for do in best]
    if not differs[-1] or all(differs):
        return None
    first = len(differs) - differs[::-1].index(False)
    gain = values[best[first]] - values[basic]
    one, other = order[first - 1], order[first]
    step = float(gain[one] / (gain[one] - gain[other])) if gain[one] != gain[other] else 0.5
    return best[first], COUNTS[one] + (COUNTS[other] - COUNTS[one]) * step


def _named(cell: Cell) -> tuple[str, str, str]:
    """The hand, the up card and the light, or the hole card where that is exposed."""
    up, light, hole = cell.column
    more = "" if not cell.row.cards else " (3+ cards)" if cell.row.cards == "more" else f" ({cell.row.cards} cards)"
    return cell.row.hand + more, up, light or (f"hole {hole}" if hole else "")


def _reach(solution: Solution, node: int, known: int) -> float:
    """How often a hand acts there."""
    return float(solution.reach[solution.tables.alone.node == node, known].sum())


def _seen(system: System, basic: Solution, node: int, known: int) -> tuple[float, float]:
    """The mean number of cards of a hand there, with the up card, and the mean of what they count."""
    tables = basic.tables
    states = np.nonzero(tables.alone.node == node)[0]
    weights = basic.reach[states, known] + 1e-300
    held = tables.alone.counts[states].copy()
    held[:, tables.ups[known]] += 1
    return (
        float(np.average(held.sum(axis=1), weights=weights)),
        float(np.average(held @ tags_by_value(system), weights=weights)),
    )


def _at_decision(at_betting: float, seen: tuple[float, float], size: float) -> float:
    """The true count once these cards are counted too."""
    cards, count = seen
    return (at_betting * size / DECK_SIZE + count) / ((size - cards) / DECK_SIZE)


def insurance_index(system: System, decks: int) -> float:
    """The true count, the dealer's ace counted, at which a third of the unseen cards are tens on average.

    >>> from holecard.lab.counting.systems import KNOWN
    >>> round(insurance_index(KNOWN["hi-lo"], 6), 2), round(insurance_index(KNOWN["hi-lo"], 1), 2)
    (3.01, 1.42)
    """
    tags = tags_by_value(system)
    held = np.array(Cards.of_decks(decks).without(1).counts, np.float64)
    share = held / held.sum()
    mean = share @ tags
    spread = share @ tags**2 - mean**2
    # tens(T) = share (1 + (tag - mean) / spread (-T / 52 - mean)), and the tags of a deck sum to zero
    needed = (1 / 3 / share[9] - 1) * spread / (tags[9] - mean)
    return float(-DECK_SIZE * (needed + mean))


def _insurance(rules: Rules, system: System, often: dict[int, float]) -> Departure:
    index = insurance_index(system, rules.decks)
    tags, ten = tags_by_value(system), 16 / DECK_SIZE
    worth = 0.0
    for count, share in often.items():
        at = count + 0.5
        tens = ten * (1 - (at - index) * tags[9] / (DECK_SIZE * variance(system)))
        excess = 3 * (1 / 3 + tens - ten) - 1
        worth += share * max(0.0, excess) / 2 * 4 / DECK_SIZE
    return Departure(INSURANCE, "A", "", DECLINE.do, INSURANCE, index, bool(tags[9] < 0), float(worth))
