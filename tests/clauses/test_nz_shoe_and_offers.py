"""The shoe and the offers in error: New Zealand 16.7 to 16.12, 16.14 and 16.15."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Bet, Bets, CoverCard, Decide, Irregularity, Notice, PlaceWagers, What
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.pit import PitTable, cards_at, clauses, new_table
from tests.kit.rounds import Round

ANN, BOB = (2, "Ann"), (5, "Bob")
NOTHING_DUE = "no shuffle is due after the cutting card"


def nz(game: str = "nz-blackjack", shoe: str = "", **options: object) -> Round:
    return Round(game, shoe, **options)


def at_a_table(**options: object) -> PitTable:
    """A table with its cards in the shoe."""
    table = new_table(ANN, BOB, game="nz-blackjack", **options)  # type: ignore[arg-type]
    table.ready()
    return table


def replays(table: PitTable) -> None:
    again = table.first.bare()
    for question, value in table.answers:
        assert ask(table.rules, again) == question
        again, _ = answer(table.rules, again, question, value)
    assert again == table.table


# The shoe


@clause("nz-blackjack", "16.7", "7.5", "7.6(a)")
def test_16_7_the_discards_go_back_into_the_shoe_which_serves_the_rounds_after_this_too() -> None:
    table = nz(shoe="Ts 7h 9d Tc 8s 6h 8d", burn=True).bets(1000).cards("Ts 7h 9d")
    assert table.refuses("shoe-empty") == "16.7: no card is due now"
    table.act("stand").cards("Tc").collect().bets(1000)
    assert table.refuses("shoe-empty") == "16.7: the shoe still has 3 cards"
    table.cards("8s 6h").answer(CoverCard()).cards("8d").act("stand")
    due = table.question
    assert (table.rack, table.purse(), table.table.stock.size) == ("Ts 9d 7h Tc", 0, 0)
    table.wrong("shoe-empty")
    table.act("done", "done").act("cut", amount=2).act("cover", amount=2).act("done")  # and no card is burned
    assert (table.rack, table.table.stock.size, table.question) == ("", 4, due)
    table.cards("9d Tc")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h 9d Tc", "", 2000)
    table.collect()  # no shuffle is due before its own cutting card (N26)
    assert isinstance(table.question, PlaceWagers)
    table.replays()


@clause("nz-blackjack", "16.7")
def test_16_7_an_empty_rack_completes_no_round() -> None:
    table = nz(shoe="Ts 7h 9d").bets(1000).cards("Ts 7h 9d").act("stand")
    assert table.refuses("shoe-empty") == "16.7: the discard rack is empty"


@clause("nz-blackjack", "16.8")
def test_16_8_a_damaged_card_is_replaced_when_the_round_ends() -> None:
    table = nz().bets(1000).cards("Ts 7h 9d").wrong("damaged-card", card="7h").wrong("damaged-card", card="Ts")
    assert (table.dealer, table.rack, table.purse()) == ("7h", "", -1000)
    table.act("stand").cards("Tc")
    assert (table.over, table.rack, table.purse()) == (True, "", 1000)
    table.collect()
    assert getattr(table.question, "step", "") == "replace-card"
    assert len(table.told(What.RULED, "16.8")) == 2
    table.wrong("damaged-card", card="9d").act("done")  # all of them at once
    assert isinstance(table.question, PlaceWagers)
    table.replays()


@clause("nz-blackjack", "16.9", "8.8")
def test_16_9_a_shuffle_missed_when_the_cutting_card_came_first_is_made_up_after_the_round() -> None:
    table = at_a_table()
    table.bet(ANN, BOB)
    table.answer(CoverCard())
    shuffles = table.table.pit.shuffles
    assert clauses(table.answer(Irregularity("shuffle-missed"))) == ["16.9"]
    assert (table.table.closed, table.rack, len(table.table.boxes)) == (True, (), 2)
    table.play_out()
    assert (table.asked[0], cards_at(table.table)) == ("gather", 312)
    table.ready()
    assert table.table.pit.shuffles == shuffles + 1
    assert table.refuses(Irregularity("shuffle-missed")).why == NOTHING_DUE
    replays(table)


@clause("nz-blackjack", "16.9")
def test_16_9_a_missed_shuffle_may_be_noticed_during_the_round() -> None:
    table = nz().bets(1000).cards("Ts 7h 9d").wrong("shuffle-missed")
    due = table.table.pit.due
    assert table.wrong("shuffle-missed").table.pit.due == due, "told twice, it is one shuffle"
    table.act("stand").cards("Tc").collect()
    assert getattr(table.question, "step", "") == "gather"
    automatic = nz(shuffler="continuous").bets(1000)
    assert automatic.refuses("shuffle-missed") == f"16.9: {NOTHING_DUE}"
    table.replays()


@clause("nz-blackjack", "16.9", "8.7")
def test_16_9_and_so_is_one_missed_after_the_round_of_the_cutting_card() -> None:
    table = at_a_table()
    table.bet(ANN)
    table.go_on()
    while table.question.cite.clause != "8.5":
        table.go_on()
    table.answer(CoverCard())
    assert table.refuses(Irregularity("shuffle-missed")).why == NOTHING_DUE
    table.play_out()
    table.answer(Irregularity("shuffle-missed"))
    assert isinstance(table.question, PlaceWagers)
    table.round(BOB)
    assert (table.asked[0], cards_at(table.table)) == ("gather", 312)
    replays(table)


@clause("nz-blackjack", "16.10", "7.3(d)")
def test_16_10_a_shoe_without_its_cutting_card_is_shuffled_after_the_round() -> None:
    table = at_a_table()
    table.bet(ANN)
    table.answer(Irregularity("no-cutting-card"))
    assert table.refuses(Irregularity("no-cutting-card")).cite.clause == "16.10"
    table.play_out()
    assert table.asked == ("gather", "dealer", "7.1")
    assert ("cut", "Ann", "7.3(d)") in table.ready()
    replays(table)


@clause("nz-blackjack", "16.10")
def test_16_10_a_continuous_shuffler_has_no_cutting_card_to_miss() -> None:
    refused = at_a_table(shuffler="continuous").refuses(Irregularity("no-cutting-card"))
    assert (refused.cite.clause, refused.why) == ("16.10", "a continuous shuffler has no cutting card")


# The offers


@clause("nz-blackjack", "16.11", "9.1")
def test_16_11_a_player_who_was_passed_over_may_still_insure_until_the_second_card() -> None:
    table = nz().bets(1000, 1000).cards("Ts Th Ah 2s 9h").act("decline", "decline").act("hit").cards("3s")
    assert table.refuses("insurance-not-offered", seat=3).endswith("and a bet on this box")
    table.wrong("insurance-not-offered", seat=1)
    assert (table.offered()[:2], table.purse(1)) == (("insurance", 1), -1000)
    table.act("insurance")
    assert (table.rack, table.purse(1)) == ("", -1500)
    assert table.refuses("insurance-not-offered", seat=1) == "16.11: P1 already has Insurance, or will still be asked"
    table.act("stand").act("stand")
    table.cards("Kd")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, -1000)
    assert table.refuses("insurance-not-offered", seat=2).startswith(
        "16.11: Insurance needs an ace as the dealer's only card"
    )
    table.replays()


@clause("nz-blackjack", "16.11", "13.2")
def test_16_11_a_busted_hand_has_nothing_left_to_insure() -> None:
    table = nz().bets(1000, 1000).cards("Ts Th Ah 2s 9h")
    assert table.refuses("insurance-not-offered", seat=1) == "16.11: P1 already has Insurance, or will still be asked"
    table.act("decline", "decline", "hit").cards("Kc")
    assert table.refuses("insurance-not-offered", seat=1) == "16.11: P1 has no wager left to insure"


def with_madness(stake: str) -> Round:
    """Two boxes with Madness 21; the first gets a Blackjack, the second nothing."""
    table = nz(madness_21=True, madness_stake=stake)
    bets = [Bet(1, "P1", 1000), Bet(1, "P1", 300, "madness-21"), Bet(2, "P2", 1000), Bet(2, "P2", 300, "madness-21")]
    return table.answer(Bets(tuple(bets), last=True))


@clause("nz-blackjack", "16.12")
@pytest.mark.parametrize(("stake", "won"), [("returned", 2500), ("kept", 2200)])
@pytest.mark.parametrize("fails", ["before the cards", "at the button"])
def test_16_12_a_winner_gets_25_dollars_when_the_equipment_has_failed(stake: str, won: int, fails: str) -> None:
    table = with_madness(stake)
    if fails == "before the cards":
        table.wrong("display-failed").cards("As Th 6h Ks 9h")
    else:
        table.cards("As Th 6h Ks 9h").act("press").wrong("display-failed")
    assert (table.purse(1), table.purse(2)) == (won + 1500, -1300)  # the Blackjack is paid as well
    assert table.refuses("display-failed") == "16.12: the equipment is already out of order"
    table.act("stand").cards("Tc Kd")
    assert (table.rack, table.purse(1), table.purse(2)) == ("As Ks", won + 1500, 700)
    table.replays()


@clause("nz-blackjack", "16.12")
def test_16_12_the_wager_is_not_offered_until_the_equipment_works() -> None:
    table = nz(madness_21=True)
    laid = (Bet(1, "P1", 1000), Bet(1, "P1", 300, "madness-21"))
    table.answer(Bets(laid))
    assert table.purse() == -1300
    table.wrong("display-failed")
    assert (table.purse(), [fact.amount for fact in table.told(What.RETURNED, "16.12")]) == (-1000, [300])
    with pytest.raises(Refused) as refused:
        table.answer(Bets((laid[1],)))
    assert refused.value.cite.clause == "16.12"
    table.answer(Notice("display-repaired")).answer(Bets((laid[1],), last=True))
    assert table.purse() == -1300
    table.replays()


@clause("nz-blackjack", "16.14", "15D.6(a)")
def test_16_14_who_plays_first_has_kept_his_house_money_win() -> None:
    table = nz(house_money=True).answer(Bets((Bet(1, "P1", 1000), Bet(1, "P1", 100, "house-money")), last=True))
    not_asked = "16.14: no player is deciding whether a win rides"
    assert table.refuses("played-before-riding") == not_asked
    table.cards("9s 6h 9d")
    assert (table.offered()[0], table.purse()) == ("house-money", -1100)
    table.wrong("played-before-riding")
    assert (table.purse(), isinstance(table.question, Decide)) == (-700, True)
    assert table.refuses("played-before-riding") == not_asked
    table.act("stand").cards("Tc Kd")
    assert (table.rack, table.purse()) == ("", 1300)
    table.replays()


@clause("nz-blackjack", "16.15")
def test_16_15_and_so_with_let_it_ride() -> None:
    table = nz(let_it_ride=True).answer(Bets((Bet(1, "P1", 1000), Bet(1, "P1", 100, "let-it-ride")), last=True))
    table.cards("9s 6h 8s").wrong("played-before-riding")
    kept = table.purse()
    assert kept > -1000
    assert not any(wager.kind == "let-it-ride" for wager in table.hand().wagers)
    table.act("stand").cards("Tc Kd")
    assert (table.rack, table.purse()) == ("", kept + 2000)
    table.replays()
