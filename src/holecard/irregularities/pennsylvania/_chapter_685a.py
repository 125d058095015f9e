"""The clauses of 58 Pa. Code § 685a.12 by irregularity."""

from __future__ import annotations

from holecard.engine.rules import IrregularityRule
from holecard.irregularities.common import Irregular
from holecard.irregularities.missed_cards import DealerMissedOwnCard
from holecard.law.clauses import Cite, Citing, house

INSTRUMENTS = ("pa-685a",)

MISSED_OWN_CARD = house("as in 58 Pa. Code § 673a.13(e)")  # the chapter is silent (reading A20)


def clauses(law: Citing) -> dict[Irregular, Cite]:
    return {
        Irregular.FACE_UP_IN_SHOE: law("12(a)"),
        Irregular.DRAWN_UNEXPOSED: law("12(b)"),
        Irregular.DRAWN_EXPOSED: law("12(c)"),
        Irregular.DEALER_OVERDRAW: law("12(d)"),
        Irregular.SHOE_EMPTY: law("12(e)"),
        Irregular.PASSED_OVER: law("12(f)"),
        Irregular.NO_CARDS_DEALT: law("12(f)"),
        Irregular.SECOND_CARD_MISSED: law("12(f)"),
        Irregular.CARD_NOT_DEALT: law("12(g)"),
        Irregular.WRONG_LIGHT: law("12(h)"),
        Irregular.WRONG_SPOT: law("12(h)"),
        Irregular.READER_MALFUNCTION: law("12(i)"),
        Irregular.SHUFFLER_JAM: law("12(j)"),
        Irregular.SHUFFLER_OUT_OF_ORDER: law("12(k)"),
        Irregular.DEALER_MISSED_OWN_CARD: MISSED_OWN_CARD,
    }


def own() -> dict[Irregular, IrregularityRule]:
    return {Irregular.DEALER_MISSED_OWN_CARD: DealerMissedOwnCard(cite=MISSED_OWN_CARD)}
