"""`holecard analyze` and `holecard hand`: the exact figures of a game, and of one hand."""

from __future__ import annotations

import sys

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.cli.options import configured, console, counted, of_game, print_json
from holecard.cli.wagers import spinner
from holecard.engine.rules import Rules
from holecard.lab.advice.hand import hand_values
from holecard.lab.compiler.store import tables_for
from holecard.lab.solver import kernels
from holecard.lab.solver.analysis import Analysis, timed, verdict
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.law.errors import Malformed
from holecard.values.cards import parse_values

HIGHEST_TO_HIT = 20 + 16  # points of a hand and of a dealer before the last card of each


def analyze_command(
    game: str, pairs: list[str], *, strategy: str, repeat: int, shoe: str, without: str, as_json: bool
) -> None:
    rules = configured(game, pairs)
    if repeat < 1:
        raise Malformed(f"--repeat must be 1 or more, not {repeat}")
    cards, kind = _cards(rules, shoe, without), _strategy(strategy)
    with spinner(solving()):
        analysis, seconds = timed(rules, cards, kind, repeat)
    if as_json:
        print_json(_described(analysis, seconds))
    else:
        _tell(console(), analysis, seconds)


def hand_command(
    game: str, pairs: list[str], *, hand: str, up: str, light: str, hole: str, shoe: str, without: str, as_json: bool
) -> None:
    rules = configured(game, pairs)
    with spinner(solving()):
        values = hand_values(rules, hand, up, light, hole, _cards(rules, shoe, without))
    if as_json:
        print_json([{"action": one.action, "ev": one.ev, **of_game(rules)} for one in values])
        return
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, title=f"{hand} against {up}", title_justify="left")
    grid.add_column("action")
    grid.add_column("player's expectation", justify="right")
    grid.add_column("below the best", justify="right")
    for one in values:
        style = "bold" if one is values[0] else ""
        grid.add_row(one.action, f"{one.ev:+.6f}", f"{values[0].ev - one.ev:.6f}", style=style)
    console().print(grid)


def solving() -> str:
    """The text beside a spinner. The first run takes longer."""
    if kernels.are_compiled():
        return "Solving"
    say = "compiling the solver, first run only: about ten seconds"
    if not sys.stderr.isatty():
        print(f"holecard: {say}", file=sys.stderr)
    return say.capitalize()


def _strategy(text: str) -> Strategy:
    try:
        return Strategy(text)
    except ValueError:
        raise Malformed(f"--strategy must be one of {', '.join(Strategy)}, not {text}") from None


def _cards(rules: Rules, shoe: str, without: str) -> Cards | None:
    """The shoe to solve for; None means a fresh one with the game's decks."""
    if shoe not in ("", "fresh", "infinite"):
        raise Malformed(f"--shoe must be fresh or infinite, not {shoe}")
    cards = Cards.infinite() if shoe == "infinite" else Cards.of_decks(rules.decks)
    if without:
        if cards.endless:
            raise Malformed("--without needs a fresh shoe: removing cards does not change an infinite one")
        cards = cards.without(*parse_values(without))
        _check_enough(rules, cards)
    return cards


def _check_enough(rules: Rules, cards: Cards) -> None:
    """Refuse a shoe that could run out during a hand: there would be no figure, or a wrong one."""
    points = sum(value * many for value, many in enumerate(cards.counts, 1))
    highest = max((value for value, many in enumerate(cards.counts, 1) if many), default=0)
    last_cards = 2 + any(word.draws for offer in rules.play.offers.values() for word in offer.words)
    enough = HIGHEST_TO_HIT + last_cards * highest
    if points < enough:
        left = f"{sum(cards.counts)} cards of {points} points"
        raise Malformed(f"--without leaves {left}, and a round could run out. Leave at least {enough} points (ace = 1)")


def _described(analysis: Analysis, seconds: float) -> dict[str, object]:
    rules = analysis.rules
    return {
        **of_game(rules),
        "ev": analysis.ev,
        "house_edge": analysis.house_edge,
        "element_of_risk": analysis.element_of_risk,
        "average_wager": analysis.average_wager,
        "dealer": analysis.dealer,
        "insurance_ev": analysis.insurance_ev,
        "strategy": analysis.strategy,
        "claim": _claim(analysis),
        "seconds": seconds,
        "compile_seconds": tables_for(rules).seconds_taken,
    }


def _claim(analysis: Analysis) -> dict[str, object] | None:
    if analysis.claim is None:
        return None
    held, claim = analysis.claim
    low, high = float(claim.low), float(claim.high)
    return {
        "low": low,
        "high": high,
        "what": claim.what,
        "where": f"{held.key}@{held.edition}: {claim.where}",
        "within": verdict(claim, analysis.house_edge) == "within",
    }


def _tell(out: Console, analysis: Analysis, seconds: float) -> None:
    rules = analysis.rules
    edition = f"{rules.register.key}@{rules.register.edition}" if rules.register is not None else "house rules"
    out.print(Text.assemble((rules.name, "bold"), f"  {rules.key}  {edition}  {counted(rules.decks, 'deck')}"))
    if rules.is_proposed:
        out.print(Text("Proposed edition, not in force", "bold"))
    grid = Grid(box=None, show_header=False, pad_edge=False)
    grid.add_column()
    grid.add_column(justify="right")
    side = "player" if analysis.ev > 0 else "house"
    grid.add_row(Text(f"{side} edge", "bold"), Text(f"{abs(analysis.ev):.4%}", "bold"))
    if analysis.claim is not None:
        _, claim = analysis.claim
        grid.add_row("claimed in the filing", f"{float(claim.low):.2%} to {float(claim.high):.2%}")
    grid.add_row("average wager", f"{analysis.average_wager:.4f}")
    grid.add_row("element of risk", f"{analysis.element_of_risk:.4%}")
    if analysis.insurance_ev is not None:
        grid.add_row("Insurance (only the ace known)", f"{analysis.insurance_ev:+.4%}")
    out.print(grid)
    dealer = Grid(box=box.SIMPLE_HEAD, pad_edge=False, title="dealer's final hand", title_justify="left")
    for name in analysis.dealer:
        dealer.add_column(name, justify="right")
    dealer.add_row(*(f"{share:.2%}" for share in analysis.dealer.values()))
    out.print(dealer)
    how = {
        Strategy.COMPOSITION: "every card of the hand counts; best for hands that are not split",
        Strategy.TOTAL: "by totals, as on a printed card",
    }
    out.print(Text(f"Exact for the {analysis.strategy} strategy ({how[analysis.strategy]}). {seconds:.2f} s", "dim"))
