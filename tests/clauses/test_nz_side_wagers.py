"""The side wagers of New Zealand's Blackjack division: sections 15 to 15F and 20A."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets, Drawn, Facts, What
from holecard.engine.table import Table
from holecard.games import find
from holecard.house.house_file import check_house, read_house
from holecard.law.errors import Refused
from holecard.values.cards import parse_cards
from holecard.wagers.madness_21 import POSSIBLE, PRIZES
from tests.kit.clauses import clause
from tests.kit.nz import facts, net, play, refusal

NZ = "nz-blackjack"
A10 = "bet 1 A main 10.00; "
WITH = A10 + "bet 1 A {} {}; "


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


def won(wager: str, cards: str, answers: str = "1 A stand", options: str = "", staked: str = "1.00") -> str:
    """What a wager of one dollar wins or loses."""
    words = WITH.format(wager, staked) + f"cards {cards}" + (f"; {answers}" if answers else "")
    return net(play(f"{NZ} {options}".strip(), words), wager)


# What all have in common


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("super-sevens", marks=nz("15.1", "15.2", "15.3")),
        pytest.param("madness-21", marks=nz("15A.1", "15A.2", "15A.3")),
        pytest.param("perfect-pair", marks=nz("15B.1", "15B.2", "15B.4")),
        pytest.param("any-pair", marks=nz("15C.1", "15C.3", "15C.5")),
        pytest.param("house-money", marks=nz("15D.1", "15D.2", "15D.4")),
        pytest.param("let-it-ride", marks=nz("15E.1", "15E.2", "15E.3")),
        pytest.param("lucky-match", marks=nz("15F.1", "15F.3", "15F.5")),
        pytest.param("push-22", marks=nz("20A.1", "20A.2", "20A.3")),
    ],
)
def test_it_is_placed_on_a_box_in_play_where_it_is_offered_within_its_limits(wager: str) -> None:
    section = {"super-sevens": "15", "madness-21": "15A", "perfect-pair": "15B", "any-pair": "15C"}
    section |= {"house-money": "15D", "let-it-ride": "15E", "lucky-match": "15F", "push-22": "20A"}
    at = section[wager]
    off = NZ + f" {wager.replace('-', '_')}=no"
    assert refusal(off, WITH.format(wager, "1.00")) == ("bet", f"{at}.1")
    do, on_no_box = refusal(NZ, A10 + f"bet 2 A {wager} 1.00")
    assert (do, on_no_box.partition(".")[0]) == ("bet", at)
    do, too_much = refusal(NZ + " maximum=50.00", WITH.format(wager, "60.00"))
    assert (do, too_much.partition(".")[0]) == ("bet", at)
    assert len(facts(play(NZ, WITH.format(wager, "1.00") + "cards Ts 9h 4d Tc; 1 A stand"), on_no_box)) == 1


SIGNS = [
    pytest.param("super-sevens", "15.3", marks=nz("15.3")),
    pytest.param("madness-21", "15A.3", marks=nz("15A.3")),
    pytest.param("perfect-pair", "15B.4", marks=nz("15B.4")),
    pytest.param("any-pair", "15C.5", marks=nz("15C.5")),
    pytest.param("house-money", "15D.4", marks=nz("15D.4")),
    pytest.param("let-it-ride", "15E.3", marks=nz("15E.3")),
    pytest.param("lucky-match", "15F.5", marks=nz("15F.5")),
    pytest.param("push-22", "20A.3", marks=nz("20A.3")),
]


@pytest.mark.parametrize(("wager", "sign"), SIGNS)
def test_the_sign_gives_the_least_and_the_most_that_may_be_staked(wager: str, sign: str) -> None:
    name = wager.replace("-", "_")
    rules = find(NZ).configure({name: True, f"{name}_minimum": "2.00", f"{name}_maximum": "50.00", "maximum": "20.00"})
    table = open_table(rules)
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(1, "A", 1000),)))
    for amount in (150, 5050):
        with pytest.raises(Refused) as refused:
            answer(rules, table, ask(rules, table), Bets((Bet(1, "A", amount, wager),)))
        assert (refused.value.cite.clause, refused.value.legal) == (sign, ("2.00 to 50.00",))
    for amount in (200, 5000):  # the table's own limits are for the main wager
        answer(rules, table, ask(rules, table), Bets((Bet(1, "A", amount, wager),)))


@pytest.mark.parametrize(("wager", "sign"), SIGNS)
def test_a_sign_may_fix_the_amount_and_may_not_rule_out_every_one(wager: str, sign: str) -> None:
    name = wager.replace("-", "_")
    fixed = f"{NZ} {name}_minimum=1.00 {name}_maximum=1.00"
    assert refusal(fixed, WITH.format(wager, "2.00")) == ("bet", sign)
    assert len(facts(play(fixed, WITH.format(wager, "1.00") + "cards Ts 9h 4d Tc; 1 A stand"), "5.2")) == 2
    for none in (
        {f"{name}_minimum": "3.00", f"{name}_maximum": "2.00"},
        {f"{name}_minimum": "50.00", "maximum": "20.00"},
    ):
        with pytest.raises(Refused) as refused:
            find(NZ).configure({name: True, **none})
        assert (refused.value.what, refused.value.cite.clause) == (f"{name}_minimum", sign)
        assert find(NZ).configure(none)  # where the wager is not offered it does not matter


@pytest.mark.parametrize(
    ("wager", "late"),
    [
        pytest.param("perfect-pair", "15B.3", marks=nz("15B.3")),
        pytest.param("any-pair", "15C.4", marks=nz("15C.4")),
        pytest.param("lucky-match", "15F.4", marks=nz("15F.4")),
    ],
)
def test_pair_wagers_are_placed_before_the_first_card(wager: str, late: str) -> None:
    rules = find(NZ).configure({wager.replace("-", "_"): True})
    table = open_table(rules)
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(1, "A", 1000),), last=True))
    table, _ = answer(rules, table, ask(rules, table), Drawn(parse_cards("Ts")))
    with pytest.raises(Refused) as refused:
        answer(rules, table, ask(rules, table), Bets((Bet(1, "A", 100, wager),)))
    assert refused.value.cite.clause == late


@pytest.mark.parametrize(
    ("wager", "place"),
    [
        pytest.param("perfect-pair", "15B.2", marks=nz("15B.2")),
        pytest.param("any-pair", "15C.3", marks=nz("15C.3")),
        pytest.param("lucky-match", "15F.3", marks=nz("15F.3")),
    ],
)
def test_three_pair_wagers_to_a_box_its_own_bettors_first(wager: str, place: str) -> None:
    rules = find(NZ).configure({wager.replace("-", "_"): True})
    table = open_table(rules)

    def bet(*bets: Bet) -> tuple[Table, Facts]:
        return answer(rules, table, ask(rules, table), Bets(bets))

    table, _ = bet(*(Bet(seat, name, 1000) for seat, name in enumerate("ABCDE", start=1)))
    with pytest.raises(Refused) as nobody:
        bet(Bet(1, "X", 100, wager))
    table, _ = bet(*(Bet(1, name, 100, wager) for name in "BCD"))
    with pytest.raises(Refused) as fourth:
        bet(Bet(1, "E", 100, wager))
    assert (nobody.value.cite.clause, fourth.value.cite.clause) == (place, place)
    table, facts = bet(Bet(1, "A", 100, wager))
    assert [(fact.what, fact.bettor) for fact in facts] == [(What.TAKEN_BACK, "D"), (What.PLACED, "A")]
    assert {laid.bettor for laid in table.boxes[0].wagers} == {"A", "B", "C"}


@pytest.mark.parametrize(
    ("first", "other"),
    [
        pytest.param("perfect-pair", "any-pair", marks=nz("15B.1A")),
        pytest.param("any-pair", "lucky-match", marks=nz("15C.2")),
        pytest.param("lucky-match", "perfect-pair", marks=nz("15F.2")),
        pytest.param("house-money", "let-it-ride", marks=nz("15D.12")),
        pytest.param("let-it-ride", "push-22", marks=nz("15E.11")),
    ],
)
def test_wagers_that_exclude_each_other(first: str, other: str) -> None:
    clauses = {"perfect-pair": "15B.1A", "any-pair": "15C.2", "lucky-match": "15F.2"}
    clauses |= {"house-money": "15D.12", "let-it-ride": "15E.11"}
    assert refusal(NZ, WITH.format(first, "1.00") + f"bet 1 A {other} 1.00") == ("bet", clauses[first])


@nz("15B.8")
def test_one_perfect_pair_scale_for_the_whole_house() -> None:
    table = '[[table]]\nname = "{0}"\ngame = "nz-blackjack"\n'
    table += '[table.options]\nperfect_pair = "yes"\nperfect_pair_scale = "{0}"\n'
    checked = check_house(read_house('[house]\nname = "Here"\n' + table.format("one") + table.format("two")))
    assert {refused.cite.clause for one in checked for refused in one.findings} == {"15B.8"}


# Super Sevens


@pytest.mark.parametrize(
    ("cards", "answers", "pays"),
    [
        pytest.param("7s 9h 4d Tc Tc", "1 A hit", "3.00", marks=nz("15.4(a)", "15.6")),
        pytest.param("7s 9h 7d 3c Tc", "1 A hit; 1 A stand", "50.00", marks=nz("15.4(b)")),
        pytest.param("7s 9h 7s Tc", "1 A stand", "100.00", marks=nz("15.4(c)")),
        pytest.param("7s 9h 7d 7c Tc", "1 A hit", "500.00", marks=nz("15.4(d)")),
        pytest.param("7s 9h 7s 7s Tc", "1 A hit", "5000.00", marks=nz("15.4(e)")),
        pytest.param("8s 9h 7s Tc", "1 A stand", "-1.00", marks=nz("15.4(f)")),
        pytest.param(
            "7s 9h 7d 5c 6c Tc",
            "1 A split; 1 A stand hand 1; 1 A stand hand 2",
            "50.00",
            marks=nz("15.5"),
        ),
    ],
)
def test_super_sevens(cards: str, answers: str, pays: str) -> None:
    assert won("super-sevens", cards, answers) == pays


# Madness 21


@nz("15A.4(a)", "15A.5", "15A.6", "15A.7")
def test_a_blackjack_draws_a_prize_for_each_dollar() -> None:
    assert won("madness-21", "As 6h Kd Tc", "1 A press prize 25", staked="4.00") == "100.00"
    assert won("madness-21", "As 6h Kd Tc", "1 A press prize 25", "madness_stake=kept", "4.00") == "96.00"
    assert refusal(NZ, WITH.format("madness-21", "1.00") + "cards As 6h Kd; 1 A press prize 26") == ("press", "15A.6")
    assert sum(PRIZES.values()) == POSSIBLE


@nz("15A.4(b)", "15A.8")
def test_it_wins_with_a_blackjack_alone_but_then_also_against_the_dealers() -> None:
    assert won("madness-21", "Ts 6h Kd Tc 4d") == "-1.00"
    assert won("madness-21", "As Kh Kd Ac", "1 A press prize 5") == "5.00"


@nz("15A.9")
def test_on_a_shared_box_one_press_serves_all_who_hold_the_wager() -> None:
    shared = WITH.format("madness-21", "1.00") + "bet 1 B main 5.00; bet 1 B madness-21 2.00; cards As 6h Kd Tc; "
    played = play(NZ, shared + "1 B press prize 9")
    assert (net(played, "madness-21"), net(played, "madness-21", bettor="B")) == ("9.00", "18.00")


# Pairs


@pytest.mark.parametrize(
    ("scale", "mixed", "coloured", "perfect"),
    [
        pytest.param("one", "5.00", "10.00", "30.00", marks=nz("15B.7(one)")),
        pytest.param("two", "6.00", "12.00", "25.00", marks=nz("15B.7(two)")),
        pytest.param("three", "5.00", "12.00", "25.00", marks=nz("15B.7(three)")),
    ],
)
@nz("15B.5", "15B.6", "15B.7")
def test_perfect_pair(scale: str, mixed: str, coloured: str, perfect: str) -> None:
    options = f"perfect_pair_scale={scale}"
    pays = [won("perfect-pair", f"9s 9h {second} Tc", options=options) for second in ("9d", "9c", "9s")]
    assert pays == [mixed, coloured, perfect]
    assert won("perfect-pair", "Ks 9h Qs Tc", options=options) == "-1.00"


@pytest.mark.parametrize(
    ("scale", "pays"),
    [pytest.param("one", "11.00", marks=nz("15C.8(one)")), pytest.param("two", "10.00", marks=nz("15C.8(two)"))],
)
@nz("15C.6", "15C.7", "15C.8")
def test_any_pair(scale: str, pays: str) -> None:
    assert won("any-pair", "9s 9h 9d Tc", options=f"any_pair_scale={scale}") == pays
    assert won("any-pair", "Ts 9h 9d Tc", options=f"any_pair_scale={scale}") == "-1.00"


@pytest.mark.parametrize(
    ("scale", "pays"),
    [
        pytest.param("one", ["5.00", "10.00", "25.00", "100.00"], marks=nz("15F.9(one)")),
        pytest.param("two", ["5.00", "10.00", "20.00", "500.00"], marks=nz("15F.9(two)")),
    ],
)
@nz("15F.6", "15F.7", "15F.8", "15F.9", "15F.10")
def test_lucky_match(scale: str, pays: list[str]) -> None:
    options = f"lucky_match_scale={scale}"
    two = [won("lucky-match", f"6s 9h {second} 8c Tc", "1 A hit; 1 A stand", options) for second in ("6d", "6c", "6s")]
    triple = won("lucky-match", "6s 9h 6s 6s Tc", "1 A hit; 1 A stand", options)
    assert [*two, triple] == pays
    split = won("lucky-match", "6s 9h 6s 6s Tc 9c Tc", "1 A split; 1 A stand hand 1; 1 A hit hand 2", options)
    assert split == two[2]
    assert won("lucky-match", "6s 9h 7s Tc Tc", "1 A hit", options) == "-1.00"


# Riding


@pytest.mark.parametrize(
    ("wager", "cards", "pays"),
    [
        pytest.param("house-money", "As 6h Ks Tc", "9.00", marks=nz("15D.5(a)", "15D.6", "15D.6(a)")),
        pytest.param("house-money", "Qs 9h Ks Tc", "4.00", marks=nz("15D.5(b)")),
        pytest.param("house-money", "Ks 9h Ks Tc", "3.00", marks=nz("15D.5(c)")),
        pytest.param("house-money", "As 9h 2d Tc", "1.00", marks=nz("15D.5(d)")),
        pytest.param("house-money", "Ks 9h 9d Tc", "-1.00", marks=nz("15D.5(e)")),
        pytest.param("let-it-ride", "As 6h Ks Tc", "2.00", marks=nz("15E.4(a)", "15E.5", "15E.5(a)")),
        pytest.param("let-it-ride", "Ts 9h Ks Tc", "1.00", marks=nz("15E.4(b)")),
        pytest.param("let-it-ride", "Ks 9h Kd Tc", "-1.00", marks=nz("15E.4(c)")),
    ],
)
def test_riding_wagers_pay_their_best_class_and_silence_keeps_it(wager: str, cards: str, pays: str) -> None:
    assert won(wager, cards, "" if cards.startswith("As 6h") else "1 A stand") == pays


HOUSE = ("house-money", "9s {} 9d")  # a pair: a dollar and its three
RIDE = ("let-it-ride", "9s {} Ts")  # suited in sequence: a dollar and its two


@pytest.mark.parametrize(
    ("how", "up_and_more", "answers", "nets"),
    [
        pytest.param(HOUSE, "8h/Tc", "1 A stand", ("0.00", "3.00"), marks=nz("15D.6(b)", "15D.10")),
        pytest.param(HOUSE, "9h/Tc", "1 A stand", ("-10.00", "-1.00"), marks=nz("15D.10")),
        pytest.param(HOUSE, "Th/Ac", "1 A stand", ("-10.00", "3.00"), marks=nz("15D.11")),
        pytest.param(HOUSE, "7h/Tc", "1 A stand", ("10.00", "7.00"), marks=nz("15D.10")),
        pytest.param(HOUSE, "Th/2c 7c", "1 A double", ("24.00", "7.00"), marks=nz("15D.7")),
        pytest.param(RIDE, "9h/Tc", "1 A stand", ("0.00", "2.00"), marks=nz("15E.5(b)", "15E.9")),
        pytest.param(RIDE, "Th/Ac", "1 A stand", ("-10.00", "2.00"), marks=nz("15E.10")),
        pytest.param(RIDE, "Th/2c 7c", "1 A double", ("23.00", "5.00"), marks=nz("15E.6")),
    ],
)
def test_what_rides_goes_with_the_main_wager(
    how: tuple[str, str], up_and_more: str, answers: str, nets: tuple[str, str]
) -> None:
    wager, dealt = how
    up, more = up_and_more.split("/")
    words = WITH.format(wager, "1.00") + f"cards {dealt.format(up)} {more}; 1 A ride wager {wager}; {answers}"
    played = play(NZ, words)
    assert (net(played), net(played, wager)) == nets


@pytest.mark.parametrize(
    ("wager", "dealt", "split"),
    [
        pytest.param("house-money", "9s 7h 9d", "14.00", marks=nz("15D.8")),
        pytest.param("let-it-ride", "Ts 7h Ts", "12.00", marks=nz("15E.7")),
    ],
)
def test_a_split_matches_original_and_riding_money(wager: str, dealt: str, split: str) -> None:
    words = WITH.format(wager, "1.00") + f"cards {dealt} Tc Td Jc; 1 A ride wager {wager}; "
    played = play(NZ, words + "1 A split; 1 A stand hand 1; 1 A stand hand 2")
    (placed,) = [fact for fact in facts(played, "12.1") if fact["what"] == "placed"]
    assert placed["amount"] == split


@pytest.mark.parametrize(
    ("wager", "dealt"),
    [
        pytest.param("house-money", "9s Ah 9d", marks=nz("15D.9")),
        pytest.param("let-it-ride", "Ts Ah Ts", marks=nz("15E.8")),
    ],
)
def test_riding_money_is_not_insured(wager: str, dealt: str) -> None:
    words = WITH.format(wager, "1.00") + f"cards {dealt} 8c; 1 A ride wager {wager}; 1 A insurance{{}}; 1 A stand"
    assert net(play(NZ, words.format("")), "insurance") == "-5.00"
    assert refusal(NZ, words.format(" amount 6.00")) == ("insurance", "9.3(a)")


# Push 22


@pytest.mark.parametrize(
    ("scale", "other"),
    [pytest.param("one", "8.00", marks=nz("20A.6(one)")), pytest.param("two", "7.00", marks=nz("20A.6(two)"))],
)
@nz("20A.4", "20A.5", "20A.6")
def test_push_22(scale: str, other: str) -> None:
    options = f"push_22_scale={scale}"
    dealers = ("9h 3h Kh", "5c 7s Tc", "6h Tc 6d", "9h 3h Qh")
    pays = []
    for up, second, third in (one.split() for one in dealers):
        pays.append(won("push-22", f"Ts {up} 9d {second} {third}", options=options))
    assert pays == ["50.00", "20.00", other, "50.00"]
    assert won("push-22", "Ts 6h 9d Tc 7d", options=options) == "-1.00"
