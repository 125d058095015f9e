"""What the irregularities share: names, refusals and dead hands."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from holecard.engine.ask_and_answer import accepted
from holecard.engine.destinations import ToDealer
from holecard.engine.questions import Done, Draw, Fact, Facts, Irregularity, Question, What, moved
from holecard.engine.settlement import RETURN
from holecard.engine.table import INSURANCE, Hand, Spot, Table, Wager
from holecard.engine.words import Word
from holecard.law.clauses import Cite
from holecard.law.errors import Malformed, Refused
from holecard.round.ante import VOID
from holecard.round.paying import apply, remove_cards
from holecard.values.cards import HIDDEN, Card

DEAD: Final = "dead"
DEAD_HAND: Final = "dead hand"

SAYS: Final = {DEAD_HAND: "the hand is dead", VOID: "the hand is void"}  # what a ruling of one word means
CALL_DEAD: Final = Word(DEAD, "Call the hand dead", "", "calls the hand dead", "dead")


class Irregular(StrEnum):
    """What can go wrong at a table."""

    FACE_UP_IN_SHOE = "face-up-in-shoe"
    DRAWN_UNEXPOSED = "drawn-unexposed"
    DRAWN_EXPOSED = "drawn-exposed"
    DEALER_OVERDRAW = "dealer-overdraw"
    DEALER_MISSED_OWN_CARD = "dealer-missed-own-card"
    SHOE_EMPTY = "shoe-empty"
    PASSED_OVER = "passed-over"
    NO_CARDS_DEALT = "no-cards-dealt"
    SECOND_CARD_MISSED = "second-card-missed"
    CARD_NOT_DEALT = "card-not-dealt"
    WRONG_LIGHT = "wrong-light"
    WRONG_SPOT = "wrong-spot"
    READER_USED_NEEDLESSLY = "reader-used-needlessly"
    READER_MALFUNCTION = "reader-malfunction"
    SHUFFLER_JAM = "shuffler-jam"
    SHUFFLER_OUT_OF_ORDER = "shuffler-out-of-order"
    MISPLACED_CARD = "misplaced-card"
    BOX_PASSED_OVER = "box-passed-over"
    WRONG_CARD = "wrong-card"
    LEFT_OVER_CARD = "left-over-card"
    ABSENT_PLAYER = "absent-player"
    DAMAGED_CARD = "damaged-card"
    SHUFFLE_MISSED = "shuffle-missed"
    NO_CUTTING_CARD = "no-cutting-card"
    INSURANCE_NOT_OFFERED = "insurance-not-offered"
    DISPLAY_FAILED = "display-failed"
    SHUFFLER_FAILED = "shuffler-failed"
    PLAYED_BEFORE_RIDING = "played-before-riding"
    NO_ANTE = "no-ante"


def cannot(value: Irregularity, cite: Cite, why: str, question: Question) -> Refused:
    """The thing cannot have happened now."""
    return Refused(value.name, cite=cite, why=why, legal=accepted(question))


def check_shoe_is_empty(table: Table, question: Question, value: Irregularity, cite: Cite) -> None:
    """Refuse unless a card is due and the shoe has none."""
    if not isinstance(question, Draw):
        raise cannot(value, cite, "no card is due now", question)
    if table.stock.size:
        raise cannot(value, cite, f"the shoe still has {table.stock.size} cards", question)


def card_named(value: Irregularity) -> Card:
    if not isinstance(value.card, Card):
        raise Malformed(f"{value.name} needs the card that was seen")
    return value.card


def from_shoe_to_rack(table: Table, card: Card, cite: Cite, note: str) -> Done:
    """A card that goes to no hand."""
    table = table.with_stock(table.stock.take(card)).discarding(card)
    return Done(table, (Fact(What.REMOVED, cite, note=note, cards=(card,)),))


def cards_in_shoe(table: Table) -> int:
    """How many are left besides one that was drawn unseen and counts as the next."""
    return table.stock.size - (table.loose is HIDDEN)


def due_to_dealer(table: Table, question: Question) -> bool:
    """Whether the next card of the deal is one of the dealer's own two."""
    return isinstance(question, Draw) and isinstance(question.dues[0].to, ToDealer) and len(table.dealer.cards) < 2


