"""Records which clauses are exercised: while a recorder is set, every question, fact and refusal reports its clause.

The test run sets a recorder to learn which clauses each test really exercised; at all other times this costs one look.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holecard.law.clauses import Cite

recorder: Callable[[Cite], None] | None = None


def emitted(cite: Cite) -> None:
    if recorder is not None:
        recorder(cite)
