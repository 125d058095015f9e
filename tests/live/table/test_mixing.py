"""Players' numbers mix the order that the house has committed to, and nothing else does."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from holecard.law.errors import Malformed, Refused
from holecard.live.audit.audit import verify
from holecard.live.people.people import AccountRole
from holecard.live.table.house import House
from holecard.live.table.mixing import MOST_NUMBERS, mixed
from holecard.live.table.room import Room
from holecard.live.web.http_tables import shoe as shoe_told
from tests.live.kit import Guest, open_house, our_tables, play_rounds, room_of, strokes, table
from tests.live.orders import dealt, follow, journal, mixed_by_hand, shoes
from tests.live.tampering import found_broken, rewrite, tampering

TABLES = our_tables()
CUT, CONTINUOUS, PLAIN = "Blackjack", "Down Under, shuffled continuously", "Practice"
ONE, OTHER = "0123456789abcdef" * 2, "f" * 64


# The permutation


@pytest.mark.parametrize("size", [1, 2, 3, 52, 416])
def test_an_order_is_mixed_as_the_documents_say(size: int) -> None:
    cards = [str(card) for card in range(size)]
    for number in (ONE, OTHER):
        given = (("Bob", number), ("Ann", ONE))
        order = list(mixed(cards, "aa" * 32, given))
        assert order == mixed_by_hand(cards, "aa" * 32, [" ".join(one) for one in given])
        assert order == list(mixed(cards, "aa" * 32, given[::-1])), "when a number came is no matter"
        assert sorted(order) == sorted(cards)


def test_every_order_is_equally_likely() -> None:
    orders = Counter(mixed("abcd", "aa" * 32, (("Ann", f"{number:032x}"),)) for number in range(4800))
    expected = 4800 / 24
    assert len(orders) == 24
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 49.7  # once in a thousand


def test_another_commitment_name_or_number_gives_another_order() -> None:
    cards = range(52)
    told = (("aa", "Ann", ONE), ("ab", "Ann", ONE), ("aa", "Bob", ONE), ("aa", "Ann", OTHER))
    orders = {mixed(cards, commitment, ((name, number),)) for commitment, name, number in told}
    assert len(orders) == len(told)
    assert tuple(cards) not in orders


# At the table


async def give(guest: Guest, chance: Random) -> None:
    shoe = guest.view["shoe"]
    if shoe["open"] and guest.person.name not in shoe["numbers"]:
        await guest.say(do="contribute", shoe=shoe["number"], number=f"{chance.getrandbits(256):064x}")


async def come(house: House, name: str) -> tuple[Room, list[Guest]]:
    room = room_of(house, name)
    return room, [await Guest.come(house, room, who, box=box) for box, who in enumerate(("Ann", "Bob"), start=1)]


async def play(room: Room, guests: list[Guest], rounds: int, chance: Random) -> None:
    """Rounds whose players give their numbers as soon as they may."""
    last = room.state.round + rounds
    async for _ in strokes(room, guests, chance):
        for guest in guests:
            await give(guest, chance)
        if room.state.round >= last:
            return


async def until_bets(room: Room, guests: list[Guest]) -> None:
    if room.view()["question"]["type"] != "bets":
        async for _ in strokes(room, guests, Random(1)):
            if room.view()["question"]["type"] == "bets":
                return


@pytest.mark.parametrize("name", [CUT, CONTINUOUS, PLAIN, "Down Under"])
def test_the_numbers_mix_what_is_dealt_and_outlive_a_restart(sqlite_url: str, name: str) -> None:
    async def evening() -> None:
        chance = Random(name)
        async with open_house(sqlite_url, [TABLES[name]]) as house:
            room, guests = await come(house, name)
            await until_bets(room, guests)
            await give(guests[0], chance)
        async with open_house(sqlite_url, [TABLES[name]]) as house:  # a number was given, and no card dealt
            room, guests = await come(house, name)
            assert room.view()["shoe"]["numbers"] == ["Ann"]
            await play(room, guests, 1, chance)
            async for _ in strokes(room, guests, chance):
                if room.state.table.cards_on_layout():
                    break
        async with open_house(sqlite_url, [TABLES[name]]) as house:  # in the middle of a round
            room, guests = await come(house, name)
            await play(room, guests, 2, chance)
            verify(house.store.engine)
            entries, told = house.store.read(journal), shoes(house.store)
            assert list(follow(entries, told)).count("seen") > 10
            assert len([entry for entry in entries if entry.kind == "number"]) >= 2
            with pytest.raises(AssertionError):  # the committed order alone is not what was dealt
                list(follow([entry for entry in entries if entry.kind != "number"], told))

    asyncio.run(evening())


def test_the_burned_card_that_a_player_views_is_that_of_the_mixed_order(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table("nz-blackjack", burn="yes")]) as house:
            room, guests = await come(house, "nz-blackjack")
            await until_bets(room, guests)
            ann, bob = guests
            await ann.say(do="contribute", shoe=room.state.shoe, number=ONE)
            await ann.say(do="notify", what="view-burn")
            with pytest.raises(Refused, match="after the first card"):
                await bob.say(do="contribute", shoe=room.state.shoe, number=OTHER)
            (viewed,) = [entry.body for entry in house.store.read(journal) if entry.body.startswith("notice view-burn")]
            order = shoes(house.store)[room.state.shoe]
            told = mixed_by_hand(order.cards.split(), order.commitment, [f"Ann {ONE}"])
            burned = told[room.state.table.pit.cuts[0] :] if room.state.table.pit.cuts else told
            assert viewed.partition("\n")[0].endswith(f" card {burned[0]}")
            await play_rounds(room, guests, 1)
            verify(house.store.engine)

    asyncio.run(evening())


def test_a_number_is_taken_once_in_time_and_from_a_seated_player(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [TABLES[PLAIN]]) as house:
            room, (ann, bob) = await come(house, PLAIN)
            cem = await Guest.come(house, room, "Cem")
            flo = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            shoe = room.state.shoe
            assert ann.view["shoe"] | {"commitment": ""} == {
                "number": shoe,
                "commitment": "",
                "numbers": [],
                "open": True,
            }
            for who in (cem, flo):
                with pytest.raises(Refused, match="only seated players"):
                    await who.say(do="contribute", shoe=shoe, number=ONE)
            with pytest.raises(Refused, match=f"shoe {shoe + 1} is not the current order"):
                await ann.say(do="contribute", shoe=shoe + 1, number=ONE)
            for wrong in ("", "ab" * 15, "AB" * 16, "a" * 65, "g" * 32):
                with pytest.raises(Malformed, match="number must"):
                    await ann.say(do="contribute", shoe=shoe, number=wrong)
            await ann.say(do="contribute", shoe=shoe, number=ONE)
            assert bob.view["shoe"]["numbers"] == ["Ann"]
            assert bob.events[-1]["text"] == f"{shoe} Ann {ONE}"
            with pytest.raises(Refused, match="already given"):
                await ann.say(do="contribute", shoe=shoe, number=OTHER)
            full = tuple((f"P{at}", ONE) for at in range(MOST_NUMBERS))
            before, room.state = room.state, room.state._replace(numbers=full)
            with pytest.raises(Refused, match="the most it takes"):
                await bob.say(do="contribute", shoe=shoe, number=ONE)
            room.state = before
            for guest in (ann, bob):
                await guest.bet(room.desk.rules.minimum)
            await ann.say(do="ready")
            await bob.say(do="ready")
            assert not bob.view["shoe"]["open"]
            with pytest.raises(Refused, match="it came after the first card"):
                await bob.say(do="contribute", shoe=room.state.shoe, number=OTHER)
            assert shoe_told(1, shoe, house).model_dump()["numbers"] == [{"name": "Ann", "number": ONE}]

    asyncio.run(evening())


# Tampering


def test_an_audit_finds_a_number_that_was_changed_added_or_moved(tmp_path: Path) -> None:
    async def evening() -> list[Any]:
        async with open_house(f"sqlite:///{tmp_path}/house.db", [TABLES[PLAIN]]) as house:
            room, guests = await come(house, PLAIN)
            cem = await Guest.come(house, room, "Cem", box=3)  # gives none, and bets nothing
            cem.drop()
            await play(room, guests, 2, Random(1))
            return house.store.read(journal)

    entries = asyncio.run(evening())
    first = next(entry for entry in entries if entry.kind == "number")
    deal = next(entry for entry in entries if dealt(entry))

    def as_it_was(row: Any) -> list[tuple[str, str]]:
        return [(row.kind, row.body)]

    def at_first(*bodies: str) -> Any:
        """These in the place of the first number."""
        return lambda row: [("number", body) for body in bodies] if row.n == first.n else as_it_was(row)

    def after(n: int, body: str) -> Any:
        return lambda row: as_it_was(row) + [("number", body)] * (row.n == n)

    changes = {
        at_first(f"{first.body[:-1]}{int(first.body[-1], 16) ^ 1:x}"): "does not match the committed order",
        at_first(): "",
        at_first(first.body, first.body): "is no number that Ann could give",
        at_first(first.body.replace("Ann", "Eve")): "is no number that Eve could give",
        at_first(first.body[:-60]): "is no player's number",
        after(deal.n, f"1 Bob {ONE}"): "is no number that Bob could give",
        after(deal.n, f"1 Cem {ONE}"): "at a time when none may come",
    }
    for at, (change, why) in enumerate(changes.items()):
        copy = tmp_path / f"{at}.db"
        shutil.copy(tmp_path / "house.db", copy)
        with tampering(f"sqlite:///{copy}") as connection:
            rewrite(connection, 1, change)
        assert why in str(found_broken(f"sqlite:///{copy}"))
