"""The New Zealand division around the Round: equipment, how cards are opened, the cut, cutting card, burn card."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Act, Bet, Bets, CoverCard, Notice, PlaceWagers, TakeBack, What
from holecard.games import find
from holecard.law.errors import Refused
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.pit import Asked, PitTable, cards_at, clauses, fact_of, new_table

ANN, BOB, CEM = (5, "Ann"), (2, "Bob"), (8, "Cem")
ALL = (ANN, BOB, CEM)

CUT: list[Asked] = [("offer-cut", "dealer", "7.2"), ("cut", "Ann", "7.3(a)"), ("cut", "dealer", "7.4")]
SHOE: list[Asked] = [("cover-card", "dealer", "7.6(a)"), ("load-shoe", "dealer", "7.6(a)")]
INSPECTED: list[Asked] = [("inspect-cards", "dealer", "6.1"), ("inspect-again", "floorperson", "6.1")]


def nz(*seated: tuple[int, str], preinspected: bool = False, **options: object) -> PitTable:
    return new_table(*seated, game="nz-blackjack", preinspected=preinspected, **options)


def mixed(rule: str) -> list[Asked]:
    return [
        ("wash", "dealer", f"{rule}(a)"),
        ("stack", "dealer", f"{rule}(b)"),
        ("riffle", "dealer", f"{rule}(c)"),
    ]


def opened_as(kind: str, shuffler: str = "manual") -> list[Asked]:
    """What is asked from the cards' arrival on."""
    table = nz(ANN, shuffler=shuffler)
    table.act("done")
    assert table.asked == ("receive-cards", "floorperson", "6.1")
    table.act(kind)
    asked = table.ready()
    assert cards_at(table.table) == 312
    return asked


# 3. Equipment


@clause("nz-blackjack", "3.1", "3.2(b)(i)", "3.3(c)", "15C.9", "20A.7")
def test_3_the_supervisor_sees_to_the_equipment_of_this_table() -> None:
    table = nz(any_pair=True, push_22=True)
    assert table.asked == ("equipment", "floorperson", "3.3")
    told = clauses(table.act("done"))
    assert {"3.1", "3.2(b)(i)", "3.3(c)"} <= set(told)
    assert told[-2:] == ["15C.9", "20A.7"]
    assert not {"3.5", "18.2", "20.2"} & set(told)


@clause("nz-blackjack", "15C.9", "15F.11", "20A.7")
@pytest.mark.parametrize(
    ("wager", "clause_id", "title"),
    [("any_pair", "15C.9", "Any Pair"), ("lucky_match", "15F.11", "Lucky Match"), ("push_22", "20A.7", "Push 22")],
)
def test_the_sign_shows_the_pay_scale_in_use(wager: str, clause_id: str, title: str) -> None:
    shown = signs_of(any_pair=True, lucky_match=False, push_22=True) | signs_of(lucky_match=True)
    assert shown[clause_id] == f"{title}: pay scale one"
    assert signs_of(**{wager: True, f"{wager}_scale": "two"})[clause_id] == f"{title}: pay scale two"
    assert clause_id not in signs_of()


def signs_of(**options: object) -> dict[str, str]:
    rules = find("nz-blackjack").configure(options)
    return {sign.cite.clause: sign.text for sign in rules.play.signs(rules)}


@clause("nz-blackjack", "3.5(a)(i)", "15F.11", "18.2", "20.2")
def test_3_what_only_some_tables_need() -> None:
    assert "3.5(a)(i)" in clauses(nz(madness_21=True).act("done"))
    assert "15F.11" in clauses(nz(lucky_match=True).act("done"))
    assert "18.2" in clauses(new_table(game="nz-ante-up").act("done"))
    assert "20.2" in clauses(new_table(game="nz-free-bet").act("done"))


# 6. Cards that come to the table


@clause("nz-blackjack", "6.1", "6.2", "6.3", "6.3(a)", "6.3(b)", "6.3(c)", "7.1(a)", "7.2", "7.3", "7.6", "7.6(a)")
def test_6_new_cards_are_inspected_twice_shown_and_mixed_before_any_wager() -> None:
    seen = [("spread", "dealer", "6.2"), ("first-player-looks", "Ann", "6.2"), ("turn-over", "dealer", "6.3")]
    assert opened_as("new") == [*INSPECTED, *seen, *mixed("6.3"), *CUT, *SHOE]
    table = nz(ANN)
    while not isinstance(table.question, PlaceWagers):
        assert table.refuses(Bets((Bet(5, "Ann", 1000),))).cite == table.question.cite
        table.go_on()


