"""Reads a house file (the tables of a house, in TOML) and checks each table, and all together, against the law.

>>> house = read_house('''
... [house]
... name = "Corner House"
... [[table]]
... name = "Pit 1"
... game = "pa-down-under"
... options = {decks = 5, match_the_dealer = true}
... ''')
>>> [str(refusal.cite) for table in check_house(house) for refusal in table.findings]
['58 Pa. Code § 685a.6(e)']
"""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeVar

from holecard.engine.game import Game, HouseWide, citing
from holecard.engine.options import Choice, Option, text_of
from holecard.engine.rules import Rules
from holecard.games import GAMES, find
from holecard.law.clauses import not_in_force
from holecard.law.errors import Malformed, Refused
from holecard.law.filing import CLAUSES, DATE, Value, filing_of, read_date, read_filing

EDITION: Final = "edition"
CERTIFIED: Final = "certified_dealer"
MAXIMUMS: Final = ("box_maximum", "player_maximum")  # options of the game that stand beside its name in the file


class Staff(StrEnum):
    """Who answers where a clause asks for a floorperson: the house itself, or only a floorperson."""

    AUTOMATIC = "automatic"
    STAFFED = "staffed"


class Talk(StrEnum):
    """How players may talk at the tables: not at all, with the house's phrases, or in their own words too."""

    OFF = "off"
    PHRASES = "phrases"
    FREE = "free"


@dataclass(frozen=True, kw_only=True)
class HouseTable:
    """A table as the file describes it; options are written as `--set` takes them."""

    name: str
    game: Game
    options: Mapping[str, str]
    boxes: int
    staff: Staff = Staff.AUTOMATIC  # of the whole house
    talk: Talk = Talk.PHRASES  # of the whole house
    filing: Mapping[str, Value] = field(default_factory=dict)  # what the house states beside the options
    certified: bool = False  # it is opened only while a dealer is signed in who has passed its tests


