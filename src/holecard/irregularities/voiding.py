"""Void hands and wagers: returns the money as if it had never been staked, and discards the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from holecard.engine.questions import Done, Fact, Facts, What, moved
from holecard.engine.settlement import RETURN
from holecard.engine.table import ANTE, Box, Hand, Part, Spot, Table, Wager
from holecard.irregularities.common import DEAD
from holecard.law.clauses import Cite
from holecard.round.ante import VOID
from holecard.round.paying import apply, remove_cards

Beside = Mapping[str, tuple[Cite, ...]]  # wagers that are void with the hand, whatever became of them: why


class Undoes(Enum):
    """Which of the side wagers that are settled already are undone when their hand is void (N11)."""

    OF_ITS_CLAUSE = auto()  # such as a clause of its own makes void whatever became of it
    NONE = auto()
    ALL = auto()


def undone(wager: Wager, seat: int, number: int, cite: Cite, *also: Cite) -> tuple[Wager, Facts]:
    """An open wager goes back, one that was lost too; what was paid on it is given back to the house."""
    if wager.net is None:
        return apply(RETURN, cite, also, VOID, seat, number, wager)
    facts: Facts = ()
    if wager.net < 0:
        facts = (
            moved(What.RESTORED, cite, -wager.net, wager, seat, number, VOID, also),
            moved(What.RETURNED, cite, -wager.net, wager, seat, number, VOID, also),
        )
    elif wager.net > 0:
        facts = (
            moved(What.PLACED, cite, wager.net, wager, seat, number, "the payment is given back", also),
            moved(What.COLLECTED, cite, wager.net, wager, seat, number, VOID, also),
        )
    return wager.settled(0), facts


@dataclass(frozen=True, kw_only=True)
class Voiding:
    """What is void with a hand. What was paid is void as well as what was lost (S-8, NZ-20)."""

    beside: Beside
    undoes: Undoes

    def hand(self, table: Table, spot: Spot, cite: Cite) -> Done:
        """One hand: undoes its money, open, lost or paid, and the side wagers that depend on it (N11)."""
        at, number, box, hand = spot
        wagers = []
        facts = [Fact(What.RULED, cite, seat=box.seat, hand=number + 1, bettor=box.bettors[0], note=VOID)]
        for wager in hand.wagers:
            wager, more = undone(wager, box.seat, number + 1, cite)
            facts += more
            wagers.append(wager)
        first = {wager.bettor for wager in hand.wagers if wager.part is Part.ORIGINAL}
        all_void = all(other.decision == DEAD for other in (*box.hands[:number], *box.hands[number + 1 :]))
        beside = []
        for wager in box.wagers:
            own = wager.kind in self.beside and wager.bettor in first
            if (own or all_void) and self._goes(wager, own):
                wager, more = undone(wager, box.seat, 0, *(self.beside[wager.kind] if own else (cite,)))
                facts += more
            beside.append(wager)
        hands = (*box.hands[:number], _dead(hand, tuple(wagers)), *box.hands[number + 1 :])
        table = table.with_box(at, box._replace(hands=hands, wagers=tuple(beside)))
        return _cleared(table, spot, cite, tuple(facts))

    def round(self, table: Table, cite: Cite) -> Done:
        """Every wager that is not settled goes back; what is settled stands (NZ-19)."""
        facts: Facts = ()
        for at, box in enumerate(table.boxes):
            hands = []
            for number, hand in enumerate(box.hands, start=1):
                wagers, more = _returned(hand.wagers, box.seat, number, cite)
                hands.append(_dead(hand, wagers))
                facts += more
            beside, more = _returned(box.wagers, box.seat, 0, cite)
            facts += more
            table = table.with_box(at, box._replace(hands=tuple(hands), wagers=beside))
            for number in range(1, len(hands) + 1):
                table, facts = _cleared(table, table.spot(box.seat, number), cite, facts)
        return Done(table, facts)

    def bettor(self, table: Table, at: int, bettor: str, cite: Cite) -> Done:
        """All that one bettor has on a box, paid or not. A hand goes if nobody else has money on it; with the last of
        them goes what others have beside it, as under `hand` (N11)."""
        box = table.boxes[at]
        facts: Facts = ()
        hands = []
        paid = {wager.bettor for wager in box.wagers if wager.kind == ANTE and wager.net != 0}
        for number, hand in enumerate(box.hands, start=1):
            wagers = []
            for wager in hand.wagers:
                if wager.bettor == bettor:
                    wager, more = undone(wager, box.seat, number, cite)
                    facts += more
                wagers.append(wager)
            alone = all(wager.bettor == bettor or (wager.net == 0 and wager.bettor not in paid) for wager in wagers)
            hands.append(_dead(hand, tuple(wagers)) if alone else hand._replace(wagers=tuple(wagers)))
        beside, more = self._beside_of(box, bettor, cite, all(hand.decision == DEAD for hand in hands))
        table = table.with_box(at, box._replace(hands=tuple(hands), wagers=beside))
        facts += more
        for number, hand in enumerate(hands, start=1):
            if hand.decision == DEAD:
                table, facts = _cleared(table, table.spot(box.seat, number), cite, facts)
        return Done(table, facts)

    def _goes(self, wager: Wager, own: bool) -> bool:
        """Whether a wager beside a void hand is undone; the Ante is a fee, and stays once collected (NZ-12)."""
        if wager.net is None:
            return True
        if wager.kind == ANTE or self.undoes is Undoes.NONE:
            return False
        return own or self.undoes is Undoes.ALL

    def _beside_of(self, box: Box, bettor: str, cite: Cite, all_void: bool) -> tuple[tuple[Wager, ...], Facts]:
        facts: Facts = ()
        wagers = []
        for wager in box.wagers:
            theirs = wager.bettor == bettor
            own = theirs and wager.kind in self.beside
            if (theirs and wager.kind == ANTE) or ((theirs or all_void) and self._goes(wager, own)):
                wager, more = undone(wager, box.seat, 0, *(self.beside[wager.kind] if own else (cite,)))
                facts += more
            wagers.append(wager)
        return tuple(wagers), facts


def _dead(hand: Hand, wagers: tuple[Wager, ...]) -> Hand:
    return hand._replace(wagers=wagers, decision=DEAD, owes=0, over=True, late=False)


def _returned(wagers: tuple[Wager, ...], seat: int, number: int, cite: Cite) -> tuple[tuple[Wager, ...], Facts]:
    facts: Facts = ()
    found = []
    for wager in wagers:
        if wager.net is None:
            wager, more = undone(wager, seat, number, cite)
            facts += more
        found.append(wager)
    return tuple(found), facts


def _cleared(table: Table, spot: Spot, cite: Cite, facts: Facts) -> Done:
    hand = spot.on(table).hand
    if hand.removed or not hand.cards:
        return Done(table, facts)
    return remove_cards(table, spot, cite, facts)
