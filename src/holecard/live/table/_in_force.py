"""Puts a house file in force: opens its tables, changes tables between rounds, and retires those it no longer has.

A table with wagers keeps its rules until its round is over. If this version does not know the rules of an open round,
the floor can void it: every open wager is returned (house rule "a void round"), and the table changes or retires.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, insert, select, update

from holecard.house.house_file import Checked
from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.store import schema
from holecard.live.store.vault import NO_VAULT, Vault
from holecard.live.store.writing import move
from holecard.live.table.draft import FLOOR
from holecard.live.table.loading import add_table, append, has_wagers, retire
from holecard.live.table.recorded import gained, posted
from holecard.record.journal_check import Head
from holecard.record.ledger import LAYOUT, Posting, account
from holecard.values.money import Cents

log = logging.getLogger("holecard")
VOID = house("a void round")


def put_in_force(connection: Connection, listed: Iterable[Checked], time: float, vault: Vault = NO_VAULT) -> set[int]:
    """Bring the tables in line with the file. Returns those that still have wagers under other rules."""
    wanted = {one.table.name: one for one in listed}
    for one in wanted.values():
        add_table(connection, one, time, vault)
    waiting = set()
    for row in connection.execute(select(schema.tables).where(~schema.tables.c.is_retired)).all():
        found = wanted.get(row.name)
        if found is not None and found.rules is not None:
            if (row.rules_hash, row.boxes) != (found.rules.hash, found.table.boxes):
                waiting.add(int(row.id))
        elif has_wagers(connection, row):
            waiting.add(int(row.id))
        else:
            retire(connection, row, time, vault)
            log.warning("retired %r: the house file no longer has it. Its history stays", row.name)
    return waiting


def void_round(connection: Connection, row: Any, by: str, why: str, time: float) -> Cents:
    """Void the open round of a table whose rules nobody knows any more: return what is on the layout, by bettor.

    The table is left without wagers, so `put_in_force` can retire it. Returns the sum.
    """
    back = list(_on_layout(connection, row))
    if not back:
        raise Refused("void", cite=VOID, why="no wager is on the layout")
    head = append(connection, row, Head(row.entries, row.head), time, FLOOR, f"void {by} {why}")
    place = {"time": time, "table_id": row.id, "entry": head.count, "round": row.round}
    move(connection, [{**place, **posted(one, row.id)} for one in back])
    values = {"entries": head.count, "head": head.hash}
    connection.execute(update(schema.tables).where(schema.tables.c.id == row.id).values(values))
    _end_round(connection, row, head, time)
    return sum(one.amount for one in back)


def _on_layout(connection: Connection, row: Any) -> Iterable[Posting]:
    """The open wagers of a round by its postings, which say without any rules what is on the layout."""
    held: Counter[tuple[int, str, str]] = Counter()
    layout, its = f"{LAYOUT}:{row.id}", schema.postings.c
    for one in connection.execute(select(schema.postings).where(its.table_id == row.id, its.round == row.round)):
        held[one.seat, one.bettor, one.wager] += one.cents * ((one.target == layout) - (one.source == layout))
    for (seat, bettor, wager), cents in sorted(held.items()):
        if cents > 0:
            yield Posting(LAYOUT, account(bettor), cents, VOID, seat, bettor, wager)


def _end_round(connection: Connection, row: Any, head: Head, time: float) -> None:
    """Write that the round is over, and what each bettor has won or lost in it."""
    its, nets = schema.postings.c, Counter[str]()
    for one in connection.execute(select(schema.postings).where(its.table_id == row.id, its.round == row.round)):
        if one.bettor:
            nets[one.bettor] += gained(
                Posting(one.source, one.target, one.cents, VOID, one.seat, one.bettor, one.wager)
            )
    rounds = schema.rounds
    played = update(rounds).where(rounds.c.table_id == row.id, rounds.c.number == row.round)
    connection.execute(played.values(last=head.count, ended=time))
    its_round = {"table_id": row.id, "number": row.round, "ended": time}
    shown = [{**its_round, "bettor": name, "net": net} for name, net in nets.items()]
    if shown:
        connection.execute(insert(schema.round_bettors), shown)
