"""The commands of a house: `serve`, `house`, `account` and `audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import File, Json
from holecard.live.people.limits import CONNECTIONS, LOGINS_A_MINUTE, PER_ADDRESS
from holecard.live.table import seconds

group = typer.Typer()
house = typer.Typer()
account = typer.Typer()
audit = typer.Typer()
group.add_typer(house, name="house", help="Check a house file: is each of its tables lawful?")
group.add_typer(account, name="account", help="Create and list the accounts of a house.")
group.add_typer(audit, name="audit", help="Check the stored records for consistency.")

Database = Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…")]
OURS = "sqlite:///holecard.db"


@group.command()
def serve(
    database: Database = OURS,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8685,
    house_file: Annotated[
        Path | None, typer.Option("--house", help="House file with the tables.", show_default=False)
    ] = None,
    url: Annotated[str, typer.Option(help="The address that players use, if it differs.", show_default=False)] = "",
    betting: Annotated[float, typer.Option(help="Seconds for placing bets.", min=0.05)] = seconds.TO_BET,
    deciding: Annotated[float, typer.Option(help="Seconds for a decision.", min=0.05)] = seconds.TO_DECIDE,
    away: Annotated[
        float, typer.Option(help="Seconds to keep the seat of a player who is away.", min=0.05)
    ] = seconds.AWAY,
    logins: Annotated[float, typer.Option(help="Logins allowed per minute from one address.", min=1)] = LOGINS_A_MINUTE,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Another name under which browsers reach the house. Repeatable.", show_default=False),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="A proxy (address or network) that may say who its visitors are. Repeatable.", show_default=False
        ),
    ] = None,
    connections: Annotated[int, typer.Option(help="Connections in all.", min=1)] = CONNECTIONS,
    per_address: Annotated[int, typer.Option(help="Connections from one address.", min=1)] = PER_ADDRESS,
    hints: Annotated[bool, typer.Option(help="Solve the games in the background so that hints are ready.")] = True,
) -> None:
    """Run the house: tables, accounts and web pages. Play chips only."""
    from holecard.cli.serve import Openness, serve_command

    openness = Openness(
        hosts=tuple(allow_host or ()),
        proxies=tuple(proxy or ()),
        connections=connections,
        per_address=per_address,
        logins_a_minute=logins,
    )
    clocks = betting, deciding, away
    serve_command(database, host, port, house_file=house_file, url=url, clocks=clocks, openness=openness, warm=hints)


@house.command()
def check(file: File, as_json: Json = False) -> int:
    """Check each table in a house file. For an unlawful one, show the clause and the remedy."""
    from holecard.cli.house import check_command

    return check_command(file, as_json)


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
