"""A served table: its state, the next stroke as a draft, who may do what, clocks, views, fairness.

May import: the core, house, live.store, live.people.
Exports: `house`, `room`, `draft`, `state`, `conduct`, `clocks`, `views`, `messages`, `loading`, `fairness`, `felt`,
`floor`.
"""
