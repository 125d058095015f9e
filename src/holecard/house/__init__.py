"""Runs a table without people: the croupier with the shoe, the house file, scripted rounds.

May import: everything below it, down to law.
Exports: `croupier`, `house_file`, `script`, `script_document`.
"""
