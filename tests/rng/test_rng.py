"""Each of the fifteen tests finds a generator built to fail it, and lets a good one pass as often as it should."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from holecard.law.errors import HolecardError, Malformed
from holecard.rng._fifteen import FIFTEEN
from holecard.rng.collecting import Collected, What, collect
from holecard.rng.files import Form, read, written
from holecard.rng.suite import holm, positions, run
from holecard.values import shoe
from holecard.values.cards import DECK
from holecard.values.shoe import PracticeShuffler, shuffled
from tests.cli.kit import here
from tests.kit.soak import usual_or_soak
from tests.rng.generators import BUILT_TO_FAIL, good

NAMED = [  # in 58 Pa. Code § 810a.5(c)
    "chi-square",
    "equidistribution",
    "gap",
    "overlaps",
    "poker",
    "coupon collector",
    "permutation",
    "Kolmogorov-Smirnov",
    "adjacency",
    "order statistic",
    "runs",
    "interplay correlation",
    "serial correlation",
    "subsequences",
    "Poisson",
]
SEEDS = usual_or_soak(60, 1000)


def raw(words: np.ndarray[tuple[int], np.dtype[np.uint32]]) -> Collected:
    return Collected(what=What.RAW, below=2**32, numbers=words)


def test_there_are_exactly_the_fifteen() -> None:
    assert list(FIFTEEN) == NAMED == list(BUILT_TO_FAIL)


@pytest.mark.parametrize("name", NAMED)
def test_a_generator_built_to_fail_a_test_fails_it(name: str) -> None:
    for seed in usual_or_soak((1, 2), tuple(range(30))):
        assert FIFTEEN[name](BUILT_TO_FAIL[name](seed)).p_value < 1e-4, seed
        verdict = run(raw(BUILT_TO_FAIL[name](seed)))
        assert name in {row.test for row in verdict.rows if not row.passed(0.99)}
        assert not verdict.passed()


def test_a_generator_that_is_too_even_fails() -> None:
    """A counter has every number equally often, which chance never does."""
    counted = run(raw((np.arange(2**16, dtype=np.uint64) * 40503 * 2**16 % 2**32).astype(np.uint32)))
    assert "equidistribution" in {row.test for row in counted.rows if not row.passed(0.99)}


@pytest.fixture(scope="module")
def p_values() -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in FIFTEEN}
    for seed in range(SEEDS):
        words = good(seed)
        for name, test in FIFTEEN.items():
            found[name].append(test(words).p_value)
    return found


@pytest.mark.parametrize("name", NAMED)
def test_a_good_generator_gives_uniform_p_values(name: str, p_values: dict[str, list[float]]) -> None:
    """Of a fixed list of seeds, so this cannot fail by chance; 1 in 1,000 is the bound for each test."""
    assert stats.kstest(p_values[name], "uniform").pvalue > 0.001


def test_positions_of_a_good_shuffle_give_uniform_p_values() -> None:
    found = []
    for seed in range(SEEDS):
        source = np.random.Generator(np.random.PCG64(seed))
        orders = np.array([source.permutation(52) for _ in range(100)], np.uint16)
        found.append(positions(Collected(what=What.SHOES, below=52, numbers=orders)).p_value)
    assert stats.kstest(found, "uniform").pvalue > 0.001


def naive(cards: int, source: PracticeShuffler) -> list[int]:
    """The usual mistake: every card changes places with any card."""
    order = list(range(cards))
    for at in range(cards):
        other = source.below(cards)
        order[at], order[other] = order[other], order[at]
    return order


def test_a_naive_shuffle_fails_by_the_cards_positions() -> None:
    source, many = PracticeShuffler(1), 2500
    biased = np.array([naive(52, source) for _ in range(many)], np.uint16)
    assert positions(Collected(what=What.SHOES, below=52, numbers=biased)).p_value < 1e-6
    fair = collect(What.SHOES, many, decks=1, shuffler=source)
    assert run(fair).passed()


def test_numbers_are_those_of_the_live_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    """All three kinds draw from the one function that live tables draw from, and shoes are shuffled as theirs are."""
    one = PracticeShuffler("same")
    assert [DECK[card % 52] for card in collect(What.SHOES, 1, decks=2, shuffler=one).numbers[0]] == shuffled(
        DECK * 2, PracticeShuffler("same")
    )
    asked: list[int] = []

    def bits(width: int) -> int:
        asked.append(width)
        return 0

    monkeypatch.setattr(shoe, "system_bits", bits)
    collect(What.SCALED, 2, decks=6)
    collect(What.SHOES, 1, decks=1)
    assert asked == [9, 9, *((bound - 1).bit_length() for bound in range(52, 1, -1))]
    assert collect(What.RAW, 3, bits=bits).numbers.tolist() == [0, 0, 0]


def test_places_of_a_shoe_make_words() -> None:
    """The first order of all is the lowest word, the last one the highest."""
    orders = np.array([np.arange(104), np.arange(104)[::-1]], np.uint16)
    words = Collected(what=What.SHOES, below=104, numbers=orders).words().reshape(2, -1)
    assert words[0].max() == 0
    assert words[1].min() >= 2**32 - 1
    scaled = np.array([0, 0, 0, 0, 0, 311, 311, 311, 311, 311], np.uint16)
    assert Collected(what=What.SCALED, below=312, numbers=scaled).words().tolist() == [0, 2**32 - 1]


@pytest.mark.parametrize("what", What)
@pytest.mark.parametrize("form", Form)
def test_files_are_read_as_they_were_written(what: What, form: Form, tmp_path: Path) -> None:
    collected = collect(what, 20, decks=1, shuffler=PracticeShuffler(1))
    file = tmp_path / "numbers"
    file.write_bytes(written(collected, form))
    found = read(file)
    assert found.words().tolist() == collected.words().tolist()
    if form is Form.HOLECARD:
        assert (found.what, found.below, found.numbers.tolist()) == (what, collected.below, collected.numbers.tolist())
    if form is Form.PRACTRAND:
        assert file.stat().st_size == 4 * len(collected.words())


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    shoes = written(collect(What.SHOES, 2, decks=1))
    dieharder = written(collect(What.RAW, 5), Form.DIEHARDER)
    twice = shoes[:-2] + shoes[-4:-2]
    for content, why in (
        (b"", "is not a file of random numbers"),
        (b"12345", "is not a file of random numbers"),
        (shoes[:-1], "is damaged"),
        (twice, "each of its 52 cards once"),
        (shoes[:-1] + b"\xff", "is not below 52"),
        (dieharder[:-5] + b"x\n", "announces"),
        (dieharder[:-11], "announces"),
        (b"holecard rng scaled below 1 count 1\n\0\0", "is not below 1"),
        (b"holecard rng raw below 4294967296 count 0\n", "is damaged"),
    ):
        file.write_bytes(content)
        with pytest.raises(Malformed, match=why):
            read(file)
    with pytest.raises(HolecardError, match="cannot be read"):
        read(tmp_path)


def test_holm() -> None:
    assert holm([0.5, 0.001, 0.04]) == [0.5, 0.003, 0.08]
    assert holm([0.4] * 15) == [1.0] * 15


def test_the_commands(tmp_path: Path) -> None:
    file = tmp_path / "shoes"
    assert here("rng", "collect", "--what", "shoes", "--count", "250", str(file)).out == f"Wrote {file}\n"
    said = here("rng", "test", str(file))
    assert said.code in (0, 1)  # chance decides
    assert said.out.startswith("250 shoes, as 12,250 words of 32 bits")
    bad = tmp_path / "bad"
    bad.write_bytes(written(raw(BUILT_TO_FAIL["chi-square"](1))))
    ran = here("rng", "test", str(bad), "--json", "--level", "0.95")
    assert (ran.code, ran.document["passed"], ran.document["level"]) == (1, False, 0.95)
    assert [row["test"] for row in ran.document["rows"]] == NAMED
    assert "failed: chi-square" in here("rng", "test", str(bad)).out
    for arguments, why in (
        (("rng", "test", "--what", "cards"), "--what must be one of raw, scaled, shoes"),
        (("rng", "test", "--count", "9"), "Collect at least 10,000"),
        (("rng", "test", "--level", "1"), "--level must be"),
        (("rng", "test", str(file), "--count", "9"), "--count is for numbers"),
        (("rng", "collect", "--count", "0", str(file)), "count must be 1 to"),
        (("rng", "collect", "--count", "1", "--decks", "9", str(file)), "decks must be 1 to 8"),
        (("rng", "collect", "--count", "1", "--format", "csv", str(file)), "--format must be"),
    ):
        ran = here(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert why in ran.err
        assert ran.err.count("\n") == 1
