"""A house in this process, asked over HTTP without a network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import NamedTuple

import httpx
from fastapi import FastAPI

from holecard.live.people import accounts
from holecard.live.people.people import AccountRole, Person
from holecard.live.table.house import House
from holecard.live.web._asking import COOKIE
from holecard.live.web.server import make_app
from tests.live.kit import add_person, open_house

PATIENCE = 300.0


class Asked(NamedTuple):
    """The house, its application, and a client who is logged in as nobody."""

    house: House
    app: FastAPI
    client: httpx.AsyncClient

    def log_in(self, name: str, role: AccountRole = AccountRole.PLAYER) -> Person:
        """From now on the client is this person."""
        person = add_person(self.house.store, name, role)
        now = self.house.store.now()
        token = self.house.store.write_now(lambda connection: accounts.begin_session(connection, person, now))
        self.client.cookies.set(COOKIE, token)
        return person


@asynccontextmanager
async def asked_house(
    url: str, tables: Iterable[str] = (), seed: int | str | None = None, stacked: str = ""
) -> AsyncIterator[Asked]:
    async with open_house(url, tables, seed=seed, stacked=stacked) as house:
        app = make_app(house)
        transport = httpx.ASGITransport(app)
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://house", timeout=PATIENCE) as client:
                yield Asked(house, app, client)
        finally:
            await app.state.hints.close()
            await app.state.lab.close()
