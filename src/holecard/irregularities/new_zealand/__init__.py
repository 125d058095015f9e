"""The irregularities of section 16 of New Zealand's Blackjack division and of rule 18.7, each with its rule.

May import: law to pit, and the shared part of irregularities.
Exports: `irregularities`, `misdeals`, `offers`.
"""
