"""What is said and shown at the table can be read at every size: nothing is cut, tiny, or in the way of the cards."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import rounds
from tests.browser.holding import SIZES, all_seen, hidden_by
from tests.browser.player import Player
from tests.browser.served import Served

Seated = Callable[..., Player]
PAIR_AGAINST_AN_ACE = "8s Ad 8h 9c 3d Tc Kd 5h 9h 4c 7d 2s"

# The question, its explanation and the hint: what of them is cut off.
CUT = """() => {
    const seen = (node) => node && node.checkVisibility() && node.textContent;
    const around = document.querySelector('.prompts').getBoundingClientRect();
    const cut = [...document.querySelectorAll('.prompt, .prompt-more')].filter(seen).filter((node) => {
        const text = document.createRange();
        text.selectNodeContents(node);
        const rects = [...text.getClientRects()];
        return rects.some(({ top, bottom }) => top < around.top - 3 || bottom > around.bottom + 3)
            || node.scrollHeight > node.clientHeight + 3;
    });
    const hint = document.querySelector('.hint');
    return [...cut, ...(seen(hint) && hint.scrollWidth > hint.clientWidth + 1 ? [hint] : [])]
        .map((node) => node.textContent);
}"""

# Text on the hands of a box that is drawn smaller, in pixels as they are seen.
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.box.mine .hands :is(.total, .result, .tag)')]
    .filter((node) => node.checkVisibility() && node.textContent)
    .map((node) => parseFloat(getComputedStyle(node).fontSize)
        * (node.getBoundingClientRect().height / node.offsetHeight)))"""

TOP = "(selector) => document.querySelector(selector).getBoundingClientRect().top"

LABELS_ON_THE_BET = """() => {
    const bet = document.querySelector('.box.mine .spot.main').getBoundingClientRect();
    return [...document.querySelectorAll('.box.mine .sides .filled .spot-label')].filter((label) => {
        const { left, right } = label.getBoundingClientRect();
        return left < bet.right && right > bet.left;
    }).map((label) => label.textContent);
}"""


def _resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def _at_each_size(page: Page, script: str) -> list[object]:
    """What the script finds, with the size at which it found something."""
    found: list[object] = []
    for width, height in SIZES:
        _resize(page, width, height)
        found += [f"{width}×{height}: {one}" for one in page.evaluate(script)]
    return found


def _finish(guest: Player) -> None:
    while guest.kind() == "question":
        guest.act(next(action for action in ("stand", "decline", "hit") if guest.can(action)))


def _split_and_double(guest: Player) -> None:
    guest.act("insurance")
    if guest.can("decline"):
        guest.act("decline")
    guest.act("split")
    guest.act("double")


@pytest.mark.parametrize(
    ("table", "play"),
    [
        ("Double Back Jack", lambda guest: guest.dealt(PAIR_AGAINST_AN_ACE, "3 main")),
        ("Double Back Jack", rounds.a_bust),
        ("Blackjack with House Money", rounds.house_money_has_won),
        ("Down Under", lambda guest: guest.dealt("9s 8c 5s 7h", "3 main")),
    ],
)
def test_a_question_and_its_hint_are_never_cut(player: Seated, table: str, play: Callable[[Player], None]) -> None:
    guest = player(table)
    play(guest)
    assert guest.kind() == "question"
    assert _at_each_size(guest.page, CUT) == []
    choices = [button.get_attribute("data-do") for button in guest.page.locator(".actions [data-do]").all()]
    worth = {"actions": [{"action": do, "ev": -0.31 - at} for at, do in enumerate(choices) if do != "hint"]}
    guest.page.route("**/hint?*", lambda route: route.fulfill(json=worth))
    _resize(guest.page, 1280, 720)
    asked = guest.page.locator(".prompts").bounding_box()
    guest.is_heard()
    guest.page.locator("[data-do=hint]").click()
    expect(guest.page.locator(".hint")).to_contain_text("better than")
    assert guest.page.locator(".prompts").bounding_box() == asked, "the hint takes no room from the question"
    assert _at_each_size(guest.page, CUT) == []


def test_buttons_of_an_offer_are_equally_wide_on_a_phone(player: Seated) -> None:
    guest = player("Double Back Jack", width=390, height=844)
    guest.dealt(PAIR_AGAINST_AN_ACE, "3 main")
    wide = guest.page.locator(".actions > *:not(.hint-button)").evaluate_all(
        "(buttons) => buttons.map((one) => Math.round(one.getBoundingClientRect().width))"
    )
    assert len(wide) == 3
    assert max(wide) - min(wide) <= 2, wide


def test_who_bet_on_several_boxes_sees_what_each_came_to(player: Seated) -> None:
    guest = player("Down Under")
    for box in (3, 2, 4, 1, 5):
        guest.spot(box, "main")
    guest.spot(3, "match-the-dealer")
    guest.dealt("9s 8c 5s 7h Td 6h 5c 8h Kc 4s 9d 7d 2c 3d")
    _finish(guest)
    assert _at_each_size(guest.page, CUT) == []
    said = guest.page.locator(".prompt-more").inner_text()
    assert re.sub(r"[\d.]+(?= ·|$)", "", said).split(" · ") == [
        f"Box {box} {sign}" for box, sign in zip(range(1, 6), "\u2212\u2212\u2212\u2212+", strict=True)
    ]
    assert "Box 3 \u221210.00" in said, "with the side wager"


