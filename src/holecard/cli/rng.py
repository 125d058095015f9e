"""`holecard rng`: collects random numbers from the live shuffle, and runs the fifteen tests on them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from rich.table import Table
from rich.text import Text

from holecard.cli.options import announce, console, print_json
from holecard.cli.progress import spinner
from holecard.law.errors import Malformed
from holecard.record.files import check_writable, write_whole
from holecard.rng.collecting import What, collect
from holecard.rng.files import Form, read, written
from holecard.rng.suite import LEVELS, Verdict, run

USUAL = {What.RAW: 1_000_000, What.SCALED: 1_000_000, What.SHOES: 2_000}
Named = TypeVar("Named", bound=StrEnum)


def collect_command(file: Path, *, what: str, count: int, decks: int, form: str) -> None:
    kind, written_as = _named(What, what, "--what"), _named(Form, form, "--format")
    check_writable(file)
    with spinner("Drawing numbers"):
        content = written(collect(kind, count, decks=decks), written_as)
    write_whole(file, content)
    announce([file], as_json=False)


def check_command(file: Path | None, *, level: float, what: str, count: int | None, decks: int, as_json: bool) -> int:
    kind = _named(What, what, "--what")
    if file is not None and count is not None:
        raise Malformed("--count is for numbers that are drawn now. Leave it out, or leave out the file")
    with spinner("Testing numbers"):
        collected = collect(kind, count or USUAL[kind], decks=decks) if file is None else read(file)
        verdict = run(collected, level)
    if as_json:
        print_json(verdict.to_dict())
    else:
        _tell(verdict)
    return 0 if verdict.passed() else 1


def _named(kinds: type[Named], text: str, option: str) -> Named:
    if text not in tuple(kinds):
        raise Malformed(f"{option} must be one of {', '.join(kinds)}, not {text!r}")
    return kinds(text)


def _tell(verdict: Verdict) -> None:
    out = console()
    out.print(Text(f"{verdict.count:,} {UNITS[verdict.what]}, as {verdict.words:,} words of 32 bits", "bold"))
    table = Table(box=None, pad_edge=False)
    table.add_column("test")
    for heading in ("statistic", "p-value", "corrected", *(f"{100 * level:.0f} %" for level in LEVELS)):
        table.add_column(heading, justify="right")
    for row in verdict.rows:
        marks = ["pass" if row.passed(level) else "FAIL" for level in LEVELS]
        table.add_row(row.test, f"{row.statistic:,.4f}", f"{row.p_value:.4f}", f"{row.corrected:.4f}", *marks)
    out.print(table)
    for level in LEVELS:
        failed = [row.test for row in verdict.rows if not row.passed(level)]
        told = f"failed: {', '.join(failed)}" if failed else "all fifteen tests passed"
        out.print(Text(f"At {100 * level:.0f} % confidence for all tests together: {told}."), soft_wrap=True)


UNITS = {What.RAW: "raw words", What.SCALED: "scaled numbers", What.SHOES: "shoes"}
