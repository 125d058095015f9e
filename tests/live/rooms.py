"""Rooms without a database: what they would store is kept in memory, so that thousands of rounds take seconds.

Everything that is kept can be written into a real database in one transaction, to be loaded from there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import count
from random import Random
from typing import Any, cast

from sqlalchemy import Connection, insert

from holecard.engine.ask_and_answer import ask, open_table
from holecard.engine.questions import Question
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.games import find
from holecard.house.croupier import Croupier, Holding, LiveCroupier
from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.people import accounts
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.book import enter, password_digest
from holecard.live.store.store import Store
from holecard.live.store.writing import Balances, Written
from holecard.live.table.draft import Desk
from holecard.live.table.messages import parse_message
from holecard.live.table.room import Room
from holecard.live.table.said import Reply
from holecard.live.table.state import State, holding_text
from holecard.live.table.views import View
from holecard.record.journal_check import GENESIS, Head
from holecard.record.ledger import LAYOUT, account
from holecard.values.cards import DECK
from holecard.values.shoe import PracticeShuffler, Shoe
from tests.live.kit import PATIENT

NOON = 1_000_000_000.0
PURSE = accounts.MOST_CHIPS
BOXES = 5
TABLE_ID = 1

PLAYERS = (Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cem"))
FAY = Person(4, "Fay", AccountRole.FLOOR)
AUD = Person(5, "Aud", AccountRole.AUDITOR)
EVERYBODY = (*PLAYERS, FAY, AUD)

TABLES: Mapping[str, Mapping[str, object]] = {  # every game, and every way to shuffle
    "reference": {},
    "pa-down-under": {"match_the_dealer": True},
    "pa-down-under batch": {"shuffler": "batch", "decks": 4},
    "pa-down-under continuous": {"shuffler": "continuous", "settlement": "box-by-box"},
    "masque-down-under": {"soft17": "hit", "push22": "b", "decks": 2},
    "pa-double-back-jack": {"decks": 4, "mid_shoe_entry": False},
    "pa-double-back-jack batch": {"shuffler": "batch", "decks": 1},
    "pa-double-back-jack continuous": {"shuffler": "continuous"},
    "nz-blackjack": {"perfect_pair": True, "super_sevens": True, "burn": True},
    "nz-blackjack house money": {"house_money": True, "shuffler": "automatic"},
    "nz-blackjack let it ride": {"style_a": True, "let_it_ride": True},
    "nz-ante-up": {"lucky_match": True, "shuffler": "continuous"},
    "nz-blackjack-plus": {"madness_21": True, "any_pair": True},
    "nz-free-bet": {"push_22": True, "shuffler": "automatic", "burn": True},
}


LIMITS = {"minimum": "5.00", "maximum": "500.00"}


def rules_of(name: str) -> Rules:
    return find(name.partition(" ")[0]).configure({**TABLES[name], **LIMITS})


class Memory:
    """Stands in for a store: it keeps what is written, and follows the money."""

    def __init__(self) -> None:
        self.units: list[Written] = []
        self.accounts: Counter[str] = Counter({account(person.name): PURSE for person in PLAYERS})
        self._written = 0  # units that are in the database

    def now(self) -> float:
        return NOON

    async def write(self, unit: Written) -> Balances:
        moved: Counter[str] = Counter()
        for posting in unit.postings:
            moved[posting["source"]] -= posting["cents"]
            moved[posting["target"]] += posting["cents"]
        names = {person.name: account(person.name) for person in PLAYERS if moved[account(person.name)]}
        if any(self.accounts[own] + moved[own] < 0 for own in names.values()):
            raise Refused("the purse", cite=house("the purse"), why="is more than you have")
        self.accounts.update(moved)
        self.units.append(unit)
        return {name: self.accounts[own] for name, own in names.items()}

    async def read_async(self, reading: object) -> None:
        """No request was made before that is not remembered."""

    @property
    def on_layout(self) -> int:
        return self.accounts[f"{LAYOUT}:{TABLE_ID}"]

    def settle(self, connection: Connection) -> None:
        """Write what is new into a database."""
        for unit in self.units[self._written :]:
            unit(connection)
        self._written = len(self.units)


def add_rows(connection: Connection, name: str) -> None:
    """A database with our people, and the table before anything has happened there."""
    rules = rules_of(name)
    for person in EVERYBODY:
        row = {"id": person.id, "name": person.name, "role": person.role, "balance": 0, "created": NOON}
        connection.execute(insert(schema.accounts).values(row))
        enter(connection, NOON, "account", name=person.name, role=person.role, password=password_digest(None))
    for player in PLAYERS:
        accounts.buy_in(connection, player, PURSE, NOON)
    row = {
        "id": TABLE_ID, "name": "Table", "game": rules.key, "options": json.dumps({**TABLES[name], **LIMITS}),
        "rules_hash": rules.hash, "boxes": BOXES, "staff": "automatic",
        "head": GENESIS, "holding": holding_text(Holding(())), "seats": "[]",
    }  # fmt: skip
    connection.execute(insert(schema.tables).values(row))


class Foretold(LiveCroupier):
    """A live table's croupier whose cards come from a seed: for tests alone."""

    def __init__(self, rules: Rules, seed: int | str) -> None:
        Croupier.__init__(self, rules, PracticeShuffler(seed), Shoe(DECK * rules.decks))
        self._prizes = self._drawn_with(self._cards)


