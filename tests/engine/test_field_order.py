"""Only the file that owns a value knows the order of its fields, so that a new field touches one file.

Elsewhere a value is built from its required fields in order and the others by name, or by a method of the value: never
from a plain tuple, a slice of another value or a starred one, and it is never taken apart into one name for each field.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import holecard
from holecard.engine import pit, questions, table
from holecard.engine.pit import Pit
from holecard.engine.questions import Fact
from holecard.engine.table import Box, Dealer, Hand, Table, _Table

ROOT = Path(holecard.__file__).parent
OWNED = {table: (Table, Hand, Box, Dealer), pit: (Pit,), questions: (Fact,)}
OWNERS = {Path(inspect.getfile(module)) for module in OWNED}
REQUIRED = {  # how many fields have no default: these may be given in order
    kind.__name__: len(kind._fields) - len(kind._field_defaults) for kind in (_Table, Hand, Box, Dealer, Pit, Fact)
}
REQUIRED["Table"] = REQUIRED.pop("_Table")
VALUES = {"table", "hand", "box", "dealer", "pit", "fact"}  # what such a value is called


def named(node: ast.expr) -> str:
    """The last word of a name: `pit` of `table.pit`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def imports(tree: ast.Module) -> set[str]:
    """The names a file has from these modules."""
    modules = {module.__name__ for module in OWNED}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in modules)
    return {alias.asname or alias.name for node in found for alias in node.names}


def surgery(source: str) -> Iterator[str]:
    """What takes a value apart, or puts it together, by the order of its fields."""
    tree = ast.parse(source)
    known = imports(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="tuple"), attr="__new__"):
                yield f"{node.lineno}: tuple.__new__"
            case ast.Attribute(attr="_make", value=value) if named(value) in known:
                yield f"{node.lineno}: {named(value)}._make"
            case ast.Call(func=ast.Name(id=name), args=args) if name in REQUIRED and name in known:
                if len(args) > REQUIRED[name] or any(isinstance(arg, ast.Starred) for arg in args):
                    yield f"{node.lineno}: {name}(…) by position"
            case ast.Assign(targets=[ast.Tuple(elts=elts)], value=ast.Name() | ast.Attribute() as value):
                if named(value) in VALUES and len(elts) > 1:
                    yield f"{node.lineno}: {named(value)} taken apart"
            case ast.Subscript(value=value, slice=ast.Slice()) if named(value) in VALUES:
                yield f"{node.lineno}: a part of {named(value)} by its place"


@pytest.mark.parametrize(
    "line",
    [
        "_new = tuple.__new__",
        "table = Table(*table[:5], pending, *table[6:])",
        "hand = Hand(cards, points, wagers, 'hit')",
        "fact = Fact(What.PAID, cite, 10, 0, 1, 1)",
        "fact = Fact(What.PAID, cite, *place)",
        "boxes, dealer, closed, stock, rack, pending, loose, pit = table",
        "todo, *rest = table.pit",
        "said = fact[:-1]",
        "table = Table._make(fields)",
    ],
)
def test_the_check_finds_surgery(line: str) -> None:
    header = "from holecard.engine.questions import Fact\nfrom holecard.engine.table import Hand, Table\n"
    assert list(surgery(header + line))


@pytest.mark.parametrize(
    "line",
    [
        "hand = Hand(cards, points, wagers, decision='hit')",
        "fact = Fact(What.PAID, cite, amount=10, seat=1)",
        "table = table.with_pit(pit)",
        "table, facts = put(table)",
    ],
)
def test_the_check_leaves_names_alone(line: str) -> None:
    header = "from holecard.engine.questions import Fact\nfrom holecard.engine.table import Hand, Table\n"
    assert not list(surgery(header + line))


def test_only_the_owning_file_knows_the_order_of_fields() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{what}"
        for path in ROOT.rglob("*.py")
        if path not in OWNERS
        for what in surgery(path.read_text(encoding="utf-8"))
    }
    assert not {text for text in found if not text.startswith("values/shoe.py")}  # which owns Stock, and its order
