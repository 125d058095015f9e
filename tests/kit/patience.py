"""How long a test waits for what must happen: however busy the machine is, only a test that fails waits so long."""

from __future__ import annotations

PATIENCE = 180.0  # seconds
