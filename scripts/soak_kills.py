"""The crash test of tests/live at length: a thousand kills of a server under load, on each database.

    python scripts/soak_kills.py 200 postgresql --after 75

kills 200 times on PostgreSQL and begins with the 76th, for a run that was broken off. A house is killed `OF_ONE_HOUSE`
times, then another is opened: after each kill everything that its house ever stored is audited, which takes longer the
older it is. Prints a line for each house. What was acknowledged and lost is an AssertionError.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the crash test is the tests' own

from holecard.dossier.signing import KEY_FILE
from tests.live.crash_kit import Tally
from tests.live.crashes import assert_enough, kill_again_and_again
from tests.live.postgres import Postgres

KILLS = 1_000
OF_ONE_HOUSE = 25
DATABASES = ("sqlite", "postgresql")


def main(kills: int, databases: list[str], after: int) -> None:
    tallies = {database: Tally() for database in databases}
    with ExitStack() as stack:
        # One key for all houses: servers are forked from a process that has the environment of the first.
        os.environ[KEY_FILE] = f"{stack.enter_context(tempfile.TemporaryDirectory())}/house.key"
        postgres = stack.enter_context(Postgres()) if "postgresql" in databases else None
        for done in range(after, kills, OF_ONE_HOUSE):
            number = min(OF_ONE_HOUSE, kills - done)
            for database in databases:
                with tempfile.TemporaryDirectory() as folder:
                    url = f"sqlite:///{folder}/house.db"
                    if postgres is not None and database == "postgresql":
                        url = postgres.create()
                    tallies[database] += kill_again_and_again(url, Path(folder), number, seed=done)
                print(f"{database:12}up to kill {done + number}: {tallies[database]}", flush=True)
    for tally in tallies.values():
        assert_enough(tally, kills - after)
    print(f"{'in all':12}{sum(tallies.values(), Tally())}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Kill a house under load, again and again.")
    parser.add_argument("kills", type=int, nargs="?", default=KILLS, help="on each database")
    parser.add_argument("databases", nargs="*", metavar="DATABASE", help=" or ".join(DATABASES))
    parser.add_argument("--after", type=int, default=0, help="kills that an earlier run has done")
    given = parser.parse_args()
    main(given.kills, given.databases or list(DATABASES), given.after)
