"""A served table: its state, the next stroke as a draft, permissions, clocks, views, fairness.

May import: the core, house, live.store, live.people.
Exports: `house`, `room`, `draft`, `state`, `conduct`, `clocks`, `seconds`, `views`, `messages`, `loading`, `fairness`,
`felt`, `floor`.
"""
