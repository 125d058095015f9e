"""The commands of a house: `serve`, `house`, `account` and `audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import File, Json
from holecard.cli.configuration import PREFIX, has_password, read_configuration
from holecard.law.errors import Malformed
from holecard.live.people.limits import CONNECTIONS, LOGINS_A_MINUTE, PER_ADDRESS
from holecard.live.table import seconds
from holecard.live.web.logs import LogFormat

group = typer.Typer()
house = typer.Typer()
account = typer.Typer()
audit = typer.Typer()
group.add_typer(house, name="house", help="Check a house file, back up a house, restore it and archive old rounds.")
group.add_typer(account, name="account", help="Create, list, disable and change the accounts of a house.")
group.add_typer(audit, name="audit", help="Check the stored records for consistency.")


def _without_password(context: typer.Context, parameter: typer.CallbackParam, value: str) -> str:
    """Refuse a password on the command line, where everybody on the machine can read it."""
    source = context.get_parameter_source(str(parameter.name))
    if source is not None and source.name == "COMMANDLINE" and has_password(value):
        raise Malformed(
            "everybody on this machine can read a password on the command line: leave it out of --database and put it"
            " into the file that PGPASSFILE names, or put the whole address into HOLECARD_DATABASE"
        )
    return value


Database = Annotated[
    str,
    typer.Option(
        envvar="HOLECARD_DATABASE",
        help="sqlite:///FILE or postgresql://… without a password.",
        callback=_without_password,
    ),
]
Key = Annotated[
    Path | None,
    typer.Option(
        envvar="HOLECARD_KEY",
        help="The key file that seals undealt cards. Default: beside the database.",
        show_default=False,
    ),
]
OURS = "sqlite:///holecard.db"


@group.command(context_settings={"auto_envvar_prefix": PREFIX})
def serve(
    config: Annotated[
        Path | None,
        typer.Option(
            help="A file with these options. They can be environment variables too, such as HOLECARD_PORT.",
            callback=read_configuration,
            is_eager=True,
            show_default=False,
        ),
    ] = None,
    database: Database = OURS,
    key: Key = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8685,
    house_file: Annotated[
        Path | None,
        typer.Option("--house", envvar="HOLECARD_HOUSE", help="House file with the tables.", show_default=False),
    ] = None,
    filing: Annotated[
        Path | None, typer.Option(help="The dossier in force, for the Filing page.", show_default=False)
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
    metrics_from: Annotated[
        list[str] | None,
        typer.Option(
            help="An address or network that may read /metrics. Repeatable. Default: this machine.", show_default=False
        ),
    ] = None,
    log_format: Annotated[
        LogFormat, typer.Option(help="`text`, or `json`: one object a line, for machines.")
    ] = LogFormat.TEXT,
    workers: Annotated[
        int, typer.Option(help="Processes that share the tables. More than one needs PostgreSQL.", min=1, max=64)
    ] = 1,
    private: Annotated[
        str,
        typer.Option(help="HOST:PORT where other machines that serve this house reach this one.", show_default=False),
    ] = "",
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
        metrics_from=tuple(metrics_from or ()),
    )
    clocks = betting, deciding, away
    serve_command(
        database,
        key,
        host,
        port,
        house_file=house_file,
        url=url,
        clocks=clocks,
        openness=openness,
        warm=hints,
        filing=filing,
        log_format=log_format,
        workers=workers,
        private=private,
    )


@house.command()
def check(file: File, as_json: Json = False) -> int:
    """Check each table in a house file. For an unlawful one, show the clause and the remedy."""
    from holecard.cli.house import check_command

    return check_command(file, as_json)


@house.command()
def diff(before: File, after: File, as_json: Json = False) -> None:
    """Show what differs between two house files: tables that came or went, and options with their clauses."""
    from holecard.cli.house import diff_command

    diff_command(before, after, as_json)


@house.command()
def backup(file: File, database: Database = OURS) -> None:
    """Copy the house into a new file. The house may be open meanwhile."""
    from holecard.cli.backup import backup_command

    backup_command(file, database)


@house.command()
def restore(file: File, database: Database = OURS, key: Key = None) -> None:
    """Copy a backup into an empty database. Open rounds are void, and fresh cards come to every table."""
    from holecard.cli.backup import restore_command

    restore_command(file, database, key)


@house.command()
def archive(
    file: File,
    before: Annotated[
        str,
        typer.Option(
            metavar="DATE", help="Archive rounds that ended before this day, such as 2016-12-31.", show_default=False
        ),
    ] = "",
    keep: Annotated[
        int,
        typer.Option(envvar=f"{PREFIX}_KEEP_YEARS", metavar="YEARS", min=1, help="Keep younger rounds."),
    ] = 10,
    why: Annotated[str, typer.Option(help="The reason, for the house's records.", show_default=False)] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check and count only; write and delete nothing.")] = False,
    database: Database = OURS,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Move old rounds from the database into a new file, which can still be verified."""
    from holecard.cli.archive import archive_command

    archive_command(file, before, keep, why, dry_run, database, key, as_json)


