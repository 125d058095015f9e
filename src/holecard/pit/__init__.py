"""What any house does around its rounds: seats, shuffle and cut, cover card, cards collected, the tasks of the pit.

It imports law, values and engine, no jurisdiction, and cites no clause: clauses come in as arguments.
Games, irregularities and drivers use `tasks`, `procedures`, `pit_of_the_house`, `between_rounds` and `shuffle_and_cut`.
"""
