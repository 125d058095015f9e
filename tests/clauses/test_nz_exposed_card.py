"""A card drawn in error and seen: whom New Zealand 16.4 binds, and whom it passes over."""

from __future__ import annotations

from holecard.engine.questions import Bet, Bets, Decide, Draw
from tests.kit.clauses import clause
from tests.kit.rounds import Round


def with_split_eights(*stakes: int) -> Round:
    """Box 1 has split eights against a 7; its first hand waits for its second card."""
    others = ["6s", "9s"][: len(stakes) - 1], ["5c", "9c"][: len(stakes) - 1]
    dealt = " ".join(["8s", *others[0], "7h", "8d", *others[1]])
    return Round("nz-blackjack").bets(*stakes).cards(dealt).act("split")


@clause("nz-blackjack", "16.4")
def test_16_4_a_refusal_binds_the_hand_and_the_other_hand_of_the_split_goes_on() -> None:
    table = with_split_eights(1000).cards("5c").wrong("drawn-exposed", card="3h").act("refuse")
    assert (table.shows(1, 1), table.hand(1, 1).over) == ("8s 5c", True)
    assert table.offered() == ("exposed-card", 1, 2, ["accept", "refuse"])
    table.act("accept")
    assert (table.shows(1, 2), table.hand(1, 2).over, table.table.loose) == ("8d 3h", False, None)
    table.act("double").cards("Tc Td")
    assert (table.over, table.purse()) == (True, -1000 + 2000)
    table.replays()


@clause("nz-blackjack", "16.4", "12.3")
def test_16_4_a_split_hand_of_one_card_refuses_and_still_gets_its_second() -> None:
    table = with_split_eights(1000, 1000).wrong("drawn-exposed", card="9h")
    assert table.offered() == ("exposed-card", 1, 1, ["accept", "refuse"])
    table.act("refuse")
    due = table.question
    assert isinstance(due, Draw)
    assert (str(due.dues[0].to), due.cite.clause) == ("box 1", "12.3")
    table.cards("3c")  # 11, and no more: 16.4 stands before 13.1(d), and before a double
    assert (table.shows(1, 1), table.hand(1, 1).over) == ("8s 3c", True)
    assert table.offered() == ("exposed-card", 1, 2, ["accept", "refuse"])  # it waits for the next
    table.act("accept", "stand", "hit").cards("Tc Td")
    assert (table.shows(1, 2), table.shows(2), table.dealer) == ("8d 9h", "6s 5c Tc", "7h Td")
    assert (table.purse(1), table.purse(2)) == (-1000, 1000)
    table.replays()


@clause("nz-blackjack", "16.4", "12.4(b)")
def test_16_4_split_aces_that_refuse_get_their_one_card_and_the_dealer_gets_the_refused_one() -> None:
    table = Round("nz-blackjack").bets(1000).cards("As 7h Ad").act("split").wrong("drawn-exposed", card="2c")
    table.act("refuse").cards("9c").act("refuse").cards("8c")
    assert (table.shows(1, 1), table.shows(1, 2), table.dealer) == ("As 9c", "Ad 8c", "7h 2c")
    table.cards("9d")
    assert (table.over, table.purse()) == (True, 2000)
    table.replays()


@clause("nz-blackjack", "16.4")
def test_16_4_a_pair_made_by_the_card_still_owed_may_not_be_split_again() -> None:
    table = with_split_eights(1000).wrong("drawn-exposed", card="5h").act("refuse").cards("8c")
    assert (table.shows(1, 1), table.hand(1, 1).over, len(table.table.boxes[0].hands)) == ("8s 8c", True, 2)
    table.act("refuse").cards("Tc").cards("6c").replays()
    assert (table.dealer, table.purse()) == ("7h 5h 6c", -1000)  # 16 lost, 18 stands off


@clause("nz-blackjack", "16.4")
def test_16_4_binds_no_other_box_of_the_same_player() -> None:
    table = Round("nz-blackjack").answer(Bets((Bet(1, "P1", 1000), Bet(2, "P1", 1000)), last=True))
    table.cards("Ts 6s 7h 5d 5c").wrong("drawn-exposed", card="Kc").act("refuse")
    assert table.offered() == ("exposed-card", 2, 1, ["accept", "double", "refuse"])
    table.act("accept").cards("Td")
    assert (table.shows(2), table.purse()) == ("6s 5c Kc", 0)
    table.replays()


@clause("nz-blackjack", "16.6", "16.4")
def test_16_6_an_absent_player_is_offered_nothing() -> None:
    """The card passes on; the absent player's hand draws to 12 from the shoe."""
    table = Round("nz-blackjack").bets(1000, 1000).cards("5s 6s 7h 4d 5c").wrong("absent-player", seat=1)
    table.wrong("drawn-exposed", card="Kc")
    assert isinstance(table.question, Draw)
    table.cards("8c")
    assert (table.shows(1), table.hand(1).over) == ("5s 4d 8c", True)
    assert table.offered() == ("exposed-card", 2, 1, ["accept", "double", "refuse"])
    table.act("accept").cards("9d 2c")
    assert (table.shows(2), table.purse(1), table.purse(2)) == ("6s 5c Kc", -1000, 1000)
    table.replays()


@clause("nz-blackjack", "16.6", "16.4")
def test_16_6_a_player_may_turn_out_to_be_absent_when_the_card_is_offered() -> None:
    table = Round("nz-blackjack").bets(1000, 1000).cards("Ts 6s 7h 4d 5c").wrong("drawn-exposed", card="Kc")
    assert table.refuses("absent-player", seat=2) == "16.6: no decision is due on box 2 now"
    table.wrong("absent-player", seat=1)
    assert (table.hand(1).over, table.shows(1)) == (True, "Ts 4d")
    assert table.offered() == ("exposed-card", 2, 1, ["accept", "double", "refuse"])
    table.act("refuse")
    assert (table.dealer, table.over) == ("7h Kc", True)
    assert not isinstance(table.question, Decide)
    table.replays()
