"""Mishaps at a live table: the floorperson stops play, reports whatever can go wrong, tells whatever there is to tell,
and rules. The cards and the money stay whole, and the table stands again from what was stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from holecard.engine.questions import Decide, Draw
from holecard.irregularities.common import Irregular
from holecard.law.errors import Refused
from holecard.live.audit.audit import verify
from holecard.live.store.migrate import migrate
from holecard.live.store.store import Store
from holecard.record.ledger import account
from holecard.values.cards import HIDDEN
from tests.kit.soak import usual_or_soak
from tests.live.evening import Evening
from tests.live.rooms import FAY, PLAYERS, PURSE, TABLES, At, add_rows, answers

STEPS = usual_or_soak(160, 2000)
REGULATED = [name for name in sorted(TABLES) if name != "reference"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path}/house.db")
    migrate(opened.engine)
    yield opened
    opened.close()


@pytest.mark.parametrize("name", sorted(TABLES))
def test_whatever_goes_wrong_no_card_and_no_chip_is_lost(name: str, store: Store) -> None:
    async def evening() -> None:
        at = Evening(name, "evening")
        store.write_now(lambda connection: add_rows(connection, at.name))
        await at.begin()
        for step in range(STEPS):
            await at.go_on()
            if step % 20 == 0:
                at.check_stored(store)
        await at.finish_round()
        at.check_stored(store)
        verify(store.engine)

    asyncio.run(evening())


def reportable(at: At) -> list[str]:
    """What can go wrong at a table with this way to shuffle, and is the floorperson's to say."""
    never = {
        "manual": {Irregular.SHUFFLER_JAM, Irregular.SHUFFLER_OUT_OF_ORDER, Irregular.SHUFFLER_FAILED},
        "automatic": {Irregular.SHUFFLER_FAILED},
        "continuous": {Irregular.NO_CUTTING_CARD, Irregular.SHUFFLE_MISSED},
    }.get(shuffler_of(at), set())
    known = at.rules.play.around.irregularities
    return [name for name in known if name not in {*never, Irregular.WRONG_LIGHT, Irregular.SHOE_EMPTY}]


def shuffler_of(at: At) -> str:
    return at.rules.options.shown().get("shuffler", "")


@pytest.mark.parametrize("name", REGULATED)
def test_every_irregularity_of_every_game_can_be_reported(name: str) -> None:
    """The floorperson stops play and has the house go step by step, until the thing can happen."""

    async def report_all() -> list[str]:
        wanted, found = reportable(Evening(name, 0)), []
        for irregularity in wanted:
            at = Evening(name, irregularity)
            await at.begin()
            at.careful = True
            for _ in range(2000):
                box, hand = at.place()
                if await at.try_to_say(FAY, do="report", name=irregularity, box=box, hand=hand):
                    found.append(irregularity)
                    break
                if irregularity == Irregular.LEFT_OVER_CARD:  # what a reconstruction leaves
                    await at.try_to_say(FAY, do="report", name=Irregular.WRONG_CARD, box=box, hand=hand)
                await at.play()
            at.check()
            at.careful = False
            await at.finish_round()
        assert found == wanted
        return found

    assert asyncio.run(report_all())


@pytest.mark.parametrize("name", REGULATED)
def test_the_table_can_be_told_of_everything_that_its_rules_know(name: str) -> None:
    async def tell_all() -> None:
        for what in tellable(Evening(name, 0)):
            at = Evening(name, what)
            await at.begin()
            at.careful = True
            for _ in range(20_000):
                if await at.hears(what):
                    break
                await at.chance.choices((at.tell, at.report, at.play), (1, 1, 20))[0]()
            else:
                raise AssertionError(what)
            at.check()
            at.careful = False
            await at.finish_round()

    asyncio.run(tell_all())


def tellable(at: At) -> list[str]:
    """Notices that this table can have, but for seats, which are the players' own."""
    continuous, options = shuffler_of(at) == "continuous", at.rules.options.shown()
    never = {"sit", "leave"}
    never |= {"recut", "recut-by-next", "idle"} if continuous else set()
    never |= {"admit"} if options.get("mid_shoe_entry") != "no" else set()
    never |= {"view-burn"} if options.get("burn") != "yes" else set()
    never |= {"display-repaired"} if "madness-21" not in at.rules.play.side_wagers else set()
    return [name for name in at.rules.play.around.notices if name not in never]


@pytest.mark.parametrize("name", REGULATED)
def test_a_shoe_that_runs_out_in_mid_round(name: str, store: Store) -> None:
    """The order in use ends there, but it is not told before the round is over: its cards lie on the table."""

    async def run_out() -> None:
        at = Evening(name, "runs out")
        store.write_now(lambda connection: add_rows(connection, at.name))
        await at.begin()
        at.careful = True
        while len(at.table.cards_on_layout()) < 3:
            await at.play()
        first = at.state.shoe
        while at.state.shoe == first and at.table.boxes:
            if at.table.stock.size > 1 and isinstance(at.question, Draw):
                await at.say(FAY, do="report", name=Irregular.FACE_UP_IN_SHOE)
            else:
                await at.play()
            at.check()
        assert at.table.boxes, "the round is not over"
        assert first in at.state.ended
        assert not [row for unit in at.memory.units for row in unit.revealed if row["its_number"] == first]
        at.check_stored(store)
        at.careful = False
        await at.finish_round()
        assert [row for unit in at.memory.units for row in unit.revealed if row["its_number"] == first]
        at.check_stored(store)
        verify(store.engine)

    asyncio.run(run_out())


# What the floorperson may say, and learns by it


