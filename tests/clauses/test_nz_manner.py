"""How things are done at a New Zealand table: said with the money that moves, so that the record shows it."""

from __future__ import annotations

from holecard.engine.questions import What
from holecard.house.script import act_out
from holecard.house.script_document import parse_script
from tests.kit.clauses import clause


@clause("nz-blackjack", "9.2(a)", "9.2(b)", "14.3(b)")
def test_insurance_is_called_along_the_line_and_backers_lie_behind_the_seated_player() -> None:
    wagers = [{"name": "A", "wagers": {"main": "10.00"}}, {"name": "B", "wagers": {"main": "6.00"}}]
    played = act_out(
        parse_script(
            {
                "game": "nz-blackjack",
                "boxes": [{"box": 2, "bettors": wagers}],
                "cards": ["Ts", "Ah", "9d", "8c"],
                "answers": [
                    {"box": 2, "bettor": "B", "do": "insurance", "amount": "3.00"},
                    {"box": 2, "bettor": "A", "do": "stand"},
                ],
            }
        )
    )
    also = {
        (fact.bettor, fact.wager): {cite.clause for cite in fact.also}
        for fact in played.facts
        if fact.what is What.PLACED
    }
    assert "14.3(b)" in also["B", "main"]
    assert "14.3(b)" not in also["A", "main"]
    assert {"9.2(a)", "9.2(b)"} <= also["B", "insurance"]
