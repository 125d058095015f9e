"""A table at which a great deal goes wrong: players at random, and a floorperson who reports and tells whatever he can.

After everything that is said the croupier's cards are those that the table counts, and no money is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from sqlalchemy import Connection

from holecard.engine.destinations import ToHand
from holecard.engine.questions import Draw, PitStep, PlaceWagers
from holecard.live.store.store import Store
from holecard.live.table.loading import load_state, table_row
from holecard.values.cards import DECK, HIDDEN
from tests.live.rooms import EVERYBODY, FAY, PLAYERS, PURSE, TABLE_ID, At, answers

ANN, BOB, CEM = PLAYERS
SHUFFLES = frozenset({"shuffle", "exchange", "riffle", "mix-pre-shuffled", "change-decks", "receive-cards"})


class Evening(At):
    """A table at which a great deal goes wrong."""

    def __init__(self, name: str, seed: int | str) -> None:
        super().__init__(name, f"{name} {seed}")
        self.chance = Random(f"{name} {seed} evening")
        self.reported: Counter[str] = Counter()
        self.told_of: Counter[str] = Counter()
        self.careful = False  # whether every card waits for the floorperson

    async def begin(self) -> None:
        await self.room.open()
        for person in EVERYBODY:
            self.enter(person.name, person)
        await self.sit_down(ANN, BOB)

    async def go_on(self) -> None:
        """One thing that somebody says."""
        roll = self.chance.random()
        if roll < 0.10:
            await self.report()
        elif roll < 0.16:
            await self.tell()
        elif roll < 0.26:
            await self.try_to_say(FAY, do="direct", what="resume" if self.state.is_stopped else "stop")
        else:
            await self.play()
        self.check()

    async def report(self) -> None:
        """An irregularity that can have happened now, one that was seldom reported first."""
        for name in self._seldom(self.rules.play.around.irregularities, self.reported):
            box, hand = self.place()
            detail = self.chance.choice(("", "Ann", "small", "large", "two words"))
            if await self.try_to_say(FAY, do="report", name=name, box=box, hand=hand, detail=detail):
                self.reported[name] += 1
                return

    async def tell(self) -> None:
        for what in self._seldom(self.rules.play.around.notices, self.told_of):
            name, box = self.chance.choice(("", "Ann", "Bob", "nobody here")), self.chance.randint(0, 3)
            if await self.try_to_say(FAY, do="notify", what=what, name=name, box=box):
                self.told_of[what] += 1
                return

    async def hears(self, what: str) -> bool:
        """Whether the table can be told of it now, by whatever name."""
        if what == "idle" and isinstance(self.question, PlaceWagers) and not self.table.boxes:
            for person in (ANN, BOB):
                await self.try_to_say(person, do="leave")
        for name in ("Ann", "Bob"):
            if await self.try_to_say(FAY, do="notify", what=what, name=name):
                return True
        return False

    def _seldom(self, names: Iterable[str], done: Counter[str]) -> list[str]:
        return sorted(names, key=lambda name: (done[name], self.chance.random()))

    def place(self) -> tuple[int, int]:
        """More often where something is due."""
        question = self.question
        to = question.dues[0].to if isinstance(question, Draw) else None
        if isinstance(to, ToHand):
            return to.seat, to.number + 1
        return getattr(question, "seat", 0) or self.chance.randint(0, 2), self.chance.randint(0, 2)

    async def play(self) -> None:
        view = self.view
        if (said := answers(view, self.chance)) is not None:
            person, message = said
            await self.say(person, **message)
        elif isinstance(self.question, PlaceWagers):
            await self._bet()
        elif self.state.is_stopped:
            await self.say(FAY, do="direct", what="step")
        elif not self.state.seats:
            await self.sit_down(ANN, BOB)
        else:
            raise AssertionError(f"nobody answers {view['question']}")

    async def _bet(self) -> None:
        if not self.state.seats:
            await self.try_to_say(ANN, do="sit", box=1)
        elif self.chance.random() < 0.02:
            await self.try_to_say(self.chance.choice(PLAYERS), do="leave")
        elif self.table.boxes and self.state.is_stopped:
            await self.say(FAY, do="direct", what="step")
        elif self.state.is_stopped:
            await self.say(FAY, do="direct", what="resume")
        elif await self._lay() and self.careful:
            await self.say(FAY, do="direct", what="stop")
        else:
            for person in PLAYERS:
                await self.try_to_say(person, do="ready")

    async def _lay(self) -> bool:
        """Wagers on both boxes, a backer's too, whatever of it is accepted."""
        laid = False
        for person, box in ((ANN, 1), (BOB, 2), (CEM, 1), (BOB, 3)):
            sides = [key for key in self.rules.play.side_wagers if self.chance.random() < 0.5]
            bets = [{"box": box, "amount": 1000, "wager": wager} for wager in ("main", *sides)]
            if person is not CEM or self.chance.random() < 0.3:
                laid |= await self.try_to_say(person, do="bet", bets=bets)
        for barred in sorted(self.table.pit.barred):
            await self.try_to_say(FAY, do="notify", what="admit", name=barred)
        if not self.state.seat_of("Bob"):
            await self.try_to_say(BOB, do="sit", box=2)
        return laid

    # What always holds

    def check(self) -> None:
        self.check_cards()
        self.check_money()

    def check_cards(self) -> None:
        """What the croupier holds is what the table counts as unseen, but for what lies face down in the rack."""
        table, held = self.table, self.state.holding
        assert not (held.shoe and held.stack), "the cards are in the shoe or wait for it"
        cards = held.shoe or held.stack
        if table.stock.size != len(cards):
            assert isinstance(self.question, PitStep)
            assert any(task.step in SHUFFLES for task in table.pit.todo), "taken up to be shuffled"
            return
        theirs = Counter(cards)
        if HIDDEN in table.dealer.cards:
            assert held.hole is not None
            theirs[held.hole] += 1
        unseen = Counter({card: table.stock.holds(card) for card in DECK})
        assert theirs <= unseen
        assert (unseen - theirs).total() == table.rack.count(HIDDEN), "burned, or never turned"

    def check_money(self) -> None:
        wagers = [wager for box in self.table.boxes for wager in box.wagers]
        wagers += [wager for box in self.table.boxes for hand in box.hands for wager in hand.wagers]
        assert self.memory.on_layout == sum(wager.at_risk for wager in wagers if wager.net is None)
        assert self.memory.accounts.total() == PURSE * len(PLAYERS)

    def check_stored(self, store: Store) -> None:
        """A server that starts again finds the table where it stood."""

        def write(connection: Connection) -> None:
            self.memory.settle(connection)
            found = load_state(connection, table_row(connection, TABLE_ID), self.rules)
            assert found == self.state
            assert found.table.memory is not None
            assert found.table.memory[0] == self.question

        store.write_now(write)

    async def finish_round(self) -> None:
        """Whatever went wrong, the round can be finished, and another played."""
        if self.state.is_stopped:
            await self.say(FAY, do="direct", what="resume")
        last = self.state.round + 2
        for _ in range(500):
            await self.play()
            self.check()
            if self.state.round >= last:
                return
        raise AssertionError(f"the round never ends: {self.view['question']}")
