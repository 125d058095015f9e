"""Citations that used to name a neighbour: the clause that really gives each refusal, question or fact."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Act, Bet, Bets, Drawn, Fact, TakeBack, What
from holecard.games import find
from holecard.law.errors import Refused
from holecard.live.table.felt import felt_of
from holecard.values.cards import parse_cards
from tests.kit.clauses import clause
from tests.kit.nz import facts, net, play, refusal
from tests.kit.scene import Scene

NZ = "nz-blackjack"
MASQUE = "masque-down-under"
A10 = "bet 1 A main 10.00; "
LIKE_685A = "house rule: as in 58 Pa. Code § 685a."


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


# Insurance that comes too late


@clause("pa-685a", "8(a)", "8(b)")
def test_8b_insurance_after_the_reader_is_too_late_and_without_an_ace_never_to_be_had() -> None:
    late = Scene("Ts Ah 6d 5c").say("decline").refuses("insurance 5.00")
    assert (late.cite.clause, late.why) == ("8(b)", "is offered only before the reader is used")
    assert Scene("Ts 9h 6d 5c").refuses("insurance 5.00").cite.clause == "8(a)"


@clause("down-under-rop", "6")
def test_rop_sets_no_time_for_insurance_so_it_closes_by_the_house_rule() -> None:
    late = Scene("Ts Ah 6d 5c", MASQUE).say("decline").refuses("insurance 5.00")
    assert str(late.cite) == f"{LIKE_685A}8(b)"
    assert Scene("Ts 9h 6d 5c", MASQUE).refuses("insurance 5.00").cite.clause == "6"


@pytest.mark.parametrize("game", [NZ, "nz-blackjack-plus"])
@nz("9.1", "9.2")
def test_9_2_insurance_after_a_further_card_is_too_late_also_on_a_19(game: str) -> None:
    late = Scene("Ts Ah 7d 2c", game).say("decline", "hit").refuses("insurance 5.00")
    assert (late.cite.clause, late.why) == ("9.2", "is offered only before any further card is dealt")
    assert Scene("Ts 9h 6d", game).refuses("insurance 5.00").cite.clause == "9.1"


@nz("9.2(a)", "9.2(b)")
def test_9_2_insurance_waits_for_the_call_and_is_declined_once_the_dealer_has_passed() -> None:
    rules = find(NZ).configure()
    table = open_table(rules)
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(1, "A", 1000),), last=True))
    table, _ = answer(rules, table, ask(rules, table), Drawn(parse_cards("Ts Ah")))
    with pytest.raises(Refused) as early:
        answer(rules, table, ask(rules, table), Act("insurance", 500))
    assert early.value.cite.clause == "9.2(a)"
    assert Scene("Ts Ah 6d", NZ).say("decline").refuses("insurance 5.00").cite.clause == "9.2(b)"


@nz("9.3(a)", "9.3(b)")
def test_9_3_b_winnings_must_be_payable_in_chips() -> None:
    scene = Scene("Ts Ah 6d", NZ, chip=100)
    assert scene.refuses("insurance 2.25").cite.clause == "9.3(b)"
    assert str(scene.refuses("insurance 2.50").cite) == "house rule: smallest playable chip", "5.00 could be paid"
    assert scene.refuses("insurance 6.00").cite.clause == "9.3(a)"


@nz("19.6", "9.2")
def test_19_6_is_about_a_blackjack_alone() -> None:
    plus = "nz-blackjack-plus"
    assert refusal(plus, A10 + "cards As Ah Kd; 1 A insurance") == ("insurance", "19.6")
    both = A10 + "bet 2 B main 10.00; cards As Ts Ah Kd 7d 2c; 2 B hit; 2 B insurance"
    assert refusal(plus, both) == ("insurance", "9.2")


# The manufacturer's sheet: what it does not say is a rule of the house


def cites(found: list[Fact]) -> set[str]:
    return {str(fact.cite) for fact in found}


@clause("down-under-rop", "6")
def test_rop_does_not_give_the_odds_of_insurance() -> None:
    scene = Scene("9s Ah 7d Kc", MASQUE).say("insurance")
    (paid,) = scene.told(What.PAID)
    assert (paid.wager, str(paid.cite)) == ("insurance", f"{LIKE_685A}11(b)")
    written = {one["text"]: one["clause"] for one in felt_of(scene.rules)["inscriptions"]}
    assert written["Insurance pays 2 to 1"] == f"{LIKE_685A}11(b)"
    (placed,) = [fact for fact in scene.told(What.PLACED) if fact.wager == "insurance"]
    assert placed.cite.clause == "6", "that it may be placed is in the sheet"


@clause("down-under-rop", "9(1)")
def test_rop_does_not_lay_the_card_of_a_double_sideways() -> None:
    scene = Scene("6s 7h 5d Tc 9d", MASQUE).say("double")
    assert cites([fact for fact in scene.facts if fact.note == "card laid sideways"]) == {f"{LIKE_685A}9(c)"}


@clause("down-under-rop", "7")
def test_rop_does_not_say_which_hand_of_a_split_comes_first() -> None:
    scene = Scene("8s 7h 8d Tc 3d Kd", MASQUE).say("split")
    assert cites([fact for fact in scene.facts if fact.note == "this hand first"]) == {f"{LIKE_685A}10(b)"}


# New Zealand: wagers before the deal


@nz("15B.2", "14.3(b)")
def test_14_3_b_is_about_the_main_wager_and_not_about_a_side_wager_in_its_own_area() -> None:
    bets = A10 + "bet 1 B main 10.00; bet 1 B perfect-pair 1.00; bet 2 C main 10.00; bet 1 C perfect-pair 1.00; "
    played = play(f"{NZ} perfect_pair=yes", bets + "cards Ts 9s 9h Td 9d Tc; 1 A stand; 2 C stand")
    behind = [(fact["bettor"], fact["wager"]) for fact in facts(played, "14.3(b)")]
    assert behind == [("B", "main")]
    assert net(played, "perfect-pair", bettor="C") == "5.00"


def betting(game: str, *bets: Bet, **options: object) -> Refused:
    """The refusal of the last of these bets."""
    rules = find(game).configure(options)
    table = open_table(rules)
    table, _ = answer(rules, table, ask(rules, table), Bets(bets[:-1]))
    with pytest.raises(Refused) as refused:
        answer(rules, table, ask(rules, table), Bets(bets[-1:]))
    return refused.value


@nz("15B.2")
def test_15b_2_does_not_forbid_more_chips_on_a_perfect_pair() -> None:
    main, pair = Bet(1, "A", 1000), Bet(1, "A", 100, "perfect-pair")
    assert str(betting(NZ, main, pair, pair, perfect_pair=True).cite) == "house rule: one side wager of a kind"
    assert betting(NZ, pair, perfect_pair=True).cite.clause == "15B.2"


@nz("8.2", "5.5(a)", "5.5(b)", "15B.3")
def test_5_5_a_closes_the_betting_only_with_the_first_card() -> None:
    """Before it, there is only the call of 8.2 (reading N15)."""
    rules = find(NZ).configure(perfect_pair=True)
    table = open_table(rules)
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(1, "A", 1000),), last=True))
    more, pair, back = Bets((Bet(1, "A", 500),)), Bets((Bet(1, "A", 100, "perfect-pair"),)), TakeBack(1, "A")

    def refused() -> list[str]:
        found = []
        for value in (more, pair, back):
            with pytest.raises(Refused) as late:
                answer(rules, table, ask(rules, table), value)
            found.append(late.value.cite.clause)
        return found

    assert refused() == ["8.2", "8.2", "8.2"]
    table, _ = answer(rules, table, ask(rules, table), Drawn(parse_cards("Ts")))
    assert refused() == ["5.5(a)", "15B.3", "5.5(b)"]


# Riding money


@pytest.mark.parametrize(
    ("wager", "cite"),
    [
        pytest.param("house-money", "16.14", marks=nz("16.14")),
        pytest.param("let-it-ride", "16.15", marks=nz("16.15")),
    ],
)
def test_16_14_a_ride_after_the_hand_was_played_is_too_late(wager: str, cite: str) -> None:
    game = f"{NZ} {wager.replace('-', '_')}=yes"
    won = A10 + f"bet 1 A {wager} 1.00; cards 5s 9h 6s 2c 3d Tc; "
    assert refusal(game, won + f"1 A hit; 1 A ride wager {wager}; 1 A stand") == ("ride", cite)
    assert refusal(game, won + f"1 A hit; 1 A hit; 1 A stand; 1 A ride wager {wager}") == ("ride", cite)


@nz("15D.6")
def test_15d_6_only_a_win_rides() -> None:
    lost = A10 + "bet 1 A house-money 1.00; cards 5s 9h 9d Tc; 1 A ride wager house-money; 1 A stand"
    assert refusal(f"{NZ} house_money=yes", lost) == ("ride", "15D.6")


# The layout


@pytest.mark.parametrize(
    ("game", "options", "cite"),
    [
        (NZ, {}, "13.3"),
        (NZ, {"style_a": True}, "17.2"),
        ("nz-ante-up", {}, "13.3"),
        ("nz-blackjack-plus", {"style_a": True}, "17.2"),
        ("nz-free-bet", {}, "20.6"),
        (MASQUE, {}, "10(b)"),
        (MASQUE, {"soft17": "hit"}, "10(a)"),
    ],
)
def test_the_felt_names_the_drawing_rule_that_applies(game: str, options: dict[str, object], cite: str) -> None:
    rules = find(game).configure(options)
    (drawing,) = [one for one in felt_of(rules)["inscriptions"] if one["text"].startswith("Dealer draws")]
    assert rules.register is not None
    assert drawing["clause"] == str(rules.register.cite(cite))


def test_9_4_the_felt_names_the_odds_of_insurance() -> None:
    (written,) = [one for one in felt_of(find(NZ).configure())["inscriptions"] if "Insurance" in one["text"]]
    assert written["clause"].endswith("9.4")
