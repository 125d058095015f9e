"""A dealer Blackjack that is found late, after a wrong reading: it takes the initial wagers and nothing added since."""

from __future__ import annotations

from collections.abc import Mapping

from holecard.engine.dealer import has_blackjack
from holecard.engine.plan import irregular
from holecard.engine.questions import Done, Facts, Found, What, moved
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Part, Table
from holecard.law.clauses import Cite


def open_added_again(cites: Mapping[Part, Cite]) -> Step:
    """Comes before a dealer Blackjack is settled: what a bust has cost beyond the initial wager is on the layout again,
    for the game's cases to return it (reading S-7). `cites` are the clauses, by the part of the money."""

    @irregular
    def due(rules: Rules, table: Table) -> Found:
        if not has_blackjack(table.dealer):
            return None
        facts: Facts = ()
        for at, box in enumerate(table.boxes):
            hands = []
            for number, hand in enumerate(box.hands, start=1):
                wagers = []
                for wager in hand.wagers:
                    if wager.part in cites and wager.net is not None and wager.net < 0:
                        note = "open again"
                        cite = cites[wager.part]
                        facts += (moved(What.RESTORED, cite, -wager.net, wager, box.seat, number, note),)
                        wager = wager._replace(net=None)
                    wagers.append(wager)
                hands.append(hand._replace(wagers=tuple(wagers)))
            table = table.with_box(at, box.with_hands(tuple(hands)))
        return Done(table, facts) if facts else None

    return due
