"""The irregularities of a Pennsylvania chapter, put together for one table. The chapter says which clause is which."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from holecard.engine.dealer import always
from holecard.engine.destinations import ToHand
from holecard.engine.questions import Role
from holecard.engine.rules import IrregularityRule, Ruling
from holecard.engine.table import Dealer, Hand
from holecard.irregularities.around import Irregularities
from holecard.irregularities.cards_in_error import (
    EXPOSED_CARD,
    DealerOverdraw,
    DrawnExposed,
    DrawnUnexposed,
    ExposedCard,
    FaceUpInShoe,
    to_hand,
)
from holecard.irregularities.common import DEAD, Irregular, dead_hand
from holecard.irregularities.missed_cards import (
    LATE_CARD,
    CardNotDealt,
    NoCardsDealt,
    SecondCardMissed,
    decline_late,
    serve_late,
)
from holecard.irregularities.pennsylvania._devices import ReaderMalfunction, ShoeEmpty, ShufflerJam, ShufflerOutOfOrder
from holecard.irregularities.pennsylvania._reader_in_error import WrongLight, WrongSpot
from holecard.irregularities.rulings import ChoiceOverHand, Effect, as_it_is
from holecard.law.clauses import Cite
from holecard.pit.procedures import Procedures

Clauses = Mapping[Irregular, Cite]

CHOICES: Mapping[Irregular, tuple[Role, Mapping[str, Effect]]] = {  # who chooses, and among what
    Irregular.SECOND_CARD_MISSED: (Role.BETTOR, {LATE_CARD: serve_late, "decline": decline_late}),
    Irregular.CARD_NOT_DEALT: (Role.BETTOR, {LATE_CARD: serve_late, DEAD: dead_hand}),
    Irregular.WRONG_LIGHT: (Role.FLOOR, {"continue": as_it_is, DEAD: dead_hand}),
    Irregular.WRONG_SPOT: (Role.FLOOR, {"continue": as_it_is, DEAD: dead_hand}),
}


def irregularities(
    clauses: Clauses,
    procedures: Procedures,
    stands: Callable[[Dealer], bool],
    own: Mapping[Irregular, IrregularityRule] | None = None,
    owed: Callable[[int, int, int, Hand], ToHand] = to_hand,
) -> Irregularities:
    """Those that the chapter has a clause for, where it says nothing of its `own`.

    `stands` tells when its dealer has finished drawing, `owed` where a card goes that a hand is owed.
    """
    usual: dict[Irregular, Callable[[Cite], IrregularityRule]] = {
        Irregular.FACE_UP_IN_SHOE: lambda cite: FaceUpInShoe(cite=cite),
        Irregular.DRAWN_UNEXPOSED: lambda cite: DrawnUnexposed(cite=cite),
        Irregular.DRAWN_EXPOSED: lambda cite: DrawnExposed(cite=cite),
        Irregular.DEALER_OVERDRAW: lambda cite: DealerOverdraw(cite=cite, stands=stands),
        Irregular.SHOE_EMPTY: lambda cite: ShoeEmpty(cite=cite, procedures=procedures),
        Irregular.NO_CARDS_DEALT: lambda cite: NoCardsDealt(cite=cite),
        Irregular.SECOND_CARD_MISSED: lambda cite: SecondCardMissed(cite=cite),
        Irregular.CARD_NOT_DEALT: lambda cite: CardNotDealt(cite=cite),
        Irregular.WRONG_LIGHT: lambda cite: WrongLight(cite=cite),
        Irregular.WRONG_SPOT: lambda cite: WrongSpot(cite=cite),
        Irregular.READER_MALFUNCTION: lambda cite: ReaderMalfunction(cite=cite, procedures=procedures, needed=always),
        Irregular.SHUFFLER_JAM: lambda cite: ShufflerJam(cite=cite, procedures=procedures),
        Irregular.SHUFFLER_OUT_OF_ORDER: lambda cite: ShufflerOutOfOrder(cite=cite, procedures=procedures),
    }
    rulings: dict[str, Ruling] = {
        name: ChoiceOverHand(name=name, cite=clauses[name], who=who, effects=effects)
        for name, (who, effects) in CHOICES.items()
        if name in clauses
    }
    if Irregular.DRAWN_EXPOSED in clauses:
        rulings[EXPOSED_CARD] = ExposedCard(cite=clauses[Irregular.DRAWN_EXPOSED], owed=owed)
    own = own or {}
    return Irregularities(
        rules={name: own[name] if name in own else usual[name](cite) for name, cite in clauses.items()},
        rulings=rulings,
    )
