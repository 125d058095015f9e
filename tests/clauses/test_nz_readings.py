"""The readings of New Zealand's Blackjack division that are switches, each with all its values."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Bet, Bets, Decide, Offer, What
from holecard.games import GAMES
from tests.kit.clauses import clause
from tests.kit.nz import facts, net, play, refusal
from tests.kit.rounds import Round

FAMILY = ("nz-blackjack", "nz-ante-up", "nz-blackjack-plus", "nz-free-bet")
A10 = "bet 1 A main 10.00; "
AB = A10 + "bet 1 B main 20.00; "
HOUSE = A10 + "bet 1 A house-money 5.00; "


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


@pytest.mark.parametrize("game", FAMILY)
def test_every_version_has_the_switches_that_concern_it(game: str) -> None:
    switches = {option.name: option.show(option.default) for option in GAMES[game].options if option.reading}
    every = {"ride_before_blackjack": "yes", "void_undoes": "super-sevens", "madness_failure": "flat"}
    assert every.items() <= switches.items()
    assert switches.get("lammer_value") == ("original" if game == "nz-free-bet" else None)


# N5: whether a win rides before a Blackjack is paid


@nz("10.1")
@pytest.mark.parametrize(
    ("first", "house_money"),
    [
        pytest.param("yes", "120.00", marks=nz("15D.6(b)", "15D.10")),
        pytest.param("no", "45.00", marks=nz("15D.6(a)")),
    ],
)
def test_10_1_a_blackjack_under_2_to_9_carries_riding_money_only_if_it_waits(first: str, house_money: str) -> None:
    game = f"nz-blackjack ride_before_blackjack={first}"
    rides = HOUSE + "cards As 6h Ks Tc; 1 A ride wager house-money"
    if first == "no":
        assert refusal(game, rides) == ("ride", "10.1")
        rides = HOUSE + "cards As 6h Ks Tc"
    played = play(game, rides)
    assert (net(played), net(played, "house-money")) == ("15.00", house_money)


@nz("10.1", "15E.5", "15E.5(a)")
def test_10_1_paid_first_the_win_is_asked_for_after_and_can_only_be_kept() -> None:
    table = Round("nz-blackjack", let_it_ride=True, ride_before_blackjack=False)
    bets = (Bet(1, "P1", 1000), Bet(1, "P1", 500, "let-it-ride"), Bet(2, "P2", 1000), Bet(2, "P2", 500, "let-it-ride"))
    table.answer(Bets(bets, last=True)).cards("As 9h 6h Ks 8h")
    asked = table.question
    assert isinstance(asked, Offer)
    assert (table.offered(), asked.choices[0].cite.clause) == (("let-it-ride", 1, 0, ["decline"]), "15E.5(a)")
    assert (table.rack, table.purse(1)) == ("As Ks", 1000)  # the Blackjack is paid, the side wager lies there still
    table.act("decline")
    assert (table.purse(1), table.offered()) == (2500, ("let-it-ride", 2, 0, ["ride", "decline"]))
    table.act("ride")
    assert isinstance(table.question, Decide)
    table.act("stand").cards("Tc Kd")
    assert (table.purse(1), table.purse(2)) == (2500, 1000 + 1000 + 1500)
    table.replays()


@nz("10.2", "10.3(a)", "15D.10")
@pytest.mark.parametrize("first", ["yes", "no"])
def test_10_2_a_blackjack_that_has_to_wait_carries_riding_money_either_way(first: str) -> None:
    game = f"nz-blackjack ride_before_blackjack={first}"
    settled = play(game, HOUSE + "cards As Ah Ks 9c; 1 A ride wager house-money; 1 A early-settlement")
    assert (net(settled), net(settled, "house-money")) == ("10.00", "95.00")
    waits = play(game, HOUSE + "cards As Kh Ks 9c; 1 A ride wager house-money")
    assert (net(waits), net(waits, "house-money")) == ("15.00", "120.00")


@nz("19.4", "15D.6")
def test_19_4_blackjack_plus_pays_every_blackjack_before_a_win_could_ride() -> None:
    game = "nz-blackjack-plus ride_before_blackjack=no"
    for up in ("6h", "Kh", "Ah"):
        assert refusal(game, HOUSE + f"cards As {up} Ks; 1 A ride wager house-money") == ("ride", "19.4")
    rode = play("nz-blackjack-plus", HOUSE + "cards As Kh Ks 9c; 1 A ride wager house-money")
    assert net(rode, "house-money") == "120.00"


# N8: what a lammer stands for


@nz("20.3", "20.8", "15D.10")
@pytest.mark.parametrize(("value", "main"), [("original", "20.00"), ("with-riding", "45.00")])
def test_20_8_a_lammer_for_a_double_with_riding_money(value: str, main: str) -> None:
    words = HOUSE + "cards 5s 7h 6s 9c Tc; 1 A ride wager house-money; 1 A free-double"
    played = play(f"nz-free-bet lammer_value={value}", words)
    assert (net(played), net(played, "house-money")) == (main, "45.00")
    assert bool(facts(played, "15D.7")) is (value == "with-riding")


@nz("20.4", "20.8", "15D.10")
@pytest.mark.parametrize(("value", "main"), [("original", "20.00"), ("with-riding", "40.00")])
def test_20_8_a_lammer_for_a_split_with_riding_money(value: str, main: str) -> None:
    split = "1 A free-split; 1 A stand hand 1; 1 A stand hand 2"
    words = HOUSE + f"cards 9s 7h 9d Tc Td Jc; 1 A ride wager house-money; {split}"
    played = play(f"nz-free-bet lammer_value={value}", words)
    assert net(played) == main
    assert bool(facts(played, "15D.8")) is (value == "with-riding")


@nz("20.3", "20.8", "13.2")
def test_20_8_riding_money_that_is_gone_raises_no_lammer() -> None:
    split = "1 A free-split; 1 A hit hand 1; 1 A free-double hand 2"
    words = HOUSE + f"cards 9s 7h 9d 5c Td 2c 9c Tc; 1 A ride wager house-money; {split}"
    played = play("nz-free-bet lammer_value=with-riding", words)
    assert net(played) == "30.00"  # hand 1 lost 10.00; on hand 2 the split's lammer is worth 30.00, the double's 10.00


@nz("14.3(c)", "14.3(d)", "20.8")
@pytest.mark.parametrize(("value", "other"), [("original", "60.00"), ("with-riding", "100.00")])
def test_20_8_each_bettors_lammers_stand_for_his_own_money(value: str, other: str) -> None:
    wagers = AB + "bet 1 B house-money 5.00; cards 9s 7h 9d Tc 2c 9c Tc; 1 B ride wager house-money; "
    played = play(
        f"nz-free-bet lammer_value={value}",
        wagers + "1 A free-split; 1 B cover; 1 A stand hand 1; 1 A free-double hand 2; 1 B double hand 2",
    )
    assert (net(played), net(played, bettor="B")) == ("30.00", other)


# N11: what a void hand undoes


def with_settled_wagers(undoes: str, game: str = "nz-blackjack") -> Round:
    """Box 1 has 7-9: its Super Sevens was paid 6.00, its Perfect Pair and a stranger's are lost."""
    table = Round(game, super_sevens=True, perfect_pair=True, void_undoes=undoes)
    laid = ((1, "P1", 1000, "main"), (1, "P1", 200, "super-sevens"), (1, "P1", 300, "perfect-pair"))
    strangers = ((2, "P2", 1000, "main"), (1, "P2", 400, "perfect-pair"))
    table.answer(Bets(tuple(Bet(*bet) for bet in (*laid, *strangers)), last=True))
    return table.cards("7s Ts 6h 9d 9c")


