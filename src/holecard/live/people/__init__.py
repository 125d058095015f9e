"""People: accounts with their roles, sessions, rate limits, open connections.

May import: law, values, record, live.store.
Exports: `accounts`, `people`, `limits`, `visits`.
"""
