"""Loads tables from the database: each is exactly where it was, with its unfinished round replayed."""

from __future__ import annotations

import json
from collections import Counter, deque
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, and_, func, insert, or_, select, update

from holecard.engine.ask_and_answer import open_table, resume
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Holding
from holecard.house.house_file import Checked, Staff
from holecard.live.store import schema
from holecard.live.store.book import stamp
from holecard.live.store.packs import NOTICE, STANDING, UNASKED, entries_between, entries_of, notes_of, opening_of
from holecard.live.store.vault import NO_VAULT, Vault, holding_place, is_sealed
from holecard.live.table._calendar import CALENDAR
from holecard.live.table.draft import FLOOR, NUMBER, REVEALED
from holecard.live.table.fairness import Committed
from holecard.live.table.mixing import Numbers, number_of
from holecard.live.table.recorded import wish_of
from holecard.live.table.state import State, holding_text, stored_cards
from holecard.pit.procedures import Occasion
from holecard.pit.tasks import VIEW_BURN, ToRack
from holecard.record.journal import ANSWER, TABLE
from holecard.record.journal_check import GENESIS, Head, make_entry
from holecard.record.ledger import LAYOUT, Ledger
from holecard.record.notation import parse_head, parse_line
from holecard.record.transcript import Round, replay
from holecard.values.money import Cents

Row = Any
NO_END: Final = 2**31 - 1  # more entries than a journal can have
_RACK: Final = repr(ToRack()).replace(" ", "-")  # as the notation names it


def add_table(connection: Connection, checked: Checked, time: float, vault: Vault = NO_VAULT) -> int:
    """Find the table of that name, or add it if there is none. If its rules have changed, retire the old one first.

    If a round under the old rules has wagers down, the old table stays until it is without them.
    """
    assert checked.rules is not None, "only lawful tables are opened"
    wanted = select(schema.tables).where(schema.tables.c.name == checked.table.name).with_for_update()
    found = connection.execute(wanted).one_or_none()
    if found is not None:
        if (found.rules_hash, found.boxes) == (checked.rules.hash, checked.table.boxes):
            if found.staff != checked.table.staff:
                _staff(connection, found, checked.table.staff, time)
            its = update(schema.tables).where(schema.tables.c.id == found.id)
            connection.execute(its.values(talk=checked.table.talk, certified=checked.table.certified))
            return int(found.id)
        if has_wagers(connection, found):
            return int(found.id)
        retire(connection, found, time, vault)
    row = {
        "name": checked.table.name,
        "game": checked.table.game.key,
        "options": json.dumps(dict(checked.table.options)),
        "rules_hash": checked.rules.hash,
        "boxes": checked.table.boxes,
        "staff": checked.table.staff,
        "talk": checked.table.talk,
        "certified": checked.table.certified,
        "head": GENESIS,
        "holding": holding_text(Holding(())),
        "seats": "[]",
    }
    return int(connection.execute(insert(schema.tables).values(row).returning(schema.tables.c.id)).scalar_one())


def _staff(connection: Connection, row: Row, staff: Staff, time: float) -> None:
    """Say in the journal who answers for the floor from now on. A process that serves the table loads it again."""
    values: dict[str, object] = {"staff": staff, "epoch": row.epoch + 1}
    if row.round:  # otherwise opening the table says it
        head = append(connection, row, Head(row.entries, row.head), time, FLOOR, f"{staff} house")
        values |= {"entries": head.count, "head": head.hash}
    connection.execute(update(schema.tables).where(schema.tables.c.id == row.id).values(values))


def append(connection: Connection, row: Row, head: Head, time: float, kind: str, body: str) -> Head:
    """Write an entry of a table that nobody serves."""
    entry = make_entry(head, stamp(time), kind, body)
    values = {**entry._asdict(), "table_id": row.id, "round": row.round}
    connection.execute(insert(schema.entries).values(values))
    return Head(entry.n, entry.hash)


def has_wagers(connection: Connection, row: Row) -> bool:
    return on_layout(connection, row) != 0


