"""The lab's queue: who has used it least is next, and a cancelled job holds nobody up."""

from __future__ import annotations

import asyncio

import pytest

from holecard.live.solving import lab
from holecard.live.solving.lab import Turns
from tests.live.kit import STANDING

ANN, BOB, CEM = 1, 2, 3


def test_whoever_used_the_lab_least_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "time", STANDING)

    async def day() -> list[int]:
        turns, done = Turns(), list[int]()

        async def work(account: int, seconds: float) -> None:
            await turns.take(account)
            done.append(account)
            await asyncio.sleep(0)
            turns.give_back(account, seconds)

        await work(ANN, 600.0)
        await work(BOB, 5.0)
        await turns.take(CEM)
        waiting = [asyncio.create_task(work(account, 1.0)) for account in (ANN, ANN, BOB)]
        await asyncio.sleep(0)
        assert [turns.ahead(account) for account in (ANN, BOB, CEM)] == [2, 1, 0]
        turns.give_back(CEM, 1.0)
        await asyncio.gather(*waiting)
        return done

    assert asyncio.run(day()) == [ANN, BOB, BOB, ANN, ANN]


def test_use_counts_half_after_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(lab, "time", type("Clock", (), {"monotonic": staticmethod(lambda: now[0])}))
    turns = Turns()
    turns.give_back(ANN, 80.0)
    now[0] += lab.FADES
    assert turns.used(ANN) == 40.0
    turns.give_back(ANN, 10.0)
    assert (turns.used(ANN), turns.used(BOB)) == (50.0, 0.0)


def test_a_cancelled_job_holds_nobody_up() -> None:
    async def day() -> None:
        turns = Turns()
        await turns.take(ANN)
        bob, cem = (asyncio.create_task(turns.take(account)) for account in (BOB, CEM))
        await asyncio.sleep(0)
        bob.cancel()
        turns.give_back(ANN, 1.0)  # in the same moment
        async with asyncio.timeout(5):
            await cem
        turns.give_back(CEM, 1.0)
        late = asyncio.create_task(turns.take(BOB))
        async with asyncio.timeout(5):
            await late
        again = asyncio.create_task(turns.take(ANN))
        await asyncio.sleep(0)
        turns.give_back(BOB, 1.0)
        again.cancel()  # its turn has come, and it does not take it
        await asyncio.gather(again, return_exceptions=True)
        async with asyncio.timeout(5):
            await turns.take(CEM)

    asyncio.run(day())
