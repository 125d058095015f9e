"""What holds for every page that is read: nothing overflows, at a desk or on a phone; axe finds nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}


def findings(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


def beyond(page: Page) -> list[str]:
    """What lies beyond the edge of the window, unless it can be scrolled to where it is."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter((node) => {
            const { left, right, width } = node.getBoundingClientRect();
            return width && node.checkVisibility() && (left < -1 || right > innerWidth + 1)
                && !node.closest('.scroll, .unseen, svg');
        }).map((node) => node.outerHTML.slice(0, 120))"""
    )
    return [f"the page is {wide} too wide", *found] if wide > 0 else found


def hold(page: Page) -> None:
    """At a desk by day and on a phone by night."""
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    _assert_clean(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    _assert_clean(page)


def _assert_clean(page: Page) -> None:
    wrong = [*beyond(page), *findings(page)]
    assert not wrong, "\n".join(wrong)
