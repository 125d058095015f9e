"""The functions `ask` and `answer`, the table they work on, and the parts of a game.

May import: law, values.
Exports: `ask_and_answer`, `table`, `questions`, `rules`, `game`, `options`, `settlement`, `destinations`, `dealer`,
`side_wager`.
"""
