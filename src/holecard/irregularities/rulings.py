"""Rulings: the choices that follow an irregularity, and rounds that end early."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from holecard.engine.dealer import always
from holecard.engine.plan import irregular
from holecard.engine.questions import Act, Done, Fact, Legal, Offer, Question, Role, RoundOver, What
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Dealer, Pending, Spot, Table, place_of
from holecard.engine.words import Asked, Word
from holecard.irregularities.common import DEAD, without_choices_on_dead_hands
from holecard.law.clauses import Cite
from holecard.pit.procedures import Occasion

Effect = Callable[[Table, Spot, Cite], Done]


def rulings() -> Step:
    """The first choice that waits to be made. A game with irregularities begins with this step."""

    @irregular
    def due(rules: Rules, table: Table) -> Question | None:
        if not table.pending:
            return None
        pending = table.pending[0]
        return rules.play.around.rulings[pending.ruling].question(rules, table, pending)

    return due


def as_it_is(table: Table, spot: Spot, cite: Cite) -> Done:
    return Done(table, ())


@dataclass(frozen=True, kw_only=True)
class ChoiceOverHand:
    """A ruling on a hand: each choice with its effect."""

    key: str
    title: str
    cite: Cite
    who: Role
    effects: Mapping[Word, Effect]

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        return Asked(self.title, tuple(self.effects), "{who} decides about the hand", "Cards and bets stay put.")

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer:
        bettor = table.boxes[place_of(table, pending.seat)].bettors[0]
        choices = tuple(Legal(word.do, self.cite) for word in self.effects)
        return Offer(self.key, pending.seat, bettor, choices, self.cite, pending.hand, self.who)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        table = table.with_pending(table.pending[1:])
        effect = next(effect for word, effect in self.effects.items() if word.do == act.do)
        seat, hand, note = question.seat, question.hand, f"{self.key}: {act.do}"
        said = Fact(What.RULED, self.cite, seat=seat, hand=hand, bettor=question.bettor, note=note)
        table, facts = effect(table, table.spot(seat, hand), self.cite)
        return Done(without_choices_on_dead_hands(table), (said, *facts))


def no_hand_left(cite: Cite, reader_needed: Callable[[Dealer], bool] = always) -> Step:
    """A round that has only dead hands is over, and so is one whose hole card should be read and no longer can.

    It stands before the deal and again before the players' turns, because wagers beside a dead hand may be open still,
    and after them, because a hand without cards may be noticed there.
    """
    question = RoundOver(cite)

    @irregular
    def due(rules: Rules, table: Table) -> Question | None:
        if table.boxes and table.boxes[0].hands[0].decision != DEAD and not table.pit.due:
            return None  # the ordinary case, at a glance
        if not table.closed or any(wager.net is None for box in table.boxes for wager in box.wagers):
            return None
        unread = Occasion.READER_FAILED in table.pit.due and not table.dealer.light and reader_needed(table.dealer)
        dead = all(hand.decision == DEAD for box in table.boxes for hand in box.hands)
        return question if unread or dead else None

    return due
