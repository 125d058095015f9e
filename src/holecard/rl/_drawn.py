"""A table as text and as a picture, for `render`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.engine.table import Hand, Table
from holecard.values.cards import Card, Face
from holecard.values.money import amount

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
CLOTHS = {"green": (22, 92, 60), "blue": (28, 66, 120), "red": (120, 32, 44)}
WIDTH, HEIGHT = 640, 400
CARD = (44, 62)


class Line(NamedTuple):
    """A hand of the table: whose it is, its cards, and what is said of it."""

    whose: str
    cards: tuple[Face, ...]
    said: str


def lines_of(table: Table) -> list[Line]:
    """The dealer's hand and every player's."""
    dealer = table.dealer
    light = f", light {dealer.light}" if dealer.light else ""
    found = [Line("Dealer", dealer.cards, f"{dealer.points.text}{light}" if dealer.cards else "")]
    for box in table.boxes:
        for number, hand in enumerate(box.hands, 1):
            whose = f"Box {box.seat}" if len(box.hands) == 1 else f"Box {box.seat}, hand {number}"
            found.append(Line(whose, hand.cards, f"{hand.points.text}, {_money(hand)}"))
    return found


def _money(hand: Hand) -> str:
    staked = f"bet {amount(sum(wager.amount for wager in hand.wagers))}"
    if any(wager.net is None for wager in hand.wagers):
        return staked
    return f"{staked}, result {amount(sum(wager.net or 0 for wager in hand.wagers))}"


def table_text(rules: Rules, table: Table) -> str:
    """The table in a few lines.

    >>> from holecard.engine.ask_and_answer import open_table
    >>> from holecard.games import find
    >>> rules = find("reference").configure()
    >>> print(table_text(rules, open_table(rules)))
    Blackjack
    Dealer: no cards
    """
    hands = (
        f"{line.whose}: {' '.join(map(_face, line.cards)) or 'no cards'}{f'  ({line.said})' if line.said else ''}"
        for line in lines_of(table)
    )
    return "\n".join((rules.name, *hands))


def _face(card: Face) -> str:
    if not isinstance(card, Card):
        return "[?]"
    code = repr(card)
    return f"{code[:-1].replace('T', '10')}{SUITS[code[-1]]}"


def table_picture(rules: Rules, table: Table) -> NDArray[np.uint8]:
    """The table from above: the dealer's hand at the top, the players' below."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (WIDTH, HEIGHT), CLOTHS.get(rules.cloth, CLOTHS["green"]))
    draw = ImageDraw.Draw(image)
    words, index = ImageFont.load_default(15), ImageFont.load_default(20)
    dealer, *hands = lines_of(table)
    places = [(WIDTH // 2, 40)]
    places += [(WIDTH * (2 * at + 1) // (2 * max(1, len(hands))), 230) for at in range(len(hands))]
    for line, (middle, top) in zip((dealer, *hands), places, strict=True):
        room = WIDTH if line is dealer else WIDTH // max(1, len(hands)) - 12
        step = min(CARD[0] + 6, (room - CARD[0]) // max(1, len(line.cards) - 1))
        left = middle - (step * (len(line.cards) - 1) + CARD[0]) // 2
        draw.text((middle, top - 16), line.whose, fill="white", anchor="mm", font=words)
        for at, card in enumerate(line.cards):
            corner = (left + at * step, top, left + at * step + CARD[0], top + CARD[1])
            draw.rounded_rectangle(
                corner, 6, fill="white" if isinstance(card, Card) else (60, 70, 110), outline="black"
            )
            if isinstance(card, Card):
                red = repr(card)[-1] in "hd"
                draw.text((corner[0] + 6, top + 5), repr(card)[:-1].replace("T", "10"), font=index,
                          fill=(190, 20, 30) if red else "black")  # fmt: skip
                _suit(draw, repr(card)[-1], corner[0] + CARD[0] // 2, top + 44)
        draw.text((middle, top + CARD[1] + 14), line.said, fill="white", anchor="mm", font=words)
    return np.asarray(image, np.uint8)


def _suit(draw: Any, suit: str, x: int, y: int) -> None:
    """A suit's pip, drawn from plain shapes: the default font has none."""
    ink = (190, 20, 30) if suit in "hd" else "black"
    match suit:
        case "d":
            draw.polygon([(x, y - 11), (x + 8, y), (x, y + 11), (x - 8, y)], fill=ink)
        case "h" | "s":
            sign = 1 if suit == "h" else -1
            for side in (-5, 5):
                draw.ellipse((x + side - 5, y - 4 * sign - 5, x + side + 5, y - 4 * sign + 5), fill=ink)
            draw.polygon([(x - 10, y - 2 * sign), (x + 10, y - 2 * sign), (x, y + 11 * sign)], fill=ink)
            if suit == "s":
                draw.rectangle((x - 1, y, x + 1, y + 11), fill=ink)
        case _:
            for at in ((x - 6, y + 2), (x + 6, y + 2), (x, y - 6)):
                draw.ellipse((at[0] - 5, at[1] - 5, at[0] + 5, at[1] + 5), fill=ink)
            draw.rectangle((x - 1, y, x + 1, y + 11), fill=ink)
