"""How the tests of a run are shared out between its processes (`pytest -n 2`).

The tests of a file stay in one process, for they share what is dear to make: a compiled game, a served house, a
browser, a PostgreSQL or a Dask cluster. Only where tests are dear one by one and share nothing does each go its own
way. What takes longest begins first, so that nobody waits for one straggler at the end.
"""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# Files whose tests share nothing.
APART: tuple[str, ...] = ()

# What takes more than a few seconds, the longest first: by file or by folder.
LONGEST: tuple[str, ...] = ()


def group_of(test: str) -> str:
    """
    >>> group_of("tests/values/test_values.py::test_a[1::2]")
    'tests/values/test_values.py'
    """
    file = test.partition("::")[0]
    return test if file in APART else file


def longest_first(item: pytest.Item) -> int:
    """The place of a test in the order; those of one place stay in theirs."""
    return next((at for at, begins in enumerate(LONGEST) if item.nodeid.startswith(begins)), len(LONGEST))


class SharedFiles(LoadScopeScheduling):
    """Gives whole groups to the processes, in the order of the tests."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # or files with many tests would come first, however short

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
