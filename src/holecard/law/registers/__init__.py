"""The registers: one TOML file of clauses per instrument and edition, and the record of tests by clause.

May import: nothing; it holds data.
Exports: its files, read by `law.clauses` and `law.matrix`.
"""
