"""`holecard serve`: runs the house on this machine."""

from __future__ import annotations

import gc
import resource
import signal
import socket
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import typer
from sqlalchemy import Connection, select

from holecard.cli.workers import place_of, run_workers, this_worker
from holecard.dossier.differing import Filed
from holecard.games import GAMES
from holecard.house.house_file import Checked, HouseTable, check_house, read_house
from holecard.law.errors import HolecardError, Malformed
from holecard.live.people.invitations import invite, withdraw_first
from holecard.live.people.limits import CONNECTIONS, LOGINS_A_MINUTE, PER_ADDRESS
from holecard.live.people.people import AccountRole
from holecard.live.store.schema import accounts as accounts_table
from holecard.live.store.store import Store
from holecard.live.table.clocks import Clocks
from holecard.live.table.house import OUR_HOUSE, House
from holecard.live.web.door import Door, DoorConfig, give_memory_back, networks
from holecard.live.web.house_server import HouseServer
from holecard.live.web.http_filing import departures
from holecard.live.web.logs import LogFormat, log_json
from holecard.live.web.server import THIS_MACHINE, make_app

MOST_PORT: Final = 65535
SPARE_FILES: Final = 100  # that are no connections: the database, the pages, the lab
HAND_OVER: Final = 0.0005  # seconds after which a busy thread yields: the writer's turns are short
GARBAGE: Final = (50_000, 20, 50)  # a stroke makes thousands of objects and hardly a cycle: look for some less often
BOXES: Final = 5  # of a table that no file describes


@dataclass(frozen=True, kw_only=True)
class Openness:
    """Who may reach the house, and how many."""

    hosts: tuple[str, ...] = ()  # further names of the house
    proxies: tuple[str, ...] = ()
    connections: int = CONNECTIONS
    per_address: int = PER_ADDRESS
    logins_a_minute: float = LOGINS_A_MINUTE
    metrics_from: tuple[str, ...] = ()  # who may read the metrics, besides the staff; none: this machine

    def door(self) -> Door:
        return Door(
            connections=min(self.connections, _allow_files(self.connections + SPARE_FILES) - SPARE_FILES),
            per_address=self.per_address,
            proxies=networks(self.proxies),
            give_back=give_memory_back,
        )

    def names(self, *addresses: str) -> tuple[str, ...]:
        """Every name under which a browser may ask for a page: what the operator named, and this machine's own."""
        found = {urlsplit(address).hostname or "" for address in addresses}
        return tuple(sorted({"localhost", "127.0.0.1", "::1", *self.hosts, *found} - {""}))


def serve_command(
    database: str,
    key: Path | None,
    host: str,
    port: int,
    *,
    house_file: Path | None,
    url: str,
    clocks: tuple[float, float, float],
    openness: Openness,
    warm: bool,
    log_format: LogFormat,
    filing: Path | None = None,
    workers: int = 1,
    private: str = "",
) -> None:
    tables = _tables(house_file)
    filed = Filed.read(filing) if filing is not None else None
    door = openness.door()
    worker = this_worker()
    if workers > 1 and database.startswith("sqlite"):
        raise Malformed(f"--workers {workers} needs PostgreSQL, because one process serves an SQLite file")
    if workers > 1 and private:
        raise Malformed("--private is for one process; workers of one command find each other")
    listening = _listen(host, port) if worker is None else worker.listening()
    address = url or f"http://{host}:{port}"
    inside = _listen(*_host_and_port(private or "127.0.0.1:0"))
    store = Store(database, key)
    try:
        inside_at = f"{inside.getsockname()[0]}:{inside.getsockname()[1]}"
        number = 0 if worker is None else worker.number
        house = House(store, Clocks(*clocks), address, place_of(port, number), private or inside_at)
        house.file = house_file.resolve() if house_file is not None else None
        house.prepare(tables)
        if worker is None:
            opened = f"Holecard is open at {address} with {len(tables)} tables."
            typer.echo(f"{opened} Play chips only. Press Ctrl+C to stop.")
            if token := store.write_now(_first_floorperson):
                typer.echo(f"Create the first floorperson's account here (works once): {address}/#/invited/{token}")
            for change in departures(house, filed) if filed is not None else ():
                print(f"holecard: differs from its filing: {change}", file=sys.stderr)
        if workers > 1 and worker is None:
            inside.close()
            store.close()
            run_workers(workers, listening)
            return
        names = openness.names(address, f"http://{host}")
        warm = warm and number <= 1  # one of the workers is enough
        logins = openness.logins_a_minute / workers  # somebody who guesses comes to all of them
        app = make_app(house, logins, warm, names, openness.metrics_from or THIS_MACHINE, filing)
        if log_format is LogFormat.JSON:
            log_json()
        sys.setswitchinterval(HAND_OVER)
        gc.collect()
        gc.freeze()  # the rules and the modules stay: no search for garbage needs to look at them again
        gc.set_threshold(*GARBAGE)
        signal.signal(signal.SIGTERM, _stop)  # Uvicorn repeats the signal when it is done, which would end us here
        config = DoorConfig(
            app,
            door,
            (inside.getsockname()[1], house.me.token),
            timeout_graceful_shutdown=3,
            **_logging(log_format),
        )
        HouseServer(config, house.me, house.drain, worker is not None).run(sockets=[listening, inside])
    finally:
        store.close()


def _logging(log_format: LogFormat) -> dict[str, None]:
    """What Uvicorn needs to leave the logs alone, if they are ours."""
    return {"log_config": None} if log_format is LogFormat.JSON else {}


def _stop(number: int, frame: object) -> None:
    """The server has stopped in good order: close the database too, so that nothing is left beside it."""


def _allow_files(wanted: int) -> int:
    """Raise the number of files and connections that this process may open; returns it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


def _tables(file: Path | None) -> tuple[Checked, ...]:
    try:
        text = (file or OUR_HOUSE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"can't read {file}: {error}") from error
    house = read_house(text)
    if file is None:  # the games of installed packages are on the floor too
        games = (GAMES[key] for key in GAMES.brought)
        brought = (HouseTable(name=game.name, game=game, options={}, boxes=min(BOXES, game.boxes)) for game in games)
        house = replace(house, tables=(*house.tables, *brought))
    return check_house(house)


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before doing anything else."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        why = error.strerror or str(error)
        raise HolecardError(f"cannot listen on port {port} of {host}: {why}. Choose another with --port") from error
    return listening


def _host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > MOST_PORT:
        raise Malformed(f"--private {text}: say HOST:PORT, for example 10.0.0.5:9001")
    return host.strip("[]"), int(port)


def _first_floorperson(connection: Connection) -> str:
    """A token for the first floorperson, if there is none yet. It replaces an unused token of an earlier start."""
    if connection.execute(select(accounts_table.c.id).where(accounts_table.c.role == AccountRole.FLOOR)).first():
        return ""
    withdraw_first(connection, time.time())
    return invite(connection, AccountRole.FLOOR, time.time())
