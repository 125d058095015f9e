"""A house that anything may be sent to: whoever could send it, everything that is stored, and what the server logs."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, NoReturn

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection

from holecard.live.audit.audit import verify
from holecard.live.people import accounts, passwords
from holecard.live.people.people import AccountRole, Person
from holecard.live.solving._processes import Helper, Interrupted
from holecard.live.store import leases, schema
from holecard.live.store.store import Store
from holecard.live.table import house as houses
from holecard.live.table.house import House
from holecard.live.web import _asking as asking
from tests.live.hosted import AtTable, Browser, hosted
from tests.live.kit import add_person, assert_balanced, choose

PURSE = 100_000
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
LOGGERS = ("uvicorn", "asyncio", "holecard")


class Log(logging.Handler):
    """What the server says of itself from warnings on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))

    @contextmanager
    def kept(self) -> Iterator[None]:
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self)
        try:
            yield
        finally:
            for name in LOGGERS:
                logging.getLogger(name).removeHandler(self)


@dataclass
class Exposed:
    """A served house, and the browsers of those who come there."""

    nobody: Browser
    people: dict[str, Browser] = field(default_factory=dict)
    persons: dict[str, Person] = field(default_factory=dict)
    log: Log = field(default_factory=Log)

    @property
    def house(self) -> House:
        return self.nobody.house

    def log_in(self, name: str) -> str:
        """A new session of somebody who is known here; its token."""
        store, person = self.house.store, self.persons[name]
        return store.write_now(lambda connection: accounts.begin_session(connection, person, store.now()))

    def stored(self) -> Mapping[str, list[Any]]:
        """Every row of the database."""
        return self.house.store.read(lambda connection: {name: _rows(connection, name) for name in _TABLES})

    def assert_sound(self) -> None:
        """The server serves and has nothing to complain of, every chip is where it belongs, and every record holds."""
        assert self.nobody.get("/healthz").raise_for_status().json()["tables"] == len(self.house.rooms)
        assert self.log.said == []
        assert_balanced(self.house)
        verify(self.house.store.engine)


_TABLES = tuple(name for name in schema.metadata.tables if name != "security")  # where failures are noted


def _rows(connection: Connection, table: str) -> list[Any]:
    return list(connection.exec_driver_sql(f"SELECT * FROM {table}"))


@contextmanager
def exposed(
    url: str, tables: Iterable[str], roles: Mapping[str, AccountRole], a_second: float = 1e9, at_once: float = 1e9
) -> Iterator[Exposed]:
    """A house in which nothing happens by itself: no calendar, no lease to renew, no solver."""

    async def interrupted(*_: object) -> NoReturn:
        raise Interrupted("no solver here")

    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(leases, "RENEWED", 1e6)
        patch.setattr(houses, "SILENT", 1e7)
        patch.setattr(Helper, "ask", interrupted)
        patch.setattr(passwords, "_hasher", QUICK)
        patch.setattr(asking, "A_SECOND", a_second)
        patch.setattr(asking, "AT_ONCE", at_once)
        store = Store(url)
        stack.callback(store.close)
        browser = stack.enter_context(hosted(store, tables, seed=1))
        found = Exposed(browser)
        stack.enter_context(found.log.kept())
        for name, role in roles.items():
            found.persons[name] = add_person(store, name, role, PURSE if role is AccountRole.PLAYER else 0)
        found.persons["guest"] = store.write_now(lambda connection: accounts.add_guest(connection, store.now()))
        for name in found.persons:
            found.people[name] = stack.enter_context(browser.another(found.log_in(name)))
        yield found


def foreign(host: str) -> tuple[str, ...]:
    """Origins that are not those of the pages at this address, however they are spelled."""
    name, _, port = host.partition(":")
    return (
        "",
        "null",
        "file://",
        "http://evil.test",
        f"http://{host}.evil.test",
        f"http://evil.test/{host}",
        f"http://evil.test://{host}",
        f"http://{host}@evil.test",
        f"http://evil.test@{host}",
        f"http://{host}/",
        f"http://{host} http://evil.test",
        f"evil://{host}",
        f"//{host}",
        host,
        f"http://{name}:{int(port or 80) + 1}",
        "http://[::1",
    )


def play(visitor: AtTable, name: str, rounds: int, stakes: dict[str, int]) -> None:
    """Play alone until so many rounds are over and the cards of the next are dealt."""
    chance = Random(1)
    if not any(seat["name"] == name for seat in visitor.view["seats"]):
        assert visitor.say(do="sit", box=1)["ok"]
    last = visitor.view["round"] + rounds
    while visitor.view["round"] < last or not visitor.view["table"]["dealer"]["cards"]:
        message = choose(visitor.view, name, chance, stakes)
        assert message is not None
        reply = visitor.say(**message)
        assert reply["ok"], reply
        visitor.until_seq(reply["seq"])
