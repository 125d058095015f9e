"""The reusable steps of a round. A game is a list of them; the first that is due wins.

A step looks at the table and gives a question, or what it did by itself, or None. It knows that it is done from the
table itself: cards dealt, an answer recorded, a card owed. There is no cursor and no phase.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from holecard.actions import Split, is_split_ace
from holecard.cards import Card, Face, Hidden
from holecard.hand import Points
from holecard.law import Cite
from holecard.money import Odds
from holecard.questions import (
    Decide,
    Done,
    Draw,
    Due,
    Fact,
    Facts,
    Offer,
    PlaceWagers,
    Question,
    Read,
    RoundOver,
    Turn,
    What,
)
from holecard.rules import Rules, Step
from holecard.table import Box, Dealer, Hand, Table, with_boxes, with_card, with_dealer, with_hand

Found = Question | Done | None
HandRule = Callable[[Rules, Table, int, int, Box, Hand], Found]


def always(dealer: Dealer) -> bool:
    return True


# Where cards go


class ToHand(NamedTuple):
    """To a hand of a box, by their places in the table's tuples; `seat` is for the eye."""

    at: int
    number: int
    seat: int

    def put(self, table: Table, card: Face, cite: Cite) -> Done:
        assert not isinstance(card, Hidden), "players' cards lie face up"
        return Done(with_card(table, self.at, self.number, card), ())

    def __repr__(self) -> str:
        return f"box {self.seat}" if self.number == 0 else f"box {self.seat} hand {self.number + 1}"


@dataclass(frozen=True)
class Announcing:
    """How the dealer's total is announced: the clause, and those on which an ace or a 22 in it rests."""

    cite: Cite
    ace: Cite | None = None
    on_22: Cite | None = None
    _said: dict[Points, Fact] = field(default_factory=dict, compare=False, repr=False)

    def fact(self, points: Points) -> Fact:
        if points not in self._said:
            aces = (self.ace,) if self.ace is not None and points.aces else ()
            pushes = (self.on_22,) if self.on_22 is not None and points.total == 22 else ()
            note = f"dealer has {points}"
            self._said[points] = Fact(What.ANNOUNCED, self.cite, note=note, also=(*aces, *pushes))
        return self._said[points]


class ToDealer(NamedTuple):
    """To the dealer, who announces the total where a clause says so."""

    announcing: Announcing | None = None

    def put(self, table: Table, card: Face, cite: Cite) -> Done:
        cards, points, light = table.dealer
        if not isinstance(card, Hidden):
            points = points.plus(card.value)
        table = with_dealer(table, Dealer((*cards, card), points, light))
        if self.announcing is None:
            return Done(table, ())
        return Done(table, (self.announcing.fact(points),))

    def __repr__(self) -> str:
        return "dealer"


# The opening of a round


def place_wagers(cite: Cite) -> Step:
    """Bets are taken until "no more bets"."""
    question = PlaceWagers(cite)

    def due(rules: Rules, table: Table) -> Found:
        return None if table.closed else question

    return due


class Pass(NamedTuple):
    """One round of the deal: a card to each box, or one to the dealer."""

    to_dealer: bool
    cite: Cite
    face_down: bool = False


def deal(*passes: Pass) -> Step:
    """The initial deal, clockwise from the dealer's left. A hand served late gets its card last (12(f))."""
    dealer_cards = sum(one.to_dealer for one in passes)
    box_cards = len(passes) - dealer_cards
    whole: dict[tuple[int, ...], Draw | None] = {}  # the question of a whole deal, by the seats that take part

    def due(rules: Rules, table: Table) -> Found:
        held = len(table.dealer.cards)
        if held >= dealer_cards and (not table.boxes or table.boxes[-1].hands[0].points.count >= box_cards):
            return None  # the last cards of the deal lie there
        first = table.boxes[0].hands[0]
        if not held and not first.cards and not first.over:  # nothing is dealt yet
            seats = tuple([box.seat for box in table.boxes])
            if seats not in whole:
                whole[seats] = remaining(table, held)
            return whole[seats]
        return remaining(table, held)

    def remaining(table: Table, held: int) -> Draw | None:
        dues: list[Due] = []
        for_dealer = for_boxes = 0
        for one in passes:
            if one.to_dealer:
                for_dealer += 1
                if held < for_dealer:
                    dues.append(Due(ToDealer(), one.cite, one.face_down))
                continue
            for_boxes += 1
            waiting = [
                (box.hands[0].late, at, box.seat)
                for at, box in enumerate(table.boxes)
                if not box.hands[0].over and box.hands[0].points.count < for_boxes and not box.hands[0].from_split
            ]
            dues += [Due(ToHand(at, 0, seat), one.cite) for _, at, seat in sorted(waiting)]
        return Draw(tuple(dues)) if dues else None

    return due


