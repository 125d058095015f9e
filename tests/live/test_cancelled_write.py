"""Whoever stops waiting for a write does not stop the writer."""

from __future__ import annotations

import threading
from pathlib import Path

from sqlalchemy import Connection

from holecard.live.store import Store


def test_a_write_that_is_called_off_leaves_the_writer_at_work(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'house.db'}")
    begun, go = threading.Event(), threading.Event()

    def slow(connection: Connection) -> str:
        begun.set()
        assert go.wait(30)
        return "slow"

    first = store.submit(slow)
    assert begun.wait(30)
    waiting = store.submit(lambda connection: "never begun")
    assert not first.cancel()  # begun: it is finished
    assert waiting.cancel()
    go.set()
    assert first.result(30) == "slow"
    assert store.write_now(lambda connection: "still here") == "still here"
    store.close()
