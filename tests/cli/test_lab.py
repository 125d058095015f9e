"""The lab's commands as scripts use them: every promised field, and one line with an exit code for what is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.kit import LIMIT, assert_complains, here, holecard

SMALL = ("--set", "max_hands=1")
NEARLY_ALL = ",".join("A" * 3 + "2345678" * 4 + "9999" + "T" * 11)  # an ace and five ten-values are left


def test_analyze_as_json() -> None:
    found = here("analyze", "reference", *SMALL, "--json", "--repeat", "2").document
    assert found["house_edge"] == -found["ev"] == pytest.approx(0.009714, abs=1e-5)
    assert found["element_of_risk"] == pytest.approx(found["house_edge"] / found["average_wager"])
    assert set(found["dealer"]) == {"17", "18", "19", "20", "21", "22", "over", "blackjack"}
    assert found["insurance_ev"] == pytest.approx(-0.073955, abs=1e-6)
    assert (found["strategy"], found["claim"], found["game"]) == ("composition", None, "reference")
    assert {"seconds", "distribution_seconds", "compile_seconds", "options", "rules_hash", "version"} <= set(found)
    shares = {one["net"]: one["probability"] for one in found["distribution"]}
    assert sum(shares.values()) == pytest.approx(1, abs=1e-12)
    assert sum(net * share for net, share in shares.items()) == pytest.approx(found["ev"], abs=1e-12)
    assert found["variance"] == pytest.approx(sum(net**2 * share for net, share in shares.items()) - found["ev"] ** 2)
    assert found["standard_deviation"] == found["variance"] ** 0.5
    assert found["rtp"] == 1 + found["ev"]


def test_analyze_for_a_reader() -> None:
    said = here("analyze", "pa-down-under", "--strategy", "total").out
    for name in ("house edge", "return (RTP)", "element of risk", "standard deviation", "variance"):
        assert f"\n{name} " in said
    assert "result of a round, in units of the initial main wager" in said
    assert "0.43% to 0.49%" in said, "the claim of the filing"


def test_boxes_that_share_a_dealer_depend_on_each_other() -> None:
    asked = ("simulate", "reference", *SMALL, "--rounds", "2000000", "--shuffle", "every-round", "--json")
    one, two = (here(*asked, "--boxes", boxes).document for boxes in ("1", "2"))
    assert one["covariance"] is None
    variances = one["standard_deviation"] ** 2, two["standard_deviation"] ** 2
    assert two["covariance"] == pytest.approx((variances[1] - 2 * variances[0]) / 2, abs=0.01)
    assert 0.4 < two["covariance"] < 0.6, "about 0.5, as the literature has it"


def test_one_is_not_many() -> None:
    assert "1 deck\n" in here("analyze", "reference", *SMALL, "--set", "decks=1").out
    said = here("simulate", "reference", *SMALL, "--set", "decks=1", "--rounds", "100", "--workers", "1").out
    assert "1 deck, 1 box\n" in said


def test_a_shoe_without_some_cards_is_another_game() -> None:
    fresh, short, endless = (
        here("analyze", "reference", *SMALL, "--json", *more).document["ev"]
        for more in ((), ("--without", "5 5 5 5 5 5"), ("--shoe", "infinite"))
    )
    assert endless < fresh < short


def test_a_shoe_without_aces_has_no_insurance() -> None:
    short = (*SMALL, "--set", "decks=1", "--without", "A A A A")
    found = here("analyze", "reference", *short, "--json").document
    assert found["insurance_ev"] is None
    assert found["dealer"]["blackjack"] == 0
    assert "Insurance" not in here("analyze", "reference", *short).out


def test_hand_as_json_best_first() -> None:
    found = here("hand", "reference", *SMALL, "--set", "decks=1", "--hand", "6 5", "--up", "A", "--json").document
    assert [one["action"] for one in found] == ["double", "hit", "stand"]
    assert found[0]["ev"] == pytest.approx(0.240259, abs=1e-6)
    assert all((one["game"], one["options"]["decks"]) == ("reference", "1") for one in found)
    assert all({"rules_hash", "version"} <= set(one) for one in found)


def test_simulate_as_json() -> None:
    found = here("simulate", "reference", *SMALL, "--rounds", "200000", "--workers", "1", "--json").document
    assert (found["rounds"], found["boxes"]) == (200_000, 1)
    assert abs(found["ev"] + 0.0097) < 5 * found["standard_error"]
    assert sum(one["rounds"] for one in found["histogram"]) == 200_000
    assert found["won"] + found["pushed"] + found["lost"] == pytest.approx(1)
    assert {"standard_deviation", "average_wager", "wagers", "rounds_per_cpu_second", "seconds"} <= set(found)


def test_nobody_watching_sees_no_progress() -> None:
    ran = holecard("simulate", "reference", *SMALL, "--rounds", "1000", "--workers", "1", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.document["rounds"] == 1000


def test_charts_that_cannot_be_kept_are_said_before_the_work(tmp_path: Path) -> None:
    run = ("simulate", "reference", *SMALL, "--rounds", "1000", "--checkpoint", str(tmp_path / "run"))
    assert_complains(here(*run, "--plot", str(tmp_path / "nowhere" / "run.svg")), 1, "cannot be written")
    (tmp_path / "run-distribution.svg").mkdir()
    assert_complains(here(*run, "--plot", str(tmp_path / "run.svg")), 1, "run-distribution.svg", "not a regular file")
    assert not (tmp_path / "run").exists(), "nothing was played"


def test_charts_of_a_run_that_a_checkpoint_holds_already(tmp_path: Path) -> None:
    run = ("simulate", "reference", *SMALL, "--rounds", "1000", "--checkpoint", str(tmp_path / "run"))
    for chart in ("first.svg", "again.svg"):
        assert here(*run, "--plot", str(tmp_path / chart)).code == 0
    assert (tmp_path / "first.svg").read_bytes() == (tmp_path / "again.svg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("analyze reference --strategy guess", ("composition", "total")),
        ("analyze reference --repeat 0", ("--repeat", "not 0")),
        ("analyze reference --shoe half", ("--shoe", "not half", "infinite")),
        ("analyze reference --without X", ("'X'",)),
        (f"analyze reference --set decks=1 --without {NEARLY_ALL}", ("6 cards of 51 points", "56 points")),
        (f"hand reference --set decks=1 --without {NEARLY_ALL} --hand T,9 --up T", ("56 points",)),
        ("hand reference --hand T --up 9", ("at least two cards",)),
        ("hand reference --hand T,6 --up 99", ("'99'",)),
        ("hand reference --hand A,T --up 9", ("Blackjack",)),
        ("hand reference --set decks=1 --hand A,A,A,A,A --up 9", ("only 4 aces",)),
        ("hand pa-down-under --hand T,6 --up 9", ("--light", "small")),
        ("hand pa-down-under --hand T,6 --up T --hole K --light small", ("contradicts", "large")),
        ("hand nz-blackjack --hand T,6 --up 9 --light small", ("no reader",)),
        ("simulate reference --rounds 0", ("--rounds", "not 0")),
        ("simulate reference --rounds 10 --cut 400", ("--cut", "not 400")),
        ("simulate reference --rounds 10 --shuffle never", ("--shuffle", "not never")),
        ("simulate reference --rounds 10 --shuffle every-round --cut 50", ("--cut",)),
        ("simulate reference --rounds 10 --strategy nowhere.csv", ("nowhere.csv",)),
        ("simulate reference --rounds 10 --workers 100000", ("--workers", "not 100000", "1 to 256")),
    ],
)
def test_bad_input(arguments: str, words: tuple[str, ...]) -> None:
    assert_complains(here(*arguments.split()), 2, *words)


def test_without_the_extra() -> None:
    program = (
        "import sys; sys.modules['numba'] = None; from holecard.cli import run; sys.exit(run(['analyze', 'reference']))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert (
        ran.stderr.strip() == "holecard: this command needs numba, which is not installed: pip install 'holecard[lab]'"
    )


def test_a_checkpoint_of_another_strategy_is_refused(tmp_path: Path) -> None:
    run = ("simulate", "reference", *SMALL, "--rounds", "1000", "--workers", "1", "--checkpoint", str(tmp_path / "run"))
    first, again = here(*run, "--json").document, here(*run, "--json").document
    assert first["ev"] == again["ev"]
    assert_complains(here(*run, "--strategy", "two-card"), 2, "two-card")


def test_an_analysis_waits_for_nothing_that_it_does_not_use() -> None:
    program = (
        "import sys; from holecard import cli\n"
        "at_first = {name.partition('.')[0] for name in sys.modules}\n"
        "cli.run(['analyze', 'reference', '--set', 'max_hands=1'])\n"
        "at_last = {name.partition('.')[0] for name in sys.modules}\n"
        "print(at_first & {'rich', 'numpy', 'tomllib'}, at_last & {'matplotlib', 'typst', 'dask'})\n"
        "print(at_last & {'scipy', 'cffi', 'yaml'})\n"
        "import cffi, yaml, scipy.linalg.cython_blas\n"  # what Numba was loaded without is there all the same
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LIMIT, check=True)
    assert "house edge" in ran.stdout
    assert ran.stdout.splitlines()[-2:] == ["set() set()", "set()"]
