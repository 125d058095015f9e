"""The levels of the dealer's and the floor's school: which drills each has, made along a shift.

>>> from itertools import islice
>>> from holecard.games import find
>>> rules = find("pa-down-under").configure()
>>> [drill.topic.value for drill in islice(drills_along(rules, Level.PAYOUTS, "doc"), 2)]
['settle', 'settle']
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice
from random import Random

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Act, Irregularity, Offer, Role, RoundOver
from holecard.engine.rules import Rules
from holecard.law.errors import HolecardError, Malformed
from holecard.record.transcript import Step
from holecard.school._mishaps import follows, of_mishap, ruling
from holecard.school._procedure import called, procedure
from holecard.school._settling import settling
from holecard.school._shift import Shift
from holecard.school.drill import Drill, Topic


class Level(StrEnum):
    """What is practised: `RULINGS` is the floor's school, the others are the dealer's."""

    PAYOUTS = "payouts"
    PROCEDURE = "procedure"
    IRREGULARITIES = "irregularities"
    SHOE = "shoe"
    RULINGS = "rulings"


DEALERS = (Level.PAYOUTS, Level.PROCEDURE, Level.IRREGULARITIES, Level.SHOE)
FLOORS = (Level.RULINGS,)
TITLES = {
    Level.PAYOUTS: "Payouts",
    Level.PROCEDURE: "Procedure",
    Level.IRREGULARITIES: "Irregularities",
    Level.SHOE: "A whole shoe",
    Level.RULINGS: "Rulings",
}
ABOUT = {
    Level.PAYOUTS: "What becomes of each bet, how much is paid, and who is first.",
    Level.PROCEDURE: "What comes next, whether to draw, what a light means, whose step it is, what is said.",
    Level.IRREGULARITIES: "Something goes wrong: which clause, what follows, who decides.",
    Level.SHOE: "Deal a whole shoe against the clock, one question for each step.",
    Level.RULINGS: "Something went wrong and you are called: rule on it.",
}
SEARCHED = 60  # drills among which one is chosen, so that rare topics come as often as common ones
TRIED = 6  # irregularities at each step
REMEMBERED = 12
LEAST_ROUNDS = 8  # of a shoe


def offered(rules: Rules, level: Level) -> bool:
    """Whether a game has such drills: one without irregularities has none about them."""
    return level not in (Level.IRREGULARITIES, Level.RULINGS) or bool(rules.play.around.irregularities)


def drills_along(rules: Rules, level: Level, seed: str) -> Iterator[Drill]:
    """Every drill of this level that a shift gives, in order, without an end where there are some."""
    if not offered(rules, level):
        raise Malformed(f"{rules.name} has no clause about irregularities: choose another level")
    errs = level in (Level.IRREGULARITIES, Level.RULINGS)
    shift = Shift(rules, seed, pit=level in (Level.PROCEDURE, Level.SHOE), errs=errs)
    chance = Random(f"{seed} drills")
    match level:
        case Level.PAYOUTS:
            for step in shift.steps():
                yield from settling(rules, step, chance)
        case Level.PROCEDURE:
            for _, drills in _dealt(shift, chance, payouts=False):
                yield from drills
        case Level.SHOE:
            for _, drills in _dealt(shift, chance, payouts=True):
                yield from drills[-1:]
        case Level.IRREGULARITIES | Level.RULINGS:
            yield from _irregular(shift, chance, for_floor=level is Level.RULINGS)


def _dealt(shift: Shift, chance: Random, payouts: bool) -> Iterator[tuple[Step, list[Drill]]]:
    """Each step with its drills about procedure, and about money where that is wanted."""
    heard: deque[str] = deque(maxlen=REMEMBERED)
    for step in shift.steps():
        drills = list(procedure(shift.rules, step, chance, tuple(heard)))
        chance.shuffle(drills)
        if payouts:
            money = list(settling(shift.rules, step, chance))
            drills += money and [chance.choice(money)]
        heard.extend(text for text in called(shift.rules, step) if text not in heard)
        yield step, drills


def _irregular(shift: Shift, chance: Random, for_floor: bool) -> Iterator[Drill]:
    """What may go wrong at each step; nothing of it stays, but for a light that was wrong."""
    rules, names = shift.rules, list(shift.rules.play.around.irregularities)
    elsewhere: deque[str] = deque(maxlen=REMEMBERED)
    for step in shift.steps():
        if for_floor:
            yield from ruling(rules, step)
        tried = (shift.mishap(name) for name in chance.sample(names, min(TRIED, len(names))))
        mishaps = [mishap for mishap in tried if mishap is not None]
        here = [follows(rules, mishap) for mishap in mishaps]
        for mishap in mishaps:
            others = here if len(set(here)) > 2 else [*here, *elsewhere]
            drills = of_mishap(rules, mishap, chance, others)
            yield from (drill for drill in drills if not for_floor or drill.topic is not Topic.CLAUSE)
            ruled = _ruled(rules, mishap, chance) if for_floor else None
            yield from ruling(rules, ruled) if ruled is not None else ()
        elsewhere.extend(text for text in here if text not in elsewhere)


def _ruled(rules: Rules, mishap: Step, chance: Random) -> Step | None:
    """The floorperson's ruling that an irregularity leads to, if it does."""
    question = ask(rules, mishap.after)
    if not isinstance(question, Offer) or question.who is not Role.FLOOR:
        return None
    value = Act(chance.choice(question.choices).do)
    after, facts = answer(rules, mishap.after, question, value)
    return Step(mishap.after, question, value, facts, after)


def drill_for(rules: Rules, level: Level, seed: str) -> Drill:
    """One drill, the same for the same seed: first a topic is drawn, then a skill, then a drill for it."""
    chance = Random(f"{seed} choice")
    found: dict[Topic, dict[str, list[Drill]]] = {}
    for drill in islice(drills_along(rules, level, seed), SEARCHED):
        found.setdefault(drill.topic, {}).setdefault(drill.skill, []).append(drill)
    skills = chance.choice(list(found.values()))
    return chance.choice(chance.choice(list(skills.values())))


def whole_shoe(rules: Rules, seed: str) -> Iterator[Drill]:
    """One question for each step, from the first card to the next shuffle. Where the cards are shuffled after every
    round, a few rounds stand for a shoe."""
    shift = Shift(rules, seed, pit=True)
    rounds = left = 0
    for step, drills in _dealt(shift, Random(f"{seed} drills"), payouts=True):
        if rounds >= LEAST_ROUNDS and step.after.stock.size > left:  # cards went back among those to be dealt
            return
        yield from drills[-1:]
        if isinstance(step.question, RoundOver):
            rounds += 1
        left = step.after.stock.size


def drills_of_record(rules: Rules, steps: Iterable[Step]) -> Iterator[Drill]:
    """What a recorded round asks of the floor: its irregularities, and its rulings with what was ruled."""
    chance = Random("record")
    for step in steps:
        if isinstance(step.answer, Irregularity):
            elsewhere = [follows(rules, other) for other in _others_possible(rules, step)]
            yield from of_mishap(rules, step, chance, elsewhere)
        yield from ruling(rules, step, recorded=True)


def _others_possible(rules: Rules, step: Step) -> Iterator[Step]:
    """Other irregularities that could have happened at that table."""
    assert isinstance(step.answer, Irregularity)
    for name in rules.play.around.irregularities:
        value = step.answer._replace(name=name)
        try:
            after, facts = answer(rules, step.table, step.question, value)
        except (HolecardError, LookupError):
            continue
        yield Step(step.table, step.question, value, facts, after)
