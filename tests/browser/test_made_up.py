"""A game and a wager made up outside the package are named on the pages, by their own files alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from holecard.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.served import Served, serve
from tests.games.test_made_up_words import ROUGE

HOUSE = f"""
[house]
name = "Sucrerie"

[[table]]
name = "Rouge"
game = "{ROUGE.key}"
boxes = 1
options = {{ two_red_cards = true }}
"""


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setitem(GAMES, ROUGE.key, ROUGE)
    file = tmp_path / "rouge.toml"
    file.write_text(HOUSE, encoding="utf-8")
    with serve(tmp_path, house_file=file) as house:
        yield house


def test_the_pages_name_a_made_up_game_and_wager(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/rules/{ROUGE.key}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rouge et Sucre")
    expect(page.locator(".option", has_text="two_red_cards")).to_contain_text("Bets on two red cards")
    expect(page.locator(".wager")).to_contain_text("Rouge")
    guest = Player(visit(served.table("Rouge")), served, "Rouge")
    guest.sit()
    guest.prepare()
    guest.dealt("7h 6s 7d Ts 7c 9s", "1 main", "1 two-red-cards")
    assert "A chip of sugar?" in guest.prompt()
    expect(guest.page.locator(".actions")).to_contain_text("Take sugar")
    guest.act("sweetener")
    guest.act("hit")
    for said in (
        "You bet 1.00 on Rouge",
        "You take sugar for 0.50",
        "Sugar wins 2.50 (the dealer busts)",
        "three sevens",
    ):
        guest.says(said)
