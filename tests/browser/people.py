"""People for the browser tests: logged in without a form, and playing beside the browser."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from typing import Any, Self

from playwright.sync_api import BrowserContext
from websockets.sync.client import connect

from holecard.live.people import accounts
from holecard.live.people.people import AccountRole, Person
from holecard.live.web._asking import COOKIE
from tests.browser.served import Served
from tests.kit.patience import PATIENCE
from tests.live.following import whole
from tests.live.kit import PATIENTLY, add_person, choose


def token_of(served: Served, name: str, role: AccountRole = AccountRole.PLAYER) -> str:
    """The cookie of somebody, who has an account from now on."""
    store = served.house.store
    person: Person = add_person(store, name, role)
    return store.write_now(lambda connection: accounts.begin_session(connection, person, store.now()))


def log_in(context: BrowserContext, served: Served, name: str, role: AccountRole = AccountRole.PLAYER) -> None:
    """Pages that are opened from now on are this person's."""
    context.add_cookies([{"name": COOKIE, "value": token_of(served, name, role), "url": served.url}])


class Beside:
    """Somebody who plays over the wire while a browser looks on: `with Beside(…) as ann`."""

    def __init__(self, served: Served, table: str, name: str, box: int, stake: int = 1000) -> None:
        self._url = f"{served.url.replace('http', 'ws', 1)}/ws/tables/{served.room(table).desk.table_id}"
        self._headers = {"Cookie": f"{COOKIE}={token_of(served, name)}"}
        self.name, self._box, self._stake, self._keys = name, box, stake, 0
        self.view: dict[str, Any] = {}
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._socket = self._open.enter_context(connect(self._url, additional_headers=self._headers, **PATIENTLY))
        self._hear()
        self.say(do="sit", box=self._box)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def _hear(self) -> dict[str, Any]:
        while True:
            told: dict[str, Any] = json.loads(self._socket.recv(PATIENCE))
            if told["type"] == "table":
                self.view = whole(told, self.view or None)
            if told["type"] in ("table", "reply"):
                return told

    def say(self, **message: object) -> dict[str, Any]:
        self._keys += 1
        key = f"{self.name}-{self._keys}"
        self._socket.send(json.dumps({"key": key, **message}))
        while (told := self._hear()).get("key") != key:
            pass
        return told

    def play(self, rounds: int = 0, until: str = "") -> None:
        """Whole rounds, or until this kind of question stands."""
        chance, begun = Random(self.name), self.view["round"]
        while self.view["round"] < begun + rounds or until:
            if until and self.view["question"]["type"] == until:
                return
            message = choose(self.view, self.name, chance, {"main": self._stake})
            assert message is not None, self.view["question"]
            reply = self.say(**message)
            assert reply["ok"], reply
