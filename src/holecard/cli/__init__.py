"""The `holecard` command: one module per command, and the terminal table. An error is one line on standard error.

Exit 2: input that cannot be read. Exit 3: refused by a clause, which the line names. Exit 1: anything else.
May import: everything.
Exports: `main`.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from holecard import __version__
from holecard.cli.records import account, audit
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.live.people.limits import LOGINS_A_MINUTE
from holecard.live.table import seconds

MALFORMED, REFUSED, FAILED, INTERRUPTED = 2, 3, 1, 130
NEW_OBJECTS = 50_000  # between two searches for garbage: Python's own 700 make a third of a short command's time

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, invoke_without_command=True)
house = typer.Typer(pretty_exceptions_enable=False)
law = typer.Typer(pretty_exceptions_enable=False)
app.add_typer(house, name="house", help="Check a house file: is each of its tables lawful?")
app.add_typer(account, name="account", help="Create and list the accounts of a house.")
app.add_typer(audit, name="audit", help="Check the stored records for consistency.")
app.add_typer(law, name="law", help="Look up clauses and editions, and the code and tests for each.")

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's key, as listed by `holecard games`.", show_default=False)
]
File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Instrument = Annotated[str, typer.Argument(metavar="INSTRUMENT[@EDITION]", show_default=False)]
Edition = Annotated[str, typer.Argument(metavar="A@EDITION", show_default=False)]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game. Repeatable.", show_default=False),
]
Shoe = Annotated[str, typer.Option(help="`fresh` (the default) or `infinite`.", show_default=False)]
Without = Annotated[str, typer.Option(help="Cards removed from the shoe, for example 'A 5'.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def main() -> None:
    """The console script."""
    gc.set_threshold(NEW_OBJECTS)
    with open(os.devnull, "r+") as nothing:  # for a stream that was closed before the start
        sys.stdin, sys.stdout, sys.stderr = sys.stdin or nothing, sys.stdout or nothing, sys.stderr or nothing
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ♠ shows ? instead
        code = run(sys.argv[1:])
    gc.freeze()  # the process ends: no need to search what is left
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command. An error becomes one line on standard error and an exit code."""
    try:
        code = app(args=arguments, prog_name="holecard", standalone_mode=False)
        sys.stdout.flush()  # fails here if the reader has gone, not while Python shuts down
        return int(code or 0)
    except Refused as refusal:
        return _complain(str(refusal), REFUSED)
    except Malformed as error:
        return _complain(str(error), MALFORMED)
    except typer.TyperException as error:
        return _complain(error.format_message(), error.exit_code)
    except UnicodeEncodeError as error:  # the command line has bytes that are not UTF-8
        return _complain(f"{error.object!a} is not valid UTF-8 text", MALFORMED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (HolecardError, OSError) as error:
        return _complain(str(error), FAILED)
    except ModuleNotFoundError as error:
        return _complain(_missing(error), FAILED)
    except Exception as error:
        return _complain(f"this is a bug in holecard: {type(error).__name__}: {error}", FAILED)


_EXTRAS = {
    **dict.fromkeys(("dask", "distributed"), "dist"),
    **dict.fromkeys(("numba", "numpy", "matplotlib", "typst"), "lab"),
}


def _missing(error: ModuleNotFoundError) -> str:
    """Which extra to install for the missing package."""
    package = (error.name or "").partition(".")[0]
    extra = _EXTRAS.get(package, "live")
    return f"this command needs {package}, which is not installed: pip install 'holecard[{extra}]'"


def _complain(text: str, code: int) -> int:
    print(f"holecard: {' '.join(text.split())}", file=sys.stderr)
    return code


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"holecard {__version__}")
        raise typer.Exit


