"""`holecard play`: a table in the terminal. The croupier answers for the house; the keys answer for the player."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterable
from math import isnan
from pathlib import Path

from holecard.cli.options import configured, console
from holecard.cli.table.bets import least_bet
from holecard.cli.table.keys import Keyboard, Lines
from holecard.cli.table.saving import Record, new_journal
from holecard.cli.table.screen import Screen
from holecard.cli.table.session import Session
from holecard.engine.rules import Rules
from holecard.law.errors import Malformed, Refused
from holecard.values.cards import Card, parse_cards
from holecard.values.money import Cents, amount, cents
from holecard.values.shoe import PracticeShuffler, SystemShuffler


def play_command(
    game: str,
    *,
    boxes: int,
    bettors: int,
    bankroll: str,
    seed: str | None,
    pairs: Iterable[str],
    journal: Path | None,
    pace: float,
    cards: str,
) -> None:
    rules = configured(game, pairs)
    stacked = _stacked(rules, cards)
    money = _bankroll(rules, bankroll)
    if isnan(pace):  # within any range, as far as a comparison can tell
        raise Malformed("--pace nan: 0 to 5 seconds")
    _check_boxes(rules, boxes)
    _check_bettors(rules, bettors)
    shuffler = SystemShuffler() if seed is None else PracticeShuffler(seed)
    out = console()
    by_key = sys.stdin.isatty()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: the terminal is given back as it was
    screen = Screen(out, live=by_key and out.is_terminal and not out.is_dumb_terminal)
    with new_journal(rules.key, journal) as saved:
        record = Record(rules, saved, timed=seed is None)
        session = Session(
            rules, shuffler, screen, record, boxes=boxes, bettors=bettors, bankroll=money, pace=pace, stacked=stacked
        )
        try:
            if by_key:
                with Keyboard(screen.echo, session.follow_window, shows_keys=not screen.live) as keyboard, screen:
                    session.run(keyboard)
            else:
                session.run(Lines(sys.stdin, screen.echo))
        except KeyboardInterrupt:
            screen.echo("\n")
    told_by = f"holecard replay {shlex.quote(str(saved.path))}"
    screen.say(*session.summary(), f"Saved. To have it told step by step: {told_by}")


def _bankroll(rules: Rules, text: str) -> Cents:
    money = cents(text)
    if money < least_bet(rules):
        with_ante = " and the Ante" if rules.play.ante is not None else ""
        raise Malformed(f"--bankroll {text} is less than the table minimum{with_ante}, {amount(least_bet(rules))}")
    return money


def _stacked(rules: Rules, text: str) -> tuple[Card, ...]:
    """The cards that are dealt first, as many of each as the shoe can hold."""
    cards = parse_cards(text)
    for card in cards:
        if cards.count(card) > rules.decks:
            decks = "there is 1 deck" if rules.decks == 1 else f"there are {rules.decks} decks"
            raise Malformed(f"--cards: {card!r} is named {cards.count(card)} times, and {decks}")
    return cards


def _check_boxes(rules: Rules, boxes: int) -> None:
    if boxes < 1:
        raise Malformed(f"--boxes {boxes}: bet on 1 box at least")
    if boxes > rules.boxes.most:
        why = "the table has not so many"
        raise Refused(f"{boxes} boxes", cite=rules.boxes.cite, why=why, legal=(f"1 to {rules.boxes.most}",))
    most = rules.boxes_per_player
    if boxes > most:
        why = "one player may not bet on so many"
        raise Refused(f"{boxes} boxes", cite=rules.play.betting.adjacent, why=why, legal=(f"1 to {most}",))


def _check_bettors(rules: Rules, bettors: int) -> None:
    if bettors < 1:
        raise Malformed(f"--bettors {bettors}: 1 at least bets")
    most = rules.play.sharing.bettors_per_box
    if bettors > most:
        cite, legal = rules.play.sharing.no_other_bettor, ("1" if most == 1 else f"1 to {most}",)
        raise Refused(f"{bettors} bettors", cite=cite, why="a box is not shared by so many", legal=legal)
