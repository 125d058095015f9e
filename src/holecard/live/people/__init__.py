"""People: accounts, sessions, posts, how often somebody may ask, which visits are open.

May import: law, values, record, live.store.
Exports: `accounts`, `people`, `limits`, `visits`.
"""
