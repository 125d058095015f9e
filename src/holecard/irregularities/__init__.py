"""What can go wrong at any table: cards in error, missed cards, void and dead hands, and the rulings that follow.

May import: law to pit, and no jurisdiction.
Exports: `around`, `common`, `cards_in_error`, `missed_cards`, `rulings`, `voiding`.
"""
