"""The dealer's and the floor's school in the terminal: drills of a level, and tests whose record is kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from secrets import token_hex

from holecard.cli.options import check_file
from holecard.cli.school.asking import Asker, at_the_terminal, until_quit
from holecard.cli.school.files import journal_of_tests
from holecard.engine.rules import Rules
from holecard.house.round import Round
from holecard.law.errors import Malformed
from holecard.record.files import write_whole
from holecard.record.journal import Journal, rounds
from holecard.record.journal_check import Entry
from holecard.school.drill import Drill
from holecard.school.exam import KIND, Answered, Exam, Result, answered, read_record
from holecard.school.levels import TITLES, Level, drill_for, drills_of_record, offered, whole_shoe
from holecard.school.page import record_page


def level_named(text: str, school: tuple[Level, ...], rules: Rules) -> Level:
    """The level of that name, if the school and the game have it."""
    known = [level for level in school if offered(rules, level)]
    if not known:
        raise Malformed(f"{rules.name} has no clause about irregularities, so there is nothing to practise")
    if text not in known:
        raise Malformed(f"--level {text} is not a level here. Choose one of {', '.join(known)}")
    return Level(text)


def drills_command(rules: Rules, level: Level, *, questions: int, seed: str | None, recorded: Path | None) -> None:
    """Ask drills until the person leaves, or so many."""
    drills = _recorded(rules, recorded) if recorded is not None else _drills(rules, level, seed or token_hex(8))
    right: list[bool] = []

    def ask() -> None:
        for number, drill in enumerate(drills, start=1):
            right.append(asker.ask(drill, number).verdict.right)
            if questions and number >= questions:
                return

    with at_the_terminal() as asker:
        asker.say(f"{rules.name}: {TITLES[level].lower()}. q leaves.")
        until_quit(ask)
        asker.say("", f"{sum(right)} of {len(right)} right." if right else "No question answered.")


def _drills(rules: Rules, level: Level, seed: str) -> Iterator[Drill]:
    if level is Level.SHOE:
        return whole_shoe(rules, seed)
    return (drill_for(rules, level, f"{seed} {number}") for number in count(1))


def _recorded(rules: Rules, file: Path) -> Iterator[Drill]:
    """The irregularities and rulings of a recorded session."""
    found = False
    for written in rounds(file):
        played = Round.replayed(written)
        if played.rules.hash != rules.hash:
            raise Malformed(f"{file} was played by other rules: {played.rules!r}. Set the same game and options")
        for drill in drills_of_record(played.rules, played.steps):
            found = True
            yield drill
    if not found:
        raise Malformed(f"{file} has no irregularity and no ruling")


def exam_command(
    rules: Rules,
    level: Level,
    *,
    name: str,
    questions: int,
    seed: str | None,
    record: Path | None,
    page: Path | None,
) -> int:
    """Take a test and store its record, and write it as a page for the file; exit code 1 if it was failed."""
    check_file(page, ".html", option="--page")
    exam = Exam(rules=rules, level=level, seed=seed or token_hex(8), questions=questions)
    began = datetime.now(UTC).isoformat(timespec="seconds")
    answers: list[Answered] = []

    def ask() -> None:
        for number, drill in enumerate(exam.drills(), start=1):
            given = asker.ask(drill, number, shows_verdict=False)
            answers.append(answered(drill, given.reply, round(given.seconds, 1)))

    with journal_of_tests(record) as journal, at_the_terminal() as asker:
        needed = f"{float(exam.pass_mark):.0%} right"
        asker.say(
            f"{rules.name}: test, {TITLES[level].lower()}. {exam.count} questions, {exam.seconds} seconds, {needed}."
        )
        until_quit(ask)
        result = Result(exam=exam, name=name, began=began, answers=tuple(answers))
        entry = _tell(asker, result, journal)
        if page is not None:
            write_whole(page, record_page(read_record(entry), entry).encode())
            asker.say(f"Wrote {page}")
    return 0 if result.passed else 1


def _tell(asker: Asker, result: Result, journal: Journal) -> Entry:
    entry = journal.append(KIND, result.to_text(), datetime.now(UTC).isoformat(timespec="seconds"))
    asker.say("")
    for number, one in enumerate(result.answers, start=1):
        if not one.right:
            asker.say(f"{number}. {one.asked}", f"   You said {one.given}. Right: {one.expected} ({one.clause}).")
    verdict = "Passed" if result.passed else "Not passed"
    asker.say(f"{verdict}: {result.right} of {result.exam.count} right in {result.seconds:.0f} seconds.")
    asker.say(f"Stored in {journal.path} as entry {entry.n}, hash {entry.hash[:16]}.")
    return entry