@account.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False)],
    role: Annotated[str, typer.Option(help="`player`, `floor`, `auditor` or `administrator`.")] = "player",
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


Account = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
Why = Annotated[str, typer.Option(help="The reason, for the house's records.", show_default=False)]


@account.command("disable")
def disable_account(name: Account, why: Why, database: Database = OURS) -> None:
    """Shut an account: nobody can log in, and its sessions end. Its chips and history stay."""
    from holecard.cli.account import disable_command

    disable_command(name, why, database)


@account.command("enable")
def enable_account(name: Account, why: Why, database: Database = OURS) -> None:
    """Open a disabled account again."""
    from holecard.cli.account import enable_command

    enable_command(name, why, database)


@account.command("role")
def change_role(
    name: Account,
    role: Annotated[
        str, typer.Argument(metavar="ROLE", help="`player`, `floor`, `auditor` or `administrator`.", show_default=False)
    ],
    why: Why,
    database: Database = OURS,
) -> None:
    """Give an account another role. Its sessions end."""
    from holecard.cli.account import role_command

    role_command(name, role, why, database)


@account.command("log")
def security_log(
    database: Database = OURS,
    most: Annotated[int, typer.Option(help="How many entries.", min=1, max=10_000)] = 50,
    as_json: Json = False,
) -> None:
    """Show the security log: failed logins and changes of accounts."""
    from holecard.cli.account import log_command

    log_command(database, most, as_json)


@audit.command()
def verify(
    database: Database = OURS,
    key: Key = None,
    anchor: Annotated[
        Path | None, typer.Option(help="A signed head of the book that was kept elsewhere.", show_default=False)
    ] = None,
    since: Annotated[
        Path | None,
        typer.Option(help="Go on where the audit that wrote this file ended, and write it anew.", show_default=False),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Processes; all cores by default.", min=1, max=256, show_default=False)
    ] = None,
    as_json: Json = False,
) -> int:
    """Check that the stored journals, cards, rounds and money agree."""
    from holecard.cli.audit import verify_command

    return verify_command(database, key, anchor, since, jobs, as_json)


@audit.command("anchor")
def make_anchor(file: File, database: Database = OURS, key: Key = None) -> None:
    """Sign the head of the house's book and write it to a new file, to be kept elsewhere."""
    from holecard.cli.audit import anchor_command

    anchor_command(file, database, key)


@audit.command("archive")
def check_archive(file: File, database: Database = OURS, key: Key = None, as_json: Json = False) -> int:
    """Replay a file of archived rounds and compare it with the house's book."""
    from holecard.cli.archive import check_command

    return check_command(file, database, key, as_json)


@audit.callback()
def audited() -> None:
    """Check the stored records for consistency."""
