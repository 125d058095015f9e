"""How a table prints: as text for a terminal, and as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from holecard.values.cards import Card, Face, show
from holecard.values.money import amount

if TYPE_CHECKING:
    from holecard.engine.table import Hand, Table, Wager

RED = "#b3261e"
LEFT = "text-align:left"


class Row(NamedTuple):
    """The dealer's hand or a player's: whose it is, its cards, its total and the money on it."""

    who: str
    cards: tuple[Face, ...]
    total: str
    money: str


def rows(table: Table) -> Iterator[Row]:
    """The dealer first, then the boxes from the dealer's left."""
    dealer = table.dealer
    light = f"light {dealer.light}" if dealer.light else ""
    yield Row("dealer", dealer.cards, str(dealer.points) if dealer.cards else "", light)
    for box in table.boxes:
        for number, hand in enumerate(box.hands, start=1):
            beside = box.wagers if number == 1 else ()
            place = f"box {box.seat}" + (f".{number}" if len(box.hands) > 1 else "")
            money = ", ".join(_money(wager) for wager in (*hand.wagers, *beside))
            yield Row(f"{place} {box.bettors[0]}", hand.cards, _total(hand), money)


def _total(hand: Hand) -> str:
    return "Blackjack" if hand.is_blackjack else str(hand.points) if hand.cards else ""


def _money(wager: Wager) -> str:
    name = wager.kind if wager.part in ("original", "side") else f"{wager.kind} ({wager.part})"
    won = "" if wager.net is None else f" {'+' if wager.net > 0 else ''}{amount(wager.net)}"
    return f"{name} {amount(wager.amount)}{won}"


def as_text(table: Table) -> str:
    """One line for each hand."""
    lines = [(row.who, show(row.cards), row.total, row.money) for row in rows(table)]
    widths = [max(len(line[at]) for line in lines) for at in range(3)]
    return "\n".join(
        "  ".join((*(text.ljust(width) for text, width in zip(line, widths, strict=False)), line[3])).rstrip()
        for line in lines
    )


def as_html(table: Table) -> str:
    """A table with a row for each hand."""
    cells = (
        f"<tr><th style='{LEFT}'>{escape(row.who)}</th><td style='{LEFT}'>{cards_html(row.cards)}</td>"
        f"<td>{escape(row.total)}</td><td style='{LEFT}'>{escape(row.money)}</td></tr>"
        for row in rows(table)
    )
    return f"<table class='holecard-table'>{''.join(cells)}</table>"


def cards_html(cards: tuple[Face, ...]) -> str:
    """Cards with their suits, red ones in red."""
    return " ".join(
        f"<span style='white-space:nowrap{f';color:{RED}' if card.is_red else ''}'>{card.text}</span>"
        if isinstance(card, Card)
        else "<span title='face down'>🂠</span>"
        for card in cards
    )
