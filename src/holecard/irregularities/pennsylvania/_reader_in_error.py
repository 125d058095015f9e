"""Errors with the reader: a wrong light, the dealer's hand in the wrong area, or a reading that was not needed."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.dealer import could_be_blackjack, up_card
from holecard.engine.questions import Done, Fact, Facts, Irregularity, Question, RoundOver, What, moved
from holecard.engine.rules import Rules
from holecard.engine.table import INSURANCE, Pending, Table
from holecard.irregularities.common import can_be_ruled_dead, cannot, card_named
from holecard.law.clauses import Cite
from holecard.law.errors import Refused
from holecard.pit.procedures import Occasion, later
from holecard.round.insurance import shows_ace
from holecard.round.reader import LARGE
from holecard.values.cards import HIDDEN, Card, Hidden


def too_early_or_late(table: Table, question: Question) -> str:
    """Why the players cannot have been misled, or nothing."""
    if not table.dealer.light:
        return "the reader has not been used in this round"
    if isinstance(question, RoundOver) and HIDDEN in table.dealer.cards:
        return "the round is settled"
    if table.pending:
        return "there is already a ruling"
    return ""


def rule_on_each_hand(table: Table, ruling: str) -> Table:
    """Every hand whose money is open or was collected; Blackjacks already paid stand (reading A6). It is ruled on once:
    the boxes remember."""
    pending = tuple(
        Pending(ruling, box.seat, number)
        for box in table.boxes
        for number, hand in enumerate(box.hands, start=1)
        if can_be_ruled_dead(hand)
    )
    table = table.with_boxes(tuple(box.with_election("", ruling) for box in table.boxes))
    return table.with_pending((*table.pending, *pending))


def _somebody_played(rules: Rules, table: Table) -> bool:
    return any(hand.decision in rules.actions or hand.from_split for box in table.boxes for hand in box.hands)


@dataclass(frozen=True, kw_only=True)
class WrongSpot:
    """The light was right, but the dealer's hand was laid in another area. It may be noticed until the cards are
    collected, if somebody has played on it (reading A6)."""

    cite: Cite
    name: str = "Dealer's hand in the wrong area"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        why = too_early_or_late(table, question)
        if not why and any(box.has_elected("", value.name) for box in table.boxes):
            why = "this error is ruled on already"
        if not why and table.dealer.is_blackjack and not _somebody_played(rules, table):
            why = "the round was over before anybody played a hand"
        if why:
            raise cannot(value, self.cite, why, question)
        said = Fact(What.RULED, self.cite, note=f"wrong spot: the light shows {table.dealer.light}")
        return Done(rule_on_each_hand(table, value.name), (said,))


@dataclass(frozen=True, kw_only=True)
class ReaderUsedNeedlessly:
    """The hole card went into the reader under an up card from two to nine: the floor is informed, and play goes on.

    Nothing is learned, so no light is shown (reading B17).
    """

    cite: Cite
    name: str = "Reader used needlessly"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if HIDDEN not in table.dealer.cards:
            raise cannot(value, self.cite, "there is no hole card to read", question)
        if could_be_blackjack(table.dealer):
            raise cannot(value, self.cite, "this up card requires the reader", question)
        return Done(
            table, (Fact(What.RULED, self.cite, note="reader used needlessly: the floor is informed, play goes on"),)
        )


@dataclass(frozen=True, kw_only=True)
class WrongLight:
    """The light was wrong: the answer names the right one, or the card itself if it has been seen."""

    cite: Cite
    name: str = "Wrong light"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        why = too_early_or_late(table, question)
        if not why and HIDDEN not in table.dealer.cards:
            why = "the hole card is exposed and matches the light"
        if why:
            raise cannot(value, self.cite, why, question)
        right = self._right_light(rules, table, value)
        if right == table.dealer.light:
            raise cannot(value, self.cite, f"the light already shows {right}", question)
        table, facts = self._set_right(table, right, value.card)
        return Done(rule_on_each_hand(table, value.name), facts)

    def _right_light(self, rules: Rules, table: Table, value: Irregularity) -> str:
        reader = rules.play.reader
        assert reader is not None, "only a game with a reader has wrong lights"
        if value.detail and value.detail not in reader.shows:
            raise Refused(
                value.detail, cite=self.cite, why=f"the reader has no light {value.detail}", legal=reader.shows
            )
        if not isinstance(value.card, Card):
            if not value.detail:
                raise Refused(value.name, cite=self.cite, why="the right light must be named", legal=reader.shows)
            return value.detail
        right = reader.light(up_card(table.dealer), value.card)
        if value.detail not in ("", right):
            raise Refused(value.detail, cite=self.cite, why=f"{value.card!r} is {right}", legal=(right,))
        return right

    def _set_right(self, table: Table, right: str, card: Card | Hidden | None) -> Done:
        """The dealer's hand goes by the right range from now on. No other light shone, so none is told."""
        note = f"wrong light: it showed {table.dealer.light}, {right} is right"
        facts: Facts = (Fact(What.RULED, self.cite, note=note),)
        table = table.with_dealer(table.dealer.with_light(right))
        hole_may_be_ten = right == LARGE
        if isinstance(card, Card):
            table = table.turned(card)
            facts += (Fact(What.EXPOSED, self.cite, note="the hole card", cards=(card,)),)
            hole_may_be_ten = card.value == 10
        if hole_may_be_ten and shows_ace(table.dealer):
            table, more = open_insurance_again(table, self.cite)
            facts += more
        return Done(table, facts)


