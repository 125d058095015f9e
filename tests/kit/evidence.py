"""Which tests exercised which clauses: gathered from every process of a run, then written down or compared.

A run of part of the tests speaks for that part alone: it finds a wrong entry of a test that ran, never a missing one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

import pytest

from holecard.law.matrix import EVIDENCE_FILE, Evidence, read_evidence, write_evidence

OUTPUT = "evidence"  # under which a worker hands over what it saw
SHOWN = 5  # entries that a complaint names


class Mode(StrEnum):
    """What HOLECARD_EVIDENCE may say."""

    WRITE = "write"
    CHECK = "check"


class Entry(NamedTuple):
    """A test that really carried a clause of an edition, and how: the manners, in order, with spaces between."""

    instrument: str
    clause: str
    test: str
    how: str

    def __str__(self) -> str:
        return f"{self.instrument} {self.clause}: {self.test} ({self.how})"


class Gathered:
    """What one process saw, or all of them together.

    >>> mine, other = Gathered(), Gathered()
    >>> other.saw("pa-685a@2020", "7(h)", "test_light", ["asked"])
    >>> mine.take(other.plain())
    >>> mine.stale({"pa-685a@2020": {"7(h)": {"test_light": "asked", "test_that_did_not_run": "said"}}}, is_whole=False)
    []
    """

    def __init__(self) -> None:
        self.found: set[Entry] = set()
        self.ran: set[str] = set()
        self.left_out = False  # a test of a clause was deselected

    def saw(self, instrument: str, clause: str, test: str, how: Iterable[str]) -> None:
        self.found.add(Entry(instrument, clause, test, " ".join(sorted(how))))
        self.ran.add(test)

    def plain(self) -> dict[str, object]:
        """For another process."""
        return {"found": [list(one) for one in self.found], "ran": list(self.ran), "left_out": self.left_out}

    def take(self, plain: dict[str, object]) -> None:
        """What another process saw."""
        found, ran = plain["found"], plain["ran"]
        assert isinstance(found, list)
        assert isinstance(ran, list)
        self.found |= {Entry(*one) for one in found}
        self.ran |= set(ran)
        self.left_out |= bool(plain["left_out"])

    def stale(self, recorded: Evidence, is_whole: bool) -> list[Entry]:
        """Entries that are missing or wrong in the record."""
        held = {
            Entry(instrument, clause, test, how)
            for instrument, clauses in recorded.items()
            for clause, tests in clauses.items()
            for test, how in tests.items()
        }
        wrong = {one for one in held - self.found if is_whole or one.test in self.ran}
        return sorted(wrong | (self.found - held))

    def record(self) -> Evidence:
        made: dict[str, dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
        for instrument, clause, test, how in sorted(self.found):
            made[instrument][clause][test] = how
        return {instrument: dict(clauses) for instrument, clauses in made.items()}


class EvidencePlugin:
    """Gathers in every process; the one that was started first writes or compares when all of it has passed."""

    def __init__(self, mode: Mode | None, covers_all: bool) -> None:
        self.gathered, self._mode, self._covers_all = Gathered(), mode, covers_all

    def pytest_deselected(self, items: Iterable[pytest.Item]) -> None:
        if any(item.get_closest_marker("clause") for item in items):
            self.gathered.left_out = True

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """A worker is done; one that died has handed nothing over, and the run has failed."""
        plain = getattr(node, "workeroutput", {}).get(OUTPUT)
        if plain is not None:
            self.gathered.take(plain)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[OUTPUT] = self.gathered.plain()
        elif self._mode is not None and exitstatus == pytest.ExitCode.OK:
            self._conclude(session)

    def _conclude(self, session: pytest.Session) -> None:
        is_whole = self._covers_all and not self.gathered.left_out
        if self._mode is Mode.CHECK:
            stale = self.gathered.stale(read_evidence(), is_whole)
            if stale:
                shown = "".join(f"\n  {one}" for one in stale[:SHOWN])
                more = f"\n  and {len(stale) - SHOWN} more" if len(stale) > SHOWN else ""
                _fail(session, f"{EVIDENCE_FILE} is stale: run `make evidence` and commit it{shown}{more}")
        elif is_whole:
            write_evidence(self.gathered.record())
        else:
            _fail(session, f"{EVIDENCE_FILE} is written only by a run of every test of a clause")


def _fail(session: pytest.Session, why: str) -> None:
    print(f"\n{why}")
    session.exitstatus = pytest.ExitCode.TESTS_FAILED
