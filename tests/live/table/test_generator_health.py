"""A house whose generator fails its health test does not open, and closes its tables if it is open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count

import pytest

from holecard.house import generator_health
from holecard.house.generator_health import ailment
from holecard.law.errors import HolecardError, Refused
from holecard.live.audit.audit import verify
from holecard.live.people.people import AccountRole
from holecard.live.store.store import Store
from holecard.live.table import house as houses
from holecard.live.table.house import House
from holecard.values import shoe
from holecard.values.shoe import PracticeShuffler
from tests.kit.soak import usual_or_soak
from tests.live.kit import Guest, checked, open_house, play_rounds, room_of, table

good = PracticeShuffler("good")


def mostly_ones(width: int) -> int:
    return good.below(2**width) | good.below(2**width) | good.below(2**width)


def no_long_runs(width: int) -> int:
    """Every fourth bit is the opposite of the one before it."""
    bits = good.below(2**width)
    return bits ^ ((bits ^ (bits << 1) ^ -1) & 0x88888888 & ((1 << width) - 1))


def good_in_words_but_not_in_shuffles(width: int) -> int:
    """A full word is random; whoever asks for the few bits of a card's place gets a third of the range."""
    return good.below(2**width) if width >= 32 else good.below(max(1, 2**width // 3))


@pytest.mark.parametrize("broken", [mostly_ones, no_long_runs, good_in_words_but_not_in_shuffles])
def test_a_broken_generator_is_found(broken: Callable[[int], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe, "system_bits", broken)
    for _ in range(usual_or_soak(2, 50)):
        assert ailment()


def test_a_generator_that_stands_still_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe, "system_bits", lambda width: 0)
    assert "0 of 20,000 bits are ones" in ailment()


def test_a_good_generator_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    seeded = PracticeShuffler("a generator of which we know that it is good")
    monkeypatch.setattr(shoe, "system_bits", lambda width: seeded.below(2**width))
    assert [ailment() for _ in range(usual_or_soak(20, 2000))] == [""] * usual_or_soak(20, 2000)


def test_one_failure_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count(1)
    monkeypatch.setattr(generator_health, "_fails", lambda: "once" if next(asked) == 1 else "")
    assert ailment() == ""
    assert next(asked) == 3


def test_a_house_does_not_open_with_a_broken_generator(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe, "system_bits", mostly_ones)
    store = Store(sqlite_url)
    house = House(store)
    with pytest.raises(HolecardError, match=r"failed its health test, so no table opens: .* bits are ones"):
        house.prepare(checked([table("reference")]))
    store.close()


def test_tables_close_when_the_generator_breaks(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table("reference"), table("reference", "Idle")]) as house:
            busy, idle = room_of(house, "reference"), room_of(house, "Idle")
            ann = await Guest.come(house, busy, "Ann", box=1)
            floor = await Guest.come(house, busy, "Flo", AccountRole.FLOOR)
            await ann.bet(100)
            await house._examine()
            assert house.troubles() == [], "it is not due yet"
            monkeypatch.setattr(houses, "EXAMINED", -1.0)
            await house._examine()
            assert house.troubles() == []

            with monkeypatch.context() as breaking:
                breaking.setattr(shoe, "system_bits", mostly_ones)
                await house._examine()
            (trouble,) = house.troubles()
            assert trouble.startswith("the random number generator failed its health test: ")
            assert (idle.state.is_open, idle.state.is_stopped) == (False, False)
            assert (busy.state.is_open, busy.state.is_stopped) == (True, True), "Ann's round is under way"
            notice = floor.events[-1]["notice"]
            assert notice["title"] == "Play stopped"
            assert notice["text"].startswith("The random number generator failed its health test.")

            await floor.say(do="direct", what="resume")
            await house._examine()
            assert (busy.state.is_open, busy.state.is_stopped) == (True, False), "the floor may let the round finish"
            await play_rounds(busy, [ann, floor], rounds=1, stakes={"main": 100})
            await house._examine()
            assert (busy.state.is_open, busy.state.is_stopped) == (False, False)
            with pytest.raises(Refused, match="the random number generator failed its health test"):
                await floor.say(do="direct", what="open", why="as planned")
            assert verify(house.store.engine).rounds == 3  # one played, two that were closed before a bet

    asyncio.run(evening())
