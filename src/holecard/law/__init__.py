"""Law as data: the clauses of each rulebook, how a rule cites one, and what tests saw each at work.

May import: the standard library alone.
Exports: `clauses` (Cite, register, house), `errors` (Refused, Malformed), `matrix`, `readings`, `witness`.
"""
