"""When a wager is made, and what holds when betting closes: 685a.6(c), 6(f), 673a.6(c), 6(e)."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import NO_MORE_BETS, Answer, Bet, Bets, Facts, TakeBack, What
from holecard.engine.table import Table
from holecard.games import find
from holecard.law.clauses import house
from holecard.law.errors import Refused
from tests.kit.clauses import clause

DOUBLE_BACK_JACK = "pa-double-back-jack"


class Layout:
    """A table that takes wagers."""

    def __init__(self, game: str = "pa-down-under", **options: object) -> None:
        self.rules = find(game).configure(options)
        self.table: Table = open_table(self.rules)

    def says(self, value: Answer) -> Facts:
        self.table, facts = answer(self.rules, self.table, ask(self.rules, self.table), value)
        return facts

    def bets(self, *seats: int, bettor: str = "Ann") -> Layout:
        for seat in seats:
            self.says(Bets((Bet(seat, bettor, 1000),)))
        return self

    def refuses(self, value: Answer) -> tuple[str, str]:
        with pytest.raises(Refused) as refused:
            self.says(value)
        return refused.value.cite.clause, refused.value.why


@clause("pa-685a", "6(c)")
def test_6c_until_betting_closes_the_house_lets_a_wager_be_taken_back() -> None:
    layout = Layout().bets(1).bets(2, bettor="Bob")
    (back,) = layout.says(TakeBack(1, "Ann"))
    assert (back.what, back.amount, back.cite) == (What.TAKEN_BACK, 1000, house("wagers_final"))
    layout.says(NO_MORE_BETS)
    assert layout.refuses(TakeBack(2, "Bob"))[0] == "6(c)"


@clause("pa-685a", "6(c)")
def test_6c_as_placed_a_wager_is_neither_removed_nor_altered() -> None:
    layout = Layout(wagers_final="as-placed", match_the_dealer=True).bets(1)
    layout.says(Bets((Bet(1, "Ann", 500, "match-the-dealer"),)))
    assert layout.refuses(TakeBack(1, "Ann")) == ("6(c)", "a wager that has been made may not be removed")
    assert layout.refuses(TakeBack(1, "Ann", "match-the-dealer"))[0] == "6(c)"
    more = Bets((Bet(1, "Ann", 500),))
    assert layout.refuses(more) == ("6(c)", "a wager that has been made may not be altered")
    layout.bets(2)
    layout.says(NO_MORE_BETS)


@clause("pa-673a", "6(c)")
def test_673a_6c_both_ways() -> None:
    (back,) = Layout(DOUBLE_BACK_JACK).bets(1, 2).says(TakeBack(2, "Ann"))
    assert back.cite == house("wagers_final")
    assert Layout(DOUBLE_BACK_JACK, wagers_final="as-placed").bets(1).refuses(TakeBack(1, "Ann"))[0] == "6(c)"


@clause("pa-685a", "6(f)")
def test_6f_boxes_are_next_to_each_other_when_betting_closes() -> None:
    layout = Layout().bets(1, 2, 3).bets(5, bettor="Bob")
    layout.says(TakeBack(2, "Ann"))
    assert layout.refuses(NO_MORE_BETS) == ("6(f)", "Ann's boxes must be next to each other")
    layout.bets(2)
    layout.says(NO_MORE_BETS)
    assert layout.table.closed


@clause("pa-673a", "6(e)")
def test_6e_boxes_are_next_to_each_other_when_betting_closes() -> None:
    layout = Layout(DOUBLE_BACK_JACK).bets(3, 4, 5)
    layout.says(TakeBack(4, "Ann"))
    assert layout.refuses(NO_MORE_BETS)[0] == "6(e)"
    layout.says(TakeBack(5, "Ann"))
    layout.says(NO_MORE_BETS)


def test_the_fingerprint_of_the_rules_is_as_before_unless_the_other_reading_is_chosen() -> None:
    for game in ("pa-down-under", DOUBLE_BACK_JACK):
        usual, literal = find(game).configure(), find(game).configure(wagers_final="as-placed")
        assert usual.hash == find(game).configure(wagers_final="at-close").hash != literal.hash
        assert "wagers_final" not in usual.options.told_apart()
