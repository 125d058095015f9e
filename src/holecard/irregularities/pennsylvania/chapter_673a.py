"""The clauses of 58 Pa. Code § 673a.13 by irregularity, and the rules that only this chapter has."""

from __future__ import annotations

from collections.abc import Mapping

from holecard.engine.dealer import could_be_blackjack
from holecard.engine.rules import IrregularityRule
from holecard.engine.table import Dealer
from holecard.irregularities.cards_in_error import DrawnExposed, FaceUpInShoe
from holecard.irregularities.common import Irregular
from holecard.irregularities.missed_cards import DealerMissedOwnCard
from holecard.irregularities.pennsylvania._devices import ReaderMalfunction
from holecard.irregularities.pennsylvania._reader_in_error import ReaderUsedNeedlessly, WrongReading
from holecard.law.clauses import Cite, Citing
from holecard.pit.procedures import Procedures

INSTRUMENTS = ("pa-673a",)


def clauses(law: Citing) -> dict[Irregular, Cite]:
    return {
        Irregular.FACE_UP_IN_SHOE: law("13(a)"),
        Irregular.DRAWN_UNEXPOSED: law("13(b)"),
        Irregular.DRAWN_EXPOSED: law("13(c)"),
        Irregular.DEALER_OVERDRAW: law("13(d)"),
        Irregular.DEALER_MISSED_OWN_CARD: law("13(e)"),
        Irregular.SHOE_EMPTY: law("13(f)"),
        Irregular.PASSED_OVER: law("13(g)"),
        Irregular.NO_CARDS_DEALT: law("13(g)"),
        Irregular.SECOND_CARD_MISSED: law("13(g)"),
        Irregular.CARD_NOT_DEALT: law("13(h)"),
        Irregular.READER_USED_NEEDLESSLY: law("13(i)"),
        Irregular.WRONG_LIGHT: law("13(j)"),
        Irregular.READER_MALFUNCTION: law("13(j)"),
        Irregular.SHUFFLER_JAM: law("13(k)"),
        Irregular.SHUFFLER_OUT_OF_ORDER: law("13(l)"),
    }


def own(law: Citing, cites: Mapping[Irregular, Cite], procedures: Procedures) -> dict[Irregular, IrregularityRule]:
    apart = ": to the rack, or apart in a double shoe"
    broken = cites[Irregular.READER_MALFUNCTION]
    return {
        Irregular.FACE_UP_IN_SHOE: FaceUpInShoe(cite=cites[Irregular.FACE_UP_IN_SHOE], goes=apart),
        Irregular.DRAWN_EXPOSED: DrawnExposed(cite=cites[Irregular.DRAWN_EXPOSED], after_dealer=False),
        Irregular.DEALER_MISSED_OWN_CARD: DealerMissedOwnCard(cite=cites[Irregular.DEALER_MISSED_OWN_CARD]),
        Irregular.READER_USED_NEEDLESSLY: ReaderUsedNeedlessly(cite=cites[Irregular.READER_USED_NEEDLESSLY]),
        Irregular.WRONG_LIGHT: WrongReading(cite=broken, shown=law("7(h)")),
        Irregular.READER_MALFUNCTION: ReaderMalfunction(cite=broken, procedures=procedures, needed=reader_needed),
    }


def reader_needed(dealer: Dealer) -> bool:
    """An ace or ten is up with its hole card unseen; and until the up card lies there it may yet be one (B20)."""
    return not dealer.cards or (dealer.points.count == 1 and could_be_blackjack(dealer))
