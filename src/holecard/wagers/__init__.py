"""The side wagers, one file each: when it is offered, how it is decided and what it pays.

May import: law, values, engine.
Exports: one function per wager that makes its `SideWager`; `prizes` for a wager that draws one.
"""
