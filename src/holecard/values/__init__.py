"""Cards, hands, money and the shoe, with all card and money arithmetic.

May import: law.
Exports: `cards`, `hand` (Points), `money` (Cents, Odds), `shoe` (Stock, Shoe).
"""
