"""The commands that work on what a house has stored, beside the server: `holecard account`, `holecard audit`."""

from __future__ import annotations

from typing import Annotated

import typer

account = typer.Typer(pretty_exceptions_enable=False)
audit = typer.Typer(pretty_exceptions_enable=False)

Database = Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]
OURS = "sqlite:///holecard.db"  # as `holecard serve` has it


@account.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False)],
    role: Annotated[str, typer.Option(help="`player`, `floor` or `auditor`.")] = "player",
    database: Database = OURS,
) -> None:
    """Make an account. The password is asked for, or read from standard input."""
    from holecard.cli.account import add_command

    add_command(name, role, database)


@account.command("list")
def list_accounts(database: Database = OURS, as_json: Json = False) -> None:
    """Who has an account, as what, and with how many chips."""
    from holecard.cli.account import list_command

    list_command(database, as_json)


@audit.command()
def verify(database: Database = OURS, as_json: Json = False) -> int:
    """Check that everything stored is what happened: journals, cards, rounds and money."""
    from holecard.cli.audit import verify_command

    return verify_command(database, as_json)


@audit.callback()
def audited() -> None:
    """Keeps `verify` a command of its own, though there is no other yet."""
