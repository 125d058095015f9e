"""The pit of New Zealand's Blackjack division: sections 6 and 7, and the shoe of section 8, each step with its rule.

It imports `holecard.pit` and what that may import, and no other jurisdiction.
Others use `pit` (the pit of one table).
"""
