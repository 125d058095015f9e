"""How far a long command has come."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


def progress() -> Progress:
    """A bar on standard error, naming the step; nothing where nobody is watching."""
    watching = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=watching,
        transient=True,
        disable=not watching.is_terminal,
    )
