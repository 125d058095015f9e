"""Cards, hands, money and the shoe: the only card arithmetic and the only money arithmetic.

May import: law.
Exports: `cards`, `hand` (Points), `money` (Cents, Odds), `shoe` (Stock, Shoe).
"""
