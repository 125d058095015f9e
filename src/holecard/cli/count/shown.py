"""What the counting commands share: a table on the terminal, the same rows as files, and the fields of every result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.about import About, ShoeUsed
from holecard.api.analysis import TOTAL
from holecard.cli.options import announce, check_file, console, tell_heading
from holecard.cli.progress import progress
from holecard.engine.rules import Rules
from holecard.lab.counting.operator import as_csv
from holecard.lab.counting.removals import Tell
from holecard.record.files import check_writable, write_whole


def described(rules: Rules, found: dict[str, Any], strategy: str | None = TOTAL) -> dict[str, object]:
    """A result as JSON, with what it was computed for."""
    return {**_about(rules, strategy).to_dict(), **found}


def heading(rules: Rules, what: str) -> None:
    """What the figures were computed for, then what they are."""
    tell_heading(console(), _about(rules, TOTAL))
    console().print(Text(f"{what[0].upper()}{what[1:]}"), soft_wrap=True)


def _about(rules: Rules, strategy: str | None) -> About:
    return About(rules=rules, shoe=ShoeUsed(rules.decks), strategy=strategy)


def grid(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table; the first column is text, the others are figures."""
    shown = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for at, column in enumerate(columns):
        shown.add_column(column, justify="right" if at else "left", no_wrap=True)
    for row in rows:
        shown.add_row(*row)
    console().print(shown)


def note(text: str) -> None:
    console().print(Text(text, "dim"), soft_wrap=True)


@dataclass(frozen=True)
class Files:
    """Where a command also writes its table."""

    csv: Path | None = None
    xlsx: Path | None = None

    def check(self) -> None:
        """Before the work."""
        if self.csv is not None:
            check_writable(self.csv)
        check_file(self.xlsx, ".xlsx", option="--xlsx")

    def write(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        if self.csv is not None:
            write_whole(self.csv, as_csv(rows).encode())
        if self.xlsx is not None:
            from holecard.lab.report.workbook import table_workbook

            write_whole(self.xlsx, table_workbook(name, rows))
        announce([path for path in (self.csv, self.xlsx) if path is not None], as_json=True)  # on standard error


@contextmanager
def telling() -> Iterator[Tell]:
    """A bar that names the step."""
    with progress() as bar:
        task = bar.add_task("", total=None)

        def tell(step: str, done: int, steps: int) -> None:
            bar.update(task, description=step, completed=done, total=steps)

        yield tell
