"""The two functions `ask` and `answer`, the table they change, and what a game is made of.

May import: law, values.
Exports: `ask_and_answer`, `table`, `questions`, `rules`, `game`, `options`, `settlement`, `destinations`, `dealer`,
`side_wager`.
"""
