"""The player's school: what a mistake costs is the lab's figure, and what is asked next follows from your mistakes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from holecard.games import GAMES, find
from holecard.lab.advice.advice import Advisor
from holecard.lab.advice.hand import hand_values
from holecard.lab.card.cells import strategy_card
from holecard.lab.card.svg_file import card_svg
from holecard.lab.card.text import sheet
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed
from holecard.school.choosing import chosen, weighed
from holecard.school.hands import VALUES, Position, cost_of, drill_of, lost_by, position_for, positions
from holecard.school.memory import Item, due_first, from_text, reviewed, to_text, weight
from holecard.school.standing import Mark, record_of, worst
from holecard.school.weak_spots import marked, skill_of
from tests.kit.soak import usual_or_soak
from tests.school.judged import check

NOW = datetime(2030, 1, 1, tzinfo=UTC)
KEYS = usual_or_soak(["pa-double-back-jack", "pa-down-under"], list(GAMES))
HANDS = usual_or_soak(10, 1000)


@pytest.fixture(scope="module")
def advisor() -> Advisor:
    return Advisor(analyse(find("pa-down-under").configure()))


@pytest.mark.parametrize("key", KEYS)
def test_every_hand_is_one_of_the_table_and_the_lab_knows_it(key: str) -> None:
    rules = find(key).configure()
    advisor = Advisor(analyse(rules))
    for seed in range(HANDS):
        position = position_for(rules, f"{key} {seed}")
        assert position_for(rules, position.seed) == position  # what is due is asked again as it was
        worth = weighed(position, advisor.values)
        assert worth is not None, position
        drill = drill_of(position, worth)
        check(drill)
        assert drill.right_reply.key in {option.key for option in drill.options if option.right}
        for option in drill.options:
            lost = lost_by(drill, worth, drill.right_reply._replace(key=option.key))
            assert option.right == (lost < 1e-9)
            assert option.right or f"costs {lost:.2%} of your bet" in option.why


def test_a_mistake_costs_what_the_lab_says_of_the_hand(advisor: Advisor) -> None:
    """By the command `holecard hand`, which finds the hand by another way."""
    rules = find("pa-down-under").configure()
    compared = 0
    for seed in range(12):
        position = position_for(rules, str(seed))
        seen = position.seen
        if seen.subject or seen.from_split or seen.hole:
            continue
        worth = weighed(position, advisor.values)
        assert worth is not None
        hand = " ".join(VALUES[value] for value in seen.cards)
        for one in hand_values(rules, hand, VALUES[seen.up], seen.light):
            assert worth[one.action] == pytest.approx(one.ev, abs=1e-12)
        compared += 1
    assert compared > 3


def test_every_light_and_every_odd_offer_is_asked() -> None:
    rules = find("pa-double-back-jack").configure()
    subjects = {position_for(rules, str(seed)).seen.subject for seed in range(40)}
    assert subjects == {"", "insurance", "surrender", "second-chance"}
    rules = find("nz-free-bet").configure({"let_it_ride": True})
    found = [one for seed in range(120) for one in positions(rules, str(seed))]
    assert {"", "insurance", "let-it-ride"} <= {one.seen.subject for one in found}
    assert {"free-double", "free-split"} <= {do for one in found for do in one.seen.choices}
    lights = {position_for(find("pa-down-under").configure(), str(seed)).seen.light for seed in range(20)}
    assert {"small", "medium", "large"} <= lights


def test_what_rides_is_reckoned_on_the_riding_money() -> None:
    rules = find("nz-blackjack").configure({"let_it_ride": True})
    rides = next(one for seed in range(400) for one in positions(rules, str(seed)) if one.rides)
    drill = drill_of(rides, {legal.do: -0.25 * (legal.do == "decline") for legal in rides.question.choices})
    wrong = next(option for option in drill.options if not option.right)
    assert "costs 25.00% of your Let it Ride money" in wrong.why


# What is asked next


def _item(skill: str, right: int, wrong: int, cost: float = 0.1) -> Item:
    item: Item | None = None
    for at in range(right + wrong):
        item = reviewed(item, skill, right=at >= wrong, cost=cost, seed=skill, lost=0.0, now=NOW + timedelta(days=at))
    assert item is not None
    return item


def test_the_more_a_mistake_costs_and_the_oftener_you_make_it_the_sooner_you_are_asked() -> None:
    later = NOW + timedelta(days=1000)
    often, seldom = _item("often", 1, 4), _item("seldom", 4, 1)
    assert weight(often, 0.1, later) > weight(seldom, 0.1, later)
    assert weight(often, 0.2, later) > weight(often, 0.1, later)
    assert [item.skill for item in due_first((seldom, often), later, 2)] == ["often", "seldom"]


def test_what_you_know_comes_later_each_time() -> None:
    gaps, item, now = [], None, NOW
    for _ in range(4):
        item = reviewed(item, "hard 16", right=True, cost=0.1, seed="1", now=now)
        gaps.append(item.due - now)
        now = item.due
    assert gaps == sorted(set(gaps))
    assert reviewed(item, "hard 16", right=False, cost=0.1, seed="1", now=now).due - now < gaps[-1]


def test_a_skill_that_is_not_due_is_hardly_chosen(advisor: Advisor) -> None:
    rules = find("pa-down-under").configure()
    known, new = position_for(rules, "1"), position_for(rules, "2")
    valued: list[tuple[Position, dict[str, float]]] = [
        (known, {"hit": 0.1, "stand": 0.0}),
        (new, {"hit": 0.1, "stand": 0.0}),
    ]
    item = reviewed(None, known.skill, right=True, cost=0.1, seed="1", now=NOW)
    picked = [chosen(valued, {known.skill: item}, NOW, Random(seed))[0] for seed in range(50)]
    assert picked.count(new) == 50


def test_what_you_know_is_stored_and_read_again() -> None:
    memory = {"a": _item("a", 2, 1), "b": _item("b", 0, 1)}
    assert from_text(to_text(memory)) == memory


@pytest.mark.parametrize("text", ["", "[]", '{"items": [{"skill": 1}]}', '{"items": [{"skill": "a", "card": {}}]}'])
def test_a_spoilt_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(Malformed, match="cannot be read"):
        from_text(text)


# Weak spots


def test_the_picture_marks_what_you_got_wrong() -> None:
    rules = find("pa-down-under").configure()
    analysis = analyse(rules, strategy=Strategy.TOTAL)
    page = sheet(analysis, strategy_card(analysis), "0")
    cells = {skill_of(cell): shown for line in page.lines for shown in line.shown for cell in shown.cells}
    asked = {one.skill for seed in range(60) for one in positions(rules, str(seed)) if not one.seen.subject}
    assert len(asked & set(cells)) > 20  # what is asked has its place on the card
    weak, known = sorted(asked & set(cells))[:2]
    memory = {weak: _item(weak, 1, 2), known: _item(known, 3, 0)}
    assert record_of([weak], memory).mark is Mark.WEAK
    drawn = card_svg(marked(page, memory))
    assert "✗" in drawn
    assert "6 answers, 2 wrong" in drawn
    assert [item.skill for item in worst(memory)] == [weak]


def test_the_cost_of_a_decision_is_that_of_the_likeliest_mistake() -> None:
    assert cost_of({"hit": 0.3, "stand": -0.2, "double": 0.1}) == pytest.approx(0.2)
