"""Any round that can be played can be written, read back the same, and played again; a broken file says where."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holecard.engine.questions import (
    Act,
    Answer,
    Bet,
    Bets,
    CoverCard,
    Drawn,
    Fact,
    Irregularity,
    Light,
    Notice,
    Role,
    RoundOver,
    TakeBack,
    Turned,
    What,
)
from holecard.games import GAMES
from holecard.law.clauses import Cite, house, registers
from holecard.law.errors import Malformed, Refused
from holecard.record.ledger import Ledger
from holecard.record.notation import parse_line, parse_round, print_line, print_round
from holecard.record.transcript import Line, Place, Who, record, replay
from holecard.testing.random_play import random_rules
from holecard.testing.whole_session import Sessions
from holecard.values.cards import DECK, HIDDEN, Face
from tests.kit.soak import usual_or_soak

# Rounds as they are played

TABLES = usual_or_soak(30, 300)  # of each game


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_round_is_written_read_back_and_replayed(game: str) -> None:
    written = 0
    for seed in range(TABLES):
        chance = Random(f"{game} {seed}")
        rules = random_rules(GAMES[game], chance)
        for steps in Sessions(rules, chance, pit=seed % 2 == 0).rounds(3):
            text = print_round(record(rules, steps))
            again = parse_round(text)
            assert again == record(rules, steps)
            assert print_round(again) == text
            replayed = list(replay(again))
            assert replayed == steps
            written += 1
            if isinstance(steps[-1].question, RoundOver):
                Ledger().plus(fact for step in steps for fact in step.facts).end_round()
    assert written > 1.6 * TABLES


# Any answer and any fact, whether or not a game has it

names = st.from_regex(r"[\w.\-]{1,40}", fullmatch=True)
texts = st.text(min_size=1, max_size=30)
cards = st.sampled_from(DECK)
faces: st.SearchStrategy[Face] = st.sampled_from((*DECK, HIDDEN))
sums = st.integers(0, 10**13)
small = st.integers(0, 9)
cites = st.one_of(
    st.sampled_from([Cite(held.key, held.edition, clause) for held in registers() for clause in held.clauses]),
    st.sampled_from([house("smallest playable chip"), house("rounding")]),
)
whos = st.one_of(
    st.builds(Who, st.just(Role.BETTOR), names), st.builds(Who, st.sampled_from(Role), names | st.just(""))
)
places = st.builds(Place, small, st.integers(0, 4))
facts = st.lists(
    st.builds(
        Fact,
        st.sampled_from(What),
        cites,
        sums,
        sums,
        small,
        small,
        names | st.just(""),
        texts | st.just(""),
        texts | st.just(""),
        st.lists(faces, max_size=3).map(tuple),
        st.lists(cites, max_size=2).map(tuple),
    ),
    max_size=3,
).map(tuple)
bets = st.builds(Bet, small, names, sums, texts, st.booleans())


@st.composite
def lines(draw: st.DrawFn) -> Line:
    followed = draw(facts)
    acting = st.builds(Act, texts, sums, small)
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return Line(answer=draw(acting), who=draw(whos), place=draw(places), facts=followed)
    if kind == 1:
        return Line(
            answer=Act(draw(texts), draw(st.integers(0, 999))), who=draw(whos), step=draw(texts), facts=followed
        )
    if kind == 2:
        dealt = draw(st.lists(faces, max_size=5))
        to = [draw(places | st.sampled_from(("dealer", "discard-rack"))) for _ in dealt]
        return Line(answer=Drawn(tuple(dealt)), to=tuple(to), facts=followed)
    others: st.SearchStrategy[Answer] = st.one_of(
        st.builds(Bets, st.lists(bets, max_size=3).map(tuple), st.booleans()),
        st.builds(TakeBack, small, names, texts),
        st.builds(Light, texts),
        st.builds(Turned, cards),
        st.just(CoverCard()),
        st.builds(Irregularity, texts, small, small, st.none() | faces, texts | st.just("")),
        st.builds(Notice, texts, small, texts | st.just(""), st.none() | cards),
    )
    return Line(answer=draw(others), facts=followed)


@settings(deadline=None, max_examples=usual_or_soak(120, 1000), derandomize=True)
@given(lines())
def test_any_answer_reads_back_as_it_was_written(line: Line) -> None:
    assert parse_line(print_line(line)) == line


# Broken files

GOOD = """game pa-down-under
set decks=6 match_the_dealer=yes
given rack -- 9s 6h
given pit.seated [[1, "Ann"], [2, "Bob"]]
given pit.rounds 1
# a comment
bet 1 Ann main 10.00, 1 Ann match-the-dealer 5.00, 2 Bob main 20.00 spoken, no more bets
cards 1:8s 2:Ts dealer:6h 1:8d 2:5d dealer:--
light large
1 Ann split
  > placed 10.00 box 1 hand 2 bettor Ann wager main [pa-685a@2020 10(a)] split
