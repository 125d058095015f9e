"""The terminal table: what is asked, what a round comes to, and which clause says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.kit import Ran, assert_complains, holecard
from tests.cli.practice import play


def test_a_round_with_its_light_and_result() -> None:
    played = play("pa-down-under", "9s 6h 8d Ts 6c", "10", "s")
    assert "● yellow light  hole card LARGE" in played.frames[1]
    assert "[ 6♥][▒▒▒]" in played.frames[1]
    assert played.hand("Box 1") == "Box 1 [ 9♠][ 8♦] hard 17 10.00 returned §7(n)(1)"
    assert "Dealer  has 22" in played.frames[-1]
    assert played.summary == "1 round played, net 0.00, bankroll 1000.00."


@pytest.mark.parametrize(
    ("hole", "light"), [("2c", "● blue light  hole card SMALL"), ("6c", "● red light  hole card MEDIUM")]
)
def test_every_light_is_colour_and_word(hole: str, light: str) -> None:
    assert light in play("pa-down-under", f"9s 6h 8d {hole}", "10").frames[-1]


def test_the_dealers_hand_lies_in_the_lit_area() -> None:
    frame = play("pa-down-under", "9s 6h 8d 2c", "10").frames[-1]
    top, middle = frame.splitlines()[2:4]
    assert "╔ SMALL 2-3-4-5 ═" in top
    assert middle.startswith("│ ║ [ 6♥][▒▒▒]")
    assert "┌ Medium 6-7-8-9 ┐ ┌ Large 10-J-Q-K-A ┐" in top


def test_soft_and_hard_totals_hits_and_a_bust() -> None:
    played = play("pa-down-under", "As 6h 5d Ts Kc 9c 5h", "10", "h", "hit")
    assert "soft 16" in played.frames[1]
    assert "hard 16" in played.frames[2]
    assert played.hand("Box 1") == "Box 1 [ A♠][ 5♦][ K♣][ 9♣] bust 25 10.00 lost 10.00 house"
    assert "net -10.00" in played.summary


def test_blackjack_pays_3_to_2() -> None:
    played = play("pa-down-under", "As 6h Kd Ts 5c", "10")
    assert played.hand("Box 1") == "Box 1 [ A♠][ K♦] Blackjack 10.00 won 15.00 §7(i)(1)"


def test_double_lays_one_card_sideways() -> None:
    played = play("pa-down-under", "6s 6h 5d Ts Tc 9h", "10", "d")
    assert played.hand("Box 1") == "Box 1 [ 6♠][ 5♦]{10♣} hard 21 10.00+10.00 won 20.00 §7(o)(1)"


def test_double_for_less() -> None:
    played = play("pa-down-under", "6s 6h 5d Ts Tc 9h", "10", "d 2.50")
    assert "10.00+2.50 won 12.50" in played.hand("Box 1")


def test_a_double_beyond_the_bet_is_refused_with_its_clause_and_asked_again() -> None:
    played = play("pa-down-under", "6s 6h 5d Ts Tc 9h", "10", "d 11", "d")
    assert "! double: the amount is not allowed (58 Pa. Code § 685a.9(a))" in played.out
    assert "won 20.00" in played.hand("Box 1")


def test_split_makes_two_hands() -> None:
    played = play("pa-down-under", "8s 6h 8d Ts 2c Kc 9h", "10", "p", "s", "s")
    assert "▸ Box 1·1 [ 8♠][ 2♣]" in played.frames[2]
    assert "Box 1 hand 1 ▸" in played.out
    assert played.hand("Box 1·1").endswith("10.00 won 10.00 §7(o)(1)")
    assert played.hand("Box 1·2").startswith("Box 1·2 [ 8♦][ K♣] hard 18")


def test_insurance_before_the_light() -> None:
    played = play("pa-down-under", "9s Ah 8d Ks", "10", "i 3")
    assert "[I]nsurance up to 5.00  [N]o Insurance or Enter" in played.out
    assert "light" not in played.frames[1]
    assert "Insurance 3.00 won 6.00 §8(c)" in played.frames[-1]
    assert "lost 10.00 §7(h)(2)" in played.hand("Box 1")
    assert "net -4.00" in played.summary


def test_enter_declines_insurance() -> None:
    assert "net -10.00" in play("pa-down-under", "9s Ah 8d Ks", "10", "").summary


def test_even_money() -> None:
    played = play("pa-down-under", "As Ah Kd Ks", "10", "e")
    assert "[E]ven money" in played.out
    assert played.hand("Box 1") == "Box 1 [ A♠][ K♦] Blackjack 10.00 won 10.00 §7(g)"


def test_match_the_dealer_beside_the_bet() -> None:
    played = play("pa-down-under", "9s 9h 8d Ts 6c", "10+2", match_the_dealer="yes")
    assert "10+2 adds Match-the-Dealer, 0.50 to 10000.00." in played.text
    assert "Match-the-Dealer 2.00 won 8.00 §7(f)" in played.frames[1]


def test_six_boxes_bet_box_by_box_and_again_by_enter() -> None:
    typed = ("10 5 0 5 5 5", *"ssssss", "")
    played = play("pa-down-under", "2s 2h 2d 2c 3s 6h 3h 3d 3c 4s 4h Ts 9c", *typed, boxes=6)
    assert "! You on box 4: a player's boxes must be next to each other" in played.out
    assert "[Enter] 10  " in played.out.split("! You on box 4")[1]
    typed = ("10 5 5 5 5 0", *"sssss", "")
    played = play("pa-down-under", "2s 2h 2d 2c 3s 6h 3h 3d 3c 4s 4h Ts 9c", *typed, boxes=6)
    assert "[Enter] 10 5 5 5 5 0" in played.out
    assert "on the table 30.00 ─ round 2" in played.frames[-1]


def test_why_names_the_clause_of_the_last_step_and_what_it_says() -> None:
    out = play("pa-down-under", "9s 6h 8d Ts 6c", "10", "?").out
    asked = out.split("The last step")[1]
    assert "The dealer's hand is laid in the area Large\n  58 Pa. Code § 685a.7(h): " in asked
    assert "[S] Stand  §7(i)(2): " in asked


def test_why_after_the_round_names_the_odds_too() -> None:
    asked = play("pa-down-under", "9s 6h Kd Ts 9c", "10", "s", "?").out.split("The last step")[1]
    assert "Your bet wins 10.00 (the dealer busts)" in asked
    assert "§ 685a.7(o)(1)" in asked
    assert "§ 685a.11(a)" in asked


def test_what_the_bankroll_cannot_pay_for_is_not_offered() -> None:
    played = play("pa-down-under", "8s 6h 8d Ts 2c Kc 9h", "10", "p", "d", bankroll=1500)
    assert "[D]ouble up to 5.00  [?]" in played.out
    assert "! Split: not enough money: it takes 10.00, and you have 5.00" in played.out
    assert "10.00+5.00" in played.hand("Box 1")


def test_a_bet_beyond_the_bankroll() -> None:
    assert "! 30.00 is more than the 20.00 you have" in play("pa-down-under", "", "30", bankroll=2000).out


@pytest.mark.parametrize("typed", ["0.005", "-5", "ten", "10 10", "10+5", "0.75", "20000"])
def test_a_bad_bet_is_explained_and_asked_again(typed: str) -> None:
    played = play("pa-down-under", "9s 6h 8d Ts 6c", typed, "10", "s")
    assert re.search(r"^! .+", played.out, re.MULTILINE)
    assert "1 round played" in played.summary


def test_the_session_ends_when_the_bankroll_is_spent() -> None:
    played = play("pa-down-under", "9s 6h 8d Ts 5c", "10", "s", "10", bankroll=1000)
    assert played.summary == "1 round played, net -10.00, bankroll 0.00.\nThe bankroll is spent."


def test_leaving_in_mid_round() -> None:
    played = play("pa-down-under", "9s 6h 8d Ts", "10", "q", "s")
    assert played.summary == ("0 rounds played, net 0.00, bankroll 1000.00.\nThe round in progress is not counted.")


def test_ordinary_blackjack_has_no_areas() -> None:
    played = play("reference", "9s 6h 8d Ts 5c", "10", "s")
    assert "Small" not in played.out
    assert "Dealer  [ 6♥][▒▒▒]  shows 6" in played.frames[1]
    assert "house rules" in played.frames[0]


def test_surrender_where_it_is_offered() -> None:
    played = play("reference", "9s Th 7d 7s", "10", "r", surrender="late")
    assert "Su[R]render" in played.out
    assert "lost 5.00" in played.hand("Box 1")


def test_the_manufacturers_light_is_gold_and_hands_are_split_again() -> None:
    played = play("masque-down-under", "8s 6h 8d Ts 8c 8h 2c 3c 4c 5c", "10", "p", "p", "p")
    assert "● gold light  hole card LARGE" in played.out
    assert "Box 1·4" in played.frames[-1]


def test_a_game_without_a_pit_shuffles_when_few_cards_are_left() -> None:
    played = play("reference", "9s 6h 8d Ts 5c", *("10", "n", "s") * 40, decks="1")
    assert "the cards are shuffled  house" in played.out


def test_the_proposed_edition_is_labelled() -> None:
    assert "pa-685a@2018 PROPOSED ─╮" in play("pa-down-under", "", edition="2018").frames[0]


def test_the_journal_holds_every_round() -> None:
    played = play("pa-down-under", "9s 6h 8d Ts 5c 9h 6s Kd 2c 9c", "10", "s", "20", "s")
    assert played.nets == [-1000, 2000]
    assert "2 rounds played, net +10.00" in played.summary


# As a process


def seeded(home: Path, typed: str, *more: str, **environment: str) -> Ran:
    return holecard("play", "pa-down-under", "--seed", "685", *more, typed=typed, home=home, **environment)


def test_a_seed_repeats_a_session_exactly(tmp_path: Path) -> None:
    typed = "10\n" + "s\n\n" * 40
    a, b = tmp_path / "a.journal", tmp_path / "b.journal"
    first = seeded(tmp_path, typed, "--boxes", "2", "--journal", str(a))
    again = seeded(tmp_path, typed, "--boxes", "2", "--journal", str(b))
    assert first.code == 0
    assert not first.err
    assert first.out.replace(str(a), "") == again.out.replace(str(b), "")
    assert a.read_bytes() == b.read_bytes()
    outcomes = re.findall(r"Round (\d+): you (win|lose|are even)(?: ([\d.]+))?\.", first.out)
    by_round = {number: float(money or 0) * {"win": 1, "lose": -1}.get(how, 0) for number, how, money in outcomes}
    ended = re.search(r"(\d+) rounds played, net \+?([-\d.]+), bankroll ([\d.]+)\.", first.out)
    assert ended is not None
    assert int(ended[1]) == len(by_round) > 10
    assert float(ended[2]) == sum(by_round.values())
    assert float(ended[3]) == 1000 + sum(by_round.values())


def test_named_cards_are_dealt_first(tmp_path: Path) -> None:
    ran = seeded(tmp_path, "10\nq\n", "--cards", "As 9d Ks 7h")
    assert "[ A♠][ K♠]" in ran.out
    assert "won 15.00" in ran.out


@pytest.mark.parametrize(
    ("cards", "says"),
    [("As Xx", "'Xx' is not a card"), ("As As As As As As As", "has As 7 times, but 6 decks have only 6")],
)
def test_cards_that_no_shoe_can_deal(cards: str, says: str, tmp_path: Path) -> None:
    ran = seeded(tmp_path, "", "--cards", cards)
    assert ran.code == 2
    assert says in ran.err


def test_no_answers_at_all(tmp_path: Path) -> None:
    ran = seeded(tmp_path, "")
    assert (ran.code, ran.err) == (0, "")
    assert "0 rounds played" in ran.out


def test_eighty_columns_and_no_escape_codes(tmp_path: Path) -> None:
    typed = "10+2\n" + "?\nn\ns\n\n" * 40
    ran = seeded(tmp_path, typed, "--boxes", "6", "--set", "match_the_dealer=yes", NO_COLOR="1")
    assert "\x1b" not in ran.out
    assert max(len(line) for line in ran.out.splitlines() if "holecard replay" not in line) <= 80


def test_a_terminal_that_cannot_show_the_suits(tmp_path: Path) -> None:
    ran = seeded(tmp_path, "10\ns\n", PYTHONIOENCODING="ascii")
    assert (ran.code, ran.err) == (0, "")


def test_the_session_is_saved_where_it_says(tmp_path: Path) -> None:
    ran = seeded(tmp_path, "10\nn\ns\nq\n")
    told = re.search(r"holecard replay (\S+)", ran.out)
    assert told is not None
    saved = Path(told[1])
    assert saved.parent == tmp_path / "state" / "holecard" / "sessions"
    assert saved.name.endswith("-pa-down-under.journal")
    assert holecard("replay", saved, "--json").document["rounds"]


def test_the_house_answers_as_the_house_where_nobody_works(tmp_path: Path) -> None:
    """At the terminal no floorperson is there, and the journal does not pretend that one was."""
    file = tmp_path / "mine.journal"
    seeded(tmp_path, "", "--journal", str(file))
    written = file.read_text()
    assert "pit verify-inspection @house done" in written
    assert "@floorperson" not in written


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.journal"
    file.write_text("mine")
    assert_complains(seeded(tmp_path, "", "--journal", str(file)), 2, "already exists")
    assert file.read_text() == "mine"
    assert_complains(seeded(tmp_path, "", "--journal", str(tmp_path / "no" / "where")), 2, "cannot be written")


def test_a_home_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = seeded(tmp_path, "", XDG_STATE_HOME=str(tmp_path / "file" / "below"), TMPDIR=str(tmp_path))
    assert ran.code == 0
    assert f"holecard replay {tmp_path}/holecard-sessions-" in ran.out
