"""`@clause("pa-685a", "7(h)")`: the test exercises these clauses, and fails unless each of them was really emitted."""

from __future__ import annotations

import pytest


def clause(instrument: str, *ids: str) -> pytest.MarkDecorator:
    """Name an instrument, or one edition of it as `pa-685a@2018`. Without an edition the test runs once for each."""
    return pytest.mark.clause(instrument, *ids)
