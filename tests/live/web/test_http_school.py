"""The schools over HTTP: drills, what is stored of them, table tests in the house's book, and who may deal a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.advice.visible_hand import VisibleHand
from holecard.law.errors import Refused
from holecard.live.audit.audit import verify
from holecard.live.people import accounts
from holecard.live.people.certificates import check_dealer, required, store_result
from holecard.live.people.passwords import Hashed
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.table.floor import irregularities
from holecard.live.web import http_school
from holecard.school.exam import Exam, Result, answered
from holecard.school.levels import Level, drill_for
from tests.live.asked import Asked, asked_house
from tests.live.kit import Guest, open_house, room_of, table

HOUSE = (table("pa-down-under"), table("reference"))


class Solver:
    """In the place of the solver's process: the first choice of a hand is the best, each further one costs a tenth."""

    def __init__(self) -> None:
        self.is_ready = False

    async def values(self, rules: Rules, seen: Iterable[VisibleHand]) -> dict[str, Any]:
        if not self.is_ready:
            return {"warming": True}
        worth = [[{"action": do, "ev": -0.1 * at} for at, do in enumerate(one.choices)] for one in seen]
        return {"values": worth}

    async def close(self) -> None:
        pass


@asynccontextmanager
async def school(url: str) -> AsyncIterator[Asked]:
    async with asked_house(url, HOUSE) as asked:
        await asked.app.state.hints.close()
        asked.app.state.hints = Solver()
        yield asked


