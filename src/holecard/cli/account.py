"""`holecard account`: creates, lists, disables and changes accounts without the server, and shows the security log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass

import typer
from rich import box
from rich.table import Table as Grid
from rich.text import Text
from sqlalchemy import Connection, select

from holecard.cli.options import console, print_json
from holecard.law.errors import Malformed
from holecard.live.people.accounts import (
    BY,
    add_account,
    change_role,
    checked_account_name,
    disable,
    enable,
    find_person,
)
from holecard.live.people.passwords import checked_password, hashed
from holecard.live.people.people import AccountRole
from holecard.live.people.security import Noted, latest, note
from holecard.live.store.book import stamp
from holecard.live.store.migrate import check_schema, migrate
from holecard.live.store.schema import accounts
from holecard.live.store.store import open_engine, open_stored, reached
from holecard.values.money import amount


def add_command(name: str, role: str, database: str) -> None:
    wanted = _role(role)
    checked_account_name(name)
    password = hashed(checked_password(_password(), name))
    engine = open_engine(database)
    try:
        migrate(engine)
        with reached(), engine.connect().execution_options(writes=True) as connection, connection.begin():
            add_account(connection, name, password, wanted, time.time())
    finally:
        engine.dispose()
    typer.echo(f"Created the account {name} ({role}).")


def _role(role: str) -> AccountRole:
    if role not in tuple(AccountRole):
        raise Malformed(f"--role {role} is unknown. Choose one of {', '.join(AccountRole)}")
    return AccountRole(role)


def disable_command(name: str, why: str, database: str) -> None:
    with _writing(database) as connection:
        person, now = find_person(connection, name), time.time()
        note(connection, now, Noted.DISABLED, name, more=f"by {BY}: {why}")
        ended = disable(connection, person, BY, why, now)
    typer.echo(f"Disabled the account {name}. {len(ended)} of its sessions ended.")


def enable_command(name: str, why: str, database: str) -> None:
    with _writing(database) as connection:
        person, now = find_person(connection, name), time.time()
        note(connection, now, Noted.ENABLED, name, more=f"by {BY}: {why}")
        enable(connection, person, BY, why, now)
    typer.echo(f"Enabled the account {name}.")


def role_command(name: str, role: str, why: str, database: str) -> None:
    wanted = _role(role)
    with _writing(database) as connection:
        person, now = find_person(connection, name), time.time()
        note(connection, now, Noted.ROLE, name, more=f"from {person.role} to {role} by {BY}: {why}")
        change_role(connection, person, wanted, BY, why, now)
    typer.echo(f"{name} is now {role}. They must log in again.")


@contextmanager
def _writing(database: str) -> Iterator[Connection]:
    engine = open_stored(database)
    try:
        with reached(), engine.connect().execution_options(writes=True) as connection, connection.begin():
            check_schema(connection)
            yield connection
    finally:
        engine.dispose()


def log_command(database: str, most: int, as_json: bool) -> None:
    """Print the security log, the newest entry first."""
    engine = open_stored(database)
    try:
        with reached(), engine.connect() as connection:
            check_schema(connection)
            rows = latest(connection, most)
    finally:
        engine.dispose()
    if as_json:
        print_json([row._asdict() for row in rows])
        return
    grid = Grid(box=box.SIMPLE_HEAD)
    for name in ("time", "what", "name", "address", "note"):
        grid.add_column(name, overflow="fold")
    for row in rows:
        grid.add_row(stamp(row.time)[:19], row.what, Text(row.name), row.address, Text(row.note))
    console().print(grid)


def _password() -> str:
    """Ask twice on a terminal, without showing it; otherwise read the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    try:
        password = getpass("Password: ")
        again = getpass("Repeat the password: ")
    except EOFError as error:
        raise Malformed("no password given: enter one, or pass it on standard input") from error
    if password != again:
        raise Malformed("the passwords don't match. No account was created")
    return password


def list_command(database: str, as_json: bool) -> None:
    engine = open_stored(database)
    try:
        with reached(), engine.connect() as connection:
            check_schema(connection)
            rows = connection.execute(select(accounts).order_by(accounts.c.role, accounts.c.name)).all()
    finally:
        engine.dispose()
    if as_json:
        print_json(
            [
                {
                    "name": row.name,
                    "role": row.role,
                    "balance": row.balance,
                    "guest": row.password is None,
                    "disabled": row.disabled is not None,
                }
                for row in rows
            ]
        )
        return
    grid = Grid(box=box.SIMPLE_HEAD)
    for name in ("name", "role"):
        grid.add_column(name)
    grid.add_column("chips", justify="right")
    grid.add_column("")
    for row in rows:
        state = "" if row.disabled is None else "disabled"
        grid.add_row(row.name, row.role if row.password else "guest", amount(row.balance), state)
    console().print(grid)
