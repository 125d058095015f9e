"""Plain words for what the engine calls by a short name: the cases of settlement, and a player addressed as You."""

from __future__ import annotations

import re

LABELS = {
    "22": "the dealer has 22",
    "22-20": "20 against a dealer 22",
    "22-21": "21 against a dealer 22",
    "22-two-gold": "two gold cards against a dealer 22",
    "22-two-large": "two Large cards against a dealer 22",
    "added-back": "a dealer Blackjack takes the original alone",
    "back-21": "the Second Chance is paid instead",
    "back-dealer-over": "the Second Chance is paid instead",
    "back-higher": "the Second Chance is paid instead",
    "blackjack": "Blackjack",
    "blackjack-higher": "Blackjack, and the dealer has less",
    "blackjack-on-22": "Blackjack against a dealer 22",
    "blackjack-over": "Blackjack, and the dealer is over 21",
    "both-blackjack": "both have Blackjack",
    "bust": "bust",
    "bust-equal": "bust, and the dealer has as many",
    "bust-on-22": "bust, and the dealer has 22",
    "bust-on-over": "bust, and so is the dealer",
    "chance-21": "21 with the Second Chance",
    "chance-dealer-over": "the dealer has too many",
    "chance-higher": "more than the dealer",
    "chance-over": "over 21 with the Second Chance too",
    "dealer-blackjack": "the dealer has Blackjack",
    "dealer-over": "the dealer has too many",
    "double-back": "a dealer Blackjack does not take a double",
    "equal": "as many as the dealer",
    "five": "five cards under 21",
    "higher": "more than the dealer",
    "house-money-back": "a dealer Blackjack does not take what rides",
    "let-it-ride-back": "a dealer Blackjack does not take what rides",
    "lower": "less than the dealer",
    "split-back": "a dealer Blackjack does not take the wager of a split",
    "surrendered": "surrendered",
    "surrendered-half": "surrendered",
    "surrendered-whole": "surrendered to a dealer Blackjack",
    "collect-first": "losing wagers first, then the winning ones, from the dealer's right",
    "box-by-box": "settled box by box, from the dealer's right",
}
LAMMER = ", lammer"  # what stood for the wager
_YOU = {"sits": "sit", "declines": "decline", "cuts": "cut", "has": "have", "is": "are"}
_YOU_DO = re.compile(rf"\bYou ({'|'.join(_YOU)})\b")


def plainly(note: str) -> str:
    """
    >>> plainly("22-two-large"), plainly("higher, lammer"), plainly("22, bust"), plainly("You sits down")
    ('two Large cards against a dealer 22', 'more than the dealer, lammer', '22, bust', 'You sit down')
    """
    label = note.removesuffix(LAMMER)
    return LABELS[label] + note[len(label) :] if label in LABELS else to_you(note.replace("-", " "))


def to_you(text: str) -> str:
    """A sentence about the bettor who is called You, as one says it to him."""
    return _YOU_DO.sub(lambda found: f"You {_YOU[found[1]]}", text)
