"""The registers of clauses, and `cite`, with which every rule names the clause that it applies.

>>> law = instrument("pa-685a")
>>> print(law("7(h)"))
58 Pa. Code § 685a.7(h)
>>> law("99(z)")
Traceback (most recent call last):
...
holecard.law.clauses.UnknownClause: pa-685a@2020 has no clause 99(z)
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from holecard.law import plugins
from holecard.law.errors import Malformed, Refused


class UnknownClause(LookupError):
    """A rule cites a clause that its instrument does not have: a mistake in the program, found at import."""


class Status(StrEnum):
    """What a clause is to the software. The first four have force at the table and need code and a test."""

    PLAY = "play"
    OPTION = "option"
    PROCEDURE = "procedure"
    IRREGULARITY = "irregularity"
    EQUIPMENT = "equipment"
    DEFINITION = "definition"
    EXTERNAL = "external"


IN_FORCE = frozenset({Status.PLAY, Status.OPTION, Status.PROCEDURE, Status.IRREGULARITY})


class Stands(StrEnum):
    """What stands at a table of ours for a clause about equipment."""

    LAYOUT = "layout"  # it is drawn
    SIGN = "sign"
    INSPECTION = "inspection"  # the floorperson is asked whether it is there
    NONE = "none"


class SignSays(StrEnum):
    """What stands on a sign that takes the place of an inscription."""

    TEXT = "text"  # the inscription itself
    ODDS = "odds"  # what every wager on offer pays


class Said(StrEnum):
    """Why a clause with force at the table can only be announced there."""

    CONDUCT = "conduct"  # how people behave, which no table sees
    ABSENCE = "absence"  # nothing moves: a card or a payment does not come
    ELSEWHERE = "elsewhere"  # what it orders is done under other clauses


class Cite(NamedTuple):
    """A clause of an instrument in an edition, or a house rule, which is no clause of any.

    >>> cite = Cite("pa-685a", "2020", "7(h)")
    >>> str(cite), cite.is_law
    ('58 Pa. Code § 685a.7(h)', True)
    """

    instrument: str
    edition: str
    clause: str

    @property
    def is_law(self) -> bool:
        return self.instrument != HOUSE

    def __str__(self) -> str:
        return _written(self)


@cache
def _written(cite: Cite) -> str:
    """A clause as it is cited. A live table writes a dozen of them with every card."""
    if not cite.is_law:
        return f"house rule: {cite.clause.replace('_', ' ')}"
    held = register(cite.instrument, cite.edition)
    return held.opening if cite.clause == OPENING else held.cite_as.format(clause=cite.clause)


HOUSE = "house"
OPENING = "0"  # what stands before the first numbered clause
Citing = Callable[[str], Cite]  # how a game's file says `law("7(h)")`


def house(rule: str) -> Cite:
    """A rule of the house that cites no clause, such as when chips of a busted hand are taken."""
    return Cite(HOUSE, "", rule)


@dataclass(frozen=True, kw_only=True)
class Clause:
    id: str
    status: Status
    summary: str
    inscription: str | None = None
    stands: Stands | None = None  # of a clause about equipment
    draws: tuple[str, ...] = ()  # what a drawing of the table shows for it: a wager's key, or something on the table
    sign: SignSays | None = None  # what a sign says, where a clause lets one say it instead of the layout
    said: Said | None = None  # of a clause that can only be announced


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What changed at a clause between an edition and the one it is like."""

    clause: str
    kind: str
    before: str
    after: str

    def to_dict(self) -> dict[str, object]:
        return {"clause": self.clause, "kind": self.kind, "from": self.before, "to": self.after}


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A figure that the filing claims; the lab reports its own beside it."""

    id: str
    what: str
    low: str
    high: str
    where: str


@dataclass(frozen=True, kw_only=True)
class External:
    """A text that the instrument refers to and that we do not hold."""

    text: str
    cited_in: tuple[str, ...]
    assume: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Register:
    """One instrument in one edition: its clauses by id, in the order of the text.

    >>> register("pa-685a", "2020")
    <Register pa-685a@2020: 58 Pa. Code Chapter 685a, Down Under Blackjack>
    """

    key: str
    edition: str
    title: str
    standing: str
    cite_as: str
    opening: str  # how what stands before the first clause is cited
    clauses: Mapping[str, Clause]
    renamed: Mapping[str, str]
    differences: tuple[Difference, ...]
    claims: tuple[Claim, ...]
    externals: tuple[External, ...]
    like: str | None

    @property
    def is_proposed(self) -> bool:
        return self.standing == "proposed"

    def to_dict(self) -> dict[str, object]:
        """The instrument without its clauses."""
        return {
            "instrument": self.key,
            "edition": self.edition,
            "title": self.title,
            "standing": self.standing,
            "clauses": len(self.clauses),
        }

    def __repr__(self) -> str:
        return f"<Register {self.key}@{self.edition}: {self.title}>"

    def drawn(self, what: str) -> Cite | None:
        """The clause for which a drawing of the table shows this, where there is one.

        >>> print(register("pa-685a", "2020").drawn("tip-box"))
        58 Pa. Code § 685a.2(c)
        """
        found = (one.id for one in self.clauses.values() if what in one.draws)
        return next((Cite(self.key, self.edition, one) for one in found), None)

    def cite(self, clause: str) -> Cite:
        """The clause by the id it has here, or by the id it has in the edition this one is like."""
        here = self.renamed.get(clause, clause)
        if here not in self.clauses:
            raise UnknownClause(f"{self.key}@{self.edition} has no clause {clause}")
        return Cite(self.key, self.edition, here)


Files = dict[tuple[str, str], Path]  # by instrument and edition


def registers_folder() -> Path:
    """Where our own registers are."""
    return Path(str(resources.files("holecard.law.registers")))


@cache
def _own_files() -> Files:
    return _files_in(registers_folder())


def _files_in(folder: Path) -> Files:
    found = (file for file in folder.iterdir() if file.suffix == ".toml" and "@" in file.stem)
    return {(key, edition): file for file in sorted(found) for key, _, edition in (file.stem.partition("@"),)}


@cache
def _files() -> Files:
    """Our own registers and those that packages bring; an instrument belongs to the first that has it."""
    found = dict(_own_files())
    for brought, folder in plugins.folders():
        held = {instrument_key for instrument_key, _ in found}
        for (key, edition), file in _files_in(folder).items():
            if key in held:
                plugins.leave_out(brought.package, f"there is already a register {key}")
            else:
                found[key, edition] = file
    return found


def look_again() -> None:
    """Forget the registers, after packages were installed or removed while this process runs."""
    for kept in (_files, editions, _toml, register):
        kept.cache_clear()


@cache
def editions(instrument_key: str) -> tuple[str, ...]:
    """The editions held of an instrument, newest first. Packages are asked only for what we do not have ourselves."""
    held = [edition for key, edition in _own_files() if key == instrument_key]
    held = held or [edition for key, edition in _files() if key == instrument_key]
    if not held:
        known = ", ".join(sorted({key for key, _ in _files()}))
        raise Malformed(f"unknown instrument {instrument_key!r}. Choose one of {known}")
    return tuple(sorted(held, reverse=True))


@cache
def _toml(instrument_key: str, edition: str) -> dict[str, Any]:
    name = instrument_key, edition
    return tomllib.loads((_own_files().get(name) or _files()[name]).read_text("utf-8"))


def _document(instrument_key: str, edition: str) -> dict[str, Any]:
    head: dict[str, Any] = _toml(instrument_key, edition)["instrument"]
    return head


@cache
def register(instrument_key: str, edition: str) -> Register:
    if edition not in editions(instrument_key):
        raise Malformed(
            f"unknown edition {edition!r} of {instrument_key}. Choose one of {', '.join(editions(instrument_key))}"
        )
    data = _toml(instrument_key, edition)
    head = data["instrument"]
    renamed: dict[str, str] = data.get("renamed", {})
    like = register(instrument_key, head["like"]) if "like" in head else None
    clauses = {}
    if like is not None:
        for clause in like.clauses.values():
            here = renamed.get(clause.id, clause.id)
            clauses[here] = replace(clause, id=here)
    for clause_id, entry in data.get("clause", {}).items():
        clauses[clause_id] = Clause(
            id=clause_id,
            status=Status(entry["status"]),
            summary=entry["summary"],
            inscription=entry.get("inscription"),
            stands=Stands(entry["stands"]) if entry["status"] == Status.EQUIPMENT else None,
            draws=tuple(entry.get("draws", ())),
            sign=SignSays(entry["sign"]) if "sign" in entry else None,
            said=Said(entry["said"]) if "said" in entry else None,
        )
    return Register(
        key=head["key"],
        edition=head["edition"],
        title=head["title"],
        standing=head["standing"],
        cite_as=head.get("cite_as", like.cite_as if like else "{clause}"),
        opening=head.get("opening", head["title"]),
        clauses=clauses,
        renamed=renamed,
        differences=tuple(
            Difference(clause=entry["clause"], kind=entry["kind"], before=entry["from"], after=entry["to"])
            for entry in data.get("difference", ())
        ),
        claims=tuple(Claim(**entry) for entry in data.get("claim", ())),
        externals=tuple(
            External(text=entry["text"], cited_in=tuple(entry.get("cited_in", ())), assume=entry["assume"])
            for entry in data.get("external", ())
        ),
        like=head.get("like"),
    )


def instrument(key: str, edition: str | None = None) -> Citing:
    """The instrument for use in a game's file, `law("7(h)")`; the newest edition in force unless one is named."""
    return register(key, edition or in_force(key)).cite


def in_force(key: str) -> str:
    """The newest edition that is not merely proposed."""
    return next(edition for edition in editions(key) if _document(key, edition)["standing"] != "proposed")


def not_in_force(held: Register) -> Refused:
    """The refusal of an edition that is only proposed: it may be studied and practised, but no live house plays it."""
    others = [edition for edition in editions(held.key) if not register(held.key, edition).is_proposed]
    return Refused(
        f"edition={held.edition}",
        cite=house("law in force"),
        why="is proposed and not yet in force",
        legal=tuple(f"edition={edition}" for edition in others),
    )


def registers() -> tuple[Register, ...]:
    """Every register held."""
    return tuple(register(key, edition) for key, edition in _files())


def claims_of(key: str) -> tuple[tuple[Register, Claim], ...]:
    """The figures that any edition of an instrument claims, which hold for what it became too."""
    return tuple(
        (held, claim) for edition in editions(key) for held in (register(key, edition),) for claim in held.claims
    )
