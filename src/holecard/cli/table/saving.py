"""Saves a terminal session as a journal, by default in the user's state folder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from holecard.engine.questions import Answer, Facts, Question
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.errors import HolecardError, Malformed
from holecard.record.journal import Journal


def new_journal(game: str, named: Path | None) -> Journal:
    """The journal that was asked for, or one in the first folder that can be written to."""
    if named is not None:
        try:
            return Journal.create(named)
        except OSError as error:
            raise Malformed(f"--journal {named} cannot be written: {error.strerror}") from error
    for folder in state_folders("sessions"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return Journal.create(_free_name(folder, game))
        except OSError:
            continue
    raise HolecardError("no folder for the session can be written to: name a file with --journal")


class Record:
    """What a table writes into its journal; without times where the session, and so its journal, can be repeated."""

    def __init__(self, rules: Rules, journal: Journal, timed: bool) -> None:
        self._rules = rules
        self._journal = journal
        self._timed = timed

    def table(self, table: Table) -> None:
        self._journal.record_table(self._rules, table, self._now())

    def answer(self, table: Table, question: Question, value: Answer, facts: Facts) -> None:
        self._journal.record_answer(table, question, value, facts, self._now())

    def _now(self) -> str | None:
        return datetime.now(UTC).isoformat(timespec="seconds") if self._timed else None


def state_folders(what: str) -> Iterator[Path]:
    """Where something of the user's may be stored: in their state folder, or else in a temporary one."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(os.path.expanduser("~/.local/state"))
    yield (Path(state) if os.path.isabs(state) else home) / "holecard" / what
    yield Path(tempfile.gettempdir()) / f"holecard-{what}-{os.getuid()}"


def _free_name(folder: Path, game: str) -> Path:
    started = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = (f"{started}-{game}{f'-{number}' if number > 1 else ''}.journal" for number in count(1))
    return next(folder / name for name in names if not (folder / name).exists())
