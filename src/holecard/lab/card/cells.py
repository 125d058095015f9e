"""The cells of a strategy card: what to do with each total against each dealer card.

>>> from holecard.games import find
>>> from holecard.lab.solver.analysis import analyse
>>> from holecard.lab.solver.shoes import Strategy
>>> card = strategy_card(analyse(find("reference").configure({"max_hands": "2"}), strategy=Strategy.TOTAL))
>>> cell = card.cell("hard 16", "10")
>>> cell.action, round(cell.ev, 4), round(cell.margin, 4)
('hit', -0.5348, 0.0053)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from holecard.engine.rules import Rules
from holecard.lab.compiler.compile import Kind, Node
from holecard.lab.compiler.dealing import counts_of
from holecard.lab.compiler.stage import ANY, Known, Stage, values_in
from holecard.lab.solver.analysis import Analysis
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed

NAMES = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10")  # of card values
UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)  # as a card prints them


class Column(NamedTuple):
    """What is known of the dealer: the up card, the light where there is one, the hole card where it is exposed."""

    up: str
    light: str = ""
    hole: str = ""


class Row(NamedTuple):
    """A hand as a card names it; `cards` is "" for the first two, else how many or "more"."""

    hand: str
    cards: str = ""


@dataclass(frozen=True)
class Cell:
    """What to do, what that is worth, by how much it is better than the next, and which hands are better off else."""

    row: Row
    column: Column
    action: str
    ev: float
    margin: float
    actions: tuple[tuple[str, float], ...]  # every choice, the best first
    otherwise: str = ""  # what the same total of more cards does, where the action is for two cards alone
    exceptions: tuple[tuple[str, str], ...] = ()  # (cards, better action), where every card is counted


@dataclass(frozen=True)
class Card:
    """Every cell, by row and column."""

    rules: Rules
    strategy: Strategy
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    cells: dict[tuple[Row, Column], Cell]

    def cell(self, hand: str, up: str, light: str = "", hole: str = "", cards: str = "") -> Cell:
        return self.cells[Row(hand, cards), Column(up, light, hole)]

    @property
    def lights(self) -> tuple[str, ...]:
        """One card is printed for each: the light, and `exposed` where the hole card is seen."""
        return tuple(dict.fromkeys(panel_of(column) for column in self.columns))


def panel_of(column: Column) -> str:
    """On which of a game's cards a column is printed."""
    return "exposed" if column.hole else column.light


def column_of(rules: Rules, known: Known) -> Column:
    """How a card calls what is known."""
    values = tuple(values_in(known.second))
    reader = rules.play.reader
    if known.second == ANY or reader is None or len(reader.shows) == 2:
        return Column(NAMES[known.up])  # nothing, or that there is no Blackjack
    if len(values) == 1:
        return Column(NAMES[known.up], hole=NAMES[values[0]])
    return Column(NAMES[known.up], light=Stage(rules).light(known.up, values[0]))


def strategy_card(analysis: Analysis) -> Card:
    """The card of a solution by totals."""
    solution, rules = analysis.solution, analysis.rules
    if solution.strategy is not Strategy.TOTAL:
        raise Malformed("a strategy card needs the strategy by totals")
    columns = {known: column_of(rules, known) for known in solution.tables.known}
    order = {name: at for at, name in enumerate(("", *(rules.play.reader.shows if rules.play.reader else ())))}
    in_order = sorted(
        columns,
        key=lambda known: (
            bool(columns[known].hole),
            order.get(columns[known].light, 0),
            UPS.index(known.up),
            known.second,
        ),
    )
    cells: dict[tuple[Row, Column], Cell] = {}
    for row, node in rows_of(solution):
        for known in in_order:
            cells[row, columns[known]] = _cell(solution, row, node, known, columns[known])
    rows = tuple(dict.fromkeys(row for row, _ in cells))
    return Card(rules, solution.strategy, rows, tuple(columns[known] for known in in_order), _with_otherwise(cells))


