"""The irregularities of section 16 of New Zealand's Blackjack division and of rule 18.7, each with its rule.

It imports `holecard.irregularities`, `holecard.pit` and what these may import, and no other jurisdiction.
Others use `irregularities` (those of one table) and `offers` (the steps that stand in a round).
"""
