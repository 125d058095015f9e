"""Problems with offers and people: an absent player, a forgotten offer, or prize equipment that fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from holecard.engine.destinations import ToHand
from holecard.engine.plan import irregular
from holecard.engine.questions import (
    DECLINE,
    Decide,
    Done,
    Draw,
    Due,
    Fact,
    Facts,
    Found,
    Irregularity,
    Offer,
    Question,
    What,
    announced,
    moved,
)
from holecard.engine.rules import Rules, Step
from holecard.engine.table import INSURANCE, Spot, Table, Wager, place_of
from holecard.irregularities.common import cannot, undone
from holecard.law.clauses import Cite
from holecard.round.insurance import InsuranceOffer, shows_ace
from holecard.round.turns import HandRule
from holecard.values.money import Cents

ABSENT: Final = "absent"
LEAVE: Final = "leave"
LEAST_TOTAL: Final = 12
FAILED_PRIZE: Final = 25  # dollars


@dataclass(frozen=True, kw_only=True)
class AbsentPlayer:
    """The player is absent: the house has cards dealt to the hand until it has 12 or more.

    The rule says that it may. With the detail `leave` it does not, and the hand stays as it is.
    """

    cite: Cite
    name: str = "Player absent"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if not value.seat or _box_in_turn(question) != value.seat:
            raise cannot(value, self.cite, f"no decision is due on box {value.seat} now", question)
        at = place_of(table, value.seat)
        box = table.boxes[at]
        bettor, note = box.bettors[0], "is not there to play the hand"
        box = box.with_election(bettor, ABSENT)
        if value.detail == LEAVE:
            box, note = box.with_election(bettor, LEAVE), f"{note}; no card is dealt to it"
        said = Fact(What.RULED, self.cite, seat=value.seat, bettor=bettor, note=note)
        return Done(table.with_box(at, box), (said,))


def _box_in_turn(question: Question) -> int:
    """The box whose player is asked to play a hand, by a decision or by taking an exposed card; 0 if none is."""
    match question:
        case Decide(seat=seat) | Offer(subject="exposed-card", seat=seat):
            return seat
        case _:
            return 0


def is_absent(spot: Spot) -> bool:
    """Whether the player who decides there is known to be away."""
    return spot.box.has_elected(spot.bettor, ABSENT)


def plays_absent(cite: Cite, announce: Cite) -> HandRule:
    """An absent player's hand draws below 12 and then stands."""

    @irregular
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        hand = spot.hand
        if not is_absent(spot):
            return None
        if hand.points.total < LEAST_TOTAL and not spot.box.has_elected(spot.bettor, LEAVE):
            return Draw((Due(ToHand.on(spot, announce), cite),))
        said = announced(cite, spot, f"stands on {hand.points}")
        return Done(table.with_hand(spot, hand.ended()), (said,))

    return rule


@dataclass(frozen=True, kw_only=True)
class InsuranceNotOffered:
    """A bettor was passed over: they may still insure a live hand (N18), until the dealer's second card."""

    cite: Cite
    insurance: InsuranceOffer
    name: str = "Insurance not offered"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        box = table.box(value.seat)
        if box is None or table.dealer.points.count != 1 or not shows_ace(table.dealer):
            raise cannot(
                value, self.cite, "Insurance needs an ace as the dealer's only card, and a bet on this box", question
            )
        bettor = value.detail or box.bettors[0]
        elections = tuple(made for made in box.elections if made != (bettor, INSURANCE))
        if elections == box.elections or any((w.kind, w.bettor) == (INSURANCE, bettor) for w in box.wagers):
            raise cannot(value, self.cite, f"{bettor} already has Insurance, or will still be asked", question)
        box = box._replace(elections=elections)
        if self.insurance.make(rules, table, box, bettor) is None:
            raise cannot(value, self.cite, f"{bettor} has no wager left to insure", question)
        said = Fact(
            What.RULED, self.cite, seat=box.seat, bettor=bettor, note="was not offered Insurance and is offered it now"
        )
        return Done(table.with_box(place_of(table, box.seat), box), (said,))


@dataclass(frozen=True, kw_only=True)
class PlayedBeforeRiding:
    """A bettor plays the hand before saying whether a win rides: they keep the win, and it no longer plays."""

    cites: Mapping[str, Cite]  # by the wager that was to ride
    name: str = "Hand played before the win rode"

    @property
    def cite(self) -> Cite:
        return next(iter(self.cites.values()))

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if not isinstance(question, Offer) or question.subject not in self.cites:
            raise cannot(value, self.cite, "no player is deciding whether a win rides", question)
        cite = self.cites[question.subject]
        note = "played the hand before saying whether the win rides"
        said = Fact(What.RULED, cite, seat=question.seat, bettor=question.bettor, note=note)
        table, facts = rules.play.offers[question.subject].take(rules, table, question, DECLINE)
        return Done(table, (said, *facts))


@dataclass(frozen=True, kw_only=True)
class DisplayFailed:
    """The prize equipment fails: its wager is not offered until it works, and those that lie there before a Round go
    back. What has won in this Round, or wins in it, is paid by `pay_failed_prizes`."""

    cite: Cite
    wager: str
    name: str = "Prize display failed"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        pit = table.pit
        if self.wager in pit.suspended:
            raise cannot(value, self.cite, "the equipment is already out of order", question)
        facts: Facts = (Fact(What.RULED, self.cite, note=f"the equipment has failed: no {self.wager} until it works"),)
        table = table.with_pit(pit._replace(suspended=pit.suspended | {self.wager}))
        if table.closed:
            return Done(table, facts)
        boxes = []
        for box in table.boxes:
            for wager in box.wagers:
                if wager.kind == self.wager:
                    facts += undone(wager, box.seat, 0, self.cite)[1]
            boxes.append(box._replace(wagers=tuple(wager for wager in box.wagers if wager.kind != self.wager)))
        return Done(table.with_boxes(tuple(boxes)), facts)


def pay_failed_prizes(cite: Cite, key: str, stake_returned: bool, flat: bool) -> Step:
    """Stands where the button would be pressed: each winner gets 25 dollars instead of a prize, whatever its size, or
    (not `flat`) for each dollar of it (N13)."""

    def prize(wager: Wager) -> Cents:
        return FAILED_PRIZE * (100 if flat else wager.amount)

    def due(rules: Rules, table: Table) -> Done | None:
        if key not in table.pit.suspended:
            return None
        for at, box in enumerate(table.boxes):
            open_ones = [wager for wager in box.wagers if wager.kind == key and wager.net is None]
            if not open_ones:
                continue
            facts: Facts = ()
            for wager in open_ones:
                note, back = "the equipment has failed", wager.amount if stake_returned else 0
                facts += (moved(What.PAID, cite, prize(wager), wager, box.seat, 0, note, stake=back),)
                if not stake_returned:
                    facts += (moved(What.COLLECTED, cite, wager.amount, wager, box.seat, 0, note),)
            net = {wager: prize(wager) - (0 if stake_returned else wager.amount) for wager in open_ones}
            wagers = tuple(wager._replace(net=net.get(wager, wager.net)) for wager in box.wagers)
            return Done(table.with_box(at, box._replace(wagers=wagers)), facts)
        return None

    return due
