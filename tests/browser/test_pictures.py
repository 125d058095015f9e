"""The page draws what the house sends, picture by picture, and nothing else: every game with everything that can be
done there, and with what can go wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import open_context
from tests.browser.recorded import TOLD, Message, Recorded, house_of_all, record
from tests.browser.served import Served, serve
from tests.kit.soak import usual_or_soak
from tests.live.rooms import TABLES, rules_of

ROUNDS = usual_or_soak(13, 200)  # of every table
WITH_SOMETHING_RARE = {"nz-ante-up": "no-ante", "nz-free-bet": "designate"}  # so they play twice as many
DONE = {
    "accept",
    "cover",
    "dead",
    "decline",
    "designate",
    "double",
    "early-settlement",
    "even-money",
    "free-double",
    "free-split",
    "hit",
    "insurance",
    "late-card",
    "reconstructed",
    "refuse",
    "ride",
    "second-chance",
    "split",
    "stand",
    "surrender",
    "void",
    "wrong-card",
    "no-ante",
}
NO_PAUSES = "Object.defineProperty(document, 'hidden', { value: true });"

# After each picture: what can be seen on the layout.
LOOK = """async () => {
    const { FeltView } = await import('/table/felt.js');
    const { show } = FeltView.prototype;
    const all = (node, what) => [...node.querySelectorAll(what)];
    const seen = (felt, what) => all(felt, what).filter((one) => !one.closest('[hidden], .air'));
    const faces = (node) => all(node, 'card-face').map((face) => face.getAttribute('card'));
    const cents = (text) => Number(text.replace(/[^0-9]/g, ''));
    const word = (text) => text.toLowerCase().replaceAll(' ', '-');
    const hand = (node) => ({
        cards: faces(node.querySelector('.cards')),
        sideways: all(node, '.slot').flatMap((slot, at) => slot.classList.contains('sideways') ? [at] : []),
        text: node.querySelector('.total').textContent,
        result: Math.abs(Number(node.querySelector('.result:not([hidden])')?.dataset.net ?? 0)),
        stamp: node.querySelector('.stamp:not([hidden])')?.textContent ?? '',
    });
    window.pictures = [];
    const { Stage } = await import('/table/stage.js');
    const { add } = Stage.prototype;
    window.messages = 0;
    Stage.prototype.add = function (frames) {
        add.call(this, frames);
        window.messages += 1;
    };
    FeltView.prototype.show = function (...given) {
        show.apply(this, given);
        const felt = this.node;
        document.body.style.display = 'none'; // once it is arranged: thousands of pictures take long to paint
        window.pictures.push({
            dealer: faces(felt.querySelector('.dealer-hand')),
            text: felt.querySelector('.dealer-hand .total').textContent,
            light: word(felt.querySelector('.area.lit b, .lamp:not([hidden])')?.textContent ?? ''),
            left: Number(felt.querySelector('.shoe b').textContent),
            rack: Number(felt.querySelector('.rack b').textContent),
            boxes: all(felt, '.box').map(({ dataset: { box } }) => ({
                hands: all(felt, `.box[data-box="${box}"] .hand`).map(hand),
                chips: seen(felt, `.spot[data-box="${box}"] chip-stack`)
                    .map((one) => Number(one.getAttribute('cents'))).sort((one, other) => one - other),
                lammers: seen(felt, `.spot[data-box="${box}"] .lammer`).map((one) => cents(one.textContent)).sort(),
            })),
        });
    };
}"""


@pytest.fixture(scope="module")
def all_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("all")
    file = folder / "house.toml"
    file.write_text(house_of_all(), encoding="utf-8")
    with serve(folder, house_file=Path(file)) as house:
        yield house


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = open_context(browser, viewport={"width": 1280, "height": 900})
    context.add_init_script(NO_PAUSES)
    wrong: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    yield opened
    context.close()
    assert wrong == []


@pytest.fixture(scope="module")
def recordings() -> dict[str, Recorded]:
    return {name: record(name, ROUNDS * (1 + (name in WITH_SOMETHING_RARE))) for name in TABLES}


def test_everything_is_done_somewhere(recordings: dict[str, Recorded]) -> None:
    done = Counter[str]()
    for name, recorded in recordings.items():
        done += recorded.done
        assert set(rules_of(name).actions) <= set(recorded.done), name
    assert set(done) >= DONE


@pytest.mark.parametrize("name", TABLES)
def test_the_page_shows_what_was_sent_and_nothing_else(
    name: str, page: Page, all_tables: Served, recordings: dict[str, Recorded]
) -> None:
    recorded = recordings[name]
    page.goto(all_tables.url)
    page.evaluate(LOOK)
    page.evaluate(TOLD, recorded.texts)
    page.evaluate("(hash) => (location.hash = hash)", all_tables.table(name).partition("#")[2])
    sent = [seen for seen, _ in groupby(layout(picture) for picture in recorded.pictures)]
    page.wait_for_function("(messages) => window.messages === messages", arg=len(recorded.texts))
    pictures = json.loads(page.evaluate("JSON.stringify(window.pictures)"))  # as one text: far quicker to hand over
    shown = [seen for seen, _ in groupby(pictures)]
    for at, (drawn, wanted) in enumerate(zip(shown, sent, strict=False)):
        assert drawn == wanted, f"picture {at}"
    assert len(shown) == len(sent)


# What can be seen of a table that was sent


def layout(table: Message) -> Message:
    boxes = {box["box"]: box for box in table["boxes"]}
    dealer = table["dealer"]
    return {
        "dealer": dealer["cards"],
        "text": dealer["text"],
        "light": dealer["light"],
        "left": table["cards_left"],
        "rack": table["rack"],
        "boxes": [_box(boxes.get(number), table["stamps"]) for number in range(1, 6)],
    }


NO_HAND: Message = {"cards": [], "sideways": [], "text": "", "result": 0, "stamp": ""}


def _box(box: Message | None, stamps: list[Message]) -> Message:
    if box is None:
        return {"hands": [NO_HAND], "chips": [], "lammers": []}
    stamped = {one["hand"]: one["text"] for one in stamps if one["box"] == box["box"]}
    wagers = [one for hand in box["hands"] for one in hand["wagers"]] + box["wagers"]
    lying = [one for one in wagers if one["net"] is None or one["net"] >= 0]
    return {
        "hands": [_hand(hand, stamped.get(number, "")) for number, hand in enumerate(box["hands"], start=1)],
        "chips": sorted(cents for one in _in_one_pile(lying) for cents in _chips(one, len(box["hands"]) > 1)),
        "lammers": sorted(one["amount"] for one in lying if one["free"]),
    }


def _hand(hand: Message, stamp: str) -> Message:
    is_there = not hand["removed"]
    return {
        "cards": hand["cards"] if is_there else [],
        "sideways": hand["sideways"] if is_there else [],
        "text": hand["text"] if is_there and hand["cards"] else "",
        "result": abs(_result(hand["wagers"])),
        "stamp": stamp,
    }


def _result(wagers: list[Message]) -> int:
    """What the first bettor has won or lost, once all of it is settled."""
    nets: list[Any] = [one["net"] for one in wagers if one["bettor"] == wagers[0]["bettor"]]
    return sum(nets) if None not in nets else 0


def _in_one_pile(wagers: list[Message]) -> list[Message]:
    """The insurance line has room for one pile of a box, whoever laid it."""
    insured = [one for one in wagers if one["wager"] == "insurance"]
    if len(insured) < 2:
        return wagers
    sums = {what: sum(one[what] or 0 for one in insured) for what in ("amount", "net")}
    return [one for one in wagers if one not in insured] + [{**insured[0], **sums}]


def _chips(wager: Message, is_split: bool) -> Iterator[int]:
    """A stake, and what it has won: on its stake for a side wager and for one of several hands, else beside it."""
    won = wager["net"] or 0
    if wager["part"] == "side" or (is_split and not wager["free"]):
        yield wager["amount"] + won
        return
    if not wager["free"]:
        yield wager["amount"]
    if won:
        yield won