def test_the_reader_stays_where_it_is_and_the_shoe_is_whole(player: Seated) -> None:
    guest = player("Down Under")
    empty = []
    for width, height in SIZES:
        _resize(guest.page, width, height)
        empty.append(guest.page.evaluate(TOP, ".area.medium"))
        assert guest.page.evaluate(TOP, ".shoe svg") >= guest.page.evaluate(TOP, ".felt")
    guest.dealt("9s 8c 5s 7h", "3 main")
    for (width, height), top in zip(SIZES, empty, strict=True):
        _resize(guest.page, width, height)
        assert abs(guest.page.evaluate(TOP, ".area.medium") - top) <= 1, (width, height)


@pytest.mark.parametrize("table", ["Free Bet", "Blackjack"])
def test_what_is_called_hides_no_card_and_no_bet(player: Seated, table: str) -> None:
    guest = player(table)
    guest.page.evaluate("""() => {
        const later = window.setTimeout;
        window.setTimeout = (what, wait, ...more) => later(what, wait === 2600 ? 2 ** 30 : wait, ...more);
    }""")
    guest.dealt("8s 6d 8h 3d Tc Kd Kh 9h", "3 main")
    guest.act("free-split" if guest.can("free-split") else "split")
    expect(guest.page.locator(".call")).to_have_class(re.compile("on"))
    assert hidden_by(guest.page, ".call") == []


def test_insurance_of_three_bettors_is_one_pile_beside_its_neighbours(player: Seated, served: Served) -> None:
    guests = [player("Blackjack") for _ in range(3)]
    guests[0].spot(3, "main")
    for guest in guests[1:]:
        guest.page.locator(".box.mine button.spot.main").click()
        guest.page.locator("button.spot.behind[data-box='3']:not([disabled])").click()
    served.stack("Blackjack", "9h 8s 5s Ad 9s 8h 6h 3h 4h Tc 5d 9c 9d Kd")
    for guest in guests:
        guest.page.locator("[data-do=deal]").click()
    piles = guests[0].page.locator(".insurance-line .spot.filled chip-stack")
    for _ in range(5):  # of boxes 2, 3 and 4; three of them on box 3
        guests[0].page.wait_for_function(
            "() => document.querySelector('.controls').dataset.kind !== 'dealing'",
        )
        asked = next(guest for guest in _waiting_for(guests))
        asked.is_heard()
        asked.act("insurance")
    expect(piles).to_have_count(3)
    expect(guests[0].page.locator(".insurance-line .spot[data-box='3'] .sum")).to_have_text("7.50")
    parts = {"insurance": ".insurance-line .filled .sum", "its box": ".insurance-line .filled .spot-label"}
    parts |= {"hand": ".box card-face"}
    for guest in guests[:2]:
        assert all_seen(guest.page, parts) == []


def _waiting_for(guests: list[Player]) -> list[Player]:
    """Who is asked about Insurance, once somebody is."""
    while not (asked := [guest for guest in guests if guest.can("insurance")]):
        guests[0].page.wait_for_timeout(50)
    return asked


@pytest.mark.parametrize("table", ["Double Back Jack", "Free Bet", "Blackjack"])
def test_texts_on_hands_that_lie_small_are_as_large_as_any(player: Seated, table: str) -> None:
    guest = player(table)
    guest.dealt("8s Ad 8h 9c 9d Tc Kd 5h 9h 4c 7d 2s", "3 main")
    guest.act("insurance")
    if guest.can("decline"):
        guest.act("decline")
    guest.act("free-split" if guest.can("free-split") else "split")
    guest.act("double")
    assert _at_each_size(guest.page, f"() => [({SMALLEST})()].filter((size) => size < 9.5)") == []
    _finish(guest)
    guest.wait_for("bets")
    assert _at_each_size(guest.page, f"() => [({SMALLEST})()].filter((size) => size < 9.5)") == []


def test_a_hand_that_was_paid_does_not_make_the_next_one_small(player: Seated) -> None:
    """Double Back Jack pays a 21 at once: the win lies on the bet, so that the second hand keeps its room."""
    guest = player("Double Back Jack")
    guest.dealt(PAIR_AGAINST_AN_ACE, "3 main")
    _split_and_double(guest)
    first = guest.page.locator(".box.mine .hand").first.locator("chip-stack")
    assert [pile.get_attribute("cents") for pile in first.all()] == ["1000", "1000"]
    _resize(guest.page, 844, 390)
    card = guest.page.locator(".box.mine .hand").nth(1).locator("card-face").first.bounding_box()
    assert card is not None
    assert card["width"] >= 50


def test_the_result_of_one_of_several_hands_is_its_own(player: Seated) -> None:
    """A dealer's Blackjack: the first hand loses, though its Perfect Pair and the Insurance won more."""
    guest = player("Blackjack")
    guest.dealt("8s Ad 8h 9c 3d Tc Kd", "3 main", "3 perfect-pair")
    _split_and_double(guest)
    _finish(guest)
    result = guest.page.locator(".box.mine .result").first
    expect(result).to_have_attribute("data-is", "lost")
    expect(result).to_have_attribute("data-sum", "\u22125.00")
    expect(result).to_contain_text("Perfect Pair +25.00")


def test_names_of_side_wagers_are_clear_of_the_bet(player: Seated) -> None:
    guest = player("Down Under")
    guest.spot(3, "main")
    guest.spot(3, "match-the-dealer")
    assert _at_each_size(guest.page, LABELS_ON_THE_BET) == []


def test_a_ten_can_be_told_after_the_phone_was_turned(player: Seated) -> None:
    guest = player("Practice")
    guest.dealt("9s Td 7h 6c 5h 9c 9d", "3 main", "5 main")
    _resize(guest.page, 844, 390)
    shown = guest.page.evaluate("""() => {
        const [one, next] = document.querySelectorAll(".box.compact card-face");
        const [first, second] = [one, next].map((card) => card.getBoundingClientRect());
        return (second.left - first.left) / first.width;
    }""")
    assert shown >= 0.5  # of the card, where its index is drawn larger
