"""What a filing has to answer beyond the options of the game: `KEY.filing.toml` beside the register.

>>> asked = filing_of("pa-685a")
>>> asked.fields["deck_changes"].clauses, asked.fields["deck_changes"].kind.value
(('3(c)',), 'hours')
>>> asked.approver("2(b)(1)")
'Bureau of Gaming Operations (§ 601a.10(a))'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from holecard.law import plugins
from holecard.law.clauses import Register, registers_folder
from holecard.law.errors import Malformed, Refused

EXACT: Final = "exact"  # an inscription in the very words of the clause
FIELD: Final = "field"  # a condition on another field of the filing
GAME: Final = "game"
DATE: Final = "date"
CLAUSES: Final = "clauses"  # answers in the house's own words, by clause
DECK_SIZE: Final = 52
LONGEST: Final = 2000  # characters of an answer
PLACE: Final = 'text in quotes or { text = "…", at = [1530, 15] }'
TEXT, APPROVED, AT = "text", "approved", "at"  # of values that have parts

Value = str | int | Mapping[str, str]
Only = Mapping[str, tuple[str, ...]]  # by option, `game` or `field.NAME`: the values under which something applies


class Kind(StrEnum):
    """What a field holds."""

    TEXT = "text"
    APPROVAL = "approval"
    POSITION = "position"  # in words, or in words with millimetres on the layout
    DEVICE = "device"
    CHOICE = "choice"
    INSCRIPTION = "inscription"  # "exact", or other words with who approved them
    WORDS = "words"  # what the cloth says where the clause prescribes no words
    NUMBER = "number"
    HOURS = "hours"
    CARDS = "cards"  # how many; bounds are parts of the stack


@dataclass(frozen=True, kw_only=True)
class Field:
    """Something that the house states, with the clauses that ask for it."""

    key: str
    title: str
    clauses: tuple[str, ...]
    kind: Kind
    about: str = ""
    values: tuple[str, ...] = ()
    least: Fraction | None = None
    most: Fraction | None = None
    substitute: str = "none"  # other words for an inscription: none, approved ones, or similar ones
    only: Only = field(default_factory=dict)
    draws: str = ""  # what the drawing shows of it, by the name that the registers have in `draws`
    inscribes: tuple[str, ...] = ()  # the clauses whose sentences on the layout it words
    names: Mapping[str, str] = field(default_factory=dict)  # how documents say a value

    @property
    def accepts(self) -> str:
        """What may be written, for a message and for the documents."""
        match self.kind:
            case Kind.CHOICE:
                return ", ".join(f'"{value}"' for value in self.values)
            case Kind.INSCRIPTION if self.substitute == "none":
                return '"exact"'
            case Kind.INSCRIPTION:
                return '"exact" or { text = "…", approved = "…" }'
            case Kind.POSITION:
                return f"{PLACE}{': ' + self.about if self.about else ''}"
            case Kind.NUMBER | Kind.HOURS | Kind.CARDS:
                whole = "a whole number"
                part = " of the cards" if self.kind is Kind.CARDS else ""
                least = f" of at least {self.least}{part}" if self.least is not None else ""
                most = f" of at most {self.most}{part}" if self.most is not None else ""
                return whole + (least or most)
            case _:
                return f"text in quotes{': ' + self.about if self.about else ''}"

    def read(self, value: object, where: str) -> Value:
        """The value as written in a house file, if it has the right form."""
        good: Value | None = None
        match self.kind, value:
            case ((Kind.NUMBER | Kind.HOURS | Kind.CARDS), int()) if type(value) is int and value > 0:
                good = value
            case Kind.INSCRIPTION, {"text": str(text), "approved": str(who)} if len(value) == 2:  # type: ignore[arg-type]
                good = {TEXT: _line(text, where, self.key), APPROVED: _line(who, where, self.key)}
            case Kind.POSITION, {"text": str(text), "at": [int(x), int(y)]} if len(value) == 2 and _whole(x, y):  # type: ignore[arg-type]
                good = {TEXT: _line(text, where, self.key), AT: f"{x}, {y}"}
            case Kind.INSCRIPTION, str() if value == EXACT:
                good = EXACT
            case ((Kind.TEXT | Kind.WORDS | Kind.APPROVAL | Kind.POSITION | Kind.DEVICE | Kind.CHOICE), str()):
                good = _line(value, where, self.key)
            case _:
                pass
        if good is None or (self.kind is Kind.CHOICE and good not in self.values):
            raise Malformed(f"{where}: {self.key} must be {self.accepts}")
        return good

    def check(self, value: Value, decks: int, held: Register) -> Refused | None:
        """Why a clause does not allow this value."""
        cite = held.cite(self.clauses[0])
        if isinstance(value, Mapping) and self.kind is Kind.INSCRIPTION and self.substitute == "none":
            return Refused(f"{self.key}: other words", cite=cite, why="the clause fixes the words", legal=(EXACT,))
        if not isinstance(value, int):
            return None
        of = decks * DECK_SIZE if self.kind is Kind.CARDS else 1
        low = None if self.least is None else -(-self.least * of // 1)
        high = None if self.most is None else self.most * of // 1
        if (low is not None and value < low) or (high is not None and value > high):
            legal = f"{low} or more" if low is not None else f"{high} or fewer"
            return Refused(f"{self.key} = {value}", cite=cite, why="is outside what the clause allows", legal=(legal,))
        return None


@dataclass(frozen=True, kw_only=True)
class Filing:
    """What an instrument asks of a filing. One that says nothing of it asks only for its own clauses."""

    title: str = "Filing"
    authority: str = "the regulator"
    stated: tuple[str, ...] = ()  # options of these clauses are never filled from a default
    people: Mapping[str, str] = field(default_factory=dict)
    people_by_clause: Mapping[str, str] = field(default_factory=dict)
    approves: Mapping[str, str] = field(default_factory=dict)
    only: Mapping[str, Only] = field(default_factory=dict)
    fields: Mapping[str, Field] = field(default_factory=dict)

    def approver(self, clause: str) -> str:
        """Who approves what a clause asks for."""
        found = _longest(self.approves, clause)
        return self.approves[found] if found is not None else self.authority

    def limits(self, clause: str) -> Only:
        """Which tables a clause applies to, by its own condition or that of a clause above it."""
        found = _longest(self.only, clause)
        return self.only[found] if found is not None else {}


def _longest(known: Mapping[str, object], clause: str) -> str | None:
    """The id that is this clause, or the nearest above it.

    >>> _longest({"3.5": 1, "3": 2}, "3.5(a)(i)"), _longest({"15.1": 1}, "15.10")
    ('3.5', None)
    """
    above = [id_ for id_ in known if clause == id_ or clause.startswith(f"{id_}(")]
    return max(above, key=len, default=None)


def filing_of(instrument: str | None) -> Filing:
    """What filings under this instrument answer; a package that brings a register may bring this beside it."""
    name = f"{instrument}.filing.toml"
    if (file := registers_folder() / name).is_file():
        return _read_file(file)
    brought = (folder / name for _, folder in plugins.folders()) if instrument is not None else ()
    return next((_read_file(file) for file in brought if file.is_file()), Filing())


@cache
def _read_file(file: Path) -> Filing:
    return _read(tomllib.loads(file.read_text("utf-8")))


def _read(data: dict[str, Any]) -> Filing:
    head, people = data["filing"], dict(data.get("people", {}))
    return Filing(
        title=head["title"],
        authority=head["authority"],
        stated=tuple(head.get("stated", ())),
        people_by_clause=people.pop("by_clause", {}),
        people=people,
        approves=data.get("approves", {}),
        only={clause: _only(entry) for clause, entry in data.get("only", {}).items()},
        fields={key: _field(key, entry) for key, entry in data.get("field", {}).items()},
    )


def _field(key: str, entry: dict[str, Any]) -> Field:
    bounds = {name: Fraction(entry[name]) for name in ("least", "most") if name in entry}
    return Field(
        key=key,
        title=entry["title"],
        clauses=tuple(entry["clauses"]),
        kind=Kind(entry["kind"]),
        about=entry.get("about", ""),
        values=tuple(entry.get("values", ())),
        substitute=entry.get("substitute", "none"),
        only=_only(entry.get("only", {})),
        draws=entry.get("draws", ""),
        inscribes=tuple(entry.get("inscribes", entry["clauses"])),
        names=entry.get("names", {}),
        **bounds,
    )


def _only(entry: Mapping[str, Any]) -> Only:
    """Conditions by name; TOML has those on other fields one level down."""
    flat = {name: tuple(values) for name, values in entry.items() if name != FIELD}
    return flat | {f"{FIELD}.{name}": tuple(values) for name, values in entry.get(FIELD, {}).items()}


def read_filing(entry: object, asked: Filing, where: str, held: Register | None = None) -> dict[str, Value]:
    """The fields that a house file states, each in its right form; an unknown one is an error."""
    if not isinstance(entry, dict):
        raise Malformed(f"{where} must have names with values")
    found: dict[str, Value] = {}
    for key, value in entry.items():
        if key == CLAUSES:
            found[CLAUSES] = _own_words(value, where, held)
        elif key in asked.fields:
            found[key] = asked.fields[key].read(value, where)
        else:
            known = ", ".join((*asked.fields, CLAUSES))
            raise Malformed(f"{where}: {key!r} is unknown. Known: {known}")
    return found


def _own_words(value: object, where: str, held: Register | None) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise Malformed(f'{where}: clauses must name clauses with text, for example "2(c)" = "…"')
    for clause in value:
        if held is None or clause not in held.clauses:
            raise Malformed(f"{where}: there is no clause {clause!r}")
    return {clause: _line(text, where, clause) for clause, text in value.items()}


def read_date(value: object, where: str) -> str:
    """The date of a filing, as TOML or as text.

    >>> read_date("2026-03-01", "[filing]"), read_date(date(2026, 3, 1), "[filing]")
    ('2026-03-01', '2026-03-01')
    """
    try:
        if isinstance(value, str):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        pass
    if type(value) is date:
        return value.isoformat()
    raise Malformed(f"{where}: the date must be a day such as 2026-03-01, not {value!r:.40}")


def _whole(*numbers: int) -> bool:
    """Whether these are numbers from 0 on; `true` is none, although it is an `int`."""
    return all(type(one) is int and one >= 0 for one in numbers)


def _line(text: str, where: str, key: str) -> str:
    text = text.strip()
    if not text or not text.isprintable() or len(text) > LONGEST:
        raise Malformed(f"{where}: {key} must be one line of text with at most {LONGEST} characters")
    return text
