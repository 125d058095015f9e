"""`holecard account`: creates and lists accounts without the server."""

from __future__ import annotations

import sys
import time
from getpass import getpass

import typer
from rich import box
from rich.table import Table as Grid
from sqlalchemy import select

from holecard.cli.options import console, print_json
from holecard.law.errors import Malformed
from holecard.live.people.accounts import add_account, checked_account_name, hashed
from holecard.live.people.people import AccountRole
from holecard.live.store.migrate import check_schema, migrate
from holecard.live.store.schema import accounts
from holecard.live.store.store import open_engine, open_stored, reached
from holecard.values.money import amount


def add_command(name: str, role: str, database: str) -> None:
    if role not in tuple(AccountRole):
        raise Malformed(f"--role {role} is unknown. Choose one of {', '.join(AccountRole)}")
    checked_account_name(name)
    password = hashed(_password())
    engine = open_engine(database)
    try:
        migrate(engine)
        with reached(), engine.connect().execution_options(writes=True) as connection, connection.begin():
            add_account(connection, name, password, AccountRole(role), time.time())
    finally:
        engine.dispose()
    typer.echo(f"Created the account {name} ({role}).")


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
                {"name": row.name, "role": row.role, "balance": row.balance, "guest": row.password is None}
                for row in rows
            ]
        )
        return
    grid = Grid(box=box.SIMPLE_HEAD)
    for name in ("name", "role"):
        grid.add_column(name)
    grid.add_column("chips", justify="right")
    for row in rows:
        grid.add_row(row.name, row.role if row.password else "guest", amount(row.balance))
    console().print(grid)
