"""Whole sessions, from the opening through many shoes, with the croupier for the house and players who come and go:
no card is ever missing, and the answers tell the session again."""

from __future__ import annotations

from random import Random

import pytest

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import (
    DECLINE,
    Act,
    Bet,
    Bets,
    Decide,
    Fact,
    Irregularity,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    RoundOver,
)
from holecard.law.errors import HolecardError
from holecard.values.cards import Hidden
from holecard.values.shoe import Stock
from tests.kit.pit import PitTable, cards_at, new_table

ROUNDS = 120
NAMES = ("Ann", "Bob", "Cem", "Dee")


class Session:
    """Players at random, and now and then news of the house; every answer is checked."""

    def __init__(self, table: PitTable, chance: Random) -> None:
        self.at = table
        self.chance = chance
        self.full = Stock.of_decks(table.rules.decks)
        self.rounds = 0

    def go_on(self) -> None:
        if self.chance.random() < 0.03:
            self.news()
        elif not self.at.table.pit.seated:
            self.at.tell("sit", self.chance.randint(1, 6), self.chance.choice(NAMES))
        else:
            self.play()
        self.check()

    def news(self) -> None:
        """Most of it can happen at some times only; refused news changes nothing."""
        sits, before = self.at.table.pit.seated, self.at.table.bare()
        notice = Notice(self.chance.choice(tuple(self.at.rules.play.around.notices)), 0, self.chance.choice(NAMES))
        if self.chance.random() < 0.5:
            what = "leave" if sits and self.chance.random() < 0.5 else "sit"
            notice = Notice(what, self.chance.randint(1, 6), self.chance.choice(NAMES))
        try:
            self.at.answer(notice)
        except HolecardError:
            assert self.at.table == before

    def play(self) -> None:
        table, question = self.at.table, self.at.question
        value = self.at.croupier.reply(table, question)
        if value is not None:
            self.rounds += isinstance(question, RoundOver)
            self.at.answer(value)
            return
        match question:
            case PlaceWagers():
                may_bet = [(seat, name) for seat, name in table.pit.seated if name not in table.pit.barred]
                if may_bet:
                    chosen = self.chance.sample(may_bet, self.chance.randint(1, len(may_bet)))
                    self.at.answer(Bets(tuple(Bet(seat, name, 1000) for seat, name in chosen), last=True))
                else:
                    self.at.tell("admit", name=table.pit.seated[0][1])
            case PitStep(step="cut"):
                place = question.choices[0]
                cut = Act("cut", self.chance.randint(place.least, place.most))
                self.at.answer(self.chance.choice((cut, DECLINE)))
            case Offer() | Decide() | PitStep():
                self.at.act(self.chance.choice(question.choices).do)
            case _:
                raise AssertionError(f"the house left {question} unanswered")

    def check(self) -> None:
        table = self.at.table
        out = (*table.cards_on_layout(), *table.rack)
        seen = [card for card in out if not isinstance(card, Hidden)]
        assert cards_at(table) == self.full.size
        assert table.stock.down == len(out) - len(seen)
        assert table.stock.counts + sum(card.unit for card in seen) == self.full.counts
        assert ask(self.at.rules, table.bare()) == self.at.question, "the remembered question is the one asked anew"
        if table.pit.todo:
            assert not isinstance(self.at.question, PlaceWagers)


def tell_whole_session(table: PitTable, chance: Random) -> None:
    """Many rounds, every answer checked; then the answers are given again."""
    session = Session(table, chance)
    while session.rounds < ROUNDS:
        session.go_on()
    assert table.table.pit.shuffles > 4
    again = table.first.bare()
    facts: list[Fact] = []
    for question, value in table.answers:
        assert ask(table.rules, again) == question
        again, more = answer(table.rules, again, question, value)
        facts += more
    assert again == table.table
    assert tuple(facts) == table.facts


@pytest.mark.parametrize("mid_shoe_entry", [True, False])
@pytest.mark.parametrize("shuffler", ["manual", "batch", "continuous"])
@pytest.mark.parametrize("game", ["pa-down-under", "masque-down-under", "pa-double-back-jack"])
def test_cards_are_conserved_and_the_session_replays(game: str, shuffler: str, mid_shoe_entry: bool) -> None:
    chance = Random(f"{game} {shuffler} {mid_shoe_entry}")
    table = new_table(game=game, preinspected=chance.random() < 0.5, shuffler=shuffler, mid_shoe_entry=mid_shoe_entry)
    tell_whole_session(table, chance)


@pytest.mark.parametrize("burn", [True, False])
@pytest.mark.parametrize("shuffler", ["manual", "automatic", "continuous"])
@pytest.mark.parametrize("game", ["nz-blackjack", "nz-blackjack-plus"])
def test_so_they_are_in_new_zealand(game: str, shuffler: str, burn: bool) -> None:
    chance = Random(f"{game} {shuffler} {burn}")
    table = new_table(game=game, preinspected=burn, shuffler=shuffler, burn=burn)
    tell_whole_session(table, chance)


@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_a_shoe_that_runs_out_is_filled_from_the_discards(shuffler: str) -> None:
    """Six boxes that always draw, two decks: now and then a quarter of them is too little (685a.12(e))."""
    table = new_table((1, "Ann"), game="masque-down-under", decks=2, shuffler=shuffler)
    table.ready()
    ran_out = rounds = 0
    while ran_out < 3:
        question = table.question
        if isinstance(question, PlaceWagers):
            rounds += 1
            table.bet(*((seat, "Ann") for seat in range(1, 7)))
        elif isinstance(question, Decide):
            table.act("hit")
        else:
            table.go_on()
        ran_out += isinstance(table.answers[-1][1], Irregularity)
        assert cards_at(table.table) == 104
    table.play_out()
    assert table.asked[0] == "gather"  # the cover card was reached: all cards are shuffled after the round (A11)
    assert rounds < 1000
