"""Rounds of a real table, recorded as they were told, and played to a page that has no other table."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from holecard.engine.questions import PlaceWagers
from tests.live.evening import Evening
from tests.live.following import merged
from tests.live.rooms import TABLES, answers

Message = dict[str, Any]


@dataclass
class Recorded:
    """What a spectator was told, and what was done meanwhile."""

    texts: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)  # actions, and irregularities that were reported

    @property
    def pictures(self) -> list[Message]:
        """Every table that was told, in order, with the stamps that are read before it."""
        shown: Message = {}
        found = []
        for message in map(json.loads, self.texts):
            for event in message["events"]:
                for picture in event["pictures"]:
                    if stamps := picture.get("stamps", []):
                        found.append({**shown, "stamps": stamps})
                    shown = merged(shown, picture["change"])
                    found.append({**shown, "stamps": []})
            shown = message.get("table", shown)
            found.append({**shown, "stamps": []})
        return found


class Busy(Evening):
    """A table where whoever is asked does first what was done least."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "recorded")
        self.recorded = Recorded()

    async def play(self) -> None:
        said = answers(self.view, self.chance)
        if said is None:
            await super().play()
            return
        person, message = said
        choices = [choice["do"] for choice in self.view["question"]["choices"]]
        if message["action"] in choices and self.view["question"]["type"] != "pit":
            message["action"] = min(choices, key=lambda do: (self.recorded.done[do], self.chance.random()))
        if message["action"] == "designate":
            message["hand"] = self.view["question"]["hand"]
        await self.say(person, **message)
        self.recorded.done[message["action"]] += 1


def record(name: str, rounds: int) -> Recorded:
    """So many rounds of a table in `TABLES`; everything is told to somebody who only looks on."""

    async def evening() -> Recorded:
        at = Busy(name)
        await at.begin()
        while not isinstance(at.question, PlaceWagers):
            await at.play()
        at.room.enter(at.recorded.texts.append, None)
        last = at.state.round + rounds
        while at.state.round < last or at.state.is_stopped:
            await at.go_on()
        at.recorded.done.update(at.reported)
        return at.recorded

    with ThreadPoolExecutor(1) as pool:  # the browser's event loop runs in this thread
        return pool.submit(lambda: asyncio.run(evening())).result()


# A connection on which these texts come and nothing else.
TOLD = """(texts) => {
    window.WebSocket = class extends EventTarget {
        constructor() {
            super();
            setTimeout(() => (this.dispatchEvent(new Event('open')), this.#tell(0)));
        }
        #tell(at) {
            if (at >= texts.length) return;
            this.dispatchEvent(new MessageEvent('message', { data: texts[at] }));
            setTimeout(() => this.#tell(at + 1));
        }
        close() {}
    };
}"""


def house_of_all() -> str:
    """A house file with the tables that are recorded."""
    tables = []
    for name, options in TABLES.items():
        chosen = ", ".join(f"{key} = {json.dumps(value)}" for key, value in options.items())
        limits = 'minimum = "5.00", maximum = "500.00"'
        given = f"{chosen}, {limits}" if chosen else limits
        game = name.partition(" ")[0]
        tables.append(f'[[table]]\nname = "{name}"\ngame = "{game}"\nboxes = 5\noptions = {{ {given} }}\n')
    return '[house]\nname = "All"\n\n' + "\n".join(tables)
