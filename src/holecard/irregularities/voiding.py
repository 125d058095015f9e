"""Void hands and wagers: returns the money as if it had never been staked, and discards the cards."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import Enum, auto

from holecard.engine.questions import Done, Fact, Facts, What
from holecard.engine.table import ANTE, Box, Hand, Part, Pending, Spot, Table, Wager
from holecard.irregularities.common import DEAD, is_gone, undone
from holecard.law.clauses import Cite
from holecard.round.ante import VOID
from holecard.round.early_settlement import has_settled_early
from holecard.round.paying import remove_cards
from holecard.round.shared_box import SPLIT_TOO, has_money_on

Beside = Mapping[str, tuple[Cite, ...]]  # wagers that are void with the hand, whatever became of them: why


class Undoes(Enum):
    """Which of the side wagers that are settled already are undone when their hand is void (N11)."""

    OF_ITS_CLAUSE = auto()  # such as a clause of its own makes void whatever became of it
    NONE = auto()
    ALL = auto()


@dataclass(frozen=True, kw_only=True)
class Voiding:
    """What is void with a hand. What was paid is void as well as what was lost (S-8, NZ-20).

    What the dealer's last card settles counts as open until the cards are collected (reading N48): the hands whose
    cards still lie there, and the side wagers that are decided by the dealer's complete hand (`decided_last`).
    """

    beside: Beside
    undoes: Undoes
    decided_last: Set[str] = frozenset()

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
        all_void = all(is_gone(other) for other in (*box.hands[:number], *box.hands[number + 1 :]))
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
        """Every wager that was open with the dealer's last card goes back; what was settled before stands (NZ-19)."""
        facts: Facts = ()
        for at, box in enumerate(table.boxes):
            hands = []
            for number, hand in enumerate(box.hands, start=1):
                wagers = []
                for wager in hand.wagers:
                    if wager.net is None or not (hand.removed or has_settled_early(box, wager.bettor)):
                        wager, more = undone(wager, box.seat, number, cite)
                        facts += more
                    wagers.append(wager)
                hands.append(_dead(hand, tuple(wagers)))
            beside = []
            for wager in box.wagers:
                if wager.net is None or wager.kind in self.decided_last:
                    wager, more = undone(wager, box.seat, 0, cite)
                    facts += more
                beside.append(wager)
            table = table.with_box(at, box._replace(hands=tuple(hands), wagers=tuple(beside)))
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
        beside, more = self._beside_of(box, bettor, cite, all(is_gone(hand) for hand in hands))
        table = table.with_box(at, box._replace(hands=tuple(hands), wagers=beside))
        facts += more
        for number, hand in enumerate(hands, start=1):
            if hand.decision == DEAD:
                table, facts = _cleared(table, table.spot(box.seat, number), cite, facts)
        return Done(table, facts)

    def _goes(self, wager: Wager, own: bool) -> bool:
        """Whether a wager beside a void hand is undone; the Ante is a fee, and stays once collected (NZ-12)."""
        if wager.net is None or wager.kind in self.decided_last:
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


def _cleared(table: Table, spot: Spot, cite: Cite, facts: Facts) -> Done:
    hand = spot.on(table).hand
    if hand.removed or not hand.cards:
        return Done(table, facts)
    return remove_cards(table, spot, cite, facts)


def without_idle_choices(table: Table) -> Table:
    """The table without choices that wait for somebody whose money is void, or that are about a hand that is."""
    return table.with_pending(tuple(choice for choice in table.pending if not _is_idle(table, choice)))


def _is_idle(table: Table, choice: Pending) -> bool:
    box = table.box(choice.seat)
    assert box is not None, "a choice is about a box with bets"
    hands = box.hands[choice.hand - 1 : choice.hand + (choice.ruling == SPLIT_TOO)]
    if any(is_gone(hand) for hand in hands):
        return True
    return bool(choice.bettor) and not has_money_on(hands[0], choice.bettor)
