"""The irregularities of section 16 of the New Zealand division and of rule 18.7, combined for one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from holecard.engine.destinations import ToHand
from holecard.engine.options import Options
from holecard.engine.questions import Done, Fact, Irregularity, Question, What
from holecard.engine.rules import IrregularityRule, Rules
from holecard.engine.side_wager import Settled, SideWager
from holecard.engine.table import ANTE, INSURANCE, Box, Spot, Table, place_of
from holecard.irregularities.around import Irregularities
from holecard.irregularities.cards_in_error import (
    EXPOSED_CARD,
    DealerOverdraw,
    DrawnExposed,
    DrawnUnexposed,
    ExposedCard,
    FaceUpInShoe,
    binds_hand,
)
from holecard.irregularities.common import (
    Irregular,
    cannot,
)
from holecard.irregularities.new_zealand._shoe import DamagedCard, NoCuttingCard, ShoeGoesOn, ShuffleMissed
from holecard.irregularities.new_zealand.misdeals import (
    NO_HAND,
    BoxPassedOver,
    LeftOverCard,
    MisplacedCard,
    PutRightOrVoid,
    WrongCard,
    hand_with_cards,
)
from holecard.irregularities.new_zealand.offers import (
    AbsentPlayer,
    DisplayFailed,
    InsuranceNotOffered,
    PlayedBeforeRiding,
)
from holecard.irregularities.voiding import Undoes, Voiding, without_idle_choices
from holecard.law.clauses import Cite, Citing
from holecard.pit.procedures import Procedures
from holecard.round.insurance import InsuranceOffer

INSTRUMENTS = ("nz-blackjack",)


def irregularities(
    law: Citing,
    chosen: Options,
    wagers: Mapping[str, SideWager],
    procedures: Procedures,
    insurance: InsuranceOffer,
    undoes: Undoes,
) -> Irregularities:
    """What a table with these options and side wagers knows."""
    void_with_hand = {key: wager.void_with_hand for key, wager in wagers.items() if wager.void_with_hand}
    decided_last = {key for key, wager in wagers.items() if wager.settled is Settled.AFTER_DEALER}
    voiding = Voiding(
        beside={INSURANCE: (law("9.6"),), **void_with_hand}, undoes=undoes, decided_last=frozenset(decided_last)
    )

    def announced(spot: Spot) -> ToHand:
        return ToHand.on(spot, law("8.4"))

    rules: dict[str, IrregularityRule] = {
        Irregular.FACE_UP_IN_SHOE: FaceUpInShoe(cite=law("16.1")),
        Irregular.DRAWN_UNEXPOSED: DrawnUnexposed(cite=law("16.2")),
        Irregular.DEALER_OVERDRAW: DealerOverdraw(cite=law("16.3")),
        Irregular.LEFT_OVER_CARD: LeftOverCard(cite=law("16.3")),
        Irregular.DRAWN_EXPOSED: DrawnExposed(cite=law("16.4"), dealers=1),
        Irregular.MISPLACED_CARD: MisplacedCard(cite=law("16.5")),
        Irregular.BOX_PASSED_OVER: BoxPassedOver(cite=law("16.5")),
        Irregular.WRONG_CARD: WrongCard(cite=law("16.5")),
        Irregular.ABSENT_PLAYER: AbsentPlayer(cite=law("16.6")),
        Irregular.SHOE_EMPTY: ShoeGoesOn(cite=law("16.7"), procedures=procedures),
        Irregular.DAMAGED_CARD: DamagedCard(cite=law("16.8"), procedures=procedures),
        Irregular.SHUFFLE_MISSED: ShuffleMissed(cite=law("16.9"), procedures=procedures),
        Irregular.NO_CUTTING_CARD: NoCuttingCard(cite=law("16.10"), procedures=procedures),
        Irregular.INSURANCE_NOT_OFFERED: InsuranceNotOffered(cite=law("16.11"), insurance=insurance),
        Irregular.SHUFFLER_FAILED: ShufflerFailed(cite=law("16.13"), procedures=procedures, voiding=voiding),
    }
    if "ante" in chosen:
        rules[Irregular.NO_ANTE] = NoAnte(cite=law("18.7"), voiding=voiding)
    prized = next((key for key, wager in wagers.items() if wager.prizes is not None), None)
    if prized is not None:
        rules[Irregular.DISPLAY_FAILED] = DisplayFailed(cite=law("16.12"), wager=prized)
    riding = {key: wager.riding.played_first for key, wager in wagers.items() if wager.riding is not None}
    if riding:
        rules[Irregular.PLAYED_BEFORE_RIDING] = PlayedBeforeRiding(cites=riding)
    return Irregularities(
        rules=rules,
        rulings={
            EXPOSED_CARD: ExposedCard(cite=law("16.4"), owed=announced, binds=binds_hand),
            Irregular.WRONG_CARD: PutRightOrVoid(
                cite=law("16.5"),
                void=law("16.5(a)"),
                dealer=law("16.5(b)"),
                left_over=law("16.3"),
                voiding=voiding,
            ),
        },
    )


@dataclass(frozen=True, kw_only=True)
class ShufflerFailed:
    """A continuous shuffler fails in a Round: without a box named the house voids the Round, with one that hand."""

    cite: Cite
    procedures: Procedures
    voiding: Voiding
    name: str = "Shuffler failed"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if self.procedures.shuffler_in_use(table.pit) != "continuous":
            raise cannot(value, self.cite, "no continuous shuffler is in use", question)
        if not any(hand.cards for box in table.boxes for hand in box.hands):
            raise cannot(value, self.cite, "no Round is in progress", question)
        if not value.seat:
            table, facts = self.voiding.round(table, self.cite)
            note = "the Round is void"
        else:
            found = hand_with_cards(table, value)
            if found is None:
                raise cannot(value, self.cite, NO_HAND, question)
            table, facts = self.voiding.hand(table, found, self.cite)
            note = f"the hand on box {value.seat} is void"
        said = Fact(What.RULED, self.cite, note=f"the shuffler has failed: {note}")
        return Done(without_idle_choices(table), (said, *facts))


@dataclass(frozen=True, kw_only=True)
class NoAnte:
    """It turns out before the Round is over that an Ante was never laid: the bettor's wager is void, even if paid."""

    cite: Cite
    voiding: Voiding
    name: str = "Ante not paid"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        box = table.box(value.seat)
        bettor = value.detail or (box.bettors[0] if box is not None else "")
        if box is None or not self._can_be_missing(rules, box, bettor):
            raise cannot(value, self.cite, "this bettor owes no Ante now", question)
        said = Fact(What.RULED, self.cite, seat=value.seat, bettor=bettor, note="no Ante was laid: the wager is void")
        table, facts = self.voiding.bettor(table, place_of(table, value.seat), bettor, self.cite)
        return Done(without_idle_choices(table), (said, *facts))

    def _can_be_missing(self, rules: Rules, box: Box, bettor: str) -> bool:
        """Whether cards are dealt there and an Ante was recorded that turns out not to lie there, or none was laid."""
        fee = rules.play.ante
        if fee is None or not box.hands[0].cards:
            return False
        recorded = any((wager.kind, wager.bettor) == (ANTE, bettor) and wager.net != 0 for wager in box.wagers)
        return recorded or (not box.has_elected("", ANTE) and fee.is_missing(box, bettor))
