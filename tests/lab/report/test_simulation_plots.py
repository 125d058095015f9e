"""The charts of simulations: one real file each, the same every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from holecard.lab.report.plots import FORMATS
from holecard.lab.report.simulation_plots import convergence, distribution, sessions
from holecard.lab.simulator.bankroll import Sessions, play_sessions
from holecard.law.errors import Malformed

HEADS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
POINTS = [(500_000 * at, -0.004 - 0.002 / at, 1.15 / (500_000 * at) ** 0.5) for at in range(1, 40)]
ROUND = {-2.0: 4_000, -1.0: 44_000, 0.0: 9_000, 1.0: 33_000, 1.5: 4_500, 2.0: 6_000, 8.0: 1}


@pytest.mark.parametrize("format", FORMATS)
def test_every_chart_is_written_and_the_same_every_time(tmp_path: Path, format: str) -> None:
    plan = Sessions(bankroll=30_000, wager=1000, rounds=320, number=2000)
    outcome = play_sessions(plan, {round(1000 * won): times for won, times in ROUND.items()}, 1000)
    written = []
    for again in range(2):
        files = [tmp_path / f"{name}{again}.{format}" for name in ("convergence", "distribution", "sessions")]
        convergence(POINTS, -0.0041, files[0], title="Blackjack")
        distribution(ROUND, files[1], title="Blackjack")
        sessions(outcome, files[2], rounds_per_hour=80, title="Blackjack")
        written.append([file.read_bytes() for file in files])
    assert written[0] == written[1]
    assert all(content.startswith(HEADS[format]) and len(content) > 5000 for content in written[0])


def test_charts_of_hardly_anything(tmp_path: Path) -> None:
    convergence(POINTS[:1], None, tmp_path / "one.svg")
    distribution({-1.0: 5}, tmp_path / "alone.svg")
    plan = Sessions(bankroll=1000, wager=1000, rounds=1, number=1)
    sessions(play_sessions(plan, {0: 1}, 1000), tmp_path / "push.svg", rounds_per_hour=80)
    assert {file.name for file in tmp_path.iterdir()} == {"one.svg", "alone.svg", "push.svg"}


def test_a_name_that_is_no_chart(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"\.svg, \.png or \.pdf"):
        distribution(ROUND, tmp_path / "chart.gif")
    assert not list(tmp_path.iterdir())
