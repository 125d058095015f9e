"""Plays a shoe by the decisions that another solution made, whatever is in this one.

So a strategy found for a fresh shoe can be valued in any other: card by card, split, offer and all. If the cards of
this shoe are those of the other less one drawn at random, the expectation is on average that of the other.
"""

from __future__ import annotations

from holecard.lab.compiler.compile import OpeningOffer
from holecard.lab.compiler.stage import ANY, Pair
from holecard.lab.compiler.tables import Flags, PairTables, SplitTables
from holecard.lab.solver._worth import Hands, HandWorth, Worth
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards


class Followed(Solution):
    """The value of a solution's strategy in another shoe.

    >>> from holecard.games import find
    >>> from holecard.lab.solver.analysis import analyse
    >>> whole = analyse(find("reference").configure({"decks": "1", "max_hands": "2"})).solution
    >>> less = [Followed(whole, whole.cards.without(value)).ev for value in range(1, 11)]
    >>> mean = sum(held * ev for held, ev in zip(whole.cards.counts, less)) / 52
    >>> abs(mean - whole.ev) < 1e-14
    True
    """

    def __init__(self, leader: Solution, cards: Cards) -> None:
        self.leader = leader
        super().__init__(leader.tables, cards, leader.strategy)

    def _choose(self) -> None:
        self.chosen = self.leader.chosen

    def _hands(self, pair: PairTables, one: SplitTables) -> Hands:
        start = next(start for start, tables in pair.classes.items() if tables is one)
        return self.leader.split_hands[pair.pair, start]

    def _split_again(self, pair: PairTables, worth: dict[int, HandWorth]) -> dict[int, Flags]:
        return self.leader.again[pair.pair]

    def is_split(self, pair: Pair, known: int) -> bool:
        return self.leader.is_split(pair, known)

    def _answer_offers(self) -> None:
        """The leader answered them."""

    def _offer_worth(self, offer: OpeningOffer, pair: Pair, up: int, second: int) -> Worth:
        _, after = offer.choices[self.answer_to(offer, pair, up, second)]
        return self.opening_worth(after, pair, up, second)

    def answer_to(self, offer: OpeningOffer, pair: Pair, up: int, second: int = ANY) -> int:
        return self.leader.answer_to(offer, pair, up, second)