def settle_side_wager(key: str, lose: Cite) -> Step:
    """Pay and collect a side wager that the first cards decide, counterclockwise from the dealer's right."""

    def due(rules: Rules, table: Table) -> Found:
        rule = rules.play.side_wagers[key]
        facts: list[Fact] = []
        boxes = list(table.boxes)
        for at in range(len(boxes) - 1, -1, -1):
            box = boxes[at]
            if not any(wager.kind == key and wager.net is None for wager in box.wagers):
                continue
            classes = rule.judge(box.hands[0], table.dealer)
            wagers = []
            for wager in box.wagers:
                if wager.kind == key and wager.net is None:
                    place = (box.seat, 0, wager.bettor, key)
                    paid = [rule.pays[name].on(wager.amount) for name in classes]
                    for index, (name, won) in enumerate(zip(classes, paid, strict=True)):
                        stake = wager.amount if index == 0 else 0  # one stake goes back, however many cards match
                        facts.append(Fact(What.PAID, rule.win, won, stake, *place, name, also=rule.also))
                    if not classes:
                        facts.append(Fact(What.COLLECTED, lose, wager.amount, 0, *place))
                    wager = wager._replace(net=sum(paid) if classes else -wager.amount)
                wagers.append(wager)
            boxes[at] = box._replace(wagers=tuple(wagers))
        return Done(with_boxes(table, tuple(boxes)), tuple(facts)) if facts else None

    return due


def offer(
    subject: str, when: Callable[[Rules, Table], bool], make: Callable[[Rules, Table, Box, str], Offer | None]
) -> Step:
    """Offer something once to every bettor, box by box. `make` gives None where there is nothing to offer him."""

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


# The dealer's hole card


def read_hole_card(cite: Cite, shows: tuple[str, ...], when: Callable[[Dealer], bool]) -> Step:
    """The hole card goes into the reader, once, where the up card calls for it."""
    question = Read(shows, cite)

    def due(rules: Rules, table: Table) -> Found:
        dealer = table.dealer
        return question if not dealer.light and dealer.points.count == 1 and when(dealer) else None

    return due


def turn_hole_card(cite: Cite, when: Callable[[Dealer], bool], *also: Cite) -> Step:
    """The hole card is turned if it still lies face down."""
    question = Turn(cite, also)

    def due(rules: Rules, table: Table) -> Found:
        dealer = table.dealer
        if len(dealer.cards) == 2 and dealer.points.count == 1 and when(dealer):
            return question
        return None

    return due


# Players in turn


def in_turn(*rules_of_a_hand: HandRule) -> Step:
    """Each box from the dealer's left, each hand of it from the left: the first rule with something to say about the
    first hand that is not over. A hand served late waits for all the others."""

    def due(rules: Rules, table: Table) -> Found:
        late: tuple[int, int, Box, Hand] | None = None
        for at, box in enumerate(table.boxes):
            for number, hand in enumerate(box.hands):
                if hand.over:
                    continue
                if hand.late:
                    late = late or (at, number, box, hand)
                    continue
                for rule in rules_of_a_hand:
                    found = rule(rules, table, at, number, box, hand)
                    if found is not None:
                        return found
        if late is not None:
            for rule in rules_of_a_hand:
                found = rule(rules, table, *late)
                if found is not None:
                    return found
        return None

    return due


def owed_card(hit: Cite, double: Cite, split: Cite) -> HandRule:
    """The card that a decision has earned."""
    cites = {"hit": hit, "double": double, "": split}

    def rule(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand) -> Found:
        if not hand.owes:
            return None
        return Draw((Due(ToHand(at, number, box.seat), cites[hand.decision]),))

    return rule


def pay_blackjack(odds: Odds, odds_cite: Cite, cite: Cite, when: Callable[[Dealer], bool] = always) -> HandRule:
    """A player's Blackjack is announced, paid and its cards removed when its turn comes."""

    def rule(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand) -> Found:
        if not hand.is_blackjack or not when(table.dealer):
            return None
        said = Fact(What.ANNOUNCED, cite, 0, 0, box.seat, number + 1, box.bettors[0], note="Blackjack")
        done = pay_hand(table, at, number, odds, cite, "blackjack", (odds_cite,))
        return Done(done.table, (said, *done.facts))

    return rule


def pay_blackjacks(odds: Odds, odds_cite: Cite, cite: Cite, when: Callable[[Dealer], bool] = always) -> Step:
    """Every player's Blackjack is paid in one pass before anything else, counterclockwise from the dealer's right."""

    def due(rules: Rules, table: Table) -> Found:
        for at in range(len(table.boxes) - 1, -1, -1):
            hand = table.boxes[at].hands[0]
            if hand.is_blackjack and not hand.over and when(table.dealer):
                return pay_hand(table, at, 0, odds, cite, "blackjack", (odds_cite,))
        return None

    return due


def pay_at_once(when: Callable[[Hand], bool], odds: Odds, odds_cite: Cite, cite: Cite, note: str) -> HandRule:
    """A hand that is paid as soon as it is made, whatever the dealer holds."""

    def rule(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand) -> Found:
        return pay_hand(table, at, number, odds, cite, note, (odds_cite,)) if when(hand) else None

    return rule


