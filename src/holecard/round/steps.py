"""The steps of a round around the players' turns. A game is a list of steps; the first one due is next.

A step looks at the table and gives a question, or what it did by itself, or None. It knows that it is done from the
table itself: cards dealt, an answer recorded, a card owed. There is no cursor and no phase.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from holecard.engine.destinations import Announcing, ToDealer, ToHand
from holecard.engine.misdeal import rest_of_deal
from holecard.engine.questions import Draw, Due, Found, Offer, PlaceWagers, Read, RoundOver, Turn
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Box, Dealer, Table
from holecard.law.clauses import Cite


def place_wagers(cite: Cite) -> Step:
    """Bets are taken until "no more bets"."""
    question = PlaceWagers(cite)

    def due(rules: Rules, table: Table) -> Found:
        return None if table.closed else question

    return due


DEALER_LAST: Final = "dealer-last"  # of the first box: the dealer's own cards come after the players'
PASSED_OVER: Final = "passed-over"  # of a box: a card of the deal did not come there, and nobody has noticed yet


class Pass(NamedTuple):
    """One round of the deal: a card to each box, or one to the dealer."""

    to_dealer: bool
    cite: Cite
    face_down: bool = False


def deal(*passes: Pass) -> Step:
    """The initial deal, clockwise from the dealer's left. A hand served late gets its card last (685a.12(f)), and so
    does a dealer who has passed himself over (673a.13(e)). A box that was passed over waits for nothing until somebody
    notices."""
    dealer_cards = sum(one.to_dealer for one in passes)
    box_cards = len(passes) - dealer_cards
    whole: dict[tuple[int, ...], Draw | None] = {}  # the question of a whole deal, by the seats that take part

    def due(rules: Rules, table: Table) -> Found:
        misdeal = table.pit.misdeal
        if misdeal is not None and misdeal.deal is not None:
            return rest_of_deal(table, misdeal)
        boxes, held = table.boxes, len(table.dealer.cards)
        if held >= dealer_cards and (not boxes or boxes[-1].hands[0].points.count >= box_cards):
            for box in boxes:
                if box.hands[0].late:
                    break
            else:
                return None  # the last cards of the deal lie there
        first = boxes[0].hands[0]
        if not held and not first.cards and not first.over and not boxes[0].elections:  # nothing is dealt yet
            seats = tuple([box.seat for box in boxes])
            if seats not in whole:
                whole[seats] = remaining(table, held)
            return whole[seats]
        return remaining(table, held)

    def remaining(table: Table, held: int) -> Draw | None:
        dues: list[Due] = []
        missed: list[Due] = []
        dealt = max(box.hands[0].points.count for box in table.boxes)
        last = table.boxes[0].has_elected("", DEALER_LAST)
        for_dealer = for_boxes = 0
        for one in passes:
            if one.to_dealer:
                for_dealer += 1
                if held < for_dealer:
                    own = missed if missed or last or dealt > for_boxes else dues
                    own.append(Due(ToDealer(), one.cite, one.face_down))
                continue
            for_boxes += 1
            waiting = [
                (box.hands[0].late, at, box.seat)
                for at, box in enumerate(table.boxes)
                if not box.hands[0].over
                and not box.hands[0].from_split
                and box.hands[0].points.count + box.elections.count(("", PASSED_OVER)) < for_boxes
            ]
            dues += [Due(ToHand(at, 0, seat), one.cite) for _, at, seat in sorted(waiting)]
        return Draw((*dues, *missed)) if dues or missed else None

    return due


def deal_two_each(first: Cite, up: Cite, second: Cite, hole: Cite) -> Step:
    """A card to each box and one to the dealer, a second to each box, and the dealer's own second face down."""
    return deal(Pass(False, first), Pass(True, up), Pass(False, second), Pass(True, hole, face_down=True))


def offer(
    subject: str, when: Callable[[Rules, Table], bool], make: Callable[[Rules, Table, Box, str], Offer | None]
) -> Step:
    """Offer something once to every bettor, box by box. `make` gives None where there is nothing to offer."""

    def due(rules: Rules, table: Table) -> Found:
        if not when(rules, table):
            return None
        for box in table.boxes:
            for bettor in box.bettors:
                if not box.has_elected(bettor, subject):
                    question = make(rules, table, box, bettor)
                    if question is not None:
                        return question
        return None

    return due


def read_hole_card(cite: Cite, shows: tuple[str, ...], when: Callable[[Dealer], bool]) -> Step:
    """The hole card goes into the reader, once, where the up card calls for it."""
    question = Read(shows, cite)

    def due(rules: Rules, table: Table) -> Found:
        dealer = table.dealer
        return question if not dealer.light and dealer.points.count == 1 and when(dealer) else None

    return due


def turn_hole_card(cite: Cite, when: Callable[[Dealer], bool], *also: Cite) -> Step:
    """The hole card is turned if it is still face down."""
    question = Turn(cite, also)

    def due(rules: Rules, table: Table) -> Found:
        dealer = table.dealer
        if len(dealer.cards) == 2 and dealer.points.count == 1 and when(dealer):
            return question
        return None

    return due


def whatever_is_open(table: Table) -> bool:
    """The dealer completes the hand even when no wager can change."""
    return True


def draw_dealer(
    stands: Callable[[Dealer], bool],
    cite: Cite,
    announcing: Announcing,
    matters: Callable[[Table], bool] = whatever_is_open,
) -> Step:
    """The dealer draws to the final total and announces it after each card, as long as it `matters`."""
    question = Draw((Due(ToDealer(announcing), cite),))

    def due(rules: Rules, table: Table) -> Found:
        dealer = table.dealer
        if not dealer.points.count or stands(dealer) or not matters(table):
            return None
        return question

    return due


def round_over(cite: Cite) -> Step:
    question = RoundOver(cite)

    def due(rules: Rules, table: Table) -> Found:
        return question

    return due
