"""The table in the terminal: prompts, keys, drawing, and saving the session.

May import: the core, house.
Exports: `session`, `narrate`, `render`, `prompts`, `stakes`, `bets`, `keys`, `screen`, `saving`.
"""
