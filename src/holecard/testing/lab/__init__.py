"""Checks of the lab's figures for any game: every order of a tiny shoe, and taped rounds played again by the engine.

Needs the extra `lab`.
May import: everything but `live` and `cli`.
Exports: nothing; `checks` has the three properties.
"""
