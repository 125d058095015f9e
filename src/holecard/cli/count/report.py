"""`holecard count report`: the operator's page on what each wager of a table is exposed to."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from holecard.cli.count.shown import Files, described, grid, heading, note, telling
from holecard.cli.options import configured, console, print_json
from holecard.cli.report import date_of_report
from holecard.lab.counting.operator import operator_page
from holecard.record.files import check_writable, write_whole


def report_command(
    game: str, pairs: list[str], *, penetration: float, gain: float, pdf: Path | None, files: Files, as_json: bool
) -> None:
    rules = configured(game, pairs)
    files.check()
    if pdf is not None:
        check_writable(pdf)
    with telling() as tell:
        page = operator_page(rules, penetration, gain, tell)
        if pdf is not None:
            from holecard.lab.report.exposure import exposure_pdf

            write_whole(pdf, exposure_pdf(page, date_of_report()))
    files.write("Exposure", page.table())
    if as_json:
        print_json(described(rules, page.to_dict()))
        return
    heading(rules, "what a perfect observer wins in 100 rounds at the largest bet")
    grid(
        ("wager", "maximum", "50 %", "75 %", "90 %", f"deepest for {gain:,.0f}"),
        [
            (
                one.name,
                f"{one.maximum / 100:,.0f}",
                *(f"{page.money(one, depth):,.2f}" for depth in (0.5, 0.75, 0.9)),
                "none" if (deepest := one.deepest_below(gain)) is None else f"{deepest:.0%}",
            )
            for one in page.exposures
        ],
    )
    weakest = page.weakest
    console().print(Text(f"Weakest: {weakest.name}, {page.money(weakest):,.2f} with {penetration:.0%} dealt.", "bold"))
    note("No count can win more. With a continuous shuffler nobody learns anything, and the house edge stays.")
