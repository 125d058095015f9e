"""The transcript of a round: each answer, who gave it and what followed, so that the round can be replayed.

`record` makes a transcript of what happened; `replay` plays one and checks it against the recorded facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from holecard.engine.ask_and_answer import accepted, answer, ask
from holecard.engine.destinations import ToHand
from holecard.engine.pit import NO_TASKS, Pit
from holecard.engine.questions import (
    Act,
    Answer,
    Bets,
    Decide,
    Destination,
    Draw,
    Drawn,
    Fact,
    Facts,
    Offer,
    PitStep,
    Question,
    Role,
    RoundOver,
    answered_by_house,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table, empty_table
from holecard.games import find
from holecard.law.clauses import Status, register
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.record._control import by_order_of_wagers, gives_control
from holecard.record._reworded import announced_otherwise, as_told_now, without_rounding
from holecard.record._words import print_fact
from holecard.values.cards import Face
from holecard.values.shoe import Stock


class Contradiction(Malformed):
    """A transcript says of an answer what is not so: whose turn it was, where a card went, what followed."""


class Who(NamedTuple):
    """Who answers: a bettor by name, anyone else by role, such as `@floorperson`.

    `@house` and `@house:Ann` say that the house answered in the place of the floorperson, or of Ann.
    """

    role: Role = Role.BETTOR
    bettor: str = ""

    def __str__(self) -> str:
        if self.role is Role.BETTOR and self.bettor:
            return self.bettor
        return f"@{self.role}" + (f":{self.bettor}" if self.bettor else "")


class Place(NamedTuple):
    """A hand of a box; hand 0 is the box itself, or its only hand."""

    seat: int
    hand: int = 0

    def __str__(self) -> str:
        return f"{self.seat}.{self.hand}" if self.hand else str(self.seat)


@dataclass(frozen=True, kw_only=True)
class Line:
    """An answer with what it says of itself: whose it is, or where each card went; and the facts that followed.

    `number` is the line of the file it was read from.
    """

    answer: Answer
    who: Who | None = None
    place: Place | None = None
    step: str = ""  # of the pit
    to: tuple[Place | str, ...] = ()
    facts: Facts = ()
    number: int = field(default=0, compare=False)


class Start(NamedTuple):
    """What is carried over from the rounds before: the cards left, the discard rack, the state of the pit."""

    stock: Stock
    rack: tuple[Face, ...] = ()
    pit: Pit = NO_TASKS


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round as written: the game with its options, where the table stood, and the answers in order.

    With `all_facts` every fact is written down and a replay must find neither more nor fewer; otherwise it must find
    those that are written, in their order. `start` is None at a table that is fresh and ready for wagers.
    """

    game: str
    options: tuple[tuple[str, str], ...] = ()
    rules_hash: str = ""
    start: Start | None = None
    all_facts: bool = False
    lines: tuple[Line, ...] = ()
    number: int = field(default=1, compare=False)  # of the line that names the game

    def rules(self) -> Rules:
        """The rules that the round is played by, which must be those that it was recorded under."""
        rules = find(self.game).configure(dict(self.options))
        if self.rules_hash not in ("", rules.hash):
            raise Malformed(
                f"this game with these options has the rules {rules.hash}, but the transcript says {self.rules_hash}"
            )
        return rules

    def table(self, rules: Rules) -> Table:
        """The table before the first answer."""
        stock, rack, pit = self.start or fresh(rules)
        return empty_table(stock, rules.play.dealer_limit, pit)._replace(rack=rack)


def fresh(rules: Rules) -> Start:
    return Start(Stock.of_decks(rules.decks))


class Step(NamedTuple):
    """One answer as it happened: the table and the question before it, what followed, the table after it.

    The question's `who` is the house if the house answered in a person's place.
    """

    table: Table
    question: Question
    answer: Answer
    facts: Facts
    after: Table

    @property
    def ends_round(self) -> bool:
        """Whether the cards were collected and nothing is left on the layout."""
        return isinstance(self.question, RoundOver) and not self.after.boxes


# Writing down


def begin(rules: Rules, table: Table) -> Round:
    """The opening of a transcript: these rules, and a table at which no round is under way."""
    start = Start(table.stock, table.rack, table.pit)
    return Round(
        game=rules.key,
        options=_options(rules),
        rules_hash=rules.hash,
        start=None if start == fresh(rules) else start,
        all_facts=True,
    )


@lru_cache(maxsize=256)  # every round of a table begins with them
def _options(rules: Rules) -> tuple[tuple[str, str], ...]:
    defaults = {option.name: option.show(option.default) for option in find(rules.key).options}
    return tuple(sorted(item for item in rules.options.shown().items() if item not in defaults.items()))


def line_of(table: Table, question: Question, value: Answer, facts: Facts) -> Line:
    """An answer as it is written down; the table is the one before it."""
    match question, value:
        case Draw(dues=dues), Drawn(cards=cards):
            return Line(answer=value, to=tuple(_label(table, due.to) for due in dues[: len(cards)]), facts=facts)
        case Offer() | Decide(), Act():
            box = table.box(question.seat)
            only = box is None or len(box.hands) == 1
            place = Place(question.seat, 0 if only else question.hand)
            return Line(answer=value, who=Who(question.who, question.bettor), place=place, facts=facts)
        case PitStep(), Act():
            return Line(answer=value, who=Who(question.who, question.bettor), step=question.step, facts=facts)
        case _:
            return Line(answer=value, facts=facts)


def _label(table: Table, to: Destination) -> Place | str:
    if isinstance(to, ToHand):
        return Place(to.seat, 0 if len(table.boxes[to.at].hands) == 1 else to.number + 1)
    return repr(to).replace(" ", "-")


