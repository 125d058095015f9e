"""Which wagers a dealer's Blackjack takes when there is no hole card: three readings of NZ 11.5 and 12.6.

By the first, `original-and-busted`, settlement needs no help: money on a busted hand has gone already. The other two
are steps that stand before settlement.
"""

from __future__ import annotations

from holecard.engine.questions import Done, Facts, Found, What, moved
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Box, Hand, Part, Spot, Table, Wager
from holecard.law.clauses import Cite


def original_only(double: Cite, split: Cite) -> Step:
    """Never more than the original: what was added to hands that busted is given back."""
    cites = {Part.DOUBLE: double, Part.SPLIT: split}

    def due(rules: Rules, table: Table) -> Found:
        if not table.dealer.is_blackjack:
            return None
        for at in range(len(table.boxes) - 1, -1, -1):
            box = table.boxes[at]
            facts: Facts = ()
            hands = []
            for number, hand in enumerate(box.hands, start=1):
                wagers = []
                for wager in hand.wagers:
                    if wager.part in cites and wager.net is not None and wager.net < 0:
                        cite = cites[wager.part]
                        for what in (What.RESTORED, What.RETURNED):
                            note = "added to a busted hand"
                            facts += (moved(what, cite, wager.amount, wager, box.seat, number, note),)
                        wager = wager.settled(0)
                    wagers.append(wager)
                hands.append(hand.with_wagers(tuple(wagers)))
            if facts:
                return Done(table.with_box(at, box.with_hands(tuple(hands))), facts)
        return None

    return due


def busted_plus_one(cite: Cite) -> Step:
    """A bettor who lost the original on a busted hand still loses that amount once more, from live wagers."""

    def due(rules: Rules, table: Table) -> Found:
        if not table.dealer.is_blackjack:
            return None
        for at in range(len(table.boxes) - 1, -1, -1):
            box = table.boxes[at]
            for bettor in box.bettors:
                found = _one_more(box, bettor)
                if found is not None:
                    number, wager = found
                    return _take_original(table, table.spot(box.seat, number + 1), wager, cite)
        return None

    return due


def _one_more(box: Box, bettor: str) -> tuple[int, Wager] | None:
    """The first live split wager of a bettor whose original has busted, unless one was already taken."""
    his = [(number, w) for number, hand in enumerate(box.hands) for w in hand.wagers if w.bettor == bettor]
    busted = any(w.part is Part.ORIGINAL and w.net is not None and w.net < 0 for _, w in his)
    live = [(number, w) for number, w in his if w.part is Part.SPLIT and w.net is None and not w.free]
    lost = [n for n, w in his if w.part is Part.SPLIT and w.net is not None and w.net < 0]
    taken = any(not _is_busted(box.hands[number]) for number in lost)
    return live[0] if busted and live and not taken else None


def _is_busted(hand: Hand) -> bool:
    return hand.points.total > 21


def _take_original(table: Table, spot: Spot, wager: Wager, cite: Cite) -> Done:
    _, number, box, hand = spot
    original = min(box.stake(wager.bettor), wager.amount)
    note = "one original amount"
    facts: Facts = (moved(What.COLLECTED, cite, original, wager, box.seat, number + 1, note),)
    if wager.amount > original:
        facts += (moved(What.RETURNED, cite, wager.amount - original, wager, box.seat, number + 1, note),)
    wagers = tuple(wager.settled(-original) if held is wager else held for held in hand.wagers)
    return Done(table.with_hand(spot, hand.with_wagers(wagers)), facts)
