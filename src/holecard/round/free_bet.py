"""Free bets: a lammer stands for the additional wager of a double or a split (New Zealand section 20)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from holecard.engine.questions import Done, Legal, What, moved
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Box, Hand, Part, Spot, Table, Wager
from holecard.engine.words import Key, Word
from holecard.law.clauses import Cite
from holecard.round.actions import Double, Split, form_two_hands
from holecard.round.shared_box import DOUBLE_TOO, Worth, ask_others, raises
from holecard.values.money import Cents

FREE_DOUBLE: Final = Word(
    "free-double",
    "Free double",
    Key.DOUBLE,
    "doubles free with a lammer",
    "doubled free",
    card="F",
    two_cards=True,
    about="Double on a hard 9, 10 or 11 without paying: a lammer stands for your money.",
)
FREE_SPLIT: Final = Word(
    "free-split",
    "Free split",
    Key.SPLIT,
    "splits free with a lammer",
    card="Fp",
    splits=True,
    about="Split a pair without paying: a lammer stands for your money.",
)


def hard_9_to_11(hand: Hand) -> bool:
    """A two-card total of 9, 10 or 11 without an ace, which may not be doubled."""
    return hand.points.count == 2 and hand.points.hard in (9, 10, 11) and not hand.points.aces


@dataclass(frozen=True, kw_only=True)
class FreeDouble:
    """A free double on a first two-card 9, 10 or 11. `worth` says what a bettor's lammer stands for."""

    cite: Cite
    after_split: bool
    worth: Worth = Box.stake
    key: str = "free-double"
    word: Word = FREE_DOUBLE

    @cached_property
    def legal(self) -> Legal:
        return Legal(self.key, self.cite)

    def allows(self, hand: Hand) -> bool:
        return hard_9_to_11(hand) and (self.after_split or not hand.from_split)

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Legal | None:
        return self.legal if self.allows(hand) else None

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        return self.cite, "a free double needs a first two-card 9, 10 or 11"

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Done:
        _, number, box, hand = spot
        bettor = spot.bettor
        lammer = Wager(bettor, MAIN, Part.DOUBLE, self.worth(box, bettor), free=True)
        doubled = hand.with_wager(lammer).with_decision(self.key, owes=1)
        placed = moved(What.PLACED, self.cite, 0, lammer, box.seat, number + 1, "lammer", raises(rules, box, lammer))
        table = ask_others(table.with_hand(spot, doubled), spot, DOUBLE_TOO)
        return Done(table, (placed,))


@dataclass(frozen=True, kw_only=True)
class FreeSplit:
    """A free split of any pair but ten-values. What may be split at all is for the ordinary `split` to say."""

    cite: Cite
    split: Split
    again: bool  # whether a hand formed by a split may be split free
    worth: Worth = Box.stake
    key: str = "free-split"
    word: Word = FREE_SPLIT

    @cached_property
    def legal(self) -> Legal:
        return Legal(self.key, self.cite)

    def allows(self, hand: Hand, hands: int) -> bool:
        return self.split.allows(hand, hands) and hand.cards[0].value != 10 and (self.again or not hand.from_split)

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Legal | None:
        return self.legal if self.allows(hand, len(box.hands)) else None

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        if self.split.allows(hand, len(box.hands)):
            return self.cite, "this pair cannot be split free"
        return self.cite, self.split.why_not(rules, box, hand)[1]

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Done:
        _, number, box, _ = spot
        bettor = spot.bettor
        lammer = Wager(bettor, MAIN, Part.SPLIT, self.worth(box, bettor), free=True)
        placed = moved(What.PLACED, self.cite, 0, lammer, box.seat, number + 2, "lammer", raises(rules, box, lammer))
        table, facts = form_two_hands(rules, table, spot, lammer)
        return Done(table, (*facts, placed))


@dataclass(frozen=True, kw_only=True)
class ForMoney:
    """An ordinary double or split where no free one is to be had: the free one comes first (readings NZ-14, NZ-17)."""

    action: Double | Split
    free: Callable[[Box, Hand], bool]
    cite: Cite

    @property
    def key(self) -> str:
        return self.action.key

    @property
    def word(self) -> Word:
        return self.action.word

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Legal | None:
        return None if self.free(box, hand) else self.action.offered(rules, box, hand)

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        if self.free(box, hand):
            return self.cite, f"this hand gets a free {self.key}"
        return self.action.why_not(rules, box, hand)

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Done:
        table, facts = self.action.take(rules, table, spot, stake)
        placed = [fact.resting_also_on(self.cite) if fact.what is What.PLACED else fact for fact in facts]
        return Done(table, tuple(placed))
