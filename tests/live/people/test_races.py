"""The cashier when several processes of a house ask for the same person at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from holecard.law.errors import HolecardError
from holecard.live.audit.audit import verify
from holecard.live.people import accounts
from holecard.live.people.people import Person
from holecard.live.store import schema
from holecard.live.store.migrate import migrate
from holecard.live.store.store import Store
from holecard.live.table.house import House
from holecard.live.web.http_accounts import _once
from tests.live.kit import add_person

AT_ONCE = 8


@pytest.fixture
def processes(database_url: str) -> list[House]:
    """As many processes as ask at once. SQLite has one process, whose writer they share."""
    number = AT_ONCE if database_url.startswith("postgresql") else 1
    houses = [House(Store(database_url)) for _ in range(number)]
    migrate(houses[0].store.engine)
    return houses * (AT_ONCE // number)


def all_at_once(processes: list[House], ask: Callable[[int, House], int]) -> tuple[list[int], list[str]]:
    """What was answered, and what was refused."""
    answered, refused = list[int](), list[str]()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for asked in [pool.submit(ask, number, house) for number, house in enumerate(processes)]:
            try:
                answered.append(asked.result())
            except HolecardError as error:
                refused.append(str(error))
    return answered, refused


def close(processes: list[House], person: Person) -> tuple[int, int]:
    """What the person has, and how many requests are stored; the house is audited."""
    store = processes[0].store
    verify(store.engine)
    held = store.read(lambda c: accounts.balance(c, person))
    requests = store.read(lambda c: c.execute(select(func.count()).select_from(schema.requests)).scalar_one())
    for house in {id(house): house for house in processes}.values():
        house.store.close()
    return held, requests


def test_one_key_buys_once(processes: list[House]) -> None:
    ann = add_person(processes[0].store, "Ann", purse=0)
    answered, refused = all_at_once(
        processes, lambda _, house: _once(house, ann, "the-key", accounts.buy_in, 500).balance
    )
    assert set(answered) == {500}
    assert all("\n" not in one for one in refused), refused
    assert close(processes, ann) == (500, 1)


def test_nobody_has_more_chips_than_the_most(processes: list[House]) -> None:
    ann = add_person(processes[0].store, "Ann", purse=0)
    half = accounts.MOST_CHIPS // 2
    answered, refused = all_at_once(
        processes, lambda number, house: _once(house, ann, f"key-{number}", accounts.buy_in, half).balance
    )
    assert sorted(answered) == [half, 2 * half]
    assert len(refused) == AT_ONCE - 2
    assert all("you can have up to" in one for one in refused), refused
    assert close(processes, ann) == (2 * half, 2)