def open_insurance_again(table: Table, cite: Cite) -> Done:
    """Insurance is judged by the true hole card, even if collected under the wrong light (reading A6)."""
    facts: Facts = ()
    boxes = []
    for box in table.boxes:
        wagers = []
        for wager in box.wagers:
            if wager.kind == INSURANCE and wager.net is not None:
                facts += (moved(What.RESTORED, cite, wager.amount, wager, box.seat, 0, "open again"),)
                wager = wager._replace(net=None)
            wagers.append(wager)
        boxes.append(box._replace(wagers=tuple(wagers)))
    return Done(table.with_boxes(tuple(boxes)), facts)


@dataclass(frozen=True, kw_only=True)
class WrongReading:
    """The reader was wrong about a Blackjack, as the hole card shows: it counts from now on, and the reader has failed.

    A Blackjack collects the Blackjack Wagers as it would have in time; without one the turns begin (reading B26).
    """

    cite: Cite
    shown: Cite  # the hole card that settles it
    name: str = "Wrong reading"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        reader, dealer = rules.play.reader, table.dealer
        assert reader is not None, "only a game with a reader has wrong readings"
        why = too_early_or_late(table, question)
        if not why and HIDDEN not in dealer.cards:
            why = "the hole card is exposed and matches the reading"
        if not why and not isinstance(value.card, Card):
            why = "the hole card must be named, because it alone shows the error"
        if why:
            raise cannot(value, self.cite, why, question)
        hole = card_named(value)
        right = reader.light(up_card(dealer), hole)
        if right == dealer.light:
            raise cannot(value, self.cite, f"the reader already shows {reader.names[right]}", question)
        note = f"wrong reading: it showed {reader.names[dealer.light]}, {reader.names[right]} is right"
        facts: Facts = (Fact(What.RULED, self.cite, note=f"{note}; no round until the {reader.device} works"),)
        facts += (Fact(What.EXPOSED, self.shown, note="the hole card", cards=(hole,)),)
        table = table.with_dealer(dealer.with_light(right)).turned(hole)
        table = table.with_pit(later(table.pit, Occasion.READER_FAILED))
        if hole.value == 10 and shows_ace(dealer):
            table, more = open_insurance_again(table, self.cite)
            facts += more
        return Done(table, facts)
