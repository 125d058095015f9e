"""What can go wrong at any table: cards drawn in error, missed cards, void and dead hands, and the rulings.

May import: law to pit, and no jurisdiction.
Exports: `around`, `common`, `cards_in_error`, `missed_cards`, `rulings`, `voiding`.
"""
