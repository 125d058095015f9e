"""The actions of a hand in its turn: when each is offered, why it is refused, and what it does.

`Split.allows` and `Double.allows` may be asked of plain hands, without a table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from holecard.engine.questions import LEAST_STAKE, Done, Followed, Legal, What, announced, moved, staking
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Box, Hand, Part, Spot, Table, Wager
from holecard.engine.words import Key, Word
from holecard.law.clauses import Cite
from holecard.round.shared_box import DOUBLE_TOO, SPLIT_TOO, ask_others, is_out, out_of_it
from holecard.round.side_wagers import riding_rule, settle_waiting
from holecard.values.money import Cents

Offered = Legal | None
HIT: Final = Word("hit", "Hit", Key.HIT, "hits", card="H")
STAND: Final = Word("stand", "Stand", Key.STAND, "stands", "stands", card="S")
DOUBLE: Final = Word("double", "Double", Key.DOUBLE, "doubles for {amount}", "doubled", card="D", two_cards=True)
SPLIT: Final = Word("split", "Split", Key.SPLIT, "splits for {amount}", card="P", splits=True)
SURRENDER: Final = Word(
    "surrender",
    "Surrender",
    Key.SURRENDER,
    "surrenders",
    "surrendered",
    card="R",
    unsplit=True,
    about="You can give up a hand for half your bet.",
)
DOUBLE_ANY: Final = DOUBLE._replace(two_cards=False)  # on any number of cards
SURRENDER_ANY: Final = SURRENDER._replace(unsplit=False)  # at any time


def is_split_ace(hand: Hand) -> bool:
    """An ace of a split pair of aces that has its one card."""
    return hand.from_split and hand.points.count == 2 and hand.cards[0].value == 1


@dataclass(frozen=True, kw_only=True)
class Hit:
    """Draw a card, below 21. Split aces draw no more where a clause says so."""

    cite: Cite
    one_card_to_split_aces: Cite | None
    key: str = "hit"
    word: Word = HIT

    @cached_property
    def legal(self) -> Legal:
        return Legal(self.key, self.cite)

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Offered:
        return None if hand.from_split and self.one_card_to_split_aces and is_split_ace(hand) else self.legal

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        return self.one_card_to_split_aces or self.cite, "a split ace gets only one card"

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Followed:
        return table.with_hand(spot, spot.hand.with_decision("hit", owes=1)), ()


@dataclass(frozen=True, kw_only=True)
class Stand:
    """Take no further card; a clause may make a low hand draw on (`must_draw`)."""

    cite: Cite
    must_draw: Cite | None = None  # 11 or less
    key: str = "stand"
    word: Word = STAND

    @cached_property
    def legal(self) -> Legal:
        return Legal(self.key, self.cite)

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Offered:
        return None if self.must_draw is not None and hand.points.total <= 11 else self.legal

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        return self.must_draw or self.cite, "a hand of 11 or less must draw"

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Followed:
        return table.with_hand(spot, spot.hand.with_decision("stand", over=True)), ()


def any_two(hand: Hand) -> bool:
    return True


def is_doubled(hand: Hand) -> bool:
    """Whether a double lies on the hand, whatever was decided since."""
    return any(wager.part is Part.DOUBLE for wager in hand.wagers)


@dataclass(frozen=True, kw_only=True)
class Double:
    """Stake up to the first wager again and take exactly one more card, laid sideways.

    It is for the first two cards, unless `any_number` of them will do; a hand is doubled once.
    """

    cite: Cite
    sideways: Cite
    one_card_to_split_aces: Cite | None
    on: Callable[[Hand], bool] = any_two
    any_number: bool = False
    on_cite: Cite | None = None  # the clause that limits the hands, where there is one
    wager_cite: Cite | None = None  # the clause that asks for a further wager, where it is another
    after_split: bool = True
    after_split_cite: Cite | None = None  # the clause that says so, where it is another
    least_cite: Cite = LEAST_STAKE
    key: str = "double"
    word: Word = DOUBLE

    def allows(self, hand: Hand) -> bool:
        """Whether this hand may be doubled."""
        return (
            (not is_doubled(hand) if self.any_number else hand.points.count == 2)
            and not hand.is_blackjack
            and (not hand.from_split or self._allows_split(hand))
            and self.on(hand)
        )

    def _allows_split(self, hand: Hand) -> bool:
        return self.after_split and not (self.one_card_to_split_aces and is_split_ace(hand))

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Offered:
        if not self.allows(hand) or is_out(rules, box, hand):
            return None
        bettor = box.bettors[0]
        most, riding = box.in_action(bettor), riding_rule(rules, box, bettor)
        cite = riding.double if riding is not None else self.cite
        return staking(self.key, cite, min(rules.least_double, most), most, self.least_cite)

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        if (out := out_of_it(rules, box, hand)) is not None:
            return out
        if self.any_number and is_doubled(hand):
            return self.cite, "a hand may be doubled only once"
        if not self.any_number and hand.points.count != 2:
            return self.on_cite or self.cite, "doubling is allowed only on the first two cards"
        if hand.is_blackjack:
            return self.cite, "a Blackjack may not be doubled"
        if hand.from_split and not self.after_split:
            return self.cite, "a hand formed by a split may not be doubled"
        if self.one_card_to_split_aces and is_split_ace(hand):
            return self.one_card_to_split_aces, "a split ace gets only one card"
        return self.on_cite or self.cite, f"these {'' if self.any_number else 'two '}cards may not be doubled"

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Done:
        _, number, box, hand = spot
        bettor = spot.bettor
        added = Wager(bettor, MAIN, Part.DOUBLE, stake)
        doubled = hand.with_wager(added).with_decision("double", owes=1)
        also = tuple(cite for cite in (self.wager_cite, self.on_cite) if cite is not None)
        if hand.from_split and self.after_split_cite is not None:
            also = (*also, self.after_split_cite)
        riding = riding_rule(rules, box, bettor)
        cite, also = (self.cite, also) if riding is None else (riding.double, (self.cite, *also))
        placed = moved(What.PLACED, cite, stake, added, box.seat, number + 1, "double", also)
        sideways = announced(self.sideways, spot, "card laid sideways")
        table = ask_others(table.with_hand(spot, doubled), spot, DOUBLE_TOO)
        return Done(table, (placed, sideways))


@dataclass(frozen=True, kw_only=True)
class Split:
    """Make two hands of a pair, with a wager on the second equal to the first."""

    cite: Cite
    limit_cite: Cite
    order_cite: Cite
    most_hands: int
    aces_cite: Cite
    aces_once: Cite | None = None  # the clause that splits them only once, where it is another
    wager_cite: Cite | None = None  # the clause that wants the wagers equal, where it is another
    resplit_aces: bool = False
    aces_sideways: bool = False  # whether the card to a split ace is laid so
    key: str = "split"
    word: Word = SPLIT

    def allows(self, hand: Hand, hands: int) -> bool:
        """Whether this hand may be split in a box with this many hands."""
        return (
            hand.points.count == 2
            and hand.cards[0].value == hand.cards[1].value
            and hands < self.most_hands
            and (not hand.from_split or hand.cards[0].value != 1 or self.resplit_aces)
        )

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Offered:
        if hand.points.count != 2 or not self.allows(hand, len(box.hands)) or is_out(rules, box, hand):
            return None
        stake = box.in_action(box.bettors[0])
        riding = riding_rule(rules, box, box.bettors[0])
        if riding is not None:
            return Legal(self.key, riding.split, stake, stake, riding.split)
        return Legal(self.key, self.cite, stake, stake, self.wager_cite or self.cite)

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        if (out := out_of_it(rules, box, hand)) is not None:
            return out
        if hand.points.count > 2:
            return self.cite, "splitting is allowed only on the first two cards"
        if hand.cards[0].value != hand.cards[1].value:
            return self.cite, "the first two cards do not have the same value"
        if len(box.hands) >= self.most_hands:
            most = f"a box may have at most {self.most_hands} hands"
            return self.limit_cite, most if self.most_hands > 1 else "no hand may be split"
        return self.aces_once or self.aces_cite, "aces may be split only once"

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Done:
        _, number, box, _ = spot
        bettor = spot.bettor
        order = announced(self.order_cite, spot, "this hand first")
        also = (self.wager_cite,) if self.wager_cite is not None else ()
        if len(box.hands) > 1:
            also = (*also, self.limit_cite)
        riding = riding_rule(rules, box, bettor)
        cite, also = (self.cite, also) if riding is None else (riding.split, (self.cite, *also))
        added = Wager(bettor, MAIN, Part.SPLIT, stake)
        placed = moved(What.PLACED, cite, stake, added, box.seat, number + 2, "split", also)
        table, facts = form_two_hands(rules, table, spot, added)
        return Done(table, (*facts, placed, order))


def form_two_hands(rules: Rules, table: Table, spot: Spot, added: Wager) -> Done:
    """Two hands of a pair, the added wager on the second; a side wager that waited for a third card is settled."""
    table, facts = settle_waiting(rules, table, spot.at, complete=True, split=True) or (table, ())
    at, number, box, hand = spot.on(table)
    hands = (*box.hands[:number], *hand.split(added), *box.hands[number + 1 :])
    table = table.with_box(at, box.with_hands(hands))
    return Done(ask_others(table, spot, SPLIT_TOO), facts)


@dataclass(frozen=True, kw_only=True)
class Surrender:
    """Give up the hand: its first two cards, never one formed by a split, unless it may be done at `any_time`.

    What is lost, and when, is for settlement to say.
    """

    cite: Cite
    any_time: bool = False
    key: str = "surrender"
    word: Word = SURRENDER

    @cached_property
    def legal(self) -> Legal:
        return Legal(self.key, self.cite)

    def allows(self, hand: Hand) -> bool:
        return self.any_time or (hand.points.count == 2 and not hand.from_split)

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Offered:
        return self.legal if self.allows(hand) else None

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        return self.cite, "surrender is allowed only on the first two cards"

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Done:
        return Done(table.with_hand(spot, spot.hand.with_decision(self.key, over=True)), ())