def on_layout(connection: Connection, row: Row) -> Cents:
    """The money on the layout, whatever the rules: this version may not know them. Packed rounds are over."""
    place, postings = f"{LAYOUT}:{row.id}", schema.postings
    laid = select(func.coalesce(func.sum(postings.c.cents), 0)).where(postings.c.table_id == row.id)
    lying = connection.execute(laid.where(postings.c.target == place)).scalar_one()
    return int(lying - connection.execute(laid.where(postings.c.source == place)).scalar_one())


def retire(connection: Connection, row: Row, time: float, vault: Vault) -> None:
    """Retire a table. Its history stays, under a name that says when it ended, and players keep their chips.

    The order of its last cards is revealed. A process that still serves it can't write any more.
    """
    until = datetime.fromtimestamp(time, UTC).isoformat(" ", "seconds")
    head = _reveal_orders(connection, row, time, vault)
    values = {
        "name": f"{row.name[:40]} (until {until}, {row.id})",
        "is_retired": True,
        "is_open": False,
        "seats": "[]",
        "epoch": row.epoch + 1,
        "entries": head.count,
        "head": head.hash,
    }
    connection.execute(update(schema.tables).where(schema.tables.c.id == row.id).values(values))


def _reveal_orders(connection: Connection, row: Row, time: float, vault: Vault) -> Head:
    """Write the last entries of a retired table, without its rules: this version may not know them."""
    shoes, head = schema.shoes, Head(row.entries, row.head)
    unrevealed = select(shoes).where(shoes.c.table_id == row.id, shoes.c.revealed.is_(None))
    found = connection.execute(unrevealed.order_by(shoes.c.number)).all()
    if not found:
        return head
    head = append(connection, row, head, time, FLOOR, "retire house")
    for one in found:
        head = append(connection, row, head, time, REVEALED, str(one.number))
        its = shoes.c.table_id == row.id, shoes.c.number == one.number
        values = {"revealed": head.count, **Committed.stored(one, vault)._asdict()}
        connection.execute(update(shoes).where(*its).values(values))
    return head


def seal_all(connection: Connection, vault: Vault) -> None:
    """Seal what an earlier version stored openly."""
    tables, shoes = schema.tables, schema.shoes
    for row in connection.execute(select(tables.c.id, tables.c.holding)).all():
        if not is_sealed(row.holding):
            sealed = vault.seal(row.holding, holding_place(row.id))
            connection.execute(update(tables).where(tables.c.id == row.id).values(holding=sealed))
    for row in connection.execute(select(shoes).where(shoes.c.revealed.is_(None))).all():
        if not is_sealed(row.salt):
            its = shoes.c.table_id == row.table_id, shoes.c.number == row.number
            sealed_order = Committed.stored(row, vault).sealed(vault, row.table_id, row.number)
            connection.execute(update(shoes).where(*its).values(sealed_order))


def last_done(connection: Connection, table_id: int) -> dict[str, float]:
    """When each occasion of the calendar was last done; fresh cards count as all of them.

    A table is idle since its journal's last entry, if nobody sits there.
    """
    entries, packed = schema.entries, notes_of(connection, table_id)
    done: dict[str, float] = {}
    for occasion in CALENDAR:
        about = entries.c.kind == TABLE, entries.c.body.like(f"{NOTICE} {occasion}%")
        wanted = select(func.max(entries.c.time)).where(entries.c.table_id == table_id, or_(*about))
        last = connection.execute(wanted).scalar() or max(packed.get(TABLE, ""), packed.get(f"{NOTICE} {occasion}", ""))
        if last:
            done[occasion] = datetime.fromisoformat(last).timestamp()
    newest = connection.execute(select(func.max(entries.c.time)).where(entries.c.table_id == table_id)).scalar()
    newest = newest or packed.get("time")
    return done if newest is None else {**done, Occasion.IDLE: datetime.fromisoformat(newest).timestamp()}


def table_row(connection: Connection, table_id: int) -> Row:
    return connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one()


