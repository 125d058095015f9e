"""Cards, totals, money, odds, the stock and the shoe, and who may shuffle for a live table."""

from __future__ import annotations

import copy
import pickle
import secrets
from collections import Counter

import pytest

from holecard.games import find
from holecard.house.croupier import Croupier, LiveCroupier
from holecard.law.errors import Malformed, Refused
from holecard.values.cards import DECK, HIDDEN, parse_card, parse_cards, parse_face, show
from holecard.values.hand import count
from holecard.values.money import Odds, amount, cents
from holecard.values.shoe import NotInShoe, PracticeShuffler, Shoe, Stock, SystemShuffler, cut, shuffled, unbiased_below

# Cards


def test_a_deck_is_fifty_two_cards_that_print_as_they_parse() -> None:
    assert len({repr(card) for card in DECK}) == 52
    assert all(parse_card(repr(card)) is card for card in DECK)
    assert Counter(card.value for card in DECK) == {10: 16, **dict.fromkeys(range(1, 10), 4)}


def test_cards_are_one_object_each_also_after_a_copy() -> None:
    ace = parse_card("As")
    assert pickle.loads(pickle.dumps(ace)) is ace
    assert copy.deepcopy(ace) is ace


def test_a_card_face_down_has_no_rank() -> None:
    assert parse_face("--") is HIDDEN
    assert not hasattr(HIDDEN, "rank")
    assert show((parse_card("10h"), HIDDEN)) == "Th --"


@pytest.mark.parametrize("text", ["", "A", "Ax", "1s", "11s", "As Td", "--"])
def test_what_is_no_card_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="is not a card"):
        parse_card(text)


# Totals


@pytest.mark.parametrize(
    ("cards", "player", "dealer_to_22"),
    [
        ("As Kd", "soft 21", "soft 21"),
        ("As Ah", "soft 12", "soft 22"),
        ("As 2h Ad", "soft 14", "soft 14"),
        ("6s 5h Ad", "12", "soft 22"),
        ("As 2h 9d", "12", "soft 22"),
        ("As 3h 8d", "12", "soft 22"),
        ("As 4h 7d", "12", "soft 22"),
        ("As 5h 6d", "12", "soft 22"),
        ("As 6h 6d", "13", "13"),
        ("As Ah Ad", "soft 13", "soft 13"),
        ("As 9h Ad", "soft 21", "soft 21"),
        ("Ts Ah Ad", "12", "soft 22"),
        ("Ts 2h Kd", "22", "22"),
        ("Ts 6h Kd", "26", "26"),
    ],
)
def test_an_ace_counts_11_up_to_the_limit(cards: str, player: str, dealer_to_22: str) -> None:
    held = parse_cards(cards)
    assert repr(count(held)) == player
    assert repr(count(held, limit=22)) == dealer_to_22


def test_equal_totals_are_one_object() -> None:
    assert count(parse_cards("9s 7h")) is count(parse_cards("Ts 6h"))
    assert count(parse_cards("9s 7h")) is not count(parse_cards("9s 5h 2d")), "the number of cards matters"
    points = count(parse_cards("As 6h"), limit=22)
    assert pickle.loads(pickle.dumps(points)) is points


# Money


def test_money_is_whole_cents() -> None:
    assert [cents(text) for text in ("10", "2.5", "0.05", " 12.50 ", "-3")] == [1000, 250, 5, 1250, -300]
    assert [amount(value) for value in (1000, 5, 0, -1250)] == ["10.00", "0.05", "0.00", "-12.50"]


@pytest.mark.parametrize("text", ["", "0.005", "1,50", "1e3", "ten", ".5", "5.", "--1", "9" * 13, "nan"])
def test_what_is_no_amount_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="is not an amount"):
        cents(text)


def test_odds_pay_exactly_and_round_a_broken_cent_down() -> None:
    assert Odds.parse("3:2").on(1000) == 1500
    assert Odds.parse("6:5").on(1000) == 1200
    assert Odds.parse("3:2").on(5) == 7
    assert str(Odds.parse("11:1")) == "11:1"


@pytest.mark.parametrize("text", ["", "3", "3:0", "3/2", "-3:2", "1.5:1", "3:2:1"])
def test_what_is_no_odds_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="is not odds"):
        Odds.parse(text)


# The stock


def test_a_stock_counts_down_to_nothing() -> None:
    stock = Stock.of_decks(8)
    for card in DECK * 8:
        stock = stock.take(card)
    assert stock == Stock(0, 0)
    with pytest.raises(NotInShoe, match="the shoe is empty"):
        stock.take(DECK[0])


def test_a_card_that_has_gone_cannot_come_again() -> None:
    ace = parse_card("As")
    stock = Stock.of_decks(2).take(ace).take(ace)
    with pytest.raises(NotInShoe, match="As is not left in the shoe"):
        stock.take(ace)
    with pytest.raises(NotInShoe, match="cannot be the face-down card"):
        stock.take(HIDDEN).turn(ace)


