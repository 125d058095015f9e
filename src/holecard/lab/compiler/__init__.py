"""Compiles a configured game by driving its own rules: decision graph, tables, cache on disk.

May import: law, values, engine.
Exports: `compile`, `stage`, `dealing`, `splitting`, `meeting`, `automaton`, `hands_by_cards`, `tables`, `store`,
`abstract`.
"""
