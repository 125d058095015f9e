"""Plays rounds with players that are functions: each gets what it sees and returns what it does.

>>> from holecard.games import find
>>> rules = find("reference").configure()
>>> played = play_round(rules, lambda seen: "stand" if seen.total >= 17 else "hit", cards="Ts 9h 6d 9c 5s")
>>> played.net
{'1': {'You': {'main': '1.00'}}}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from holecard.engine.ask_and_answer import accepted, answer, ask, open_table
from holecard.engine.pit import NO_TASKS
from holecard.engine.questions import (
    NO_MORE_BETS,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Croupier, waived
from holecard.house.fresh_cards import needs_fresh_cards
from holecard.house.players_view import Seen
from holecard.house.round import Round
from holecard.law.errors import Malformed
from holecard.record.transcript import Step
from holecard.telling.prompts import prompt_of
from holecard.values.cards import Card, parse_cards
from holecard.values.money import Cents, cents
from holecard.values.shoe import PracticeShuffler, Shoe, Stock, SystemShuffler

YOU = "You"
SIT = "sit"


Player = Callable[[Seen], "str | Act | None"]
"""Answers with the name of a choice, with an `Act` for an amount, or with None to decline an offer."""
Players = Player | Mapping[str, Player]
Wagers = Sequence[Bet] | str | Cents | None


def play_round(
    rules: Rules,
    players: Players,
    *,
    bets: Wagers = None,
    cards: str | Sequence[Card] = (),
    shoe: str | Sequence[Card] | None = None,
    seed: int | str | None = None,
) -> Round:
    """Play one round of a fresh table.

    `players` is one function, or one for each bettor by name; each is told what it sees (`Seen`) and returns the name
    of a choice. `bets` are the wagers, or one amount for every bettor (the table minimum unless you say), each on a box
    of their own. The shoe is shuffled by the operating system, or the same way for the same `seed`; `cards` come first.
    Or `shoe` is the whole order.

    >>> from holecard.games import find
    >>> rules = find("nz-blackjack").configure()
    >>> def ann(seen): return "stand"
    >>> def bob(seen): return "hit" if seen.total < 12 else "stand"
    >>> played = play_round(rules, {"Ann": ann, "Bob": bob}, bets="10.00", cards="Ts 9s 9h 8d Td 9d")
    >>> played.won("Ann"), played.won("Bob")
    (0, 1000)
    """
    return next(play_rounds(rules, players, bets=bets, cards=cards, shoe=shoe, seed=seed, opening=False))


def play_rounds(
    rules: Rules,
    players: Players,
    *,
    bets: Wagers = None,
    cards: str | Sequence[Card] = (),
    shoe: str | Sequence[Card] | None = None,
    seed: int | str | None = None,
    opening: bool = True,
) -> Iterator[Round]:
    """Play round after round at one table, as long as you ask for another; the house shuffles as the rules say.

    With `opening`, the house first opens the table: it checks, shuffles and cuts the cards.

    >>> from itertools import islice
    >>> from holecard.games import find
    >>> rules = find("pa-down-under").configure()
    >>> rounds = play_rounds(rules, lambda seen: seen.choices[-1], seed=7)
    >>> len([played.table for played in islice(rounds, 3)])
    3
    """
    order = _cards(shoe) if shoe is not None else None
    shuffler = SystemShuffler() if seed is None else PracticeShuffler(seed)
    croupier = Croupier(rules, shuffler, None if order is None else Shoe(order), stacked=_cards(cards))
    by_name = players if isinstance(players, Mapping) else None
    placed = _bets(rules, tuple(by_name or (YOU,)), bets)
    if by_name is not None:
        missing = sorted({bet.bettor for bet in placed} - set(by_name))
        if missing:
            raise Malformed(f"no player answers for {', '.join(missing)}. Players: {', '.join(by_name)}")
    opens = opening and order is None
    table = open_table(
        rules,
        Stock.of_cards(order) if order is not None else None,
        rules.play.around.opening(rules) if opens else NO_TASKS,
    )
    arriving = _arrivals(rules, placed) if opens else []
    while True:
        if needs_fresh_cards(rules, table, len({bet.seat for bet in placed})):
            croupier.bring_fresh_cards()
            table = open_table(rules)
        steps: list[Step] = []
        while not (steps and steps[-1].ends_round):
            question = ask(rules, table)
            value = arriving.pop() if arriving else _reply(rules, table, question, croupier, placed, players)
            after, facts = answer(rules, table, question, value)
            steps.append(Step(table, question, value, facts, after))
            table = after
        yield Round(rules, tuple(steps))


def _arrivals(rules: Rules, bets: tuple[Bet, ...]) -> list[Notice]:
    """The bettors as they sit down, each at the first box they bet on; the last to come is first in the list."""
    if SIT not in rules.play.around.notices:
        return []
    seats: dict[int, str] = {}
    for bet in bets:
        if bet.bettor not in seats.values():
            seats.setdefault(bet.seat, bet.bettor)
    return [Notice(SIT, seat, name) for seat, name in reversed(seats.items())]


def _cards(given: str | Iterable[Card]) -> tuple[Card, ...]:
    return parse_cards(given) if isinstance(given, str) else tuple(given)


def _bets(rules: Rules, names: tuple[str, ...], bets: Wagers) -> tuple[Bet, ...]:
    """The wagers; one amount is wagered by every bettor, each on a box of their own."""
    if bets is not None and not isinstance(bets, str | int):
        return tuple(bets)
    stake = rules.minimum if bets is None else cents(bets) if isinstance(bets, str) else bets
    return tuple(Bet(seat, name, stake) for seat, name in enumerate(names, start=1))


def _reply(
    rules: Rules, table: Table, question: Question, croupier: Croupier, bets: tuple[Bet, ...], players: Players
) -> Answer:
    if isinstance(question, PlaceWagers):  # a cutting card may come before the first card: the bets stay (reading N15)
        return NO_MORE_BETS if table.boxes else Bets(bets, last=True)
    value = croupier.reply(table, question)
    if value is not None:
        return value
    if isinstance(question, PitStep):
        return waived(question)
    assert isinstance(question, Offer | Decide), "the house answers everything else"
    player = players[question.bettor] if isinstance(players, Mapping) else players
    chosen = player(Seen.at(rules, table, question))
    if isinstance(chosen, Act):
        return chosen
    if chosen is None:
        silent = next((one.legal.do for one in prompt_of(rules, table, question).choices if one.silent), None)
        if silent is None:
            legal = ", ".join(accepted(question))
            raise Malformed(f"{question.bettor} must decide on box {question.seat}: one of {legal}, not None")
        chosen = silent
    return Act(chosen)
