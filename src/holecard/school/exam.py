"""A table test: questions of one level in a row, with a pass mark, and the record of it that is kept on file.

The record says who, when, the game as configured, every question with what was answered, what would have been right
and its clause. It is stored as an entry of a hash-chained journal: in a file, or in the book of a live house.

>>> from holecard.games import find
>>> exam = Exam(rules=find("reference").configure(), level=Level.PAYOUTS, seed="doc", questions=2)
>>> drills = exam.drills()
>>> answers = tuple(answered(drill, drill.right_reply, 1.5) for drill in drills)
>>> result = Result(exam=exam, name="Ann", began="2030-01-01T10:00:00+00:00", answers=answers)
>>> result.share, result.passed
(Fraction(1, 1), True)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from holecard.engine.rules import Rules
from holecard.law.clauses import Cite
from holecard.law.errors import Malformed
from holecard.record.journal_check import Entry
from holecard.school.drill import Drill, Reply
from holecard.school.levels import Level, drill_for, whole_shoe
from holecard.values.money import amount

KIND: Final = "table-test"  # of a journal's entry
PASS_MARK: Final = Fraction(9, 10)  # our own: the chapter asks for a test and fixes no mark
QUESTIONS: Final = 20
SECONDS: Final = 30  # for each question
MOST_QUESTIONS: Final = 400  # of a whole shoe
TRIED: Final = 4  # drills for one question, until its skill is new


@dataclass(frozen=True, kw_only=True)
class Exam:
    """A test as it is set. The same seed sets the same questions."""

    rules: Rules
    level: Level
    seed: str
    questions: int = QUESTIONS
    pass_mark: Fraction = PASS_MARK

    def drill(self, number: int) -> Drill | None:
        """The question of this number, from 1; None after the last."""
        drills = self.drills()
        return drills[number - 1] if number <= len(drills) else None

    def drills(self) -> tuple[Drill, ...]:
        """All questions; a whole shoe has as many as it takes."""
        return _set(self.rules, self.level, self.seed, self.questions)

    @property
    def count(self) -> int:
        return len(self.drills())

    @property
    def seconds(self) -> int:
        """How long it may take."""
        return SECONDS * self.count


@lru_cache(maxsize=8)  # a test asks for one question after another
def _set(rules: Rules, level: Level, seed: str, questions: int) -> tuple[Drill, ...]:
    """The questions of a test. A skill comes again only where others are hard to find."""
    if level is Level.SHOE:
        return tuple(islice(whole_shoe(rules, seed), MOST_QUESTIONS))
    found: list[Drill] = []
    skills: set[str] = set()
    for number in range(1, questions + 1):
        for again in range(TRIED):
            drill = drill_for(rules, level, f"{seed} {number} {again}")
            if drill.skill not in skills:
                break
        found.append(drill)
        skills.add(drill.skill)
    return tuple(found)


class Answered(NamedTuple):
    """A question as it was answered."""

    topic: str
    asked: str
    before: tuple[str, ...]
    given: str
    expected: str
    right: bool
    clause: str
    seconds: float


def answered(drill: Drill, reply: Reply, seconds: float) -> Answered:
    verdict = drill.judge(reply)
    option = next(option for option in drill.options if option.key == reply.key)
    given = f"{option.name} {amount(reply.money)}" if option.takes_money else option.name
    clause = str(drill.cite) if isinstance(drill.cite, Cite) else ""
    right = verdict.right
    return Answered(drill.topic.value, drill.title, drill.before, given, drill.solution, right, clause, seconds)


@dataclass(frozen=True, kw_only=True)
class Result:
    """A test that was taken: whole, or given up before its end."""

    exam: Exam
    name: str
    began: str
    answers: tuple[Answered, ...]
    table: str = ""  # of a house, if it was taken for one

    @property
    def right(self) -> int:
        return sum(one.right for one in self.answers)

    @property
    def share(self) -> Fraction:
        """Of all questions, the unanswered ones too."""
        return Fraction(self.right, max(self.exam.count, 1))

    @property
    def seconds(self) -> float:
        return sum(one.seconds for one in self.answers)

    @property
    def passed(self) -> bool:
        return self.share >= self.exam.pass_mark and self.seconds <= self.exam.seconds

    def to_dict(self) -> dict[str, Any]:
        """What is stored."""
        rules = self.exam.rules
        return {
            "name": self.name,
            "began": self.began,
            "table": self.table,
            "game": rules.key,
            "game_name": rules.name,
            "edition": rules.register.edition if rules.register is not None else "",
            "rules_hash": rules.hash,
            "options": rules.options.shown(),
            "level": self.exam.level.value,
            "seed": self.exam.seed,
            "questions": self.exam.count,
            "pass_mark": str(self.exam.pass_mark),
            "allowed_seconds": self.exam.seconds,
            "right": self.right,
            "seconds": round(self.seconds, 1),
            "passed": self.passed,
            "answers": [one._asdict() for one in self.answers],
        }

    def to_text(self) -> str:
        return json.dumps(self.to_dict(), sort_keys=True)


def read_record(entry: Entry) -> Mapping[str, Any]:
    """The record in an entry of a journal."""
    try:
        found: Mapping[str, Any] = json.loads(entry.body)
        found["name"], found["answers"], found["passed"]
    except (ValueError, LookupError, TypeError) as error:
        raise Malformed(f"entry {entry.n} is not the record of a test") from error
    return found
