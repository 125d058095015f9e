"""What the other tests stand on: a database of each kind, a house in this process and one in another."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import psycopg

from tests.live.kit import Guest, choose, open_house, play_rounds, room_of, table
from tests.live.postgres import OWNER, Postgres
from tests.live.served import Served


def test_postgresql_does_not_run_as_root(postgres: Postgres) -> None:
    assert (postgres.folder / "data" / "PG_VERSION").stat().st_uid != 0
    with psycopg.connect(host=str(postgres.folder), user=OWNER, dbname="postgres") as connection:
        row = connection.execute("SELECT pg_postmaster_start_time() IS NOT NULL, current_setting('listen_addresses')")
        assert row.fetchone() == (True, "")


def test_a_house_is_opened_played_in_and_opened_again(database_url: str) -> None:
    async def evening() -> None:
        tables = [table("reference"), table("nz-blackjack")]
        async with open_house(database_url, tables, seed=1) as house:
            room = room_of(house, "nz-blackjack")
            guests = [await Guest.come(house, room, name, box=box) for box, name in enumerate(("Ann", "Bob"), start=1)]
            await play_rounds(room, guests, rounds=2)
        async with open_house(database_url, tables, seed=1) as house:
            assert room_of(house, "nz-blackjack").state.round == 3

    asyncio.run(evening())


def test_a_served_house_is_killed_and_goes_on(database_url: str, tmp_path: Path) -> None:
    async def play(server: Served, cookie: str, name: str) -> int:
        async with server.visit(1, cookie) as visitor:
            if not visitor.view["seats"]:
                assert (await visitor.say(do="sit", box=1))["ok"]
            begun: int = visitor.view["round"]
            while visitor.view["round"] == begun:
                message = choose(visitor.view, name, Random(1), {"main": 1000})
                assert message is not None
                reply = await visitor.say(**message)
                assert reply["ok"], reply
                await visitor.until(lambda seq=reply["seq"]: visitor.view["seq"] >= seq)  # type: ignore[misc]
            return begun

    with Served(database_url, tmp_path, [table("reference")]) as server:
        name, cookie = server.guest()
        assert len(server.invitation) > 20
        assert asyncio.run(play(server, cookie, name)) == 1
        server.kill()
        assert not server.serves(0)
        server.start()
        assert asyncio.run(play(server, cookie, name)) == 2
