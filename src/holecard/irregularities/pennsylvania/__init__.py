"""The irregularities of 58 Pa. Code §§ 685a.12 and 673a.13, each with its clause.

May import: law to pit, and the shared part of irregularities.
Exports: `around`, `chapter_673a`.
"""
