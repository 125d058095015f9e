"""The same hand is worth the same wherever it is asked for: in the list of all hands, and by itself."""

from __future__ import annotations

import pytest

from holecard.games import GAMES, find
from holecard.lab.advice import hand
from holecard.lab.advice.hand import hand_values
from holecard.lab.card.cells import strategy_card
from holecard.lab.card.csv_file import compositions
from holecard.lab.solver.analysis import Analysis, analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed

EACH = 97  # of thousands of hands; a prime, so that every row and column is met


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_that_is_listed_can_be_asked_for(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find(game).configure()
    found = analyse(rules)
    monkeypatch.setattr(hand, "analyse", lambda *_: found)
    listed = [(cell.column, one) for cell in compositions(found) for one in cell.hands]
    assert len(listed) > 20 * EACH
    for column, one in listed[::EACH]:
        best, second, *_ = hand_values(rules, one.cards, *column)
        assert (best.action, best.ev, best.ev - second.ev) == (one.action, one.ev, one.margin), (column, one)


def total(game: str) -> Analysis:
    return analyse(find(game).configure(), strategy=Strategy.TOTAL)


def test_a_card_is_of_hands_that_were_not_doubled() -> None:
    """A doubled hand that goes over 21 has the same row, and twice the money."""
    card = strategy_card(total("pa-double-back-jack"))
    over = [card.cell(f"hard {points}", "2", cards="more") for points in range(22, 31)]
    assert all(dict(cell.actions)["decline"] == -1 for cell in over)


def test_the_order_of_cards_does_not_matter_where_some_order_can_be() -> None:
    rules = find("reference").configure({"max_hands": "1"})
    assert hand_values(rules, "T A A", "9") == hand_values(rules, "A A T", "9")
    assert hand_values(rules, "T 8 A A", "9") == hand_values(rules, "A 8 A T", "9")
    for over in ("T T T", "T T 5 A", "A T"):
        with pytest.raises(Malformed, match=r"no decision|this hand is impossible"):
            hand_values(rules, over, "9")
