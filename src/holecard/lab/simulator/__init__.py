"""Simulates billions of rounds with the compiled tables, on one machine or a cluster.

May import: law to record, and the rest of lab except advice and report.
Exports: `simulate`, `strategy_tables`, `side_wager_tables`, `checkpoint`, `cluster`, `bankroll`, `carried`,
`departures`.
"""