@app.callback()
def holecard(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Regulated blackjack: play it, check it and solve it under five rulebooks, with a clause for every step."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def games(as_json: Json = False) -> None:
    """List the games and their options, with defaults and clauses."""
    from holecard.cli.listing import games_command

    games_command(as_json)


@app.command()
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


@app.command()
def wagers(
    game: Game,
    settings: Settings = None,
    classes: Annotated[
        bool, typer.Option("--classes", help="Show each result with its probability and payout.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Calculate the exact house edge of each side wager, on every pay scale."""
    from holecard.cli.wagers import wagers_command

    wagers_command(game, settings or [], as_json, classes)


@app.command()
def analyze(
    game: Game,
    settings: Settings = None,
    strategy: Annotated[str, typer.Option(help="`composition` or `total`.")] = "composition",
    repeat: Annotated[int, typer.Option(help="Solve this many times and report the fastest.")] = 1,
    shoe: Shoe = "",
    without: Without = "",
    as_json: Json = False,
) -> None:
    """Solve a configured game exactly: house edge, element of risk, dealer's final hands."""
    from holecard.cli.analyze import analyze_command

    analyze_command(game, settings or [], strategy=strategy, repeat=repeat, shoe=shoe, without=without, as_json=as_json)


@app.command()
def hand(
    game: Game,
    hand: Annotated[str, typer.Option("--hand", help="The player's cards, for example 'T 6'.", show_default=False)],
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
        game, settings or [], hand=hand, up=up, light=light, hole=hole, shoe=shoe, without=without, as_json=as_json
    )


@app.command()
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
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw a chart in this file: .svg, .png or .pdf.", show_default=False)
    ] = None,
    cluster: Annotated[
        str, typer.Option(help="Address (tcp://…) or file of a Dask scheduler.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> None:
    """Calculate the house edge for every permitted combination of some options."""
    from holecard.cli.sweep import sweep_command

    sweep_command(game, settings or [], over or [], csv_file=csv, plot=plot, cluster=cluster, as_json=as_json)


@app.command()
def report(
    game: Game,
    pdf: Annotated[Path, typer.Option("--pdf", help="File for the report.", show_default=False)],
    settings: Settings = None,
) -> None:
    """Write a PDF report on a configured game: rules, exact figures, strategy cards, side wagers."""
    from holecard.cli.report import report_command

    report_command(game, settings or [], pdf)


@app.command()
def strategy(
    game: Game,
    settings: Settings = None,
    strategy: Annotated[str, typer.Option(help="`total` (as on a printed card) or `composition`.")] = "total",
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every cell to this file.", show_default=False)
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw the card in this file.", show_default=False)] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Print the card to this file.", show_default=False)] = None,
    exceptions: Annotated[
        bool, typer.Option("--exceptions", help="List the hands that should be played differently.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print a game's strategy card: what to do with every hand, on one page."""
    from holecard.cli.strategy import strategy_command

    strategy_command(
        game, settings or [], strategy=strategy, csv=csv, svg=svg, pdf=pdf, exceptions=exceptions, as_json=as_json
    )


@app.command()
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
) -> None:
    """Simulate millions of rounds, played by the strategy card."""
    from holecard.cli.simulate import simulate_command

    simulate_command(
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


@app.command()
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
        as_json=as_json,
    )


@app.command()
def serve(
    database: Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…")] = "sqlite:///holecard.db",
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
    hints: Annotated[bool, typer.Option(help="Solve the games in the background so that hints are ready.")] = True,
) -> None:
    """Run the house: tables, accounts and web pages. Play chips only."""
    from holecard.cli.serve import serve_command

    clocks = betting, deciding, away
    serve_command(
        database, host, port, house_file=house_file, url=url, clocks=clocks, logins_a_minute=logins, warm=hints
    )


@app.command()
def script(file: File, as_json: Json = False) -> int:
    """Play one scripted round from a JSON file."""
    from holecard.cli.script import script_command

    return script_command(file, as_json)


@app.command()
def replay(file: File, as_json: Json = False) -> int:
    """Show a recorded round step by step, with the clause for each step."""
    from holecard.cli.replay import replay_command

    return replay_command(file, as_json)


@house.command()
def check(file: File, as_json: Json = False) -> int:
    """Check each table in a house file. For an unlawful one, show the clause and the remedy."""
    from holecard.cli.house import check_command

    return check_command(file, as_json)


@law.command()
def show(
    instrument: Instrument,
    clause: Annotated[str | None, typer.Argument(help="Only this clause and those below it.")] = None,
    as_json: Json = False,
) -> None:
    """Show the clauses of an instrument, summarised in our own words."""
    from holecard.cli.law import show_command

    show_command(instrument, clause, as_json)


@law.command()
def diff(before: Edition, after: Edition, as_json: Json = False) -> None:
    """Show what changed between two editions of an instrument."""
    from holecard.cli.law import diff_command

    diff_command(before, after, as_json)


@law.command()
def matrix(as_json: Json = False) -> None:
    """List each clause with the code that applies it and the tests that exercise it."""
    from holecard.cli.law import matrix_command

    matrix_command(as_json)