def run(url: str, evening: Callable[[Asked], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with school(url) as asked:
            await evening(asked)

    asyncio.run(whole())


async def get(asked: Asked, path: str) -> Any:
    answer = await asked.client.get(f"/api/school{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def post(asked: Asked, path: str, **body: Any) -> Any:
    answer = await asked.client.post(f"/api/school{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def employ(asked: Asked, name: str, role: AccountRole = AccountRole.PLAYER) -> None:
    """Log in as somebody who has an account of their own, with a password."""

    def write(connection: Connection) -> None:
        known = select(schema.accounts.c.id).where(schema.accounts.c.name == name)
        if connection.execute(known).scalar() is None:
            accounts.add_account(connection, name, Hashed("a hash"), role, asked.house.store.now())

    asked.house.store.write_now(write)
    asked.log_in(name, role)


def test_a_drill_is_sent_without_its_answer_and_judged(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        assert [one["table"] for one in await get(asked, "")][:3] == [1, 2, 0]
        levels = await get(asked, "/curriculum?table=1")
        assert [one["level"] for one in levels["dealer"]] == ["payouts", "procedure", "irregularities", "shoe"]
        assert (await get(asked, "/curriculum?game=reference"))["floor"] == []
        assert (await asked.client.get("/api/school/drill?table=1&level=payouts")).status_code == 401
        asked.log_in("Ann")
        sent = await get(asked, "/drill?table=1&level=payouts")
        assert set(sent["drill"]["options"][0]) == {"key", "name", "takes_money"}
        made = drill_for(asked.house.rooms[1].desk.rules, Level.PAYOUTS, sent["seed"])
        reply = made.right_reply
        body = {"table": 1, "level": "payouts", "seed": sent["seed"], "key": reply.key}
        assert (await post(asked, "/drill", **body, money=reply.money))["right"]
        wrong = next((option for option in made.options if not option.right), None)
        judged = await post(asked, "/drill", **{**body, "key": wrong.key if wrong else reply.key}, money=1)
        assert not judged["right"]
        assert judged["clause"]
        nonsense = await asked.client.post("/api/school/drill", json={**body, "key": "?"})
        assert (nonsense.status_code, "is not one of the options" in nonsense.json()["error"]) == (409, True)
        none = await asked.client.get("/api/school/drill?game=reference&level=rulings")
        assert (none.status_code, "no clause about irregularities" in none.json()["error"]) == (404, True)

    run(sqlite_url, evening)


def test_payouts_come_until_the_game_is_solved_then_decisions_which_are_stored(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        assert (await asked.client.get("/api/school/hand?table=1")).status_code == 401
        asked.log_in("Ann")
        first = await get(asked, "/hand?table=1")
        assert (first["warming"], first["drill"]["topic"] in ("settle", "first", "take")) == (True, True)
        assert await get(asked, "/ready?table=1") == {"ready": False}
        body = {"table": 1, "seed": "of an earlier question", "key": "s"}
        early = await asked.client.post("/api/school/hand", json=body)  # which is the house's state, not its failure
        assert (early.status_code, early.json()["refused"]["legal"]) == (409, ["another question"])
        asked.app.state.hints.is_ready = True
        hand = await get(asked, "/hand?table=1")
        assert (hand["warming"], hand["drill"]["topic"]) == (False, "play")
        *_, last = hand["drill"]["options"]
        judged = await post(asked, "/hand", table=1, seed=hand["seed"], key=last["key"])
        assert not judged["right"]
        assert judged["lost"] == pytest.approx(0.1 * (len(hand["drill"]["options"]) - 1))
        assert f"costs {judged['lost']:.2%} of your bet" in judged["says"]
        memory = http_school.memory_of(asked.house, asked.log_in("Ann"), find("pa-down-under").configure())
        assert [(item.seen, item.wrong) for item in memory.values()] == [(1, 1)]
        asked.log_in("Bob")
        assert http_school.memory_of(asked.house, asked.log_in("Bob"), find("pa-down-under").configure()) == {}

    run(sqlite_url, evening)


async def _take(asked: Asked, level: Level, right: bool = True) -> Any:
    """A whole test, with right or wrong answers: the seed is in the database, which only the house reads."""
    test = await post(asked, "/tests", table=1, level=level)
    row = asked.house.store.read(
        lambda connection: connection.execute(
            select(schema.table_tests).where(schema.table_tests.c.id == test["id"])
        ).one()
    )
    exam = Exam(rules=asked.house.rooms[1].desk.rules, level=level, seed=row.seed)
    while test["outcome"] is None:
        drill = exam.drill(test["number"])
        assert drill is not None
        assert drill.title == test["drill"]["title"]
        reply = drill.right_reply
        if not right:
            wrong = next((option for option in drill.options if not option.right), None)
            reply = reply._replace(key=wrong.key) if wrong else reply._replace(money=reply.money + 1)
        path = f"/tests/{test['id']}"
        test = await post(asked, path, number=test["number"], key=reply.key, money=reply.money)
    return test["outcome"]


def _pass(asked: Asked, name: str, level: Level) -> None:
    """A short test, passed."""
    store = asked.house.store
    exam = Exam(rules=asked.house.rooms[1].desk.rules, level=level, seed="short", questions=1)
    answers = tuple(answered(drill, drill.right_reply, 1.0) for drill in exam.drills())
    result = Result(exam=exam, name=name, began="2030-01-01T10:00:00+00:00", answers=answers)
    store.write_now(lambda connection: store_result(connection, store.now(), result))


def test_a_test_is_a_chained_record_that_the_audit_knows(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        asked.log_in("Guest")
        refused = await asked.client.post("/api/school/tests", json={"table": 1, "level": "payouts"})
        assert (refused.status_code, "is not for guests" in refused.text) == (409, True)
        employ(asked, "Ann")
        assert (await _take(asked, Level.PAYOUTS))["passed"]
        failed = await _take(asked, Level.PROCEDURE, right=False)
        assert (failed["passed"], failed["right"]) == (False, 0)
        half = await post(asked, "/tests", table=1, level="payouts")
        gone = (await asked.client.delete(f"/api/school/tests/{half['id']}")).json()
        assert (gone["passed"], gone["questions"]) == (False, 20)
        assert (await asked.client.delete(f"/api/school/tests/{half['id']}")).status_code == 404
        found = await get(asked, "/records")
        assert [(one["level"], one["passed"]) for one in found] == [
            ("payouts", False),
            ("procedure", False),
            ("payouts", True),
        ]
        filed = await get(asked, f"/records/{found[-1]['n']}")
        record = filed["record"]
        assert (record["name"], record["table"], record["options"]["decks"]) == ("Ann", "pa-down-under", "6")
        assert len(record["answers"]) == 20
        assert all(one["right"] and one["clause"] for one in record["answers"])
        book = asked.house.store.read(
            lambda connection: connection.execute(select(schema.book).where(schema.book.c.n == filed["n"])).one()
        )
        assert (filed["hash"], filed["previous"]) == (book.hash, book.previous)
        asked.log_in("Bob")
        assert await get(asked, "/records") == []
        assert (await asked.client.get(f"/api/school/records/{filed['n']}")).status_code == 404
        verify(asked.house.store.engine)

        def change(connection: Connection) -> None:
            body = book.body.replace('"name": "Ann"', '"name": "Bob"')
            connection.execute(update(schema.book).where(schema.book.c.n == book.n).values(body=body))

        asked.house.store.write_now(change)
        with pytest.raises(Exception, match="does not match its hash"):
            verify(asked.house.store.engine)

    run(sqlite_url, evening)


def test_an_answer_given_twice_counts_once(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        employ(asked, "Ann")
        test = await post(asked, "/tests", table=1, level="procedure")
        key = test["drill"]["options"][0]["key"]
        await post(asked, f"/tests/{test['id']}", number=1, key=key)
        again = await asked.client.post(f"/api/school/tests/{test['id']}", json={"number": 1, "key": key})
        assert (again.status_code, "moved on to question 2" in again.text) == (409, True)
        asked.log_in("Bob")
        other = await asked.client.post(f"/api/school/tests/{test['id']}", json={"number": 2, "key": key})
        assert other.status_code == 404

    run(sqlite_url, evening)


def test_the_floor_sees_who_may_deal_which_table(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        rules = asked.house.rooms[1].desk.rules
        employ(asked, "Ann")
        assert (await asked.client.get("/api/school/certificates")).status_code == 403
        for level in required(rules):
            with pytest.raises(Refused, match="no dealer who has passed"):
                asked.house.store.read(lambda connection: check_dealer(connection, rules, asked.house.store.now()))
            _pass(asked, "Ann", level)
        asked.house.store.read(lambda connection: check_dealer(connection, rules, asked.house.store.now()))
        asked.log_in("Flo", AccountRole.FLOOR)
        first, second = await get(asked, "/certificates")
        assert first["people"] == {"Ann": ["Payouts", "Procedure", "Irregularities"]}
        assert (first["signed_in"], second["people"], first["wants"]) == (["Ann"], {}, False)
        assert len(await get(asked, "/records")) == 3

        def end(connection: Connection) -> None:
            connection.execute(schema.sessions.delete())

        asked.house.store.write_now(end)
        with pytest.raises(Refused):
            asked.house.store.read(lambda connection: check_dealer(connection, rules, asked.house.store.now()))

    run(sqlite_url, evening)


def test_a_table_that_wants_a_certified_dealer_stays_closed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wants = table("pa-down-under").replace("[[table]]\n", "[[table]]\ncertified_dealer = true\n")

    async def evening() -> None:
        async with open_house(sqlite_url, [wants], staff="staffed") as house:
            room = room_of(house, "pa-down-under")
            assert not room.state.is_open
            flo = await Guest.come(house, room, "Flo", AccountRole.FLOOR)
            with pytest.raises(Refused, match="no dealer who has passed this table's tests is signed in"):
                await flo.say(do="direct", what="open", why="as planned")
            assert not room.state.is_open
            monkeypatch.setattr("holecard.live.people.certificates.dealers_signed_in", lambda *_: ["Ann"])
            assert (await flo.say(do="direct", what="open", why="as planned"))["ok"]
            assert room.state.is_open

    asyncio.run(evening())


def test_the_floor_judges_what_was_ruled_here(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        room = room_of(asked.house, "pa-down-under")
        ann = await Guest.come(asked.house, room, "Ann", box=1)
        flo = await Guest.come(asked.house, room, "Flo", AccountRole.FLOOR)
        assert ann.view
        possible = next(one for one in irregularities(room.desk.rules, room.state.table) if one["possible"])
        place = possible["places"][0]
        await flo.say(do="report", name=possible["name"], box=place["box"], hand=place["hand"])
        asked.log_in("Flo", AccountRole.FLOOR)
        shown = await get(asked, "/recorded/1/0")
        assert shown["of"] > 0
        judged = await post(asked, "/recorded", table=1, at=0, key=shown["drill"]["options"][0]["key"])
        assert judged["clause"]
        assert (await get(asked, "/recorded/2/0"))["drill"] is None
        asked.log_in("Ann")
        assert (await asked.client.get("/api/school/recorded/1/0")).status_code == 403

    run(sqlite_url, evening)
