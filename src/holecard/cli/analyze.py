"""`holecard analyze` and `holecard hand`: the exact figures of a game, and of one hand."""

from __future__ import annotations

import sys

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.analysis import HOW, Analysis, HandAnalysis, analyze, hand
from holecard.cli.options import configured, console, print_json, tell_heading
from holecard.cli.progress import spinner


def analyze_command(
    game: str, pairs: list[str], *, strategy: str, repeat: int, shoe: str, without: str, claim: str, as_json: bool
) -> None:
    rules = configured(game, pairs)
    with spinner(solving):
        found = analyze(rules, strategy=strategy, shoe=shoe, without=without, claim=claim, repeat=repeat)
    if as_json:
        print_json(found.to_dict())
    else:
        _tell(console(), found)


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
    dealer = Grid(box=box.SIMPLE_HEAD, pad_edge=False, title="dealer's final hand", title_justify="left")
    for name in found.dealer:
        dealer.add_column(name, justify="right")
    dealer.add_row(*(f"{share:.2%}" for share in found.dealer.values()))
    out.print(dealer)
    strategy = found.about.strategy or ""
    out.print(Text(f"Exact for the {strategy} strategy ({HOW[strategy]}). {found.seconds:.2f} s", "dim"))
    out.print(Text(found.about.footer, "dim"))


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
