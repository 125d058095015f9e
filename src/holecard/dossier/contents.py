"""What a dossier says of one table: the document behind the JSON and the PDF, the layout and the signs."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from holecard import __version__
from holecard.dossier._answers import OPTIONS, OpenPoint, Row, clause_rows
from holecard.dossier._mathematics import Json, Tell, figures, solve
from holecard.dossier._walk import Step, Walk, walk
from holecard.dossier.evidence import Evidence
from holecard.dossier.files import LAYOUT, SIGNS
from holecard.engine.questions import Role
from holecard.engine.rules import Rules
from holecard.house.house_file import Checked, House
from holecard.lab.report.findings import SAMPLES, Findings
from holecard.law.clauses import Register
from holecard.law.errors import Malformed
from holecard.law.filing import Filing, filing_of, read_date
from holecard.layout import Particulars, Sign, felt_svg, particulars, sign_svg, signs
from holecard.telling.names import capital

PAPERS: Final = ("a4", "letter")
SCALE: Final = 10  # the layout is drawn at 1:10
PEOPLE: Final = {Role.BETTOR: "player", Role.SHOE: "dealer", Role.READER: "dealer", Role.HOUSE: "house"}


@dataclass(frozen=True, kw_only=True)
class Edition:
    """How a dossier is made: its date, its paper and how finely counting is sampled. Verifying needs the same."""

    date: str | None
    paper: str = PAPERS[0]
    samples: int = SAMPLES

    @classmethod
    def of(cls, house: House, date: str | None = None, paper: str = PAPERS[0], samples: int = SAMPLES) -> Edition:
        """The date that is asked for, or that of the house file; without one it is an open point."""
        if paper not in PAPERS:
            raise Malformed(f"--paper must be {' or '.join(PAPERS)}, not {paper}")
        return cls(date=read_date(date, "--date") if date is not None else house.filed, paper=paper, samples=samples)


@dataclass(frozen=True)
class Contents:
    """Everything about one lawful table."""

    house: House
    table: Checked
    edition: Edition
    tell: Tell
    evidence: Evidence

    @cached_property
    def rules(self) -> Rules:
        """The table's rules, with as many boxes as the house opens."""
        rules = self.table.rules
        assert rules is not None, "only lawful tables are filed"
        return replace(rules, boxes=replace(rules.boxes, most=self.table.table.boxes))

    @cached_property
    def filing(self) -> Filing:
        return filing_of(self.rules.register.key if self.rules.register is not None else None)

    @cached_property
    def particulars(self) -> Particulars:
        """What the house has filed about the felt, for the drawing and the signs."""
        filed = self.table.table
        return particulars(filed.filing, self.rules.register, house=self.house.name, table=filed.name)

    @cached_property
    def found(self) -> Findings:
        return solve(self.table, self.edition.samples, self.tell)

    @cached_property
    def walked(self) -> Walk:
        return walk(self.rules)

    @cached_property
    def signs(self) -> list[Sign]:
        return list(signs(self.rules, filed=self.particulars))

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        shown = {sign.cite.clause: sign.title for sign in reversed(self.signs) if sign.cite.is_law}
        return clause_rows(self.table, self.walked, shown)

    @cached_property
    def open_points(self) -> tuple[OpenPoint, ...]:
        undated = OpenPoint(
            clause="",
            cite=self.filing.title,
            what="Date of the filing",
            write="[filing] date",
            accepts="a day such as 2026-03-01",
        )
        stated = () if self.edition.date else (undated,)
        clauses = (point for row in self.rows for point in row.open)
        return (*stated, *clauses, *self.evidence.open_points(self.rules.decks))

    @cached_property
    def unstated(self) -> frozenset[str]:
        """The options that a clause requires to be stated, and the house file leaves out."""
        written = (point.write for point in self.open_points)
        return frozenset(one.removeprefix(OPTIONS) for one in written if one.startswith(OPTIONS))

    def drawings(self) -> dict[str, bytes]:
        """The layout at 1:10 and a page for each sign, by file name: drafts, as long as a choice is not stated."""
        filed = replace(self.particulars, is_draft=bool(self.unstated))
        drawn = {LAYOUT: felt_svg(self.rules, scale=SCALE, filed=filed)}
        drawn |= {f"{SIGNS}/{sign.key}.svg": sign_svg(sign, filed.is_draft) for sign in self.signs}
        return {name: text.encode() for name, text in drawn.items()}

    def document(self) -> Json:
        """The JSON. The PDF prints the same."""
        held, rules, filed = self.rules.register, self.rules, self.table.table
        return {
            "house": self.house.name,
            "table": filed.name,
            "game": rules.key,
            "name": rules.name,
            "filing": self.filing.title,
            "authority": self.filing.authority,
            "date": self.edition.date,
            "instrument": held.key if held else None,
            "edition": held.edition if held else None,
            "title": held.title if held else None,
            "standing": held.standing if held else None,
            "boxes": filed.boxes,
            "decks": rules.decks,
            "options": rules.options.shown(),
            "stated": sorted(filed.options),
            "rules_hash": rules.hash,
            "register_hash": register_hash(held),
            "version": __version__,
            "open_points": [point.to_dict() for point in self.open_points],
            "clauses": [row.to_dict() for row in self.rows],
            "signs": [
                {"key": one.key, "title": one.title, "lines": list(one.lines), "clause": str(one.cite)}
                for one in self.signs
            ],
            "procedures": self._procedures(),
            "irregularities": self._irregularities(),
            "figures": figures(self.found),
            "rng": [sample.to_dict() for sample in self.evidence.of_table(rules.decks)],
        }

    def _procedures(self) -> list[Json]:
        return [
            {"occasion": name, "steps": [self._step(step) for step in steps]}
            for name, steps in self.walked.occasions.items()
        ]

    def _irregularities(self) -> list[Json]:
        """Every irregularity of the game; one that did not arise in the walk has the clause alone."""
        found: list[Json] = []
        for rule in self.rules.play.around.irregularities.values():
            steps = self.walked.irregularities.get(rule.name) or [Step(rule.cite, Role.FLOOR, rule.name)]
            found.append({"irregularity": rule.name, "steps": [self._step(step) for step in steps]})
        return found

    def _step(self, step: Step) -> Json:
        held = self.rules.register
        clause = held.clauses.get(step.cite.clause) if held is not None and step.cite.is_law else None
        return {
            "clause": step.cite.clause if step.cite.is_law else None,
            "cite": str(step.cite),
            "who": self._person(step),
            "what": step.what,
            "summary": capital(clause.summary) if clause is not None else "",
        }

    def _person(self, step: Step) -> str:
        if step.who is Role.FLOOR:
            named = self.filing.people.get("floorperson", "floorperson")
            return self.filing.people_by_clause.get(step.cite.clause, named)
        return PEOPLE.get(step.who, step.who.value)


def register_hash(held: Register | None) -> str | None:
    """A fingerprint of the clauses that a table was checked against."""
    if held is None:
        return None
    clauses = [[one.id, one.status.value, one.summary, one.inscription] for one in held.clauses.values()]
    return hashlib.sha256(json.dumps([held.key, held.edition, clauses]).encode()).hexdigest()


def folders(names: Iterable[str]) -> dict[str, str]:
    """A folder for each table, by its name.

    >>> folders(["Down Under 1", "Down under, 1", "…"])
    {'Down Under 1': 'down-under-1', 'Down under, 1': 'down-under-1-2', '…': 'table'}
    """
    found: dict[str, str] = {}
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "table"
        taken, number = set(found.values()), 2
        folder = plain
        while folder in taken:
            folder, number = f"{plain}-{number}", number + 1
        found[name] = folder
    return found
