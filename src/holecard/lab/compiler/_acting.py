"""The play of one hand as a graph: what it may do, where each card leads, and how it ends.

The dealer's hand is forgotten, so the graph is one for all up cards and lights. A second box waits with a hand that
never acts: when the engine turns to it, the hand in question is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Act, Decide, Draw, Drawn, Offer
from holecard.engine.table import MAIN, Box, Hand, Part, Table, Wager
from holecard.lab.compiler.abstract import (
    CARDS,
    HIDDEN_DEALER,
    SOME_CARD,
    VALUES,
    ForgottenIsRead,
    points_of,
    remembered,
)
from holecard.lab.compiler.stage import PLAYER, CannotCompile, Stage
from holecard.values.hand import no_points


@dataclass(frozen=True)
class Ended:
    """The hand is over."""

    hand: Hand


@dataclass(frozen=True)
class Drawing:
    """A card comes: what follows each value, the ace first."""

    after: tuple[Position, ...]


@dataclass(frozen=True)
class Choosing:
    """The player chooses: each choice with what follows."""

    choices: tuple[tuple[str, Action], ...]


@dataclass(frozen=True)
class Splitting:
    """Two hands of one card each, in place of this one."""

    first: Hand
    second: Hand


@dataclass(frozen=True)
class Position:
    """A hand in a box with this many hands, as far as a rule may look at it."""

    hand: Hand
    hands: int = 1


@dataclass(frozen=True)
class Memory:
    """How much of a hand is remembered: its cards while they are no more than `kept`, their number up to `counted`."""

    counted: int = 3
    kept: int = 2


Action = Position | Splitting
Step = Ended | Drawing | Choosing


@dataclass
class Acting:
    """The positions met so far and what is due in each."""

    stage: Stage
    memory: Memory = Memory()
    steps: dict[Position, Step] = field(default_factory=dict)
    _explored: set[Position] = field(default_factory=set)

    def explore(self, start: Iterable[Position]) -> None:
        """Find everything that can follow from these positions, except from hands formed by a split."""
        todo = list(start)
        explored = self._explored
        while todo:
            position = todo.pop()
            if position in explored:
                continue
            explored.add(position)
            step = self.step(position)
            if isinstance(step, Drawing):
                todo += step.after
            elif isinstance(step, Choosing):
                todo += [after for _, after in step.choices if isinstance(after, Position)]

    def endings(self, start: Position) -> list[Hand]:
        """Every way in which a hand that starts here may end, if it is not split."""
        found, todo, seen = [], [start], {start}
        while todo:
            step = self.steps[todo.pop()]
            following: list[Position] = []
            if isinstance(step, Ended):
                found.append(step.hand)
            elif isinstance(step, Drawing):
                following = list(step.after)
            else:
                following = [after for _, after in step.choices if isinstance(after, Position)]
            todo += [one for one in dict.fromkeys(following) if one not in seen]
            seen.update(following)
        return found

    def step(self, position: Position) -> Step:
        """What is due in a position."""
        if position not in self.steps:
            self.steps[position] = self._step(position)
        return self.steps[position]

    def _step(self, position: Position) -> Step:
        stage = self.stage
        table, question = stage.at_turns((self._box(position), SENTINEL), HIDDEN_DEALER)
        if isinstance(question, Decide | Offer | Draw) and _concerns_sentinel(question):
            return Ended(table.boxes[0].hands[0])
        match question:
            case Draw():
                drawn = (self._hands(table, Drawn((CARDS[value],))) for value in VALUES)
                return Drawing(tuple(Position(as_seen(hands[0], self.memory), position.hands) for hands in drawn))
            case Decide(choices=choices) | Offer(choices=choices):
                chosen = ((legal.do, self._hands(table, Act(legal.do))) for legal in choices)
                return Choosing(tuple((do, self._chosen(hands, position.hands)) for do, hands in chosen))
        raise CannotCompile(f"cannot solve {stage.given.key}: it asks {type(question).__name__} in a hand's turn")

    def _hands(self, table: Table, value: Act | Drawn) -> tuple[Hand, ...]:
        """The hands of the box after an answer. A rule may look at the up card if all it changes is the clause."""
        stage, question = self.stage, ask(self.stage.rules, table)
        try:
            return answer(stage.rules, table, question, value)[0].boxes[0].hands
        except ForgottenIsRead:
            found = set()
            for up in VALUES:
                known = table._replace(dealer=stage.showing(up))
                known.memory = table.memory
                found.add(answer(stage.rules, known, question, value)[0].boxes[0].hands)
            if len(found) > 1:
                raise
            return found.pop()

    def _chosen(self, hands: tuple[Hand, ...], before: int) -> Action:
        if len(hands) == before:
            return Position(as_seen(hands[0], self.memory), before)
        if len(hands) != before + 1:
            raise CannotCompile(
                f"cannot solve {self.stage.given.key}: an answer turns {before} hands into {len(hands)}"
            )
        return Splitting(hands[0], hands[1])

    def _box(self, position: Position) -> Box:
        """The hand in question, with so many others that are over; what rides is with the first of them, if it is
        still there."""
        stage, riding = self.stage, self.stage.riding
        parts = [Part.ORIGINAL] + [Part.SPLIT] * position.hands
        if any(wager.part is Part.ORIGINAL for wager in position.hand.wagers):
            parts = parts[1:]
        others = []
        for part in parts[: position.hands - 1]:
            wagers: tuple[Wager, ...] = (Wager(PLAYER, MAIN, part, stage.stake),)
            if riding is not None and riding.stays and part is Part.ORIGINAL:
                wagers += (Wager(PLAYER, riding.wager, Part.RIDING, riding.amount),)
            others.append(Hand((), no_points(), wagers, over=True))
        return Box(1, (PLAYER,), (position.hand, *others))


WAITING = "waiting"
SENTINEL = Box(
    2, (WAITING,), (Hand((CARDS[10], CARDS[2]), points_of((10, 2)), (Wager(WAITING, MAIN, Part.ORIGINAL, 1),)),)
)


def _concerns_sentinel(question: Decide | Offer | Draw) -> bool:
    if isinstance(question, Draw):
        return getattr(question.dues[0].to, "seat", 0) == SENTINEL.seat
    return question.seat == SENTINEL.seat


def as_seen(hand: Hand, memory: Memory) -> Hand:
    """A hand of more cards than are kept is remembered by its points alone."""
    number = len(hand.cards)
    cards = hand.cards if number <= memory.kept else (SOME_CARD,) * min(number, max(memory.counted, memory.kept + 1))
    return hand._replace(cards=cards, points=remembered(hand.points, memory.counted))
