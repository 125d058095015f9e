"""Draws the table as text, from what can be seen at it. Colour is never the only sign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.text import Text

from holecard.cli.table.stakes import DIM, Money
from holecard.engine.questions import Facts
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Dealer, Hand, Part, Table, Wager
from holecard.round.actions import is_split_ace
from holecard.telling.names import light_name, word_of
from holecard.values.cards import Face, Hidden
from holecard.values.hand import Points
from holecard.values.money import Cents, amount

LIGHTS = {"blue": "bold white on blue", "red": "bold white on red"}
EDGES = {"blue": "bold bright_blue", "red": "bold red"}
GOLD, GOLD_EDGE = "bold black on yellow", "bold yellow"  # yellow in Pennsylvania, gold to the manufacturer
FELT = "green"
WIDEST = 100
NARROWEST = 60
FULL_MONEY, BRIEF_MONEY = 35, 40  # columns for whose money lies on a hand
LEAST_CARDS, MOST_CARDS = 14, 30  # and for its cards


class View(NamedTuple):
    """What a player sees: the table, what this round has settled so far, their money, and whose turn it is."""

    rules: Rules
    table: Table
    facts: Facts = ()
    bankroll: Cents = 0
    rounds: int = 0
    seats: tuple[int, ...] = ()
    acting: tuple[int, int] | None = None
    scrolled: int = 0  # how many lines the player has gone down from where the window would be


def felt(view: View, width: int = 80, most_lines: int = 99) -> list[Text]:
    """The whole table, every line exactly as wide as asked for; hands that do not fit are counted, not dropped."""
    width = max(NARROWEST, min(width, WIDEST))
    room = width - 4
    top = [_dealer_line(view, room), *_areas(view, room)]
    available = max(3, most_lines - len(top) - 3)
    hands, acting = _hands(view, room, brief=False)
    if len(hands) > available:
        hands, acting = _hands(view, room, brief=True)
    hands = window(hands, acting + view.scrolled, available)
    edge = Text("│", FELT)
    inner = [Text.assemble(edge, " ", fit(line, room), " ", edge) for line in top]
    rows = [Text.assemble(edge, " ", fit(line, room), " ", edge) for line in hands]
    return [_title(view, width), *inner, Text("├" + "─" * (width - 2) + "┤", FELT), *rows, _footing(view, width)]


def fit(line: Text, width: int) -> Text:
    """A line cut or filled to a width."""
    line = line.copy()
    line.truncate(width, overflow="ellipsis", pad=True)
    return line


def flow(items: list[Text], width: int, between: str = "  ") -> list[Text]:
    """Items side by side, on as many lines as they take."""
    lines = [Text()]
    for item in items:
        if lines[-1].cell_len and lines[-1].cell_len + len(between) + item.cell_len > width:
            lines.append(Text())
        lines[-1] = Text.assemble(lines[-1], between if lines[-1].cell_len else "", item)
    return lines


def window(lines: list[Text], acting: int, most: int) -> list[Text]:
    """The lines that fit, around the one whose turn it is."""
    if len(lines) <= most:
        return lines
    show = most - 2
    first = max(0, min(acting - show // 2, len(lines) - show))
    last = first + show
    above = lines[:1] if first == 1 else [Text(f"  ↑ {first} more", DIM)] if first else []
    below = (
        lines[-1:]
        if last == len(lines) - 1
        else [Text(f"  ↓ {len(lines) - last} more", DIM)]
        if last < len(lines)
        else []
    )
    return [*above, *lines[first:last], *below]


def _title(view: View, width: int) -> Text:
    register = view.rules.register
    law = f" {register.key}@{register.edition} " if register else " house rules "
    law += "PROPOSED " if view.rules.is_proposed else ""
    name = Text(f" {view.rules.name} ", "bold")
    name.truncate(width - len(law) - 6, overflow="ellipsis")
    bar = "─" * (width - 4 - name.cell_len - len(law))
    return Text.assemble(("╭─", FELT), name, (bar, FELT), law, ("─╮", FELT))


def _footing(view: View, width: int) -> Text:
    table = view.table
    items = [("bankroll ", amount(view.bankroll)), ("on the table ", amount(staked(table)))]
    items += [("round ", str(view.rounds)), ("cards in the shoe ", str(table.stock.size))]
    line = Text("╰", FELT)
    for name, value in items:
        if line.cell_len + len(name) + len(value) + 4 < width:
            line.append("─ ", FELT).append(name, DIM).append(value, "bold").append(" ")
    return line.append("─" * (width - 1 - line.cell_len) + "╯", FELT)


def staked(table: Table) -> Cents:
    """What lies on the layout undecided, lammers not counted."""
    return sum(wager.at_risk for wager in _wagers(table) if wager.net is None)


def _wagers(table: Table) -> Iterable[Wager]:
    for box in table.boxes:
        yield from box.wagers
        for hand in box.hands:
            yield from hand.wagers


# Cards


def card(one: Face, sideways: bool = False) -> Text:
    """
    >>> from holecard.values.cards import HIDDEN, parse_card
    >>> print(card(parse_card("9s")), card(HIDDEN), card(parse_card("Td"), sideways=True))
    [ 9♠] [▒▒▒] {10♦}
    """
    if isinstance(one, Hidden):
        return Text("[▒▒▒]", "bold")
    left, right = "{}" if sideways else "[]"
    return Text.assemble(left, (f"{one.text:>3}", _ink(one)), right)


def _ink(one: Face) -> str:
    return "bold red" if not isinstance(one, Hidden) and one.is_red else "bold"


def cards(held: tuple[Face, ...], room: int, across: frozenset[int] = frozenset()) -> Text:
    """Cards side by side, those at the places `across` sideways; many are written closer, and of too many only the
    last are shown."""
    if 5 * len(held) <= room:
        return Text.assemble(*(card(one, at in across) for at, one in enumerate(held)))
    short = [_close(one, at in across) for at, one in enumerate(held)]
    line = Text(" ").join(short)
    while line.cell_len > room and len(short) > 1:
        short = short[1:]
        line = Text(" ").join([Text("…"), *short])
    return line


def _close(one: Face, across: bool) -> Text:
    text = "▒▒" if isinstance(one, Hidden) else one.text
    return Text(f"{{{text}}}" if across else text, _ink(one))


def total(points: Points) -> str:
    """
    >>> from holecard.values.cards import parse_cards
    >>> from holecard.values.hand import count
    >>> total(count(parse_cards("As 6h"))), total(count(parse_cards("Ts 6h"))), total(count(parse_cards("Ts 6h 9c")))
    ('soft 17', 'hard 16', 'bust 25')
    """
    if points.total > 21 and points.limit == 21:
        return f"bust {points.total}"
    return f"{'soft' if points.soft else 'hard'} {points.total}" if points.count else ""


# The dealer


def _dealer_line(view: View, room: int) -> Text:
    dealer, reader = view.table.dealer, view.rules.play.reader
    line = Text("Dealer  ", "bold")
    area = next((one for one in reader.areas if one.light == dealer.light), None) if reader is not None else None
    if area is None:
        line.append_text(cards(dealer.cards, room - 40)).append("  " if dealer.cards else "")
    line.append(_dealer_total(dealer), "bold")
    if not dealer.light:
        return line
    if area is not None:
        seen = f" ● {area.colour} {area.sign.split()[0]} "
        light = Text.assemble((seen, LIGHTS.get(area.colour, GOLD)), f" hole card {area.name.upper()}")
    else:
        light = Text(light_name(view.rules, dealer.light))
    return Text.assemble(fit(line, room - light.cell_len), light)


def _dealer_total(dealer: Dealer) -> str:
    if not dealer.cards:
        return ""
    if dealer.is_blackjack:
        return "Blackjack"
    points = dealer.points
    if points.count < max(2, len(dealer.cards)):
        return "shows an ace" if points.aces else f"shows {points.total}"
    return f"has {'soft ' if points.soft else ''}{points.total}"


def _areas(view: View, room: int) -> list[Text]:
    """The areas of the layout, the dealer's hand in the one that the light named."""
    reader, dealer = view.rules.play.reader, view.table.dealer
    if reader is None or not reader.areas:
        return []
    labels = [(area, f" {area.name} {area.cards} ") for area in reader.areas]
    spare = room - 2 - sum(len(label) + 2 for _, label in labels)
    lines = [Text(), Text(), Text()]
    for at, (area, label) in enumerate(labels):
        lit = area.light == dealer.light
        inside = len(label) + (spare if lit else 0 if dealer.light else (spare + at) // 3)
        style = EDGES.get(area.colour, GOLD_EDGE) if lit else DIM
        edges = "╔═╗║╚╝" if lit else "┌─┐│└┘"
        label = label.upper() if lit else label
        held = cards(dealer.cards, inside - 2) if lit else Text()
        bar = edges[1] * (inside - len(label))
        gap = " " if at else ""
        lines[0].append(f"{gap}{edges[0]}{label}{bar}{edges[2]}", style)
        lines[1].append(f"{gap}{edges[3]} ", style).append_text(fit(held, inside - 1)).append(edges[3], style)
        lines[2].append(f"{gap}{edges[4]}{edges[1] * inside}{edges[5]}", style)
    return lines


# The players


def _hands(view: View, room: int, brief: bool) -> tuple[list[Text], int]:
    """The lines of every hand and what lies beside the box; and which line's turn it is. That box is never brief."""
    for_cards = min(MOST_CARDS, max(LEAST_CARDS, room - (BRIEF_MONEY if brief else FULL_MONEY) - 21))
    lines: list[Text] = []
    acting = 0
    for seat in sorted({*view.seats, *(box.seat for box in view.table.boxes)}):
        box = view.table.box(seat)
        if box is None:
            lines.append(Text(f"  Box {seat}", DIM))
            continue
        money = Money(view.rules, view.facts, brief and (view.acting is None or view.acting[0] != seat))
        for number, hand in enumerate(box.hands, start=1):
            if view.acting == (seat, number):
                acting = len(lines)
            lines += _hand(view, money, box, number, hand, room, for_cards)
        if box.wagers:
            lines[-1:] = _with_what_lies_beside(lines[-1], money, box, room)
    return lines, acting


def _with_what_lies_beside(line: Text, money: Money, box: Box, room: int) -> list[Text]:
    """A box's last line with its side wagers below; brief, beside it, by name or in sum, as there is room."""
    named = money.beside(box)
    if money.brief:
        for items in (named, [money.beside_in_sum(box)]):
            together = Text("  ").join([line, *items])
            if together.cell_len <= room:
                return [together]
    return [line, *(Text.assemble("     ", below) for below in flow(named, room - 5, " · "))]


def _hand(view: View, money: Money, box: Box, number: int, hand: Hand, room: int, for_cards: int) -> list[Text]:
    """Whose turn it is, the cards with their total, and the money; as many lines as the money takes."""
    turn = view.acting == (box.seat, number)
    label = f"Box {box.seat}" + (f"·{number}" if len(box.hands) > 1 else "")
    held = cards(hand.cards, for_cards, sideways(view.rules, hand) | _split_ace_sideways(view, box, number))
    if hand.removed:
        held.stylize(DIM)
    points = "Blackjack" if hand.is_blackjack else total(hand.points)
    first, *more = money.on_hand(box, number, hand, room - for_cards - 21)
    left = Text.assemble(
        ("▸ " if turn else "  ", "bold"),
        (f"{label:<8}", "bold" if turn else ""),
        fit(held, for_cards),
        (f" {points:<10}", "bold"),
    )
    return [Text.assemble(left, first), *(Text.assemble(" " * left.cell_len, line) for line in more)]


def _split_ace_sideways(view: View, box: Box, number: int) -> frozenset[int]:
    """The card to a split ace, where it was said to be laid so."""
    told = any(
        fact.note.endswith("laid sideways") and (fact.seat, fact.hand) == (box.seat, number) for fact in view.facts
    )
    return frozenset({1}) if told and is_split_ace(box.hands[number - 1]) else frozenset()


def sideways(rules: Rules, hand: Hand) -> frozenset[int]:
    """Which cards lie sideways: the one to a double, and one that was bought after the hand had ended."""
    found = {2} if any(wager.part is Part.DOUBLE for wager in hand.wagers) else set()
    word = word_of(rules, hand.decision)
    if word is not None and word.draws and not hand.owes:
        found.add(len(hand.cards) - 1)
    return frozenset(found)
