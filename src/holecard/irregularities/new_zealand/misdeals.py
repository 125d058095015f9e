"""Cards dealt or placed wrongly (16.5): told when it happens or noticed later, put right, or the hand is void."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.misdeal import slots_of
from holecard.engine.pit import Misdeal, Slot
from holecard.engine.plan import irregular
from holecard.engine.questions import (
    Act,
    Destination,
    Done,
    Draw,
    Fact,
    Found,
    Irregularity,
    Legal,
    Offer,
    PitStep,
    Question,
    Role,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Pending, Spot, Table, place_of
from holecard.engine.words import Asked, Word
from holecard.irregularities.cards_in_error import players_have_two
from holecard.irregularities.common import Irregular, cannot, card_named, cards_in_shoe, from_shoe_to_rack, is_gone
from holecard.irregularities.missed_cards import open_choice
from holecard.irregularities.new_zealand._reconstruction import can_be_rebuilt, rebuilt
from holecard.irregularities.voiding import Voiding, without_idle_choices
from holecard.law.clauses import Cite
from holecard.round.ante import VOID
from holecard.values.cards import Card

RECONSTRUCTED: Final = "reconstructed"
REBUILD: Final = Word(RECONSTRUCTED, "Put the cards right", "", "puts the cards in their right order")
MAKE_VOID: Final = Word(VOID, "Void the hand", "", "voids the hand")
NO_HAND: Final = "there is no hand there that the floor can still rule on"


def hand_with_cards(table: Table, value: Irregularity) -> Spot | None:
    """The hand named, if a card was dealt to it and it is not void yet; it may have been paid or lost (S-8)."""
    spot = hand_named(table, value)
    return spot if spot is not None and spot.hand.cards and not is_gone(spot.hand) else None


def hand_named(table: Table, value: Irregularity) -> Spot | None:
    box, number = table.box(value.seat), value.hand or 1
    return table.spot(value.seat, number) if box is not None and 1 <= number <= len(box.hands) else None


def _being_dealt(table: Table, question: Question) -> Draw | None:
    """The question, if it is for cards of the initial deal."""
    if not isinstance(question, Draw):
        return None
    misdeal = table.pit.misdeal
    if misdeal is not None and misdeal.deal is not None:
        return question if misdeal.deal else None
    return None if players_have_two(table) and table.dealer.cards else question


def _gone_wrong(table: Table, question: Question) -> Misdeal:
    """The misdeal of this Round: the first error starts it. In the deal the dealer goes on with the next place."""
    misdeal = table.pit.misdeal or Misdeal(table.bare())
    dealing = _being_dealt(table, question)
    if dealing is not None:
        return misdeal._replace(deal=slots_of(dealing)[1:])
    return misdeal


@dataclass(frozen=True, kw_only=True)
class MisplacedCard:
    """The next card is laid on a hand where it does not belong (without a box: on the dealer's), and nobody notices."""

    cite: Cite
    name: str = "Card laid in the wrong place"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if not table.closed or isinstance(question, PitStep) or table.pending or isinstance(table.loose, Card):
            raise cannot(value, self.cite, "no card can have been laid there now", question)
        if not table.stock.size:
            raise cannot(value, self.cite, "the shoe is empty", question)
        to = self._place(table, question, value)
        card = card_named(value)
        misdeal = _gone_wrong(table, question)
        misdeal = misdeal._replace(cards=(*misdeal.cards, card))
        table, facts = to.put(table, card, self.cite, table.stock.take(card))
        note = f"the {card.text} is laid {'here' if value.seat else 'with the dealer'}"
        said = Fact(What.EXPOSED, self.cite, seat=value.seat, hand=value.hand, note=note, cards=(card,))
        return Done(table.with_pit(table.pit._replace(misdeal=misdeal)), (said, *facts))

    def _place(self, table: Table, question: Question, value: Irregularity) -> Destination:
        to: ToHand | ToDealer = ToDealer()
        if value.seat:
            spot = hand_named(table, value)
            if spot is None or spot.hand.removed:
                raise cannot(value, self.cite, "that box has no such hand", question)
            to = ToHand.on(spot)
        due = question.dues[0].to if isinstance(question, Draw) else None
        if _same_place(to, due):
            raise cannot(value, self.cite, "the next card belongs there", question)
        return to


def _same_place(one: ToHand | ToDealer, due: Destination | None) -> bool:
    if isinstance(one, ToHand) and isinstance(due, ToHand):
        return one[:2] == due[:2]
    return isinstance(one, ToDealer) and isinstance(due, ToDealer)


@dataclass(frozen=True, kw_only=True)
class BoxPassedOver:
    """The dealer passes over the box that is due a card of the deal (without a box: their own hand), unnoticed."""

    cite: Cite
    name: str = "Box passed over in the deal"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        dealing = _being_dealt(table, question)
        if dealing is None or slots_of(dealing)[0].seat != value.seat or isinstance(table.loose, Card):
            where = f"box {value.seat}" if value.seat else "the dealer"
            raise cannot(value, self.cite, f"{where} is not due a card of the deal now", question)
        misdeal = _gone_wrong(table, question)
        said = Fact(What.ANNOUNCED, self.cite, seat=value.seat, note="passed over in the deal")
        return Done(table.with_pit(table.pit._replace(misdeal=misdeal)), (said,))


@dataclass(frozen=True, kw_only=True)
class WrongCard:
    """Somebody notices that a card was dealt or placed wrongly: the house says whether the Round can be put right."""

    cite: Cite
    name: str = "Card dealt in error"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        spot = hand_named(table, value)
        known = table.pit.misdeal is not None or (spot is not None and spot.hand.cards)
        if spot is None or not known or is_gone(spot.hand):
            raise cannot(value, self.cite, NO_HAND, question)
        if isinstance(question, PitStep) or any(choice.ruling == Irregular.WRONG_CARD for choice in table.pending):
            raise cannot(value, self.cite, "another step or ruling must come first", question)
        others = table.pending  # who still say whether they double or split too
        table, facts = open_choice(table.with_pending(()), self.cite, value, "a card was dealt in error")
        return Done(table.with_pending((*table.pending, *others)), facts)


@irregular
def notices_missing_card(rules: Rules, table: Table, spot: Spot) -> Found:
    """When the others have played, everybody sees that a hand of a deal gone wrong has not two cards."""
    if table.pit.misdeal is None or spot.hand.from_split or spot.hand.points.count >= 2:
        return None
    return _noticed(rules, table, spot.box.seat)


@irregular
def notices_dealer_without_card(rules: Rules, table: Table) -> Found:
    """After a deal gone wrong everybody sees that the dealer has no card; the first hand left is ruled on."""
    if table.pit.misdeal is None or table.dealer.cards:
        return None
    return _noticed(rules, table, next(box.seat for box in table.boxes if not box.hands[0].over))


def _noticed(rules: Rules, table: Table, seat: int) -> Question:
    return rules.play.around.rulings[Irregular.WRONG_CARD].question(
        rules, table, Pending(Irregular.WRONG_CARD, seat, 1)
    )


@dataclass(frozen=True, kw_only=True)
class PutRightOrVoid:
    """The house puts the Round right as far as that is possible; otherwise the hand is void and the others stand."""

    cite: Cite
    void: Cite
    dealer: Cite
    left_over: Cite
    voiding: Voiding

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        title = "Can the Round be put right?"
        return Asked(title, (REBUILD, MAKE_VOID), "{who} decides about the hand", "Cards and bets stay put.")

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer:
        box = table.boxes[place_of(table, pending.seat)]
        ways = (*((RECONSTRUCTED,) if self._possible(table) else ()), VOID)
        choices = tuple(Legal(do, self.cite) for do in ways)
        return Offer(Irregular.WRONG_CARD, pending.seat, box.bettors[0], choices, self.cite, pending.hand, Role.FLOOR)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        table = table.with_pending(table.pending[1:])
        seat, hand, note = question.seat, question.hand, f"{question.subject}: {act.do}"
        said = Fact(What.RULED, self.cite, seat=seat, hand=hand, bettor=question.bettor, note=note)
        table, facts = self._put_right(rules, table) if act.do == RECONSTRUCTED else self._void(table, seat, hand)
        at = place_of(table, seat)
        return Done(table.with_box(at, table.boxes[at].with_election("", act.do)), (said, *facts))

    def _possible(self, table: Table) -> bool:
        """After a hand was void, all others stand as dealt."""
        if any(box.has_elected("", VOID) for box in table.boxes):
            return False
        return table.pit.misdeal is None or can_be_rebuilt(table.pit.misdeal)

    def _put_right(self, rules: Rules, table: Table) -> Done:
        """Move the cards that lie wrongly. Without any they lie as they should: the table never had them otherwise."""
        misdeal = table.pit.misdeal
        return Done(table, ()) if misdeal is None else rebuilt(rules, table, misdeal, self.cite, self.left_over)

    def _void(self, table: Table, seat: int, hand: int) -> Done:
        table, facts = self.voiding.hand(table, table.spot(seat, hand), self.void)
        table = without_idle_choices(table)
        if all(is_gone(hand) for box in table.boxes for hand in box.hands):
            return Done(table, facts)
        note = "the other hands stand as dealt; the dealer's is put right and completed"
        return Done(self._with_dealers_card_due(table), (*facts, Fact(What.RULED, self.dealer, note=note)))

    def _with_dealers_card_due(self, table: Table) -> Table:
        """A dealer who was passed over gets the first card now."""
        misdeal = table.pit.misdeal
        if table.dealer.cards or misdeal is None or any(not slot.seat for slot in misdeal.deal or ()):
            return table
        misdeal = misdeal._replace(deal=(Slot(0, self.dealer), *(misdeal.deal or ())))
        return table.with_pit(table.pit._replace(misdeal=misdeal))


@dataclass(frozen=True, kw_only=True)
class LeftOverCard:
    """A card left over after a reconstruction belongs to no hand."""

    cite: Cite
    name: str = "Card left over after putting a hand right"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if not any(box.has_elected("", RECONSTRUCTED) for box in table.boxes):
            raise cannot(value, self.cite, "no hand was reconstructed in this Round", question)
        if isinstance(question, PitStep) or not cards_in_shoe(table):
            raise cannot(value, self.cite, "no card can have come out of the shoe now", question)
        return from_shoe_to_rack(table, card_named(value), self.cite, "left over from the reconstruction, face down")
