"""What every test has around it: the clauses that it exercised are recorded, and compiled games are shared.

While a test runs, every clause that a question, fact or refusal carries is recorded; a test that claims a clause and
does not make it appear fails. With HOLECARD_EVIDENCE=write a full run records which tests hold which clause in the
package (`make evidence`); with HOLECARD_EVIDENCE=check it fails if that record is stale.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer

from holecard.engine.options import Choice
from holecard.games import GAMES
from holecard.law import witness
from holecard.law.clauses import Cite, editions, in_force, register
from holecard.law.witness import Manner
from tests.kit.evidence import EvidencePlugin, Gathered, Mode
from tests.kit.folders import temporary_root
from tests.kit.quick import is_left_out
from tests.kit.sharing import SharedFiles, longest_first

NEW_OBJECTS = 50_000  # between two searches for garbage, which take a tenth of the time of short tests
EVIDENCE = pytest.StashKey[Gathered]()
Seen = dict[Cite, set[Manner]]  # each clause that was carried, and how
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only what needs no server, no browser and no minutes")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.option.quick and is_left_out(collection_path, config.rootpath) else None


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all is collected: hardly anything of it is garbage, and the search takes a seventh of the time
    config.addinivalue_line("markers", "clause(instrument, *ids): the clauses that a test exercises")
    mode = os.environ.get("HOLECARD_EVIDENCE")
    evidence = EvidencePlugin(Mode(mode) if mode else None, _covers_all(config))
    config.stash[EVIDENCE] = evidence.gathered
    config.pluginmanager.register(evidence)
    # Compiled games stay in the checkout, for every process of this run and the next: other checkouts, whose sources
    # are others, would drop them from the user's own folder.
    os.environ["XDG_CACHE_HOME"] = str(config.rootpath / ".pytest_cache" / "shared")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each process and command would compile all sources again
    sys.dont_write_bytecode = False
    os.environ.setdefault("TMPDIR", str(temporary_root()))
    tempfile.tempdir = None  # so that it is looked up again
    if hasattr(config, "workerinput"):  # which readline has set in the process that started this one
        os.environ.pop("LINES", None)
        os.environ.pop("COLUMNS", None)


def _covers_all(config: pytest.Config) -> bool:
    """Whether the run is of all tests, as far as the command line says."""
    asked = {(config.invocation_params.dir / argument).resolve() for argument in config.args}
    narrowed = config.option.ignore or getattr(config.option, "lf", False) or config.option.quick
    return config.rootpath / "tests" in asked and not narrowed


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> SharedFiles:
    return SharedFiles(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=longest_first)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported and collected stays to the end: it is not searched for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    gc.enable()


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
    for key, game in GAMES.items():
        if game.instrument == instrument:
            options = tuple(
                replace(option, default=edition) if isinstance(option, Choice) and option.name == "edition" else option
                for option in game.options
            )
            monkeypatch.setitem(GAMES, key, replace(game, options=options))
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
    seen: Seen = defaultdict(set)
    witness.recorder = lambda cite, how: seen[cite].add(how)
    try:
        yield
    finally:
        witness.recorder = None
    for mark in marks:
        instrument = str(mark.args[0])
        if "@" not in instrument:
            instrument = params.get("edition_in_use", f"{instrument}@{in_force(instrument)}")
        _hold(request.config, request.node.nodeid, instrument, mark.args[1:], seen)


def _hold(config: pytest.Config, node: str, instrument: str, ids: tuple[str, ...], seen: Seen) -> None:
    key, _, edition = instrument.partition("@")
    cites = [register(key, edition).cite(clause_id) for clause_id in ids]
    for cite in cites:
        if cite in seen:
            config.stash[EVIDENCE].saw(instrument, cite.clause, node, seen[cite])
    missing = ", ".join(str(cite) for cite in cites if cite not in seen)
    if missing:
        pytest.fail(f"claims clauses that nothing carried while it ran: {missing}", pytrace=False)