@dataclass(frozen=True, kw_only=True)
class House:
    name: str
    tables: tuple[HouseTable, ...]
    filed: str | None = None  # the date of its filing


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What the law says of a table: everything it refuses. `rules` is None where the options make no lawful game."""

    table: HouseTable
    edition: str | None  # whose clauses are cited
    rules: Rules | None
    findings: tuple[Refused, ...]

    @property
    def is_lawful(self) -> bool:
        return not self.findings

    @property
    def options(self) -> dict[str, str]:
        """Every option, those left out by default; a refused one as the file has it."""
        if self.rules is not None:
            return self.rules.options.shown()
        return {
            option.name: self.table.options.get(option.name, option.show(option.default))
            for option in self.table.game.options
        }


# What the law says


def check_house(house: House) -> tuple[Checked, ...]:
    """Each table by itself, then what a clause fixes for all of them."""
    alone = tuple(_check(table) for table in house.tables)
    across = _across(alone)
    return tuple(replace(one, findings=(*one.findings, *across[one.table.name])) for one in alone)


def _check(table: HouseTable) -> Checked:
    """Every option that is refused by itself, then the first combination refused once those are left out."""
    game = table.game
    findings: list[Refused] = []
    kept: dict[str, str] = {}
    for name in sorted(table.options, key=lambda name: name != EDITION):  # which numbers the clauses of the others
        try:
            game.check_fixed({**kept, name: table.options[name]})
            option = next(option for option in game.declared(kept) if option.name == name)
            option.parse(table.options[name])
            kept[name] = table.options[name]
        except Refused as refusal:
            findings.append(refusal)
    plain = game.configure({name: text for name, text in kept.items() if name == EDITION})
    if plain.register is not None and plain.is_proposed:
        findings.insert(0, not_in_force(plain.register))
    if table.boxes > plain.boxes.most:
        why, legal = f"the game has {plain.boxes.most} at most", (f"1 to {plain.boxes.most}",)
        findings.append(Refused(f"{table.boxes} boxes", cite=plain.boxes.cite, why=why, legal=legal))
    rules = None
    try:
        rules = game.configure(kept)
    except Refused as refusal:
        findings.append(refusal)
    if plain.register is not None:
        asked, decks = filing_of(game.instrument), (rules or plain).decks
        checked = (
            asked.fields[key].check(value, decks, plain.register)
            for key, value in table.filing.items()
            if key != CLAUSES
        )
        findings += [refusal for refusal in checked if refusal is not None]
    return Checked(
        table=table,
        edition=plain.register.edition if plain.register is not None else None,
        rules=rules if len(kept) == len(table.options) else None,
        findings=tuple(findings),
    )


def _across(tables: tuple[Checked, ...]) -> Mapping[str, list[Refused]]:
    """By table, each option that must be the same in the whole house and is not.

    Every table concerned gets the finding, because no clause says which of them should change. A table whose own
    options are refused is not compared: its final options are not known.
    """
    bound: dict[tuple[str | None, str, str], list[tuple[HouseWide, str, Rules]]] = defaultdict(list)
    for one in tables:
        for rule in one.table.game.house_wide:
            if one.rules is not None and rule.when(one.rules.options):
                same = (one.table.game.instrument, rule.clause, rule.option)
                bound[same].append((rule, one.table.name, one.rules))
    found: dict[str, list[Refused]] = defaultdict(list)
    for group in bound.values():
        chosen = {name: rules.options.shown()[rule.option] for rule, name, rules in group}
        first = {value: name for name, value in reversed(chosen.items())}
        if len(first) > 1:
            for rule, name, rules in group:
                others = (f"{value} at {first[value]!r}" for value in sorted(first) if value != chosen[name])
                found[name].append(
                    Refused(
                        f"{rule.option}={chosen[name]}",
                        cite=citing(rules.register)(rule.clause),
                        why=f"every table of the house needs the same value; other tables have {', '.join(others)}",
                        legal=tuple(f"{rule.option}={value} at every table" for value in sorted(first)),
                    )
                )
    return found


# The file


def read_house(text: str) -> House:
    """Read the text of a file, every part of it: a slip of the pen is an error and never another house."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"the house file is not valid TOML: {error}") from error
    fields = _section(document, "the house file", needs=("house",), may=("filing", "table"))
    head = _section(fields["house"], "[house]", needs=("name",), may=("staff", "talk"))
    staff = _one_of(Staff, head.get("staff", Staff.AUTOMATIC), "staff")
    talk = _one_of(Talk, head.get("talk", Talk.PHRASES), "talk")
    entries = fields.get("table", [])
    if not isinstance(entries, list):
        raise Malformed("the house file: write [[table]] with two brackets above each table")
    if not entries:
        raise Malformed("the house file has no tables. Write [[table]] above each one")
    common = dict(_section(fields.get("filing", {}), "[filing]", may=_filing_keys(fields)))
    filed = read_date(common.pop(DATE), "[filing]") if DATE in common else None
    tables = tuple(
        replace(_table(entry, f"table {number}", common), staff=staff, talk=talk)
        for number, entry in enumerate(entries, start=1)
    )
    for table in tables:
        if table.certified and staff is not Staff.STAFFED:
            raise Malformed(
                f'table {table.name!r}: {CERTIFIED} needs staff = "staffed" in [house]: somebody must open it'
            )
    names = [table.name for table in tables]
    for name in names:
        if names.count(name) > 1:
            raise Malformed(f"the house file has two tables named {name!r}. Give each its own name")
    return House(name=_name(head["name"], "[house]"), tables=tables, filed=filed)


