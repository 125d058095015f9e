"""A server that is killed again and again while people play at it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from sqlalchemy import select

from holecard.live.audit import audit
from holecard.live.people.accounts import CASHIER
from holecard.live.store import schema
from holecard.live.store.store import open_engine
from tests.live.crash_kit import Crowd, Tally
from tests.live.forked import Forked
from tests.live.kit import books, checked, our_tables, usual_stakes

SEATS = 2
TABLES = (
    "Down Under",
    "Down Under, shuffled continuously",
    "Double Back Jack",
    "Blackjack with House Money",
    "Free Bet",
    "Practice",
)
ANSWERS = (1, 40)  # until the server is killed
PAUSE = 0.02  # seconds at most, from the last answer to the kill


def kill_again_and_again(url: str, folder: Path, kills: int, seed: object = "") -> Tally:
    """What became of a house that is killed so often; whatever it acknowledged and then lost is an AssertionError."""
    chance = Random(f"{url.partition(':')[0]} {kills} {seed}")
    tables = [our_tables()[name] for name in TABLES]
    server = Forked(url, folder, tables)
    with server:
        crowd = Crowd.gather(server, stakes_at(tables), SEATS)
        for _ in range(kills):
            asyncio.run(crowd.live_through(server, chance.randint(*ANSWERS), chance.uniform(0, PAUSE)))
            assert_nothing_lost(url)
            server.start()
        asyncio.run(crowd.look_back(server))
    assert_nothing_lost(url)
    return crowd.tally


def assert_enough(tally: Tally, kills: int) -> None:
    """That the kills are worth something: half of them with something under way, and all of that accounted for."""
    assert tally.kills == kills
    assert tally.in_flight >= kills / 2
    assert tally.found + tally.done_now + tally.refused_now == tally.unanswered


def stakes_at(tables: list[str]) -> list[dict[str, int]]:
    return [usual_stakes(one.rules) for one in checked(tables) if one.rules is not None]


def assert_nothing_lost(url: str) -> None:
    """What is stored is what happened, and every chip is somewhere."""
    engine = open_engine(url)
    try:
        audit.verify(engine)
        with engine.connect().execution_options(isolation_level="SERIALIZABLE") as connection:  # others may play on
            held = books(connection)
            purses = sum(connection.execute(select(schema.accounts.c.balance)).scalars())
            others = sum(cents for name, cents in held.items() if name != CASHIER and not name.startswith("bettor:"))
            assert purses + others == -held[CASHIER]
    finally:
        engine.dispose()
