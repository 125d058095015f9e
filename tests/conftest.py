"""What each test exercised: while it runs, every clause that a question, fact or refusal carries is recorded.

A test that claims a clause and does not make it appear fails. With HOLECARD_EVIDENCE=write a full run records which
tests hold which clause in the package (`make evidence`); with HOLECARD_EVIDENCE=check it fails if that record is stale.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest

from holecard import games
from holecard.engine.options import Choice
from holecard.law import witness
from holecard.law.clauses import Cite, editions, in_force, register
from holecard.law.matrix import EVIDENCE_FILE, read_evidence, write_evidence

_evidence: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(instrument, *ids): the clauses that a test exercises")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of an instrument with several editions runs under each, unless it names one."""
    named = {mark.args[0] for mark in metafunc.definition.iter_markers("clause")}
    several = {name for name in named if "@" not in name and len(editions(name)) > 1}
    if several:
        chosen = [f"{name}@{edition}" for name in sorted(several) for edition in editions(name)]
        metafunc.fixturenames.append("edition_in_use")
        metafunc.parametrize("edition_in_use", chosen, indirect=True)


@pytest.fixture
def edition_in_use(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make one edition the default of the games of its instrument."""
    instrument, _, edition = str(request.param).partition("@")
    for key, game in games.GAMES.items():
        if game.instrument == instrument:
            options = tuple(
                replace(option, default=edition) if isinstance(option, Choice) and option.name == "edition" else option
                for option in game.options
            )
            monkeypatch.setitem(games.GAMES, key, replace(game, options=options))
    return edition


@pytest.fixture(autouse=True)
def clauses_seen(request: pytest.FixtureRequest) -> Iterator[None]:
    """Record what the test emits and hold it against what the test claims."""
    params = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    if "edition_in_use" in params:
        request.getfixturevalue("edition_in_use")  # a name that a hook adds to a test is not set up by itself
    marks = list(request.node.iter_markers("clause"))
    if not marks:
        yield
        return
    seen: set[Cite] = set()
    witness.recorder = seen.add
    try:
        yield
    finally:
        witness.recorder = None
    for mark in marks:
        instrument = str(mark.args[0])
        if "@" not in instrument:
            instrument = params.get("edition_in_use", f"{instrument}@{in_force(instrument)}")
        _hold(request.node.nodeid, instrument, mark.args[1:], seen)


def _hold(node: str, instrument: str, ids: tuple[str, ...], seen: set[Cite]) -> None:
    key, _, edition = instrument.partition("@")
    cites = [register(key, edition).cite(clause_id) for clause_id in ids]
    for cite in cites:
        if cite in seen:
            _evidence[instrument][cite.clause].append(node)
    missing = ", ".join(str(cite) for cite in cites if cite not in seen)
    if missing:
        pytest.fail(f"claims clauses that nothing carried while it ran: {missing}", pytrace=False)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    mode = os.environ.get("HOLECARD_EVIDENCE")
    if mode is None or exitstatus != 0:
        return
    found = {
        instrument: {clause_id: sorted(set(nodes)) for clause_id, nodes in sorted(clauses.items())}
        for instrument, clauses in sorted(_evidence.items())
    }
    if mode == "write":
        write_evidence(found)
    elif found != read_evidence():
        print(f"\nthe record of tests by clause is stale: run `make evidence` and commit {EVIDENCE_FILE}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
