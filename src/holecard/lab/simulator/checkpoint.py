"""The checkpoint file of a simulation, so that an interrupted run can resume: text, append-only.

The first line says what is played, every other one is a finished block. Each is JSON and ends with a checksum of
itself. A line reaches the system as soon as its block is finished, so that ending the process loses none; the disk is
told about once a second. A line that a crash cut short never was one.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NoReturn, Self

from holecard import __version__
from holecard.engine.rules import Rules
from holecard.lab.simulator._card_file import card_fingerprint
from holecard.lab.simulator._tally import Results, Tally
from holecard.lab.simulator.simulate import BLOCK, TOTAL, TWO_CARD, Plan
from holecard.law.errors import HolecardError, Malformed

KIND: Final = "holecard simulate"
SECONDS: Final = 1.0  # between two writes to the disk itself
MOST_HEADER: Final = 1 << 16  # bytes
_CHECKED: Final = re.compile(rb'(\{.*),"check":"([0-9a-f]{8})"\}\n', re.DOTALL)
_SHUFFLES: Final = ("shoe", "every-round")  # as the command has it, for `fresh`

Pairs = list[tuple[int, int]]


def pairs_of(results: Results) -> Pairs:
    """Each result and how often it came, as JSON has no other keys than text."""
    return list(results.items())


def results_of(pairs: Pairs) -> Results:
    """The results, as `pairs_of` was given them."""
    return Counter(dict(pairs))


class Kept(Mapping[int, Tally]):
    """Blocks as their lines: a tally is made when it is asked for, because a hundred thousand would fill the memory."""

    def __init__(self, lines: Mapping[int, bytes]) -> None:
        self._lines = lines

    def __getitem__(self, number: int) -> Tally:
        line = json.loads(self._lines[number])
        wagers = tuple(results_of(pairs) for pairs in line["wagers"])
        results, winners = results_of(line["results"]), tuple(line["winners"])
        by_count = results_of(line.get("by_count", []))
        return Tally(line["rounds"], line["stakes"], results, wagers, winners, line["cpu_seconds"], by_count)

    def __iter__(self) -> Iterator[int]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


class CheckpointFile:
    """A checkpoint open for one run; `with` closes it. Another run on the same file is refused meanwhile."""

    def __init__(self, path: Path, file: int, lines: dict[int, bytes], blocks: int) -> None:
        self.path = path
        self._file, self._lines, self._blocks = file, lines, blocks
        self._size = os.fstat(file).st_size
        self._synced = time.monotonic()

    @classmethod
    def open(cls, path: Path, rules: Rules, plan: Plan) -> Self:
        """Go on with the checkpoint of this very run, or begin one where there is no file."""
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            _unwritable(path, error)
        try:
            _lock(path, file)
            lines = _read(path, file, rules, plan)
            return cls(path, file, lines, _blocks(plan))
        except OSError as error:
            os.close(file)
            _unwritable(path, error)
        except BaseException:
            os.close(file)
            raise

    def done(self) -> Mapping[int, Tally]:
        return Kept(self._lines)

    def add(self, number: int, tally: Tally) -> None:
        """Keep a block; the last one is on the disk when this returns."""
        fields = {
            "block": number,
            "rounds": tally.rounds,
            "stakes": tally.stakes,
            "results": pairs_of(tally.results),
            "wagers": [pairs_of(results) for results in tally.wagers],
            "winners": tally.winners,
            "cpu_seconds": tally.cpu_seconds,
        }
        line = _line(fields | {"by_count": pairs_of(tally.by_count)} if tally.by_count else fields)
        assert number not in self._lines, "a block is played once"
        try:
            _write(self._file, line, self._size)
            self._size += len(line)
            self._lines[number] = line
            if len(self._lines) == self._blocks or time.monotonic() - self._synced >= SECONDS:
                self._sync()
        except OSError as error:
            _unwritable(self.path, error)

    def close(self) -> None:
        try:
            self._sync()
        except OSError as error:
            _unwritable(self.path, error)
        finally:
            os.close(self._file)

    def _sync(self) -> None:
        os.fsync(self._file)
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _unwritable(path: Path, error: OSError) -> NoReturn:
    raise HolecardError(f"{path} cannot be written: {error.strerror or error}") from error


def _lock(path: Path, file: int) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise HolecardError(f"{path} is in use by another run. Wait for it, or name another file") from None


def _write(file: int, line: bytes, size: int) -> None:
    """A whole line or nothing."""
    try:
        written = 0
        while written < len(line):
            written += os.write(file, line[written:])
    except BaseException:
        os.ftruncate(file, size)  # a part of a line would spoil the next
        raise


def _line(fields: Mapping[str, Any]) -> bytes:
    body = json.dumps(fields, separators=(",", ":")).encode()[:-1]
    return body + f',"check":"{_check(body)}"}}\n'.encode()


def _check(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:8]


def _parsed(line: bytes) -> dict[str, Any] | None:
    """The fields of a line that is whole and as it was written."""
    found = _CHECKED.fullmatch(line)
    if found is None or _check(found[1]) != found[2].decode():
        return None
    fields: dict[str, Any] = json.loads(line)
    del fields["check"]
    return fields


def _blocks(plan: Plan) -> int:
    return -(-plan.rounds // BLOCK)


def _header(rules: Rules, plan: Plan) -> dict[str, Any]:
    played: dict[str, Any] = json.loads(json.dumps(asdict(plan)))  # lists for tuples, as a file has them
    if plan.counting is None:
        del played["counting"]
    return {
        "kind": KIND,
        "version": __version__,
        "game": rules.key,
        "rules_hash": rules.hash,
        "options": dict(rules.options.shown()),
        "plan": played,
        "card": None if plan.strategy in (TOTAL, TWO_CARD) else card_fingerprint(Path(plan.strategy)),
        "rounds_of_a_block": BLOCK,
    }


def _read(path: Path, file: int, rules: Rules, plan: Plan) -> dict[int, bytes]:
    """The finished blocks of a file, which is made ready for the next line. Nothing of another's file is touched."""
    header = _header(rules, plan)
    ours = _line(header)
    with os.fdopen(os.dup(file), "rb") as lines:
        first = lines.readline(MOST_HEADER)
        if first != ours and ours.startswith(first):  # nothing yet, or a crash in the very first line
            os.ftruncate(file, 0)
            _write(file, ours, 0)
            os.fsync(file)
            _sync_folder(path)
            return {}
        _compare(path, _parsed(first), header)
        found: dict[int, bytes] = {}
        size = len(first)
        for at, line in enumerate(lines, 2):
            if not line.endswith(b"\n"):
                os.ftruncate(file, size)
                break
            size += len(line)
            number = _number(_parsed(line), plan)
            if number is None or number in found:
                raise Malformed(f"{path}: line {at} is damaged. Delete that line, and its block is played again")
            found[number] = line
        return found


