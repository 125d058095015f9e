"""The progress bar of a long command."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


def progress() -> Progress:
    """A bar on standard error that names the step; none if standard error is not a terminal."""
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
