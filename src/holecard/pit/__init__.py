"""What any house does around its rounds: seats, shuffle and cut, cover card, cards collected, the tasks of the pit.

May import: law, values, engine.
Exports: `procedures`, `tasks`, `pit_of_the_house`, `between_rounds`, `seats`, `shuffle_and_cut`, `cover_card`, `opening`.
"""
