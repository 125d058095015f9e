"""What holds for every page: nothing overflows, at a desk or on a phone; axe finds nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

AXE = Path(__file__).parent / "vendor" / "axe.min.js"

View = tuple[int, int, Literal["light", "dark"]]
VIEWS: tuple[View, ...] = ((1440, 900, "light"), (360, 740, "dark"))


def hold(page: Page, seen: tuple[View, ...] = VIEWS) -> None:
    """At a desk by day and on a phone by night; axe looks at the views that are named."""
    for view in VIEWS:
        width, height, scheme = view
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong = [*beyond(page), *cut_off(page), *(findings(page) if view in seen else ())]
        assert not wrong, "\n".join([f"at {width} pixels, {scheme}:", *wrong])


def findings(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    if not page.evaluate("'axe' in window"):
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
                && !node.closest('.scroll, .felt, .log-lines, .unseen, svg');
        }).map((node) => node.outerHTML.slice(0, 120))"""
    )
    return [f"the page is {wide} too wide", *found] if wide > 0 else found


def cut_off(page: Page) -> list[str]:
    """What the edge of the layout cuts off."""
    found: list[str] = page.evaluate(
        """() => {
            const felt = document.querySelector('.felt')?.getBoundingClientRect();
            const parts = '.spot, card-face, .plate, .area, .shoe, .rack, .plaque';
            return felt ? [...document.querySelectorAll('.felt')].flatMap((one) => [...one.querySelectorAll(parts)])
                .filter((node) => {
                    const { left, right, bottom, width } = node.getBoundingClientRect();
                    return width && (left < felt.left - 2 || right > felt.right + 2 || bottom > felt.bottom + 2);
                }).map((node) => `cut off: ${node.outerHTML.slice(0, 120)}`) : [];
        }"""
    )
    return found


def overlapping(page: Page) -> list[str]:
    """Boxes of which something covers something of another."""
    found: list[str] = page.evaluate(
        """() => {
            const parts = (box) => [...box.querySelectorAll('.spot, card-face, .plate-name, .sit')]
                .map((node) => [node.className || node.localName, node.getBoundingClientRect()])
                .filter(([, { width }]) => width);
            const covers = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3
                && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
            const boxes = [...document.querySelectorAll('.box')].map((box) => [box.dataset.box, parts(box)]);
            return boxes.flatMap(([box, lying], at) => boxes.slice(at + 1).flatMap(([next, beside]) =>
                lying.flatMap(([name, rect]) => beside.filter(([, other]) => covers(rect, other))
                    .map(([other]) => `box ${box} ${name} and box ${next} ${other}`))));
        }"""
    )
    return found