@pytest.mark.parametrize("name", ["pa-down-under", "masque-down-under"])
def test_nobody_learns_the_hole_card_by_doubting_the_light(name: str) -> None:
    """The reader of an automatic house does not err; a refusal says no more than the light does."""

    async def doubt() -> int:
        at, doubted = Evening(name, "light"), 0
        await at.begin()
        while doubted < 30:
            await at.play()
            hole = at.state.holding.hole
            if not at.table.dealer.light or HIDDEN not in at.table.dealer.cards:
                continue
            for detail in ("", "small", "medium", "large", "green"):
                with pytest.raises(Refused) as refused:
                    await at.say(FAY, do="report", name=Irregular.WRONG_LIGHT, detail=detail)
                assert at.table.dealer.light in str(refused.value)
                assert repr(hole) not in str(refused.value)
            doubted += 1
        return doubted

    assert asyncio.run(doubt())


def test_a_dealer_who_passed_himself_over_shows_no_card_of_his_own() -> None:
    """673a.13(e): where only his own card is due, that card may be the hole card, and stays unseen."""

    async def pass_over() -> None:
        at = Evening("pa-double-back-jack", "own card")
        await at.begin()
        at.careful = True
        while not (isinstance(at.question, Draw) and at.question.dues[0].face_down and at.table.boxes):
            await at.play()
        held = at.state.holding
        await at.say(FAY, do="report", name=Irregular.DEALER_MISSED_OWN_CARD)
        assert at.state.holding == held
        assert json.loads(at.told["Fay"][-1])["events"][0]["text"] == "irregularity dealer-missed-own-card"
        await at.say(FAY, do="direct", what="step")
        assert at.state.holding.hole == held.shoe[0]
        assert at.table.dealer.cards[1] is HIDDEN

    asyncio.run(pass_over())


def test_a_report_that_is_refused_shows_nothing() -> None:
    async def report_too_early() -> None:
        at = Evening("nz-blackjack", "too early")
        await at.begin()
        at.careful = True
        while not at.table.cards_on_layout():
            await at.play()
        held = at.state.holding
        with pytest.raises(Refused) as refused:
            await at.say(FAY, do="report", name=Irregular.DRAWN_EXPOSED)
        assert repr(held.shoe[0]) not in str(refused.value)
        assert at.state.holding == held

    asyncio.run(report_too_early())


def test_step_by_step_while_play_is_stopped() -> None:
    async def step() -> None:
        at = Evening("pa-down-under", "steps")
        await at.begin()
        with pytest.raises(Refused, match="stop play first"):
            await at.say(FAY, do="direct", what="step")
        at.careful = True
        while not at.table.closed:
            await at.play()
        while isinstance(at.question, Draw):
            size = at.table.stock.size
            await at.say(FAY, do="direct", what="step")
            assert size - at.table.stock.size == 1
        while not isinstance(at.question, Decide):
            await at.play()
        with pytest.raises(Refused, match=f"the table waits for {at.question.bettor}"):
            await at.say(FAY, do="direct", what="step")
        with pytest.raises(Refused, match="only a floorperson can"):
            await at.say(PLAYERS[0], do="direct", what="step")

    asyncio.run(step())


def test_nobody_is_seated_or_sent_away_by_the_floor() -> None:
    async def tell() -> None:
        at = Evening("nz-blackjack", "seats")
        await at.begin()
        for what in ("sit", "leave"):
            with pytest.raises(Refused, match="only the player can"):
                await at.say(FAY, do="notify", what=what, box=3, name="Ann")
        assert dict(at.table.pit.seated) == dict(at.state.seats)

    asyncio.run(tell())


def test_who_left_in_mid_round_is_gone_when_a_ruling_ends_it() -> None:
    async def leave() -> None:
        at = Evening("pa-down-under", "leaves")
        await at.begin()
        at.careful = True
        while not isinstance(at.question, Decide):
            await at.play()
        await at.say(PLAYERS[0], do="leave")
        assert at.state.seat_of("Ann")
        await at.say(FAY, do="direct", what="resume")
        await at.say(FAY, do="report", name=Irregular.WRONG_SPOT)
        while at.table.boxes:
            await at.say(FAY, do="act", asked=at.view["asked"], action="dead")
        assert not at.state.seat_of("Ann")

    asyncio.run(leave())


def test_a_shoe_that_cannot_be_filled_makes_the_round_void() -> None:
    """Every wager goes back, fresh cards come, and the table is not held up."""

    async def run_dry() -> None:
        at = Evening("pa-double-back-jack batch", "dry")
        await at.begin()
        at.careful = True
        while not at.table.cards_on_layout():
            await at.play()
        at.room.state = at.state._replace(holding=at.state.holding._replace(shoe=(), cover=0))
        await at.say(FAY, do="direct", what="step")
        assert not at.table.boxes
        assert at.memory.on_layout == 0
        assert all(at.memory.accounts[account(person.name)] == PURSE for person in PLAYERS)
        at.careful = False
        await at.finish_round()

    asyncio.run(run_dry())


def test_a_number_where_none_belongs_does_not_enter_the_journal(store: Store) -> None:
    """It could be one that the notation cannot read again."""

    async def answer() -> None:
        at = Evening("nz-blackjack", "number")
        store.write_now(lambda connection: add_rows(connection, at.name))
        await at.begin()
        while answers(at.view, at.chance) is None or at.view["question"]["type"] != "pit":
            await at.play()
        person, message = answers(at.view, at.chance) or (FAY, {})
        choice = at.view["question"]["choices"][-1]
        assert not choice["most"]
        with pytest.raises(Refused, match="this step takes no number"):
            await at.say(person, **{**message, "action": choice["do"], "amount": 10**12})
        await at.say(person, **{**message, "action": choice["do"], "amount": 0})
        at.check_stored(store)

    asyncio.run(answer())
