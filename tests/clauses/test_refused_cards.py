"""Refusing an exposed card binds the player on every box and hand: 685a.12(c), 673a.13(c)."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer
from holecard.engine.questions import Act, Bet, Bets, Offer, Turn, What
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.rounds import Round

DOUBLE_BACK_JACK = "pa-double-back-jack"


def two_boxes(game: str = "pa-down-under", **options: object) -> Round:
    """P1 bets 10.00 on boxes 1 and 2, P3 on box 3."""
    table = Round(game, **options)  # type: ignore[arg-type]
    return table.answer(Bets((Bet(1, "P1", 1000), Bet(2, "P1", 1000), Bet(3, "P3", 1000)), last=True))


@clause("pa-685a", "12(c)")
def test_12c_a_refusal_at_one_box_binds_the_player_at_the_other() -> None:
    table = two_boxes().cards("Ts 6c 9h 6h 4d 5c 2h --").light("large").wrong("drawn-exposed", card="Tc")
    assert "stand" not in table.offered()[3]  # who lets the card pass has refused it
    table.act("refuse")
    assert (table.offered()[:2], table.hand(2).over) == (("exposed-card", 3), True)
    assert [fact.seat for fact in table.told(What.ANNOUNCED, "12(c)")] == [2]
    table.act("double").turn("Kd").cards("Qh")
    assert (table.shows(2), table.shows(3), table.purse(1), table.purse(3)) == ("6c 5c", "9h 2h Tc", 2000, 2000)
    table.replays()


@clause("pa-685a", "12(c)")
def test_12c_who_took_the_card_at_one_box_is_free_at_the_other() -> None:
    table = two_boxes().cards("Ts 6c 9h 6h 4d 5c 2h --").light("large").wrong("drawn-exposed", card="2c")
    table.act("accept", "stand", "hit").cards("Tc")
    assert (table.shows(1), table.shows(2)) == ("Ts 4d 2c", "6c 5c Tc")
    table.wrong("drawn-exposed", card="5h").act("refuse").turn("Kd")
    assert (table.over, table.dealer, table.purse(1), table.purse(3)) == (True, "6h Kd 5h", -1000, -1000)
    table.replays()


@clause("pa-685a", "12(c)", "7(i)(1)")
def test_12c_a_bound_players_blackjack_is_still_paid() -> None:
    table = two_boxes().cards("Ts Ac 9h 6h 4d Kc 2h --").light("large").wrong("drawn-exposed", card="Tc")
    table.act("refuse", "refuse").turn("Kd")
    assert (table.over, table.dealer, table.purse(1), table.purse(3)) == (True, "6h Kd Tc", 2500, 1000)
    table.replays()


@clause("pa-685a", "12(c)", "12(g)")
def test_12c_a_bound_player_gets_no_late_card_either() -> None:
    table = two_boxes().cards("Ts 6c 9h 6h 2d 5c 2h --").light("large").act("hit")
    table.wrong("card-not-dealt", seat=1).act("late-card").wrong("drawn-exposed", card="Tc")
    assert table.offered()[1] == 2
    table.act("refuse", "refuse").turn("Kd")
    assert (table.over, table.shows(1), table.dealer) == (True, "Ts 2d", "6h Kd Tc")
    table.replays()


@clause("pa-685a", "12(c)", "12(f)")
def test_12c_the_second_card_of_the_deal_is_no_additional_one() -> None:
    """Box 2 was passed over in the deal: its player, who has refused elsewhere, still has the choice of 12(f)."""
    table = two_boxes().cards("Ts 6c 9h 6h 4d").wrong("passed-over", seat=2).cards("2h --").light("large")
    table.wrong("drawn-exposed", card="Tc").act("refuse", "accept")
    assert table.offered() == ("second-card-missed", 2, 1, ["late-card", "decline"])
    table.act("late-card").cards("5c")
    assert isinstance(table.question, Turn)  # and no more than that one
    table.turn("Kd").cards("Qh")
    assert (table.over, table.shows(2), table.purse(1)) == (True, "6c 5c", 2000)
    table.replays()


@clause("pa-673a", "13(c)", "9(a)")
@pytest.mark.parametrize(("said", "won"), [("stand", 2000), ("surrender", 500)])
def test_13c_a_bound_player_may_stand_or_surrender_which_needs_no_card(said: str, won: int) -> None:
    table = two_boxes(DOUBLE_BACK_JACK).cards("Ts 6c 9h 6h 4d 5c 2h --").wrong("drawn-exposed", card="Tc")
    table.act("refuse")
    assert table.offered() == ("no-more-cards", 2, 1, ["stand", "surrender"])
    with pytest.raises(Refused) as refused:
        answer(table.rules, table.table, table.question, Act("hit"))
    assert refused.value.cite.clause == "13(c)"
    table.act(said)
    assert isinstance(table.question, Offer)
    assert table.offered()[1] == 3
    table.act("accept").turn("Kd").cards("9c")  # P3 has 21 and is paid at once
    assert (table.over, table.dealer, table.purse(1), table.purse(3)) == (True, "6h Kd 9c", won, 1000)
    table.replays()


@clause("pa-673a", "13(c)")
def test_13c_a_bound_split_hand_of_another_box_is_not_asked() -> None:
    table = two_boxes(DOUBLE_BACK_JACK).cards("8s Tc 9h 6h 8d 5c 9c --").act("split").cards("4c")
    table.wrong("drawn-exposed", card="Kc").act("refuse")
    assert table.offered()[:3] == ("no-more-cards", 2, 1)
    table.act("stand", "refuse")
    assert isinstance(table.question, Turn)
    assert (table.shows(1, 1), table.shows(1, 2)) == ("8s 4c", "8d")
    table.turn("Kd")
    assert (table.over, table.dealer, table.purse(1), table.purse(3)) == (True, "6h Kd Kc", 3000, 1000)
    table.replays()
