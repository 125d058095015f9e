"""The filing dossier of a house: clause by clause what each table answers, with layout, signs, figures and procedures.

It is signed, and anyone can verify it.

May import: everything but cli, testing and live.
Exports: `making` (writes a dossier), `verifying`, `differing`.
"""
