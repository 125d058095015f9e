"""The open connections of each session, so that they close when the session ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Close = Callable[[], None]


class Visits:
    """The connections of this process. If another process ends a session, we notice at its next message."""

    def __init__(self) -> None:
        self._open: dict[str, set[Close]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def under(self, token: str, ends_in: float, close: Close) -> Iterator[None]:
        """Call `close` when the session with this hash ends: at logout, or after `ends_in` seconds."""
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
        """End the session with this hash. Call it from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end, token)

    def _end(self, token: str) -> None:
        for close in tuple(self._open.get(token, ())):
            close()
