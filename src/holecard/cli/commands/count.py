"""The commands of a card counter, and of those who watch one: `count removals` and the others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import Game, Json, Settings

group = typer.Typer()
count = typer.Typer()
group.add_typer(count, name="count", help="Card counting: effects of removal, systems, departures and earnings.")

Wager = Annotated[str, typer.Option(help="`main`, `insurance`, or the key of a side wager.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Also write the table to this file.", show_default=False)]


@count.command()
def removals(
    game: Game,
    wager: Wager = "main",
    strategy: Annotated[str, typer.Option(help="`fixed` (as in the fresh shoe) or `best` play.")] = "fixed",
    settings: Settings = None,
    csv: Csv = None,
    as_json: Json = False,
) -> None:
    """Calculate what each card that leaves the shoe does to the player's expectation."""
    from holecard.cli.count.removals import removals_command

    removals_command(game, settings or [], wager=wager, strategy=strategy, csv=csv, as_json=as_json)
