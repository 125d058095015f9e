"""One-box rounds per second through `ask` and `answer`, facts and all, beside the public engine blackjack21.

Both play the same simple strategy from a shuffled six-deck shoe that is shuffled again when three quarters are gone,
in turns within one run; the figures are medians of five, in seconds of this process, so that a busy machine does not
bend them. Prints a table, asserts nothing.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import (
    COLLECT,
    DECLINE,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Drawn,
    Facts,
    Light,
    Offer,
    PlaceWagers,
    Read,
    RoundOver,
    Turn,
    Turned,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Hand
from holecard.games import GAMES
from holecard.values.cards import DECK, HIDDEN, Card, Hidden

DECKS = 6
ROUNDS = 3000
REPEATS = 5
RESHUFFLE_AT = 52 * DECKS // 4
THEIRS = "blackjack21"


def decision(hand: Hand, question: Decide) -> Act:
    """Split aces and eights, double 10 and 11, draw below 17."""
    points = hand.points
    total = points.total
    if points.count == 2 and total < 17:
        first, second = hand.cards
        offered = [legal.do for legal in question.choices]
        if "split" in offered and first.value == second.value and first.value in (1, 8):
            return SPLIT
        if "double" in offered and total in (10, 11) and not points.soft:
            return DOUBLE
    return HIT if total < 17 else STAND


def play_ours(rules: Rules, chance: random.Random, rounds: int) -> int:
    """Play so many rounds and give the number of facts that followed."""
    bets = Bets((Bet(1, "A", 1000),), last=True)
    reader = rules.play.reader
    shoe: list[Card] = []
    table = open_table(rules)
    hole: Card | None = None
    told = 0
    while rounds:
        question = ask(rules, table)
        kind = type(question)  # quicker than a match, which would count against us
        value: Answer
        if kind is Draw:
            cards: list[Card | Hidden] = []
            for due in question.dues:
                card = shoe.pop()
                if due.face_down:
                    hole = card
                    cards.append(HIDDEN)
                else:
                    cards.append(card)
            value = Drawn(tuple(cards))
        elif kind is Decide:
            value = decision(table.boxes[0].hands[question.hand - 1], question)
        elif kind is Read:
            value = Light(reader.light(table.dealer.cards[0], hole))
        elif kind is Turn:
            value = Turned(hole)
        elif kind is RoundOver:
            rounds -= 1
            value = COLLECT
        elif kind is PlaceWagers:
            if len(shoe) < RESHUFFLE_AT:
                shoe = list(DECK) * DECKS
                chance.shuffle(shoe)
                table = open_table(rules)
                question = ask(rules, table)
            value = bets
        elif kind is Offer:
            value = DECLINE
        else:
            raise AssertionError(f"nobody answers {question}")
        facts: Facts
        table, facts = answer(rules, table, question, value)
        told += len(facts)
    return told


def theirs() -> Callable[[int], None] | None:
    """The public engine under the same strategy, if it is installed (the extra `bench`)."""
    try:
        from blackjack21 import DEFAULT_SUITS, Action, Deck, GameState, Table, shoe_reset_hook
    except ImportError:
        return None
    deck = Deck(DEFAULT_SUITS, count=DECKS)
    table = Table([("A", 10)], deck, on_round_reset=shoe_reset_hook(deck, 0.75))

    def play(rounds: int) -> None:
        for _ in range(rounds):
            table.start_game()
            while table.state is GameState.PLAYERS_TURN:
                hand = table.current_hand
                offered = table.available_actions()
                total = hand.total
                if Action.SPLIT in offered and hand[0].value in (1, 8, 11):
                    table.split()
                elif Action.DOUBLE in offered and total in (10, 11):
                    table.double_down()
                elif total < 17:
                    table.hit()
                else:
                    table.stand()

    return play


def main() -> None:
    players: dict[str, Callable[[int], object]] = {}
    for key, game in GAMES.items():
        players[key] = partial(play_ours, game.configure(decks=DECKS), random.Random(key))
    public = theirs()
    if public is not None:
        players[THEIRS] = public
    else:
        print(f"{THEIRS} is not installed: no comparison (the extra `bench`)", file=sys.stderr)
    rates: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play(ROUNDS // 10)  # warm up
    for _ in range(REPEATS):
        for name, play in players.items():
            start = time.process_time()
            play(ROUNDS)
            rates[name].append(ROUNDS / (time.process_time() - start))
    middle = {name: median(found) for name, found in rates.items()}
    base = middle.get(THEIRS)
    print(f"{'one-box rounds per second':<28}{'median':>9}{'spread':>10}{'x ' + THEIRS:>16}")
    for name, rate in middle.items():
        spread = (max(rates[name]) - min(rates[name])) / rate
        ratio = f"{rate / base:.2f}" if base else "-"
        print(f"{name:<28}{rate:>9,.0f}{spread:>9.0%} {ratio:>16}")


if __name__ == "__main__":
    main()
