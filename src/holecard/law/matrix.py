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

from holecard.law import plugins
from holecard.law.clauses import IN_FORCE, Register, registers
from holecard.law.witness import Manner

EVIDENCE_FILE = "src/holecard/law/registers/evidence.json"
Evidence = dict[str, dict[str, dict[str, str]]]  # by edition, clause and test: how the test saw the clause carried


class Row(NamedTuple):
    """One clause of one edition.

    `effects` is how its tests saw it at work; a sentence that was said is none, and `said` is why there is no more.
    `stands` is what stands for a clause about equipment: the layout, a sign, an inspection, or nothing.
    """

    instrument: str
    edition: str
    clause: str
    status: str
    summary: str
    code: list[str]
    tests: list[str]
    effects: list[str]
    announced_only: bool
    stands: str | None
    said: str | None

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
            seen = tests.get(clause.id, {})
            effects = sorted({how for manners in seen.values() for how in manners.split()} - {Manner.SAID})
            found.append(
                Row(
                    instrument=held.key,
                    edition=held.edition,
                    clause=clause.id,
                    status=clause.status,
                    summary=clause.summary,
                    code=code.get(clause.id, []),
                    tests=list(seen),
                    effects=effects,
                    announced_only=clause.status in IN_FORCE and bool(seen) and not effects,
                    stands=clause.stands,
                    said=clause.said,
                )
            )
    return found


def announced_only() -> dict[str, list[str]]:
    """By edition, the clauses with force at the table of which the tests saw only a sentence."""
    found: dict[str, list[str]] = {f"{held.key}@{held.edition}": [] for held in registers()}
    for row in rows():
        if row.announced_only:
            found[f"{row.instrument}@{row.edition}"].append(row.clause)
    return found


def read_evidence() -> Evidence:
    """The record of our own tests, and those that packages bring beside their registers."""
    places = [Path(str(resources.files("holecard.law.registers"))), *(folder for _, folder in plugins.folders())]
    data: Evidence = {}
    for file in (place / "evidence.json" for place in places):
        if file.is_file():
            data |= {name: held for name, held in json.loads(file.read_text("utf-8")).items() if name not in data}
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
    """Every `law("…")` in our package and in those that bring registers, with the instruments its file speaks for."""
    own = Path(__file__).parents[1]
    found = []
    for root, shown in ((own, "src/holecard"), *((root, root.name) for root in _brought_packages())):
        for path in sorted(root.rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            instruments = _instruments(tree)
            if instruments:
                place = f"{shown}/{path.relative_to(root).as_posix()}"
                found += [(instruments, clause_id, f"{place}:{line}") for clause_id, line in _cited(tree)]
    return tuple(found)


def _brought_packages() -> list[Path]:
    """The outermost package of each that brings registers."""
    return list(dict.fromkeys(brought.root for brought, _ in plugins.folders()))


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
