"""The player's drills: hands of a real table with a decision to make, and what each choice costs by the exact lab.

>>> from holecard.games import find
>>> from holecard.school.hands import position_for
>>> position = position_for(find("reference").configure(), "doc")
>>> len(position.question.choices) > 1
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.questions import (
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Due,
    Offer,
    PlaceWagers,
    Question,
    Role,
    RoundOver,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Croupier
from holecard.house.playing import YOU
from holecard.lab.advice.visible_hand import VisibleHand, visible_hand_at
from holecard.law.errors import Refused
from holecard.record.transcript import Step
from holecard.school.drill import Drill, Option, Reply, Topic
from holecard.telling.names import choice_name, wager_name
from holecard.telling.prompts import Prompt, prompt_of
from holecard.values.cards import Card
from holecard.values.money import Cents, amount
from holecard.values.shoe import PracticeShuffler

VALUES = ("", "A", *"23456789T")  # by value, as a strategy card writes them
SEARCHED = 12  # hands among which one is chosen, so that rare offers come as often as common decisions
EXACT = 1e-9  # choices that are worth the same up to rounding are both right
UNITS = 10  # the bet is so many times the minimum, so that a cost is more than a fraction of a cent


@dataclass(frozen=True, kw_only=True)
class Position:
    """A decision of yours at a table. `skill` is the place on the strategy card, or the offer with the hand."""

    rules: Rules
    table: Table
    question: Offer | Decide
    seen: VisibleHand
    seed: str

    @property
    def skill(self) -> str:
        return "|".join((self.seen.subject, row_of(self.seen), cards_of(self.seen), *self._column))

    @property
    def _column(self) -> tuple[str, str, str]:
        """What is known of the dealer, as a strategy card calls it: the up card, the light, the hole card if seen. A
        reader that only says whether there is a Blackjack divides no column."""
        seen, reader = self.seen, self.rules.play.reader
        divides = reader is not None and len(reader.shows) > 2 and not seen.hole
        return VALUES[seen.up], seen.light if divides else "", VALUES[seen.hole]

    @property
    def stake(self) -> Cents:
        """Your bet, or the money that may ride."""
        if self.rides:
            return max(legal.most for legal in self.question.choices)
        box = self.table.box(self.question.seat)
        assert box is not None, "you have bet there"
        return box.stake(YOU)

    @property
    def rides(self) -> bool:
        return self.seen.subject in self.rules.play.side_wagers


def row_of(seen: VisibleHand) -> str:
    """The hand as a strategy card lists it."""
    if len(seen.cards) == 2 and len(set(seen.cards)) == 1 and any(do.endswith("split") for do in seen.choices):
        return ",".join(VALUES[value] for value in seen.cards)
    total = sum(seen.cards)
    soft = 1 in seen.cards and total <= 11
    return f"soft {total + 10}" if soft else f"hard {total}"


def cards_of(seen: VisibleHand) -> str:
    """Where the hand comes from, as far as its choices depend on it."""
    return "split" if seen.from_split else "" if len(seen.cards) == 2 else "more"


class _Dealing(Croupier):
    """A croupier who deals wished values to your hand and to the dealer's, in any suit, and else what comes."""

    def __init__(self, rules: Rules, seed: str, chance: Random, yours: list[int], dealers: list[int]) -> None:
        super().__init__(rules, PracticeShuffler(seed))
        self._chance, self._yours, self._dealers = chance, yours, dealers

    def reply(self, table: Table, question: Question) -> Answer | None:
        if isinstance(question, Draw):
            order = list(self._shoe.order())
            wished = []
            for due in question.dues:
                card = self._wished(due, order)
                if card is not None:
                    order.remove(card)
                    wished.append(card)
            self._stacked = list(reversed(wished))
        return super().reply(table, question)

    def _wished(self, due: Due, order: list[Card]) -> Card | None:
        if not isinstance(due.to, ToHand | ToDealer):
            return None
        wishes = self._yours if isinstance(due.to, ToHand) else self._dealers
        value = wishes.pop(0) if wishes else self._chance.randint(1, 10)
        return self._chance.choice([card for card in order if card.value == value] or order)


