"""Predicates on the dealer's hand alone."""

from __future__ import annotations

from holecard.engine.table import Dealer
from holecard.values.cards import Card, Hidden


def always(dealer: Dealer) -> bool:
    return True


def stands_on_17(dealer: Dealer) -> bool:
    """17 or more, hard or soft."""
    return dealer.points.total >= 17


def hits_soft_17(dealer: Dealer) -> bool:
    """Hard 17 or more, soft 18 or more."""
    points = dealer.points
    return points.total > 17 or (points.total == 17 and not points.soft)


def up_card(dealer: Dealer) -> Card:
    """The dealer's first card, which always lies face up."""
    card = dealer.cards[0]
    assert not isinstance(card, Hidden), "the first card lies face up"
    return card


def could_be_blackjack(dealer: Dealer) -> bool:
    """The up card is an ace or a ten-value card."""
    return getattr(dealer.cards[0], "value", 0) in (1, 10)


def has_blackjack(dealer: Dealer) -> bool:
    return dealer.is_blackjack
