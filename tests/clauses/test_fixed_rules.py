"""Rules that a text settles: a house that asks for another is refused with the clause, although there is no option."""

from __future__ import annotations

import pytest

from holecard.games import GAMES, find
from holecard.house.house_file import check_house, read_house
from holecard.house.script import play_script
from holecard.lab.report.sweep import plan
from holecard.law.errors import Malformed, Refused
from tests.kit.clauses import clause


def refused(game: str, **options: object) -> Refused:
    with pytest.raises(Refused) as found:
        find(game).configure(options)
    return found.value


@clause("pa-685a", "7(m)", "7(n)(1)", "11(a)", "7(i)(2)", "9(a)", "10(c)", "10(e)", "7(e)(4)")
def test_685a_settles_what_other_games_leave_to_the_house() -> None:
    hit = refused("pa-down-under", soft17="hit")
    assert (hit.cite.clause, hit.what, hit.legal) == ("7(m)", "soft17=hit", ("leave out soft17",))
    assert refused("pa-down-under", soft17="stand").cite.clause == "7(m)", "there is nothing to choose"
    assert refused("pa-down-under", blackjack_pays="6:5").cite.clause == "11(a)"
    assert refused("pa-down-under", surrender="late").cite.clause == "7(i)(2)"
    assert refused("pa-down-under", push22="b").cite.clause == "7(n)(1)"
    assert refused("pa-down-under", das=False).cite.clause == "9(a)"
    assert refused("pa-down-under", max_hands=4).cite.clause == "10(c)"
    assert refused("pa-down-under", hit_split_aces=True).what == "hit_split_aces=yes"
    assert refused("pa-down-under", hit_split_aces=True).cite.clause == "10(e)"
    assert refused("pa-down-under", hole_card="none-lose-all").cite.clause == "7(e)(4)"


@clause("pa-685a@2018", "7(m)")
def test_the_clause_is_that_of_the_edition() -> None:
    assert refused("pa-down-under", soft17="hit", edition="2018").cite.edition == "2018"


@clause("pa-673a", "7(o)", "12(a)", "7(q)(1)", "11(a)", "10(c)")
def test_673a_too() -> None:
    asked = {"soft17": "7(o)", "blackjack_pays": "12(a)", "dealer22": "7(q)(1)", "max_hands": "11(a)", "das": "10(c)"}
    assert {name: refused("pa-double-back-jack", **{name: "x"}).cite.clause for name in asked} == asked


@clause("down-under-rop", "5", "9", "8(1)")
def test_so_do_the_rules_of_play() -> None:
    asked = {"surrender": "5", "double": "9", "hit_split_aces": "8(1)"}
    assert {name: refused("masque-down-under", **{name: "x"}).cite.clause for name in asked} == asked


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        pytest.param("nz-blackjack", "18.1", marks=clause("nz-blackjack", "18.1")),
        pytest.param("nz-blackjack-plus", "19.1", marks=clause("nz-blackjack", "19.1")),
        pytest.param("nz-free-bet", "20.1", marks=clause("nz-blackjack", "20.1")),
    ],
)
def test_n23_an_ante_is_taken_in_ante_up_alone(game: str, rule: str) -> None:
    for name in ("ante", "ante_waived_at"):
        assert refused(game, **{name: "0.10"}).cite.clause == rule


@clause("nz-blackjack", "18.1", "19.1", "20.1")
def test_n23_lammers_are_used_in_free_bet_alone() -> None:
    games = {"nz-ante-up": "18.1", "nz-blackjack-plus": "19.1", "nz-blackjack": "20.1"}
    assert {game: refused(game, free_resplit=True).cite.clause for game in games} == games


@clause("nz-blackjack", "13.3", "20.6", "12.4(a)", "12.4(b)", "11.1", "8.5", "5.1(a)", "19.2(i)", "20.7")
def test_the_division_settles_the_play() -> None:
    asked = {"soft17": "13.3", "max_hands": "12.4(a)", "resplit_aces": "12.4(b)", "double": "11.1", "hole_card": "8.5"}
    assert {name: refused("nz-blackjack", **{name: "x"}).cite.clause for name in asked} == asked
    assert refused("nz-free-bet", soft17="stand").cite.clause == "20.6"
    rules = {"nz-ante-up": "5.1(a)", "nz-blackjack-plus": "19.2(i)", "nz-free-bet": "20.7"}
    assert {game: refused(game, dealer22="push").cite.clause for game in rules} == rules


@clause("pa-685a@2020", "7(m)")
def test_every_way_to_ask_gets_the_clause() -> None:
    text = '[house]\nname = "H"\n[[table]]\nname = "T"\ngame = "pa-down-under"\noptions = {soft17 = "hit"}\n'
    (checked,) = check_house(read_house(text))
    assert [finding.cite.clause for finding in checked.findings] == ["7(m)"]
    bets = [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "10.00"}}]}]
    played = play_script({"game": "pa-down-under", "options": {"soft17": "hit"}, "boxes": bets, "cards": []})
    assert (played["refused"]["do"], played["refused"]["clause"]) == ("configuration", "7(m)")
    with pytest.raises(Refused):
        plan(find("pa-down-under"), {}, {"soft17": ["hit", "stand"]})


def test_a_fixed_rule_is_no_option_and_what_nobody_knows_is_still_unknown() -> None:
    for game in GAMES.values():
        assert not {rule.name for rule in game.fixed} & {option.name for option in game.options}
    with pytest.raises(Malformed, match="unknown option 'colour'"):
        find("pa-down-under").configure(colour="red")
