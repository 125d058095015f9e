"""A house over HTTP without a network: everybody with their own cookie, and everything that they can ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

from holecard.live.people import accounts
from holecard.live.people.people import AccountRole
from holecard.live.table.house import House
from holecard.live.web._asking import COOKIE
from holecard.live.web.server import make_app
from tests.live.kit import add_person

NOBODY = "nobody"  # a spectator, who has no account
PATIENCE = 120.0  # seconds until the solver must have answered
MANY = 1e9  # logins a minute
LATER = (202, 429)  # the solver is at work, or somebody asked for too many hints in a second


class Visitors:
    """The clients of a house by name."""

    def __init__(self, house: House, logins: float = MANY) -> None:
        self.house, self.app = house, make_app(house, logins)
        self.tokens: dict[str, str] = {}
        self._clients = {NOBODY: self._client("")}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._clients)

    def _client(self, token: str) -> AsyncClient:
        transport = ASGITransport(self.app, raise_app_exceptions=True)
        cookies = {COOKIE: token} if token else None
        return AsyncClient(transport=transport, base_url="http://house.test", cookies=cookies)

    def log_in(self, name: str, role: AccountRole = AccountRole.PLAYER, purse: int = 0) -> None:
        """Somebody with a session, whose account is made where there is none."""
        store = self.house.store
        person = add_person(store, name, role, purse)
        token = store.write_now(lambda connection: accounts.begin_session(connection, person, store.now()))
        self.tokens[name], self._clients[name] = token, self._client(token)

    async def ask(self, name: str, method: str, path: str, **request: Any) -> Response:
        return await self._clients[name].request(method, path, **request)

    async def everything(self, name: str) -> dict[str, str]:
        """What every address answers to them, in whatever state the house is."""
        return {path: await self._told(name, path) for path in paths(self.app, self.house)}

    async def _told(self, name: str, path: str) -> str:
        async with asyncio.timeout(PATIENCE):
            while (response := await self.ask(name, "GET", path)).status_code in LATER:
                await asyncio.sleep(0.05)
        assert response.status_code < 500
        return f"{response.status_code} {response.text}"


def paths(app: FastAPI, house: House) -> Iterator[str]:
    """Every address that can be read, for every table, round and order of the cards, and one that is not there."""
    for path, methods in app.openapi()["paths"].items():
        if "get" not in methods:
            continue
        if "{" not in path:
            yield path
        for table_id, room in house.rooms.items():
            last = max(room.state.round, room.state.shoe) + 1
            if "{number}" in path:
                yield from (path.format(table_id=table_id, number=number) for number in range(last + 1))
            elif "{table_id}" in path:
                yield path.format(table_id=table_id)
