"""A house that is served and a real Chromium to visit it with."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from holecard.engine.rules import Rules
from holecard.live.people.people import AccountRole
from holecard.live.solving.hints import WARMING, Hints
from holecard.live.solving.lab import Lab
from tests.browser.people import log_in
from tests.browser.player import Player
from tests.browser.served import Served, serve
from tests.kit.patience import PATIENCE
from tests.live.laying import houses_are_laid

# The same Chromium without the window around the page costs a third less time; Debian packs it separately.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
MILLISECONDS = 1000 * PATIENCE
expect.set_options(timeout=MILLISECONDS)

# Why a bet was refused goes by itself after a while; on a busy machine that may be before a test has looked at it.
REFUSALS_STAY = """const later = window.setTimeout;
window.setTimeout = (what, wait, ...more) => later(what, wait === 7000 ? 2 ** 30 : wait, ...more);"""


@pytest.fixture(scope="session", autouse=True)
def houses_are_laid_quickly() -> Iterator[None]:
    with houses_are_laid():
        yield


SOLVED = Hints.edge, Lab.edge


@pytest.fixture(autouse=True)
def edges_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby and the rules ask for the edge of every game there: beside each test, processes would solve them all,
    and weigh what rides, for as long as it runs."""

    async def warming(hints: Hints, rules: Rules) -> dict[str, Any]:
        return WARMING

    monkeypatch.setattr(Hints, "edge", warming)
    monkeypatch.setattr(Lab, "edge", lambda lab, rules: None)


@pytest.fixture
def edges_are_solved(edges_wait: None, monkeypatch: pytest.MonkeyPatch) -> None:
    of_table, under_reading = SOLVED
    monkeypatch.setattr(Hints, "edge", of_table)
    monkeypatch.setattr(Lab, "edge", under_reading)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each file: while it is open, its event loop is in the way of other tests."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=MILLISECONDS)
        yield chromium
        chromium.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serve(tmp_path) as house:
        yield house


@pytest.fixture(scope="module")
def served_to_read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for a whole file: for tests that leave every table as it is, and a solver that stays warm."""
    with serve(tmp_path_factory.mktemp("house")) as house:
        yield house


def open_context(browser: Browser, **settings: Any) -> BrowserContext:
    """A browser of somebody's own, who is patient and wants no motion."""
    context = browser.new_context(**{"reduced_motion": "reduce", **settings})
    context.set_default_timeout(MILLISECONDS)
    context.add_init_script(REFUSALS_STAY)
    return context


Visit = Callable[..., Page]
Who = tuple[str, AccountRole]


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """Opens an address in a browser of its own, as somebody or as nobody yet.

    What a page throws, or asks of another machine, fails the test.
    """
    contexts: list[Any] = []
    wrong: list[str] = []

    def visited(
        url: str = served.url, width: int = 1280, height: int = 900, who: Who | None = None, **settings: Any
    ) -> Page:
        context = open_context(browser, viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        if who is not None:
            log_in(context, served, *who)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if "Security Policy" in said.text else None)
        page.on("request", lambda request: wrong.append(request.url) if _is_foreign(request.url, served.url) else None)
        page.goto(url)
        return page

    yield visited
    for context in contexts:
        context.close()
    assert wrong == []


def _is_foreign(url: str, ours: str) -> bool:
    return not url.startswith((ours, ours.replace("http", "ws", 1), "data:", "blob:"))


@pytest.fixture
def page(visit: Visit) -> Page:
    """The lobby, at a desk."""
    return visit()


@pytest.fixture
def player(visit: Visit, served: Served) -> Callable[..., Player]:
    """A guest who sits at a table, the cards prepared, ready to bet."""

    def seated(table: str, **settings: Any) -> Player:
        guest = Player(visit(served.table(table), **settings), served, table)
        guest.sit()
        guest.prepare()
        return guest

    return seated