def _number(block: Mapping[str, Any] | None, plan: Plan) -> int | None:
    """The number of a block as this plan has it."""
    number = block.get("block") if block is not None else None
    if block is None or not isinstance(number, int) or not 0 <= number < _blocks(plan):
        return None
    return number if block.get("rounds") == min(BLOCK, plan.rounds - number * BLOCK) else None


def _compare(path: Path, theirs: Mapping[str, Any] | None, ours: Mapping[str, Any]) -> None:
    """Refuse a file that is no checkpoint, or one of something else, and say what differs."""
    if theirs is None or theirs.get("kind") != KIND:
        raise Malformed(f"{path} is not a checkpoint of {KIND} and was not changed. Name another file")
    if theirs != ours:
        differences = [*_differences(theirs, ours)] or ["the rules differ"]
        raise Malformed(f"{path} belongs to another run: {'; '.join(differences)}")


def _differences(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> Iterator[str]:
    """What differs, named as the command names it; of another version nothing more is known."""
    if theirs.get("version") != ours["version"]:
        yield _told("holecard", theirs.get("version"), ours["version"])
        return
    if theirs["game"] != ours["game"]:
        yield _told("the game", theirs["game"], ours["game"])
    else:
        yield from _named("", theirs["options"], ours["options"])
    yield from _named("--", _plan_as_written(theirs), _plan_as_written(ours))
    if theirs["plan"]["strategy"] == ours["plan"]["strategy"] and theirs.get("card") != ours["card"]:
        yield "the strategy card has changed"
    if theirs["rounds_of_a_block"] != ours["rounds_of_a_block"]:
        yield _told("rounds of a block", theirs["rounds_of_a_block"], ours["rounds_of_a_block"])


def _named(before: str, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> Iterator[str]:
    for name in {**ours, **theirs}:
        if theirs.get(name) != ours.get(name):
            yield _told(before + name, theirs.get(name, "unknown"), ours.get(name, "unknown"))


def _told(name: str, there: object, here: object) -> str:
    return f"{name} is {there} in the file and {here} now"


def _plan_as_written(header: Mapping[str, Any]) -> dict[str, Any]:
    plan = dict(header["plan"])
    return {"shuffle": _SHUFFLES[plan.pop("fresh")], **plan}


def _sync_folder(path: Path) -> None:
    """A new file is on the disk when its folder is."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