def load_state(connection: Connection, row: Row, rules: Rules, vault: Vault = NO_VAULT) -> State:
    """The state of a table when its last writer stopped."""
    head, seats = Head(row.entries, row.head), tuple((seat, name) for seat, name in json.loads(row.seats))
    whole, holding = stored_cards(row, vault)
    if not row.round:
        return State(open_table(rules), holding, head, 0, 0, "", seats=seats)
    table, nets = _play_again(load_round(connection, row.id, row.round), rules)
    shoes = schema.shoes
    newest = connection.execute(select(shoes).where(shoes.c.table_id == row.id, shoes.c.number == row.shoe)).one()
    unrevealed = select(shoes).where(shoes.c.table_id == row.id, shoes.c.revealed.is_(None))
    found = connection.execute(unrevealed).all()  # ordered here: SQLite would read all orders to have them in order
    orders = tuple((one.number, Committed.stored(one, vault)) for one in sorted(found, key=lambda one: one.number))
    return State(
        table,
        holding,
        head,
        row.round,
        row.shoe,
        newest.commitment,
        tuple(number for number, _ in orders if number < row.shoe),
        seats,
        tuple(sorted(nets.items())),
        row.is_open,
        row.is_stopped,
        newest.revealed is not None,
        orders,
        _unasked(connection, row.id, {name for _, name in seats}),
        whole,
        numbers_of(connection, newest),
        _has_faces(connection, newest),
    )


def numbers_of(connection: Connection, shoe: Row) -> Numbers:
    """The players' numbers for an order, as they came."""
    shoes = schema.shoes.c
    following = select(shoes.entry).where(shoes.table_id == shoe.table_id, shoes.number == shoe.number + 1)
    until = connection.execute(following).scalar()
    found = entries_between(connection, shoe.table_id, shoe.entry, until or NO_END)
    return tuple(number_of(entry.body)[1:] for entry in found if entry.kind == NUMBER)


def _has_faces(connection: Connection, shoe: Row) -> bool:
    """Whether a card of the newest order has a face, as `gives_faces` says of the answers since."""
    entries, body = schema.entries.c, schema.entries.c.body
    shown = or_(
        and_(body.like("cards %"), body.not_like(f"cards {_RACK}:%")),
        body.like("cover card%"),
        body.like("irregularity %"),
        and_(body.like(f"notice {VIEW_BURN}%"), body.like("% card %")),
    )
    its = entries.table_id == shoe.table_id, entries.n > shoe.entry, entries.kind == ANSWER
    return connection.execute(select(entries.n).where(*its, shown).limit(1)).scalar() is not None


def _unasked(connection: Connection, table_id: int, seated: set[str]) -> frozenset[str]:
    """The players whose last standing wish was not to be asked."""
    entries = schema.entries
    said = select(entries.c.body).where(entries.c.table_id == table_id, entries.c.kind == STANDING)
    packed = notes_of(connection, table_id)
    wishes = {name: packed.get(f"{STANDING} {name}") == UNASKED for name in seated}
    wishes |= dict(wish_of(body) for body in connection.execute(said.order_by(entries.c.n)).scalars())
    return frozenset(name for name, unasked in wishes.items() if unasked and name in seated)


def load_round(connection: Connection, table_id: int, number: int) -> Round:
    """A recorded round; the table's last one may be unfinished."""
    opening = opening_of(connection, table_id, number)
    found = [entry for entry in entries_of(connection, table_id, number) if entry.kind == ANSWER]
    lines = tuple(replace(parse_line(entry.body), number=entry.n) for entry in found)
    return replace(parse_head(opening), lines=lines)


def _play_again(written: Round, rules: Rules) -> tuple[Table, Counter[str]]:
    steps = deque(replay(written))
    table = steps[-1].after if steps else written.table(rules)
    if table.memory is None:
        table, _ = resume(rules, table)
    ledger = Ledger()
    for step in steps:
        ledger = ledger.plus(step.facts)
    nets: Counter[str] = Counter()
    for (_, bettor, _), net in ledger.nets().items():
        nets[bettor] += net
    return table, nets
