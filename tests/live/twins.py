"""The same round twice, with other cards where nobody has seen them: what everybody is told must not differ.

The second time the hole card is another (one that the reader shows alike), and so is the order of every card that the
first time was not dealt. Until the rules expose one of these, no text that anybody is sent may tell the two apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from holecard.engine.questions import PlaceWagers
from holecard.engine.rules import Rules
from holecard.house.croupier import Holding
from holecard.live.people.people import Person
from holecard.live.table.state import State
from holecard.values.cards import Card, parse_card
from holecard.values.shoe import cut
from tests.live.rooms import AUD, FAY, PLAYERS, At, Memory, answers

ANN, BOB, CEM = PLAYERS
ROLES: dict[str, Person | None] = {"player": ANN, "backer": CEM, "floorperson": FAY, "auditor": AUD, "spectator": None}
COMMITMENT = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{16}(?=…)")  # in full, or shortened in a line of the log
CLOCK = re.compile(r'"seconds": ?[\d.]+')


@dataclass
class Told:
    """What everybody was told of a round, stroke by stroke: by role the texts, with the answers to who spoke."""

    strokes: list[dict[str, list[str]]] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)  # of the journal, up to the next order of the cards
    after: State | None = None

    @property
    def exposed(self) -> int:
        """The stroke in which the hole card was turned, or how many there are."""
        for number, stroke in enumerate(self.strokes):
            if any("turn " in event["text"] for event in _events(stroke["spectator"])):
                return number
        return len(self.strokes)


def _events(texts: list[str]) -> list[dict[str, Any]]:
    return [event for text in texts for event in json.loads(text).get("events", ())]


class Stage(At):
    """A table at which one round after another is played, each from a state that can be played again."""

    def __init__(self, name: str, seed: int | str) -> None:
        super().__init__(name, seed)
        self.seed, self._rounds = seed, count(1)

    async def prepare(self) -> State:
        """Open the table, and let everybody lay what he bets in every round; the cards are in the shoe."""
        self._at(self.room.state, "opening")
        await self.room.open()
        await self.sit_down(ANN, BOB)
        return self.state

    def _at(self, state: State, seed: str, roles: dict[str, Person | None] = ROLES) -> None:
        """The table stands like this again, with these people there and the same chips."""
        self.memory = Memory()
        self.room = self.room_with(seed)
        self.room.state = state
        self.told = {}
        for role, person in roles.items():
            self.enter(role, person)

    async def bet(self, state: State, chance: Random) -> State:
        """The wagers of a round, and whatever the pit has to do before them."""
        self._at(state, f"{self.seed} {next(self._rounds)}", {})
        while not isinstance(self.question, PlaceWagers):
            said = answers(self.view, chance)
            assert said is not None
            await self.say(said[0], **said[1])
        bettors = [(ANN, 1)]
        if chance.random() < 0.2 and BOB.name not in self.table.pit.barred:
            bettors.append((BOB, 2))
        if chance.random() < 0.3 and self.rules.play.sharing.bettors_per_box > 1:
            bettors.append((CEM, 1))
        for person, box in bettors:
            sides = [key for key in self.rules.play.side_wagers if chance.random() < 0.7]
            bets = [{"box": box, "amount": 1000, "wager": wager} for wager in ("main", *sides)]
            await self.say(person, do="bet", bets=bets)
        return self.state._replace(holding=loaded(self.state))

    async def play(self, state: State, seed: str, strokes: int = 1000) -> Told:
        """A round to its end, or so many strokes of it; everybody chooses by the seed and what he sees."""
        self._at(state, seed)
        chance, told = Random(seed), Told()
        betting = [person for person in PLAYERS if any(person.name in box.bettors for box in state.table.boxes)]
        while self.state.round == state.round and len(told.strokes) < strokes:
            for texts in self.told.values():
                texts.clear()
            if isinstance(self.question, PlaceWagers):
                person, message = next(one for one in betting if one.name not in self.room.here.ready), {"do": "ready"}
            else:
                said = answers(json.loads(told.strokes[-1]["spectator"][0]), chance)
                assert said is not None, f"nobody answers {self.view['question']}"
                person, message = said
            reply = await self.say(person, **message)
            told.strokes.append(
                {**{role: list(sent) for role, sent in self.told.items()}, "reply": [json.dumps(reply)]}
            )
        for unit in self.memory.units:
            told.entries += [row["body"] if row["kind"] == "answer" else row["kind"] for row in unit.entries]
        told.after = self.state
        return told


def loaded(state: State) -> Holding:
    """The croupier with the cards in the shoe, as they are when the first is drawn."""
    held, pit = state.holding, state.table.pit
    if not held.stack:
        return held
    order = list(held.stack)
    for position in pit.cuts:
        order = cut(order, position)
    return held._replace(shoe=tuple(order), stack=(), cover=pit.cover)


def timeless(texts: Iterable[str]) -> list[str]:
    """What was told but for what is left of the clock, which goes on from one moment to the next."""
    return [CLOCK.sub("…", text) for text in texts]


def same(one: dict[str, list[str]], other: dict[str, list[str]]) -> bool:
    """Whether everybody was told the same, word for word; a commitment to a new order says nothing of it."""
    if one == other:
        return True
    bare = [
        {role: [COMMITMENT.sub("…", text) for text in timeless(texts)] for role, texts in told.items()}
        for told in (one, other)
    ]
    return bare[0] == bare[1]


def dealt(told: Told) -> list[str]:
    """Where the cards of the first order went, as the journal has it: `1:As`, `dealer:--`."""
    found: list[str] = []
    for entry in told.entries:
        if entry == "shoe":
            break
        words = entry.partition("\n")[0].split()
        found += words[1:] if words[0] == "cards" else []
    return found


def twin(rules: Rules, state: State, told: Told, chance: Random) -> tuple[State, Card | None]:
    """The state with other cards unseen, and the hole card that it has instead, if there is one."""
    places, order = dealt(told), state.holding.shoe
    seen, unseen = list(order[: len(places)]), list(order[len(places) :])
    chance.shuffle(unseen)
    other = None
    if "dealer:--" in places:
        at = places.index("dealer:--")
        other = next((card for card in unseen if _alike(rules, told, card, seen[at])), None)
        if other is not None:
            unseen[unseen.index(other)], seen[at] = seen[at], other
    prizes = state.holding.prizes
    used = sum(" @shoe" in entry.partition("\n")[0] for entry in told.entries)
    rest = list(prizes[used:])
    chance.shuffle(rest)
    held = state.holding._replace(shoe=(*seen, *unseen), prizes=(*prizes[:used], *rest))
    return state._replace(holding=held), other


def _alike(rules: Rules, told: Told, card: Card, hole: Card) -> bool:
    """Whether the reader cannot tell this card from the hole card."""
    lights = {entry.split()[1].partition("\n")[0] for entry in told.entries if entry.startswith("light ")}
    if card.value == hole.value:
        return False
    reader, up = rules.play.reader, next(word for word in dealt(told) if word.startswith("dealer:"))
    return not lights or (reader is not None and {reader.light(parse_card(up[-2:]), card)} == lights)
