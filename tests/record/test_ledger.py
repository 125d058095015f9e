"""The ledger: money moves between bettors, layout and house, and no round leaves any behind."""

from __future__ import annotations

from random import Random

import pytest

from holecard.engine.questions import Fact, RoundOver, What
from holecard.games import GAMES
from holecard.law.clauses import house
from holecard.record.ledger import Ledger, Unbalanced
from holecard.testing.random_play import random_rules
from holecard.testing.whole_session import Sessions

BY = house("test")


def fact(what: What, amount: int, stake: int = 0, bettor: str = "Ann", wager: str = "main") -> Fact:
    return Fact(what, BY, amount=amount, stake=stake, seat=1, hand=1, bettor=bettor, wager=wager)


@pytest.mark.parametrize(
    ("facts", "won"),
    [
        ([fact(What.TAKEN_BACK, 1000)], 0),
        ([fact(What.COLLECTED, 1000)], -1000),
        ([fact(What.RETURNED, 1000)], 0),
        ([fact(What.PAID, 1500, 1000)], 1500),
        ([fact(What.COLLECTED, 500), fact(What.RETURNED, 500)], -500),
        ([fact(What.COLLECTED, 1000), fact(What.RESTORED, 1000), fact(What.RETURNED, 1000)], 0),
        ([fact(What.PAID, 4000, 1000), fact(What.PAID, 11000)], 15000),
    ],
)
def test_what_becomes_of_a_wager(facts: list[Fact], won: int) -> None:
    ledger = Ledger().plus([fact(What.PLACED, 1000), *facts]).end_round()
    assert ledger.nets() == {(1, "Ann", "main"): won}
    balances = ledger.balances()
    assert (balances["bettor:Ann"], balances["layout"], balances.get("house", 0)) == (won, 0, -won)
    assert all(posting.cite == BY for posting in ledger.postings)


def test_what_stays_on_the_layout_is_named() -> None:
    with pytest.raises(Unbalanced, match=r"round 1 ended with 10\.00 still on the layout: Ann's main on box 1"):
        Ledger().plus([fact(What.PLACED, 1000)]).end_round()


def test_one_wager_cannot_settle_another() -> None:
    """The layout as a whole is empty, but one bettor's chips went to another."""
    facts = [fact(What.PLACED, 1000), fact(What.PLACED, 1000, bettor="Bob"), fact(What.RETURNED, 2000)]
    with pytest.raises(Unbalanced):
        Ledger().plus(facts).end_round()


def test_no_money_flows_backwards() -> None:
    with pytest.raises(Unbalanced):
        Ledger().plus([fact(What.PLACED, -1000), fact(What.RETURNED, -1000)]).end_round()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_round_balances(game: str) -> None:
    for seed in range(20):
        chance = Random(f"{game} {seed}")
        rules = random_rules(GAMES[game], chance)
        ledger, house_won = Ledger(), 0
        for steps in Sessions(rules, chance, pit=False).rounds(4):
            if not isinstance(steps[-1].question, RoundOver):
                break
            ledger = ledger.plus(found for step in steps for found in step.facts).end_round()
            house_won -= sum(
                wager.net or 0
                for box in steps[-1].table.boxes
                for wager in (*box.wagers, *(wager for hand in box.hands for wager in hand.wagers))
            )
        assert sum(ledger.balances().values()) == 0
        assert ledger.balances().get("house", 0) == house_won
        assert -sum(ledger.nets().values()) == house_won
