"""The server is killed again and again while people play: what was acknowledged is there, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from sqlalchemy import select

from holecard.live import audit, schema
from holecard.live.accounts import CASHIER
from holecard.live.store import open_engine
from tests.live.crash_kit import Crowd, Tally
from tests.live.forked import Forked
from tests.live.kit import books, checked, our_tables, usual_stakes

KILLS = 20
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


def test_a_killed_server_has_kept_what_it_acknowledged(database_url: str, tmp_path: Path) -> None:
    tally = kill_again_and_again(database_url, tmp_path, KILLS)
    print(tally)
    assert tally.kills == KILLS
    assert tally.in_flight >= KILLS / 2
    assert tally.found + tally.done_now + tally.refused_now == tally.unanswered


def kill_again_and_again(url: str, folder: Path, kills: int) -> Tally:
    chance = Random(f"{url.partition(':')[0]} {kills}")
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


def stakes_at(tables: list[str]) -> list[dict[str, int]]:
    return [usual_stakes(one.rules) for one in checked(tables) if one.rules is not None]


def assert_nothing_lost(url: str) -> None:
    """What is stored is what happened, and every chip is somewhere."""
    engine = open_engine(url)
    try:
        audit.verify(engine)
        with engine.connect() as connection:
            held = books(connection)
            purses = sum(connection.execute(select(schema.accounts.c.balance)).scalars())
            others = sum(cents for name, cents in held.items() if name != CASHIER and not name.startswith("bettor:"))
            assert purses + others == -held[CASHIER]
    finally:
        engine.dispose()
