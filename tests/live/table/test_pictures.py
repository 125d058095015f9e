"""Each event carries its pictures: what the table became card by card, made by the engine and never by a page."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from holecard.engine.ask_and_answer import answer, on_the_way, open_table
from holecard.engine.questions import Facts
from holecard.engine.table import Table
from holecard.live.table import _pictures, draft
from holecard.live.table._pictures import Shows, changed
from holecard.live.table.views import View, table_view
from tests.live.evening import Evening
from tests.live.following import merged, tables, whole
from tests.live.rooms import FAY, TABLES, rules_of

STEPS = 300


class Witnessed(Evening):
    """Keeps every table that the engine makes, as it may be told."""

    def __init__(self, name: str, patch: pytest.MonkeyPatch) -> None:
        super().__init__(name, "pictures")
        self.made: list[View] = []
        self.shown: View = {}
        self.kinds: Counter[str] = Counter()

        def passed(*given: Any) -> Iterator[Table]:
            return map(self.keep, on_the_way(*given))

        def answered(*given: Any) -> tuple[Table, Facts]:
            table, facts = answer(*given)
            return self.keep(table), facts

        patch.setattr(_pictures, "on_the_way", passed)
        patch.setattr(draft, "answer", answered)
        patch.setattr(draft, "open_table", lambda *given, **more: self.keep(open_table(*given, **more)))

    def keep(self, table: Table) -> Table:
        self.made.append(table_view(self.rules, table))
        return table

    def follow(self) -> None:
        """What was told since, picture by picture."""
        texts = self.told[FAY.name]
        for text in texts:
            message = json.loads(text)
            if message["type"] != "table":
                continue
            if message["events"]:
                assert "table" not in message
            for made in tables(self.shown.get("table", {}), message["events"]):
                assert made in self.made, "nobody makes a table but the engine"
            self.kinds.update(one["shows"] for event in message["events"] for one in event["pictures"])
            self.shown = whole(message, self.shown)
        texts.clear()
        self.made.clear()
        assert self.shown["table"] == table_view(self.rules, self.table), "the last picture is the whole table"


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_picture_is_a_table_of_the_engine_and_the_last_is_the_whole_table(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> Counter[str]:
        at = Witnessed(name, monkeypatch)
        await at.begin()
        at.follow()
        for _ in range(STEPS):
            await at.go_on()
            at.follow()
        return at.kinds

    kinds = asyncio.run(evening())
    assert {Shows.CARD, Shows.COLLECT, Shows.REST} <= set(kinds)
    assert (Shows.RULED in kinds) is bool(rules_of(name).play.around.irregularities)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_change_leads_from_any_table_to_any_other(name: str) -> None:
    """However far apart they are: boxes that come and go, hands that were split, a table that was cleared."""

    async def evening() -> list[Table]:
        at, found = Evening(name, "changes"), []
        await at.begin()
        for _ in range(80):
            await at.go_on()
            found.append(at.table)
        return found

    rules, seen = rules_of(name), asyncio.run(evening())
    for before, after in zip(seen, [*seen[7:], *seen[:7]], strict=True):
        change = json.loads(json.dumps(changed(rules, before, after)))
        assert merged(table_view(rules, before), change) == table_view(rules, after)