@clause("nz-blackjack", "6.4", "6.4(a)", "6.4(b)", "6.4(c)", "3.4", "3.3(e)")
def test_6_4_an_automatic_shuffler_takes_two_sets_that_no_player_has_seen() -> None:
    one_set = [*INSPECTED, *mixed("6.4")]
    loaded = [("sets", "dealer", "3.4"), *one_set, *one_set, ("load-sets", "dealer", "6.4")]
    assert opened_as("new", shuffler="automatic") == [*loaded, *CUT, *SHOE]


@clause("nz-blackjack", "7.2", "7.6(b)", "3.4")
def test_7_2_cards_for_a_continuous_shuffler_are_cut_once_before_they_go_in() -> None:
    asked = opened_as("new", shuffler="continuous")
    assert asked == [
        ("sets", "dealer", "3.4"),
        *INSPECTED,
        *mixed("6.4"),
        *CUT,
        ("load-shuffler", "dealer", "7.6(b)"),
    ]
    table = nz(ANN, shuffler="continuous")
    table.ready()
    shuffles = table.table.pit.shuffles
    table.bet(ANN)
    assert table.refuses(CoverCard()).cite.clause == "7.6(b)"
    table.play_out()
    assert (table.rack, table.table.stock.size, table.table.pit.shuffles) == ((), 312, shuffles + 1)


@clause("nz-blackjack", "6.5", "6.5(a)", "6.5(b)", "6.5(c)")
def test_6_5_pre_checked_cards_are_only_mixed() -> None:
    assert opened_as("pre-checked") == [("receive-checked", "floorperson", "6.5"), *mixed("6.5"), *CUT, *SHOE]


@clause("nz-blackjack", "6.5", "7.1A")
def test_6_5_pre_shuffled_cards_are_washed_or_riffled() -> None:
    received = [("receive-shuffled", "floorperson", "6.5"), ("mix-pre-shuffled", "dealer", "6.5")]
    accepted = [("accept-pre-shuffled", "dealer", "7.1A")]
    assert opened_as("pre-shuffled") == [*received, *accepted, *CUT, *SHOE]
    table = nz(ANN, preinspected=True)
    table.until("mix-pre-shuffled")
    assert [legal.do for legal in table.step.choices] == ["riffle", "wash", "both"]


@clause("nz-blackjack", "6.6", "7.1A")
def test_6_6_sealed_cards_are_not_mixed_at_all() -> None:
    accepted = [("accept-pre-shuffled", "dealer", "7.1A")]
    assert opened_as("sealed") == [("receive-sealed", "floorperson", "6.6"), *accepted, *CUT, *SHOE]


@clause("nz-blackjack", "7.1A(a)", "7.1A(b)", "6.1", "6.3(c)")
def test_7_1A_any_player_may_look_at_pre_shuffled_cards_or_have_them_opened_like_new_ones() -> None:
    table = nz(ANN, BOB)
    table.until("receive-cards")
    assert table.refuses(Notice("mix-pre-shuffled", name="Bob")).cite.clause == "7.1A(b)"
    table.act("sealed")
    assert fact_of(table.tell("look-at-pre-shuffled", name="Bob"), "7.1A(a)").bettor == "Bob"
    assert table.asked[0] == "receive-sealed"
    assert table.refuses(Notice("mix-pre-shuffled", name="Zoe")).cite.clause == "7.1A(b)"
    table.tell("mix-pre-shuffled", name="Bob")
    steps = [step for step, _, _ in table.ready()]
    assert steps[:3] == ["inspect-cards", "inspect-again", "spread"]
    assert "riffle" in steps
    assert table.refuses(Notice("look-at-pre-shuffled", name="Bob")).cite.clause == "7.1A(a)"


# 7. The cut


def cut_order(table: PitTable) -> tuple[str, list[str]]:
    """The clause of the next offer of the cut, and who is asked, in order."""
    table.until("offer-cut")
    table.go_on()
    clause_id, names = table.step.cite.clause, []
    while table.step.bettor:
        names.append(table.step.bettor)
        table.act("decline")
    assert (table.step.cite.clause, [legal.do for legal in table.step.choices]) == ("7.4", ["cut"])
    return clause_id, names