def is_gone(hand: Hand) -> bool:
    """Whether a hand is dead or void: nobody has anything on it, and nothing is left to rule on."""
    return hand.decision in (DEAD, VOID)


def can_be_ruled_dead(hand: Hand) -> bool:
    """Whether money on it is open or was collected, or its cards still lie there: what the dealer's last card paid or
    returned can be undone until then. A hand paid before that stands."""
    if is_gone(hand):
        return False
    return not hand.removed or any(wager.net is None or wager.net < 0 for wager in hand.wagers)


def undone(wager: Wager, seat: int, number: int, cite: Cite, *also: Cite, note: str = VOID) -> tuple[Wager, Facts]:
    """An open wager goes back, one that was lost too; what was paid on it is given back to the house."""
    if wager.net is None:
        return apply(RETURN, cite, also, note, seat, number, wager)
    facts: Facts = ()
    if wager.net < 0:
        facts = (
            moved(What.RESTORED, cite, -wager.net, wager, seat, number, note, also),
            moved(What.RETURNED, cite, -wager.net, wager, seat, number, note, also),
        )
    elif wager.net > 0:
        facts = (
            moved(What.PLACED, cite, wager.net, wager, seat, number, "the payment is given back", also),
            moved(What.COLLECTED, cite, wager.net, wager, seat, number, note, also),
        )
    return wager.settled(0), facts


def dead_hand(table: Table, spot: Spot, cite: Cite) -> Done:
    """The hand is called dead: each wager on it goes back, whatever became of it, and its cards are removed.

    A side wager goes back too if the hand never had the two cards that decide it (reading A7).
    """
    at, number, box, hand = spot
    ruled = Fact(What.RULED, cite, seat=box.seat, hand=number + 1, bettor=box.bettors[0], note=DEAD_HAND)
    facts: Facts = (ruled,)
    wagers = []
    for wager in hand.wagers:
        wager, more = undone(wager, box.seat, number + 1, cite, note=DEAD_HAND)
        facts += more
        wagers.append(wager)
    dead = hand._replace(wagers=tuple(wagers), decision=DEAD, owes=0, over=True, late=False)
    table = table.with_hand(spot, dead)
    if hand.cards and not hand.removed:
        table, facts = remove_cards(table, spot, cite, facts)
    if hand.points.count < 2 and not hand.from_split:
        table, more = _returned_beside(table, at, cite, insurance=False)
        facts += more
    return Done(table, facts)


def without_choices_on_dead_hands(table: Table) -> Table:
    """The table without choices that wait about a hand that is dead by now."""
    if not table.pending:
        return table
    waits = tuple(one for one in table.pending if not is_gone(table.spot(one.seat, one.hand).hand))
    return table.with_pending(waits)


def dead_box(table: Table, at: int, cite: Cite, insurance: bool = False) -> Done:
    """Every hand of a box that is not settled is dead, and the open wagers beside them go back. Insurance is a wager on
    the dealer's hand, which decides it: it goes back only if nobody will see that hand (readings A7, A29)."""
    facts: Facts = ()
    box = table.boxes[at]
    for number, hand in enumerate(box.hands, start=1):
        if any(wager.net is None for wager in hand.wagers):
            table, more = dead_hand(table, table.spot(box.seat, number), cite)
            facts += more
    table, more = _returned_beside(table, at, cite, insurance)
    return Done(table, (*facts, *more))


def _returned_beside(table: Table, at: int, cite: Cite, insurance: bool) -> Done:
    """The open wagers beside a box's hands go back, Insurance if it is said."""
    facts: Facts = ()
    box = table.boxes[at]
    wagers = []
    for wager in box.wagers:
        if wager.net is None and (insurance or wager.kind != INSURANCE):
            facts += (moved(What.RETURNED, cite, wager.amount, wager, box.seat, 0, DEAD_HAND),)
            wager = wager.settled(0)
        wagers.append(wager)
    return Done(table.with_box(at, box.with_wagers(tuple(wagers))), facts)
