"""The value of each choice for one hand, for `holecard hand` and for hints at the table.

May import: law, values, engine, lab.compiler, lab.solver, lab.card, lab.wagers.
Exports: `hand`, `advice`, `visible_hand`.
"""
