"""The commands of a card counter, and of those who watch one: `count removals` and the others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import Game, Json, Settings, Workbook

group = typer.Typer()
count = typer.Typer()
group.add_typer(count, name="count", help="Card counting: effects of removal, systems, departures and earnings.")

Wager = Annotated[str, typer.Option(help="`main`, `insurance`, or the key of a side wager.")]
Penetration = Annotated[float, typer.Option(help="The part of the shoe that is dealt.")]
Rounds = Annotated[int, typer.Option(help="Number of rounds.")]
Played = Annotated[str, typer.Option(help="`basic` or `indices`: the card, or the best play at each true count.")]
Boxes = Annotated[int, typer.Option(help="Number of boxes in play.")]
Seed = Annotated[str, typer.Option(help="The same seed plays the same rounds.")]
Workers = Annotated[int, typer.Option(help="Number of threads. 0: one for each processor.")]
Carried = Annotated[
    list[str] | None,
    typer.Option("--system", help="A system or a TOML file; default hi-lo. Repeatable.", show_default=False),
]
Placed = Annotated[
    list[str] | None,
    typer.Option("--wager", metavar="WAGER=AMOUNT", help="A side wager on every box. Repeatable.", show_default=False),
]
Checkpoint = Annotated[
    Path | None, typer.Option(help="Save progress in this file and resume from it.", show_default=False)
]
Cluster = Annotated[str, typer.Option(help="Address (tcp://…) or file of a Dask scheduler.", show_default=False)]
Csv = Annotated[Path | None, typer.Option("--csv", help="Also write the table to this file.", show_default=False)]


@count.command()
def removals(
    game: Game,
    wager: Wager = "main",
    strategy: Annotated[str, typer.Option(help="`fixed` (as in the fresh shoe) or `best` play.")] = "fixed",
    settings: Settings = None,
    csv: Csv = None,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Calculate what each card that leaves the shoe does to the player's expectation."""
    from holecard.cli.count.removals import removals_command
    from holecard.cli.count.shown import Files

    removals_command(game, settings or [], wager=wager, strategy=strategy, files=Files(csv, xlsx), as_json=as_json)


@count.command()
def systems(
    game: Game,
    wager: Wager = "main",
    system: Annotated[
        list[str] | None,
        typer.Option("--system", help="Also a system of your own, in a TOML file. Repeatable.", show_default=False),
    ] = None,
    settings: Settings = None,
    csv: Csv = None,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Compare counting systems for a wager, and find the best tags for it."""
    from holecard.cli.count.shown import Files
    from holecard.cli.count.systems import systems_command

    systems_command(game, settings or [], wager=wager, system=system or [], files=Files(csv, xlsx), as_json=as_json)


@count.command()
def indices(
    game: Game,
    system: Annotated[str, typer.Option(help="A balanced system, or a TOML file.")] = "hi-lo",
    penetration: Penetration = 0.75,
    every: Annotated[bool, typer.Option("--all", help="Show every departure, not only the most valuable 18.")] = False,
    settings: Settings = None,
    csv: Csv = None,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Find the true counts at which to depart from the strategy card, for each hand and light."""
    from holecard.cli.count.indices import indices_command
    from holecard.cli.count.shown import Files

    indices_command(
        game,
        settings or [],
        system=system,
        penetration=penetration,
        every=every,
        files=Files(csv, xlsx),
        as_json=as_json,
    )


@count.command()
def simulate(
    game: Game,
    system: Carried = None,
    rounds: Rounds = 10_000_000,
    penetration: Penetration = 0.75,
    play: Played = "basic",
    boxes: Boxes = 1,
    wager: Placed = None,
    seed: Seed = "1",
    workers: Workers = 0,
    checkpoint: Checkpoint = None,
    cluster: Cluster = "",
    settings: Settings = None,
    csv: Csv = None,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Simulate rounds and tally them by the count at the moment of betting."""
    from holecard.cli.count.shown import Files
    from holecard.cli.count.simulate import Run, simulate_command

    run = Run(
        game, settings or [], system or ["hi-lo"], rounds, penetration, play, boxes, wager or [], seed, workers,
        checkpoint, cluster,
    )  # fmt: skip
    simulate_command(run, Files(csv, xlsx), as_json)


@count.command()
def ramp(
    game: Game,
    system: Carried = None,
    spread: Annotated[str, typer.Option(help="Smallest and largest bet, in units.")] = "1-12",
    steps: Annotated[
        str, typer.Option("--ramp", help="Your own bets, such as '0:1 1:2 2:4 3:8'.", show_default=False)
    ] = "",
    enter: Annotated[
        int | None, typer.Option(help="Bet only from this true count on (Wonging).", show_default=False)
    ] = None,
    bankroll: Annotated[float, typer.Option(help="The counter's bankroll, in units.")] = 1000,
    bet_on: Annotated[str, typer.Option("--for", help="`main`, or a side wager that is placed.")] = "main",
    rounds: Rounds = 10_000_000,
    penetration: Penetration = 0.75,
    play: Played = "basic",
    boxes: Boxes = 1,
    wager: Placed = None,
    seed: Seed = "1",
    workers: Workers = 0,
    checkpoint: Checkpoint = None,
    cluster: Cluster = "",
    settings: Settings = None,
    csv: Csv = None,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Calculate what a bet ramp wins: the best one for a spread, or your own."""
    from holecard.cli.count.shown import Files
    from holecard.cli.count.simulate import Run, ramp_command

    run = Run(
        game, settings or [], system or ["hi-lo"], rounds, penetration, play, boxes, wager or [], seed, workers,
        checkpoint, cluster,
    )  # fmt: skip
    ramp_command(
        run,
        spread=spread,
        ramp=steps,
        enter=enter,
        bankroll=bankroll,
        wager=bet_on,
        files=Files(csv, xlsx),
        as_json=as_json,
    )


@count.command()
def report(
    game: Game,
    penetration: Penetration = 0.75,
    gain: Annotated[float, typer.Option(help="What you allow a perfect observer to win in 100 rounds.")] = 100,
    settings: Settings = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Print the page to this file.", show_default=False)] = None,
    csv: Csv = None,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Show how much someone who knows the cards can win on each wager, and the cut that prevents it."""
    from holecard.cli.count.report import report_command
    from holecard.cli.count.shown import Files

    report_command(
        game, settings or [], penetration=penetration, gain=gain, pdf=pdf, files=Files(csv, xlsx), as_json=as_json
    )
