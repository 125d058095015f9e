"""How many seconds players have: the defaults of `holecard serve`. It imports nothing, so `--help` stays fast."""

from __future__ import annotations

from typing import Final

TO_BET: Final = 20.0
TO_DECIDE: Final = 30.0
LATE: Final = 8.0  # to decide, for a player who let the clock run out the last time
TO_COLLECT: Final = 5.0  # that a staffed house leaves the cards of a settled round, for an error to be reported
TO_RECUT: Final = 10.0  # that a staffed house waits after a cut, for a floorperson to order another
AWAY: Final = 60.0  # how long a seat is held after the connection drops
