"""Riding: all or part of a side wager's win stays in action with the main wager (New Zealand 15D, 15E)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from holecard.engine.questions import Act, Done, Legal, Offer, What, moved
from holecard.engine.rules import Reason, Rules
from holecard.engine.side_wager import Riding, SideWager
from holecard.engine.table import Box, Part, Table, Wager, place_of
from holecard.engine.words import Asked, Key, Word, declined
from holecard.law.clauses import Cite
from holecard.round.side_wagers import pay_classes
from holecard.values.money import Cents, amount

RIDE = "ride"
PAID_ALREADY = "the Blackjack has been paid, so nothing is left to ride with"
WORDS = (
    Word(RIDE, "Let it ride", Key.YES, "lets {amount} ride", about="What this side wager wins can ride with your bet."),
    declined("Keep the win", "keeps the win"),
)


@dataclass(frozen=True, kw_only=True)
class RideOffer:
    """Keep the win, or leave it with the main wager up to what the table allows on a box together; silence keeps it.

    Where the hand has been paid already there is nothing to ride with, and the win can only be kept.
    """

    key: str
    name: str  # of the wager
    words: tuple[Word, ...] = WORDS

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        most = max(legal.most for legal in question.choices)
        waiting = f"{{who}} decides whether {self.name} rides"
        if not most:
            more = "Your hand is paid already, so nothing is left to ride with."
            return Asked(f"{self.name} wins", self.words, waiting, more)
        more = f"You can leave up to {amount(most)} in action with your bet."
        return Asked(f"{self.name} wins. Let it ride?", self.words, waiting, more)

    def make(self, rules: Rules, table: Table, box: Box, bettor: str) -> Offer | None:
        whole = self.whole(rules, table, box, bettor)
        if not whole:
            return None
        cites = _cites(rules, self.key)
        room = 0 if box.hands[0].over else _room(rules, box, bettor)
        most = min(whole, room - room % rules.chip)
        choices = [Legal(RIDE, cites.ride, min(rules.chip, most), most)] if most > 0 else []
        return Offer(self.key, box.seat, bettor, (*choices, Legal("decline", cites.keep)), cites.offer)

    def whole(self, rules: Rules, table: Table, box: Box, bettor: str) -> Cents:
        """All that could ride: the wager with its win, nothing if it has not won."""
        rule = rules.play.side_wagers[self.key]
        wager = self._open(box, bettor)
        classes = rule.judge(box.hands[0].cards, table.dealer, False) if wager is not None else None
        return wager.amount + rule.pays[classes[0]].on(wager.amount) if wager is not None and classes else 0

    def _open(self, box: Box, bettor: str) -> Wager | None:
        return next((w for w in box.wagers if (w.kind, w.bettor, w.net) == (self.key, bettor, None)), None)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        """The bettor gets the win; what they leave in action goes onto their hand."""
        at = place_of(table, question.seat)
        box = table.boxes[at]
        rule = rules.play.side_wagers[self.key]
        before = self._open(box, question.bettor)
        assert before is not None, "an offer is made of an open wager"
        classes = rule.judge(box.hands[0].cards, table.dealer, False) or ()
        after, facts = pay_classes(rule, classes, box.seat, before)
        wagers = tuple(after if wager is before else wager for wager in box.wagers)
        table = table.with_box(at, box.with_wagers(wagers).with_election(question.bettor, self.key))
        if act.do != RIDE:
            return Done(table, facts)
        spot = table.spot(box.seat)
        riding = Wager(question.bettor, self.key, Part.RIDING, act.amount)
        cite = _cites(rules, self.key).ride
        placed = moved(What.PLACED, cite, act.amount, riding, box.seat, 1, RIDE)
        return Done(table.with_hand(spot, spot.hand.with_wager(riding)), (*facts, placed))


def why_nothing_rides(
    keys: Collection[str], wagers: Mapping[str, SideWager], paid: Cite | None
) -> Callable[[Table, int], Reason | None]:
    """Why nothing rides at a box: no wager there has won, its win was passed on when the hand was played, or (`paid`)
    its Blackjack was paid before the bettor is asked."""
    of = {key: wagers[key].riding for key in keys}

    def why(table: Table, seat: int) -> Reason | None:
        box = table.box(seat)
        for wager in box.wagers if box is not None else ():
            riding = of.get(wager.kind)
            if box is None or riding is None:
                continue
            if wager.net is None:
                return (paid, PAID_ALREADY) if paid is not None and box.hands[0].over else None
            if wager.net > 0:
                return riding.played_first, "the win was passed to the bettor, because the hand has been played"
        return next((riding.offer, "only a win can ride") for riding in of.values() if riding is not None)

    return why


def _room(rules: Rules, box: Box, bettor: str) -> Cents:
    """What the limits leave: the bettor's own, and that of all bettors of the box together."""
    own = min(limit for limit in (rules.player_maximum, rules.maximum) if limit) - box.in_action(bettor)
    if not rules.box_maximum:
        return own
    return min(own, rules.box_maximum - sum(box.in_action(name) for name in box.bettors))


def _cites(rules: Rules, key: str) -> Riding:
    riding = rules.play.side_wagers[key].riding
    assert riding is not None, "only a wager that may ride is offered to"
    return riding
