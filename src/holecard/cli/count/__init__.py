"""The commands of `holecard count`: one module each.

May import: everything.
Exports: `removals`, `systems`, `indices`, `simulate`, `report`.
"""
