"""The page about the wire protocol: its client plays a round, and every message is as its schema says."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import jsonschema_rs
import pytest

from holecard.live.store.store import Store
from holecard.live.table.messages import parse_message
from holecard.live.table.wire import VERSION
from tests.docs.test_blocks import ROOT, blocks
from tests.live.hosted import hosted
from tests.live.kit import Guest, choose, open_house, table, usual_stakes

PAGE: Final = "docs/wire-protocol.md"
SCHEMA: Final[dict[str, Any]] = json.loads((ROOT / PAGE).with_suffix(".schema.json").read_text("utf-8"))


def check(side: str) -> Any:
    """A check of the messages of one side, which names what is wrong with one."""
    return jsonschema_rs.validator_for({**SCHEMA, "$ref": f"#/$defs/{side}"})


def test_the_client_of_the_page_plays_a_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = (block.body for block in blocks(PAGE) if block.language == "python")
    assert sum(1 for line in program.splitlines() if line.strip()) <= 50
    with closing(Store(f"sqlite:///{tmp_path}/house.db")) as store, hosted(store, [table("pa-down-under")]) as browser:
        address = f"{browser.base_url.host}:{browser.base_url.port}"
        exec(program.replace("127.0.0.1:8000", address), {})
        rounds = browser.house.rooms[1].state.round
    printed = capsys.readouterr().out
    assert rounds == 2
    assert "bets 5.00" in printed
    assert "The cards are collected" in printed


@pytest.mark.parametrize("game", ["pa-down-under", "nz-blackjack"])
def test_every_message_of_an_evening_is_as_the_schema_says(sqlite_url: str, game: str) -> None:
    told, said = check("server"), check("client")

    async def play() -> None:
        async with open_house(sqlite_url, [table(game)], seed=3) as house:
            room, chance = house.rooms[1], Random(3)
            stakes = usual_stakes(room.desk.rules)
            texts: list[str] = []
            room.enter(texts.append, None)
            guests = [await Guest.come(house, room, name, box=box) for box, name in ((1, "Ann"), (2, "Bob"))]
            while room.state.round < 5:
                for guest in guests:
                    if (message := choose(guest.view, guest.person.name, chance, stakes)) is not None:
                        said.validate({"key": "K", **message})
                        await guest.say(**message)
                        break
            messages = [json.loads(text) for text in texts]
            for message in messages:
                told.validate(message)
            first, *later = messages
            assert first["version"] == VERSION == SCHEMA["$defs"]["server-table"]["properties"]["version"]["const"]
            assert not any("table" in one for one in later)
            assert {one["type"] for one in messages} == {"table"}

    asyncio.run(play())


@pytest.mark.parametrize("side", ["server", "client"])
def test_the_schema_refuses_what_is_no_message(side: str) -> None:
    validator = check(side)
    for wrong in ({}, {"type": "table"}, {"key": "K", "do": "sit", "box": "1"}, {"key": "K", "do": "act", "more": 1}):
        assert not validator.is_valid(wrong)


def test_the_schema_names_every_message_that_the_server_accepts() -> None:
    named = {name.removeprefix("client-") for name in SCHEMA["$defs"] if name.startswith("client-")}
    with pytest.raises(Exception, match="unknown message") as refused:
        parse_message({"do": "nothing"})
    accepted = str(refused.value).rpartition("use one of ")[2].split(", ")
    assert named == {*accepted, "talk"}  # which is no play, and so read apart
