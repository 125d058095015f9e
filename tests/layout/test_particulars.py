"""What a house has filed about its felt is on the drawing, on the signs and on the page."""

from __future__ import annotations

import re

import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.house.house_file import check_house, read_house
from holecard.law.errors import HolecardError, Malformed
from holecard.layout import Particulars, felt_of, felt_svg, particulars, signs
from holecard.layout._geometry import EQUIPMENT, TRAY, WIDTH, in_a_row
from holecard.layout._places import places
from holecard.live.table.felt import felt_of as page_felt

HOUSE = """
[house]
name = "Corner"
[[table]]
name = "One"
game = "{game}"
[table.filing]
{filed}
"""
WORDS = '{ text = "Dealer draws to 16", approved = "letter 7" }'


def filed(text: str, game: str = "pa-down-under") -> tuple[Rules, Particulars]:
    house = read_house(HOUSE.format(game=game, filed=text))
    (one,) = check_house(house)
    assert one.rules is not None
    return one.rules, particulars(one.table.filing, one.rules.register, house="Corner", table="One")


def test_approved_words_replace_the_clauses_own_everywhere() -> None:
    rules, found = filed(f'inscription_dealer_draws = {WORDS}\nlogo = "The Corner"\nlayout_approval = "letter L-1"')
    plain, drawn = felt_svg(rules), felt_svg(rules, filed=found)
    assert "Dealer shall draw to 16 and stand on all 17s" in plain
    assert "Dealer shall draw" not in drawn
    for said in ("Dealer draws to 16", "The Corner", "letter L-1", "Corner, One"):
        assert f">{said}<" in drawn
    page = page_felt(rules, found)
    assert [one["text"] for one in page["inscriptions"]] == [text for text, _ in felt_of(rules, found).inscriptions]
    assert [one["text"] for one in page["pieces"]] == ["Name or logo: The Corner"]
    assert page_felt(rules)["pieces"] == []
    assert page["logo"] == {
        "text": "The Corner",
        "clause": "58 Pa. Code § 685a.2(b)(1)",
        "across": pytest.approx(0.256, abs=1e-3),
    }
    assert page_felt(rules)["logo"] is None


def test_odds_and_notices_are_on_the_layout_or_on_a_sign() -> None:
    keys = {}
    for where in ("layout", "sign"):
        rules, found = filed(f'odds = "{where}"\nsurrender_notice = "{where}"')
        keys[where] = {sign.key for sign in signs(rules, filed=found)}
        said = [text for text, _ in felt_of(rules, found).inscriptions]
        assert ("Every other winning wager pays 1 to 1" in said) == (where == "layout")
        assert any("Surrender" in text for text in said) == (where == "layout")
    assert keys["sign"] - keys["layout"] == {"payouts", "rule-2-b-4-iv"}


def test_new_zealand_words_replace_ours() -> None:
    rules, found = filed('inscription_dealer_draws = "The dealer takes cards to 16"', "nz-blackjack")
    said = {text: str(cite) for text, cite in felt_of(rules, found).inscriptions}
    assert said["The dealer takes cards to 16"] == "NZ Blackjack rule 3.2(b)(ii)"
    assert not any(text.startswith("Dealer draws") for text in said)


def test_pieces_stand_on_the_side_that_is_filed() -> None:
    text = 'drop_box = "dealer\'s right"\ntip_box = "on the Dealer’s left"\nshoe = "on the dealer\'s right"'
    rules, found = filed(text)
    here = places(felt_of(rules, found).equipment)
    assert here["drop-box"].middle < TRAY.x < here["tip-box"].middle
    assert here["shoe"].x + here["shoe"].width <= here["rack"].x
    assert not [1 for one in here for other in here if one < other and here[one].meets(here[other])]
    assert here["tip-box"].x - TRAY.x - TRAY.width == 30
    rules, found = filed('tip_box = { text = "beside the tray", at = [40, 20] }')
    assert places(felt_of(rules, found).equipment)["tip-box"][:2] == (40, 20)


def test_a_place_that_cannot_be_drawn_is_listed() -> None:
    rules, found = filed('tip_box = "where the Bureau approved it"')
    drawn = felt_svg(rules, filed=found)
    assert 'data-equipment="tip-box"' not in drawn
    assert "where the Bureau" in drawn
    assert ">not drawn<" in drawn
    row = in_a_row(["drop-box", "tip-box", "reader", "rack", "shoe"], on_the_right=True)
    assert "shoe" not in row
    assert all(0 <= block.x <= WIDTH for block in row.values())
    assert set(row) < set(EQUIPMENT)


@pytest.mark.parametrize(("place", "why"), [("[2050, 20]", "not on the felt"), ("[800, 20]", "the chip tray is")])
def test_millimetres_are_on_the_felt_and_free(place: str, why: str) -> None:
    rules, found = filed(f'tip_box = {{ text = "there", at = {place} }}')
    with pytest.raises(Malformed, match=why):
        felt_svg(rules, filed=found)


@pytest.mark.parametrize("bad", ["[1]", "[-1, 5]", '["a", 2]', "[1.5, 2]", "[true, 2]"])
def test_other_places_are_refused(bad: str) -> None:
    with pytest.raises(HolecardError, match="tip_box"):
        filed(f'tip_box = {{ text = "there", at = {bad} }}')


def test_a_sentence_in_two_lines_has_letters_of_one_size() -> None:
    drawn = felt_svg(find("pa-double-back-jack").configure())
    parts = re.findall(r'<text font-size="([0-9.]+)"[^>]*><textPath[^>]*>([^<]+)', drawn)
    sizes = {size for size, said in parts if "total point count of 22" in said or "player 21 pays" in said}
    assert len(parts) >= 5
    assert len(sizes) == 1


def test_the_whole_sentence_of_673a_is_on_the_felt() -> None:
    rules = find("pa-double-back-jack").configure()
    (said,) = [text for text, cite in felt_of(rules).inscriptions if cite.clause == "2(b)(4)(iii)"]
    assert said.startswith("Blackjack Wagers will push if the dealer's hand has a total point count of 22, player 21")
