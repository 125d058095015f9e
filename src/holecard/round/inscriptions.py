"""The main rules in our own words, as a layout shows them where its instrument prescribes no sentences."""

from __future__ import annotations

from collections.abc import Iterator

from holecard.engine.rules import Inscription
from holecard.engine.settlement import DEALER_HAS_22, RETURN, Cases
from holecard.law.clauses import Cite
from holecard.values.money import Odds


def main_rules(
    blackjack: tuple[Odds, Cite], soft_17: tuple[bool, Cite], insurance: Cite, cases: Cases
) -> Iterator[Inscription]:
    """What a Blackjack pays, whether the dealer hits soft 17, what Insurance pays, and a dealer 22 that stands off.

    >>> from holecard.law.clauses import house
    >>> [text for text, _ in main_rules((Odds(3, 2), house("odds")), (True, house("soft 17")), house("insurance"), ())]
    ['Blackjack pays 3 to 2', 'Dealer draws to 16 and to a soft 17', 'Insurance pays 2 to 1']
    """
    odds, odds_cite = blackjack
    hits, draws = soft_17
    yield f"Blackjack pays {odds.spoken}", odds_cite
    yield f"Dealer draws to 16 and {'to a soft 17' if hits else 'stands on all 17s'}", draws
    yield "Insurance pays 2 to 1", insurance
    for case in cases:
        if case.name == DEALER_HAS_22.key and case.outcome == RETURN:
            yield "A dealer 22 stands off", case.cite
