"""One file per side wager: when it is offered, how it is judged, what it pays.

May import: law, values, engine.
Exports: one function per wager that makes its `SideWager`; `prizes` for a wager that draws one.
"""
