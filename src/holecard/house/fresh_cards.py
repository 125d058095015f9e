"""When the cards are shuffled anew at a table whose game has no pit, and so no cover card to say it."""

from __future__ import annotations

from holecard.engine.rules import Rules
from holecard.engine.table import Table

CARDS_A_BOX = 10  # what a box with the dealer's cards needs in a long round


def needs_fresh_cards(rules: Rules, table: Table, boxes: int) -> bool:
    """Whether too few cards are left for another round on this many boxes, or only a quarter of the decks.

    Asked before anyone bets. Fresh cards are always played, however few they are.

    >>> from holecard.engine.ask_and_answer import open_table
    >>> from holecard.games import find
    >>> from holecard.values.shoe import Stock
    >>> rules = find("reference").configure(decks=1)
    >>> played = open_table(rules).cleared(rules.play.dealer_limit, ())
    >>> needs_fresh_cards(rules, played, 1), needs_fresh_cards(rules, played.with_stock(Stock.of_decks(0)), 1)
    (False, True)
    """
    if rules.play.around.pit or table.boxes or not table.pit.rounds:
        return False
    return table.stock.size < max(rules.decks * 13, boxes * CARDS_A_BOX)