cards 1.1:Ts
1.1 Ann stand
cards 1.2:3c
1.2 Ann double 5.00
cards 1.2:9c
2 Bob hit
cards 2:Kc
turn Tc
cards dealer:6c
collect
"""


def with_a_pit() -> str:
    """The second round of a table with its pit, everything given and every fact written."""
    rules = GAMES["pa-down-under"].configure(shuffler="batch")
    _, steps = Sessions(rules, Random(3), pit=True).rounds(2)
    return print_round(record(rules, steps)).replace("facts all", 'given pit.shuffler ""', 1)


PIT = with_a_pit()
ODD = ('"', "[", "-1", "²", "9" * 30, "[" * 5000, "{}", '[["cut", ["house", "", "x"]]]', '[["cut"]]', '"foo"')


@pytest.mark.parametrize("text", [GOOD, PIT], ids=["by hand", "recorded"])
def test_the_good_files_are_good(text: str) -> None:
    *_, last = replay(parse_round(text))
    assert isinstance(last.question, RoundOver)


@st.composite
def broken_files(draw: st.DrawFn) -> str:
    """A good file with some of its lines, words or characters lost, moved, doubled or replaced."""
    text = draw(st.sampled_from((GOOD, PIT)))
    for _ in range(draw(st.integers(1, 3))):
        parts = re.split(draw(st.sampled_from((r"(\n)", r"(\s+)", r"([\s:.,=\[\]]+)", r"()"))), text)
        at, other = draw(st.integers(0, len(parts) - 1)), draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(("lose", "move", "double", "replace"))):
            case "lose":
                del parts[at]
            case "move":
                parts[at], parts[other] = parts[other], parts[at]
            case "double":
                parts.insert(at, parts[other])
            case _:
                parts[at] = draw(st.text(max_size=8) | st.sampled_from(ODD))
        text = "".join(parts)
    return text


@settings(deadline=None, max_examples=usual_or_soak(300, 3000), derandomize=True)
@given(broken_files())
def test_a_broken_file_is_refused_with_its_line(text: str) -> None:
    said = ""
    try:
        deque(replay(parse_round(text)), maxlen=0)
    except (Malformed, Refused) as error:
        said = str(error)
    assert not said or re.match(r"line \d+: .", said)


@pytest.mark.parametrize(
    ("line", "instead", "error"),
    [
        ("game pa-down-under", "game bingo", "line 1: unknown game 'bingo'"),
        ("decks=6", "decks=6 decks=8", "line 2: 'decks=8' must be name=value, with each name once"),
        ("decks=6", "decks=7", "line 1: decks=7 is not a permitted value"),
        ("given rack --", "given rock --", "line 3: 'rock' cannot be given"),
        ("bet 1 Ann main 10.00,", "bet 1 Ann main 10,", "line 7: '10' is not an amount"),
        ("bet 1 Ann", "bet 1 two words", "line 7: 'main' is not an amount"),
        (
            "cards 1:8s 2:Ts",
            "cards 2:8s 1:Ts",
            "line 8: cards to 2, 1, dealer, 1, 2, dealer does not answer the question here",
        ),
        ("cards 1:8s", "cards 8s", "line 8: '8s' needs a destination"),
        ("light large", "light green", "line 9: green: the reader has no light green"),
        ("1 Ann split", "2 Bob split", "line 10: 2 Bob does not answer the question here: box 1 Ann, hit or stand"),
        ("1 Ann split", "collect", "line 10: collect does not answer the question here: box 1 Ann, hit or stand"),
        ("1 Ann split", "1 Ann dance", "line 10: dance is not an action in this game"),
        (
            "hand 2 bettor Ann",
            "hand 3 bettor Ann",
            "line 10: the facts differ: recorded but not replayed: 'placed 10.00",
        ),
        ("[pa-685a@2020 10(a)]", "[pa-685a@2020 10(z)]", "line 11: pa-685a@2020 has no clause '10(z)'"),
        ("1.1 Ann", "1 Ann", "line 13: 1 Ann does not answer the question here"),
        ("double 5.00", "double 50.00", "line 15: double: the amount is not allowed"),
        ("turn Tc", "turn 2c", "line 19: 2c: this card does not match the reader"),
        ("collect\n", "collect\ncollect\n", "line 22: the round is over"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(line: str, instead: str, error: str) -> None:
    assert line in GOOD
    with pytest.raises((Malformed, Refused)) as caught:
        list(replay(parse_round(GOOD.replace(line, instead, 1))))
    assert str(caught.value).startswith(error)
    assert "\n" not in str(caught.value)


def test_where_all_facts_are_written_a_missing_one_is_noticed() -> None:
    rules = GAMES["reference"].configure()
    steps = next(Sessions(rules, Random(1), pit=False).rounds(1))
    text = print_round(record(rules, steps))
    without = re.sub(r"  > announced .*\n", "", text, count=1)
    assert without != text
    with pytest.raises(Malformed, match=r"line \d+: the facts differ: replayed"):
        list(replay(parse_round(without)))


def test_a_reworded_summary_does_not_spoil_a_recorded_opening() -> None:
    rules = GAMES["pa-down-under"].configure()
    steps = next(Sessions(rules, Random(1), pit=True).rounds(1))
    text = print_round(record(rules, steps))
    reworded = re.sub(r"(\[pa-685a@2020 2\(c\)\]) .*", r"\1 said otherwise then", text, count=1)
    assert reworded != text
    assert list(replay(parse_round(reworded))) == steps
    for changed in (
        reworded.replace("[pa-685a@2020 2(c)]", "[pa-685a@2020 2(e)]", 1),
        text.replace("Insurance pays 2 to 1", "Insurance pays 3 to 1", 1),
    ):
        assert changed != text
        with pytest.raises(Malformed, match="the facts differ"):
            list(replay(parse_round(changed)))


def test_a_note_that_was_reworded_does_not_spoil_a_recorded_round() -> None:
    rules = GAMES["pa-down-under"].configure()
    steps = next(Sessions(rules, Random(1), pit=True).rounds(1))
    text = print_round(record(rules, steps))
    before = text.replace("only the dealer touches the cards", "nobody but the dealer touches the cards")
    assert before != text
    assert list(replay(parse_round(before))) == steps
    with pytest.raises(Malformed, match="the facts differ"):
        list(replay(parse_round(text.replace("only the dealer touches", "only the floor touches"))))


def test_a_citation_that_was_corrected_does_not_spoil_a_recorded_round() -> None:
    for game, now, then in (
        ("masque-down-under", "[house as in 58 Pa. Code § 685a.9(c)]", "[down-under-rop@2019 9]"),
        ("masque-down-under", "[house as in 58 Pa. Code § 685a.10(b)] this hand", "[down-under-rop@2019 7] this hand"),
        ("nz-blackjack", "[nz-blackjack@undated 5.2]", "[nz-blackjack@undated 5.2] [nz-blackjack@undated 14.3(b)]"),
    ):
        rules = GAMES[game].configure({"perfect_pair": True} if game == "nz-blackjack" else {})
        for steps in Sessions(rules, Random(3), pit=False).rounds(40):
            text = print_round(record(rules, steps))
            lines = text.splitlines(keepends=True)
            before = "".join(
                line.replace(now, then) if "main" not in line or "sideways" in line else line for line in lines
            )
            assert list(replay(parse_round(before))) == list(steps)
            if before != text:
                break
        else:
            raise AssertionError(f"no round of {game} has {now}")


def test_the_documented_example_can_be_played() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    example = page.split("```round\n")[1].split("```")[0].strip() + "\n"
    assert print_round(parse_round(example)) == example
    *_, last = replay(parse_round(example))
    assert isinstance(last.question, RoundOver)
