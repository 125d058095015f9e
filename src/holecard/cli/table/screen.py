"""Shows frames: redrawn in place on a terminal, printed one after another anywhere else."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.text import Text


class Screen:
    """Standard output. `live` is a terminal that can be redrawn and whose keys are ours."""

    def __init__(self, out: Console, live: bool) -> None:
        self._out = out
        self.live = live
        self._told: list[str] = []

    def __enter__(self) -> Screen:
        if self.live:
            self._out.set_alt_screen(True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.live:
            self._out.set_alt_screen(False)

    @property
    def size(self) -> tuple[int, int]:
        width, height = self._out.size
        return width, height if self.live else 200

    def show(self, body: list[Text], below: list[Text], head: str = "") -> None:
        """The table, what is said of it, and the cursor. Off a terminal a table told already is not told again."""
        with self._out:  # one write for the whole frame, so that it does not flicker
            if self.live:
                self._out.clear()
            plain = [line.plain for line in body]
            if self.live or plain != self._told:
                self._print(body)
                self._told = plain
            self._print(below)
            if head:
                self._out.print(Text(f"{head} ▸ ", "bold"), end="")

    def say(self, *lines: Text | str) -> None:
        """Lines that stay, after the last frame."""
        for line in lines:
            self._out.print(line, soft_wrap=True)

    def echo(self, text: str) -> None:
        self._out.file.write(text)
        self._out.file.flush()

    def _print(self, lines: list[Text]) -> None:
        for line in lines:
            self._out.print(line, no_wrap=True, overflow="crop", crop=True)