def pay_hand(
    table: Table, at: int, number: int, odds: Odds, cite: Cite, note: str, also: tuple[Cite, ...] = ()
) -> Done:
    """Pay every open wager of a hand and take its cards to the discard rack."""
    box = table.boxes[at]
    hand = box.hands[number]
    wagers, facts = [], []
    for wager in hand.wagers:
        won = odds.on(wager.amount)
        wagers.append(wager._replace(net=won))
        place = (box.seat, number + 1, wager.bettor, wager.kind, note, (), also)
        facts.append(Fact(What.PAID, cite, won, wager.amount, *place))
    paid = hand._replace(wagers=tuple(wagers), decision=note, over=True)
    return remove_cards(with_hand(table, at, number, paid), at, number, cite, tuple(facts))


def remove_cards(table: Table, at: int, number: int, cite: Cite, facts: Facts = ()) -> Done:
    """A finished hand's cards go to the discard rack."""
    box = table.boxes[at]
    hand = box.hands[number]
    facts += (Fact(What.REMOVED, cite, seat=box.seat, hand=number + 1, cards=hand.cards),)
    table = with_hand(table, at, number, hand._replace(removed=True))
    return Done(Table(*table[:4], (*table.rack, *hand.cards), *table[5:]), facts)


def bust(lose: Cite, collected: Cite | None) -> HandRule:
    """A hand over 21 acts no more; a house that collects at once takes wagers and cards now, by its own rule."""

    def rule(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand) -> Found:
        if hand.points.total <= 21:
            return None
        said = Fact(What.ANNOUNCED, lose, 0, 0, box.seat, number + 1, box.bettors[0], note=f"{hand.points}, bust")
        if collected is None:
            return Done(with_hand(table, at, number, hand._replace(over=True)), (said,))
        wagers = tuple(wager._replace(net=-wager.amount) for wager in hand.wagers)
        facts = tuple(
            Fact(What.COLLECTED, collected, w.amount, 0, box.seat, number + 1, w.bettor, w.kind, "bust")
            for w in hand.wagers
        )
        table = with_hand(table, at, number, hand._replace(wagers=wagers, over=True))
        return remove_cards(table, at, number, collected, (said, *facts))

    return rule


def draws_no_more(when: Callable[[Hand], bool], cite: Cite, note: str) -> HandRule:
    """A hand that the rules forbid to act further, such as one of 21."""

    def rule(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand) -> Found:
        if not when(hand):
            return None
        return _over(rules, table, at, number, box, hand, cite, note)

    return rule


def _over(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand, cite: Cite, note: str) -> Done:
    over = Hand(*hand[:6], True, *hand[7:])
    aces = (rules.play.ace,) if rules.play.ace is not None and hand.points.aces else ()
    said = Fact(What.ANNOUNCED, cite, 0, 0, box.seat, number + 1, box.bettors[0], note=note, also=aces)
    return Done(with_hand(table, at, number, over), (said,))


def has_21(hand: Hand) -> bool:
    return hand.points.total == 21


def has_doubled(hand: Hand) -> bool:
    return hand.decision == "double"


def split_ace_stands(split: Split) -> HandRule:
    """A split ace stands on its one card, unless that is an ace which may be split again."""

    def rule(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand) -> Found:
        if not is_split_ace(hand) or split.allows(hand, len(box.hands)):
            return None
        return _over(rules, table, at, number, box, hand, split.aces_cite, "one card to a split ace")

    return rule


def decide(cite: Cite, after_split: Cite | None = None) -> HandRule:
    """The player says what he wishes to do; a clause of its own may ask it of a hand formed by a split."""

    def rule(rules: Rules, table: Table, at: int, number: int, box: Box, hand: Hand) -> Found:
        choices = []
        for action in rules.play.actions:
            legal = action.offered(rules, box, hand)
            if legal is not None:
                choices.append(legal)
        asks = after_split if after_split is not None and hand.from_split else cite
        return Decide(box.seat, box.bettors[0], number + 1, tuple(choices), asks)

    return rule


# The end of a round


def whatever_is_open(table: Table) -> bool:
    """The dealer completes the hand even when no wager can change."""
    return True


def draw_dealer(
    stands: Callable[[Dealer], bool],
    cite: Cite,
    announcing: Announcing,
    matters: Callable[[Table], bool] = whatever_is_open,
) -> Step:
    """The dealer draws until he stands, announcing his total after each card, as long as it `matters`."""
    question = Draw((Due(ToDealer(announcing), cite),))

    def due(rules: Rules, table: Table) -> Found:
        dealer = table.dealer
        if not dealer.points.count or stands(dealer) or not matters(table):
            return None
        return question

    return due


def stands_on_17(dealer: Dealer) -> bool:
    """17 or more, hard or soft."""
    return dealer.points.total >= 17


def hits_soft_17(dealer: Dealer) -> bool:
    """Hard 17 or more, soft 18 or more."""
    points = dealer.points
    return points.total > 17 or (points.total == 17 and not points.soft)


def round_over(cite: Cite) -> Step:
    question = RoundOver(cite)

    def due(rules: Rules, table: Table) -> Found:
        return question

    return due


def up_card(dealer: Dealer) -> Card:
    """The dealer's first card, which always lies face up."""
    card = dealer.cards[0]
    assert not isinstance(card, Hidden), "the first card lies face up"
    return card
