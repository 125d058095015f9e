"""The commands about random numbers: `rng collect` and `rng test`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import Json

group = typer.Typer()
rng = typer.Typer()
group.add_typer(rng, name="rng", help="Collect and test the random numbers behind live shuffles.")

Kind = Annotated[
    str, typer.Option("--what", help="`raw` (32-bit words), `scaled` (below the number of cards) or `shoes`.")
]
Decks = Annotated[int, typer.Option(help="Decks of a shoe, for `scaled` and `shoes`.")]


@rng.command()
def collect(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.", show_default=False)],
    count: Annotated[int, typer.Option(help="How many words, numbers or shoes.", show_default=False)],
    what: Kind = "raw",
    decks: Decks = 6,
    form: Annotated[str, typer.Option("--format", help="`holecard`, `dieharder` or `practrand`.")] = "holecard",
) -> None:
    """Write what the code that shuffles live tables draws and produces."""
    from holecard.cli.rng import collect_command

    collect_command(file, what=what, count=count, decks=decks, form=form)


@rng.command("test")
def check(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Without one, numbers are drawn now.", show_default=False)
    ] = None,
    level: Annotated[float, typer.Option(help="The confidence at which all tests together must pass.")] = 0.99,
    what: Kind = "raw",
    count: Annotated[int | None, typer.Option(help="How many to draw, without a file.", show_default=False)] = None,
    decks: Decks = 6,
    as_json: Json = False,
) -> None:
    """Run the fifteen tests of 58 Pa. Code § 810a.5(c), with p-values. Exit code 1 if the numbers fail."""
    from holecard.cli.rng import check_command

    raise typer.Exit(check_command(file, level=level, what=what, count=count, decks=decks, as_json=as_json))
