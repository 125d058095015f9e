"""The reusable steps of a round: dealing, turns, actions, offers, payments. One file per rule.

May import: law, values, engine.
Exports: `steps`, `turns`, `actions`, `paying`, `reader`, and one module per offer or special rule.
"""