@clause("nz-blackjack", "7.3(a)", "7.4")
def test_7_3a_at_the_start_the_first_to_arrive_cuts_and_then_clockwise() -> None:
    table = nz(*ALL)
    assert cut_order(table) == ("7.3(a)", ["Ann", "Cem", "Bob"])
    assert "a casino employee cuts" in table.act("cut")[0].note


@clause("nz-blackjack", "7.3(b)", "7.1(c)", "8.7", "8.6")
def test_7_3b_then_the_one_at_whose_box_the_cutting_card_came_out() -> None:
    table = nz(*ALL)
    table.ready()
    table.bet(*ALL)
    while getattr(table.question, "bettor", "") != "Ann":
        table.go_on()
    table.act("hit")
    said = table.answer(CoverCard())
    assert (said[0].cite.clause, said[0].also[0].clause, said[0].bettor) == ("8.7", "7.1(c)", "Ann")
    assert table.refuses(CoverCard()).cite.clause == "8.7"
    table.play_out()
    assert table.asked == ("gather", "dealer", "7.1")
    assert cut_order(table) == ("7.3(b)", ["Ann", "Cem", "Bob"])


@clause("nz-blackjack", "7.3(c)", "8.7")
def test_7_3c_from_the_dealers_hand_the_one_at_the_far_right() -> None:
    table = nz(*ALL)
    table.ready()
    table.bet(*ALL)
    while table.question.cite.clause != "8.5":
        table.go_on()
    table.answer(CoverCard())
    table.play_out()
    assert cut_order(table) == ("7.3(c)", ["Cem", "Bob", "Ann"])


@clause("nz-blackjack", "7.3(d)", "7.7", "6.1")
def test_7_7_new_cards_are_opened_anew_and_cut_from_the_far_left() -> None:
    table = nz(*ALL)
    table.ready()
    table.bet(*ALL)
    assert fact_of(table.tell("new-cards"), "7.7").note == "the cards are replaced, after this round"
    assert table.refuses(Notice("new-cards")).cite.clause == "7.7"
    table.play_out()
    assert table.asked == ("receive-cards", "floorperson", "7.7")
    table.act("new")
    assert table.asked[0] == "inspect-cards"
    assert cut_order(table) == ("7.3(d)", ["Bob", "Ann", "Cem"])


@clause("nz-blackjack", "7.1(d)", "7.1(e)", "7.3(d)", "7.1")
@pytest.mark.parametrize(("news", "clause_id"), [("reshuffle", "7.1(d)"), ("shuffle-doubted", "7.1(e)")])
def test_7_1_supervisors_may_have_the_cards_shuffled(news: str, clause_id: str) -> None:
    for what, other in (("reshuffle", "7.1(d)"), ("shuffle-doubted", "7.1(e)")):
        table = nz(*ALL)
        assert table.refuses(Notice(what)).cite.clause == other  # the cards are not in play yet
    table.ready()
    assert clauses(table.tell(news)) == [clause_id]
    assert table.asked == ("gather", "dealer", "7.1")
    assert cut_order(table) == ("7.3(d)", ["Bob", "Ann", "Cem"])


@clause("nz-blackjack", "7.1(f)", "7.2")
def test_7_1f_a_card_seen_on_its_way_into_the_shoe_has_them_shuffled_again() -> None:
    table = nz(ANN)
    assert table.refuses(Notice("card-seen-in-shuffle")).cite.clause == "7.1(f)"
    table.until("load-shoe")
    shuffles = table.table.pit.shuffles
    table.tell("card-seen-in-shuffle")
    assert table.ready() == [("shuffle", "dealer", "7.1(f)"), *CUT, *SHOE]
    assert table.table.pit.shuffles == shuffles + 1


@clause("nz-blackjack", "7.5", "7.6")
@pytest.mark.parametrize(("decks", "outside", "inside"), [(6, (51, 261), (52, 260)), (4, (1, 157), (52, 156))])
def test_7_5_the_cut_is_a_full_deck_from_either_end(
    decks: int, outside: tuple[int, int], inside: tuple[int, int]
) -> None:
    for place in outside:
        table = nz(ANN, decks=decks)
        table.until("cut")
        assert table.refuses(Act("cut", place)).cite.clause == "7.5"
    for place in inside:
        table = nz(ANN, decks=decks)
        table.until("cut")
        table.act("cut", place)
        assert table.table.pit.cuts == (place,)


