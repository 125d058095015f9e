"""The server is killed again and again while people play: what was acknowledged is there, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.live.crashes import assert_enough, kill_again_and_again

KILLS = 12  # on each database; scripts/soak_kills.py does 1,000


def test_a_killed_server_has_kept_what_it_acknowledged(database_url: str, tmp_path: Path) -> None:
    tally = kill_again_and_again(database_url, tmp_path, KILLS)
    print(tally)
    assert_enough(tally, KILLS)
