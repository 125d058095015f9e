"""Between two rounds: the cards are collected so that each hand can be reconstructed, and the layout is clear."""

from __future__ import annotations

from holecard.questions import Done, Draw, Fact, RoundOver, What
from holecard.rules import Rules
from holecard.table import NO_DEALER_CARDS, Table


def collect_cards(rules: Rules, table: Table, question: RoundOver) -> Done:
    """What lies on the layout goes to the discard rack; the next round may begin."""
    cards = tuple(table.cards_on_layout())
    facts = (Fact(What.REMOVED, question.cite, cards=cards),)
    dealer = NO_DEALER_CARDS[rules.play.dealer_limit]
    pit = table.pit._replace(rounds=table.pit.rounds + 1)
    return Done(Table((), dealer, False, table.stock, (*table.rack, *cards), (), None, pit), facts)


def no_cover_card(rules: Rules, table: Table, question: Draw) -> Done:
    """A game without a pit has no cover card."""
    raise NotImplementedError
