"""What the second reader of New Zealand's Blackjack division warns of, each in a round of its own."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import DECLINE, Act, Bet, Bets, Drawn, Offer, Role
from holecard.games import find
from holecard.house.croupier import Croupier
from holecard.law.errors import Refused
from holecard.values.cards import parse_cards
from holecard.values.shoe import PracticeShuffler
from tests.kit.clauses import clause
from tests.kit.nz import dealer, facts, net, play, refusal

NZ = "nz-blackjack"
PLUS = "nz-blackjack-plus"
FREE = "nz-free-bet"
A10 = "bet 1 A main 10.00; "
AB = A10 + "bet 1 B main 5.00; "
RODE = A10 + "bet 1 A house-money 5.00; cards {}; 1 A ride wager house-money{}; {}"


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


# The base game


@nz("9.4", "13.2")
def test_insurance_waits_for_the_second_card_and_outlives_the_bust() -> None:
    played = play(NZ, A10 + "cards Ts Ah 6d Tc Kd; 1 A insurance; 1 A hit")
    assert (net(played), net(played, "insurance"), dealer(played)) == ("-10.00", "10.00", "Ah Kd")


@nz("11.1", "12.4(c)", "13.1(a)")
def test_a_split_ten_with_an_ace_stands_on_21_and_cannot_double() -> None:
    words = A10 + "cards Ts 9h Td Ac 8c Tc; 1 A split; "
    assert refusal(NZ, words + "1 A double hand 1") == ("double", "11.1")
    assert net(play(NZ, words + "1 A stand hand 2")) == "0.00"  # 21 at 1 to 1, 18 loses to 19


@nz("13.1(d)", "13.1(b)")
def test_eleven_or_less_draws_on_unless_it_was_doubled() -> None:
    assert refusal(NZ, A10 + "cards 5s 9h 4d; 1 A stand") == ("stand", "13.1(d)")
    assert net(play(NZ, A10 + "cards 4s 5h 3d 2c Td 8c; 1 A double")) == "20.00"  # 9 in three cards, dealer 23


@nz("12.4(a)", "12.4(b)")
def test_three_hands_and_aces_once() -> None:
    eights = "cards 8s 9h 8d 8c 8h; 1 A split; 1 A split hand 1; 1 A split hand 1"
    assert refusal(NZ, A10 + eights) == ("split", "12.4(a)")
    assert refusal(NZ, A10 + "cards As 9h Ad Ac; 1 A split; 1 A split hand 1") == ("split", "12.4(b)")


@nz("10.1", "10.2", "10.3(a)", "10.3(b)", "14.3(g)")
def test_when_a_blackjack_is_paid() -> None:
    early = play(NZ, A10 + "cards As 9h Kd 2c")
    assert early["facts"].index(facts(early, "10.1")[0]) < early["facts"].index(facts(early, "8.5")[0])
    late = play(NZ, A10 + "cards As Th Kd 2c")
    paid = next(fact for fact in late["facts"] if fact["what"] == "paid")
    assert late["facts"].index(paid) > late["facts"].index(facts(late, "8.5")[-1])
    one_waits = play(NZ, AB + "cards As Ah Kd 9c; 1 B insurance; 1 B early-settlement")
    assert (net(one_waits), net(one_waits, bettor="B")) == ("15.00", "5.00")
    assert net(one_waits, "insurance", bettor="B") == "0.00"
    assert not [fact for fact in facts(one_waits, "10.3(b)") if fact["what"] == "removed"]


@nz("12.6", "15D.11")
def test_a_dealer_blackjack_takes_each_bettors_original_and_nothing_that_was_added() -> None:
    split = "1 A split; 1 B designate hand 2; 1 A stand hand 1; 1 A hit hand 2"
    played = play(NZ, AB + f"cards 8s Th 8d Tc Kc 5d Ac; {split}")
    assert (net(played), net(played, bettor="B")) == ("-20.00", "-5.00")  # both originals; A's addition had bust
    rode = play(NZ, RODE.format("9s Th 9d Ac", "", "1 A stand"))
    assert (net(rode), net(rode, "house-money")) == ("-10.00", "15.00")


@pytest.mark.parametrize(
    ("reading", "hand_1_busted", "hand_2_busted"),
    [
        ("original-and-busted", "-10.00", "-20.00"),
        ("busted-plus-one", "-20.00", "-20.00"),
        ("original-only", "-10.00", "-10.00"),
    ],
)
def test_three_readings_of_what_a_dealer_blackjack_takes(reading: str, hand_1_busted: str, hand_2_busted: str) -> None:
    game = f"{NZ} dealer_blackjack_takes={reading}"
    first = "cards 8s Th 8d Tc Kc 9c Ac; 1 A split; 1 A hit hand 1; 1 A stand hand 2"
    second = "cards 8s Th 8d Tc Kc 5d Ac; 1 A split; 1 A stand hand 1; 1 A hit hand 2"
    assert net(play(game, A10 + first)) == hand_1_busted
    assert net(play(game, A10 + second)) == hand_2_busted


@nz("11.2(b)", "12.2")
def test_a_double_is_at_least_the_increment_and_a_split_exactly_equal() -> None:
    game = NZ + " increment=2.00"
    assert refusal(game, A10 + "cards 6s 6h 5d; 1 A double amount 1.00") == ("double", "11.2(b)")
    assert refusal(game, A10 + "cards 8s 6h 8d; 1 A split amount 5.00") == ("split", "12.2")


@nz("14.3(a)", "14.3(c)", "14.3(d)", "14.3(e)")
def test_what_a_backer_may_and_may_not() -> None:
    doubled = play(NZ, AB + "cards 6s 6h 5d 9c Td 3h; 1 A double")  # B declines, and his hand still gets its one card
    assert net(doubled, bettor="B") == "5.00"
    silent = play(NZ, AB + "cards 8s 9h 8d Tc 9c Tc; 1 A split; 1 A stand hand 1; 1 A stand hand 2")
    assert net(silent, bettor="B") == "-5.00"  # on hand 1
    for do, by in (("hit", "14.3(a)"), ("split", "14.3(e)"), ("double", "14.3(e)")):
        assert refusal(NZ, AB + f"cards 8s 9h 8d Tc; 1 A stand; 1 B {do}") == (do, by)


@nz("14.1", "14.2", "15B.2")
def test_three_bettors_and_three_pair_wagers_to_a_box() -> None:
    three = AB + "bet 1 C main 5.00; "
    assert refusal(NZ, three + "bet 1 D main 5.00") == ("bet", "14.1")
    assert refusal(NZ + " box_maximum=18.00", three) == ("bet", "14.2")
    assert refusal(NZ + " player_maximum=9.00", A10) == ("bet", "14.2")
    pairs = three + "bet 2 D main 5.00; " + "".join(f"bet 1 {name} perfect-pair 1.00; " for name in "ABC")
    assert refusal(NZ, pairs + "bet 1 D perfect-pair 1.00") == ("bet", "15B.2")


@nz("15B.1A", "15D.12", "15E.11")
def test_which_side_wagers_stand_beside_which() -> None:
    for pair in ("any_pair", "lucky_match"):
        with pytest.raises(Refused):
            find(NZ).configure({"perfect_pair": True, pair: True})
    for riding, clause_id in (("house_money", "15D.12"), ("let_it_ride", "15E.11")):
        for beside in ("super_sevens", "madness_21", "lucky_match", "push_22"):
            with pytest.raises(Refused) as refused:
                find(NZ).configure({riding: True, beside: True})
            assert refused.value.cite.clause == clause_id
        assert find(NZ).configure({riding: True, "perfect_pair": True}).play.side_wagers


@nz("15.4(a)", "15.4(b)", "15.5", "3.3(a)")
def test_super_sevens_looks_at_the_first_three_cards_and_never_at_the_dealer() -> None:
    assert refusal(NZ + " decks=5", A10 + "bet 1 A super-sevens 1.00") == ("bet", "3.3(a)")
    sevens = A10 + "bet 1 A super-sevens 1.00; cards 7s Th {} Ac; {}"
    assert net(play(NZ, sevens.format("9d", "1 A stand")), "super-sevens") == "3.00"
    assert net(play(NZ, sevens.format("7d", "1 A stand")), "super-sevens") == "50.00"
    split = play(NZ, sevens.format("7d 7c Tc Td", "1 A split; 1 A hit hand 1; 1 A stand hand 2"))
    assert net(split, "super-sevens") == "50.00"
    void = A10 + "bet 1 A super-sevens 1.00; noante 1 A; bet 2 B main 10.00; cards 7s 9s 9h 2d Td Tc; 2 B stand"
    assert net(play("nz-ante-up", void), "super-sevens") == "0.00"


@nz("15A.8", "15A.9")
def test_who_presses_for_a_madness_prize() -> None:
    wagers = AB + "bet 1 B madness-21 1.00; cards As Kh Kd Ac; "
    assert net(play(NZ, wagers + "1 A press prize 7"), "madness-21", bettor="B") == "7.00"
    assert net(play(NZ, wagers + "1 B press prize 7"), "madness-21", bettor="B") == "7.00"
    rules = find(NZ).configure(madness_21=True)
    bets = Bets((Bet(1, "A", 1000), Bet(1, "A", 100, "madness-21")), last=True)
    table, _ = answer(rules, open_table(rules), ask(rules, open_table(rules)), bets)
    table, _ = answer(rules, table, ask(rules, table), Drawn(parse_cards("As Kh Kd")))
    table, _ = answer(rules, table, ask(rules, table), DECLINE)
    asked = ask(rules, table)
    assert (isinstance(asked, Offer), asked.who) == (True, Role.DEALER)  # nobody wants to: an employee presses
    table, _ = answer(rules, table, asked, Act("press"))
    prize = Croupier(rules, PracticeShuffler(1)).reply(table, ask(rules, table))
    assert isinstance(prize, Act)
    _, paid = answer(rules, table, ask(rules, table), prize)
    assert paid[0].amount == 100 * int(prize.do.removeprefix("prize-"))


@nz("15D.5(a)", "15D.5(b)", "15D.5(c)", "15E.4(a)", "15E.4(b)", "15E.4(c)")
def test_the_classes_of_the_riding_wagers() -> None:
    classes = {"As Ks": ("45.00", "10.00"), "Qs Ks": ("20.00", "10.00"), "8s 8s": ("15.00", "5.00")}
    classes |= {"8s 8d": ("15.00", "-5.00"), "Ks Ad": ("5.00", "5.00"), "As 2s": ("20.00", "10.00")}
    for held, expected in classes.items():
        first, second = held.split()
        stands = "" if {first[0], second[0]} == {"A", "K"} else "; 1 A stand"
        for wager, won in zip(("house-money", "let-it-ride"), expected, strict=True):
            words = A10 + f"bet 1 A {wager} 5.00; cards {first} 9h {second} Tc{stands}"
            assert net(play(NZ, words), wager) == won, (held, wager)


@nz("15D.6(b)", "15D.7", "15D.10", "10.3(a)")
def test_what_riding_money_raises_and_what_not() -> None:
    part = play(NZ, RODE.format("9s 7h 9d Tc", " amount 6.00", "1 A stand"))
    assert (net(part), net(part, "house-money")) == ("10.00", "21.00")
    assert refusal(NZ + " maximum=12.00", RODE.format("9s 7h 9d", "", "")) == ("ride", "15D.6(b)")
    doubled = play(NZ, RODE.format("5s 7h 6s 9c Tc", "", "1 A double amount 30.00"))
    assert net(doubled) == "40.00"
    assert refusal(NZ, RODE.format("9s Ah 9d", "", "1 A insurance amount 6.00")) == ("insurance", "9.3(a)")
    settled = play(NZ, RODE.format("As Ah Ks 9c", "", "1 A early-settlement"))
    assert (net(settled), net(settled, "house-money")) == ("10.00", "95.00")


@nz("15D.7", "15D.8")
def test_riding_money_goes_with_a_busted_first_hand_and_no_longer_raises_a_double() -> None:
    split = "9s 7h 9d 5c Td 2c"
    again = RODE.format(split, "", "1 A split; 1 A hit hand 1; 1 A double hand 2 amount 10.50")
    assert refusal(NZ, again) == ("double", "15D.7")


def test_a_lammer_is_worth_the_original_alone_whatever_rides() -> None:
    played = play(FREE, RODE.format("5s 7h 6s 9c Tc", "", "1 A free-double"))
    assert net(played) == "20.00"


@nz("15F.7", "15F.10")
def test_a_lucky_triple_replaces_the_match_and_a_split_ends_it() -> None:
    lucky = A10 + "bet 1 A lucky-match 1.00; cards {}; {}"
    triple = play(NZ, lucky.format("5c 9h 5c 5c Tc", "1 A hit; 1 A stand"))
    assert net(triple, "lucky-match") == "100.00"
    coloured = play(NZ, lucky.format("5c 9h 5s 5c Tc", "1 A hit; 1 A stand"))
    assert net(coloured, "lucky-match") == "10.00"
    split = play(
        NZ, lucky.format("5c 9h 5c 5c 9c Td Tc", "1 A split; 1 A hit hand 1; 1 A stand hand 1; 1 A stand hand 2")
    )
    assert net(split, "lucky-match") == "25.00"


@nz("20A.4")
def test_push_22_makes_the_dealer_draw_for_a_bettor_who_is_bust() -> None:
    words = A10 + "bet 1 A push-22 1.00; cards Ts Th 6d Tc 2h {}; 1 A hit"
    won = play(NZ, words.format("Kh"))
    assert (net(won), net(won, "push-22")) == ("-10.00", "50.00")
    assert net(play(NZ, words.format("Td")), "push-22") == "20.00"
    assert net(play(NZ, A10 + "bet 1 A push-22 1.00; cards Ts Th 6d Tc 3h Kh; 1 A hit"), "push-22") == "-1.00"


def test_only_the_perfect_pair_scale_is_the_whole_houses() -> None:
    assert [rule.option for rule in find(NZ).house_wide] == ["perfect_pair_scale"]


# The versions


@nz("18.5", "18.6")
def test_the_ante_is_a_flat_eighth_of_the_table_minimum_at_most() -> None:
    game = "nz-ante-up minimum=8.00 ante={}"
    assert refusal(game.format("1.01"), A10 + "cards Ts") == ("configuration", "1.0 Ante")
    played = play(game.format("1.00"), "bet 1 A main 100.00; cards Ts 9h Td Tc; 1 A stand")
    assert net(played, "ante") == "-1.00"
    missing = A10 + "noante 1 A; bet 2 B main 10.00; cards Ts 9s 9h Td 9d Tc; 2 B stand"
    assert play(game.format("1.00"), missing)["net"]["1"]["A"] == {"main": "0.00"}


@nz("19.2(a)", "19.2(d)", "19.2(e)", "19.2(g)", "19.2(i)", "19.5")
def test_blackjack_plus_pays_at_once_whatever_shows() -> None:
    five_card_21 = "cards 2s Kh 3d 4c 5c 7c Ac; 1 A hit; 1 A hit; 1 A hit"
    assert net(play(PLUS, A10 + five_card_21)) == "10.00"
    assert net(play(PLUS, A10 + "cards 2s Kh 2d 2c 2h 3c Ac; 1 A hit")) == "10.00"  # 11 in five cards
    assert net(play(PLUS, A10 + "cards As Ah Kd Kc")) == "15.00"
    split = "cards 8s Kh 8d 3c Tc Tc Ac; 1 A split; 1 A hit hand 1; 1 A stand hand 2"
    assert net(play(PLUS, A10 + split)) == "10.00"  # 21 paid before the Blackjack, which leaves the split money alone
    assert net(play(PLUS, A10 + "cards Ts 5h 3d 7c Td; 1 A stand")) == "0.00"
    assert net(play(PLUS, A10 + "cards Ts 5h 3d 8c Td; 1 A stand")) == "10.00"
    assert net(play(PLUS, A10 + "cards Ts Kh Td Ac; 1 A stand")) == "-10.00"


@nz("20.3", "20.4", "20.5", "20.6", "20.7", "20.8")
def test_free_bet() -> None:
    two_lammers = "cards 8s 9h 8d 9c 3d 9s Tc; 1 A free-split; 1 A stand hand 1; 1 A free-double hand 2"
    assert net(play(FREE, A10 + two_lammers)) == "10.00"  # 17 loses 10 to 19, 20 wins two lammers
    real = "cards 8s 9h 8d 9c 5d 3s Tc; 1 A free-split; 1 A stand hand 1; 1 A double hand 2 amount 4.00"
    assert net(play(FREE, A10 + real)) == "-14.00"
    assert refusal(FREE, A10 + "cards Ts 9h Kd; 1 A free-split") == ("free-split", "20.4")
    assert net(play(FREE, A10 + "cards 5s 9h 5d 9c Tc; 1 A free-double")) == "0.00"
    fives = "cards 5s 9h 5d Tc Jc Tc; 1 A free-split; 1 A stand hand 1; 1 A stand hand 2"
    assert net(play(FREE, A10 + fives)) == "-10.00"
    assert refusal(FREE + " free_resplit=no", A10 + "cards 8s 9h 8d 8c; 1 A free-split; 1 A free-split hand 1") == (
        "free-split",
        "20.4",
    )
    late = "bet 2 B main 10.00; cards As Ts Th Kd Td 2c Tc; 2 B stand"
    blackjack = play(FREE, A10 + late)
    assert (net(blackjack), net(blackjack, box=2, bettor="B")) == ("15.00", "0.00")
    taken = "cards 8s Th 8d 9c 3d 9s Ac; 1 A free-split; 1 A stand hand 1; 1 A free-double hand 2"
    assert net(play(FREE, A10 + taken)) == "-10.00"
