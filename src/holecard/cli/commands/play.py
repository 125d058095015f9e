"""The commands at a table: `games`, `play`, `script` and `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import File, Game, Json, Settings

group = typer.Typer()


@group.command()
def games(
    key: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.", show_default=False)] = None,
    as_json: Json = False,
) -> None:
    """List the games and their options, with defaults and clauses."""
    from holecard.cli.listing import games_command

    games_command(key, as_json)


@group.command()
def play(
    game: Game,
    boxes: Annotated[int, typer.Option(help="Number of boxes to bet on.")] = 1,
    bettors: Annotated[int, typer.Option(help="Players who share each box. You play for all of them.")] = 1,
    bankroll: Annotated[str, typer.Option(help="Practice money to start with.")] = "1000.00",
    seed: Annotated[str | None, typer.Option(help="The same seed deals the same cards.")] = None,
    settings: Settings = None,
    cards: Annotated[
        str, typer.Option(help="Cards to deal first, for example 'As Td 7h 9c'.", show_default=False)
    ] = "",
    journal: Annotated[Path | None, typer.Option(help="File in which to save the session.", show_default=False)] = None,
    pace: Annotated[float, typer.Option(help="Seconds between the dealer's cards on a terminal.", min=0, max=5)] = 0.4,
) -> None:
    """Play at a table in the terminal for practice money."""
    from holecard.cli.play import play_command

    play_command(
        game,
        boxes=boxes,
        bettors=bettors,
        bankroll=bankroll,
        seed=seed,
        pairs=settings or [],
        journal=journal,
        pace=pace,
        cards=cards,
    )


@group.command()
def script(file: File, as_json: Json = False) -> int:
    """Play one scripted round from a JSON file."""
    from holecard.cli.script import script_command

    return script_command(file, as_json)


@group.command()
def replay(file: File, as_json: Json = False) -> int:
    """Show a recorded round step by step, with the clause for each step."""
    from holecard.cli.replay import replay_command

    return replay_command(file, as_json)
