"""What any house does around its rounds: seats, shuffle and cut, cover card, cards collected, the tasks of the pit.

May import: law, values, engine.
Exports: its modules, to the packages of the jurisdictions; `procedures` and `tasks` also to the drivers.
"""
