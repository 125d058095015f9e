"""Every clause that asks for a choice, a text, a position, a sign or a device, and what this house answers.

An answer comes from the house file, from an option, from the layout and signs, or from the walk through the engine.
What a clause asks for and the house has not stated is an open point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from holecard.dossier._walk import Walk
from holecard.engine.rules import Rules
from holecard.house.house_file import Checked
from holecard.law.clauses import Clause, Register, Stands, Status
from holecard.law.filing import CLAUSES, EXACT, FIELD, GAME, Field, Filing, Kind, Only, Value, filing_of
from holecard.telling.names import capital

SIGN = "sign"  # said of what is not on the layout
OPTIONS = "[table.options] "  # where an option is written
ASKED = (Status.OPTION, Status.EQUIPMENT, Status.PROCEDURE)


class Source(StrEnum):
    """Where an answer comes from."""

    FILE = "house file"
    DEFAULT = "default"
    LAYOUT = "layout"
    PROCEDURE = "procedure"
    RULES = "rules"  # the program keeps to the clause, and nothing is left to choose
    NOT_HERE = "does not apply"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer to a clause."""

    what: str
    value: str
    source: Source
    key: str | None = None  # of the option or the field

    def to_dict(self) -> dict[str, object]:
        return {"what": self.what, "value": self.value, "source": self.source.value, "key": self.key}


@dataclass(frozen=True, kw_only=True)
class OpenPoint:
    """Something that a clause asks for and the house file does not state."""

    clause: str
    cite: str
    what: str
    write: str  # where in the house file
    accepts: str

    def to_dict(self) -> dict[str, object]:
        return dict(vars(self))


@dataclass(frozen=True, kw_only=True)
class Row:
    """A clause with its answers and open points."""

    clause: Clause
    cite: str
    approves: str
    answers: tuple[Answer, ...]
    open: tuple[OpenPoint, ...]

    def to_dict(self) -> dict[str, object]:
        return {
            "clause": self.clause.id,
            "cite": self.cite,
            "status": self.clause.status.value,
            "summary": self.clause.summary,
            "approves": self.approves,
            "answers": [answer.to_dict() for answer in self.answers],
            "open": [point.what for point in self.open],
        }


def clause_rows(table: Checked, walked: Walk, sign_clauses: Mapping[str, str]) -> tuple[Row, ...]:
    """All clauses of the table's instrument that a filing answers. `sign_clauses` are titles of signs by clause."""
    rules = table.rules
    assert rules is not None, "only lawful tables are filed"
    if rules.register is None:
        return ()
    asking = _Asking(table, rules, rules.register, walked, sign_clauses)
    return tuple(asking.row(clause) for clause in rules.register.clauses.values() if clause.status in ASKED)


