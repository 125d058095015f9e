"""Checks the stored records: money, hash chains, committed shoes, every round played again.

May import: the core, house, live.store, live.people, live.table.
Exports: `audit`, `rows`.
"""
