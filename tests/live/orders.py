"""Orders of the cards as a player checks them: from the journal, the told orders and the players' numbers alone.

None of our code has a part in it but the table's texts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Connection, select

from holecard.live.store import schema
from holecard.live.store.store import Store
from holecard.live.table.fairness import Committed


def journal(connection: Connection) -> list[Any]:
    return list(connection.execute(select(schema.entries).order_by(schema.entries.c.n)).all())


def shoes(store: Store) -> dict[int, Any]:
    """Every order by its number, opened, and whether it is revealed."""
    rows = store.read(lambda connection: connection.execute(select(schema.shoes)).all())
    opened = (SimpleNamespace(**(row._asdict() | Committed.stored(row, store.vault)._asdict())) for row in rows)
    return {row.number: row for row in opened}


def dealt(entry: Any) -> list[tuple[str, str]]:
    """Where each card of an entry went."""
    first = entry.body.partition("\n")[0]
    if entry.kind != "answer" or not first.startswith("cards "):
        return []
    return [(place, card) for place, _, card in (part.rpartition(":") for part in first.split()[1:])]


def numbers_for(shoe: str, entries: list[Any]) -> list[str]:
    """Each name with its number."""
    said = (entry.body.partition(" ") for entry in entries if entry.kind == "number")
    return [line for number, _, line in said if number == shoe]


def mixed_by_hand(cards: list[str], commitment: str, numbers: list[str]) -> list[str]:
    if not numbers:
        return cards
    text = "".join(f"{line}\n" for line in (commitment, *sorted(numbers)))
    stream, at, order = hashlib.shake_256(text.encode()).digest(2**14), 0, list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = last + 1
        while pick > last:
            pick = (stream[at] << 8 | stream[at + 1]) % 2 ** last.bit_length()
            at += 2
        order[last], order[pick] = order[pick], order[last]
    return order


def follow(entries: list[Any], told: dict[int, Any]) -> Iterator[str]:
    """Deal the told orders once more, mixed with the players' numbers: every card seen, and how it was known before."""
    order: list[str] = []
    hole = ""
    for entry in entries:
        first = entry.body.partition("\n")[0]
        if entry.kind == "shoe":
            number, hashed = entry.body.split()
            row = told[int(number)]
            text = f"{row.salt}\n{row.cards}\n{row.prizes}\n"
            assert hashlib.sha256(text.encode()).hexdigest() == hashed == row.commitment
            order = mixed_by_hand(row.cards.split(), hashed, numbers_for(number, entries))
        elif cut := re.fullmatch(r"pit cut \S+ cut ([0-9]+)", first):
            position = int(cut[1])
            order = order[position:] + order[:position]
        elif turned := re.fullmatch(r"turn (\S+)", first):
            assert turned[1] == hole
            yield "turned"
        for place, card in dealt(entry):
            drawn = order.pop(0)
            if card == "--":
                hole = drawn if place == "dealer" else hole
            else:
                assert card == drawn, entry
                yield "seen"
