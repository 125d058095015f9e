"""The commands that read a house's database without the server: `holecard account` and `holecard audit`."""

from __future__ import annotations

from typing import Annotated

import typer

account = typer.Typer(pretty_exceptions_enable=False)
audit = typer.Typer(pretty_exceptions_enable=False)

Database = Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
OURS = "sqlite:///holecard.db"  # the default of `holecard serve`


@account.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False)],
    role: Annotated[str, typer.Option(help="`player`, `floor` or `auditor`.")] = "player",
    database: Database = OURS,
) -> None:
    """Create an account. Asks for the password, or reads it from standard input."""
    from holecard.cli.account import add_command

    add_command(name, role, database)


@account.command("list")
def list_accounts(database: Database = OURS, as_json: Json = False) -> None:
    """List the accounts with their roles and chips."""
    from holecard.cli.account import list_command

    list_command(database, as_json)


@audit.command()
def verify(database: Database = OURS, as_json: Json = False) -> int:
    """Check that the stored journals, cards, rounds and money agree."""
    from holecard.cli.audit import verify_command

    return verify_command(database, as_json)


@audit.callback()
def audited() -> None:
    """Check the stored records for consistency."""