@nz("16.5(a)")
@pytest.mark.parametrize(
    ("undoes", "first", "second"),
    [
        pytest.param("super-sevens", -300, -1400, marks=nz("15.7", "15.7(a)", "15.7(b)")),
        pytest.param("none", 300, -1400),
        pytest.param("all", 0, -1000, marks=nz("15.7", "15.7(a)", "15.7(b)")),
    ],
)
def test_16_5_what_is_settled_beside_a_void_hand(undoes: str, first: int, second: int) -> None:
    table = with_settled_wagers(undoes)
    assert (table.purse(1), table.purse(2)) == (-1000 + 600 - 300, -1400)
    table.wrong("wrong-card", seat=1).act("void")
    assert (table.rack, table.purse(1), table.purse(2)) == ("7s 9d", first, second)
    table.act("stand").cards("Tc Kd")
    assert (table.purse(1), table.purse(2)) == (first, second + 2000)
    table.replays()


@nz("16.5(a)", "15.7")
@pytest.mark.parametrize("undoes", ["super-sevens", "none", "all"])
def test_16_5_what_is_open_beside_a_void_hand_goes_back_by_every_reading(undoes: str) -> None:
    table = Round("nz-blackjack", super_sevens=True, push_22=True, void_undoes=undoes)
    laid = (Bet(1, "P1", 1000), Bet(1, "P1", 200, "super-sevens"), Bet(1, "P1", 300, "push-22"), Bet(2, "P2", 1000))
    table.answer(Bets(laid, last=True)).cards("7s Ts 6h 7d 9c").wrong("wrong-card", seat=1).act("void")
    assert table.purse(1) == 0
    assert [fact.wager for fact in table.told(What.RETURNED, "15.7(a)")] == ["super-sevens"]
    table.replays()