def test_a_card_face_down_is_counted_until_it_is_turned() -> None:
    king = parse_card("Kd")
    dealt = Stock.of_decks(1).take(HIDDEN)
    assert (dealt.size, dealt.down, dealt.holds(king)) == (51, 1, 1)
    turned = dealt.turn(king)
    assert (turned.size, turned.down, turned.holds(king)) == (51, 0, 0)


def test_cards_given_back_may_come_again() -> None:
    full = Stock.of_decks(1)
    out = parse_cards("As Kd 7h")
    stock = full
    for card in out:
        stock = stock.take(card)
    assert stock.give_back(out) == full
    assert full.take(HIDDEN).give_back((HIDDEN,)) == full
    assert Stock.of_cards(DECK) == full


# The shoe


def test_a_shoe_deals_in_order_and_shows_its_cover_card() -> None:
    order = parse_cards("As 2h 3d 4c")
    shoe = Shoe(order, cover_from_bottom=2)
    assert shoe.order() == order
    assert [shoe.draw(), shoe.draw()] == list(order[:2])
    assert shoe.cover_is_next()
    shoe.remove_cover()
    assert not shoe.cover_is_next()
    assert shoe.empty() == list(order[2:])
    assert len(shoe) == 0
    with pytest.raises(NotInShoe):
        shoe.draw()


def test_a_cut_puts_the_top_under_the_bottom() -> None:
    order = list(DECK)
    assert cut(order, 10) == [*DECK[10:], *DECK[:10]]


# Shuffling


def test_an_index_past_the_end_is_drawn_again() -> None:
    widths: list[int] = []
    stream = iter([7, 6, 5, 3])

    def bits(width: int) -> int:
        widths.append(width)
        return next(stream)

    assert unbiased_below(6, bits) == 5, "7 and 6 are rejected, not folded back"
    assert widths == [3, 3, 3], "no more bits than it takes"


def test_every_index_is_as_likely_as_every_other() -> None:
    """Each of the eight three-bit numbers once, and then again for those rejected: 0 to 5 come equally often."""
    stream = iter(list(range(8)) * 6)
    drawn = [unbiased_below(6, lambda width: next(stream)) for _ in range(36)]
    assert Counter(drawn) == dict.fromkeys(range(6), 6)


def test_the_system_shuffler_takes_every_bit_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def bits(width: int) -> int:
        asked.append(width)
        return 0

    monkeypatch.setattr(secrets, "randbits", bits)
    shuffled(DECK, SystemShuffler())
    assert asked == [(bound - 1).bit_length() for bound in range(52, 1, -1)]


def test_a_shuffle_keeps_the_cards_and_a_seed_repeats_it() -> None:
    first = shuffled(DECK * 2, PracticeShuffler(7))
    assert first == shuffled(DECK * 2, PracticeShuffler(7)) != shuffled(DECK * 2, PracticeShuffler(8))
    assert Counter(first) == Counter(DECK * 2)


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square of card by place over many shuffles of eight cards: 49 degrees of freedom, 0.1 % beyond 85.4."""
    cards, shuffles = DECK[:8], 8000
    shuffler = PracticeShuffler("fixed")
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(shuffles):
        seen.update((card.index, place) for place, card in enumerate(shuffled(cards, shuffler)))
    expected = shuffles / len(cards)
    cells = [seen[card.index, place] for card in cards for place in range(len(cards))]
    assert sum((found - expected) ** 2 / expected for found in cells) < 85.4


# A live table


class Pretender:
    """Shuffles like the system's generator, but may be asked beforehand what it will say."""

    def below(self, bound: int) -> int:
        return 0


def test_a_live_table_takes_the_system_shuffler_alone() -> None:
    rules = find("pa-down-under").configure()
    heir = type("Heir", (SystemShuffler,), {"below": lambda self, bound: 0})
    LiveCroupier(rules, SystemShuffler())
    for shuffler in (PracticeShuffler(1), Pretender(), heir(), None):
        with pytest.raises(TypeError, match="needs the system shuffler"):
            LiveCroupier(rules, shuffler)  # type: ignore[arg-type]
    Croupier(rules, PracticeShuffler(1))


def test_a_live_table_refuses_law_that_is_only_proposed() -> None:
    proposed = find("pa-down-under").configure(edition="2018")
    with pytest.raises(Refused, match="proposed and not yet in force") as refused:
        LiveCroupier(proposed, SystemShuffler())
    assert not refused.value.cite.is_law
    assert (refused.value.what, refused.value.legal) == ("edition=2018", ("edition=2020",))
    Croupier(proposed, PracticeShuffler(1))
