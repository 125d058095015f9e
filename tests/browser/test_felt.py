"""What the cloth of a table says comes from its game and its options."""

from __future__ import annotations

import pytest

from holecard.games import GAMES, find
from holecard.live.table.felt import felt_of


def texts(game: str, **options: object) -> list[str]:
    return [one["text"] for one in felt_of(find(game).configure(options))["inscriptions"]]


def test_the_sentences_that_a_chapter_orders_are_all_there() -> None:
    assert len(texts("pa-down-under")) == 4
    assert len(texts("pa-double-back-jack")) == 3


def test_the_odds_and_the_drawing_rule_follow_the_options() -> None:
    assert texts("nz-blackjack", blackjack_pays="6:5")[0] == "Blackjack pays 6 to 5"
    assert texts("nz-blackjack", style_a=True)[1] != texts("nz-blackjack", style_a=False)[1]
    assert "A dealer 22 stands off" in texts("nz-free-bet")
    assert "A dealer 22 stands off" not in texts("nz-blackjack")


def test_three_areas_only_where_the_reader_has_three_lights() -> None:
    areas = felt_of(find("pa-down-under").configure())["areas"]
    assert [(area["light"], area["colour"]) for area in areas] == [
        ("small", "blue"),
        ("medium", "red"),
        ("large", "yellow"),
    ]
    assert felt_of(find("pa-double-back-jack").configure())["areas"] == []


def test_every_wager_of_a_game_has_its_place_on_the_layout() -> None:
    jack, ante_up = (felt_of(find(key).configure()) for key in ("pa-double-back-jack", "nz-ante-up"))
    assert [(spot["wager"], spot["bet"]) for spot in jack["spots"]] == [("second-chance", False)]
    assert [(spot["name"], spot["bet"]) for spot in ante_up["spots"]] == [("Ante", False)]
    assert felt_of(find("pa-down-under").configure())["line"]["text"] == "Insurance pays 2 to 1"
    pairs = felt_of(find("nz-blackjack").configure(perfect_pair=True))["spots"]
    assert pairs == [{"wager": "perfect-pair", "name": "Perfect Pair", "bet": True}]


def test_a_side_wager_shows_the_scale_in_use() -> None:
    for decks, best in ((6, "11 to 1"), (8, "14 to 1")):
        felt = felt_of(find("pa-down-under").configure({"match_the_dealer": True, "decks": decks}))
        assert felt["pay_tables"][0]["rows"][0] == {"what": "suited match", "pays": best}


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_layout(key: str) -> None:
    felt = felt_of(find(key).configure())
    assert felt["inscriptions"]
    assert all(one["clause"] for one in felt["inscriptions"])
