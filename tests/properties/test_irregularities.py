"""Every irregularity at every moment at which it can be reported, on shared boxes and after splits, several in a round.

A round is played at random. At each of its questions every irregularity of the game is tried, about every box, hand and
bettor. From each one that is accepted the round is played on to its end, with more of them on the way, while the money,
the cards and the people are watched (`holecard/testing/watched.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.questions import (
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Drawn,
    Irregularity,
    Offer,
    PlaceWagers,
    Question,
    RoundOver,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.games import GAMES
from holecard.law.errors import HolecardError
from holecard.testing.random_play import OutOfCards, random_rules
from holecard.testing.watched import Watched
from tests.kit.soak import usual_or_soak

BOXES = 3
ANSWERS_AT_MOST = 400  # to the end of a round
WITH_ERRORS = sorted(key for key, game in GAMES.items() if game.configure().play.around.irregularities)
TABLES = usual_or_soak(36, 250)
EACH = usual_or_soak(1, 6)  # how often a report of one kind is followed up at one kind of moment
FOR_CERTAIN = ((), (), ("house_money",), (), ("madness_21",), ())  # side wagers, table by table
OF_BETTORS = ("no-ante", "insurance-not-offered")  # which name somebody
RARE = {  # which need what a short random run has seldom: they have clause tests of their own
    "shoe-empty",
    "left-over-card",
    "reader-used-needlessly",
}


class Moment(NamedTuple):
    """What was reported, at which question, after a split, on a shared box, with a stranger's wager beside it."""

    name: str
    asked: str
    split: bool
    shared: bool
    stranger: bool


def moment_of(table: Table, question: Question, value: Irregularity) -> Moment:
    box = table.box(value.seat) or (table.boxes[0] if table.boxes else None)
    asked = getattr(question, "subject", type(question).__name__)
    if box is None:
        return Moment(value.name, asked, split=False, shared=False, stranger=False)
    stranger = any(wager.net is None and wager.bettor not in box.bettors for wager in box.wagers)
    return Moment(value.name, asked, len(box.hands) > 1, len(box.bettors) > 1, stranger)


class Errant(Watched):
    """A table at which things go wrong: all that can be reported, told truly."""

    def reports(self) -> Iterator[Irregularity]:
        """Every report that could be true now."""
        table, player = self.table, self.player
        pool = player.unseen(table)
        for name in self.rules.play.around.irregularities:
            if name == "wrong-light":
                if player.hole is not None and len(table.dealer.cards) > 1:
                    yield player.wrong_light(table)
                continue
            card = self.chance.choice(pool) if pool else None
            yield Irregularity(name, card=card)
            yield Irregularity(name)
            for box in table.boxes:
                for hand in range(1, len(box.hands) + 1):
                    yield Irregularity(name, box.seat, hand, card)
                if name in OF_BETTORS:
                    yield from (Irregularity(name, box.seat, detail=bettor) for bettor in box.bettors)
                if name == "absent-player":
                    yield Irregularity(name, box.seat, detail="leave")

    def possible(self) -> list[Irregularity]:
        question = ask(self.rules, self.table)
        return [value for value in self.reports() if self._is_accepted(question, value)]

    def _is_accepted(self, question: Question, value: Answer) -> bool:
        try:
            answer(self.rules, self.table, question, value)
        except HolecardError:
            return False
        return True

    def report(self, value: Irregularity) -> None:
        self._accept(value)

    def bet_on_two_boxes(self) -> None:
        """One player on two boxes, where the house allows it."""
        least = self.rules.minimum
        while not isinstance(ask(self.rules, self.table), PlaceWagers):
            self.legal()
        self._try(Bets((Bet(1, "P1a", least), Bet(2, "P1a", least))))

    def bet_as_strangers(self) -> None:
        """A newcomer on a box of their own, and with a side wager on another, where the game has such."""
        keys = [key for key, side in self.rules.play.side_wagers.items() if side.strangers is not None]
        if keys and len(self.table.boxes) == BOXES - 1:
            least = self.rules.minimum
            side = self.rules.play.side_wagers[keys[0]].least or least
            self._try(Bets((Bet(BOXES, "P3a", least), Bet(1, "P3a", side, keys[0]))))

    def go_on(self) -> None:
        """A legal answer. Cards come one by one, a dealer without a hole card often shows an ace, many hands are pairs,
        and pairs are split more often than not."""
        question = ask(self.rules, self.table)
        first = isinstance(question, Draw) and isinstance(question.dues[0].to, ToDealer) and not self.table.dealer.cards
        if first and self.rules.play.reader is None and self.table.loose is None and self.chance.random() < 0.3:
            aces = [card for card in self.player.unseen(self.table) if card.value == 1]
            self._accept(Drawn((self.chance.choice(aces or self.player.unseen(self.table)),)))
            return
        if isinstance(question, Draw) and isinstance(question.dues[0].to, ToHand):
            self._deal(question.dues[0].to)
            return
        deeds = [legal.do for legal in question.choices] if isinstance(question, Decide | Offer) else []
        bold = [do for do in deeds if do in ("split", "free-split", "double", "free-double", "cover", "second-chance")]
        if bold and self.chance.random() < 0.7:
            self._accept(Act(self.chance.choice(bold)))
        else:
            self.legal()

    def _deal(self, to: ToHand) -> None:
        pool, hand = self.player.unseen(self.table), self.table.spot(to.seat, to.number + 1).hand
        pairs = [card for card in pool if len(hand.cards) == 1 and card.value == hand.cards[0].value]
        if not pool or (pairs and self.table.loose is not None):
            self.legal()
        else:
            self._accept(Drawn((self.chance.choice(pairs if pairs and self.chance.random() < 0.4 else pool),)))

    def play_out(self) -> None:
        """To the end of the round, with a few more errors on the way."""
        rounds, more = self.rounds, self.chance.randint(0, 4)
        for _ in range(ANSWERS_AT_MOST):
            if self.rounds > rounds:
                return
            found = self.possible() if more and self.chance.random() < 0.4 else []
            if found:
                more -= 1
                self.report(self.chance.choice(found))
            else:
                self.go_on()
        raise AssertionError("the round does not end")


