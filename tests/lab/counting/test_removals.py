"""Effects of removal: the identity for every game and wager, published values, and tiny shoes in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from holecard.engine.ask_and_answer import ask
from holecard.engine.questions import Act, Decide, Offer
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.games import GAMES, find
from holecard.lab.compiler.store import tables_for
from holecard.lab.counting._wager_values import wager_value
from holecard.lab.counting.removals import VALUES, Play, Removals, removals
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.followed import Followed
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.lab.wagers.composition import Composition
from holecard.lab.wagers.side_wagers import analyse_wagers, offered_alone
from holecard.law.errors import Malformed
from holecard.round.second_chance import SECOND_CHANCE
from holecard.testing.lab.oracle import Again, Holes, Oracle
from holecard.values.cards import Card
from tests.kit.soak import SOAK, usual_or_soak

EXACT = 1e-12

GRIFFIN = {  # The Theory of Blackjack, 5th edition, p. 44: percent, one deck
    "A": -0.61, "2": 0.38, "3": 0.44, "4": 0.55, "5": 0.69, "6": 0.46, "7": 0.28, "8": 0.00, "9": -0.18, "T": -0.51,
}  # fmt: skip


OF_EACH_KIND = ("reference", "pa-down-under", "nz-blackjack", "nz-free-bet")  # a reader, no hole card, free money


def mean_of(found: Removals) -> float:
    """The expectation after a random card has gone, less that before."""
    return found.weighted_sum / float(found.weights.sum())


@pytest.mark.parametrize("game", usual_or_soak(OF_EACH_KIND, tuple(GAMES)))
@pytest.mark.parametrize("strategy", usual_or_soak([Strategy.COMPOSITION], [*Strategy]))
def test_a_card_burned_unseen_changes_nothing(game: str, strategy: Strategy) -> None:
    rules = find(game).configure()
    fresh = Solution(tables_for(rules), Cards.of_decks(rules.decks), strategy)
    evs = [Followed(fresh, fresh.cards.without(value)).ev for value in range(1, 11)]
    mean = np.average(evs, weights=fresh.cards.counts)
    assert abs(mean - fresh.ev) < EXACT
    assert max(abs(ev - fresh.ev) for ev in evs) > 1e-4


def side_wagers() -> Iterator[tuple[str, str, str | None]]:
    for game in GAMES:
        for key, scale, rules in offered_alone(find(game), {}):
            if rules.play.side_wagers[key].riding is None or SOAK:  # one that rides takes a minute
                yield game, key, scale


@pytest.mark.parametrize(("game", "key", "scale"), [*side_wagers()])
def test_the_same_for_every_side_wager_and_pay_scale(game: str, key: str, scale: str | None) -> None:
    found = removals(at_scale(game, key, scale), key)
    assert found.pay_scale == scale
    assert abs(mean_of(found)) < EXACT


def at_scale(game: str, key: str, scale: str | None) -> Rules:
    return next(rules for one, other, rules in offered_alone(find(game), {}) if (one, other) == (key, scale))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_for_insurance(game: str) -> None:
    found = removals(find(game).configure(), "insurance")
    assert abs(mean_of(found)) < EXACT
    assert found.rows[0].in_shoe == 23, "the dealer's ace is on the table"


def test_the_best_play_gains_from_every_card(rules: Rules) -> None:
    fixed, best = removals(rules), removals(rules, play=Play.BEST)
    assert best.ev == fixed.ev
    assert (best.effects >= fixed.effects - EXACT).all()
    assert 0 < mean_of(best) < 1e-4


def test_published_effects_for_one_deck() -> None:
    """Griffin's are for one deck without doubling after a split; his play differs in a few hands."""
    rules = find("reference").configure({"decks": "1", "das": "no", "max_hands": "2"})
    found = {row.card: 100 * row.effect for row in removals(rules).rows}
    assert found == pytest.approx(GRIFFIN, abs=0.05)
    for one, other in permutations(GRIFFIN, 2):
        assert found[one] > found[other] or GRIFFIN[one] < GRIFFIN[other] + 0.05, "clear differences are in his order"


def test_published_order_for_six_decks() -> None:
    """wizardofodds.com, Effect of Card Removal in Blackjack: six decks, split once, best play."""
    published = {"5": 0.141, "4": 0.110, "3": 0.082, "6": 0.079, "2": 0.069, "7": 0.041, "8": -0.008, "9": -0.040,
                 "T": -0.091, "A": -0.094}  # fmt: skip
    rules = find("reference").configure({"max_hands": "2"})
    found = {row.card: 100 * row.effect for row in removals(rules, play=Play.BEST).rows}
    assert sorted(found, key=found.__getitem__) == sorted(published, key=published.__getitem__)
    assert found == pytest.approx(published, abs=0.02)