@clause("nz-blackjack", "7.6(a)", "3.3(b)")
def test_7_6_the_cutting_card_goes_in_at_most_half_way_from_the_back() -> None:
    table = nz(ANN, cutting_cards=2)
    table.until("cover-card")
    assert table.refuses(Act("cover", 157)).cite.clause == "7.6(a)"
    assert clauses(table.act("cover", 156)) == ["7.6(a)", "3.3(b)"]
    one = nz(ANN)
    one.until("cover-card")
    assert clauses(one.act("cover", 1)) == ["7.6(a)"]


@clause("nz-blackjack", "3.3(b)", "3.3(e)")
def test_3_3_what_the_house_may_not_choose() -> None:
    for option, value, by in (("cutting_cards", 3, "3.3(b)"), ("shuffler", "batch", "3.3(e)")):
        with pytest.raises(Refused) as refused:
            find("nz-blackjack").configure({option: value})
        assert refused.value.cite.clause == by


@clause("nz-blackjack", "4.2", "5.7", "8.9", "8.10")
def test_4_2_what_goes_for_everybody_at_the_table() -> None:
    table = nz(ANN)
    table.until("load-shoe")
    assert clauses(table.act("done")) == ["7.6(a)", "4.2", "5.7", "8.9", "8.10"]


# 8. Burn card, cutting card, seats


@clause("nz-blackjack", "8.1")
def test_8_1_the_house_may_burn_a_card_and_a_player_may_see_it() -> None:
    table = nz(ANN, burn=True)
    assert table.refuses(Notice("view-burn", name="Ann")).cite.clause == "8.1"
    assert table.ready()[-1] == ("burn", "shoe", "8.1")
    assert (table.rack, table.table.stock.size) == ((HIDDEN,), 311)
    assert table.refuses(Notice("view-burn", name="Zoe")).cite.clause == "8.1"
    card = table.croupier.holding.burned
    shown = fact_of(table.tell("view-burn", name="Ann"), "8.1")
    assert (shown.what, shown.bettor, shown.cards) == (What.EXPOSED, "Ann", (card,))
    assert (table.rack, cards_at(table.table), table.table.stock.down) == ((card,), 312, 0)
    assert table.refuses(Notice("view-burn", name="Ann")).cite.clause == "8.1", "it has been shown"
    without = nz(ANN)
    without.ready()
    assert without.refuses(Notice("view-burn", name="Ann")).cite.clause == "8.1"
    without.tell("new-dealer")  # who burns nothing
    assert isinstance(without.question, PlaceWagers)


@clause("nz-blackjack", "8.8", "7.1(b)", "7.3(b)", "5.5(a)")
def test_8_8_a_cutting_card_that_comes_first_has_the_cards_reshuffled_and_frees_the_wagers() -> None:
    table = nz(*ALL)
    table.ready()
    table.bet(ANN, CEM)
    shuffles = table.table.pit.shuffles
    said = table.answer(CoverCard())
    assert [(fact.cite.clause, fact.also[0].clause) for fact in said] == [("8.8", "7.1(b)")]
    assert (table.asked, table.table.closed) == (("gather", "dealer", "8.8"), False)
    assert cut_order(table) == ("7.3(b)", ["Ann", "Cem", "Bob"])  # the first box to be dealt (N14)
    table.ready()
    assert (table.table.pit.shuffles, len(table.table.boxes)) == (shuffles + 1, 2)
    table.answer(TakeBack(8, "Cem"))  # free until the new deal (N15)
    table.bet(BOB)
    table.play_out()
    assert isinstance(table.question, PlaceWagers)
    assert cards_at(table.table) == 312


@clause("nz-blackjack", "3.4", "7.1")
def test_3_4_the_two_sets_take_turns() -> None:
    table = nz(ANN, shuffler="automatic")
    table.ready()
    assert table.table.pit.batch == 1
    table.ready()
    table.round(ANN)
    table.tell("reshuffle")
    assert "exchange" in [step for step, _, _ in table.ready()]
    assert (table.table.pit.batch, table.table.stock.size, table.rack) == (2, 312, ())


@clause("nz-blackjack", "5.5(b)")
def test_5_5_nobody_leaves_a_wager_behind() -> None:
    table = nz(ANN)
    table.ready()
    table.bet(ANN)
    assert table.refuses(Notice("leave", name="Ann")).cite.clause == "5.5(b)"
