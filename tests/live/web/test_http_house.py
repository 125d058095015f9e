"""The house file in the browser: the same refusals as `holecard house check`, a preview, and an act in the book."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from holecard.house.house_file import check_house, read_house
from holecard.live.audit.audit import verify
from holecard.live.people import accounts
from holecard.live.people.passwords import Hashed
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.store import Store
from tests.kit.patience import PATIENCE
from tests.live.hosted import Browser, hosted
from tests.live.kit import house_file, table

TABLES = [table("pa-down-under", "one"), table("reference", "two")]
OTHER = house_file([table("pa-down-under", "one", match_the_dealer="yes"), table("reference", "three")])
UNLAWFUL = house_file([table("pa-down-under", "one", decks="5", match_the_dealer="yes")])
WHY = {"why": "a quieter evening"}
PEOPLE = {
    "Ann": AccountRole.PLAYER,
    "Flo": AccountRole.FLOOR,
    "Aud": AccountRole.AUDITOR,
    "Ada": AccountRole.ADMINISTRATOR,
}


class Office:
    """A house with a file of its own, and everybody's browser."""

    def __init__(self, store: Store, browser: Browser, file: Path) -> None:
        self.store, self.file, self.nobody, self.house = store, file, browser, browser.house
        self.house.file = file
        self.browsers: dict[str, Browser] = {}
        for name, role in PEOPLE.items():
            password = Hashed("never checked")
            person = store.write_now(
                partial(accounts.add_account, name=name, password=password, role=role, time=store.now())
            )
            token = store.write_now(partial(accounts.begin_session, person=person, time=store.now()))
            self.browsers[name] = browser.another(token)

    def ask(self, name: str, method: str, path: str, body: Any = None) -> Any:
        return self.browsers[name].request(method, f"/api/staff/{path}", json=body)

    def edit(self, text: str, name: str = "Ada", **more: str) -> Any:
        was = self.ask(name, "GET", "house").json().get("sha256", "0" * 64)
        return self.ask(name, "PUT", "house", {"text": text, "was": was, **WHY, **more})

    def names(self) -> list[str]:
        return [one["name"] for one in self.nobody.get("/api/lobby").json()]


@pytest.fixture
def office(sqlite_url: str, tmp_path: Path) -> Iterator[Office]:
    file = tmp_path / "house.toml"
    file.write_text(house_file(TABLES))
    store = Store(sqlite_url)
    with hosted(store, TABLES) as browser:
        made = Office(store, browser, file)
        yield made
        for one in made.browsers.values():
            one.close()
    verify(store.engine)
    store.close()


def test_the_staff_read_and_check_and_players_do_not(office: Office) -> None:
    assert [office.ask(name, "GET", "house").status_code for name in PEOPLE] == [403, 200, 200, 200]
    checked = [office.ask(name, "POST", "house/check", {"text": OTHER}).status_code for name in PEOPLE]
    assert checked == [403, 200, 200, 200]
    assert [office.edit(OTHER, name).status_code for name in ("Ann", "Flo", "Aud")] == [403] * 3
    assert office.names() == ["one", "two"]


def test_the_check_refuses_what_the_command_refuses(office: Office) -> None:
    told = office.ask("Flo", "POST", "house/check", {"text": UNLAWFUL}).json()
    (refusal,) = check_house(read_house(UNLAWFUL))[0].findings
    assert told["lawful"] is False
    (found,) = told["findings"]
    assert (found["table"], found["clause"], found["why"]) == ("one", str(refusal.cite), refusal.sentence)
    refused = office.edit(UNLAWFUL)
    assert (refused.status_code, refusal.cite.clause in refused.text) == (409, True)
    (unread,) = office.ask("Flo", "POST", "house/check", {"text": "[house"}).json()["findings"]
    assert (unread["table"], "not valid TOML" in unread["why"]) == ("", True)
    assert office.edit("[house").status_code == 400
    assert office.file.read_text() == house_file(TABLES)


def test_the_preview_says_what_changes(office: Office) -> None:
    told = office.ask("Aud", "POST", "house/check", {"text": OTHER}).json()
    assert told == {
        "lawful": True,
        "findings": [],
        "changes": [
            "one: match_the_dealer no to yes (58 Pa. Code § 685a.6(e))",
            "two: no table any more, it was reference",
            "three: new table, reference",
        ],
    }


def test_a_file_is_put_in_force_with_who_and_why(office: Office) -> None:
    assert office.edit(OTHER).json()["waiting"] == []
    assert office.file.read_text() == OTHER
    limit = time.monotonic() + PATIENCE
    while sorted(room.name for room in office.house.rooms.values()) != ["one", "three"]:
        assert time.monotonic() < limit
        time.sleep(0.02)
    assert office.names() == ["one", "three"]
    (act,) = office.ask("Aud", "GET", "acts").json()
    assert (act["kind"], act["said"]["by"], act["said"]["why"]) == ("house-file", "Ada", WHY["why"])
    assert "text" not in act["said"]
    booked = select(schema.book.c.body).where(schema.book.c.kind == "house-file")
    (body,) = office.store.read(lambda connection: connection.execute(booked).scalars().all())
    assert json.loads(body)["text"] == OTHER
    assert office.edit(OTHER).status_code == 409, "nothing changes"


def test_nobody_undoes_a_colleagues_change_unawares(office: Office) -> None:
    was = office.ask("Ada", "GET", "house").json()["sha256"]
    assert office.edit(OTHER).status_code == 200
    late = office.ask("Ada", "PUT", "house", {"text": house_file(TABLES), "was": was, **WHY})
    assert (late.status_code, "has changed since you opened it" in late.json()["error"]) == (409, True)


def test_a_reason_is_needed_and_a_file_of_its_own(office: Office) -> None:
    assert office.edit(OTHER, why="").status_code == 422
    office.house.file = None
    refused = office.edit(OTHER)
    assert (refused.status_code, "--house FILE" in refused.text) == (409, True)


def test_only_the_floor_voids_and_only_a_stuck_round(office: Office) -> None:
    asked = [office.ask(name, "POST", "tables/1/void", WHY).status_code for name in PEOPLE]
    assert asked == [403, 404, 403, 403]
