"""What the journal and the ledger record of a stroke. The audit makes the same of what was stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache

from holecard.engine.table import Table
from holecard.law.clauses import Cite, house
from holecard.live.store.driver import Row
from holecard.live.store.packs import UNASKED
from holecard.record.ledger import LAYOUT, Posting, account
from holecard.values.money import Cents


@lru_cache(maxsize=1024)  # every stroke stores them, and they seldom change
def seats_text(seats: tuple[tuple[int, str], ...]) -> str:
    return json.dumps(seats)


def standing_text(name: str, unasked: bool) -> str:
    """
    >>> wish_of(standing_text("Ann", unasked=True))
    ('Ann', True)
    """
    return f"{name} {UNASKED if unasked else 'asked'}"


def wish_of(body: str) -> tuple[str, bool]:
    name, _, wish = body.partition(" ")
    return name, wish == UNASKED


def posted(posting: Posting, table_id: int) -> Row:
    """A posting at a table, whose layout is an account of its own."""
    layout = f"{LAYOUT}:{table_id}"
    return {
        "source": layout if posting.source == LAYOUT else posting.source,
        "target": layout if posting.target == LAYOUT else posting.target,
        "cents": posting.amount,
        "clause": _stored(posting.cite),
        "seat": posting.seat,
        "bettor": posting.bettor,
        "wager": posting.wager,
    }


@cache
def _stored(cite: Cite) -> str:
    """A clause as earlier versions stored it too, with the key of a house rule: the audit compares what they wrote."""
    return str(cite) if cite.is_law else f"house rule: {cite.clause}"


def gained(posting: Posting) -> Cents:
    """The bettor's gain from a posting; negative for a loss."""
    mine = account(posting.bettor)
    return posting.amount * ((posting.target == mine) - (posting.source == mine))


def returned(table: Table) -> Iterator[Posting]:
    """The postings of a void round: every open wager is returned."""
    for box in table.boxes:
        for wager in (*(wager for hand in box.hands for wager in hand.wagers), *box.wagers):
            if wager.net is None and wager.at_risk:
                place = house("a void round"), box.seat, wager.bettor, wager.kind
                yield Posting(LAYOUT, account(wager.bettor), wager.at_risk, *place)
