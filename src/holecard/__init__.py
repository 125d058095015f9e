"""Holecard: regulated blackjack as exact, cited, executable rules."""

__version__ = "0.1.0"
