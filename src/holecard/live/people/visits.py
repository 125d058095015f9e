"""Who has a table open with which session, so that its connections end with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Close = Callable[[], None]


class Visits:
    """The connections of this process. One that another process ends is noticed when it next says something."""

    def __init__(self) -> None:
        self._open: dict[str, set[Close]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def under(self, token: str, ends_in: float, close: Close) -> Iterator[None]:
        """While it is open it ends with the session of this hash: when somebody logs out, or so many seconds on."""
        self._loop = asyncio.get_running_loop()
        self._open.setdefault(token, set()).add(close)
        timer = self._loop.call_later(ends_in, close)
        try:
            yield
        finally:
            timer.cancel()
            self._open[token].discard(close)
            if not self._open[token]:
                del self._open[token]

    def end(self, token: str) -> None:
        """The session of this hash is over. Said from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end, token)

    def _end(self, token: str) -> None:
        for close in tuple(self._open.get(token, ())):
            close()
