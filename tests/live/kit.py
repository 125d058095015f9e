"""A house for tests: opened in this process or served by another, and players who answer whatever they are asked.

async with open_house(url, tables=[table("reference")]) as house:
    room = house.rooms[1]
    ann = await Guest.come(house, room, "Ann")
    await play_rounds(room, [ann], rounds=3)
"""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, Final, Self

from sqlalchemy import Connection, select

from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Croupier, LiveCroupier
from holecard.house.house_file import Checked, check_house, read_house
from holecard.live.people import accounts
from holecard.live.people.accounts import Session
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.packs import Pack
from holecard.live.store.store import Store
from holecard.live.table.clocks import Clocks
from holecard.live.table.house import OUR_HOUSE, House
from holecard.live.table.messages import parse_message
from holecard.live.table.room import Room
from holecard.live.table.said import Reply
from holecard.live.table.views import View
from holecard.record.ledger import LAYOUT, account
from holecard.values.cards import parse_cards
from holecard.values.shoe import PracticeShuffler
from tests.kit.patience import PATIENCE
from tests.live.following import whole

PATIENT = Clocks(betting=3600.0, deciding=3600.0, away=3600.0, collecting=3600.0)  # no clock runs out during a test
PURSE = 100_000_000
PATIENTLY: Final[dict[str, Any]] = {"open_timeout": PATIENCE, "close_timeout": PATIENCE, "ping_interval": None}
STANDING = SimpleNamespace(monotonic=lambda: 1000.0)  # in the place of `time`: nothing is allowed again by waiting
KEYS = count(1)


# The house


def table(game: str, name: str = "", boxes: int = 5, **options: str) -> str:
    """A table of a house file."""
    given = ", ".join(f'{option} = "{value}"' for option, value in options.items())
    return f'[[table]]\nname = "{name or game}"\ngame = "{game}"\nboxes = {boxes}\noptions = {{{given}}}\n'


def our_tables() -> dict[str, str]:
    """The tables of the house that is opened where no file is named: every game."""
    _, *texts = OUR_HOUSE.read_text().split("[[table]]")
    return {str(tomllib.loads(text)["name"]): f"[[table]]{text}" for text in texts}


def house_file(tables: Iterable[str] = (), staff: str = "automatic") -> str:
    """The text of a house file; without tables, of the house that is opened where no file is named."""
    listed = tuple(tables)
    head = f'[house]\nname = "Test"\nstaff = "{staff}"\n'
    return head + "\n".join(listed) if listed else OUR_HOUSE.read_text()


def checked(tables: Iterable[str] = (), staff: str = "automatic") -> tuple[Checked, ...]:
    return check_house(read_house(house_file(tables, staff)))


class Foretold(Croupier):
    """A croupier with any shuffler, whose prizes are drawn with the cards as a live one's are."""

    _drawn_with = LiveCroupier._drawn_with


class PracticeHouse(House):
    """A house whose cards are foretold: shuffled from a seed, or `stacked` ones first. For tests alone.

    Stacked cards leave the order that was committed, so that an audit finds them.
    """

    def __init__(self, store: Store, clocks: Clocks, seed: int | str, stacked: str) -> None:
        super().__init__(store, clocks)
        self._seed, self._stacked = seed, stacked

    def _load(self, connection: Connection, table_id: int, epoch: int) -> Room:
        room = super()._load(connection, table_id, epoch)
        shuffler = PracticeShuffler(f"{self._seed}/{table_id}")
        croupier = Foretold(room.desk.rules, shuffler, stacked=tuple(parse_cards(self._stacked)))
        room.desk = replace(room.desk, croupier=croupier)
        return room


@asynccontextmanager
async def open_house(
    url: str,
    tables: Iterable[str] = (),
    clocks: Clocks = PATIENT,
    seed: int | str | None = None,
    stacked: str = "",
    staff: str = "automatic",
) -> AsyncIterator[House]:
    """A house in this process, with the system's cards unless a seed or stacked cards are given."""
    store = Store(url)
    try:
        practice = seed is not None or bool(stacked)
        house = PracticeHouse(store, clocks, seed or 0, stacked) if practice else House(store, clocks)
        house.prepare(checked(tables, staff))
        try:
            await house.start()
            yield house
        finally:
            await house.stop()
    finally:
        store.close()


def room_of(house: House, name: str) -> Room:
    """The room of the table with this name."""
    return next(room for room in house.rooms.values() if room.name == name)


# Who comes there


def add_person(store: Store, name: str, role: AccountRole = AccountRole.PLAYER, purse: int = PURSE) -> Person:
    """Somebody with chips; one who has been here before comes back as he was."""

    def write(connection: Connection) -> Person:
        wanted = select(schema.accounts).where(schema.accounts.c.name == name)
        if (row := connection.execute(wanted).one_or_none()) is not None:
            return Person(row.id, row.name, AccountRole(row.role))
        person = accounts.add_account(connection, name, None, role, store.now())
        if purse:
            accounts.buy_in(connection, person, purse, store.now())
        return person

    return store.write_now(write)


