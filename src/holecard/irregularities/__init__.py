"""What can go wrong at any table: cards in error, missed cards, void and dead hands, and the rulings that follow.

It imports law, values, engine, round and pit, no jurisdiction, and cites no clause: clauses come in as arguments.
Games and drivers use `around`, `cards_in_error`, `common` (the names, `Irregular`), `rulings` and `voiding`.
"""
