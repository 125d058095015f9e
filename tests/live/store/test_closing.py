"""A store that is closed while somebody still reads."""

from __future__ import annotations

import threading

from sqlalchemy import Connection, text

from holecard.live.store.store import Store
from tests.kit.patience import PATIENCE


def test_the_connection_of_a_reader_is_closed_too(database_url: str) -> None:
    """As when the task that waits for the reader is cancelled: its thread goes on."""
    store = Store(database_url)
    begun, ready = threading.Event(), threading.Event()

    def reading(connection: Connection) -> int:
        begun.set()
        assert ready.wait(PATIENCE)
        return int(connection.execute(text("SELECT 7")).scalar_one())

    found: list[int] = []
    reader = threading.Thread(target=lambda: found.append(store.read(reading)))
    reader.start()
    assert begun.wait(PATIENCE)
    pool = store.engine.pool
    closing = threading.Thread(target=store.close)
    closing.start()
    closing.join(0.05)  # long enough, as a rule, to go first if it would
    ready.set()
    reader.join(PATIENCE)
    closing.join(PATIENCE)
    assert found == [7]
    assert pool.checkedin() == 0, "an open connection lies in the pool"  # type: ignore[attr-defined]
