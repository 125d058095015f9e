"""`holecard play`: a table in the terminal. The croupier acts for the house, and you play with the keys."""

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
    if isnan(pace):  # passes every range check
        raise Malformed("--pace must be 0 to 5 seconds, not nan")
    _check_boxes(rules, boxes)
    _check_bettors(rules, bettors)
    shuffler = SystemShuffler() if seed is None else PracticeShuffler(seed)
    out = console()
    by_key = sys.stdin.isatty()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C, so that the terminal is restored
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
    again = f"holecard replay {shlex.quote(str(saved.path))}"
    screen.say(*session.summary(), f"Saved. To see it step by step: {again}")


def _bankroll(rules: Rules, text: str) -> Cents:
    money = cents(text)
    if money < least_bet(rules):
        with_ante = " and the Ante" if rules.play.ante is not None else ""
        raise Malformed(
            f"--bankroll must cover the table minimum{with_ante}: at least {amount(least_bet(rules))}, not {text}"
        )
    return money


def _stacked(rules: Rules, text: str) -> tuple[Card, ...]:
    """The cards to deal first, no more of each than the shoe has."""
    cards = parse_cards(text)
    for card in cards:
        if cards.count(card) > rules.decks:
            has = "1 deck has" if rules.decks == 1 else f"{rules.decks} decks have"
            raise Malformed(f"--cards has {card!r} {cards.count(card)} times, but {has} only {rules.decks}")
    return cards


def _check_boxes(rules: Rules, boxes: int) -> None:
    if boxes < 1:
        raise Malformed(f"--boxes must be 1 or more, not {boxes}")
    if boxes > rules.boxes.most:
        why = f"the table has {rules.boxes.most} at most"
        raise Refused(f"{boxes} boxes", cite=rules.boxes.cite, why=why, legal=(f"1 to {rules.boxes.most}",))
    most = rules.boxes_per_player
    if boxes > most:
        why = f"one player may bet on {most} at most"
        raise Refused(f"{boxes} boxes", cite=rules.play.betting.adjacent, why=why, legal=(f"1 to {most}",))


def _check_bettors(rules: Rules, bettors: int) -> None:
    if bettors < 1:
        raise Malformed(f"--bettors must be 1 or more, not {bettors}")
    most = rules.play.sharing.bettors_per_box
    if bettors > most:
        cite, legal = rules.play.sharing.no_other_bettor, ("1" if most == 1 else f"1 to {most}",)
        raise Refused(f"{bettors} bettors", cite=cite, why=f"at most {most} may bet on a box", legal=legal)
