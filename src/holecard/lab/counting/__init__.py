"""Card counting: what each card that leaves the shoe is worth, counting systems, departures, and what a counter wins.

May import: law to record, and the rest of lab except advice and report.
Exports: `removals`, `systems`, `indices`, `tallies`, `earnings`, `observer`, `operator`.
"""
