"""The mathematics: what a game is worth and how to play it, found by driving the same rules that the table plays by.

May import: everything in the core (law to house).
Exports: its packages; the order is compiler, solver, card and wagers, simulator, advice, report.
"""
