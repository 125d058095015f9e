"""`holecard replay`: shows a recorded round or journal step by step, with the clause for each step."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard import __version__
from holecard.cli.options import console, of_game, print_json
from holecard.engine.questions import RoundOver
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.house.script import nets, told
from holecard.law.clauses import Cite
from holecard.law.errors import Malformed
from holecard.record.journal import head_file, rounds, verify
from holecard.record.ledger import Ledger
from holecard.record.notation import parse_round, print_line
from holecard.record.transcript import Round, Step, line_of, replay
from holecard.telling.lines import Line, tell
from holecard.values.cards import show
from holecard.values.money import amount


def replay_command(file: Path, as_json: bool) -> int:
    """Show the round of a `.round` file, or the rounds of a journal. An error names its line."""
    text = read_text(file)
    if not head_file(file).exists() and not text.startswith("{"):
        written = parse_round(text)
        if as_json:
            print_json(_document(written))
        else:
            tell_round(console(), written)
        return 0
    report = verify(file)
    if as_json:
        documents = [_document(written) for written in rounds(file)]
        print_json({"version": __version__, "entries": len(report.entries), "notes": report.notes, "rounds": documents})
        return 0
    found = list(rounds(file))
    out = console()
    out.print(f"Journal of {len(report.entries)} entries, complete and unchanged.", *report.notes, sep="\n")
    for number, written in enumerate(found, start=1):
        out.print(Text(f"\nRound {number}", "bold"))
        tell_round(out, written)
    return 0


def read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")  # some editors put a byte order mark before the text
    except OSError as error:
        raise Malformed(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Malformed(f"{file} is not UTF-8 text") from error


# For people


def tell_round(out: Console, written: Round) -> None:
    rules, steps = written.rules(), list(replay(written))
    out.print(title(rules))
    tell_steps(out, rules, steps, [line.number for line in written.lines])
    tell_result(out, steps)


def title(rules: Rules) -> Text:
    """The game, the law that the clauses belong to, and the options that differ from their defaults."""
    held = rules.register
    law = f"\nClauses: {held.title}, edition {held.edition}" if held is not None else ""
    proposed = " (proposed, not in force)" if rules.is_proposed else ""
    defaults = {option.name: option.show(option.default) for option in find(rules.key).options}
    chosen = " ".join(f"{name}={value}" for name, value in rules.options.shown().items() if value != defaults[name])
    return Text.assemble((rules.name, "bold"), law, proposed, f"\nOptions: {chosen or 'all default'}\n")


def tell_steps(out: Console, rules: Rules, steps: Iterable[Step], lines: Iterable[int] = ()) -> None:
    """What happened, one line each, numbered by the lines of the file or by steps."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column("line" if lines else "step", justify="right", style="dim", no_wrap=True)
    grid.add_column("what happened", overflow="fold")
    grid.add_column("clause", overflow="fold", style="cyan")
    for step, number in zip(steps, lines or count(1), strict=False):
        for place, said in enumerate(_said(rules, step)):
            cites = ", ".join(dict.fromkeys(short(cite) for cite in (said.cite, *said.also)))
            grid.add_row("" if place else str(number), Text(said.text), Text(cites))
    out.print(grid)


def _said(rules: Rules, step: Step) -> list[Line]:
    """What an answer did; if there is nothing to say about it, the answer as it is written."""
    written = print_line(line_of(step.table, step.question, step.answer, ()))
    return tell(rules, *step[:4]) or [Line(written, step.question.cite)]


def short(cite: Cite) -> str:
    """
    >>> from holecard.law.clauses import house, instrument
    >>> short(instrument("pa-685a")("7(h)")), short(house("rounding"))
    ('7(h)', 'house: rounding')
    """
    return cite.clause if cite.is_law else f"house: {cite.clause}"


def tell_result(out: Console, steps: list[Step]) -> None:
    """The dealer's hand and what each wager won or lost, or that the round is unfinished."""
    if not steps or not isinstance(steps[-1].question, RoundOver):
        out.print("The round is unfinished.")
        return
    dealer = steps[-1].table.dealer
    out.print(f"\nDealer: {show(dealer.cards)}, {'Blackjack' if dealer.is_blackjack else dealer.points}", markup=False)
    ledger = Ledger().plus(fact for step in steps for fact in step.facts).end_round()
    for (seat, bettor, wager), won in ledger.nets().items():
        out.print(f"Box {seat}, {bettor}, {wager}: {'+' if won > 0 else ''}{amount(won)}", markup=False)


# For programs


def _document(written: Round) -> dict[str, Any]:
    rules = written.rules()
    steps = list(replay(written))
    over = bool(steps) and isinstance(steps[-1].question, RoundOver)
    return {
        **of_game(rules),
        "steps": [
            {
                "line": line.number,
                "answer": print_line(line_of(step.table, step.question, step.answer, ())),
                "clause": step.question.cite.clause,
                "instrument": step.question.cite.instrument,
                "facts": [told(fact) for fact in step.facts],
            }
            for line, step in zip(written.lines, steps, strict=True)
        ],
        "over": over,
        "net": nets(tuple(fact for step in steps for fact in step.facts)) if over else {},
    }