class Guest:
    """Somebody at a table of this process: what he was told last, and everything."""

    def __init__(self, room: Room, person: Person) -> None:
        self.room, self.person = room, person
        self.told: list[dict[str, Any]] = []
        self.session: Session | None = None  # that he speaks under, where that matters
        self._view: View | None = None
        self._news = asyncio.Event()

    @classmethod
    async def come(
        cls,
        house: House,
        room: Room,
        name: str,
        role: AccountRole = AccountRole.PLAYER,
        box: int = 0,
        purse: int = PURSE,
    ) -> Self:
        """Connect, and sit down where a box is named."""
        guest = cls(room, add_person(house.store, name, role, purse))
        room.enter(guest._hear, guest.person)
        if box and not room.state.seat_of(name):
            await guest.say(do="sit", box=box)
        return guest

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "table":
            message = self._view = whole(message, self._view)
        self.told.append(message)
        self._news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something that he was told makes it so."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    @property
    def view(self) -> View:
        """The table as he was told of it last."""
        assert self._view is not None, "whoever enters is told"
        return self._view

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for one in self.told if one["type"] == "table" for event in one["events"]]

    async def say(self, key: str = "", **message: Any) -> Reply:
        return await self.room.say(self.person, key or f"key-{next(KEYS)}", parse_message(message), self.session)

    async def bet(self, amount: int, box: int = 0, wager: str = "main") -> Reply:
        place = box or self.room.state.seat_of(self.person.name)
        return await self.say(do="bet", bets=[{"box": place, "amount": amount, "wager": wager}])

    async def act(self, action: str, amount: int = 0, hand: int = 0) -> Reply:
        return await self.say(do="act", asked=self.view["asked"], action=action, amount=amount, hand=hand)

    def log_in(self, house: House, **limits: int) -> None:
        """From now on he speaks under a session, with limits of his own."""
        store, now = house.store, house.store.now()

        def write(connection: Connection) -> Session | None:
            accounts.set_limits(connection, self.person, accounts.Limits(**limits), now)
            return accounts.find_session(connection, accounts.begin_session(connection, self.person, now), now)

        self.session = store.write_now(write)

    def drop(self) -> None:
        """The connection is lost."""
        self.room.depart(self._hear)


# What they say


def choose(told: View, name: str, chance: Random, stakes: dict[str, int], is_floor: bool = False) -> View | None:
    """What somebody who knows the table's last message says next, without a key; None while others are asked.

    `stakes` are the wagers that he lays on his own box. It is the wire's own form, for a room and a socket alike.
    """
    question = told["question"]
    if told["stopped"] or not told["open"]:
        return None
    seat = next((seat["box"] for seat in told["seats"] if seat["name"] == name), 0)
    match question["type"]:
        case "bets" if not seat or name in told["ready"]:
            return None
        case "bets":
            laid = _laid(told, seat, name)
            missing = [{"box": seat, "amount": sum_, "wager": key} for key, sum_ in stakes.items() if key not in laid]
            return {"do": "bet", "bets": missing} if missing else {"do": "ready"}
        case "decide" | "offer" | "pit":
            mine = is_floor if question["who"] == "floorperson" else question["bettor"] == name
            if not mine or not question["choices"]:
                return None
            choice = chance.choice(question["choices"])
            staked = {"amount": chance.randint(choice["least"], choice["most"])} if question["type"] == "pit" else {}
            return {"do": "act", "asked": told["asked"], "action": choice["do"], **staked}
    return None


def _laid(told: View, seat: int, name: str) -> set[str]:
    boxes = [box for box in told["table"]["boxes"] if box["box"] == seat]
    wagers = [*(one for box in boxes for hand in box["hands"] for one in hand["wagers"])]
    wagers += [one for box in boxes for one in box["wagers"]]
    return {one["wager"] for one in wagers if one["bettor"] == name}


def usual_stakes(rules: Rules) -> dict[str, int]:
    """The least of every wager that the table offers."""
    sides = {key: side.least or rules.minimum for key, side in rules.play.side_wagers.items()}
    return {"main": rules.minimum, **sides}


async def play_rounds(
    room: Room, guests: Sequence[Guest], rounds: int, chance: Random | None = None, stakes: dict[str, int] | None = None
) -> None:
    """Let these people play until so many more rounds are over."""
    last = room.state.round + rounds
    async for _ in strokes(room, guests, chance or Random(1), stakes):
        if room.state.round >= last:
            return


async def strokes(
    room: Room, guests: Sequence[Guest], chance: Random, stakes: dict[str, int] | None = None
) -> AsyncIterator[Guest]:
    """Everything that these people say, one after another; who said it is told after each."""
    wanted = stakes if stakes is not None else usual_stakes(room.desk.rules)
    while True:
        for guest in guests:
            floor = guest.person.role is AccountRole.FLOOR
            message = choose(guest.view, guest.person.name, chance, wanted, floor)
            if message is not None:
                await guest.say(**message)
                yield guest
                break
        else:
            raise AssertionError(f"nobody answers {room.view()['question']}")


# What must always hold


def books(connection: Connection) -> Counter[str]:
    """What every account of the ledger holds, from its postings, packed or not."""
    held: Counter[str] = Counter()
    packed = [posting for row in connection.execute(select(schema.packs)) for posting in Pack(row).postings]
    for posting in (*connection.execute(select(schema.postings)), *packed):
        held[posting.source] -= posting.cents
        held[posting.target] += posting.cents
    return held


def assert_balanced(house: House) -> None:
    """No chip is created or lost: purses are what was posted, and on each layout lie the open wagers."""

    def check(connection: Connection) -> None:
        held = books(connection)
        assert sum(held.values()) == 0
        for row in connection.execute(select(schema.accounts)):
            assert row.balance == held[account(row.name)] >= 0, row.name
        for table_id, room in house.rooms.items():
            assert held[f"{LAYOUT}:{table_id}"] == at_risk(room.state.table), room.name

    house.store.read(check)


def at_risk(laid: Table) -> int:
    """The money that lies on a layout."""
    wagers = [*(one for box in laid.boxes for hand in box.hands for one in hand.wagers)]
    wagers += [one for box in laid.boxes for one in box.wagers]
    return sum(one.at_risk for one in wagers if one.net is None)
