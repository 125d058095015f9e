"""`holecard serve`: runs the house on this machine."""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path
from typing import Final

import typer
import uvicorn
from sqlalchemy import Connection, delete, select

from holecard.house.house_file import Checked, check_house, read_house
from holecard.law.errors import HolecardError, Malformed
from holecard.live.people.accounts import invite
from holecard.live.people.people import AccountRole
from holecard.live.store.schema import accounts as accounts_table
from holecard.live.store.schema import invitations
from holecard.live.store.store import Store
from holecard.live.table.clocks import Clocks
from holecard.live.table.house import House
from holecard.live.web.server import make_app
from holecard.live.web.sockets import MOST_BYTES

HAND_OVER: Final = 0.0005  # seconds after which a busy thread yields: the writer's turns are short
OUR_HOUSE: Final = Path(__file__).parent.parent / "live" / "house.toml"  # the default


def serve_command(
    database: str,
    host: str,
    port: int,
    *,
    house_file: Path | None,
    url: str,
    clocks: tuple[float, float, float],
    logins_a_minute: float,
    warm: bool,
) -> None:
    tables = _tables(house_file)
    listening = _listen(host, port)
    address = url or f"http://{host}:{port}"
    store = Store(database)
    try:
        house = House(store, Clocks(*clocks), address)
        house.prepare(tables)
        typer.echo(f"Holecard is open at {address} with {len(tables)} tables. Play chips only. Press Ctrl+C to stop.")
        if token := store.write_now(_first_floorperson):
            typer.echo(f"Create the first floorperson's account here (works once): {address}/#/invited/{token}")
        config = uvicorn.Config(
            make_app(house, logins_a_minute, warm),
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=4 * MOST_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
        sys.setswitchinterval(HAND_OVER)
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        store.close()


def _tables(file: Path | None) -> tuple[Checked, ...]:
    try:
        text = (file or OUR_HOUSE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"can't read {file}: {error}") from error
    return check_house(read_house(text))


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


def _first_floorperson(connection: Connection) -> str:
    """A token for the first floorperson, if there is none yet. It replaces an unused token of an earlier start."""
    if connection.execute(select(accounts_table.c.id).where(accounts_table.c.role == AccountRole.FLOOR)).first():
        return ""
    connection.execute(delete(invitations))
    return invite(connection, AccountRole.FLOOR, time.time())