def _table(entry: object, where: str, common: Mapping[str, Any]) -> HouseTable:
    if isinstance(entry, dict) and "name" in entry:
        where = f"table {_name(entry['name'], where)!r}"
    fields = _section(entry, where, needs=("name", "game"), may=("boxes", *MAXIMUMS, CERTIFIED, "options", "filing"))
    if not isinstance(fields["game"], str):
        raise Malformed(f"{where}: game must be a key in quotes, not {_shown(fields['game'])}")
    try:
        game = find(fields["game"])
    except Malformed as error:
        raise Malformed(f"{where}: {error}") from error
    boxes = fields.get("boxes", game.boxes)
    if type(boxes) is not int or boxes < 1:
        raise Malformed(f"{where}: boxes must be a whole number of 1 or more, not {_shown(boxes)}")
    certified = fields.get(CERTIFIED, False)
    if type(certified) is not bool:
        raise Malformed(f"{where}: {CERTIFIED} must be true or false, not {_shown(certified)}")
    return HouseTable(
        name=_name(fields["name"], where),
        game=game,
        options=MappingProxyType(_options(game, fields, where)),
        boxes=boxes,
        filing=MappingProxyType(_filing(game, common, fields.get("filing", {}), where)),
        certified=certified,
    )


def _filing(game: Game, common: Mapping[str, Any], own: object, where: str) -> dict[str, Value]:
    """What the house states for all its tables, as far as this game's instrument asks for it, and for this one."""
    asked, held = filing_of(game.instrument), game.configure().register
    shared = {key: value for key, value in common.items() if key in asked.fields}
    return read_filing(shared, asked, "[filing]") | read_filing(own, asked, f"{where}: filing", held)


def _filing_keys(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """What `[filing]` may state for all tables: every field that one of their instruments asks for."""
    entries = fields.get("table", [])
    keys = [entry.get("game") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    games = [find(key) for key in dict.fromkeys(keys) if isinstance(key, str) and key in GAMES]
    return (DATE, *dict.fromkeys(key for game in games for key in filing_of(game.instrument).fields))


def _options(game: Game, fields: Mapping[str, Any], where: str) -> dict[str, str]:
    known = (*game.options, *game.fixed)  # a rule that the text settles is not unknown, but refused with its clause
    given = _section(fields.get("options", {}), f"{where}: options", may=tuple(one.name for one in known))
    beside = {name: fields[name] for name in MAXIMUMS if name in fields}
    by_name = {option.name: option for option in game.options}
    for name in beside:
        if name not in by_name:
            raise Malformed(f"{where}: {game.key} has no {name}")
        if name in given:
            raise Malformed(f"{where}: {name} appears twice, next to the game and in its options. Keep one")
    return {
        name: _written(by_name[name], value, where) if name in by_name else str(value)
        for name, value in {**given, **beside}.items()
    }


def _written(option: Option, value: object, where: str) -> str:
    """The value as on a command line. Money is never a bare number, which might be cents or dollars."""
    match value:
        case str():
            text = value.strip()
        case bool() if isinstance(option, Choice) and "yes" in option.shown_values:
            text = text_of(value)
        case int() if isinstance(option, Choice) and not isinstance(value, bool):
            text = text_of(value)
        case _:
            known = ", ".join(option.shown_values)
            raise Malformed(f"{where}: {option.name} must be in quotes and one of {known}, not {_shown(value)}")
    try:
        with suppress(Refused):  # which is for the check to find
            option.parse(text)
    except Malformed as error:
        raise Malformed(f"{where}: {error}") from error
    return text


def _section(value: object, where: str, needs: tuple[str, ...] = (), may: tuple[str, ...] = ()) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed(f"{where} must have names with values, not {_shown(value)}")
    for key in needs:
        if key not in value:
            raise Malformed(f"{where}: {key!r} is missing")
    for key in value:
        if key not in (*needs, *may):
            raise Malformed(f"{where}: {key!r} is unknown. Known: {', '.join((*needs, *may))}")
    return value


def _name(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise Malformed(f"{where}: name must be one line of text in quotes, not {_shown(value)}")
    return value.strip()


Named = TypeVar("Named", bound=StrEnum)


def _one_of(kind: type[Named], value: object, name: str) -> Named:
    if value not in tuple(kind):
        raise Malformed(f"[house]: {name} must be one of {', '.join(kind)}, in quotes, not {_shown(value)}")
    return kind(str(value))


def _shown(value: object) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else f"{text[:40]}…"
