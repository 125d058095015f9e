"""Somebody who plays in a browser: what he sees and presses."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.served import Served

CONTROLS = ".controls"


class Player:
    """A page with a table on it."""

    def __init__(self, page: Page, served: Served, table: str) -> None:
        self.page, self._served, self._table = page, served, table

    def sit(self) -> None:
        """As a guest, where there is room."""
        self.page.get_by_role("button", name="Play as a guest").click()
        self.wait_for("question", "bets", "waiting")

    def prepare(self) -> None:
        """Through what the pit asks of the first player."""
        while self.kind() == "question":
            self._press_and_wait(".actions button[data-do=decline], .actions button[data-do=done]")

    def kind(self) -> str:
        """What the player is asked for just now."""
        return self.page.locator(CONTROLS).get_attribute("data-kind") or ""

    def wait_for(self, *kinds: str) -> None:
        wanted = ", ".join(f"{CONTROLS}[data-kind={kind}]" for kind in kinds)
        self.page.locator(wanted).wait_for()

    def is_heard(self) -> None:
        """The question has stood long enough for a key to count."""
        self.page.locator(f"{CONTROLS}:not([data-guard])").wait_for()

    def prompt(self) -> str:
        """The question as it is seen; a screen reader also hears which hand it is about."""
        return self.page.locator(".prompt").inner_text().partition("\n")[0]

    def spot(self, box: int, wager: str) -> None:
        """A chip on an area of the layout."""
        self.page.locator(f"button.spot.{wager}[data-box='{box}']").click()

    def chip(self, cents: int) -> None:
        self.page.locator(f"[data-do='chip {cents}']").click()

    def deal(self) -> None:
        """The bets lie; waits for whatever is asked next."""
        self._press_and_wait("[data-do=deal]")

    def dealt(self, cards: str, *areas: str) -> None:
        """These cards come next; a chip lies on each area, such as `3 main`; the bets are dealt."""
        self._served.stack(self._table, cards)
        for area in areas:
            box, wager = area.split()
            self.spot(int(box), wager)
        self.deal()

    def act(self, action: str) -> None:
        """Choose, and wait until it is done and seen."""
        self._press_and_wait(f".actions [data-do='{action}']")

    def can(self, action: str) -> bool:
        return self.page.locator(f".actions [data-do='{action}']").count() > 0

    def has(self, chips: str) -> None:
        """He is told of so many chips, which may be a moment after the table."""
        spaced = chips[:-6] + "\u2009" + chips[-6:] if len(chips) > 6 else chips
        expect(self.page.locator(".person-chips")).to_have_text(spaced)

    def cards(self, box: int) -> list[list[str]]:
        """The cards of each hand of a box."""
        hands = self.page.locator(f".box[data-box='{box}'] .hand")
        return [self._faces(hands.nth(at)) for at in range(hands.count())]

    def dealer(self) -> list[str]:
        return self._faces(self.page.locator(".dealer-hand"))

    def log(self) -> str:
        return self.page.locator(".log-lines").inner_text()

    def says(self, text: str | re.Pattern[str]) -> None:
        """It is written down at the table."""
        expect(self.page.locator(".log-lines")).to_contain_text(text)

    def _faces(self, place: Locator) -> list[str]:
        faces = place.locator("card-face")
        return [faces.nth(at).get_attribute("card") or "" for at in range(faces.count())]

    def _press_and_wait(self, selector: str) -> None:
        controls = self.page.locator(CONTROLS)
        before = (controls.get_attribute("data-kind"), controls.get_attribute("data-asked"))
        self.page.locator(selector).first.click()
        self.page.wait_for_function(
            """([kind, asked]) => {
                const { dataset } = document.querySelector('.controls');
                return dataset.kind !== 'dealing' && (dataset.kind !== kind || dataset.asked !== asked);
            }""",
            arg=list(before),
        )