@nz("16.5(a)", "20A.4")
def test_16_5_what_is_open_beside_one_hand_of_a_split_stays_while_the_other_lives() -> None:
    table = Round("nz-blackjack", push_22=True).answer(
        Bets((Bet(1, "P1", 1000), Bet(1, "P1", 300, "push-22")), last=True)
    )
    table.cards("8s 6h 8d").act("split").cards("Ts").wrong("wrong-card", seat=1, hand=1).act("void")
    assert table.purse(1) == -1300  # the original wager is back, the one on the second hand and Push 22 lie there
    table.cards("Td").act("stand").cards("Kd 6c")
    assert (table.dealer, table.purse(1)) == ("6h Kd 6c", 1000 + 8 * 300)
    table.replays()


@nz("16.5(a)")
@pytest.mark.parametrize(
    ("undoes", "purse"),
    [pytest.param("super-sevens", 0, marks=nz("9.6")), ("none", -500), pytest.param("all", 0, marks=nz("9.6"))],
)
def test_9_6_insurance_that_was_lost_before_its_hand_is_void(undoes: str, purse: int) -> None:
    busted = Round("nz-blackjack", void_undoes=undoes).bets(1000, 1000).cards("Ts Th Ah 9s 9h")
    busted.act("insurance", "insurance", "hit").cards("5c").act("stand").cards("8c").wrong("wrong-card", seat=1)
    busted.act("void")
    assert busted.purse(1) == purse
    back = [fact for fact in busted.facts if fact.what is What.RETURNED and fact.wager == "insurance"]
    assert [fact.cite.clause for fact in back] == (["9.6"] if purse == 0 else [])
    busted.replays()


@nz("18.7")
@pytest.mark.parametrize(
    ("undoes", "first", "second"), [("super-sevens", -300, -1410), ("none", 300, -1410), ("all", 0, -1010)]
)
def test_18_7_and_beside_a_wager_that_is_void_for_want_of_an_ante(undoes: str, first: int, second: int) -> None:
    table = with_settled_wagers(undoes, "nz-ante-up")
    assert table.purse(1) == -1000 + 600 - 300 - 10
    table.wrong("no-ante", seat=1)
    assert (table.purse(1), table.purse(2)) == (first, second)  # as under 16.5, also for the stranger
    table.replays()


@nz("16.5(a)", "18.6")
@pytest.mark.parametrize("undoes", ["super-sevens", "none", "all"])
def test_18_6_a_collected_ante_does_not_come_back_with_a_void_hand(undoes: str) -> None:
    table = Round("nz-ante-up", ante="0.10", void_undoes=undoes).bets(1000, 1000).cards("Ts Th 6h 9s 9h")
    table.wrong("wrong-card", seat=1).act("void")
    assert table.purse(1) == -10


# N13: what a failed prize pays


@nz("16.12")
@pytest.mark.parametrize("stake", ["returned", "kept"])
@pytest.mark.parametrize(("failure", "pays"), [("flat", (2500, 2500)), ("per-dollar", (5000, 1250))])
def test_16_12_25_dollars_for_each_wager_or_for_each_dollar(stake: str, failure: str, pays: tuple[int, int]) -> None:
    table = Round("nz-blackjack", madness_21=True, madness_stake=stake, madness_failure=failure)
    laid = [Bet(1, "P1", 1000), Bet(1, "P1", 200, "madness-21"), Bet(1, "P2", 1000), Bet(1, "P2", 50, "madness-21")]
    table.answer(Bets(tuple(laid), last=True)).wrong("display-failed").cards("As 6h Ks")
    won = [paid - (0 if stake == "returned" else wager.amount) for paid, wager in zip(pays, laid[1::2], strict=True)]
    assert [fact.amount for fact in table.told(What.PAID, "16.12")] == list(pays)
    assert (table.purse(1), table.purse(2)) == (1500 + won[0], 1500 + won[1])
    table.replays()
