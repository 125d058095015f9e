"""Where the terminal's schools store things: what you know of a game, and the records of tests."""

from __future__ import annotations

from pathlib import Path

from holecard.cli.table.saving import state_folders
from holecard.engine.rules import Rules
from holecard.law.errors import HolecardError, Malformed
from holecard.record.files import write_whole
from holecard.record.journal import Journal
from holecard.school.memory import Item, Memory, from_text, to_text


def memory_file(rules: Rules, named: Path | None) -> Path:
    """The file that was asked for, or one for this game in the user's state folder."""
    return named if named is not None else _folder() / f"{rules.key}.json"


def read_memory(file: Path) -> dict[str, Item]:
    """What the file knows; nothing if there is none yet."""
    if not file.exists():
        return {}
    try:
        return from_text(file.read_text("utf-8"))
    except (Malformed, UnicodeDecodeError) as error:
        raise Malformed(f"{file}: the training file cannot be read. Move it away to begin anew") from error


def write_memory(file: Path, memory: Memory) -> None:
    write_whole(file, to_text(memory).encode())


def journal_of_tests(named: Path | None) -> Journal:
    """The journal of tests, continued where there is one. Its chain is checked first."""
    file = named if named is not None else _folder() / "tests.journal"
    try:
        return Journal.open(file) if file.exists() else Journal.create(file)
    except OSError as error:
        raise Malformed(f"--record {file} cannot be written: {error.strerror}") from error


def _folder() -> Path:
    for folder in state_folders("training"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return folder
    raise HolecardError("no folder for training can be written to: name a file with --file")