def positions(rules: Rules, seed: str) -> Iterator[Position]:
    """Every decision of a round in which you sit alone; where it ends, you played on at random."""
    chance = Random(seed)
    yours = _first_two(chance)
    croupier = _Dealing(rules, seed, chance, yours, [chance.randint(1, 10), chance.randint(1, 10)])
    table = open_table(rules)
    question = ask(rules, table)
    while not isinstance(question, RoundOver):
        seen = visible_hand_at(table, question)
        if isinstance(question, Offer | Decide) and question.who is Role.BETTOR:
            if seen is not None and len(question.choices) > 1:
                yield Position(rules=rules, table=table, question=question, seen=seen, seed=seed)
            value: Answer | None = Act(chance.choice(question.choices).do)
        elif isinstance(question, PlaceWagers):
            value = _bets(rules, table, question)
        else:
            value = croupier.reply(table, question)
        assert value is not None, "the croupier answers for the house"
        table, _ = answer(rules, table, question, value)
        question = ask(rules, table)


def _first_two(chance: Random) -> list[int]:
    """Any two cards, with pairs and aces more often than they come."""
    one, other = chance.randint(1, 10), chance.randint(1, 10)
    match chance.randrange(4):
        case 0:
            return [one, one]
        case 1:
            return [1, other]
    return [one, other]


def _bets(rules: Rules, table: Table, question: PlaceWagers) -> Bets:
    """Your bet, with the side wagers whose winnings may ride: that is a decision too."""
    riding = [
        Bet(1, YOU, side.least or rules.minimum, key)
        for key, side in rules.play.side_wagers.items()
        if side.riding is not None
    ]
    for stake, beside in ((UNITS * rules.minimum, riding), (rules.minimum, riding)):
        value = Bets((Bet(1, YOU, stake), *beside), last=True)
        try:
            answer(rules, table, question, value)
        except Refused:
            continue
        return value
    return Bets((Bet(1, YOU, rules.minimum),), last=True)


def position_for(rules: Rules, seed: str) -> Position:
    """One decision, the same for the same seed: first what is asked is drawn, then a hand that is asked it."""
    chance = Random(f"{seed} choice")
    found: dict[str, list[Position]] = {}
    at = 0
    while at < SEARCHED or not found:
        for position in positions(rules, f"{seed} {at}"):
            kind = f"{position.seen.subject}|{position.seen.light}|{cards_of(position.seen)}"
            found.setdefault(kind, []).append(position)
        at += 1
    return replace(chance.choice(chance.choice(list(found.values()))), seed=seed)


Worth = Mapping[str, float]  # by what is done, for one unit of the bet


def drill_of(position: Position, worth: Worth) -> Drill:
    """The position as a drill: what is worth most is right, and each mistake says what it costs."""
    rules, table, question = position.rules, position.table, position.question
    prompt: Prompt = prompt_of(rules, table, question)
    best = max(worth.values())
    right = {do for do, ev in worth.items() if best - ev < EXACT}
    shown = {choice.legal.do: choice for choice in prompt.choices if choice.legal.do in worth}
    options = tuple(
        Option(choice.key, choice.name, do in right, False, cost_sentence(position, choice.name, best - worth[do]), do)
        for do, choice in shown.items()
    )
    first = max(worth, key=lambda do: worth[do])
    value = Act(first)
    after, facts = answer(rules, table, question, value)
    cite = next(legal.cite for legal in question.choices if legal.do == first)
    return Drill(
        topic=Topic.PLAY,
        skill=position.skill,
        rules=rules,
        table=table,
        step=Step(table, question, value, facts, after),
        title=prompt.title,
        options=options,
        says=_compared(position, worth),
        cite=cite,
        seat=question.seat,
        hand=question.hand,
    )


def cost_sentence(position: Position, name: str, cost: float) -> str:
    """What a choice costs, in a share of the bet and in money."""
    if cost < EXACT:
        return ""
    of = f"{wager_name(position.rules, position.seen.subject)} money" if position.rides else "bet"
    money = cost * position.stake / 100
    return f"{name} costs {cost:.2%} of your {of}: {money:.2f} on {amount(position.stake)}."


def _compared(position: Position, worth: Worth) -> str:
    """Every choice with its worth, the best first."""
    ranked = sorted(worth.items(), key=lambda one: -one[1])
    unit = "the riding money" if position.rides else "the bet"
    told = ", ".join(f"{choice_name(position.rules, do)} {ev:+.4f}".replace("-", "\u2212") for do, ev in ranked)
    return f"Worth, as a share of {unit}: {told}."


def cost_of(worth: Worth) -> float:
    """What the likeliest mistake costs: the difference to the best of the other choices."""
    ranked = sorted(worth.values(), reverse=True)
    return ranked[0] - ranked[1]


def lost_by(drill: Drill, worth: Worth, reply: Reply) -> float:
    """What this answer costs, in units of the bet."""
    done = next(option.do for option in drill.options if option.key == reply.key)
    return max(worth.values()) - worth[done]
