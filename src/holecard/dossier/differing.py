"""What a new filing changes, clause by clause, and what that does to the house edge."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from holecard import __version__
from holecard.dossier.evidence import CITE
from holecard.dossier.files import HOUSE, JSON, LAYOUT
from holecard.dossier.intact import Manifest, check_intact
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.house.house_file import read_house
from holecard.law.errors import HolecardError
from holecard.layout import Particulars, particulars

MAIN = "main"
Document = dict[str, Any]


class Change(NamedTuple):
    """One difference. What a filing does not have is None."""

    table: str
    clause: str | None
    what: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        if self.before is None:
            return f"{self.table}: new: {self.what}, {self.after}{clause}"
        if self.after is None:
            return f"{self.table}: no longer: {self.what}, {self.before}{clause}"
        return f"{self.table}: {self.what}: {self.before} becomes {self.after}{clause}"

    def to_dict(self) -> dict[str, object]:
        """As `holecard dossier diff --json` prints it."""
        names = {"before": "from", "after": "to"}
        return {names.get(name, name): value for name, value in self._asdict().items()}


class EdgeChange(NamedTuple):
    """The house edge of a wager in both filings; None where it is not offered."""

    table: str
    wager: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        return None if self.before is None or self.after is None else self.after - self.before

    def __str__(self) -> str:
        shown = ["not offered" if one is None else f"{100 * one:.4f} %" for one in (self.before, self.after)]
        moved = "" if self.change is None else f" ({100 * self.change:+.4f} %)"
        return f"{self.table}: house edge of {self.wager} {shown[0]} becomes {shown[1]}{moved}"

    def to_dict(self) -> dict[str, object]:
        wager = {"table": self.table, "wager": self.wager}
        return {**wager, "from": self.before, "to": self.after, "change": self.change}


@dataclass(frozen=True)
class Changes:
    rows: tuple[Change, ...]
    edges: tuple[EdgeChange, ...]

    def to_dict(self) -> dict[str, object]:
        return {
            "rows": [row.to_dict() for row in self.rows],
            "edges": [edge.to_dict() for edge in self.edges],
            "version": __version__,
        }


@dataclass(frozen=True)
class Filed:
    """An intact dossier on disk."""

    folder: Path
    manifest: Manifest

    @classmethod
    def read(cls, folder: Path) -> Filed:
        found = check_intact(folder)
        if found.first is not None:
            raise HolecardError(f"{folder} is not intact: {found.first.file} {found.first.what}")
        assert found.manifest is not None, "an intact dossier has a manifest"
        return cls(folder, found.manifest)

    @property
    def tables(self) -> dict[str, str]:
        """The folder of each table."""
        return {str(table["table"]): str(table["folder"]) for table in self.manifest["tables"]}

    def document(self, table: str) -> Document:
        found: Document = json.loads((self.folder / self.tables[table] / JSON).read_bytes())
        return found

    def departures(self, table: str, rules: Rules, boxes: int) -> tuple[Change, ...]:
        """Where a table that is open differs from what was filed for it."""
        filed = self.document(table)
        found = list(_one(table, None, "Game", filed["game"], rules.key))
        found += _one(table, None, "Boxes", filed["boxes"], boxes)
        if filed["game"] == rules.key:
            shown = rules.options.shown()
            for option in find(rules.key).declared(shown):
                was = filed["options"].get(option.name)
                before, after = (None if one is None else option.named(one) for one in (was, shown[option.name]))
                clause = str(option.cite) if option.cite.is_law else None
                found += _one(table, clause, option.title, before, after)
        return tuple(found)

    def particulars(self, table: str, rules: Rules) -> Particulars:
        """What was filed about the felt of an open table; nothing if another game was filed for it."""
        house = read_house((self.folder / HOUSE).read_text("utf-8"))
        for one in house.tables:
            if one.name == table and one.game.key == rules.key and table in self.tables:
                return particulars(one.filing, rules.register, house=house.name, table=table)
        return Particulars()

    def drawing(self, table: str) -> bytes:
        return (self.folder / self.tables[table] / LAYOUT).read_bytes()


def differences(old: Path, new: Path) -> Changes:
    """What changes from one intact dossier to another."""
    before, after = Filed.read(old), Filed.read(new)
    rows: list[Change] = []
    edges: list[EdgeChange] = []
    for table in {**before.tables, **after.tables}:
        if table not in before.tables or table not in after.tables:
            games = [one.document(table)["name"] if table in one.tables else None for one in (before, after)]
            rows.append(Change(table, None, "table", *games))
            continue
        was, now = before.document(table), after.document(table)
        rows += _between(table, was, now)
        if before.drawing(table) != after.drawing(table):
            rows.append(Change(table, None, "layout", "as filed", "drawn differently"))
        edges += _edges(table, was, now)
    return Changes(tuple(rows), tuple(edges))


def _between(table: str, was: Document, now: Document) -> Iterator[Change]:
    for what in ("house", "game", "instrument", "edition", "date", "boxes"):
        yield from _one(table, None, what, was[what], now[what])
    shown = [_answers(one) for one in (was, now)]
    for clause, what in {**shown[0], **shown[1]}:
        yield from _one(table, clause, what, shown[0].get((clause, what)), shown[1].get((clause, what)))
    named = {
        key for one in (was, now) for row in one["clauses"] for answer in row["answers"] for key in (answer["key"],)
    }
    for name in {**was["options"], **now["options"]}:
        if name not in named:  # a rule of the house, or one whose clause is not among those that ask
            yield from _one(table, None, name, was["options"].get(name), now["options"].get(name))
    signs = [{sign["title"]: ("; ".join(sign["lines"]), sign["clause"]) for sign in one["signs"]} for one in (was, now)]
    for title in {**signs[0], **signs[1]}:
        clause = (signs[1].get(title) or signs[0][title])[1]
        says = (one[title][0] if title in one else None for one in signs)
        yield from _one(table, clause, f"sign “{title}”", *says)
    yield from _steps(table, was, now)
    numbers = [{sample["what"]: _sample(sample) for sample in one["rng"]} for one in (was, now)]
    for kind in {**numbers[0], **numbers[1]}:
        yield from _one(table, CITE, f"random numbers ({kind})", numbers[0].get(kind), numbers[1].get(kind))


def _sample(sample: Document) -> str:
    """A collection in few words."""
    failed = [row["test"] for row in sample["rows"] if not row["passed_99"]]
    result = f"fails {', '.join(failed)}" if failed else "passes all tests at 99 %"
    return f"{sample['count']:,} with SHA-256 {sample['sha256'][:16]}…, {result}"


def _answers(document: Document) -> dict[tuple[str, str], str]:
    """What is said of each clause: its answers, and what is open."""
    found = {(row["cite"], answer["what"]): answer["value"] for row in document["clauses"] for answer in row["answers"]}
    return found | {(row["cite"], what): "open point" for row in document["clauses"] for what in row["open"]}


def _steps(table: str, was: Document, now: Document) -> Iterator[Change]:
    """Steps that only one of them has, by clause. Which rounds were walked is chance, so the order is not compared."""
    before, after = (
        {step["cite"]: step["what"] for one in document["procedures"] for step in one["steps"]}
        for document in (was, now)
    )
    for cite in {**before, **after}:
        if cite not in before or cite not in after:
            yield from _one(table, cite, "step", before.get(cite), after.get(cite))


def _one(table: str, clause: str | None, what: str, before: object, after: object) -> Iterator[Change]:
    if before != after:
        shown = (None if one is None else str(one) for one in (before, after))
        yield Change(table, clause, what, *shown)


def _edges(table: str, was: Document, now: Document) -> Iterator[EdgeChange]:
    """Every wager of either filing."""
    both = [
        {MAIN: one["figures"]["composition"]["house_edge"]}
        | {row["wager"]: row["house_edge"] for row in one["figures"]["wagers"]}
        for one in (was, now)
    ]
    for wager in {**both[0], **both[1]}:
        yield EdgeChange(table, wager, both[0].get(wager), both[1].get(wager))
