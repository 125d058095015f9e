"""What happens around the rounds: seats, shuffle and cut, cover card, collecting cards, tasks of the pit.

May import: law, values, engine.
Exports: its modules, to the packages of the jurisdictions; `procedures` and `tasks` also to the drivers.
"""
