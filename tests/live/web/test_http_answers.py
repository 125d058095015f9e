"""A player questions a round, the floor answers with a clause, and the book has both."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, update

from holecard.house.house_file import Talk, read_house
from holecard.law.errors import Malformed, Refused
from holecard.live.audit.audit import verify
from holecard.live.audit.rows import Broken
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.table import talk
from holecard.live.table.messages import Talks, parse_talk
from tests.live.asked import Asked, asked_house
from tests.live.kit import STANDING, Guest, house_file, play_rounds, room_of, table

WHY = {"why": "My 18 should have won."}
CLAUSE = "58 Pa. Code § 685a.7(p)"


async def _asks(asked: Asked) -> None:
    """Ann plays a round and is logged in; so are a floorperson and an auditor in the tests, one after the other."""
    room = room_of(asked.house, "pa-down-under")
    await play_rounds(room, [await Guest.come(asked.house, room, "Ann", box=1)], rounds=1)
    asked.log_in("Ann")


def test_a_dispute_is_seen_by_the_staff_and_answered_once_with_a_clause(database_url: str) -> None:
    async def evening() -> None:
        async with asked_house(database_url, [table("pa-down-under")], seed=3) as asked:
            await _asks(asked)
            client = asked.client
            made = await client.post("/api/rounds/1/1/disputes", json=WHY)
            assert made.status_code == 201, made.text
            number = made.json()["id"]
            again = await client.post("/api/rounds/1/1/disputes", json=WHY)
            assert (again.status_code, again.json()["refused"]["clause"]) == (409, "house rule: disputes")
            answer = {"answer": "The dealer had 18 too: a push.", "clause": CLAUSE}
            assert (await client.post(f"/api/disputes/{number}/answer", json=answer)).status_code == 403
            asked.log_in("Bob")
            assert (await client.get("/api/disputes")).json() == []
            assert (await client.post("/api/rounds/1/1/disputes", json=WHY)).status_code == 403
            asked.log_in("Aud", AccountRole.AUDITOR)
            (seen,) = (await client.get("/api/disputes?is_open=true")).json()
            assert (seen["bettor"], seen["why"], seen["answered"]) == ("Ann", WHY["why"], None)
            assert (await client.post(f"/api/disputes/{number}/answer", json=answer)).status_code == 403
            assert (await client.get("/api/rounds/1/1/steps")).status_code == 200, "the evidence"
            asked.log_in("Flo", AccountRole.FLOOR)
            assert CLAUSE in (await client.get(f"/api/disputes/{number}/clauses")).json()
            wrong = await client.post(f"/api/disputes/{number}/answer", json={**answer, "clause": "§ 1"})
            assert wrong.status_code == 409
            assert (await client.post(f"/api/disputes/{number}/answer", json=answer)).status_code == 200
            assert (await client.post(f"/api/disputes/{number}/answer", json=answer)).status_code == 409
            assert (await client.post("/api/disputes/99/answer", json=answer)).status_code == 404
            asked.log_in("Ann")
            (back,) = (await client.get("/api/disputes")).json()
            assert (back["answer"], back["clause"], back["answered_by"]) == (answer["answer"], CLAUSE, "Flo")
            verify(asked.house.store.engine)

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("disputes 1: is not as the book says", update(schema.disputes).values(answer="You win.")),
        ("disputes 1: is missing", schema.disputes.delete()),
        ("accounts Ann: its muted is not as the book says", update(schema.accounts).values(muted=None)),
    ],
)
def test_a_changed_answer_and_a_lifted_silence_are_found(sqlite_url: str, what: str, change: object) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("pa-down-under")], seed=3) as asked:
            await _asks(asked)
            await asked.client.post("/api/rounds/1/1/disputes", json=WHY)
            assert (await asked.client.post("/api/accounts/Ann/mute", json=WHY)).status_code == 403
            asked.log_in("Flo", AccountRole.FLOOR)
            assert (await asked.client.post("/api/accounts/Ann/mute", json=WHY)).status_code == 200
            verify(asked.house.store.engine)

            def tamper(connection: Connection) -> None:
                connection.execute(change)  # type: ignore[call-overload]

            asked.house.store.write_now(tamper)
            with pytest.raises(Broken, match=what):
                verify(asked.house.store.engine)

    asyncio.run(evening())


def test_who_may_talk_and_how_often(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "time", STANDING)

    async def evening() -> None:
        async with asked_house(sqlite_url, [table("pa-down-under")], seed=3) as asked:
            ann, flo = asked.log_in("Ann"), asked.log_in("Flo", AccountRole.FLOOR)
            speaking, read = talk.Speaking(), asked.house.store.read
            with pytest.raises(Refused, match="only seated players and the floor"):
                read(lambda connection: speaking.check(connection, ann, 1, is_seated=False))
            assert read(lambda connection: speaking.check(connection, flo, 1, is_seated=False)) is Talk.PHRASES
            for _ in range(int(talk.AT_ONCE)):
                read(lambda connection: speaking.check(connection, ann, 1, is_seated=True))
            with pytest.raises(Refused, match="too fast"):
                read(lambda connection: speaking.check(connection, ann, 1, is_seated=True))
            await asked.client.post("/api/accounts/Ann/mute", json=WHY)
            with pytest.raises(Refused, match="has muted you"):
                read(lambda connection: speaking.check(connection, ann, 1, is_seated=True))
            await asked.client.post("/api/accounts/Ann/unmute", json=WHY)
            with pytest.raises(Refused, match="too fast"):
                read(lambda connection: speaking.check(connection, ann, 1, is_seated=True))

    asyncio.run(evening())


def test_own_words_only_where_the_house_file_allows_them() -> None:
    own = Talks(text="  Hello   <b>all</b> ")
    assert talk.spoken(own, Talk.FREE) == "Hello <b>all</b>"
    for mode, said in ((Talk.PHRASES, own), (Talk.OFF, Talks("hello")), (Talk.PHRASES, Talks("no-such"))):
        with pytest.raises(Refused):
            talk.spoken(said, mode)
    for wrong in ({}, {"phrase": "hello", "text": "Hello"}, {"text": "x" * 121}, {"text": "a\nb"}, {"text": 1}):
        with pytest.raises(Malformed):
            parse_talk({"do": "talk", **wrong})
    file = house_file([table("reference")])
    assert read_house(file).tables[0].talk is Talk.PHRASES
    assert read_house(file.replace("[house]", '[house]\ntalk = "free"', 1)).tables[0].talk is Talk.FREE
    with pytest.raises(Malformed, match="talk must be one of off, phrases, free"):
        read_house(file.replace("[house]", '[house]\ntalk = "loud"', 1))
