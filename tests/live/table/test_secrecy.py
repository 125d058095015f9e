"""Nobody learns what the rules have not exposed: not a card that lies face down, not the order of those to come, not
the chips of another.

Shown by non-interference: the same round with other unseen cards tells everybody the same, word for word.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from holecard.games import GAMES
from holecard.law.errors import HolecardError
from holecard.live.people import accounts
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.table._recent import events_before
from holecard.live.table.fairness import Committed
from holecard.live.table.house import House
from holecard.live.table.messages import parse_message
from holecard.live.table.state import holding_text
from holecard.live.web._asking import error_body
from holecard.values.cards import show
from tests.kit.soak import usual_or_soak
from tests.live.kit import add_person, open_house, table
from tests.live.rooms import TABLES, answers, rules_of
from tests.live.twins import Stage, Told, same, timeless, twin
from tests.live.visitors import Visitors

ROUNDS = usual_or_soak(40, 1000)  # of every game
LOOKS = usual_or_soak(2, 6)  # at everything that can be asked for, while cards lie on the table
FIRST = {rules_of(name).key: name for name in sorted(TABLES, reverse=True)}  # a table of each game


def compared(name: str, rounds: int, seed: object = "") -> Counter[str]:
    """Play so many rounds twice and compare them; what there was to compare."""

    async def play() -> Counter[str]:
        stage, chance, found = Stage(name, f"{name}{seed}"), Random(f"{name}{seed}"), Counter[str]()
        state = await stage.prepare()
        for number in range(rounds):
            state = await stage.bet(state, chance)
            told = await stage.play(state, f"{name} {number}")
            other, hole = twin(stage.rules, state, told, chance)
            assert other.holding != state.holding
            again = await stage.play(other, f"{name} {number}", told.exposed + 1)
            check_same(told, again)
            found["rounds"] += 1
            found["strokes"] += told.exposed
            found["messages"] += sum(len(texts) for stroke in told.strokes[: told.exposed] for texts in stroke.values())
            found["another hole card"] += hole is not None
            found["exposed"] += told.exposed < len(told.strokes)
            assert told.after is not None
            state = told.after
        return found

    return asyncio.run(play())


def check_same(told: Told, again: Told) -> None:
    """Up to the stroke in which the hole card is turned, and the second time it is turned then too."""
    assert again.exposed == told.exposed
    for one, other in zip(told.strokes[: told.exposed], again.strokes, strict=False):
        assert same(one, other)
    for stroke in told.strokes:
        assert len({text for texts in stroke.values() for text in texts if '"type":"table"' in text}) == 1


def test_there_is_a_table_of_every_game() -> None:
    assert set(FIRST) == set(GAMES)


@pytest.mark.parametrize("name", sorted(FIRST.values()))
def test_other_unseen_cards_tell_everybody_the_same(name: str) -> None:
    found = compared(name, ROUNDS)
    has_hole_card = not name.startswith("nz-")  # there the dealer takes his second card last
    assert found["rounds"] == ROUNDS
    assert found["messages"] > found["strokes"] > ROUNDS
    assert (found["another hole card"] > 0.9 * ROUNDS) is has_hole_card
    assert (found["exposed"] > 0.9 * ROUNDS) is has_hole_card


@pytest.mark.parametrize("name", sorted(set(TABLES) - set(FIRST.values())))
def test_so_they_do_however_the_cards_are_shuffled(name: str) -> None:
    assert compared(name, 60)["rounds"] == 60


def test_the_comparison_sees_a_card_that_is_told() -> None:
    """A view that told the hole card would be found out."""

    class Telltale(Stage):
        def enter(self, name: str, person: Person | None) -> None:
            super().enter(name, person)
            texts, room = self.told[name], self.room
            if name == "auditor":
                room.enter(lambda text: texts.append(repr(room.state.holding.hole)), person)

    async def play() -> None:
        stage, chance = Telltale("pa-down-under", 1), Random(1)
        state = await stage.bet(await stage.prepare(), chance)
        told = await stage.play(state, "1")
        again = await stage.play(twin(stage.rules, state, told, chance)[0], "1", told.exposed + 1)
        with pytest.raises(AssertionError):
            check_same(told, again)

    asyncio.run(play())


# Over HTTP, and in so many words

PURSES = {"Ann": 31_415_926, "Bob": 27_182_818, "Cem": 16_180_339}
OVER_HTTP: dict[str, dict[str, Any]] = {  # a reader, a hole card that nobody reads, prizes
    "pa-down-under": {},
    "pa-double-back-jack": {"shuffler": "continuous"},
    "nz-blackjack-plus": {"madness_21": "yes"},
}


class Evening:
    """A table of a real house, people of every role, and a round under way; `secrets` are what nobody may be told."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.room, self.chance = house, house.rooms[1], Random(game)
        self.visitors = Visitors(house)
        self.texts: dict[str, list[str]] = {}

    async def begin(self) -> None:
        for name, purse in PURSES.items():
            self.visitors.log_in(name, purse=purse)
        self.visitors.log_in("Fay", AccountRole.FLOOR)
        self.visitors.log_in("Aud", AccountRole.AUDITOR)
        self.people = {name: add_person(self.house.store, name) for name in (*PURSES, "Fay", "Aud")}
        for name in self.visitors.names:
            self.texts[name] = []
            self.room.enter(self.texts[name].append, self.people.get(name))
        for box, name in enumerate(("Ann", "Bob"), start=1):
            await self.say(name, do="sit", box=box)

    async def say(self, name: str, **message: Any) -> None:
        try:
            reply: object = await self.room.say(self.people[name], secrets.token_hex(8), parse_message(message))
        except HolecardError as error:
            reply = error_body(error)
        self.texts[name].append(json.dumps(reply))

    async def go_on(self) -> None:
        view = self.room.view()
        said = answers(view, self.chance, tuple(self.people.values()))
        if said is not None:
            await self.say(said[0].name, **said[1])
            return
        assert view["question"]["type"] == "bets", view["question"]
        for name, box in (("Ann", 1), ("Bob", 2), ("Cem", 1)):
            wagers = ("main", *self.room.desk.rules.play.side_wagers)
            await self.say(name, do="bet", bets=[{"box": box, "amount": 1000, "wager": wager} for wager in wagers])
            await self.say(name, do="ready")

    def read(self, column: Any) -> Any:
        return self.house.store.read(lambda connection: connection.execute(select(column)).scalars().all())

    def of_the_cards(self) -> Iterator[str]:
        """What of the cards must not be told while they are in use."""
        held, shoes = self.room.state.holding, schema.shoes
        untold = select(shoes).where(shoes.c.revealed.is_(None))
        for row in self.house.store.read(lambda connection: connection.execute(untold).all()):
            order = Committed.stored(row, self.house.store.vault)
            yield from (order.salt, order.cards, *([order.prizes] if order.prizes else []))
            yield from (row.salt, row.cards, row.prizes)
        yield from self.read(schema.tables.c.holding)
        yield from filter(None, self.read(schema.tables.c.dealt))
        yield holding_text(held)
        cards = held.stack or held.shoe
        for at in range(0, len(cards) - RUN, RUN):
            for written in (" ".join, ", ".join, '", "'.join, '","'.join):
                yield written(map(repr, cards[at : at + RUN]))

    def of(self, name: str) -> Iterator[str]:
        """What of a player is nobody else's."""
        own = select(schema.accounts).where(schema.accounts.c.name == name)
        row = self.house.store.read(lambda connection: connection.execute(own).one())
        yield from (str(row.balance), str(row.loss_limit), self.visitors.tokens[name])
        yield accounts.token_hash(self.visitors.tokens[name])

    async def told(self, without: Sequence[str] = ()) -> dict[str, list[str]]:
        """By name everything that somebody has been told, or can ask for now."""
        missed = json.dumps(self.house.store.read(lambda connection: events_before(connection, 1, 10**9)))
        found = {}
        for name, texts in self.texts.items():
            asked = await self.visitors.everything(name)
            found[name] = timeless([*texts, missed, *(said for path, said in asked.items() if path not in without)])
        return found


