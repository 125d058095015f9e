"""The law as data: the clauses of each rulebook, how a rule cites them, and which tests exercise each.

May import: the standard library alone.
Exports: `clauses` (Cite, register, house), `errors` (Refused, Malformed), `matrix`, `readings`, `witness`.
"""
