"""`holecard analyze` and `holecard hand`: the exact figures of a game, and of one hand."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.analysis import HOW, Analysis, HandAnalysis, analyze, hand
from holecard.cli.kernels_ready import load_numba
from holecard.cli.options import announce, check_file, configured, console, print_json, tell_heading
from holecard.cli.progress import spinner
from holecard.record.files import write_whole

IN_A_LINE = 8


def analyze_command(
    game: str,
    pairs: list[str],
    *,
    strategy: str,
    repeat: int,
    shoe: str,
    without: str,
    claim: str,
    xlsx: Path | None,
    as_json: bool,
) -> None:
    rules = configured(game, pairs)
    check_file(xlsx, ".xlsx", option="--xlsx")
    with spinner(solving):
        load_numba()
        found = analyze(rules, strategy=strategy, shoe=shoe, without=without, claim=claim, repeat=repeat)
    if xlsx is not None:
        from holecard.lab.report.sheets import analyzed
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(rules.name, analyzed(found.to_dict())))
    if as_json:
        print_json(found.to_dict())
    else:
        _tell(console(), found)
    announce([xlsx] if xlsx else [], as_json)


def hand_command(
    game: str,
    pairs: list[str],
    *,
    cards: str,
    up: str,
    light: str,
    hole: str,
    shoe: str,
    without: str,
    as_json: bool,
) -> None:
    rules = configured(game, pairs)
    with spinner(solving):
        load_numba()
        found = hand(rules, cards, up=up, light=light, hole=hole, shoe=shoe, without=without)
    if as_json:
        print_json(found.to_dict())
    else:
        _tell_hand(console(), found)


def solving() -> str:
    """The text beside a spinner. The first run takes longer."""
    from holecard.lab.solver import kernels

    if kernels.are_compiled():
        return "Solving"
    say = "compiling the solver, first run only: about ten seconds"
    if not sys.stderr.isatty():
        print(f"holecard: {say}", file=sys.stderr)
    return say.capitalize()


def _tell(out: Console, found: Analysis) -> None:
    tell_heading(out, found.about)
    grid = Grid(box=None, show_header=False, pad_edge=False)
    grid.add_column()
    grid.add_column(justify="right")
    for number, (name, figure) in enumerate(found.figures()):
        style = "" if number else "bold"
        grid.add_row(Text(name, style), Text(figure, style))
    out.print(grid)
    if found.claim is not None:
        out.print(Text(f"Claim: {found.claim.what}, {found.claim.where}", "dim"))
    _tell_shares(out, "dealer's final hand", found.dealer)
    results = {f"{net:+g}" if net else "0": chance for net, chance in found.distribution.results.items()}
    _tell_shares(out, "result of a round, in units of the initial main wager", results)
    strategy = found.about.strategy or ""
    took = f"{found.seconds:.2f} s, distribution {found.distribution_seconds:.2f} s"
    out.print(Text(f"Exact for the {strategy} strategy ({HOW[strategy]}). {took}", "dim"))
    out.print(Text(found.about.footer, "dim"))


def _tell_shares(out: Console, title: str, shares: Mapping[str, float]) -> None:
    """Names and shares side by side, a few in a line."""
    grid = Grid(box=None, pad_edge=False, show_header=False, title=title, title_justify="left", padding=(0, 2, 0, 0))
    names = list(shares)
    for start in range(0, len(names), IN_A_LINE):
        some = names[start : start + IN_A_LINE]
        grid.add_row(*(Text(name, "bold", justify="right") for name in some))
        grid.add_row(*(Text(_share(shares[name]), justify="right") for name in some))
    out.print()
    out.print(grid)


def _share(share: float) -> str:
    """A rare result is shown too."""
    return f"{share:.2%}" if share >= 0.001 else f"{share:.4%}"


def _tell_hand(out: Console, found: HandAnalysis) -> None:
    tell_heading(out, found.about)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, title=found.title, title_justify="left")
    grid.add_column("action")
    grid.add_column("player's expectation", justify="right")
    grid.add_column("below the best", justify="right")
    best = found.choices[0]
    for one in found:
        grid.add_row(one.action, f"{one.ev:+.6f}", f"{best.ev - one.ev:.6f}", style="bold" if one is best else "")
    out.print(grid)
    out.print(Text(found.about.footer, "dim"))