RUN = 6  # cards in a row that tell an order
STAFF_SEE = "/api/staff/accounts"
MEASURED = ("/metrics", "/api/status")  # of the server itself: another figure at every moment


def evening(url: str, game: str, check: Callable[[Evening], Awaitable[None]]) -> None:
    """Play, and check now and then while cards lie on the table."""

    async def play() -> None:
        async with open_house(url, [table(game, **OVER_HTTP[game])]) as house:
            at = Evening(house, game)
            await at.begin()
            for _ in range(LOOKS):
                await at.go_on()
                while not at.room.state.table.cards_on_layout():
                    await at.go_on()
                await check(at)

    asyncio.run(play())


@pytest.mark.parametrize("game", sorted(OVER_HTTP))
def test_no_answer_over_http_depends_on_an_unseen_card(game: str, sqlite_url: str) -> None:
    """Other secrets are put into the database and the room while a round is under way; no answer changes."""

    async def check(at: Evening) -> None:
        before, state = await at.told(MEASURED), at.room.state
        held = state.holding
        cards = [*(held.stack or held.shoe), *([held.hole] if held.hole else [])]
        at.chance.shuffle(cards)
        hole = cards.pop() if held.hole else None
        shoe, stack = ((), tuple(cards)) if held.stack else (tuple(cards), ())
        other = held._replace(shoe=shoe, stack=stack, hole=hole, prizes=held.prizes[::-1])
        at.room.state = state._replace(holding=other)
        row = {"salt": "0" * 64, "cards": show(tuple(cards)), "prizes": "1 2 3"}

        def put(connection: Connection, text: str, *rows: dict[str, str]) -> None:
            connection.execute(update(schema.tables).values(holding=text))
            for number, one in enumerate(rows, start=1):
                its = schema.shoes.c.number == number, schema.shoes.c.revealed.is_(None)
                connection.execute(update(schema.shoes).where(*its).values(one))

        kept = [
            {name: column for name, column in shoe._asdict().items() if name in row}
            for shoe in at.house.store.read(
                lambda c: c.execute(select(schema.shoes).order_by(schema.shoes.c.number)).all()
            )
        ]
        at.house.store.write_now(lambda connection: put(connection, holding_text(other), *(row for _ in kept)))
        assert await at.told(MEASURED) == before
        at.house.store.write_now(lambda connection: put(connection, holding_text(held), *kept))
        at.room.state = state

    evening(sqlite_url, game, check)


@pytest.mark.parametrize("game", sorted(OVER_HTTP))
def test_no_secret_is_told_in_so_many_words(game: str, sqlite_url: str) -> None:
    """Salt, order, prizes, what the croupier holds; another's chips, limits and session. Staff see chips and limits on
    their own page alone."""

    async def check(at: Evening) -> None:
        for name, purse in PURSES.items():
            limits = {"loss": purse - 7, "minutes": None}
            assert (await at.visitors.ask(name, "PUT", "/api/me/limits", json=limits)).status_code == 200
        told, elsewhere = await at.told(), await at.told((STAFF_SEE,))
        for secret in at.of_the_cards():
            for name, texts in told.items():
                assert not any(secret in text for text in texts), (name, secret)
        for owner in PURSES:
            for secret in at.of(owner):
                assert any(secret in text for text in told[owner]) or secret not in str(PURSES)
                for name, texts in (elsewhere if secret.isdigit() else told).items():
                    assert name == owner or not any(secret in text for text in texts), (name, owner, secret)
            for name, texts in told.items():  # a player who asks for the accounts learns nothing
                assert name in (owner, "Fay", "Aud") or not any(str(PURSES[owner] - 7) in text for text in texts)

    evening(sqlite_url, game, check)
