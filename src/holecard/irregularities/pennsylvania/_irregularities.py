"""The irregularities of a Pennsylvania chapter, combined for one table. The chapter supplies the clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from holecard.engine.dealer import always
from holecard.engine.destinations import ToHand
from holecard.engine.questions import Role
from holecard.engine.rules import IrregularityRule, Ruling
from holecard.engine.table import Dealer, Spot
from holecard.engine.words import Key, Word, declined
from holecard.irregularities.around import Irregularities
from holecard.irregularities.cards_in_error import (
    EXPOSED_CARD,
    WITHOUT_CARDS,
    DealerOverdraw,
    DrawnExposed,
    DrawnUnexposed,
    ExposedCard,
    FaceUpInShoe,
    WithoutCards,
    binds_player,
    to_hand,
)
from holecard.irregularities.common import CALL_DEAD, Irregular, dead_hand
from holecard.irregularities.missed_cards import (
    TAKE_LATE,
    CardNotDealt,
    LateOrDead,
    NoCardsDealt,
    PassedOver,
    SecondCardMissed,
    decline_late,
    hole_card_is_down,
    serve_late,
)
from holecard.irregularities.pennsylvania._devices import ReaderMalfunction, ShoeEmpty, ShufflerJam, ShufflerOutOfOrder
from holecard.irregularities.pennsylvania._reader_in_error import WrongLight, WrongSpot
from holecard.irregularities.rulings import ChoiceOverHand, Effect, as_it_is
from holecard.law.clauses import Cite
from holecard.pit.procedures import Procedures

Clauses = Mapping[Irregular, Cite]

GO_ON: Final = Word("continue", "Let the hand play on", Key.YES, "lets the hand play on")
GIVE_UP: Final = declined("Give up the hand", "gives up the hand")
ON_EACH_HAND: Final = {GO_ON: as_it_is, CALL_DEAD: dead_hand}
CHOICES: Mapping[Irregular, tuple[Role, str, Mapping[Word, Effect]]] = {  # who chooses, what is asked, among what
    Irregular.SECOND_CARD_MISSED: (
        Role.BETTOR,
        "You were dealt only one card. Take the second one last?",
        {TAKE_LATE: serve_late, GIVE_UP: decline_late},
    ),
    Irregular.WRONG_LIGHT: (Role.FLOOR, "The light was wrong. What happens to the hand?", ON_EACH_HAND),
    Irregular.WRONG_SPOT: (Role.FLOOR, "The dealer's hand was in the wrong area. What happens?", ON_EACH_HAND),
}


def irregularities(
    clauses: Clauses,
    procedures: Procedures,
    stands: Callable[[Dealer], bool],
    own: Mapping[Irregular, IrregularityRule] | None = None,
    owed: Callable[[Spot], ToHand] = to_hand,
    late_card: Callable[[Dealer], bool] = hole_card_is_down,
) -> Irregularities:
    """Those that the chapter has a clause for, where it says nothing of its `own`.

    `stands` says when its dealer has finished drawing, `owed` where a card goes that a hand is owed, `late_card` until
    when a card that was missed can come.
    """
    usual: dict[Irregular, Callable[[Cite], IrregularityRule]] = {
        Irregular.FACE_UP_IN_SHOE: lambda cite: FaceUpInShoe(cite=cite),
        Irregular.DRAWN_UNEXPOSED: lambda cite: DrawnUnexposed(cite=cite),
        Irregular.DRAWN_EXPOSED: lambda cite: DrawnExposed(cite=cite),
        Irregular.DEALER_OVERDRAW: lambda cite: DealerOverdraw(cite=cite, stands_open=stands),
        Irregular.SHOE_EMPTY: lambda cite: ShoeEmpty(cite=cite, procedures=procedures),
        Irregular.PASSED_OVER: lambda cite: PassedOver(cite=cite, requested=clauses[Irregular.CARD_NOT_DEALT]),
        Irregular.NO_CARDS_DEALT: lambda cite: NoCardsDealt(cite=cite),
        Irregular.SECOND_CARD_MISSED: lambda cite: SecondCardMissed(cite=cite),
        Irregular.CARD_NOT_DEALT: lambda cite: CardNotDealt(cite=cite),
        Irregular.WRONG_LIGHT: lambda cite: WrongLight(cite=cite),
        Irregular.WRONG_SPOT: lambda cite: WrongSpot(cite=cite),
        Irregular.READER_MALFUNCTION: lambda cite: ReaderMalfunction(cite=cite, procedures=procedures, needed=always),
        Irregular.SHUFFLER_JAM: lambda cite: ShufflerJam(cite=cite, procedures=procedures),
        Irregular.SHUFFLER_OUT_OF_ORDER: lambda cite: ShufflerOutOfOrder(cite=cite, procedures=procedures),
    }
    own = own or {}
    rulings: dict[str, Ruling] = {
        name: ChoiceOverHand(key=name, title=title, cite=clauses[name], who=who, effects=effects)
        for name, (who, title, effects) in CHOICES.items()
        if name in clauses and name not in own
    }
    if Irregular.CARD_NOT_DEALT in clauses:
        rulings[Irregular.CARD_NOT_DEALT] = LateOrDead(
            key=Irregular.CARD_NOT_DEALT,
            title="Your card was not dealt. Take it last?",
            cite=clauses[Irregular.CARD_NOT_DEALT],
            in_time=late_card,
        )
    if Irregular.DRAWN_EXPOSED in clauses:
        rulings[EXPOSED_CARD] = ExposedCard(cite=clauses[Irregular.DRAWN_EXPOSED], owed=owed, binds=binds_player)
        rulings[WITHOUT_CARDS] = WithoutCards(cite=clauses[Irregular.DRAWN_EXPOSED])
    return Irregularities(
        rules={name: own[name] if name in own else usual[name](cite) for name, cite in clauses.items()},
        rulings=rulings,
    )
