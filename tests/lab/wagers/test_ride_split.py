"""Money that rides with the first hand of a split, against every order of a tiny shoe."""

from __future__ import annotations

from fractions import Fraction

import pytest

from holecard.engine.ask_and_answer import ask, open_table
from holecard.engine.destinations import ToDealer
from holecard.engine.questions import DECLINE, Act, Bet, Bets, Draw, Drawn, Offer
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.games import find
from holecard.lab.solver.shoes import Cards
from holecard.lab.wagers.riding import value_of_riding
from holecard.round.riding import RIDE
from holecard.testing.lab.oracle import ME, ONE_OF_EACH, Oracle
from holecard.values.shoe import Stock
from tests.kit.soak import usual_or_soak

WAGER = "house-money"


def dealt(oracle: Oracle, pair: int, up: int) -> Table:
    """A pair of one suit, on which House Money wins, at the question whether it rides."""
    cards = [ONE_OF_EACH[value] for value, held in enumerate(oracle.counts, start=1) for _ in range(held)]
    table = open_table(oracle.rules, Stock.of_cards(cards))
    stakes = Bet(1, ME, oracle.stake), Bet(1, ME, oracle.stake, WAGER)
    table = oracle.after(table, Bets(stakes, last=True))
    while isinstance(question := ask(oracle.rules, table), Draw):
        to_dealer = isinstance(question.dues[0].to, ToDealer)
        table = oracle.after(table, Drawn((ONE_OF_EACH[up if to_dealer else pair],)))
    assert isinstance(question, Offer)
    assert question.subject == WAGER
    return table


def enumerated(oracle: Oracle, pair: int, up: int) -> Fraction:
    """What each unit that rides adds."""
    table = dealt(oracle, pair, up)
    question = ask(oracle.rules, table)
    assert isinstance(question, Offer)
    most = next(legal.most for legal in question.choices if legal.do == RIDE)
    rides, kept = (oracle.play(oracle.after(table, do), (), None) for do in (Act(RIDE), DECLINE))
    return (rides - kept) / most


def rules_of(game: str, options: dict[str, str]) -> Rules:
    return find(game).configure({"house_money": "yes", "maximum": "1000.00", **options})


# In each of the first three a later hand gains once the first, with which the money rides, has gone.
SHOES = [
    ("nz-blackjack", {}, (0, 0, 1, 0, 1, 0, 2, 4, 0, 5), 8, 7),
    ("nz-blackjack", {"style_a": "yes"}, (1, 1, 1, 0, 0, 0, 0, 4, 0, 5), 8, 10),
    ("nz-free-bet", {"lammer_value": "with-riding"}, (0, 0, 4, 0, 0, 0, 3, 3, 0, 4), 3, 7),
]
AT_LENGTH = [  # low cards, which are split, make many hands
    ("nz-blackjack", {}, (0, 0, 4, 0, 0, 0, 2, 3, 0, 4), 3, 7),
    ("nz-blackjack", {"style_a": "yes"}, (1, 0, 2, 0, 0, 0, 0, 3, 0, 5), 8, 10),
]


@pytest.mark.parametrize(("game", "options", "counts", "pair", "up"), usual_or_soak(SHOES, [*SHOES, *AT_LENGTH]))
def test_every_order_of_a_tiny_shoe(
    game: str, options: dict[str, str], counts: tuple[int, ...], pair: int, up: int
) -> None:
    rules = rules_of(game, options)
    oracle = Oracle(rules, counts)
    expected = enumerated(oracle, pair, up)
    found = value_of_riding(rules, WAGER, Cards(counts))((pair, pair), up)
    assert found == pytest.approx(float(expected), abs=1e-9)
