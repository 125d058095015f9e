"""The history: rounds are found, stepped through by keyboard, verified in the browser and taken home."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from holecard.live.people.people import AccountRole
from holecard.live.table.mixing import mixed
from holecard.record.notation import parse_round
from holecard.record.transcript import replay
from tests.browser.conftest import Visit
from tests.browser.holding import hold
from tests.browser.people import Beside, log_in
from tests.browser.player import Player
from tests.browser.served import Served


def test_rounds_are_found_by_table_and_player(visit: Visit, served: Served) -> None:
    for table, name in (("Practice", "Ann"), ("Blackjack", "Bob")):
        with Beside(served, table, name, 1) as beside:
            beside.play(rounds=2)
    page = visit(f"{served.url}/#/history")
    expect(page.locator("main")).to_contain_text("Log in")
    log_in(page.context, served, "Aud", AccountRole.AUDITOR)
    page.reload()
    rows = page.locator(".rounds tbody tr")
    expect(rows).to_have_count(4)
    hold(page)
    page.get_by_label("Player").fill("Bob")
    page.get_by_role("button", name="Find rounds").click()
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Blackjack")
    page.get_by_label("Table", exact=True).select_option("Practice")
    page.get_by_role("button", name="Find rounds").click()
    expect(rows).to_have_count(0)
    page.get_by_label("Player").fill("no such ! name")
    page.get_by_role("button", name="Find rounds").click()
    expect(page.get_by_role("alert")).to_contain_text("bettor")
    log_in(page.context, served, "Ann")
    page.reload()
    expect(rows).to_have_count(2)
    expect(page.get_by_label("Player")).to_have_count(0)


def test_a_round_is_stepped_through_by_keyboard(visit: Visit, served: Served, tmp_path: Path) -> None:
    served.stack("Practice", "Ts 9h 6d 7c 5h 5s 5d 5c 4h")
    with Beside(served, "Practice", "Ann", 1) as beside:
        beside.play(rounds=1)
    page = visit(f"{served.url}/#/round/{served.room('Practice').desk.table_id}/1", who=("Ann", AccountRole.PLAYER))
    caption = page.locator(".round-caption")
    expect(caption).to_contain_text("No more bets")
    expect(page.locator(".plan-box")).to_contain_text("10.00")
    page.keyboard.press("Home")
    expect(caption).to_contain_text("1 of")
    expect(page.locator(".event").first).to_have_attribute("aria-current", "step")
    expect(page.locator(".plan-box card-face")).to_have_count(0)
    while page.locator(".plan-box card-face").count() < 2:
        page.keyboard.press("ArrowRight")
    expect(page.locator(".plan-box .plan-total")).to_have_text("16")
    expect(page.locator(".plan-dealer card-face").nth(1)).to_have_attribute("card", "--")
    expect(page.locator(".event[aria-current=step]")).to_contain_text("house rule")
    hold(page)
    seen = caption.inner_text()
    page.keyboard.press("ArrowRight")
    expect(caption).not_to_have_text(seen)
    page.keyboard.press("ArrowLeft")
    expect(caption).to_have_text(seen)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Next event")).to_be_disabled()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download .round").click()
    file = tmp_path / "a.round"
    waiting.value.save_as(file)
    assert list(replay(parse_round(file.read_text("utf-8"))))


def test_a_shoe_that_was_told_is_verified_in_the_browser(visit: Visit, served: Served) -> None:
    with Beside(served, "Down Under, shuffled continuously", "Ann", 1) as beside:
        beside.play(rounds=3)
    table_id = served.room("Down Under, shuffled continuously").desk.table_id
    page = visit(f"{served.url}/#/round/{table_id}/2", who=("Ann", AccountRole.PLAYER))
    expect(page.locator(".verify .check.holds")).to_have_count(4)  # the server's: replay, chain, two commitments
    page.get_by_role("button", name="Verify in this browser").click()
    mine = page.locator("ul[aria-live=polite].checks .check")
    expect(mine).to_have_count(4)  # both hashes; that nobody mixed the first, and the cards of the round in it
    expect(page.locator("ul[aria-live=polite].checks .check.holds")).to_have_count(3)
    expect(mine.nth(1)).to_contain_text("No player's browser gave a number")
    expect(mine.nth(2)).to_contain_text("starting at card 1")
    hold(page)


def test_the_browser_mixes_the_cards_without_a_click_and_verifies_it(visit: Visit, served: Served) -> None:
    name = "Down Under, shuffled continuously"
    room, page = served.room(name), visit(served.table(name))
    player = Player(page, served, name)
    player.sit()
    ((seat, guest),) = room.state.seats
    expect(page.locator(".shoe-numbers")).to_contain_text(f"from the browsers of: {guest}. More may come")
    ((giver, number),) = room.state.numbers
    assert (giver, len(number)) == (guest, 64)
    round_, shoe = room.state.round, room.state.shoe
    player.spot(seat, "main")
    player.deal()
    expect(page.locator(".shoe-numbers")).not_to_contain_text("More may come")
    while room.state.round == round_:
        player.act("decline" if player.can("decline") else "stand")
    page.goto(f"{served.url}/#/round/{room.desk.table_id}/{round_}")
    page.get_by_role("button", name="Verify in this browser").click()
    passed = page.locator("ul[aria-live=polite].checks .check.holds")
    expect(passed.filter(has_text=f"Shoe {shoe}: mixed with 1 player's number")).to_contain_text(guest)
    expect(passed.filter(has_text=f"Shoe {shoe}: this round's")).to_contain_text("starting at card")
    page.locator("details.shoe", has_text=f"Shoe {shoe}:").locator("summary").click()
    expect(page.locator("details.shoe[open]")).to_contain_text(number)
    cards, given = list(range(312)), [{"name": "Bob", "number": "f" * 64}, {"name": "Ann", "number": "0" * 32}]
    script = "async (told) => (await import('/lib/mixing.js')).mixed(...told)"
    mixed_here = page.evaluate(script, [cards, "aa" * 32, given])
    assert mixed_here == list(mixed(cards, "aa" * 32, tuple((one["name"], one["number"]) for one in given)))


def test_another_players_round_is_refused_in_words(visit: Visit, served: Served) -> None:
    with Beside(served, "Practice", "Ann", 1) as beside:
        beside.play(rounds=1)
    page = visit(f"{served.url}/#/round/{served.room('Practice').desk.table_id}/1", who=("Bob", AccountRole.PLAYER))
    expect(page.get_by_role("alert")).to_contain_text("you can only see rounds you bet in")
    page.get_by_role("button", name="All rounds").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")


def test_the_way_to_other_rounds_leads_only_to_those_that_can_be_opened(visit: Visit, served: Served) -> None:
    with Beside(served, "Practice", "Ann", 1) as ann:
        ann.play(rounds=1)
        ann.say(do="leave")
        with Beside(served, "Practice", "Bob", 2) as bob:
            bob.play(rounds=1)
            bob.say(do="leave")
        ann.say(do="sit", box=1)
        ann.play(rounds=1)
    first = f"{served.url}/#/round/{served.room('Practice').desk.table_id}/1"
    page = visit(first, who=("Ann", AccountRole.PLAYER))
    page.get_by_role("link", name="Next round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 3")
    expect(page.get_by_role("link", name="Next round")).to_have_count(0)
    page.get_by_role("link", name="Previous round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    auditor = visit(first, who=("Aud", AccountRole.AUDITOR))
    auditor.get_by_role("link", name="Next round").click()
    expect(auditor.get_by_role("heading", level=1)).to_have_text("Round 2")
