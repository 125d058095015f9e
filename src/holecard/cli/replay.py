"""`holecard replay`: shows a recorded round or journal step by step, with the clause for each step."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.about import counted
from holecard.api.records import Journal, replay
from holecard.cli.options import console, print_json
from holecard.engine.rules import Rules
from holecard.house.round import Round, clauses


def replay_command(file: Path, as_json: bool) -> int:
    """Show the round of a `.round` file, or the rounds of a journal. An error names its line."""
    found = replay(file)
    if as_json:
        print_json(found.to_dict())
        return 0
    out = console()
    if isinstance(found, Journal):
        out.print(f"Journal of {found.entries} entries, complete and unchanged.", *found.notes, sep="\n")
        for number, played in enumerate(found.rounds, start=1):
            out.print(Text(f"\nRound {number}", "bold"))
            tell_round(out, played)
    else:
        tell_round(out, found)
    return 0


def tell_round(out: Console, played: Round) -> None:
    out.print(title(played.rules))
    tell_steps(out, played)
    tell_result(out, played)


def title(rules: Rules) -> Text:
    """The game and its shoe, the law that the clauses belong to, and the options that differ from their defaults."""
    held = rules.register
    law = f"\nClauses: {held.title}, edition {held.edition}" if held is not None else ""
    proposed = " (proposed, not in force)" if rules.is_proposed else ""
    chosen = " ".join(f"{name}={value}" for name, value in rules.options.not_default().items())
    shoe = f"  {rules.key}  {counted(rules.decks, 'deck')}"
    return Text.assemble((rules.name, "bold"), shoe, law, proposed, f"\nOptions: {chosen or 'all at their defaults'}\n")


def tell_steps(out: Console, played: Round) -> None:
    """What happened, one line each, numbered by the lines of the file or by steps."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column("line" if played.numbers else "step", justify="right", style="dim", no_wrap=True)
    grid.add_column("what happened", overflow="fold")
    grid.add_column("clause", overflow="fold", style="cyan")
    before = 0
    for number, said in played.told():
        grid.add_row("" if number == before else str(number), Text(said.text), Text(clauses(said)))
        before = number
    out.print(grid)


def tell_result(out: Console, played: Round) -> None:
    """The dealer's hand and what each wager won or lost, or that the round is unfinished."""
    if played.is_over:
        out.print()
    for line in played.result():
        out.print(line, markup=False)
