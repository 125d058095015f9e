"""Settlement: a table of cited cases over (wager, hand, dealer). The first match decides.

Predicates are named objects with `&`, `|` and `~`, so that they print, can be tested, and can be asked of plain hands.

>>> busted & ~dealer_22
busted & ~dealer_22
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from holecard.engine.table import Dealer, Hand, Part, Wager
from holecard.law.clauses import Cite
from holecard.law.errors import HolecardError
from holecard.values.hand import Points
from holecard.values.money import EVEN, Cents, Odds

Test = Callable[[Wager, Hand, Dealer], bool]
Grounds = Callable[[Wager, Hand, Dealer], tuple[Cite, ...]]


def no_grounds(wager: Wager, hand: Hand, dealer: Dealer) -> tuple[Cite, ...]:
    """Clauses on which a wager's result rests because of what it is, a double or a lammer: none."""
    return ()


class Predicate:
    """A named question about a wager, its hand and the dealer's hand."""

    __slots__ = ("name", "of_dealer", "parts", "test")

    def __init__(self, name: str, test: Test, of_dealer: bool = False, parts: tuple[Predicate, ...] = ()) -> None:
        self.name = name
        self.test = test
        self.of_dealer = of_dealer  # whether the dealer's points and number of cards are all it looks at
        self.parts = parts or (self,)  # all of which must hold

    def __call__(self, wager: Wager, hand: Hand, dealer: Dealer) -> bool:
        return self.test(wager, hand, dealer)

    def __and__(self, other: Predicate) -> Predicate:
        first, second = self.test, other.test

        def both(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
            return first(wager, hand, dealer) and second(wager, hand, dealer)

        return Predicate(f"{self} & {other}", both, self.of_dealer and other.of_dealer, self.parts + other.parts)

    def __or__(self, other: Predicate) -> Predicate:
        first, second = self.test, other.test

        def either(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
            return first(wager, hand, dealer) or second(wager, hand, dealer)

        return Predicate(f"({self} | {other})", either, self.of_dealer and other.of_dealer)

    def __invert__(self) -> Predicate:
        test = self.test
        return Predicate(f"~{self}", lambda w, h, d: not test(w, h, d), self.of_dealer)

    def __repr__(self) -> str:
        return self.name


def predicate(test: Test) -> Predicate:
    """Name a test after its function."""
    return Predicate(test.__name__, test)


def predicate_of_dealer(test: Test) -> Predicate:
    """The same for a test that looks only at what the dealer's cards make, and how many they are."""
    return Predicate(test.__name__, test, of_dealer=True)


@predicate
def busted(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.total > 21


@predicate
def player_20(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.total == 20


@predicate
def player_21(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.total == 21


@predicate
def natural(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.is_blackjack


@predicate
def two_original_large(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    """Two cards of 10, J, Q, K, A, as dealt: neither split nor drawn to."""
    return (
        hand.points.count == 2
        and not hand.from_split
        and hand.cards[0].value in (1, 10)
        and hand.cards[1].value in (1, 10)
    )


@predicate_of_dealer
def dealer_natural(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return dealer.is_blackjack


@predicate_of_dealer
def dealer_22(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return dealer.points.total == 22


@predicate_of_dealer
def dealer_over_21(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return dealer.points.total > 21


@predicate_of_dealer
def dealer_over_22(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return dealer.points.total > 22


@predicate
def player_higher(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.total > dealer.points.total


@predicate
def equal(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.total == dealer.points.total


@predicate
def dealer_higher(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.total < dealer.points.total


@predicate
def surrendered(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.decision == "surrender"


DOUBLED, SPLIT, ORIGINAL = Part.DOUBLE, Part.SPLIT, Part.ORIGINAL


@predicate
def double_money(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return wager.part is DOUBLED


@predicate
def split_money(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return wager.part is SPLIT


@predicate
def added_money(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    """Money put down after the deal: a double or the wager of a second hand."""
    return wager.part is not ORIGINAL


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    RETURN = "return"
    HALF = "half"  # half is taken and half returned: a surrendered hand


WINS, LOSES, RETURNS, HALVES = Result  # found once: a member costs as much as a small tuple


class Outcome(NamedTuple):
    """What becomes of a wager: it wins at odds, loses, is returned, or loses half.

    >>> HALF.net(1001)  # the odd cent by the house rule `rounding`
    -501
    """

    result: Result
    odds: Odds = EVEN

    def is_rounded(self, stake: Cents) -> bool:
        """Whether the exact amount has a broken cent, which the house rule `rounding` takes off.

        >>> wins_at(Odds(3, 2)).is_rounded(25), HALF.is_rounded(50)
        (True, False)
        """
        if self.result is WINS:
            return bool(stake * self.odds.pays % self.odds.to)
        return self.result is HALVES and bool(stake % 2)

    def net(self, stake: Cents) -> Cents:
        result, odds = self
        if result is WINS:
            return odds.on(stake)
        if result is HALVES:
            return stake // 2 - stake
        return -stake if result is LOSES else 0


WIN = Outcome(Result.WIN)
LOSE = Outcome(Result.LOSE)
RETURN = Outcome(Result.RETURN)
HALF = Outcome(Result.HALF)


def wins_at(odds: Odds) -> Outcome:
    return Outcome(Result.WIN, odds)


class Named(NamedTuple):
    """What a case is called: its key in records, why the wager is settled so, and what the dealer calls it."""

    key: str
    says: str
    called: str = ""


PUSH = "Push"
BUST = Named("bust", "bust")
BLACKJACK = Named("blackjack", "Blackjack")
BOTH_BLACKJACK = Named("both-blackjack", "both have Blackjack", PUSH)
DEALER_BLACKJACK = Named("dealer-blackjack", "the dealer has Blackjack")
DOUBLE_BACK = Named("double-back", "a dealer Blackjack does not take a double")
SPLIT_BACK = Named("split-back", "a dealer Blackjack does not take a split bet")
SURRENDERED = Named("surrendered", "surrendered")
PLAYER_HAS_21 = Named("21", "21")
DEALER_HAS_22 = Named("22", "the dealer has 22", PUSH)
DEALER_22_TO_21 = Named("22-21", "21 against a dealer 22")
DEALER_BUSTS = Named("dealer-over", "the dealer busts")
HIGHER = Named("higher", "higher total than the dealer")
SAME_TOTAL = Named("equal", "same total as the dealer", PUSH)
LOWER = Named("lower", "lower total than the dealer")


@dataclass(frozen=True)
class Case:
    """One line of a settlement table. Where it overlaps a later line with another result it says which it overrides;
    `also` are clauses that it rests on besides its own, such as the odds."""

    named: Named
    when: Predicate
    outcome: Outcome
    cite: Cite
    overrides: tuple[str, ...] = ()
    also: tuple[Cite, ...] = ()
    name: str = field(init=False)  # its key, at hand for every wager that is settled

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.named.key)


Cases = tuple[Case, ...]


class NoCase(HolecardError):
    """Two final hands that the table of cases forgot: a mistake in the game's definition."""


def judge(cases: Cases, wager: Wager, hand: Hand, dealer: Dealer) -> Case:
    """The case that decides a wager on these two final hands."""
    for case in cases:
        if case.when.test(wager, hand, dealer):
            return case
    raise no_case(hand, dealer)


def no_case(hand: Hand, dealer: Dealer) -> NoCase:
    return NoCase(f"no case decides {hand.points} against the dealer's {dealer.points}")


class Judge:
    """A game's table of cases, looked up by what the dealer holds: what that rules out is asked only once."""

    def __init__(self, cases: Cases) -> None:
        self._cases = cases
        self._left: dict[tuple[Points, int], tuple[tuple[Case, tuple[Test, ...]], ...]] = {}

    def case(self, wager: Wager, hand: Hand, dealer: Dealer) -> Case:
        """The case that decides a wager on these two final hands, as `judge` finds it."""
        if type(dealer) is not Dealer:  # a stand-in of the lab, which is told everything that is looked at
            return judge(self._cases, wager, hand, dealer)
        held = (dealer.points, len(dealer.cards))
        left = self._left.get(held)
        if left is None:
            left = self._left[held] = tuple(self._possible(wager, hand, dealer))
        for case, tests in left:
            for test in tests:
                if not test(wager, hand, dealer):
                    break
            else:
                return case
        raise no_case(hand, dealer)

    def _possible(self, wager: Wager, hand: Hand, dealer: Dealer) -> Iterator[tuple[Case, tuple[Test, ...]]]:
        """The cases that the dealer's hand allows, each with what else must hold."""
        for case in self._cases:
            parts = case.when.parts
            if all(part.test(wager, hand, dealer) for part in parts if part.of_dealer):
                yield case, tuple(part.test for part in parts if not part.of_dealer)
