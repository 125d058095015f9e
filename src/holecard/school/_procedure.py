"""Drills about procedure: what is done next, whether to draw, what a light means, whose step it is, what is said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from holecard.engine.ask_and_answer import ask
from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.questions import (
    Act,
    Bets,
    Decide,
    Draw,
    Drawn,
    Irregularity,
    Light,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Read,
    Role,
    RoundOver,
    Turn,
    Turned,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.record.transcript import Step
from holecard.school._showing import seen_in, told
from holecard.school.drill import Drill, Option, Topic, options
from holecard.telling.lines import tell
from holecard.telling.names import ROLES, capital, light_name, place
from holecard.telling.prompts import asked_of
from holecard.values.cards import DECK, HIDDEN, Card, Hidden

DRAW, STAND = "Draw a card", "Draw no card"


def procedure(rules: Rules, step: Step, chance: Random, heard: tuple[str, ...]) -> Iterator[Drill]:
    """What a step shows of procedure. `heard` is what was said at this table before."""
    if isinstance(step.answer, Irregularity | Notice) or step.table.pending or step.after.pending:
        return
    yield from _whether_to_draw(rules, step)
    yield from _light(rules, step, chance)
    yield from _whose_step(rules, step, chance)
    yield from _said(rules, step, chance, heard)
    yield from _next(rules, step, chance)


# Whether the dealer draws


def _whether_to_draw(rules: Rules, step: Step) -> Iterator[Drill]:
    table = seen_in(rules, step)
    dealer = table.dealer
    own = isinstance(step.question, Turn) or (isinstance(step.question, Draw) and _to_dealer(step.question))
    if not own or len(dealer.cards) < 2 or HIDDEN in dealer.cards or not isinstance(step.answer, Drawn | Turned):
        return
    following = ask(rules, step.after)
    draws = isinstance(following, Draw) and _to_dealer(following)
    cites = step.question.also if isinstance(step.question, Turn) else (step.question.cite,)
    cite = following.cite if draws else next(iter(cites), step.question.cite)
    yield Drill(
        topic=Topic.DRAW,
        skill=f"{Topic.DRAW} {dealer.points.text} {draws}",
        rules=rules,
        table=table,
        step=step,
        title=f"You have {dealer.points.text}. Do you draw?",
        options=(Option("1", DRAW, draws), Option("2", STAND, not draws)),
        says=f"With {dealer.points.text} at this table, the dealer {'draws' if draws else 'draws no more'}.",
        cite=cite,
        before=told(rules, step),
    )


def _to_dealer(question: Draw) -> bool:
    return isinstance(question.dues[0].to, ToDealer)


# What the light means


def _light(rules: Rules, step: Step, chance: Random) -> Iterator[Drill]:
    reader, up = rules.play.reader, next(iter(step.table.dealer.cards), None)
    if reader is None or not isinstance(step.question, Read) or not isinstance(step.answer, Light):
        return
    if not isinstance(up, Card):
        return
    shows = step.answer.shows
    left = [card for card in DECK if step.table.stock.holds(card)]
    fits = [card for card in left if reader.light(up, card) == shows]
    wrong = {card.rank: card for card in chance.sample(left, len(left)) if reader.light(up, card) != shows}
    if not fits or not wrong:
        return
    area = next((area for area in reader.areas if area.light == shows), None)
    right = chance.choice(fits)
    others = [card.text for rank, card in wrong.items() if rank != right.rank]
    stands_for = f"{light_name(rules, shows)} stands for {area.cards}." if area is not None else ""
    yield Drill(
        topic=Topic.LIGHT,
        skill=f"{Topic.LIGHT} {shows}",
        rules=rules,
        table=seen_in(rules, step),
        step=step,
        title=f"The {reader.device} shows: {light_name(rules, shows)}. Which of these can the hole card be?",
        options=options(right.text, others, chance),
        says=stands_for or f"With {right.text} under {up.text} it shows this.",
        cite=area.cite if area is not None else step.question.cite,
    )


# Whose step it is


def _whose_step(rules: Rules, step: Step, chance: Random) -> Iterator[Drill]:
    question = step.question
    if not isinstance(question, PitStep) or not isinstance(step.answer, Act):
        return
    asked = asked_of(rules, step.table, question)
    seated = [name for _, name in step.table.pit.seated]
    right = question.bettor or capital(ROLES[question.who])
    others = [*seated, capital(ROLES[Role.DEALER]), capital(ROLES[Role.FLOOR])]
    yield Drill(
        topic=Topic.PIT,
        skill=f"{Topic.PIT} {question.step} {question.who}",
        rules=rules,
        table=step.table,
        step=step,
        title=f"{asked.title.rstrip('.?')}: whose step is this?",
        options=options(right, others, chance),
        says=f"{right} is asked.",
        cite=question.cite,
        before=(_sitting(step.table),) if seated else (),
    )


def _sitting(table: Table) -> str:
    return "At the table: " + ", ".join(f"{name} (box {seat})" for seat, name in table.pit.seated)


# What is said


def called(rules: Rules, step: Step) -> tuple[str, ...]:
    """What the dealer said aloud in this step."""
    lines = tell(rules, step.table, step.question, step.answer, step.facts)
    return tuple(line.text for line in lines if line.called)


def _said(rules: Rules, step: Step, chance: Random, heard: tuple[str, ...]) -> Iterator[Drill]:
    lines = [
        line for line in tell(rules, step.table, step.question, step.answer, step.facts)
        if line.called
    ]  # fmt: skip
    said = {line.text for line in lines}
    others = [text for text in heard if text not in said]
    if not lines or len(others) < 2 or isinstance(step.answer, Bets):
        return
    line = lines[-1]
    yield Drill(
        topic=Topic.SAID,
        skill=f"{Topic.SAID} {line.cite}",
        rules=rules,
        table=seen_in(rules, step),
        step=step,
        title="What do you say?",
        options=options(line.text, others, chance),
        says=f"“{line.text}” is said here.",
        cite=line.cite,
        also=line.also,
        before=() if line.text in told(rules, step) else told(rules, step),
    )


# What is done next


def _next(rules: Rules, step: Step, chance: Random) -> Iterator[Drill]:
    following = ask(rules, step.after)
    if isinstance(following, PlaceWagers | PitStep) or not step.after.boxes:
        return
    right = described(rules, step.after, following)
    others = [text for text in _others(rules, step.after) if text != right]
    if len(others) < 2:
        return
    yield Drill(
        topic=Topic.NEXT,
        skill=f"{Topic.NEXT} {type(following).__name__}",
        rules=rules,
        table=step.after,
        step=step,
        title="What do you do next?",
        options=options(right, others, chance),
        says=f"{right}.",
        cite=following.cite,
        before=tuple(line.text for line in tell(rules, step.table, step.question, step.answer, step.facts))[:4],
    )


def described(rules: Rules, table: Table, question: Question) -> str:
    """What the dealer does about a question, in a few words; two questions of one table never read alike."""
    match question:
        case Draw(dues=dues):
            return _card_to(table, dues[0].to, dues[0].face_down)
        case Read():
            assert rules.play.reader is not None, "it asks the reader"
            return f"Use the {rules.play.reader.device}"
        case Turn():
            return "Turn the hole card"
        case Decide(seat=seat, hand=hand):
            return f"Ask {place(table, (), seat, hand).lower()} to act"
        case Offer(seat=seat, hand=hand, bettor=bettor):
            return f"Ask {place(table, (), seat, hand).lower()}, {bettor}: {asked_of(rules, table, question).title}"
        case PitStep():
            return asked_of(rules, table, question).title
        case PlaceWagers():
            return "Let the players bet"
        case RoundOver():
            return "Collect the cards"


def _card_to(table: Table, to: object, face_down: bool) -> str:
    if isinstance(to, ToDealer):
        return f"Deal yourself a card face {'down' if face_down else 'up'}"
    if isinstance(to, ToHand):
        return f"Deal a card to {place(table, (), to.seat, to.number + 1).lower()}"
    return f"Deal a card to {to!r}"


def _others(rules: Rules, table: Table) -> Iterator[str]:
    """What a dealer might think of doing here."""
    for box in table.boxes:
        for number in range(1, len(box.hands) + 1):
            where = place(table, (), box.seat, number).lower()
            yield f"Deal a card to {where}"
            yield f"Ask {where} to act"
    yield "Deal yourself a card face up"
    yield "Collect the cards"
    if any(isinstance(card, Hidden) for card in table.dealer.cards):
        yield "Turn the hole card"
        if rules.play.reader is not None and not table.dealer.light:
            yield f"Use the {rules.play.reader.device}"