class At:
    """A table in memory with whoever comes to it."""

    def __init__(self, name: str, seed: int | str) -> None:
        self.name, self.rules, self.memory = name, rules_of(name), Memory()
        self.room = self.room_with(seed)
        self.told: dict[str, list[str]] = {}
        self._keys = count(1)

    def room_with(self, seed: int | str) -> Room:
        croupier, clock = Foretold(self.rules, seed), self.memory.now
        desk = Desk(table_id=TABLE_ID, epoch=0, rules=self.rules, boxes=BOXES, croupier=croupier, clock=clock)
        state = State(open_table(self.rules), Holding(()), Head(0, GENESIS), 0, 0, "")
        return Room(desk, state, cast(Store, self.memory), PATIENT, "Table", {})

    def enter(self, name: str, person: Person | None) -> None:
        """Somebody connects; `told` keeps every text that he is sent."""
        texts = self.told.setdefault(name, [])
        self.room.enter(lambda text: texts.append(text), person)

    @property
    def state(self) -> State:
        return self.room.state

    @property
    def table(self) -> Table:
        return self.room.state.table

    @property
    def question(self) -> Question:
        return ask(self.rules, self.table)

    @property
    def view(self) -> View:
        return self.room.view()

    async def say(self, person: Person, **message: Any) -> Reply:
        return await self.room.say(person, f"key-{next(self._keys)}", parse_message(message))

    async def try_to_say(self, person: Person, **message: Any) -> bool:
        """Whether it was accepted. What is refused changes nothing."""
        state, here, units = self.room.state, self.room.here.copy(), len(self.memory.units)
        try:
            await self.say(person, **message)
        except HolecardError:
            assert self.room.state is state
            assert self.room.here == here
            assert len(self.memory.units) == units
            assert not self.room.is_lost
            return False
        return True

    async def sit_down(self, *people: Person) -> None:
        for box, person in enumerate(people, start=1):
            await self.say(person, do="sit", box=box)


def answers(view: View, chance: Random, people: tuple[Person, ...] = EVERYBODY) -> tuple[Person, View] | None:
    """Who is asked now, and something lawful that he says; None where the house is asked, or nobody who is here."""
    question = view["question"]
    if question["type"] not in ("decide", "offer", "pit") or not question["choices"]:
        return None
    wanted = question["bettor"] if question["who"] == "bettor" else ""
    if not wanted and question["who"] != "floorperson":
        return None
    person = next((one for one in people if (one.name == wanted if wanted else one.role is AccountRole.FLOOR)), None)
    if person is None:
        return None
    choice = chance.choice(question["choices"])
    amount = chance.randint(choice["least"], choice["most"]) if question["type"] == "pit" else 0
    hand = question["hand"] + chance.randint(0, 1) if choice["do"] == "designate" else 0
    return person, {"do": "act", "asked": view["asked"], "action": choice["do"], "amount": amount, "hand": hand}
