"""Tables whose layouts are checked: every game, and as much on the felt as it may have."""

from __future__ import annotations

from holecard.engine.rules import Rules
from holecard.games import GAMES, find

ALL_BESIDE: dict[str, object] = {"super_sevens": True, "madness_21": True, "push_22": True}
FULL: tuple[tuple[str, dict[str, object]], ...] = (
    ("pa-down-under", {"match_the_dealer": True, "decks": 8}),
    ("pa-down-under", {"edition": "2018", "match_the_dealer": True}),
    ("masque-down-under", {"match_the_dealer": True, "device": "peeker", "blackjack_pays": "6:5"}),
    ("nz-blackjack", {"any_pair": True, "house_money": True, "player_maximum": "200.00", "style_a": True}),
    ("nz-blackjack", {**ALL_BESIDE, "perfect_pair": True, "bettors_per_box": 1}),
    ("nz-ante-up", {**ALL_BESIDE, "lucky_match": True, "ante_waived_at": "50.00", "box_maximum": "500.00"}),
    ("nz-free-bet", {"let_it_ride": True, "perfect_pair": True}),
    ("nz-blackjack-plus", {**ALL_BESIDE, "any_pair": True, "blackjack_pays": "6:5"}),
    ("reference", {"blackjack_pays": "6:5", "soft17": "hit", "dealer22": "push"}),
)
TABLES: tuple[tuple[str, dict[str, object]], ...] = (*((key, {}) for key in GAMES), *FULL)


def rules_of(table: tuple[str, dict[str, object]]) -> Rules:
    key, options = table
    return find(key).configure(options)
