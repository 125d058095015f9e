"""Records of rounds: transcript, `.round` notation, hash-chained journal, double-entry ledger, files.

May import: law, values, engine, games.
Exports: `transcript`, `notation`, `journal`, `journal_check`, `ledger`, `files`.
"""
