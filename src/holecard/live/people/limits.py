"""Rate limits: how often a person may do something.

>>> bucket = Bucket(rate=1.0, burst=2.0)
>>> [bucket.take(time) for time in (0.0, 0.0, 0.0, 1.0)]
[True, True, False, True]
"""

from __future__ import annotations

from collections import OrderedDict

LOGINS_A_MINUTE = 10.0  # from one address, unless `holecard serve --logins` says otherwise
CONNECTIONS = 8000  # in all, and
PER_ADDRESS = 400  # from one address, unless `holecard serve` says otherwise
MOST_WATCHED = 10_000


class Bucket:
    """Allows `burst` at once and then `rate` per second."""

    __slots__ = ("_burst", "_last", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._last = rate, burst, burst, 0.0

    def take(self, time: float) -> bool:
        self._left = min(self._burst, self._left + (time - self._last) * self._rate)
        self._last = time
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket per name; the least recently used are dropped when there are too many."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        bucket = self._buckets.setdefault(name, Bucket(self._rate, self._burst))
        self._buckets.move_to_end(name)
        if len(self._buckets) > MOST_WATCHED:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, name: str, time: float) -> bool:
        return self.of(name).take(time)
