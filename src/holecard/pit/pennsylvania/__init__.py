"""The pit of the Pennsylvania chapters 685a and 673a, each step with its clause.

May import: law, values, engine, and the shared part of pit.
Exports: `pit`, `chapter_685a`, `chapter_673a`, `devices`.
"""
