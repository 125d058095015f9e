"""No drill contradicts the engine: every game, every level, options at random; and the judge finds one that does."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from holecard.engine.questions import Act
from holecard.engine.rules import Rules
from holecard.games import GAMES, find
from holecard.school.drill import Drill, Option, Reply, Topic
from holecard.school.levels import Level, drill_for, drills_along, drills_of_record, offered, whole_shoe
from holecard.testing.random_play import random_rules
from tests.kit.soak import usual_or_soak
from tests.school.judged import Contradiction, check

SHIFTS = usual_or_soak(1, 20)  # of every game and level, each under options of its own
DRILLS = usual_or_soak(25, 170)  # of a shift: 10,000 of every game at length


def drills(rules: Rules, level: Level, seed: str, most: int = DRILLS) -> list[Drill]:
    return list(islice(drills_along(rules, level, seed), most)) if offered(rules, level) else []


@pytest.mark.parametrize("key", GAMES)
def test_no_drill_contradicts_the_engine(key: str) -> None:
    seen = 0
    for level in Level:
        for shift in range(SHIFTS):
            rules = GAMES[key].configure() if not shift % 2 else random_rules(GAMES[key], Random(f"{key} {shift}"))
            for drill in drills(rules, level, f"{level} {shift}"):
                check(drill)
                seen += 1
    assert seen >= SHIFTS * DRILLS * (5 if GAMES[key].configure().play.around.irregularities else 3)


def _flipped(drill: Drill) -> Drill:
    """The same drill with another right answer."""
    if drill.money:
        return replace(drill, money=drill.money + 1)
    turned = [option._replace(right=not option.right) for option in drill.options]
    return replace(drill, options=tuple(turned))


@pytest.mark.parametrize("topic", [topic for topic in Topic if topic is not Topic.PLAY])
def test_a_planted_contradiction_is_found(topic: Topic) -> None:
    game = {Topic.TAKE: "pa-double-back-jack"}.get(topic, "pa-down-under")
    rules = find(game).configure()
    for level in Level:
        for drill in drills(rules, level, "planted", most=200):
            if drill.topic is topic:
                with pytest.raises(Contradiction):
                    check(_flipped(drill))
                return
    raise AssertionError(f"no drill about {topic}")


def test_the_same_seed_asks_the_same_and_another_something_else() -> None:
    rules = find("pa-down-under").configure()
    one, again, other = (drill_for(rules, Level.PROCEDURE, seed) for seed in ("a", "a", "b"))
    assert (one.title, one.options, one.table) == (again.title, again.options, again.table)
    assert one.table != other.table


def test_every_topic_of_a_level_comes_about_as_often() -> None:
    rules = find("pa-down-under").configure()
    topics = {drill_for(rules, Level.PROCEDURE, str(seed)).topic for seed in range(30)}
    assert topics == {Topic.DRAW, Topic.LIGHT, Topic.NEXT, Topic.PIT, Topic.SAID}


def test_a_whole_shoe_ends_with_the_shuffle() -> None:
    shoe = list(whole_shoe(find("pa-down-under").configure(), "doc"))
    assert {drill.topic for drill in shoe} >= {Topic.SETTLE, Topic.NEXT, Topic.DRAW, Topic.LIGHT}
    left = [drill.table.stock.size for drill in shoe if drill.table.boxes]
    assert left == sorted(left, reverse=True)
    assert left[-1] < 52 * 6 // 2 < left[0]


@pytest.mark.parametrize("shuffler", ["manual", "continuous"])
def test_every_shoe_ends(shuffler: str) -> None:
    for rules in (find("pa-down-under").configure(shuffler=shuffler), find("reference").configure()):
        assert 50 < len(list(islice(whole_shoe(rules, "ends"), 1000))) < 1000


def test_a_wrong_answer_says_what_is_right_and_its_clause() -> None:
    rules = find("pa-down-under").configure()
    for drill in drills(rules, Level.PAYOUTS, "wrong"):
        wrong = next((option for option in drill.options if not option.right), None)
        if wrong is not None:
            verdict = drill.judge(drill.right_reply._replace(key=wrong.key))
            assert not verdict.right
            assert drill.solution in verdict.says
            assert verdict.cite is not None


def test_a_recorded_ruling_is_compared_with_what_the_clause_permits_and_what_was_ruled() -> None:
    rules = find("pa-down-under").configure()
    made = next(drill for drill in drills(rules, Level.RULINGS, "planted", most=200) if drill.topic is Topic.RULING)
    (recorded,) = drills_of_record(rules, [made.step])
    assert isinstance(made.step.answer, Act)
    ruled = next(option for option in made.options if option.do == made.step.answer.do)
    other = next(option for option in recorded.options if option.right and option.do != ruled.do)
    verdict = recorded.judge(Reply(other.key))
    assert verdict.right  # the clause permits it too
    assert f"It was ruled: {ruled.name}." in verdict.says
    assert "It was ruled" not in made.says


def test_options_read_alike_are_found() -> None:
    drill = drill_for(find("reference").configure(), Level.PAYOUTS, "x")
    with pytest.raises(Contradiction):
        check(replace(drill, options=(*drill.options, Option("9", drill.options[0].name))))
