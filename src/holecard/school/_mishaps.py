"""Drills about irregularities: under which clause one falls, what follows, who decides, and the floor's ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Act, Irregularity, Offer, PitStep, Role
from holecard.engine.rules import Rules
from holecard.engine.words import Word
from holecard.law.errors import Refused
from holecard.record.transcript import Step
from holecard.school.drill import KEYS, Drill, Option, Topic, options
from holecard.telling.lines import tell
from holecard.telling.names import ROLES, capital, place, summary
from holecard.telling.prompts import asked_of, prompt_of

NOBODY = "Nobody: play goes on"
NOTHING = "Play goes on as it is"


def of_mishap(rules: Rules, step: Step, chance: Random, elsewhere: Sequence[str]) -> Iterator[Drill]:
    """What is asked about an irregularity; `elsewhere` is what followed from other ones."""
    assert isinstance(step.answer, Irregularity)
    yield from _clause(rules, step, chance)
    yield from _follows(rules, step, chance, elsewhere)
    yield from _decides(rules, step, chance)


def happened(rules: Rules, step: Step) -> str:
    """The irregularity, where it happened, and the card that was seen."""
    assert isinstance(step.answer, Irregularity)
    name, seat, hand, card, _ = step.answer
    where = f", {place(step.table, (), seat, hand).lower()}" if seat else ""
    seen = f", {card.text}" if card is not None else ""
    return f"{rules.play.around.irregularities[name].name}{where}{seen}"


def _clause(rules: Rules, step: Step, chance: Random) -> Iterator[Drill]:
    mishaps = rules.play.around.irregularities
    cite = mishaps[step.answer.name].cite  # type: ignore[union-attr]
    right = summary(cite)
    others = [summary(one.cite) for one in mishaps.values() if one.cite != cite and one.cite.is_law]
    if right and len(set(others)) > 1:
        yield _drill(
            rules,
            step,
            Topic.CLAUSE,
            "What does the clause say?",
            options(capital(right), map(capital, others), chance),
        )


def _follows(rules: Rules, step: Step, chance: Random, elsewhere: Sequence[str]) -> Iterator[Drill]:
    right = follows(rules, step)
    others = [text for text in elsewhere if text != right]
    if len(set(others)) > 1:
        yield _drill(rules, step, Topic.FOLLOWS, "What follows?", options(right, others, chance))


def follows(rules: Rules, step: Step) -> str:
    """What an irregularity leads to, by the engine: what is done, then who is asked what."""
    lines = tell(rules, step.table, step.question, step.answer, step.facts)
    said = [line.text for line in lines]
    following = ask(rules, step.after)
    if isinstance(following, Offer | PitStep) and following != step.question:
        said.append(prompt_of(rules, step.after, following).waiting)
    return "; ".join(dict.fromkeys(said)) or NOTHING


def _decides(rules: Rules, step: Step, chance: Random) -> Iterator[Drill]:
    following = ask(rules, step.after)
    if not step.after.pending or not isinstance(following, Offer):
        return
    names = [name for box in step.after.boxes for name in box.bettors]
    right = following.bettor if following.who is Role.BETTOR else capital(ROLES[following.who])
    others = [*names, capital(ROLES[Role.DEALER]), capital(ROLES[Role.FLOOR]), NOBODY]
    yield _drill(rules, step, Topic.DECIDES, "Who decides now?", options(right, others, chance, most=5))


def _drill(rules: Rules, step: Step, topic: Topic, ask: str, choices: tuple[Option, ...]) -> Drill:
    assert isinstance(step.answer, Irregularity)
    cite = rules.play.around.irregularities[step.answer.name].cite
    return Drill(
        topic=topic,
        skill=f"{topic} {step.answer.name}",
        rules=rules,
        table=step.table,
        step=step,
        title=f"{happened(rules, step)}. {ask}",
        options=choices,
        says=capital(f"{summary(cite)}."),
        cite=cite,
        seat=step.answer.seat,
        hand=step.answer.hand,
    )


# The floorperson's choice


def ruling(rules: Rules, step: Step, recorded: bool = False) -> Iterator[Drill]:
    """A choice that is the floorperson's, among others that the clause does not give. All that it permits is right; of
    a recorded round the drill also says what was ruled."""
    question = step.question
    if not isinstance(question, Offer) or question.who not in (Role.FLOOR, Role.HOUSE):
        return
    if question.subject not in rules.play.around.rulings or not isinstance(step.answer, Act):
        return
    asked = asked_of(rules, step.table, question)
    permitted = {legal.do for legal in question.choices}
    words = [word for word in asked.words if word.do in permitted]
    words += [word for word in _other_words(rules) if word.do not in permitted and _is_refused(rules, step, word)][:2]
    ruled = next((word.name for word in words if word.do == step.answer.do), step.answer.do)
    allowed = " or ".join(word.name for word in words if word.do in permitted)
    where = place(step.table, (), question.seat, question.hand)
    yield Drill(
        topic=Topic.RULING,
        skill=f"{Topic.RULING} {question.subject}",
        rules=rules,
        table=step.table,
        step=step,
        title=f"{where}: {asked.title}",
        options=tuple(
            Option(key, word.name, word.do in permitted, why="The clause does not give this choice.", do=word.do)
            for key, word in zip(KEYS, words, strict=False)
        ),
        says=f"The clause permits: {allowed}." + (f" It was ruled: {ruled}." if recorded else ""),
        cite=question.cite,
        seat=question.seat,
        hand=question.hand,
    )


def _other_words(rules: Rules) -> Iterator[Word]:
    """What a player or the floor may choose elsewhere."""
    for offer in rules.play.offers.values():
        yield from offer.words
    for action in rules.play.actions:
        yield action.word


def _is_refused(rules: Rules, step: Step, word: Word) -> bool:
    try:
        answer(rules, step.table, step.question, Act(word.do))
    except Refused:
        return True
    return False
