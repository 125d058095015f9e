"""`holecard strategy`: prints a game's strategy card on the terminal, or as CSV, SVG, PDF or JSON."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.text import Text

from holecard import __version__
from holecard.cli.analyze import solving
from holecard.cli.options import configured, console, of_game, print_json
from holecard.cli.wagers import spinner
from holecard.lab.card.cells import Card, Cell, strategy_card
from holecard.lab.card.csv_file import card_csv, composition_csv, compositions, described, described_composition
from holecard.lab.card.svg_file import card_svg
from holecard.lab.card.text import BUST, EXPOSED, Line, Panel, column_label, lines, offers, sheet
from holecard.lab.solver.analysis import Analysis, analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed
from holecard.record.files import check_writable, write_whole

LISTED = 8  # exceptions of one cell; the CSV has all


def strategy_command(
    game: str,
    pairs: list[str],
    *,
    strategy: str,
    csv: Path | None,
    svg: Path | None,
    pdf: Path | None,
    exceptions: bool,
    as_json: bool,
) -> None:
    rules, kind = configured(game, pairs), _strategy(strategy)
    if kind is Strategy.COMPOSITION and (svg or pdf or exceptions or not (as_json or csv)):
        raise Malformed(
            "--strategy composition has too many cells for a printed card. Use --json or --csv FILE with it, "
            "or leave it out"
        )
    wanted = [path for path in (csv, svg, pdf) if path is not None]
    for path in wanted:
        check_writable(path)
    with spinner(solving()):
        analysis = analyse(rules, strategy=kind)
    if kind is Strategy.COMPOSITION:
        _give_compositions(analysis, csv, as_json)
        return
    card = strategy_card(analysis)
    page = sheet(analysis, card, __version__)
    if csv is not None:
        write_whole(csv, card_csv(card).encode())
    if svg is not None:
        write_whole(svg, card_svg(page).encode())
    if pdf is not None:
        from holecard.lab.card.pdf_file import card_pdf

        write_whole(pdf, card_pdf(page))
    if as_json:
        cells = [described(cell) for cell in card.cells.values()]
        print_json(_result(analysis, cells, offers(analysis.solution, card)))
    elif wanted:
        _tell_written(wanted)
    else:
        _tell(console(), analysis, card, exceptions)


def _strategy(text: str) -> Strategy:
    try:
        return Strategy(text)
    except ValueError:
        raise Malformed(f"--strategy must be one of {', '.join(Strategy)}, not {text}") from None


def _give_compositions(analysis: Analysis, csv: Path | None, as_json: bool) -> None:
    with spinner("Listing hands"):
        cells = list(compositions(analysis))
    if csv is not None:
        write_whole(csv, composition_csv(cells).encode())
    if as_json:
        print_json(_result(analysis, [described_composition(cell) for cell in cells], None))
    elif csv is not None:
        _tell_written([csv])


def _result(analysis: Analysis, cells: list[dict[str, object]], answers: dict[str, str] | None) -> dict[str, object]:
    return {
        **of_game(analysis.rules),
        "strategy": analysis.strategy,
        "ev": analysis.ev,
        "cells": cells,
        **({} if answers is None else {"offers": answers}),
    }


def _tell_written(paths: list[Path]) -> None:
    for path in paths:
        console().print(Text(f"Wrote {path}"))


# The terminal


def _tell(out: Console, analysis: Analysis, card: Card, exceptions: bool) -> None:
    page = sheet(analysis, card, __version__)
    out.print(Text.assemble((page.title, "bold"), f"  {analysis.rules.key}"))
    for text in page.about:
        out.print(Text(text))
    out.print(Text(page.edge, "bold"))
    if page.warning:
        out.print(Text(page.warning, "bold"))
    for panel in page.panels:
        out.print()
        for line in _grid(panel, lines(card, panel.columns)):
            out.print(line, no_wrap=True, crop=False)
    out.print()
    for code in page.legend:
        out.print(Text.assemble((f" {code.text:<3}", code.style), f" {code.meaning}"))
    listed = [cell for line in page.lines for shown in line.shown for cell in shown.exceptions]
    for note in page.notes:
        more = " (list them with --exceptions)" if note.startswith("*") and not exceptions else ""
        out.print(Text(note + more, "dim"))
    if exceptions:
        out.print()
        out.print(Text("Hands to play differently, if you count every card" if listed else "No exceptions", "bold"))
        for cell in listed:
            out.print(Text(_exception(cell)))


def _grid(panel: Panel, found: tuple[Line, ...]) -> list[Text]:
    labels = {line: _label(line) for line in found}
    side = max(len("dealer"), *(len(text) for text in labels.values())) + 1
    texts = [str(shown) for line in found for shown in line.shown]
    wide = 1 + max(3, *(len(text) for text in (*texts, *(column_label(column) for column in panel.columns))))
    heading = "Hole card exposed: up card, hole card" if panel.heading == EXPOSED else panel.heading
    result = [Text(heading, "bold")] if heading else []
    head = "".join(f" {column_label(column):<{wide - 1}}" for column in panel.columns)
    result.append(Text.assemble(("dealer".ljust(side), "dim"), (head.rstrip(), "bold")))
    for number, (_, group) in enumerate(groupby(found, key=lambda line: line.section)):
        if number:
            result.append(Text())
        for line in group:
            cells = [(f" {shown!s:<{wide - 1}}", shown.code.style) for shown in line.shown]
            result.append(Text.assemble(labels[line].ljust(side), *cells))
    return result


def _label(line: Line) -> str:
    label = line.label.replace("–", "-")  # not every terminal has the dash
    if line.section in ("hard", "soft", BUST):
        return f"{line.section} {label}"
    return label if line.section == "pair" else f"{label}, {line.section}"


def _exception(cell: Cell) -> str:
    many = f" with {cell.row.cards} cards" if cell.row.cards else ""
    seen = f", {cell.column.light}" if cell.column.light else ""
    by_action: dict[str, list[str]] = {}
    for cards, action in sorted(cell.exceptions, key=lambda one: len(one[0].split())):
        by_action.setdefault(action, []).append(cards)
    parts = []
    for action, hands in by_action.items():
        rest = f" and {len(hands) - LISTED} more" if len(hands) > LISTED else ""
        parts.append(f"{action} {', '.join(hands[:LISTED])}{rest}")
    return f"{cell.row.hand}{many} v {column_label(cell.column)}{seen}: {'; '.join(parts)}"