def bets_down(table: Errant, crowded: bool) -> None:
    """A few boxes with bettors; the rest stays empty, so that the round is short. If it is `crowded`, one player has
    two boxes and another a wager on one of them."""
    if crowded:
        table.bet_on_two_boxes()
    while not table.table.closed:
        if crowded:
            table.bet_as_strangers()
        if len(table.table.boxes) >= BOXES:
            table.no_more_bets()
        else:
            table.legal()


def rules_of(game: str, seed: int, chance: Random) -> Rules:
    """Random options; on some tables a side wager that random ones seldom have, with errors of its own."""
    known = {option.name for option in GAMES[game].options}
    wanted = {name: True for name in FOR_CERTAIN[seed % len(FOR_CERTAIN)] if name in known}
    return GAMES[game].configure(wanted) if wanted else random_rules(GAMES[game], chance)


@pytest.mark.parametrize("game", WITH_ERRORS)
def test_every_irregularity_at_every_moment(game: str) -> None:
    seen: Counter[Moment] = Counter()
    for seed in range(TABLES):
        chance = Random(f"{game} {seed} irregularities")
        table = Errant(rules_of(game, seed, chance), chance)
        try:
            bets_down(table, crowded=seed % 3 == 0)
            explore(table, seen, errs=seed % 2 == 1)
        except OutOfCards:
            continue
    names = {moment.name for moment in seen}
    irregularities = set(GAMES[game].configure().play.around.irregularities)
    assert irregularities - RARE <= names, irregularities - names
    assert any(moment.split for moment in seen), "some of it after a split"
    assert any(moment.shared for moment in seen) == (GAMES[game].configure().play.sharing.bettors_per_box > 1)


def explore(table: Errant, seen: Counter[Moment], errs: bool) -> None:
    """One round: at each question all that can be reported, each followed to the end of a round of its own. If it
    `errs`, something has gone wrong already, so that one error is reported while another waits for its ruling."""
    more = 3 if errs else 0
    while True:
        question = ask(table.rules, table.table)
        possible = table.possible()
        for value in possible:
            moment = moment_of(table.table, question, value)
            if seen[moment] >= EACH:
                continue
            seen[moment] += 1
            other = table.fork()
            other.report(value)
            try:
                other.play_out()
            except OutOfCards:
                continue
        if isinstance(question, RoundOver):
            return
        assert not isinstance(question, PlaceWagers)
        if more and possible and table.chance.random() < 0.2:
            more -= 1
            table.report(table.chance.choice(possible))
        else:
            table.go_on()
