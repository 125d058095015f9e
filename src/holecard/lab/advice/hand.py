"""The value of every choice for one hand, given as text.

>>> from holecard.games import find
>>> rules = find("reference").configure({"decks": "1", "max_hands": "2"})
>>> values = hand_values(rules, "6 5", "A")
>>> [(one.action, round(one.ev, 6)) for one in values][:2]
[('double', 0.240259), ('hit', 0.172946)]
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from holecard.engine.rules import Rules
from holecard.lab.card.cells import NAMES, column_of
from holecard.lab.compiler.compile import Compiled, Kind
from holecard.lab.compiler.stage import Known, Pair, Stage, values_in
from holecard.lab.compiler.tables import code_of
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.law.errors import Malformed
from holecard.values.cards import parse_values


class ActionValue(NamedTuple):
    """A choice and what it is worth for one unit of the main wager."""

    action: str
    ev: float


def one_value(text: str, what: str) -> int:
    values = parse_values(text)
    if len(values) != 1:
        raise Malformed(f"{what} must be one card, not {text!r}")
    return values[0]


def hand_values(
    rules: Rules, hand: str, up: str, light: str = "", hole: str = "", cards: Cards | None = None
) -> tuple[ActionValue, ...]:
    """Every choice that the hand has, best first, played on by the composition-dependent map."""
    values = parse_values(hand)
    if len(values) < 2:
        raise Malformed(f'--hand needs at least two cards, for example "T 6", not {hand!r}')
    solution = analyse(rules, cards, Strategy.COMPOSITION).solution
    known = find_known(rules, solution, one_value(up, "--up"), light, one_value(hole, "--hole") if hole else 0)
    _check_shoe(solution, values, known)
    node = _follow(solution, values)
    found = solution.tables.compiled.nodes[node]
    at = solution.tables.number_of[known]
    code = code_of(*values)
    result = []
    for do, after in zip(found.choices, found.after, strict=True):
        then = solution.tables.compiled.nodes[after]
        if then.kind is Kind.SPLIT:
            ev = float(solution.splits[then.pair][0, at])
        else:
            ev = float(solution.best[solution.tables.alone.find(code, after), at])
        result.append(ActionValue(do, ev))
    return tuple(sorted(result, key=lambda one: -one.ev))


def find_known(rules: Rules, solution: Solution, up: int, light: str, hole: int) -> Known:
    """What is known of the dealer, from the words of a command."""
    columns = {known: column_of(rules, known) for known in solution.tables.known if known.up == up}
    if not columns:
        raise Malformed(f"no hand makes a decision against an up card {NAMES[up]} in this game")
    lights = sorted({column.light for column in columns.values() if column.light})
    holes = {values_in(known.second)[0]: known for known, column in columns.items() if column.hole}
    if hole:
        if hole not in holes:
            exposed = " or ".join(NAMES[one] for one in holes)
            seen = f"only {exposed} is exposed" if exposed else "the hole card is not exposed"
            raise Malformed(
                f"--hole {NAMES[hole]} is not possible: under an up card {NAMES[up]}, {seen} while hands act"
            )
        if light and light != Stage(rules).light(up, hole):
            raise Malformed(
                f"--light {light} contradicts the hole card {NAMES[hole]}, which is {Stage(rules).light(up, hole)}"
            )
        return holes[hole]
    if not lights:
        if light:
            raise Malformed(f"leave out --light {light}: {rules.name} has no reader that shows a range")
        return next(iter(columns))
    if light not in lights:
        if holes and light and light == Stage(rules).light(up, next(iter(holes))):
            names = " or ".join(NAMES[one] for one in holes)
            raise Malformed(f"--light {light} with an up card {NAMES[up]} exposes the hole card. Add --hole {names}")
        raise Malformed(f"--light must be one of {', '.join(lights)}{f', not {light}' if light else ''}")
    return next(known for known, column in columns.items() if column.light == light)


def _check_shoe(solution: Solution, values: tuple[int, ...], known: Known) -> None:
    if solution.cards.endless:
        return
    left = solution.cards.without(*values, known.up)
    if not any(left.counts[value - 1] for value in values_in(known.second)):
        raise Malformed("the shoe has no card left that could be the dealer's second card")


def _follow(solution: Solution, values: tuple[int, ...]) -> int:
    """The node of a hand that may still choose. If its cards cannot have come in the order written, try other orders:
    the cards make the same hand."""
    try:
        return _drawn(solution.tables.compiled, values)
    except Malformed:
        found = _drawn_somehow(solution.tables.compiled, values)
        if found is None:
            raise
        return found


def _drawn(compiled: Compiled, values: tuple[int, ...]) -> int:
    node = _start(compiled, values[0], values[1])
    if node is None:
        raise Malformed("this hand has no decision to make: it is a Blackjack")
    for value in values[2:]:
        found = compiled.nodes[node]
        if found.kind is Kind.CHOOSE and "hit" not in found.choices:
            raise Malformed("this hand is impossible: it could not draw a further card")
        after = _card(compiled, node, value)
        if after is None:
            raise Malformed("this hand is impossible: it was over before its last card")
        node = after
    if compiled.nodes[node].kind is not Kind.CHOOSE:
        raise Malformed("this hand has no decision to make")
    return node


def _drawn_somehow(compiled: Compiled, values: tuple[int, ...]) -> int | None:
    """The same, in any order of the cards that leads to a choice."""
    tried: set[tuple[int, tuple[int, ...]]] = set()

    def search(node: int | None, left: tuple[int, ...]) -> int | None:
        if node is None or (node, left) in tried:
            return None
        tried.add((node, left))
        if not left:
            return node if compiled.nodes[node].kind is Kind.CHOOSE else None
        afters = (search(_card(compiled, node, value), _less(left, value)) for value in dict.fromkeys(left))
        return next((after for after in afters if after is not None), None)

    in_order = tuple(sorted(values))
    pairs = dict.fromkeys(combinations(in_order, 2))
    found = (search(_start(compiled, *pair), _less(in_order, *pair)) for pair in pairs)
    return next((node for node in found if node is not None), None)


def _start(compiled: Compiled, one: int, other: int) -> int | None:
    pair: Pair = (min(one, other), max(one, other))
    return compiled.starts.get(pair)


def _card(compiled: Compiled, node: int, value: int) -> int | None:
    """The node after one more card, or None if the hand takes no more."""
    found = compiled.nodes[node]
    if found.kind is Kind.CHOOSE and "hit" in found.choices:
        found = compiled.nodes[found.after[found.choices.index("hit")]]
    return found.after[value - 1] if found.kind is Kind.DRAW else None


def _less(values: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    left = list(values)
    for value in gone:
        left.remove(value)
    return tuple(left)
