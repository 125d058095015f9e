"""How the tests of a run are shared out between its processes (`pytest -n 4`).

The tests of a file stay in one process, because they share what takes long to make: a compiled game, a served house,
a browser, a PostgreSQL or a Dask cluster. The longest start first, so that no straggler is left for the end.
"""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

APART = ("tests/lab/simulator/test_tapes.py",)  # tests that share nothing, each a group of its own

TOGETHER = {  # files that share more than what lies on disk
    "tests/lab/advice/test_advice.py": "what rides",
    "tests/lab/simulator/test_simulated_wagers.py": "what rides",
    "tests/lab/wagers/test_side_wagers.py": "what rides",
}

LONGEST = (  # whatever takes more than ten seconds, the longest first, by how the test's name begins
    "tests/lab/simulator/test_simulated_wagers.py",
    "tests/lab/wagers/test_side_wagers.py",
    "tests/lab/advice/test_advice.py",
    "tests/lab/solver/test_oracle.py",
    "tests/browser/test_pictures.py",
    "tests/browser/test_rounds.py",
    "tests/live/table/test_mishaps.py",
    "tests/live/table/test_house.py",
    "tests/lab/simulator/test_tapes.py",
    "tests/lab/compiler/test_made_up.py",
    "tests/lab/wagers/test_ride_split.py",
    "tests/rl/test_evaluation.py",
    "tests/rl/test_side_by_side.py",
    "tests/docs/test_site.py",
    "tests/browser/",
    "tests/lab/solver/",
    "tests/lab/simulator/",
    "tests/live/web/",
    "tests/live/store/",
    "tests/cli/test_every_game.py",
    "tests/games/test_made_up_words.py",
    "tests/lab/",
    "tests/live/",
    "tests/properties/",
    "tests/cli/",
    "tests/record/",
    "tests/package/test_wheel.py",
)


def group_of(test: str) -> str:
    """
    >>> group_of("tests/values/test_values.py::test_a[1::2]")
    'tests/values/test_values.py'
    """
    file = test.partition("::")[0]
    return test if file in APART else TOGETHER.get(file, file)


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
