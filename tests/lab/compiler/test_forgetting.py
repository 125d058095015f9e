"""What the compiler forgets cannot be read: every forbidden field raises, and a game that needs one is not compiled."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

import pytest

from holecard.engine.options import Options
from holecard.engine.rules import Play
from holecard.engine.settlement import Case, Named, Predicate, predicate, wins_at
from holecard.engine.table import Dealer, Hand, Wager
from holecard.games.reference import REFERENCE
from holecard.games.reference import play as ordinary_play
from holecard.lab.compiler.abstract import (
    CARDS,
    HIDDEN_DEALER,
    SOME_CARD,
    SOME_LIGHT,
    AtLeast,
    CardIsRead,
    ForgottenIsRead,
    NumberIsRead,
    held,
)
from holecard.lab.compiler.compile import compile_game
from holecard.law.clauses import Citing
from holecard.values.money import Odds


@pytest.mark.parametrize(
    "read",
    [
        lambda: SOME_CARD.value,
        lambda: SOME_CARD.rank,
        lambda: CARDS[1] == SOME_CARD,
        lambda: CARDS[10].rank,
        lambda: CARDS[5].suit,
        lambda: CARDS[5].code,
        lambda: CARDS[5].is_red,
        lambda: CARDS[5].index,
        lambda: HIDDEN_DEALER.points,
        lambda: HIDDEN_DEALER.cards,
        lambda: HIDDEN_DEALER.light,
        lambda: len(HIDDEN_DEALER),
        lambda: list(HIDDEN_DEALER),
        lambda: HIDDEN_DEALER == HIDDEN_DEALER,
        lambda: f"{HIDDEN_DEALER}",
        lambda: bool(HIDDEN_DEALER),
        lambda: SOME_LIGHT == "large",
        lambda: SOME_LIGHT in ("large", "small"),
        lambda: held(20, 0, 7, 21, 3).count == 7,
        lambda: held(20, 0, 7, 21, 3).count >= 5,
        lambda: held(20, 4, 7, 21, 3).aces == 4,
    ],
)
def test_a_forbidden_field_raises(read: Callable[[], object]) -> None:
    with pytest.raises(ForgottenIsRead):
        read()


@pytest.mark.parametrize(
    ("compare", "other", "expected"),
    [
        (operator.eq, 2, False),
        (operator.ne, 2, True),
        (operator.gt, 2, True),
        (operator.ge, 3, True),
        (operator.lt, 3, False),
        (operator.le, 2, False),
    ],
)
def test_what_is_remembered_can_be_asked(compare: Callable[[object, int], bool], other: int, expected: bool) -> None:
    assert compare(AtLeast(3), other) is expected
    assert SOME_LIGHT  # that the reader was used
    assert not HIDDEN_DEALER.is_blackjack


def paying(when: Predicate) -> Callable[[Citing, Options], Play]:
    """Ordinary blackjack with one more line at the head of its settlement."""

    def play(law: Citing, chosen: Options) -> Play:
        ordinary = ordinary_play(law, chosen)
        names = tuple(case.name for case in ordinary.cases)
        return replace(
            ordinary,
            cases=(Case(Named("bonus", "a bonus"), when, wins_at(Odds(3)), law("bonus"), names), *ordinary.cases),
        )

    return play


@predicate
def in_spades(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return all(card.suit == "s" for card in hand.cards)


@predicate
def last_card_is_a_seven(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.cards[-1].value == 7


@predicate
def of_nine_cards(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.count == 9


@pytest.mark.parametrize(
    ("when", "error", "text"),
    [
        (in_spades, ForgottenIsRead, "bonus: the rule in_spades reads card.suit, {}; use card.value"),
        (last_card_is_a_seven, CardIsRead, "bonus: the rule last_card_is_a_seven reads a card of a longer hand, {}"),
        (of_nine_cards, NumberIsRead, "bonus: the rule of_nine_cards reads the exact number of a hand's cards, {}"),
    ],
)
def test_a_game_that_needs_what_is_forgotten_is_not_compiled(
    when: Predicate, error: type[Exception], text: str
) -> None:
    game = replace(REFERENCE, key="bonus", play=paying(when))
    begin, _, end = text.partition("{}")
    with pytest.raises(error) as caught:
        compile_game(game.configure({"decks": "1"}))
    assert str(caught.value).startswith(begin)
    assert str(caught.value).endswith(end)
