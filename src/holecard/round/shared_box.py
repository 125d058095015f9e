"""A box shared by several bettors: the first decides, and the others choose what to do with their own money.

When the deciding bettor doubles or splits, each other bettor with money on the hand is asked before any further card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from holecard.engine.questions import Act, Done, Fact, Legal, Offer, What, moved
from holecard.engine.rules import Reason, Rules
from holecard.engine.table import MAIN, Box, Hand, Part, Pending, Spot, Table, Wager, place_of
from holecard.engine.words import Asked, Key, Word, declined
from holecard.law.clauses import Cite
from holecard.law.errors import Refused
from holecard.round.side_wagers import riding_rule
from holecard.values.money import Cents

DOUBLE_TOO = "double-too"
SPLIT_TOO = "split-too"

Worth = Callable[[Box, str], Cents]  # what a lammer of this bettor on the box stands for


def ask_others(table: Table, spot: Spot, ruling: str) -> Table:
    """Put the choice to every other bettor whose money is on this hand."""
    _, number, box, hand = spot.on(table)
    if len(box.bettors) == 1:
        return table
    on_hand = [bettor for bettor in box.bettors[1:] if has_money_on(hand, bettor)]
    waiting = tuple(Pending(ruling, box.seat, number + 1, bettor) for bettor in on_hand)
    return table.with_pending((*table.pending, *waiting))


def has_money_on(hand: Hand, bettor: str) -> bool:
    for wager in hand.wagers:  # noqa: SIM110  a generator costs three times as much
        if wager.bettor == bettor and wager.kind == MAIN and wager.net is None:
            return True
    return False


def is_out(rules: Rules, box: Box, hand: Hand) -> bool:
    """Whether the bettor who decides has paid no Ante, so that their wager on the hand is void."""
    return rules.play.ante is not None and not has_money_on(hand, box.bettors[0])


def out_of_it(rules: Rules, box: Box, hand: Hand) -> Reason | None:
    """Why a bettor without an Ante may not add to the hand."""
    if rules.play.ante is None or not is_out(rules, box, hand):
        return None
    return rules.play.ante.missing, "a bettor without an Ante stakes nothing"


def raises(rules: Rules, box: Box, lammer: Wager) -> tuple[Cite, ...]:
    """The clause by which riding money makes a lammer worth more than the original wager, where it does (N8)."""
    riding = (
        riding_rule(rules, box, lammer.bettor) if lammer.free and lammer.amount > box.stake(lammer.bettor) else None
    )
    if riding is None:
        return ()
    return (riding.double if lammer.part is Part.DOUBLE else riding.split,)


@dataclass(frozen=True, kw_only=True)
class DoubleToo:
    """Another bettor doubles up to their own wager, or not; the hand gets its one card either way.

    `free` is the clause under which a lammer stands for their money where the double is free.
    """

    cite: Cite
    amount_cite: Cite
    least_cite: Cite
    free: Cite | None = None
    worth: Worth = Box.stake

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        free = not question.choices[0].most
        told = "doubles too, free with a lammer" if free else "doubles too for {amount}"
        return Asked(
            f"{_decider(table, question)} doubles. Double too?",
            (Word("double", "Double too", Key.DOUBLE, told), declined("Don't double", "does not double")),
            "{who} decides whether to double too",
            "You can add up to your own bet. The hand gets one card either way.",
        )

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer:
        box = table.boxes[place_of(table, pending.seat)]
        most = box.in_action(pending.bettor)
        riding = riding_rule(rules, box, pending.bettor)
        if self.free is not None and box.hands[pending.hand - 1].decision == "free-double":
            double = Legal("double", self.free)
        else:
            cite = riding.double if riding is not None else self.amount_cite
            double = Legal("double", cite, min(rules.least_double, most), most, self.least_cite)
        choices = (double, Legal("decline", self.cite))
        return Offer(DOUBLE_TOO, pending.seat, pending.bettor, choices, self.cite, pending.hand)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        table = table.with_pending(table.pending[1:])
        if act.do == "decline":
            return Done(table, ())
        spot = table.spot(question.seat, question.hand)
        _, _, box, hand = spot
        free = hand.decision == "free-double"
        amount = self.worth(box, question.bettor) if free else act.amount
        wager = Wager(question.bettor, MAIN, Part.DOUBLE, amount, free=free)
        note, also = "lammer" if free else "double", raises(rules, box, wager)
        cite, stake = question.choices[0].cite, wager.at_risk
        placed = moved(What.PLACED, cite, stake, wager, question.seat, question.hand, note, also)
        return Done(table.with_hand(spot, hand.with_wager(wager)), (placed,))


@dataclass(frozen=True, kw_only=True)
class SplitToo:
    """Another bettor covers both hands of a split, or names the one that keeps their wager; by default the first.

    `free` is the clause under which a lammer covers the second hand where the split is free.
    """

    cite: Cite
    amount_cite: Cite
    free: Cite | None = None
    worth: Worth = Box.stake

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        first, second = question.hand, question.hand + 1
        free = not question.choices[0].most
        told = "covers both hands, free with a lammer" if free else "covers both hands for {amount}"
        return Asked(
            f"{_decider(table, question)} splits. Cover both hands?",
            (
                Word("cover", "Cover both hands", Key.YES, told),
                Word("designate", f"Stay on hand {first}", f"{first}n", f"stays on hand {first}", "", first, True),
                Word("designate", f"Move to hand {second}", str(second), f"moves to hand {second}", "", second),
            ),
            "{who} decides what to do with their bet",
            "You can bet as much again to cover both hands, or keep your bet on one of them.",
        )

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer:
        box = table.boxes[place_of(table, pending.seat)]
        if self.free is not None and _split_was_free(box, pending.hand):
            cover = Legal("cover", self.free)
        else:
            stake = box.in_action(pending.bettor)
            riding = riding_rule(rules, box, pending.bettor)
            cover = Legal("cover", riding.split if riding is not None else self.amount_cite, stake, stake)
        choices = (cover, Legal("designate", self.cite), Legal("decline", self.cite))
        return Offer(SPLIT_TOO, pending.seat, pending.bettor, choices, self.cite, pending.hand)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        table = table.with_pending(table.pending[1:])
        at, number, box, first = table.spot(question.seat, question.hand)
        behind = table.spot(question.seat, question.hand + 1)
        second = behind.hand
        if act.do == "cover":
            free = self.free is not None and _split_was_free(box, question.hand)
            amount = self.worth(box, question.bettor) if free else act.amount
            wager = Wager(question.bettor, MAIN, Part.SPLIT, amount, free=free)
            note, also = "lammer" if free else "split", raises(rules, box, wager)
            cite, stake = question.choices[0].cite, wager.at_risk
            placed = moved(What.PLACED, cite, stake, wager, question.seat, question.hand + 1, note, also)
            return Done(table.with_hand(behind, second.with_wager(wager)), (placed,))
        if act.do == "decline" or act.hand in (0, question.hand):
            return Done(table, ())
        if act.hand != question.hand + 1:
            legal = (f"hand {question.hand}", f"hand {question.hand + 1}")
            raise Refused("designate", cite=self.cite, why=f"hand {act.hand} did not come from this split", legal=legal)
        own = tuple(wager for wager in first.wagers if wager.bettor == question.bettor)
        first = first.with_wagers(tuple(wager for wager in first.wagers if wager not in own))
        second = second.with_wagers((*second.wagers, *own))
        hands = (*box.hands[:number], first, second, *box.hands[number + 2 :])
        hand, bettor, note = act.hand, question.bettor, "names this hand"
        said = Fact(What.ANNOUNCED, self.cite, seat=box.seat, hand=hand, bettor=bettor, note=note)
        return Done(table.with_box(at, box.with_hands(hands)), (said,))


def _decider(table: Table, question: Offer) -> str:
    return table.boxes[place_of(table, question.seat)].bettors[0]


def _split_was_free(box: Box, hand: int) -> bool:
    """Whether the deciding bettor's second hand is covered by a lammer."""
    return any(wager.free and wager.bettor == box.bettors[0] for wager in box.hands[hand].wagers)
