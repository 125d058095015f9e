"""Reads a strategy card from a CSV file and checks it cell by cell."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

from holecard.engine.rules import Rules
from holecard.lab.card.cells import Column, Row, column_of, row_of, rows_of
from holecard.lab.simulator.strategy_tables import Sayings
from holecard.lab.solver.exact import Solution
from holecard.law.errors import Malformed

NEEDED = ("hand", "cards", "up", "light", "hole", "action")


def read_card(path: Path, rules: Rules, solution: Solution) -> Sayings:
    """What the card says. It must have a lawful action for every hand and everything known of the dealer."""
    said = _cells(path)
    nodes, known = solution.tables.compiled.nodes, solution.tables.known
    columns = [column_of(rules, one) for one in known]
    wanted = {(row, column) for row, _ in rows_of(solution) for column in columns}
    for row, column in said:
        if (row, column) not in wanted:
            where = f"{_named(row)} against {_known(column)}"
            raise Malformed(f"{path}: {rules.key} has no cell for {where}. Is this the card of another game?")
    missing = [place for place in wanted if place not in said]
    if missing:
        row, column = min(missing)
        raise Malformed(f"{path}: {len(missing)} cells are missing, for example {_named(row)} against {_known(column)}")
    choice = solution.node_choice.copy()
    tables = solution.tables
    for number in sorted({int(one) for one in tables.alone.node[tables.choosing]}):
        node, named = nodes[number], row_of(solution, number)  # several may share a row
        for at, column in enumerate(columns):
            if named is not None and (named, column) in said:
                action = said[named, column]
                if action not in node.choices:
                    where, lawful = f"{_named(named)} against {_known(column)}", ", ".join(node.choices)
                    wrong = f"cannot {action}" if action else "has no action"
                    raise Malformed(f"{path}: {where} {wrong}. Choose one of {lawful}")
                choice[number, at] = node.choices.index(action)
    return Sayings(choice)


def _cells(path: Path) -> dict[tuple[Row, Column], str]:
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:  # a spreadsheet may put a mark before the text
            reader = csv.DictReader(file, restval="")
            columns, lines = reader.fieldnames or (), list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Malformed(
            f"{path} cannot be read as a strategy card: {getattr(error, 'strerror', None) or error}"
        ) from None
    if not set(NEEDED) <= set(columns):
        raise Malformed(f"{path}: a strategy card needs the columns {', '.join(NEEDED)}, separated by commas")
    found: dict[tuple[Row, Column], str] = {}
    for number, line in enumerate(lines, start=2):
        hand, cards, up, light, hole, action = (line[name].strip() for name in NEEDED)
        if not (hand or up or action):
            continue  # a spreadsheet may end with empty lines
        place = Row(hand, cards), Column(up, light, hole)
        if found.setdefault(place, action) != action:
            raise Malformed(f"{path}: line {number} contradicts an earlier line on {_named(place[0])}")
    return found


def card_fingerprint(path: Path) -> str:
    """Of what the file says now."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise Malformed(f"{path} cannot be read as a strategy card: {error.strerror}") from None


def _named(row: Row) -> str:
    return row.hand + (f" of {row.cards} cards" if row.cards.isdigit() else f" of {row.cards}" if row.cards else "")


def _known(column: Column) -> str:
    return " ".join(part for part in (column.up, column.light, column.hole and f"hole {column.hole}") if part)
