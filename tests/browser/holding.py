"""What holds for every page: nothing overflows, at a desk or on a phone; axe finds nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

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
    found: list[str] = page.evaluate(
        """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
            .filter(({ impact }) => ['serious', 'critical'].includes(impact))
            .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))"""
    )
    return found


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
            const lying = '.spot, card-face, .plate-name, .sit, .sides .filled .spot-label, .tag';
            const parts = (box) => [...box.querySelectorAll(lying)].filter((node) => node.checkVisibility())
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


def overlapping_at_each_size(page: Page) -> list[str]:
    wrong: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong += [f"{width}×{height}: {one}" for one in overlapping(page)]
    return wrong


SIZES = ((1440, 900), (1280, 720), (1024, 768), (390, 844), (844, 390), (720, 450), (640, 360))  # the last: enlarged

TOUCHABLE = """() => {
    const sheet = new CSSStyleSheet();
    sheet.insertRule('*, *::before { pointer-events: auto !important; }');
    sheet.insertRule('.call, .plaque, .air { display: none !important; }'); // what is said for a moment
    document.adoptedStyleSheets = [sheet];
}"""
AS_BEFORE = "() => { document.adoptedStyleSheets = []; }"

SEEN = """(parts) => {
    const spots = { card: [[.14, .1]], default: [[.5, .5], [.16, .5], [.84, .5], [.5, .8]] };
    const wrong = [];
    for (const [what, selector] of Object.entries(parts)) {
        const found = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
        if (!found.length && !what.endsWith('?')) wrong.push(`no ${what}`);
        for (const node of found) {
            const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
            const name = `${what} ${node.textContent.trim().slice(0, 24)} ${node.closest('.box')?.dataset.box ?? ''}`;
            if (!width) continue;
            if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
                wrong.push(`${name} is off the screen: ${[left, top, right, bottom].map(Math.round)}`);
            else for (const [x, y] of node.localName === 'card-face' ? spots.card : spots.default) {
                const hit = document.elementFromPoint(left + x * width, top + y * height);
                if (!hit || !(node.contains(hit) || hit.contains(node) && hit.closest('.box, .controls, .dealer')
                    && !hit.matches('.felt, .rail'))) {
                    wrong.push(`${name} is covered by ${hit?.outerHTML.slice(0, 90)}`);
                    break;
                }
            }
        }
    }
    return wrong;
}"""

AT_THE_BETS = {
    "bet": ".box.mine .spot.main",
    "side wager?": ".box.mine .sides .spot",
    "chips?": ".spot.filled",
    "name": ".plate-name:not(:empty)",
    "button": ".controls button",
    "of the head": ".table-head :is(button, .button)",
    "shoe": ".shoe span",
}
AT_A_DECISION = {
    "dealer's card": ".dealer-hand card-face",
    "light?": ".area.lit, .lamp:not([hidden])",
    "hand": ".box card-face",
    "bet": ".spot.filled",
    "name": ".plate-name:not(:empty)",
    "button": ".controls button:not(:disabled)",
    "question": ".prompt",
    "of the head": ".table-head :is(button, .button)",
}
WHEN_SETTLED = {
    "dealer's card": ".dealer-hand card-face",
    "total": ".dealer-hand .total, .box .total:not(:empty)",
    "hand": ".box card-face",
    "result": ".box .result",
    "bet": ".box.mine .spot.main",
    "side wager?": ".box.mine .sides .spot",
    "name": ".plate-name:not(:empty)",
    "button": ".controls button",
    "shoe": ".shoe span",
    "of the head": ".table-head :is(button, .button)",
}

HIDDEN = """(banner) => {
    const { left, top, right, bottom } = document.querySelector(banner).getBoundingClientRect();
    const felt = document.querySelector('.felt').getBoundingClientRect();
    const inside = left >= felt.left && top >= felt.top && right <= felt.right && bottom <= felt.bottom;
    return [...(inside ? [] : ['it leaves the layout']),
        ...[...document.querySelectorAll('.box, .dealer')]
            .flatMap((one) => [...one.querySelectorAll('card-face, .spot.filled, .plate-name, .sit')]
                .concat(...one.querySelectorAll('.total:not(:empty)')))
            .filter((node) => node.checkVisibility()).filter((node) => {
                const rect = node.getBoundingClientRect();
                return rect.width && rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
            }).map((node) => node.outerHTML.slice(0, 90))];
}"""


def hidden_by(page: Page, banner: str) -> list[str]:
    """What a banner over the layout hides of cards, totals, bets, names and buttons, at each size."""
    wrong: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong += [f"{width}×{height}: {one}" for one in page.evaluate(HIDDEN, banner)]
    return wrong


def all_seen(page: Page, parts: dict[str, str], sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """What of these is off the screen or covered, at each size; of a card, its index counts."""
    wrong: list[str] = []
    page.evaluate(TOUCHABLE)  # once for all sizes: it is the styles of a whole page that are looked up again
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong += [f"{width}×{height}: {one}" for one in page.evaluate(SEEN, parts)]
    page.evaluate(AS_BEFORE)
    return wrong
