"""How much is done: in every run as much as finds a defect, at length with `make soak` (HOLECARD_SOAK=yes)."""

from __future__ import annotations

import os
from typing import TypeVar

Much = TypeVar("Much")
SOAK = os.environ.get("HOLECARD_SOAK") == "yes"


def usual_or_soak(usual: Much, soak: Much) -> Much:
    """How many, or which: in every run, and at length."""
    return soak if SOAK else usual
