"""The pit of the Pennsylvania chapters 685a and 673a, each step with its clause.

It imports `holecard.pit` and what that may import, and no other jurisdiction.
Others use `pit` (the pit of one table), `chapter_685a`, `chapter_673a` and `devices`.
"""
