"""The journal: an append-only record in which every entry has the hash of the one before it.

One entry is one line of JSON. How many entries there are, and the hash of the last, is recorded apart, in a file beside
it, so that a journal cut short shows. An entry is safe on the disk before the head counts it: after a crash there is at
most one entry beyond the head, which was written completely, or a torn line, which never was one.

Bodies are lines of the notation, so that every round in a journal can be played again (`rounds`). A journal has one
writer at a time.
"""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from holecard.engine.questions import COLLECT, Answer, Facts, Question
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.errors import Malformed
from holecard.record.journal_check import GENESIS, Entry, Head, Report, check, make_entry
from holecard.record.notation import parse_head, parse_line, print_head, print_line
from holecard.record.transcript import Line, Round, Start, begin, line_of, replay

TABLE: Final = "table"  # a table is opened or taken over: the head of a transcript
ANSWER: Final = "answer"  # an answer with its facts
RECOVERED: Final = "recovered"  # what a crash had left behind
_KIND: Final = re.compile(r"[a-z][a-z-]{0,39}")


def head_file(path: Path) -> Path:
    """The file beside a journal that holds its head."""
    return path.with_name(path.name + ".head")


class Journal:
    """A journal open for writing. `notes` says what had to be recovered when it was opened."""

    def __init__(self, path: Path, last: Head, notes: tuple[str, ...] = ()) -> None:
        self.path = path
        self.last = last
        self.notes = notes
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND)
        self._size = os.fstat(self._file).st_size

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new journal, where there is none."""
        if path.exists():
            raise Malformed(f"{path} already exists. Name another file")
        if head_file(path).exists() and read_head(path).count:
            raise Malformed(f"{path} is missing, but its head file {head_file(path).name} exists. Name another file")
        start = Head(0, GENESIS)
        _write_head(path, start)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
        _sync_folder(path)
        return cls(path, start)

    @classmethod
    def open(cls, path: Path, time: str | None = None) -> Self:
        """Verify a journal and go on with it. What a crash left behind is put right, and an entry says so."""
        report = verify(path)
        if report.torn:
            os.truncate(path, path.stat().st_size - report.torn)
        if report.beyond_head:
            _write_head(path, report.head)
        journal = cls(path, report.head, report.notes)
        for note in report.notes:
            journal.append(RECOVERED, note, time)
        return journal

    def append(self, kind: str, body: str, time: str | None = None) -> Entry:
        """Write an entry. It is on the disk when this returns. The caller gives the time."""
        if not _KIND.fullmatch(kind):
            raise Malformed(f"{kind!r} is not a kind of entry. Use lower-case letters and hyphens")
        entry = make_entry(self.last, time, kind, body)
        line = (entry.line() + "\n").encode()
        if os.fstat(self._file).st_size != self._size:
            raise Malformed(f"another process has written to {self.path}")
        try:
            written = 0
            while written < len(line):
                written += os.write(self._file, line[written:])
            os.fsync(self._file)
        except BaseException:
            os.ftruncate(self._file, self._size)  # a part of a line would spoil the next
            raise
        self._size += len(line)
        self.last = Head(entry.n, entry.hash)
        _write_head(self.path, self.last)
        return entry

    def record_table(self, rules: Rules, table: Table, time: str | None = None) -> Entry:
        """A table at which no round is under way: the rounds that follow are played at it."""
        return self.append(TABLE, print_head(begin(rules, table)), time)

    def record_answer(
        self, table: Table, question: Question, value: Answer, facts: Facts, time: str | None = None
    ) -> Entry:
        """An answer and what followed from it; the table is the one before it."""
        return self.append(ANSWER, print_line(line_of(table, question, value, facts)), time)

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# Reading


def verify(path: Path) -> Report:
    """The entries of a journal that is what was written; otherwise the first bad one is named (`Tampered`)."""
    return check(path.read_bytes().decode("utf-8", "surrogateescape"), read_head(path))


def rounds(path: Path) -> Iterator[Round]:
    """Every round of a journal, the last one perhaps unfinished. Each is played before the next is read."""
    opening: Round | None = None
    lines: list[Line] = []
    for entry in verify(path).entries:
        try:
            if entry.kind == TABLE:
                unfinished, lines = lines, []
                if opening is not None and unfinished:
                    yield replace(opening, lines=tuple(unfinished))
                opening = replace(parse_head(entry.body), number=entry.n)
            elif entry.kind == ANSWER:
                lines.append(replace(parse_line(entry.body), number=entry.n))
                if opening is None:
                    raise Malformed("there is an answer before any table was opened")
                if _ends_round(lines[-1]):
                    finished, lines = replace(opening, lines=tuple(lines)), []
                    yield finished
                    opening = _after(finished)
        except Malformed as error:
            raise Malformed(f"entry {entry.n} of the journal: {error}") from error
    if opening is not None and lines:
        yield replace(opening, lines=tuple(lines))


def _ends_round(line: Line) -> bool:
    return line.answer == COLLECT and line.place is None and not line.step


def _after(finished: Round) -> Round:
    """The opening of the round that follows a finished one at the same table."""
    after = deque(replay(finished), maxlen=1)[0].after
    return replace(finished, start=Start(after.stock, after.rack, after.pit), lines=())


# The head


def read_head(path: Path) -> Head:
    beside = head_file(path)
    if not beside.exists():
        raise Malformed(f"the journal's head file {beside.name} is missing")
    try:
        found = json.loads(beside.read_bytes())
        head = Head(found["count"], found["hash"])
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Malformed(f"the journal's head file {beside.name} cannot be read") from error
    if type(head.count) is not int or head.count < 0 or (head.count == 0 and head.hash != GENESIS):
        raise Malformed(f"the journal's head file {beside.name} cannot be read")
    return head


def _write_head(path: Path, head: Head) -> None:
    """Replace the head in one stroke: at every moment the file holds the old one or the new one."""
    beside = head_file(path)
    fresh = beside.with_name(beside.name + ".new")
    with open(fresh, "w", encoding="utf-8") as file:
        json.dump(asdict(head), file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, beside)
    _sync_folder(path)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