def rows_of(solution: Solution) -> Iterator[tuple[Row, int]]:
    """The nodes of an unsplit hand that choose, as a card lists them: hard, soft, pairs; the first two cards first.

    Of several that share a row, the one with the least money at risk: a hand that was not doubled.
    """
    tables = solution.tables
    chosen = sorted({int(node) for node in tables.alone.node[tables.choosing]}, key=lambda at: _place(solution, at))
    seen: set[Row] = set()
    for number in chosen:
        row = row_of(solution, number)
        if row is not None and row not in seen:
            seen.add(row)
            yield row, number


def _place(solution: Solution, number: int) -> tuple[int, int, int, int]:
    nodes = solution.tables.compiled.nodes
    node = nodes[number]
    pair = _pair(solution, node)
    kind = 2 if pair else 1 if node.soft else 0
    staked = min((nodes[after].staked for after in node.after if nodes[after].kind is Kind.ROW), default=0)
    return kind, node.cards, -(pair if pair != 1 else 11) if pair else -node.total, staked


def _pair(solution: Solution, node: Node) -> int:
    for after in node.after:
        found = solution.tables.compiled.nodes[after]
        if found.kind is Kind.SPLIT:
            return found.pair
    return 0


def row_of(solution: Solution, number: int) -> Row | None:
    node = solution.tables.compiled.nodes[number]
    if len(node.choices) < 2:
        return None
    pair = _pair(solution, node)
    if pair:
        return Row(f"{NAMES[pair]},{NAMES[pair]}")
    hand = f"{'soft' if node.soft else 'hard'} {node.total}"
    return Row(hand, "" if node.cards == 2 else _cards(solution, node))


def _cards(solution: Solution, node: Node) -> str:
    """How many cards, where the game counts them; else only that they are more than two."""
    alike = {
        other.cards
        for other in solution.tables.compiled.nodes
        if other.kind is Kind.CHOOSE and other.cards > 2 and (other.total, other.soft) == (node.total, node.soft)
    }
    return str(node.cards) if len(alike) > 1 else "more"


def _cell(solution: Solution, row: Row, number: int, known: Known, column: Column) -> Cell:
    tables = solution.tables
    node, at = tables.compiled.nodes[number], tables.number_of[known]
    values = []
    for place, do in enumerate(node.choices):
        after = tables.compiled.nodes[node.after[place]]
        if after.kind is Kind.SPLIT:
            values.append((do, float(solution.splits[after.pair][0, at])))
        else:
            values.append((do, float(solution.node_values[number, place, at])))
    ranked = tuple(sorted(values, key=lambda one: -one[1]))
    margin = ranked[0][1] - ranked[1][1] if len(ranked) > 1 else 0.0
    exceptions = _exceptions(solution, number, at, ranked[0][0])
    return Cell(row, column, ranked[0][0], ranked[0][1], margin, ranked, exceptions=exceptions)


def _exceptions(solution: Solution, number: int, at: int, action: str) -> tuple[tuple[str, str], ...]:
    """Hands of this node that would do something else if every one of their cards were counted."""
    tables = solution.tables
    node = tables.compiled.nodes[number]
    if any(tables.compiled.nodes[after].kind is Kind.SPLIT for after in node.after):
        return ()
    states = np.nonzero(tables.alone.node == number)[0]
    after = tables.alone.after[states, : len(node.choices)]
    best = solution.best[after, at].argmax(axis=1)
    met = solution.reach[states, at] > 0
    wrong = [(state, int(one)) for state, one, is_met in zip(states, best, met, strict=True)
             if is_met and node.choices[int(one)] != action]  # fmt: skip
    return tuple((hand_text(int(tables.alone.code[state])), node.choices[one]) for state, one in wrong)


def hand_text(code: int) -> str:
    cards = [NAMES[value] for value, many in enumerate(counts_of(code), 1) for _ in range(many)]
    return " ".join(reversed(cards))


def _with_otherwise(cells: dict[tuple[Row, Column], Cell]) -> dict[tuple[Row, Column], Cell]:
    """Where two cards do what more cannot, say what more do."""
    found = {}
    for (row, column), cell in cells.items():
        more = next((cells[other, column] for other in (Row(row.hand, "more"), Row(row.hand, "3"))
                     if (other, column) in cells), None)  # fmt: skip
        second = "" if row.cards or more is None or more.action == cell.action else more.action
        found[row, column] = replace(cell, otherwise=second)
    return found
