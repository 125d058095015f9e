"""The exact value of each side wager, by pay scale; riding wagers with the best play.

May import: law, values, engine, round, wagers, lab.compiler, lab.solver.
Exports: `side_wagers`, `riding`, `dealer_wagers`, `by_round`, `composition`, `unseen`.
"""
