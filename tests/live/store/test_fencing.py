"""Two processes of one house: what one leaves the other takes over, and who was only paused writes nothing more."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from holecard.live.audit import audit
from holecard.live.store.store import open_engine
from tests.kit.patience import PATIENCE
from tests.live.kit import table
from tests.live.served import Served, Visitor

TABLES = [table("reference", "One"), table("pa-double-back-jack", "Two")]
STAKE = [{"box": 1, "amount": 1000}]


@pytest.fixture
def pair(postgres_url: str, tmp_path: Path) -> tuple[Served, Served]:
    """Two servers of one house, neither of them started."""
    return Served(postgres_url, tmp_path, TABLES), Served(postgres_url, tmp_path, TABLES)


def test_a_paused_process_writes_nothing_when_it_wakes(pair: tuple[Served, Served]) -> None:
    asyncio.run(_paused(*pair))
    _audit(pair[0].database)


async def _paused(first: Served, second: Served) -> None:
    with first:
        _, cookie = first.guest()
        async with first.visit(1, cookie) as ann:
            await _bet(ann)
            view = ann.view
            second.start(tables=0)
            try:
                first.send(signal.SIGSTOP)
                _wait_for(second, len(TABLES))
                async with second.visit(1, cookie) as again:
                    assert again.view["table"] == view["table"]
                    assert again.view["asked"] == view["asked"]
                    assert (await again.say(do="ready"))["ok"]
                    seen = again.view["seq"]
                    first.send(signal.SIGCONT)
                    with suppress(ConnectionError):
                        late = await ann.say(do="leave")
                        assert not late["ok"]
                    await ann.until(lambda: ann.is_closed)
                    assert again.view["seq"] == seen, "the paused process wrote"
            finally:
                second.kill()


def test_the_tables_of_a_killed_process_are_taken_over(pair: tuple[Served, Served]) -> None:
    asyncio.run(_killed(*pair))
    _audit(pair[0].database)


async def _killed(first: Served, second: Served) -> None:
    first.start()
    try:
        _, cookie = first.guest()
        async with first.visit(2, cookie) as ann:
            await _bet(ann, on="Two")
            view = ann.view
            second.start(tables=0)
            first.kill()
        _wait_for(second, len(TABLES))
        async with second.visit(2, cookie, after=view["seq"]) as again:
            assert again.view["table"] == view["table"]
            assert (await again.say(do="ready"))["ok"]
    finally:
        first.kill()
        second.kill()


async def _bet(visitor: Visitor, on: str = "One") -> None:
    """Sit down, let the pit have its way, and lay a wager."""
    assert (await visitor.say(do="sit", box=1))["ok"], on
    while visitor.view["question"]["type"] != "bets":
        last = visitor.view["question"]["choices"][-1]["do"]
        assert (await visitor.say(do="act", asked=visitor.view["asked"], action=last))["ok"], on
    assert (await visitor.say(do="bet", bets=STAKE))["ok"], on


def _wait_for(served: Served, tables: int) -> None:
    limit = time.monotonic() + PATIENCE
    while not served.serves(tables):
        assert time.monotonic() < limit, f"the tables were not taken over: {served.log}"
        time.sleep(0.05)


def _audit(url: str) -> None:
    engine = open_engine(url)
    try:
        audit.verify(engine)
    finally:
        engine.dispose()
