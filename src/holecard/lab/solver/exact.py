"""The exact solver: the value of a game and of each split from a given shoe, and the best strategy.

A hand is played by a map from its cards, its money and what is known of the dealer to a choice, the best one for a hand
that was not split; a hand formed by a split is played by the map of the unsplit hand. The figures are exact for that
map. `Strategy.TOTAL` restricts the map to what a printed card can say.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

import numpy as np

from holecard.lab.compiler.compile import Kind, Opening, OpeningChance, OpeningLeaf, OpeningOffer, pairs
from holecard.lab.compiler.dealing import UNITS
from holecard.lab.compiler.hands_by_cards import Ints, Product, counts_of_codes, distinct
from holecard.lab.compiler.splitting import Formed, Money, Outcome, outcomes, terms
from holecard.lab.compiler.stage import ANY, Known, Pair, Settled
from holecard.lab.compiler.tables import Flags, Floats, PairTables, SplitTables, Tables, code_of, places
from holecard.lab.solver import kernels
from holecard.lab.solver._answers_by_totals import Answers, answer_by_totals
from holecard.lab.solver._worth import TIE, Hands, HandWorth, first_of_best, mean_by_node, worth_at
from holecard.lab.solver._worth import Worth as Worth  # what a solution says of an opening
from holecard.lab.solver.joint_hands import Together
from holecard.lab.solver.shoes import Cards, Strategy

NOTHING = np.zeros(10, np.int64)


class Solution:
    """A game solved for one shoe and one kind of strategy. With `keep`, what the distribution needs is kept for it."""

    def __init__(
        self, tables: Tables, cards: Cards, strategy: Strategy = Strategy.COMPOSITION, *, keep: bool = False
    ) -> None:
        self.tables, self.cards, self.strategy = tables, cards, strategy
        self._kept: dict[int, tuple[Ints, Floats]] | None = {} if keep else None
        self.second_probability = cache(cards.second_probability)
        self._best_choice: dict[tuple[int, Pair, int, int], tuple[OpeningOffer, int]] = {}
        self._ways_of: dict[int, list[tuple[Flags, tuple[Outcome, ...]]]] = {}
        self._shoe = np.array(cards.counts, np.float64)
        self._drawn = kernels.Drawn(self._shoe, cards.taken, tables.ups, tables.seconds)
        self.probability = self.distributions(tables.codes)
        self._choose()
        self._alone = self._fixed(
            tables.alone, tables.alone_place, np.ones(len(tables.alone), np.bool_), self.chosen, self.probability
        )
        self.values: Floats = self._alone[0]
        self._play_splits()
        self._answers: Answers = {}
        self._answer_offers()

    def distributions(self, codes: Ints) -> Floats:
        tables = self.tables
        found: Floats = kernels.distributions(counts_of_codes(codes), tables.trie, self._drawn, tables.finals)
        return found

    def _states(self, product: Product) -> kernels.States:
        return kernels.States(self.tables.nodes.kind[product.node], product.after, product.counts)

    def _settled(self, product: Product, place: Ints, probability: Floats) -> kernels.Settled:
        return kernels.Settled(self.tables.nodes.row[product.node], place, self.tables.paid, probability)

    def _best_values(self, product: Product, place: Ints) -> Floats:
        settled = self._settled(product, place, self.probability)
        found: Floats = kernels.best_values(self._states(product), settled, self._drawn)
        return found

    def _fixed(
        self, product: Product, place: Ints, used: Flags, chosen: Ints, probability: Floats, gone: Ints = NOTHING
    ) -> Floats:
        """What is won (0) and staked (1) in each state by these choices."""
        staked = self.tables.nodes.staked[product.node] / self.tables.compiled.stake
        settled = self._settled(product, place, probability)
        followed = kernels.Followed(chosen, used)
        found: Floats = kernels.fixed_values(self._states(product), settled, staked, followed, gone, self._drawn)
        return found

    # How hands that were not split are played

    def _choose(self) -> None:
        """Decide about every state of a hand that was not split."""
        product = self.tables.alone
        self.best: Floats = self._best_values(product, self.tables.alone_place)
        if self.strategy is Strategy.COMPOSITION:
            self.chosen = self._ranked(product, product.after, self.best)
        else:
            self._choose_by_node()

    def _ranked(self, product: Product, like: Ints, ranked: Floats, own: Floats | None = None) -> Ints:
        """For every state that chooses, the best of its choices by these values; a split is not among them.

        A choice that the hand it is like has not is ranked by what it is worth to this hand's `own` state.
        """
        kind = self.tables.nodes.kind
        chosen = np.zeros((len(product), len(self.tables.known)), np.int8)
        choosing = kind[product.node] == Kind.CHOOSE
        after, by = product.after[choosing, : like.shape[1]], like[choosing]
        allowed = (after >= 0) & (kind[product.node[after]] != Kind.SPLIT) & ((by >= 0) | (own is not None))
        best = np.full((len(after), len(self.tables.known)), -np.inf)
        pick = np.zeros(best.shape, np.int8)
        for at in np.nonzero(allowed.any(axis=0))[0]:
            values = np.where(allowed[:, at, None], ranked[by[:, at]], -np.inf)
            if own is not None:
                values = np.where((allowed[:, at] & (by[:, at] < 0))[:, None], own[after[:, at]], values)
            better = values > best + TIE
            best[better] = values[better]
            pick[better] = at
        chosen[choosing] = pick
        return chosen

    def _choose_by_node(self) -> None:
        """The best choice for every node that a card can name, weighted by how often each of its hands is met there."""
        tables, product = self.tables, self.tables.alone
        starts = np.array(list(tables.start.values()), np.int64)
        weights = np.array(
            [
                [
                    self.cards.pair_probability(pair, one.up) * self.cards.second_probability(pair, one)
                    for one in tables.known
                ]
                for pair in tables.start
            ]
        )
        values, all_used = self.best, np.ones(len(product), np.bool_)
        self.chosen = self._ranked(product, product.after, self.best)
        everywhere = self.reached(product, self.chosen, starts, weights, spread=True)
        everywhere *= 1e-9
        for _ in range(50):
            self.reach = self.reached(product, self.chosen, starts, weights, spread=False)
            before, self.chosen = self.chosen, self._by_node(values, self.reach + everywhere)
            if (self.chosen == before).all():
                return
            values, _ = self._fixed(product, tables.alone_place, all_used, self.chosen, self.probability)

    def reached(self, product: Product, chosen: Ints, starts: Ints, weights: Floats, spread: bool) -> Floats:
        found: Floats = kernels.reached(self._states(product), chosen, starts, weights, self._drawn, spread)
        return found

    def _by_node(self, values: Floats, weights: Floats) -> Ints:
        tables, product = self.tables, self.tables.alone
        self.node_values = mean_by_node(tables, product, tables.choosing, values, weights)
        self.node_choice = first_of_best(self.node_values)
        chosen: Ints = np.zeros((len(product), len(tables.known)), np.int8)
        chosen[tables.choosing] = self.node_choice[product.node[tables.choosing]]
        return chosen

    # Hands formed by a split

    def _play_splits(self) -> None:
        tables = self.tables
        self.again: dict[int, dict[int, Flags]] = {}  # by pair and class: whether a further pair is split too
        hands = {(number, start): self._hands(pair, one) for number, pair in tables.pairs.items()
                 for start, one in pair.classes.items()}  # fmt: skip
        self.split_hands = hands
        self.together = Together(tables, self.cards, {key: hand.chosen for key, hand in hands.items()})
        self._worths: dict[int, dict[int, HandWorth]] = {}  # by pair and class
        self.splits: dict[int, Floats] = {}
        for number, pair in tables.pairs.items():
            played = {start: hands[number, start] for start in pair.classes}
            self._worths[number] = self._worths_of(pair, played)
            self.splits[number] = self._split(pair, self._worths[number])

    def _hands(self, pair: PairTables, one: SplitTables) -> Hands:
        """A split hand is played by the map of the unsplit hand with the same cards and money."""
        product = one.product
        own = self._best_values(product, places(self.tables.codes, one.codes)) if one.alone else None
        by_node: Ints = np.zeros(0, np.int64)
        if self.strategy is Strategy.TOTAL:
            by_node = self._split_node_choices(one, own)
            chosen = by_node[product.node]
        else:
            ranks = self.best if own is None or one is pair.classes[pair.unsplit] else own
            chosen = self._ranked(product, one.like, ranks, own)
        kind = self.tables.nodes.kind[product.node]
        return Hands(one, chosen, kernels.followed(kind, product.after, chosen, one.start), own, by_node)

    def _split_node_choices(self, one: SplitTables, own: Floats | None) -> Ints:
        """By node: what the card says of the unsplit hand's node; what it does not rank, the hand's own values do."""
        tables = self.tables
        values = np.where(
            (one.like_choice >= 0)[:, :, None],
            self.node_values[one.like_node[:, None], one.like_choice],
            -np.inf,
        )
        if own is not None:
            product = one.product
            choosing = np.nonzero(tables.nodes.kind[product.node] == Kind.CHOOSE)[0]
            starts, weights = np.array([one.start]), np.ones((1, len(tables.known)))
            chosen = self._ranked(product, product.after, own)
            met = self.reached(product, chosen, starts, weights, spread=False)
            met += 1e-9 * self.reached(product, chosen, starts, weights, spread=True)
            by_node = mean_by_node(tables, product, choosing, own, met)
            values = np.where((one.like_choice < 0)[:, :, None], by_node, values)
        return first_of_best(values)

    def _split(self, pair: PairTables, worth: dict[int, HandWorth]) -> Floats:
        """What splitting a pair wins (0) and stakes (1), by what is known of the dealer."""
        self.again[pair.pair] = self._split_again(pair, worth)
        return self._value_of_split(pair, pair.play.formed, self.again[pair.pair], worth)

    def _split_again(self, pair: PairTables, worth: dict[int, HandWorth]) -> dict[int, Flags]:
        """By class: whether a further pair is split too, by what is known of the dealer."""
        play, known = pair.play, len(self.tables.known)
        again = {start: np.zeros(known, np.bool_) for start in worth}
        for start in sorted(worth, key=lambda start: start == pair.unsplit):
            offered = next((one for one in play.again if pair.class_of[one[0]] == start), None)
            if offered is None:
                continue
            formed, always = play.again[offered], np.ones(known, np.bool_)
            if start != pair.unsplit:
                resplit = self._value_of_split(pair, formed, again | {start: always}, worth)[0]
                again[start] = resplit > worth[start].paired + TIE
            elif formed.action == play.formed.action:
                again[start] = always  # the map says so
            else:  # the map says another split, such as one that was free
                kept = self.values[self.tables.start[pair.pair, pair.pair]]
                again[start] = self._value_of_resplit(pair, *offered, worth) > kept + TIE
        return again

    def value_of_resplit(self, pair: PairTables, money: Money, hands: int) -> Floats | None:
        """What a hand of this money in a box of so many comes to if it is split again, by what is known; None where it
        may not be. The other hands of the box are left out of it."""
        if (money, hands) not in pair.play.again:
            return None
        return self._value_of_resplit(pair, money, hands, self._worths[pair.pair])

    def _value_of_resplit(self, pair: PairTables, money: Money, hands: int, worth: dict[int, HandWorth]) -> Floats:
        formed = pair.play.again[money, hands]
        again = frozenset(one for one, start in pair.class_of.items() if start == pair.class_of[money])
        found: Floats = self._sum(
            pair, outcomes(pair.play.again, formed.first, formed.second, again, hands + 1), worth
        )[0]
        return found

    def _worths_of(self, pair: PairTables, hands: dict[int, Hands]) -> dict[int, HandWorth]:
        gone = range(1, pair.most_gone + 1)
        ended = [one.tables.codes[one.used & (one.tables.codes >= 0)] for one in hands.values()]
        codes = distinct(np.concatenate([some + many * UNITS[pair.pair] for some in ended for many in gone]))
        probability = self.distributions(codes)  # of one pair at a time: it is large
        if self._kept is not None:
            self._kept[pair.pair] = codes, probability
        return {start: self._worth(pair, one, codes, probability) for start, one in hands.items()}

    def split_distributions(self, pair: int, codes: Ints) -> Floats:
        """The same as `distributions`, for what has gone after hands of this pair; codes in order."""
        if self._kept is None:
            return self.distributions(codes)
        return self._looked_up(codes, *self._kept[pair])

    def settled_distributions(self, codes: Ints) -> Floats:
        """The same as `distributions`, for what has gone after hands that were not split."""
        return self._looked_up(codes, self.tables.codes, self.probability)

    def _looked_up(self, codes: Ints, have: Ints, probability: Floats) -> Floats:
        place = np.minimum(np.searchsorted(have, codes), len(have) - 1)
        found: Floats = probability[place]
        missing = have[place] != codes
        if missing.any():
            found[missing] = self.distributions(codes[missing])
        return found

    def _worth(self, pair: PairTables, hand: Hands, codes: Ints, probability: Floats) -> HandWorth:
        """The value of a hand that begins with one card of the pair, by how many further ones are gone."""
        one, product = hand.tables, hand.tables.product
        paired, first = product.after[one.start, pair.pair - 1], product.counts[one.start].astype(np.int64)
        nothing = np.zeros((2, len(self.tables.known)))
        any_card, unpaired = [nothing], [nothing]
        for gone in range(1, pair.most_gone + 1):
            cards = NOTHING.copy()
            cards[pair.pair - 1] = gone
            place = places(codes, np.where(one.codes >= 0, one.codes + gone * UNITS[pair.pair], -1))
            values = self._fixed(product, place, hand.used, hand.chosen, probability, cards)
            chance = kernels.next_card(first, cards, self._drawn)
            any_card.append(values[:, one.start].copy())  # not a view, which would keep them all
            unpaired.append(values[:, one.start] - chance[:, pair.pair - 1] * values[:, paired])
        return HandWorth(any_card, unpaired, nothing[0] if hand.own is None else hand.own[paired])

    def _value_of_split(
        self, pair: PairTables, formed: Formed, again: dict[int, Flags], worth: dict[int, HandWorth]
    ) -> Floats:
        """What these two hands win (0) and stake (1), and those that they are split into."""
        result = np.zeros((2, len(self.tables.known)))
        for where, found in self._ways(pair, formed, again):
            result = np.where(where, self._sum(pair, found, worth), result)
            for known in np.nonzero(where)[0] if self.tables.compiled.meetings else ():
                result[0, known] += self.together.extra(pair, found, int(known))
        return result

    def _ways(
        self, pair: PairTables, formed: Formed, again: dict[int, Flags]
    ) -> Iterator[tuple[Flags, tuple[Outcome, ...]]]:
        """The orders in which second cards may pair, and where (by what is known) hands are split again so."""
        for pattern in range(1 << len(again)):
            resplit = {start: bool(pattern >> at & 1) for at, start in enumerate(again)}
            where: Flags = np.logical_and.reduce([again[start] == wanted for start, wanted in resplit.items()])
            if where.any():
                moneys = frozenset(money for money, start in pair.class_of.items() if resplit[start])
                yield where, outcomes(pair.play.again, formed.first, formed.second, moneys)

    def ways(self, pair: PairTables, known: int) -> tuple[Outcome, ...]:
        """The orders in which second cards may pair once this pair is split."""
        if pair.pair not in self._ways_of:
            self._ways_of[pair.pair] = list(self._ways(pair, pair.play.formed, self.again[pair.pair]))
        return next(found for where, found in self._ways_of[pair.pair] if where[known])

    def _sum(self, pair: PairTables, found: tuple[Outcome, ...], worth: dict[int, HandWorth]) -> Floats:
        result = np.zeros((2, len(self.tables.known)))
        for money, unpaired, gone, times in terms(found):
            hand = worth[pair.class_of[money]]
            values = hand.unpaired[gone] if unpaired else hand.any[gone]
            result += times * self._all_pair(pair.pair, gone - 1) * values
        return result

    def _all_pair(self, pair: int, further: int) -> Floats:
        """How probable it is that so many given cards are all of the pair's value, two having gone."""
        result = np.ones(len(self.tables.known))
        counts = NOTHING.copy()
        counts[pair - 1] = 2
        for _ in range(further):
            result *= kernels.next_card(counts, NOTHING, self._drawn)[:, pair - 1]
            counts[pair - 1] += 1
        return result

    # The round

    def hand_worth(self, pair: Pair, known: Known) -> Worth:
        """What the first two cards are worth when they begin to act."""
        number = self.tables.number_of[known]
        if self.is_split(pair, number):
            return worth_at(self.splits[pair[0]], number)
        return worth_at(self._alone, self.tables.start[pair], number)

    def is_split(self, pair: Pair, known: int) -> bool:
        """Whether these two cards are split, by the number of what is known."""
        one, other = pair
        if one != other or one not in self.splits:
            return False
        return worth_at(self.splits[one], known) > worth_at(self._alone, self.tables.start[pair], known)

    def row_value(self, row: int, pair: Pair, known: Known) -> float:
        """What a line of the payoffs is worth when only these two cards and the dealer's have gone."""
        paid = self.tables.paid[row]
        place = int(np.searchsorted(self.tables.codes, code_of(*pair)))
        chances = self.probability[place, self.tables.number_of[known]]
        return float(paid[-1] + chances @ (paid[:-1] - paid[-1]))

    def opening_worth(self, opening: Opening, pair: Pair, up: int, second: int = ANY) -> Worth:
        """What an opening is worth, every offer answered."""
        stake = self.tables.compiled.stake
        match opening:
            case OpeningLeaf(node=node, known=known, beside=beside, staked_beside=staked_beside):
                found = self.tables.compiled.nodes[node]
                if found.kind is Kind.ROW:
                    worth = Worth(self.row_value(found.row, pair, known), found.staked / stake)
                else:
                    worth = self.hand_worth(pair, known)
                if beside < 0:
                    return worth
                return Worth(worth.value + self.row_value(beside, pair, known), worth.staked + staked_beside / stake)
            case OpeningChance(outcomes=found_by_second):
                value = staked = 0.0
                for values, after in found_by_second:
                    chance = self.second_probability(pair, Known(up, values & second), second)
                    if chance > 0:
                        worth = self.opening_worth(after, pair, up, values)
                        value += chance * worth.value
                        staked += chance * worth.staked
                return Worth(value, staked)
            case OpeningOffer():
                return self._offer_worth(opening, pair, up, second)
            case Settled(money=money, staked=all_staked):
                return Worth(money / stake, all_staked / stake)

    def _offer_worth(self, offer: OpeningOffer, pair: Pair, up: int, second: int) -> Worth:
        if self.strategy is Strategy.TOTAL:
            _, after = offer.choices[self.answer_to(offer, pair, up, second)]
            return self.opening_worth(after, pair, up, second)
        worths = [self.opening_worth(after, pair, up, second) for _, after in offer.choices]
        best = max(worths)
        # Held with the offer, whose id stays its own as long as it is.
        self._best_choice[id(offer), pair, up, second] = offer, worths.index(best)
        return best

    def _answer_offers(self) -> None:
        if self.strategy is Strategy.TOTAL:
            answer_by_totals(self.tables.compiled.openings, self.worth_of_choices, self._answers)

    def answer_to(self, offer: OpeningOffer, pair: Pair, up: int, second: int = ANY) -> int:
        """The place of the choice taken: the best for these two cards, or for all that a card calls the same."""
        if self.strategy is Strategy.TOTAL:
            return self._answers[offer, pair, up, second]
        here = id(offer), pair, up, second
        if here not in self._best_choice:
            self._offer_worth(offer, pair, up, second)
        return self._best_choice[here][1]

    def worth_of_choices(self, offer: OpeningOffer, pair: Pair, up: int, second: int) -> Floats:
        """What each choice adds to a round, these cards being met as often as they are."""
        met = self.cards.pair_probability(pair, up) * self.cards.second_probability(pair, Known(up, second))
        if not met:
            return np.zeros(len(offer.choices))
        return np.array([met * self.opening_worth(after, pair, up, second).value for _, after in offer.choices])

    @cached_property
    def worth(self) -> Worth:
        """The expectation of a round for one unit wagered."""
        value = staked = 0.0
        for pair in pairs():
            for up in range(1, 11):
                chance = self.cards.pair_probability(pair, up)
                if chance > 0:
                    worth = self.opening_worth(self.tables.compiled.openings[pair, up], pair, up)
                    value += chance * worth.value
                    staked += chance * worth.staked
        return Worth(value, staked)

    @property
    def ev(self) -> float:
        return self.worth.value