@dataclass(frozen=True)
class _Asking:
    table: Checked
    rules: Rules
    held: Register
    walked: Walk
    signs: Mapping[str, str]

    @cached_property
    def filing(self) -> Filing:
        return filing_of(self.held.key)

    def row(self, clause: Clause) -> Row:
        answers: list[Answer] = []
        points: list[OpenPoint] = []
        why_not = self._why_not(self.filing.limits(self._plain(clause.id)))
        if why_not:
            answers.append(Answer(what="Does not apply", value=why_not, source=Source.NOT_HERE))
        else:
            found = (*self._options(clause), *self._fields(clause), *self._own_words(clause))
            answers += [one for one in found if isinstance(one, Answer)]
            points += [one for one in found if isinstance(one, OpenPoint)]
            answers += self._shown(clause)
            if clause.status is Status.PROCEDURE or not (answers or points):
                answers += self._done(clause, alone=not (answers or points))
            if not answers and not points:
                points.append(self._unanswered(clause))
        approves = self.filing.approver(self._plain(clause.id))
        return Row(
            clause=clause, cite=self._cite(clause), approves=approves, answers=tuple(answers), open=tuple(points)
        )

    def _cite(self, clause: Clause) -> str:
        return str(self.held.cite(clause.id))

    def _plain(self, clause: str) -> str:
        """The id that the edition has which this one is like: the filing's data use that."""
        return next((old for old, new in self.held.renamed.items() if new == clause), clause)

    def _options(self, clause: Clause) -> Iterator[Answer | OpenPoint]:
        """The options of this clause. One that has to be stated is not taken from a default."""
        shown, given = self.rules.options.shown(), self.table.table.options
        for option in self.table.table.game.declared(dict(given)):
            if not option.cite.is_law or option.cite.clause != clause.id or self._of_wager_off(option.name):
                continue
            if option.name in given:
                source = Source.FILE
            elif self._plain(clause.id) in self.filing.stated:
                yield OpenPoint(
                    clause=clause.id,
                    cite=self._cite(clause),
                    what=f"{option.title}: the choice has to be stated",
                    write=f"{OPTIONS}{option.name}",
                    accepts=", ".join(option.shown_values),
                )
                continue
            else:
                source = Source.DEFAULT
            named = option.named(shown[option.name])
            yield Answer(what=option.title, value=named, source=source, key=option.name)

    def _of_wager_off(self, name: str) -> bool:
        """Whether an option belongs to a side wager that this table does not offer; the switch itself does not."""
        options = self.rules.options
        return any(
            offered.has_option(name) and name != offered.switch and not options.flag(offered.switch)
            for offered in self.table.table.game.wagers
        )

    def _fields(self, clause: Clause) -> Iterator[Answer | OpenPoint]:
        filed = self.table.table.filing
        for field in self.filing.fields.values():
            if self._plain(clause.id) not in field.clauses or self._why_not(field.only):
                continue
            if field.key in filed:
                value = self._written(field, filed[field.key])
                yield Answer(what=field.title, value=value, source=Source.FILE, key=field.key)
            elif self._plain(clause.id) == field.clauses[0]:
                yield OpenPoint(
                    clause=clause.id,
                    cite=self._cite(clause),
                    what=field.title,
                    write=f"[table.filing] {field.key}",
                    accepts=field.accepts,
                )
            else:
                first = self.held.cite(field.clauses[0])
                yield Answer(what=field.title, value=f"open, see {first}", source=Source.RULES, key=field.key)

    def _written(self, field: Field, value: Value) -> str:
        match field.kind, value:
            case Kind.INSCRIPTION, str() if value == EXACT:
                inscription = self.held.clauses[self.held.cite(field.clauses[0]).clause].inscription
                return f"in the words of the clause: “{inscription}”"
            case Kind.INSCRIPTION, Mapping():
                return f"“{value['text']}”, approved: {value['approved']}"
            case Kind.POSITION, Mapping():
                return f"{value['text']} (at {value['at']} mm)"
            case Kind.HOURS, _:
                return f"{value} hours"
            case Kind.CARDS, _:
                return f"{value} of {self.rules.decks * 52} cards"
            case _:
                return str(value)

    def _own_words(self, clause: Clause) -> Iterator[Answer]:
        own = self.table.table.filing.get(CLAUSES, {})
        assert isinstance(own, Mapping), "the house file was read"
        if clause.id in own:
            yield Answer(what="The house states", value=own[clause.id], source=Source.FILE, key=CLAUSES)

    def _shown(self, clause: Clause) -> Iterator[Answer]:
        """What the drawing and the signs answer."""
        if clause.status is Status.EQUIPMENT and clause.stands is Stands.LAYOUT:
            stated = [self.table.table.filing.get(key) for key in self._asked_in(clause)]
            if SIGN not in stated:
                text = next((one["text"] for one in stated if isinstance(one, Mapping)), clause.inscription)
                said = f": “{text}”" if text and clause.inscription else ""
                yield Answer(what="Layout", value=f"drawn on the layout{said}", source=Source.LAYOUT)
        if clause.id in self.signs:
            yield Answer(what="Sign", value=self.signs[clause.id], source=Source.LAYOUT)

    def _asked_in(self, clause: Clause) -> tuple[str, ...]:
        plain = self._plain(clause.id)
        return tuple(field.key for field in self.filing.fields.values() if plain in field.clauses)

    def _done(self, clause: Clause, alone: bool) -> Iterator[Answer]:
        if self.held.cite(clause.id) in self.walked.cites():
            occasions = self.walked.occasions_of(self.held.cite(clause.id))
            yield Answer(what="Procedure", value=occasions[0], source=Source.PROCEDURE)
        elif clause.status is not Status.EQUIPMENT and alone:
            yield Answer(what="As the clause says", value=capital(clause.summary), source=Source.RULES)

    def _unanswered(self, clause: Clause) -> OpenPoint:
        return OpenPoint(
            clause=clause.id,
            cite=self._cite(clause),
            what=capital(clause.summary),
            write=f'[table.filing.clauses] "{clause.id}"',
            accepts="text in quotes",
        )

    def _why_not(self, only: Only) -> str:
        """Why something does not concern this table; empty if it does."""
        shown, filed = self.rules.options.shown(), self.table.table.filing
        declared = {option.name: option for option in self.table.table.game.options}
        for name, values in only.items():
            if name == GAME:
                if self.rules.key not in values:
                    return f"this table's game is {self.rules.name}"
            elif name.startswith(f"{FIELD}."):
                key = name.removeprefix(f"{FIELD}.")
                if key in filed and filed[key] not in values:
                    return f"{self.filing.fields[key].title}: {filed[key]}"
            elif name in shown and shown[name] not in values:
                return f"{declared[name].title}: {declared[name].named(shown[name])}"
        return ""
