"""The matrix: each clause with the code that applies it and the tests that exercise it.

Code is found by reading our own source for `law("7(h)")`; tests come from a record that the test run keeps beside the
registers, so that the matrix needs no test run.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from holecard.law.clauses import IN_FORCE, Register, registers

EVIDENCE_FILE = "src/holecard/law/registers/evidence.json"
Evidence = dict[str, dict[str, list[str]]]


class Row(NamedTuple):
    """One clause of one edition."""

    instrument: str
    edition: str
    clause: str
    status: str
    summary: str
    code: list[str]
    tests: list[str]

    @property
    def is_open(self) -> bool:
        """Whether a clause with force at the table lacks code or a test."""
        return self.status in IN_FORCE and not (self.code and self.tests)


def rows() -> list[Row]:
    """Every clause of every register, in the order of the texts."""
    evidence = read_evidence()
    found = []
    for held in registers():
        code = _code_by_clause(held)
        tests = evidence.get(f"{held.key}@{held.edition}", {})
        for clause in held.clauses.values():
            found.append(
                Row(
                    held.key,
                    held.edition,
                    clause.id,
                    clause.status,
                    clause.summary,
                    code.get(clause.id, []),
                    tests.get(clause.id, []),
                )
            )
    return found


def read_evidence() -> Evidence:
    held = resources.files("holecard.law.registers").joinpath("evidence.json")
    data: Evidence = json.loads(held.read_text("utf-8")) if held.is_file() else {}
    return data


def write_evidence(evidence: Evidence) -> None:
    held = Path(str(resources.files("holecard.law.registers").joinpath("evidence.json")))
    held.write_text(json.dumps(evidence, indent=1, sort_keys=True) + "\n", "utf-8")


def _code_by_clause(held: Register) -> dict[str, list[str]]:
    """Where each clause is cited; an edition that renumbers a clause is cited by the id it has elsewhere."""
    found: dict[str, list[str]] = defaultdict(list)
    for instruments, clause_id, place in citations():
        if held.key in instruments:
            found[held.renamed.get(clause_id, clause_id)].append(place)
    return found


@cache
def citations() -> tuple[tuple[tuple[str, ...], str, str], ...]:
    """Every `law("…")` in the package, with the instruments its file speaks for."""
    package = Path(__file__).parents[1]
    found = []
    for path in sorted(package.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        instruments = _instruments(tree)
        if instruments:
            place = f"src/holecard/{path.relative_to(package).as_posix()}"
            found += [(instruments, clause_id, f"{place}:{line}") for clause_id, line in _cited(tree)]
    return tuple(found)


def _instruments(tree: ast.Module) -> tuple[str, ...]:
    """The module's `INSTRUMENTS = ("pa-685a",)`, if it has one."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(getattr(name, "id", "") == "INSTRUMENTS" for name in node.targets):
            listed: tuple[str, ...] = ast.literal_eval(node.value)
            return listed
    return ()


def _cited(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            named = isinstance(node.func, ast.Name) and node.func.id == "law"
            holders = node.args[:1] if named else [word.value for word in node.keywords if word.arg == "clause"]
            for holder in holders:
                for leaf in ast.walk(holder):
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                        yield leaf.value, leaf.lineno
