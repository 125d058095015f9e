"""The commands of a filing: `dossier make`, `dossier verify` and `dossier diff`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import Json

group = typer.Typer()
dossier = typer.Typer()
group.add_typer(dossier, name="dossier", help="Make, verify and compare the filing dossier of a house.")

Folder = Annotated[Path, typer.Argument(metavar="DIR", show_default=False)]


@dossier.command()
def make(
    house: Annotated[Path, typer.Argument(metavar="HOUSE", help="A house file.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The folder to write; it must be new or empty.", show_default=False)],
    table: Annotated[str | None, typer.Option(help="Only this table of the house.", show_default=False)] = None,
    date: Annotated[
        str | None,
        typer.Option(help="The date of the filing, such as 2026-03-01. Default: the house file's.", show_default=False),
    ] = None,
    paper: Annotated[str, typer.Option(help="`a4` or `letter`.")] = "a4",
    key: Annotated[
        Path,
        typer.Option(envvar="HOLECARD_KEY", help="The key file of the house. It is made if there is none."),
    ] = Path("holecard.key"),
    rng: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Random numbers from `rng collect`: raw words, or shoes of a table's decks. Repeat it for each file.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write each table's filing as PDF and JSON, with layout and signs, and sign all of it."""
    from holecard.cli.dossier import make_command

    make_command(house, out, table, date, paper, key, rng or ())


@dossier.command()
def verify(
    folder: Folder,
    key: Annotated[
        str | None, typer.Option(help="The public key that must have signed the dossier.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> int:
    """Check signature and hashes, calculate every figure again and name the first difference."""
    from holecard.cli.dossier import verify_command

    return verify_command(folder, key, as_json)


@dossier.command()
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", show_default=False)],
    new: Annotated[Path, typer.Argument(metavar="NEW", show_default=False)],
    as_json: Json = False,
) -> None:
    """Show what a new dossier changes, clause by clause, and what that does to the house edge."""
    from holecard.cli.dossier import diff_command

    diff_command(old, new, as_json)
