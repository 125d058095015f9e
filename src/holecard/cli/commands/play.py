"""The commands at a table: `games`, `play`, `train`, `script` and `replay`."""

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
def train(
    game: Game,
    settings: Settings = None,
    school: Annotated[str, typer.Option(help="`player`, `dealer`, `floor` or `counting`.")] = "player",
    level: Annotated[
        str,
        typer.Option(help="The dealer's: `payouts`, `procedure`, `irregularities` or `shoe`.", show_default=False),
    ] = "",
    questions: Annotated[int, typer.Option(help="How many; 0 goes on until you press q.", min=0, max=10_000)] = 0,
    test: Annotated[bool, typer.Option("--test", help="Take a test: timed, with the results at the end.")] = False,
    name: Annotated[str, typer.Option(help="Who takes the test, for its record.", show_default=False)] = "",
    system: Annotated[str, typer.Option(help="The counting system, or a TOML file.")] = "hi-lo",
    seed: Annotated[str | None, typer.Option(help="The same seed asks the same questions.")] = None,
    file: Annotated[Path | None, typer.Option(help="File with what you know already.", show_default=False)] = None,
    weak_spots: Annotated[
        Path | None, typer.Option(help="Draw your record on the strategy card (.svg).", show_default=False)
    ] = None,
    recorded: Annotated[
        Path | None, typer.Option(help="The floor's: a journal with irregularities to rule on.", show_default=False)
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Journal in which to store the test.", show_default=False)] = None,
    page: Annotated[
        Path | None, typer.Option(help="Also write the test as a page for the file (.html).", show_default=False)
    ] = None,
) -> int:
    """Train as a player, a dealer, a floorperson or a counter, with drills made from the rules."""
    from holecard.cli.train import train_command

    return train_command(
        game,
        settings or [],
        school=school,
        level=level,
        questions=questions,
        test=test,
        name=name,
        system=system,
        seed=seed,
        file=file,
        weak_spots=weak_spots,
        recorded=recorded,
        record=record,
        page=page,
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
