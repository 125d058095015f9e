"""The commands for people who bring a game in a package of their own: `new game` and `test-game`."""

from __future__ import annotations

from typing import Annotated

import typer

from holecard.cli.commands._parameters import Game, Json

group = typer.Typer()
new = typer.Typer()
group.add_typer(new, name="new", help="Begin something of your own.")


@new.command("game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's key, for example lucky-nine.")],
) -> None:
    """Write a package with a new game, its register and its tests into a folder here."""
    from holecard.cli.new_game import new_game_command

    new_game_command(name)


@group.command("test-game")
def check_game(game: Game, as_json: Json = False) -> None:
    """Check everything that must hold of any game: money, replays, settlement, exact figures, simulation."""
    from holecard.cli.properties import properties_command

    raise typer.Exit(properties_command(game, as_json))
