"""What must hold of any game, for our own tests and for those of a package that brings one.

`holecard test-game KEY` runs all of it on an installed game; in a test of your own, call `check(GAME)`.

May import: everything but the surfaces `live` and `cli`.
Exports: `check`, `run`, `PROPERTIES`. The modules are for tests that want less, or more of it.
"""

from __future__ import annotations

from holecard.testing.properties import PROPERTIES, Broken, Property, Result, check, run

__all__ = ["PROPERTIES", "Broken", "Property", "Result", "check", "run"]