Offered = tuple[tuple[int, ...], int, str, str]


def offered(table: Table, question: Offer) -> Offered:
    """An offer before the turns, as a player sees it: two cards, the up card, the light, and what is offered."""
    cards = [card.value for card in table.boxes[0].hands[0].cards if isinstance(card, Card)]
    up = table.dealer.cards[0]
    assert isinstance(up, Card)
    return tuple(sorted(cards)), up.value, table.dealer.light, question.subject


class Leader(Oracle):
    """Remembers how it answers the offers before the turns."""

    def __init__(self, rules: Rules, counts: tuple[int, ...]) -> None:
        super().__init__(rules, counts)
        self.answers: dict[Offered, str] = {}

    def _play(self, table: Table, holes: Holes, again: Again | None) -> Fraction:
        question = ask(self.rules, table)
        if isinstance(question, Offer) and question.subject != SECOND_CHANCE:
            worth = {legal.do: self.play(self.after(table, Act(legal.do)), holes, again) for legal in question.choices}
            self.answers[offered(table, question)] = max(worth, key=worth.__getitem__)
        return super()._play(table, holes, again)


class Follower(Oracle):
    """Plays another tiny shoe in fractions by the leader's decisions."""

    def __init__(self, leader: Leader, counts: tuple[int, ...]) -> None:
        super().__init__(leader.rules, counts)
        self.leader = leader

    def choose(self, table: Table, question: Decide | Offer, again: Again | None) -> str:
        return self.leader.choose(table, question, again)

    def _play(self, table: Table, holes: Holes, again: Again | None) -> Fraction:
        question = ask(self.rules, table)
        if isinstance(question, Offer) and question.subject != SECOND_CHANCE:
            return self.play(self.after(table, Act(self.leader.answers[offered(table, question)])), holes, again)
        return super()._play(table, holes, again)


# In these no two choices of a hand are worth the same, so that there is one best play.
USUAL: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("reference", "AAAA677777TTTT", {"max_hands": 2}),
    ("pa-down-under", "A667777TTTTT", {"dealer_ace": "conventional"}),
)
TINY = usual_or_soak(USUAL, (*USUAL, ("nz-blackjack", "A7777889TTTTT", {"dealer_blackjack_takes": "original-only"})))


@pytest.mark.parametrize(("game", "cards", "options"), TINY, ids=[game for game, _, _ in TINY])
def test_tiny_shoes_in_fractions(game: str, cards: str, options: dict[str, object]) -> None:
    """The decisions of a whole tiny shoe, played through `ask` and `answer` in that shoe less each card."""
    rules = find(game).configure(options)
    counts = tuple(cards.count(value) for value in VALUES)
    leader = Leader(rules, counts)
    whole = leader.ev()
    fresh = Solution(tables_for(rules), Cards(counts))
    mean = Fraction(0)
    for value, held in enumerate(counts, 1):
        if held:
            less = fresh.cards.without(value)
            ev = Follower(leader, less.counts).ev()
            mean += Fraction(held, len(cards)) * ev
            assert Followed(fresh, less).ev == pytest.approx(float(ev), abs=EXACT)
    assert mean == whole


def test_an_unknown_wager_is_refused_in_one_line(rules: Rules) -> None:
    with pytest.raises(Malformed, match=r"--wager sevens is unknown\. reference has main, insurance"):
        removals(rules, "sevens")


@pytest.mark.parametrize("game", [game for game in GAMES if find(game).wagers])
def test_side_wagers_agree_with_every_deal_of_a_small_shoe(game: str) -> None:
    """The polynomial and the enumeration in fractions, for a shoe without pattern."""
    counts = np.random.default_rng(7).integers(0, 4, 52)
    shoe = Composition([int(many) for many in counts])
    rows = {(row.wager, row.pay_scale): row for row in analyse_wagers(find(game), shoe=shoe)}
    for key, scale, rules in offered_alone(find(game), {}):
        row = rows[key, scale]
        kept = row.ev if row.ev_kept is None else row.ev_kept
        assert wager_value(rules, key).evs(counts[None, :].astype(float))[0] == pytest.approx(float(kept), abs=EXACT)
