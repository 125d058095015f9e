"""The irregularities of 58 Pa. Code §§ 685a.12 and 673a.13, each with its clause.

It imports `holecard.irregularities`, `holecard.pit.pennsylvania` and what these may import, and no other jurisdiction.
Others use `around` (pit and irregularities of a chapter, for a `Play`) and `chapter_673a`.
"""
