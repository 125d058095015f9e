"""How a hand is shown: its total as the dealer calls it, and which of its cards lie sideways."""

from __future__ import annotations

from holecard.engine.rules import Rules
from holecard.engine.table import Dealer, Hand, Part
from holecard.round.actions import is_split_ace
from holecard.round.second_chance import took_chance
from holecard.values.cards import HIDDEN


def is_bust(hand: Hand) -> bool:
    """Over 21, with no card left that could take something off."""
    return hand.points.total > 21 and not took_chance(hand)


def hand_text(hand: Hand) -> str:
    """
    >>> from holecard.values.cards import parse_cards
    >>> from holecard.values.hand import count
    >>> [hand_text(Hand(cards, count(cards), ())) for cards in map(parse_cards, ("As 6h", "As Kh", "Td 6h 9c", ""))]
    ['soft 17', 'Blackjack', 'Bust 25', '']
    """
    if hand.is_blackjack:
        return "Blackjack"
    if is_bust(hand):
        return f"Bust {hand.points}"
    return hand.points.text if hand.cards else ""


def dealer_text(dealer: Dealer) -> str:
    """The cards that lie face up; a lone ace is no soft 11 to anybody."""
    if dealer.is_blackjack:
        return "Blackjack"
    seen = [card for card in dealer.cards if card is not HIDDEN]
    if len(seen) == 1 and dealer.points.aces:
        return "Ace"
    return dealer.points.text if dealer.cards else ""


def sideways(rules: Rules, hand: Hand) -> tuple[int, ...]:
    """The places of cards that lie sideways: the one to a double, a second chance card, where the text says so the one
    to a split ace."""
    cards = len(hand.cards)
    if took_chance(hand):
        return (cards - 1,) if not hand.owes else ()
    if cards > 2 and any(wager.part is Part.DOUBLE for wager in hand.wagers):
        return (2,)
    return (1,) if rules.play.split_aces_sideways and is_split_ace(hand) else ()
