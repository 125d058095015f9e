"""The mathematics of a game: its exact value and best strategy, computed from the rules that the table uses.

May import: everything in the core (law to house).
Exports: its packages; the order is compiler, solver, card and wagers, simulator, advice, report.
"""