def record(rules: Rules, steps: Iterable[Step]) -> Round:
    """The transcript of the steps of one round, in which every fact is written down."""
    listed = tuple(steps)
    if not listed:
        raise Malformed("there is nothing to record yet")
    lines = tuple(line_of(step.table, step.question, step.answer, step.facts) for step in listed)
    return replace(begin(rules, listed[0].table), lines=lines)


# Playing again


@contextmanager
def on_line(number: int) -> Iterator[None]:
    """Whatever is wrong within is said with the number of the line."""
    try:
        yield
    except Refused as refused:
        what = f"line {number}: {refused.what}"
        raise Refused(what, cite=refused.cite, why=refused.why, legal=refused.legal) from refused
    except Contradiction as error:
        raise Contradiction(f"line {number}: {error}") from error
    except HolecardError as error:
        raise Malformed(f"line {number}: {error}") from error


def replay(written: Round) -> Iterator[Step]:
    """Play a transcript. An answer that is refused, or is not what the transcript says of it, ends it with an error."""
    with on_line(written.number):
        rules = written.rules()
        table = written.table(rules)
    over = False
    for line in written.lines:
        with on_line(line.number), _as_given(written.start):
            if over:
                raise Contradiction("the round is over; put the next one in a new transcript")
            step = play_line(rules, table, line, written.all_facts)
        yield step
        over, table = step.ends_round, step.after


def play_line(rules: Rules, table: Table, line: Line, all_facts: bool = True) -> Step:
    """Play one answer of a transcript, and hold it against what the line says of it."""
    question = ask(rules, table)
    _check_label(line, line_of(table, question, line.answer, ()), question)
    after, facts = answer(rules, table, question, line.answer)
    from_before = gives_control(rules, facts) and not gives_control(rules, line.facts)
    if all_facts and from_before and isinstance(line.answer, Bets):
        after, facts = by_order_of_wagers(rules, table, line.answer)
    _check_facts(line.facts, facts, all_facts)
    by_house = line.who is not None and line.who.role is Role.HOUSE
    return Step(table, answered_by_house(question) if by_house else question, line.answer, facts, after)


@contextmanager
def _as_given(start: Start | None) -> Iterator[None]:
    """A table that a file gives may be one at which no game can stand, so that a rule finds no way on."""
    try:
        yield
    except (LookupError, ValueError, AssertionError) as error:
        if start is None:
            raise
        raise Malformed("the given table is impossible") from error


def _check_label(line: Line, expected: Line, question: Question) -> None:
    if _may_answer(line.who, expected.who) and line.step == expected.step and _same_places(line, expected):
        return
    raise Contradiction(f"{_said(line)} does not answer the question here: {_asked(expected, question)}")


def _may_answer(said: Who | None, asked: Who | None) -> bool:
    """The person asked, or the house in the place of that person."""
    if said is None or asked is None or said.role is not Role.HOUSE:
        return said == asked
    return asked.role in (Role.FLOOR, Role.BETTOR) and said.bettor == asked.bettor


def _same_places(line: Line, expected: Line) -> bool:
    """A box's only hand may be written with or without its number."""
    if (line.place is None) is not (expected.place is None) or len(line.to) != len(expected.to):
        return False
    pairs = [*zip(line.to, expected.to, strict=True)]
    pairs += [(line.place, expected.place)] if line.place and expected.place else []
    return all(
        one == other
        or (isinstance(one, Place) and isinstance(other, Place) and one == Place(other.seat, other.hand or 1))
        for one, other in pairs
    )


def _said(line: Line) -> str:
    if isinstance(line.answer, Act):
        return (
            f"pit {line.step} {line.who}" if line.step else f"{line.place} {line.who}" if line.place else line.answer.do
        )
    return f"cards to {', '.join(map(str, line.to)) or 'nobody'}"


def _asked(expected: Line, question: Question) -> str:
    match question:
        case Offer() | Decide():
            return f"box {question.seat} {question.bettor}, {' or '.join(accepted(question))}"
        case PitStep():
            return f"pit {question.step} by {Who(question.who, question.bettor)}"
        case Draw(dues=dues):
            return _said(expected) if expected.to else f"a card to {dues[0].to}"
        case _:
            return " or ".join(accepted(question))


def _check_facts(expected: Facts, found: Facts, all_of_them: bool) -> None:
    """The facts written are found in their order; where all are written, no other stands between them."""
    if expected != found:
        expected, found = announced_otherwise(expected, found)
    rest = iter(found)
    for wanted in expected:
        for fact in rest:
            if _same(wanted, fact):
                break
            if all_of_them:
                raise Contradiction(f"the facts differ: recorded {print_fact(wanted)!r}, replayed {print_fact(fact)!r}")
        else:
            raise Contradiction(f"the facts differ: recorded but not replayed: {print_fact(wanted)!r}")
    extra = next(rest, None)
    if all_of_them and extra is not None:
        raise Contradiction(f"the facts differ: replayed but not recorded: {print_fact(extra)!r}")


def _same(written: Fact, found: Fact) -> bool:
    """Whether a fact is the one that was written. A clause on equipment is announced in the register's summary. We may
    reword a summary or a note later, and a round recorded before still replays; an inscription is the rulebook's."""
    if written == found or as_told_now(written) in (found, without_rounding(found)):
        return True
    return _summarised(found) and written._replace(note=found.note) == found


def _summarised(fact: Fact) -> bool:
    if not fact.cite.is_law:
        return False
    clause = register(fact.cite.instrument, fact.cite.edition).clauses[fact.cite.clause]
    return clause.status is Status.EQUIPMENT and not clause.inscription
