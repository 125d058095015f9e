"""The pit of New Zealand's Blackjack division: sections 6 and 7, and the shoe of section 8, each step with its rule.

May import: law, values, engine, and the shared part of pit.
Exports: `pit`.
"""
