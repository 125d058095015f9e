"""Checks the stored records: money, hash chains, committed shoes, a replay of every round.

May import: the core, house, live.store, live.people, live.table.
Exports: `audit`, `rows`.
"""
