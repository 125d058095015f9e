"""A house served on this machine for a browser, whose tables deal the cards that a test wants."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import uvicorn

from holecard.house.croupier import Croupier
from holecard.house.house_file import Checked, check_house, read_house
from holecard.live.store.store import Store
from holecard.live.table.clocks import Clocks
from holecard.live.table.house import OUR_HOUSE, House
from holecard.live.table.room import Room
from holecard.live.web.door import DoorConfig
from holecard.live.web.server import make_app
from holecard.values.cards import parse_cards
from holecard.values.shoe import PracticeShuffler
from tests.kit.patience import PATIENCE

PATIENT = Clocks(betting=600.0, deciding=600.0, away=600.0)


@dataclass
class Served:
    """A running house."""

    url: str
    house: House

    def room(self, name: str) -> Room:
        return next(room for room in self.house.rooms.values() if room.name == name)

    def table(self, name: str) -> str:
        """The address of a table's page."""
        return f"{self.url}/#/table/{self.room(name).desk.table_id}"

    def stack(self, name: str, cards: str) -> None:
        """These come next from the table's shoe, whatever else is in it."""
        room = self.room(name)
        rules = room.desk.rules
        croupier = Croupier(rules, PracticeShuffler(7), stacked=parse_cards(cards))
        room.desk = replace(room.desk, croupier=croupier)


@contextmanager
def serve(
    folder: Path,
    clocks: Clocks = PATIENT,
    port: int = 0,
    house_file: Path = OUR_HOUSE,
    filing: Path | None = None,
) -> Iterator[Served]:
    """Our house, on a free port, until the block ends."""
    with closing(socket.socket()) as listening:
        yield from _served(listening, folder, clocks, port, house_file, filing)


def _served(
    listening: socket.socket, folder: Path, clocks: Clocks, port: int, house_file: Path, filing: Path | None
) -> Iterator[Served]:
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(128)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    store = Store(f"sqlite:///{folder / 'house.db'}")
    house = House(store, clocks, url)
    house.prepare(_checked(house_file.read_text(encoding="utf-8")))
    app = make_app(house, logins_a_minute=100_000.0, filing=filing)
    config = DoorConfig(app, timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        _wait_for(server)
        yield Served(url, house)
    finally:
        server.should_exit = True
        thread.join(30)
        store.close()


@cache
def _checked(text: str) -> tuple[Checked, ...]:
    return check_house(read_house(text))


def _wait_for(server: uvicorn.Server) -> None:
    limit = time.monotonic() + PATIENCE
    while not server.started:
        if time.monotonic() > limit:
            raise TimeoutError("the server did not start")
        time.sleep(0.02)
