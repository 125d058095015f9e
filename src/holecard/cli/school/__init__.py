"""The schools in the terminal: drills, tests and their records.

May import: everything.
Exports: one module per school, and `files`.
"""
