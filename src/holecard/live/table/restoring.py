"""Makes a house that was restored from a backup safe to open.

After the backup was made, its cards may have been dealt and seen. So no order in it is dealt on: open rounds are void,
their wagers are returned (house rule "a void round"), old orders are revealed, and fresh cards come.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from holecard.house.croupier import LiveCroupier
from holecard.house.house_file import Staff
from holecard.live.store import schema
from holecard.live.store.book import enter, head_of
from holecard.live.store.store import Store
from holecard.live.table.draft import Desk, Draft
from holecard.live.table.house import rules_of
from holecard.live.table.loading import load_state
from holecard.values.shoe import SystemShuffler


def make_safe(store: Store) -> int:
    """Bring fresh cards to every table that has been dealt at; returns how many there are. All of it or nothing."""
    return store.write_now(lambda connection: _make_safe(connection, store))


def _make_safe(connection: Connection, store: Store) -> int:
    played = select(schema.tables).where(~schema.tables.c.is_retired, schema.tables.c.round > 0)
    made = 0
    for row in connection.execute(played.order_by(schema.tables.c.id)).all():
        rules = rules_of(row)
        state = load_state(connection, row, rules, store.vault)
        if not state.is_open:  # its cards are gone already
            continue
        desk = Desk(
            table_id=row.id,
            epoch=row.epoch,
            rules=rules,
            boxes=row.boxes,
            croupier=LiveCroupier(rules, SystemShuffler()),
            clock=store.now,
            staff=Staff(row.staff or Staff.AUTOMATIC),
            vault=store.vault,
        )
        draft = Draft(desk, state)
        draft.restore("restore house")
        written = draft.finish()
        written.row["attendance"] = "{}"
        written(connection)
        made += 1
    head = head_of(connection)
    enter(connection, store.now(), "restored", entries=head.count, hash=head.hash)
    return made
