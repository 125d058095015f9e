"""What a long command shows on standard error while it works: a spinner, or a progress bar."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE = 1.0  # seconds before a spinner appears


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


@contextmanager
def steps_told(total: int | None) -> Iterator[Callable[[str], None]]:
    """A bar that is told the name of each step as it begins."""
    with progress() as bar:
        task = bar.add_task("", total=total)
        begun = False

        def tell(step: str) -> None:
            nonlocal begun
            bar.update(task, description=step, advance=1 if begun else 0)
            begun = True

        yield tell


@contextmanager
def counted(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that is told how many are done, and of how many."""
    with progress() as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def spinner(text: str | Callable[[], str]) -> Iterator[None]:
    """Show a spinner on standard error if the work takes longer than a moment; only then is its text asked for."""
    status = Console(stderr=True).status("")

    def show() -> None:
        status.update(text if isinstance(text, str) else text())
        status.start()

    start = threading.Timer(PATIENCE, show)
    start.daemon = True
    start.start()
    try:
        yield
    finally:
        start.cancel()
        start.join()  # it may just be starting
        status.stop()
