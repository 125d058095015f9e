"""The Ante: a flat fee for taking part, collected after the initial deal (New Zealand section 18)."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.questions import Done, Facts, Found
from holecard.engine.rules import Rules
from holecard.engine.settlement import LOSE, RETURN
from holecard.engine.table import ANTE, Box, Table
from holecard.law.clauses import Cite
from holecard.round.paying import apply, remove_cards
from holecard.values.money import Cents

VOID = "void"


@dataclass(frozen=True, kw_only=True)
class Ante:
    """The fee for each bettor on each box, unless the wager is large enough to waive it."""

    amount: Cents
    waived_at: Cents  # 0: never
    place: Cite
    waived: Cite
    collect: Cite
    missing: Cite
    name: str = "Ante"

    def is_missing(self, box: Box, bettor: str) -> bool:
        """Whether this bettor of the box owes an Ante and has laid none."""
        for wager in box.wagers:
            if wager.kind == ANTE and wager.bettor == bettor:
                return False
        return bettor in box.bettors and self.owed(box.stake(bettor)) > 0

    def owed(self, stake: Cents) -> Cents:
        return 0 if self.waived_at and stake >= self.waived_at else self.amount

    def due(self, rules: Rules, table: Table) -> Found:
        """Antes are collected box by box; a wager dealt to without one is void and goes back. If nobody keeps the
        hand, so does every wager beside it, a stranger's too (reading N11)."""
        for at, box in enumerate(table.boxes):
            if box.has_elected("", ANTE):
                continue
            box, facts = self._collected(box)
            table = table.with_box(at, box)
            hand = box.hands[0]
            if hand.over or hand.is_open:  # or it was paid, or is void already
                return Done(table, facts)
            hand = hand._replace(over=True, decision=VOID)
            table = table.with_box(at, box.with_hands((hand,)))
            return remove_cards(table, table.spot(box.seat), self.missing, facts)
        return None

    def _collected(self, box: Box) -> tuple[Box, Facts]:
        facts: Facts = ()
        beside = []
        void = [name for name in box.bettors if self.is_missing(box, name)]
        goes = all(wager.bettor in void or wager.net is not None for wager in box.hands[0].wagers)
        for wager in box.wagers:
            if wager.kind == ANTE and wager.net is None:
                wager, more = apply(LOSE, self.collect, (), "", box.seat, 0, wager)
                facts += more
            elif (goes or wager.bettor in void) and wager.net is None:
                wager, more = apply(RETURN, self.missing, (), VOID, box.seat, 0, wager)
                facts += more
            beside.append(wager)
        if void:
            wagers = []
            for wager in box.hands[0].wagers:
                if wager.bettor in void and wager.net is None:
                    wager, more = apply(RETURN, self.missing, (), VOID, box.seat, 1, wager)
                    facts += more
                wagers.append(wager)
            box = box.with_hands((box.hands[0].with_wagers(tuple(wagers)),))
        return box.with_wagers(tuple(beside)).with_election("", ANTE), facts
