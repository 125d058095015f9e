"""`holecard strategy`: prints a game's strategy card on the terminal, or as CSV, SVG, PDF, XLSX or JSON."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.text import Text

from holecard.api.analysis import COMPOSITION, strategy_named
from holecard.api.card import StrategyCard
from holecard.api.card import strategy as find_strategy
from holecard.cli.analyze import solving
from holecard.cli.kernels_ready import load_numba
from holecard.cli.options import announce, check_file, configured, console, print_json
from holecard.cli.progress import spinner
from holecard.lab.card.cells import Cell
from holecard.lab.card.text import BUST, EXPOSED, Line, Panel, column_label, lines
from holecard.law.errors import Malformed
from holecard.record.files import write_whole

LISTED = 8  # exceptions of one cell; the CSV has all


def strategy_command(
    game: str,
    pairs: list[str],
    *,
    strategy: str,
    csv: Path | None,
    svg: Path | None,
    pdf: Path | None,
    xlsx: Path | None,
    exceptions: bool,
    as_json: bool,
) -> None:
    rules = configured(game, pairs)
    if strategy_named(strategy) == COMPOSITION and (svg or pdf or exceptions or not (as_json or csv or xlsx)):
        raise Malformed(
            "--strategy composition has too many cells for a printed card. Use --json, --csv FILE or --xlsx FILE "
            "with it, or leave it out"
        )
    check_file(csv, ".csv", option="--csv")
    check_file(svg, ".svg", option="--svg")
    check_file(pdf, ".pdf", option="--pdf")
    check_file(xlsx, ".xlsx", option="--xlsx")
    with spinner(solving):
        load_numba()
        found = find_strategy(rules, strategy=strategy)
    with spinner("Listing hands"):
        document = found.to_dict() if as_json or xlsx else {}
        lines = found.to_csv() if csv is not None else ""
    if csv is not None:
        write_whole(csv, lines.encode())
    if svg is not None:
        write_whole(svg, found.to_svg().encode())
    if pdf is not None:
        write_whole(pdf, found.to_pdf())
    if xlsx is not None:
        from holecard.lab.report.sheets import strategy as sheets
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(rules.name, sheets(document, found.card if found.by_totals else None)))
    written = [file for file in (csv, svg, pdf, xlsx) if file is not None]
    if as_json:
        print_json(document)
    elif not written:
        _tell(console(), found, exceptions)
    announce(written, as_json)


# The terminal


def _tell(out: Console, found: StrategyCard, exceptions: bool) -> None:
    page, card = found.sheet, found.card
    out.print(Text.assemble((page.title, "bold"), f"  {found.rules.key}"))
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
    out.print(Text(found.about.footer, "dim"))


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
