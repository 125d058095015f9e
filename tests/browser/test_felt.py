"""What the cloth of a table says comes from its game and its options."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from holecard.games import GAMES, find
from holecard.layout import felt_svg, sign_svg, signs
from holecard.live.table.felt import felt_of
from tests.layout.tables import FULL
from tests.layout.tables import rules_of as layout_rules


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


def test_the_signs_that_the_rules_ask_for_hang_at_the_table() -> None:
    """New Zealand 14.2, 15B.8, 15C.9, 15F.11, 18.3, 18.4 and 20A.7."""

    def signs(game: str, **options: object) -> dict[str, str]:
        return {one["clause"].split()[-1]: one["text"] for one in felt_of(find(game).configure(options))["signs"]}

    assert signs("nz-blackjack") == signs("pa-down-under", match_the_dealer=True) == {}
    assert signs("nz-blackjack", perfect_pair=True, perfect_pair_scale="two") == {
        "15B.8": "Perfect Pair: pay scale two"
    }
    assert signs("nz-blackjack", any_pair=True) == {"15C.9": "Any Pair: pay scale one"}
    assert signs("nz-free-bet", lucky_match=True, push_22=True) == {
        "15F.11": "Lucky Match: pay scale one",
        "20A.7": "Push 22: pay scale one",
    }
    assert signs("nz-blackjack", box_maximum="500.00") == {"14.2": "At most 500.00 per Box"}
    assert signs("nz-blackjack", player_maximum="200.00") == {"14.2": "At most 200.00 per player"}
    assert signs("nz-ante-up", ante_waived_at="50.00") == {
        "18.3": "Ante 0.10",
        "18.4": "No Ante for a bet of 50.00 or more",
    }


MEASURE = """() => {
    const wrong = [];
    const width = (text) => text.getComputedTextLength();
    for (const text of document.querySelectorAll('[data-inscription] text, text[data-inscription]')) {
        const path = text.querySelector('textPath');
        const room = path ? document.querySelector(path.getAttribute('href')).getTotalLength() : 220;
        if (width(text) > room) wrong.push(`${text.textContent} is ${width(text)} long in ${room}`);
    }
    for (const text of document.querySelectorAll('[data-name] text'))
        if (width(text) > 50) wrong.push(`${text.textContent} is too wide for its area`);
    for (const group of document.querySelectorAll('[data-equipment]'))
        for (const text of group.querySelectorAll('text'))
            if (width(text) > group.querySelector('rect').width.baseVal.value - 4)
                wrong.push(`${text.textContent} is too wide for its frame`);
    const sheet = document.querySelector('svg > rect:nth-of-type(2)').getBoundingClientRect();
    const around = [...document.querySelectorAll('svg > text')].filter((text) => text.textContent)
        .map((text) => [text.textContent, text.getBoundingClientRect()]);
    around.forEach(([said, one], at) => {
        if (one.left < sheet.left || one.right > sheet.right || one.top < sheet.top || one.bottom > sheet.bottom)
            wrong.push(`${said} is off the sheet`);
        for (const [other, two] of around.slice(at + 1))
            if (Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
                && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 3)
                wrong.push(`${said} overlaps ${other}`);
    });
    return wrong;
}"""


def test_no_text_of_a_drawing_is_cut_or_overlaps(browser: Browser) -> None:
    """As the browser measures it, with the fonts of this machine."""
    context = browser.new_context(viewport={"width": 2100, "height": 1500})
    page = context.new_page()
    for table, scale in (*((one, 10) for one in FULL), (FULL[0], 1)):
        drawn = felt_svg(layout_rules(table), scale)
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ width: 100vw; height: auto }}</style>{drawn}")
        assert page.evaluate(MEASURE) == [], table
    page.set_content(drawn.replace('font-size="15.6"', 'font-size="40"'))
    assert page.evaluate(MEASURE) != [], "it is found if there is something to find"
    for sign in signs(layout_rules(FULL[5])):
        page.set_content(sign_svg(sign))
        assert page.evaluate("[...document.querySelectorAll('text')].every((one) => one.getComputedTextLength() < 174)")
    context.close()
