"""The crash test of tests/live at length: a thousand kills of a server under load, half of them on each database.

A house is killed `OF_ONE_HOUSE` times, then another is opened: after each kill everything that its house ever stored is
audited, which takes longer the older it is. What was acknowledged and lost is an AssertionError.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the crash test is the tests' own

from tests.live.crash_kit import Tally
from tests.live.crashes import assert_enough, kill_again_and_again
from tests.live.postgres import Postgres

KILLS = 1_000
OF_ONE_HOUSE = 25


def main(kills: int, wanted: list[str]) -> None:
    tallies = {database: Tally() for database in wanted}
    with Postgres() as postgres:
        for done in range(0, kills // len(wanted), OF_ONE_HOUSE):
            number = min(OF_ONE_HOUSE, kills // len(wanted) - done)
            for database in wanted:
                with tempfile.TemporaryDirectory() as folder:
                    url = postgres.create() if database == "postgresql" else f"sqlite:///{folder}/house.db"
                    tallies[database] += kill_again_and_again(url, Path(folder), number, seed=done)
                print(f"{database:12}{tallies[database]}", flush=True)
    for tally in tallies.values():
        assert_enough(tally, kills // len(wanted))
    print(f"{'in all':12}{sum(tallies.values(), Tally())}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS, sys.argv[2:] or ["sqlite", "postgresql"])
