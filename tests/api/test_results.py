"""Simulations, sweeps, side wagers and sessions from Python: the figures of the command, files, and Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holecard as hc
from tests.cli.kit import assert_complains, here

SMALL = {"decks": 1, "max_hands": 1}
AS_PAIRS = ("--set", "decks=1", "--set", "max_hands=1")
TIMES = ("seconds", "rounds_per_cpu_second")


def untimed(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in TIMES}


def test_simulate_is_the_command() -> None:
    asked = ("--rounds", "2000", "--seed", "x", "--boxes", "2", "--shuffle", "every-round", "--workers", "1")
    command = here("simulate", "reference", *AS_PAIRS, *asked, "--json").document
    rules = hc.game("reference", **SMALL)
    found = hc.simulate(rules, rounds=2000, seed="x", boxes=2, shuffle="every-round", workers=1)
    assert untimed(found.to_dict()) == untimed(command)
    assert (command["rounds_asked"], command["seed"], command["strategy"]) == (2000, "x", "total")
    assert command["shoe"] == {"decks": 1, "without": []}


def test_every_figure_of_several_boxes_says_what_it_is_for() -> None:
    said = here("simulate", "reference", *AS_PAIRS, "--rounds", "2000", "--boxes", "2", "--cut", "20").out
    assert "house edge per box" in said
    assert "average wager per box" in said
    assert "standard deviation per round, all 2 boxes" in said
    per = hc.simulate(hc.game("reference", **SMALL), rounds=100, boxes=2, cut=20).to_dict()["per"]
    assert isinstance(per, dict)
    assert (per["ev"], per["standard_deviation"], per["histogram"]) == ("box", "round", "round")


def test_one_round_has_no_error() -> None:
    found = hc.simulate(hc.game("reference", **SMALL), rounds=1)
    assert (found.standard_error, found.standard_deviation) == (None, None)
    said = here("simulate", "reference", *AS_PAIRS, "--rounds", "1").out
    assert "±" not in said
    assert "One round gives no estimate of the error" in said


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C interrupts, whatever an earlier test or the shell made of it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_shows_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holecard.lab.simulator.simulate.BLOCK", 1000)
    told: list[hc.Simulation] = []

    def stop(so_far: hc.Simulation) -> None:
        told.append(so_far)
        if len(told) == 2:
            signal.raise_signal(signal.SIGINT)

    found = hc.simulate(hc.game("reference", **SMALL), rounds=10_000, workers=1, tell=stop)
    assert (found.rounds, found.rounds_asked, found.interrupted) == (2000, 10_000, True)
    assert "2,000 rounds of 10,000, interrupted" in str(found)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_at_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **kwargs: Any) -> hc.Simulation:
        monkeypatch.setattr("holecard.lab.simulator.simulate.BLOCK", 1000)
        kwargs["tell"] = lambda so_far: signal.raise_signal(signal.SIGINT)
        return hc.simulate(*args, **kwargs)

    monkeypatch.setattr("holecard.cli.simulate.simulate", interrupted)
    ran = here("simulate", "reference", *AS_PAIRS, "--rounds", "5000", "--workers", "1")
    assert ran.code == 130
    assert ran.err == "holecard: interrupted after 1,000 of 5,000 rounds\n"
    assert "1,000 of 5,000, interrupted" in ran.out


def test_ctrl_c_writes_the_rows_of_a_sweep_that_are_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from holecard.lab.report.sweep import on_this_machine

    monkeypatch.setattr("holecard.lab.report.sweep.on_this_machine", lambda points: _first_two(on_this_machine(points)))
    file = tmp_path / "rows.csv"
    ran = here("sweep", "reference", "--over", "decks=1,2,3", "--set", "max_hands=1", "--csv", str(file))
    assert ran.code == 130
    assert ran.err == "holecard: interrupted after 2 of 3 combinations\n"
    assert f"Wrote {file}" in ran.out
    assert len(file.read_text().splitlines()) == 3


def _first_two(solved: Any) -> Any:
    for number, one in enumerate(solved):
        if number == 2:
            raise KeyboardInterrupt
        yield one


def test_sweep_is_the_command_and_shows_differences() -> None:
    asked = ("sweep", "reference", "--over", "decks=1,2", "--set", "max_hands=1", "--baseline", "decks=2")
    command = here(*asked, "--json").document
    found = hc.sweep("reference", {"decks": (1, 2)}, max_hands=1, baseline="decks=2")
    assert found.to_dict() == command
    assert [row["over"] for row in command] == [{"decks": "1"}, {"decks": "2"}]
    first, second = command
    assert first["difference"] == pytest.approx(first["house_edge"] - second["house_edge"])
    assert second["difference"] == 0
    assert [row["shoe"]["decks"] for row in command] == [1, 2]
    assert "Difference to the baseline: house edge 0.7299% (decks=2 max_hands=1)" in here(*asked).out
    assert_complains(here(*asked[:-1], "decks"), 2, "--baseline 'decks'", "name=value")


def test_wagers_are_the_command() -> None:
    command = here("wagers", "pa-down-under", "--json").document
    assert hc.wagers(hc.game("pa-down-under")).to_dict() == command
    assert command[0]["shoe"] == {"decks": 6, "without": []}


def test_sessions_are_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from holecard.lab.simulator.bankroll import round_plan

    monkeypatch.setattr(
        "holecard.lab.simulator.bankroll.round_plan", lambda seed, rounds: round_plan(seed, min(rounds, 50_000))
    )
    command = here("bankroll", "reference", *AS_PAIRS, "--sessions", "500", "--hours", "1", "--json").document
    rules = hc.game("reference", **SMALL)
    assert hc.bankroll(rules, sessions=500, hours=1).to_dict() == command
    assert (command["seed"], command["shoe"]) == ("1", {"decks": 1, "without": []})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("strategy reference --csv card.txt", ("--csv card.txt", ".csv")),
        ("strategy reference --svg card.pdf", ("--svg card.pdf", ".svg")),
        ("sweep reference --over decks=1 --csv rows.svg", ("--csv rows.svg", ".csv")),
        ("sweep reference --over decks=1 --plot edge", ("--plot edge", ".svg, .png or .pdf")),
        ("simulate reference --plot run.csv", ("--plot run.csv", ".svg, .png or .pdf")),
        ("bankroll reference --plot run.csv", ("--plot run.csv", ".svg, .png or .pdf")),
        ("report reference --pdf report.txt", ("--pdf report.txt", ".pdf")),
    ],
)
def test_the_name_of_a_file_says_what_is_in_it(arguments: str, words: tuple[str, ...]) -> None:
    assert_complains(here(*arguments.split()), 2, *words)


def test_every_file_is_announced(tmp_path: Path) -> None:
    card, run = tmp_path / "card.csv", tmp_path / "run.svg"
    ran = here("strategy", "reference", *AS_PAIRS, "--csv", str(card), "--json")
    assert ran.err == f"Wrote {card}\n"
    assert ran.document["game"] == "reference"
    kept = tmp_path / "kept"
    ran = here(
        *("simulate", "reference", *AS_PAIRS, "--rounds", "100", "--workers", "1"),
        *("--plot", str(run), "--checkpoint", str(kept)),
    )
    written = {tmp_path / line.removeprefix("Wrote ") for line in ran.out.splitlines() if line.startswith("Wrote ")}
    assert written == {path for path in tmp_path.iterdir() if path != card}
