"""The commands of the lab: what a configured game costs, and how to play it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import Game, Json, Settings, Shoe, Without, Workbook

group = typer.Typer()


@group.command()
def wagers(
    game: Game,
    settings: Settings = None,
    classes: Annotated[
        bool, typer.Option("--classes", help="Show each result with its probability and payout.")
    ] = False,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Calculate the exact house edge of each side wager, on every pay scale."""
    from holecard.cli.wagers import wagers_command

    wagers_command(game, settings or [], as_json, classes, xlsx)


@group.command()
def analyze(
    game: Game,
    settings: Settings = None,
    strategy: Annotated[str, typer.Option(help="`composition` or `total`.")] = "composition",
    repeat: Annotated[int, typer.Option(help="Solve this many times and report the fastest.")] = 1,
    shoe: Shoe = "",
    without: Without = "",
    claim: Annotated[
        str, typer.Option(help="A house edge that a filing claims, in percent: 0.43:0.49.", show_default=False)
    ] = "",
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Solve a configured game exactly: house edge, return, standard deviation, distribution, dealer's final hands."""
    from holecard.cli.analyze import analyze_command

    analyze_command(
        game,
        settings or [],
        strategy=strategy,
        repeat=repeat,
        shoe=shoe,
        without=without,
        claim=claim,
        xlsx=xlsx,
        as_json=as_json,
    )


@group.command()
def hand(
    game: Game,
    hand: Annotated[str, typer.Option("--hand", help="The player's cards, for example T6.", show_default=False)],
    up: Annotated[str, typer.Option("--up", help="The dealer's up card.", show_default=False)],
    light: Annotated[str, typer.Option(help="The light that the reader showed.", show_default=False)] = "",
    hole: Annotated[str, typer.Option(help="The hole card, if it is exposed.", show_default=False)] = "",
    settings: Settings = None,
    shoe: Shoe = "",
    without: Without = "",
    as_json: Json = False,
) -> None:
    """Show the exact value of every choice for one hand, best first."""
    from holecard.cli.analyze import hand_command

    hand_command(
        game, settings or [], cards=hand, up=up, light=light, hole=hole, shoe=shoe, without=without, as_json=as_json
    )


@group.command()
def sweep(
    game: Game,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over", metavar="NAME=VALUE,…", help="An option to vary, with its values. Repeatable.", show_default=False
        ),
    ] = None,
    settings: Settings = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Also write the figures to this file.", show_default=False)
    ] = None,
    xlsx: Workbook = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw a chart in this file: .svg, .png or .pdf.", show_default=False)
    ] = None,
    baseline: Annotated[
        str,
        typer.Option(
            metavar="NAME=VALUE,…", help="Show differences to this combination, or to `default`.", show_default=False
        ),
    ] = "",
    cluster: Annotated[
        str, typer.Option(help="Address (tcp://…) or file of a Dask scheduler.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> int:
    """Calculate the house edge for every permitted combination of some options."""
    from holecard.cli.sweep import sweep_command

    return sweep_command(
        game,
        settings or [],
        over or [],
        csv_file=csv,
        xlsx=xlsx,
        plot=plot,
        baseline=baseline,
        cluster=cluster,
        as_json=as_json,
    )


@group.command()
def report(
    game: Game,
    settings: Settings = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="File for the report.", show_default=False)] = None,
    xlsx: Workbook = None,
) -> None:
    """Write a report on a configured game, as PDF or workbook: rules, exact figures, strategy cards, side wagers."""
    from holecard.cli.report import report_command

    report_command(game, settings or [], pdf, xlsx)


@group.command()
def strategy(
    game: Game,
    settings: Settings = None,
    strategy: Annotated[str, typer.Option(help="`total` (as on a printed card) or `composition`.")] = "total",
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every cell to this file.", show_default=False)
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw the card in this file.", show_default=False)] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Print the card to this file.", show_default=False)] = None,
    xlsx: Workbook = None,
    exceptions: Annotated[
        bool, typer.Option("--exceptions", help="List the hands that should be played differently.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print a game's strategy card: what to do with every hand, on one page."""
    from holecard.cli.strategy import strategy_command

    strategy_command(
        game,
        settings or [],
        strategy=strategy,
        csv=csv,
        svg=svg,
        pdf=pdf,
        xlsx=xlsx,
        exceptions=exceptions,
        as_json=as_json,
    )


@group.command()
def simulate(
    game: Game,
    rounds: Annotated[int, typer.Option(help="Number of rounds.")] = 10_000_000,
    seed: Annotated[str, typer.Option(help="The same seed plays the same rounds.")] = "1",
    boxes: Annotated[int, typer.Option(help="Number of boxes in play.")] = 1,
    workers: Annotated[int, typer.Option(help="Number of threads. 0: one for each processor.")] = 0,
    shuffle: Annotated[str, typer.Option(help="`shoe` (deal to the cut card) or `every-round`.")] = "shoe",
    cut: Annotated[
        int | None, typer.Option(help="Cards behind the cut card. Default: a quarter.", show_default=False)
    ] = None,
    strategy: Annotated[str, typer.Option(help="`total`, `two-card` or a CSV strategy card.")] = "total",
    wager: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=AMOUNT", help="A side wager on every box. Repeatable.", show_default=False),
    ] = None,
    play_for: Annotated[
        str, typer.Option(help="What to play for where a side wager is affected: `wagers` or `main`.")
    ] = "wagers",
    plot: Annotated[Path | None, typer.Option(help="Draw charts: .svg, .png or .pdf.", show_default=False)] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Save progress in this file and resume from it.", show_default=False)
    ] = None,
    cluster: Annotated[
        str, typer.Option(help="Address (tcp://…) or file of a Dask scheduler.", show_default=False)
    ] = "",
    settings: Settings = None,
    as_json: Json = False,
) -> int:
    """Simulate millions of rounds, played by the strategy card."""
    from holecard.cli.simulate import simulate_command

    return simulate_command(
        game,
        settings or [],
        rounds=rounds,
        seed=seed,
        boxes=boxes,
        workers=workers,
        shuffle=shuffle,
        cut=cut,
        strategy=strategy,
        wagers=wager or [],
        play_for=play_for,
        plot=plot,
        checkpoint=checkpoint,
        cluster=cluster,
        as_json=as_json,
    )


@group.command()
def bankroll(
    game: Game,
    bankroll: Annotated[str, typer.Option(help="Money at the start of a session.")] = "500",
    wager: Annotated[str, typer.Option(help="Wager per round.")] = "10",
    hours: Annotated[float, typer.Option(help="Hours per session.")] = 4,
    rounds_per_hour: Annotated[int, typer.Option(help="Rounds the table deals per hour.")] = 80,
    sessions: Annotated[int, typer.Option(help="Number of sessions.")] = 100_000,
    seed: Annotated[str, typer.Option(help="The same seed plays the same sessions.")] = "1",
    settings: Settings = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw a chart in this file: .svg, .png or .pdf.", show_default=False)
    ] = None,
    xlsx: Workbook = None,
    as_json: Json = False,
) -> None:
    """Simulate sessions with a bankroll: results and risk of ruin."""
    from holecard.cli.bankroll import bankroll_command

    bankroll_command(
        game,
        settings or [],
        bankroll=bankroll,
        wager=wager,
        hours=hours,
        rounds_per_hour=rounds_per_hour,
        sessions=sessions,
        seed=seed,
        plot=plot,
        xlsx=xlsx,
        as_json=as_json,
    )
