"""What holds of every ruling, whichever rulebook it comes from; followed answer by answer beside random play.

A hand that is dead or void leaves nobody with a win or a loss. It goes only if the person named says so, or by a report
whose clause says so, and only once. What was settled stays settled. A refused card binds, an absent player draws below
12 alone, and a Blackjack found late takes the initial wagers. Nothing here asks the code that rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import Self

from holecard.engine.ask_and_answer import ask
from holecard.engine.destinations import ToHand
from holecard.engine.questions import Act, Answer, Draw, Fact, Facts, Irregularity, Offer, Question, Role, What
from holecard.engine.rules import Rules
from holecard.engine.table import ANTE, INSURANCE, MAIN, Box, Hand, Part, Table, Wager
from holecard.values.cards import Card

GONE = ("dead", "void")
ENDS_A_HAND = ("dead", "void", "decline")  # what a person says
VOIDS = ("no-cards-dealt", "no-ante", "shuffler-failed", "reader-malfunction")  # reports whose clause says so itself
ONCE = ("wrong-spot", "wrong-light")  # on which the floor rules once for each hand
PUT_RIGHT = "reconstructed"
LEAST_TOTAL = 12
FAILED_PRIZE = 2500

Pair = tuple[int, Box, Hand, Hand | None]  # a hand after an answer and the same before it, if it was there


def is_gone(hand: Hand) -> bool:
    return hand.decision in GONE


class Ruled:
    """What was ruled in a round, and what is held against every answer that follows."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.begin()

    def begin(self) -> None:
        self.out: frozenset[tuple[int, str]] = frozenset()  # bettors without an Ante, by box
        self.refused: frozenset[str] = frozenset()  # players who get no more cards
        self.refused_hands: frozenset[tuple[int, int, int]] = frozenset()  # seat, hand, and of how many
        self.rulings: Counter[tuple[str, int, int]] = Counter()
        self.misdealt = False

    def fork(self) -> Self:
        other = copy(self)
        other.rulings = self.rulings.copy()
        return other

    @property
    def binds_player(self) -> bool:
        """Pennsylvania's refusal binds the player; New Zealand's the hand (readings S-1, S-2)."""
        return "no-more-cards" in self.rules.play.around.rulings

    def follow(self, before: Table, asked: Question, value: Answer, after: Table, facts: Facts) -> None:
        """Hold one answer against what was there before it."""
        if isinstance(value, Act) and value.do == PUT_RIGHT:
            self.begin()  # the cards lie otherwise now
            self.misdealt = True
            return
        self.misdealt |= isinstance(value, Irregularity) and value.name in ("misplaced-card", "box-passed-over")
        self._note(before, asked, value)
        for pair in _pairs(before, after):
            self._check_hand(asked, value, after, pair)
        for box in after.boxes:
            known = before.box(box.seat)
            if known is not None:
                self._check_beside(known, box, value)
                self._check_nobody_rides_unasked(known, box, asked, value)
        self._check_insurance_is_offered(value, after)
        self._check_reader(before, value, after)
        self._check_loose(before, asked, value, after)
        self._check_refusals(before, value, after)
        self._check_absent(after)
        for fact in facts:
            self._check_prize(fact)

    def _note(self, before: Table, asked: Question, value: Answer) -> None:
        if isinstance(value, Irregularity) and value.name == "no-ante":
            box = before.box(value.seat)
            assert box is not None
            self.out |= {(value.seat, value.detail or box.bettors[0])}
        if not isinstance(asked, Offer) or not isinstance(value, Act):
            return
        if asked.subject == "exposed-card" and value.do == "refuse":
            box = before.box(asked.seat)
            assert box is not None
            self.refused |= {asked.bettor}
            self.refused_hands |= {(asked.seat, asked.hand, len(box.hands))}
        if asked.subject in ONCE:
            self.rulings[asked.subject, asked.seat, asked.hand] += 1
            assert self.rulings[asked.subject, asked.seat, asked.hand] == 1, f"{asked} was ruled on before"

    # Hands

    def _check_hand(self, asked: Question, value: Answer, after: Table, pair: Pair) -> None:
        number, box, hand, was = pair
        for wager in hand.wagers:
            if (box.seat, wager.bettor) in self.out:
                assert wager.net == 0, f"{wager} is void for want of an Ante"
        if was is None:
            return
        if is_gone(was):
            for old, new in zip(was.wagers, hand.wagers, strict=True):
                assert new == old or (box.seat, new.bettor) in self.out, f"{hand} was void before"
        elif is_gone(hand):
            assert self._may_go(asked, value, box, number, was), f"{value} to {asked} does not end {was}"
            for old, new in zip(was.wagers, hand.wagers, strict=True):
                stands = _is_round_void(value) and old.net is not None and (was.removed or _settled_early(box, old))
                assert new.net == (old.net if stands else 0), f"{old} is void with its hand, and is {new}"
        else:
            for old, new in zip(was.wagers, hand.wagers, strict=False):
                assert old.net in (None, new.net) or self._reopens(after, box, old), f"{old} became {new}"
        if hand.decision != was.decision and hand.decision in self.rules.actions:
            assert isinstance(value, Act), f"nobody said {hand.decision}"
            assert asked.who is Role.BETTOR, f"{asked.who} said {hand.decision}"

    def _may_go(self, asked: Question, value: Answer, box: Box, number: int, was: Hand) -> bool:
        """Whether the person named has ended this hand, or a report about it, or it has nothing."""
        if isinstance(value, Act) and isinstance(asked, Offer) and value.do in ENDS_A_HAND:
            mine = asked.seat == box.seat and asked.hand in (0, number)
            return mine and (asked.who is Role.FLOOR or asked.bettor == box.bettors[0])
        if isinstance(value, Irregularity) and value.name in VOIDS:
            return _is_broken(value) or value.seat in (0, box.seat)
        lacks_ante = self.rules.play.ante is not None and isinstance(asked, Draw)  # the deal may end with an error too
        return lacks_ante or not was.cards

    def _reopens(self, after: Table, box: Box, old: Wager) -> bool:
        """What was settled changes if its bettor is out, or if a Blackjack found late returns what was added."""
        added = old.part in (Part.DOUBLE, Part.SPLIT) and (old.net or 0) < 0
        return (box.seat, old.bettor) in self.out or (added and after.dealer.is_blackjack)

    # Beside them

    def _check_beside(self, known: Box, box: Box, value: Answer) -> None:
        """Where the last hand goes, what is open beside it goes back; the dealer's hand decides Insurance in
        Pennsylvania, except where nobody will see it."""
        went = all(is_gone(hand) for hand in box.hands) and not all(is_gone(hand) for hand in known.hands)
        for old, new in zip(known.wagers, box.wagers, strict=False):
            judged = old.kind == INSURANCE and self.binds_player and not _is_broken(value)
            assert not (went and judged and old.net is None) or new.net != 0, f"{old} is judged by the dealer's hand"
            if went and old.net is None and old.kind != ANTE and not judged:
                undecided = self.binds_player and known.hands[0].points.count >= 2
                assert new.net == 0 or undecided, f"{old} is void with its hand, and is {new}"
            if old.kind == ANTE and (box.seat, old.bettor) in self.out:
                assert new.net == 0, f"{old} was never laid"

    def _check_nobody_rides_unasked(self, known: Box, box: Box, asked: Question, value: Answer) -> None:
        had, has = _riding(known), _riding(box)
        for bettor in has - had:
            answered = isinstance(value, Act) and bettor == getattr(asked, "bettor", "")
            assert answered, f"{bettor} did not let the win ride"

    def _check_insurance_is_offered(self, value: Answer, after: Table) -> None:
        """NZ 16.11: who was passed over is asked again, and answers for themselves."""
        if isinstance(value, Irregularity) and value.name == "insurance-not-offered":
            box = after.box(value.seat)
            assert box is not None
            assert not box.has_elected(value.detail or box.bettors[0], INSURANCE), f"{value} was answered by the house"

    # Cards

    def _check_reader(self, before: Table, value: Answer, after: Table) -> None:
        """685a.12(i): a hand cannot be played whose hole card should be read and cannot be."""
        reader = self.rules.play.reader
        if not _is_broken(value) or reader is None or not reader.areas or not before.closed or before.dealer.light:
            return
        for _, _, hand, was in _pairs(before, after):
            assert is_gone(hand) or was is None or all(wager.net is not None for wager in was.wagers)

    def _check_loose(self, before: Table, asked: Question, value: Answer, after: Table) -> None:
        """An exposed card goes to a hand only if its player takes it."""
        card = before.loose
        if not isinstance(card, Card) or after.loose is card or (isinstance(value, Act) and asked.who is Role.BETTOR):
            return
        lay = (*before.dealer.cards, *before.rack).count(card)
        assert (*after.dealer.cards, *after.rack).count(card) > lay, f"nobody took the {card!r}"

    def _check_refusals(self, before: Table, value: Answer, after: Table) -> None:
        if isinstance(value, Irregularity) and value.name == "misplaced-card":
            return
        for box in after.boxes:
            known = before.box(box.seat)
            if known is None:
                continue
            if self.binds_player and box.bettors[0] in self.refused:
                assert _count(box) <= _count(known), f"{box.bettors[0]} refused a card"
            for number, hand in enumerate(box.hands, start=1):
                if (box.seat, number, len(box.hands)) in self.refused_hands and len(known.hands) == len(box.hands):
                    most = 2 if hand.from_split and not self.binds_player else 0
                    held = known.hands[number - 1].points.count
                    assert hand.points.count <= max(most, held), f"{hand} refused a card"

    def _check_absent(self, after: Table) -> None:
        """NZ 16.6: cards are dealt to an absent player's hand below 12."""
        question = ask(self.rules, after)
        to = question.dues[0].to if isinstance(question, Draw) else None
        if not isinstance(to, ToHand):
            return
        spot = after.spot(to.seat, to.number + 1)
        if spot.box.has_elected(spot.bettor, "absent") and not spot.hand.owes and spot.hand.points.count >= 2:
            assert spot.hand.points.total < LEAST_TOTAL, f"{spot.hand} is enough for an absent player"

    def _check_prize(self, fact: Fact) -> None:
        if fact.what is What.PAID and fact.cite.clause == "16.12":
            assert fact.amount in (FAILED_PRIZE, FAILED_PRIZE * fact.stake // 100), f"{fact} is no failed prize"

    # At the end

    def check_end(self, table: Table) -> None:
        """Insurance went by the dealer's hand, and a Blackjack found late took the initial wagers alone."""
        if self.misdealt:
            return
        blackjack = table.dealer.is_blackjack
        for box in table.boxes:
            for wager in box.wagers:
                if wager.kind == INSURANCE and wager.net:
                    assert (wager.net > 0) is blackjack, f"{wager} against {table.dealer.cards}"
            if blackjack and "wrong-light" in self.rules.play.around.rulings:
                wagers = [wager for hand in box.hands for wager in hand.wagers if wager.kind == MAIN]
                lost = -sum(min(wager.net or 0, 0) for wager in wagers)
                assert lost <= box.stake(box.bettors[0]), f"{wagers} against a Blackjack"


def _pairs(before: Table, after: Table) -> Iterator[Pair]:
    """Every hand after an answer with the same hand before it, where no split has moved them."""
    for box in after.boxes:
        known = before.box(box.seat)
        same = known is not None and len(known.hands) == len(box.hands)
        for number, hand in enumerate(box.hands, start=1):
            yield number, box, hand, known.hands[number - 1] if known is not None and same else None


def _is_round_void(value: Answer) -> bool:
    return isinstance(value, Irregularity) and value.name == "shuffler-failed" and not value.seat


def _is_broken(value: Answer) -> bool:
    return isinstance(value, Irregularity) and value.name == "reader-malfunction"


def _settled_early(box: Box, wager: Wager) -> bool:
    return box.has_elected(wager.bettor, "settled-early")


def _riding(box: Box) -> Counter[str]:
    return Counter(wager.bettor for hand in box.hands for wager in hand.wagers if wager.part is Part.RIDING)


def _count(box: Box) -> int:
    """The cards of a box; the second card of the deal is no additional one (reading A19)."""
    return sum(hand.points.count if hand.from_split else max(2, hand.points.count) for hand in box.hands)
