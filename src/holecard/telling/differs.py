"""How a game differs from ordinary blackjack: a few sentences, each with its clause, from the game's own definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from holecard.engine.rules import Rules
from holecard.engine.settlement import DEALER_HAS_22, RETURN
from holecard.law.clauses import Cite
from holecard.values.money import amount

MOST = 6


class Difference(NamedTuple):
    """A sentence and the clause that it rests on."""

    text: str
    cite: Cite | None


def differences(rules: Rules) -> list[Difference]:
    """
    >>> from holecard.games import find
    >>> for one in differences(find("nz-ante-up").configure())[1:3]:
    ...     print(one.text)
    An Ante of 0.10 goes with each bet.
    The dealer has no hole card until everyone has played.
    """
    return list(islice(_all(rules), MOST))


def _all(rules: Rules) -> Iterator[Difference]:
    play = rules.play
    if play.reader is not None and play.reader.areas:
        areas = play.reader.areas
        named = ", ".join(f"{area.name.lower()} ({area.cards})" for area in areas)
        yield Difference(f"A light shows before you decide what the hole card is: {named}.", areas[0].cite)
    yield from _choices(rules)
    if play.ante is not None and (fee := play.ante.owed(rules.minimum)):
        below = f" below {amount(play.ante.waived_at)}" if play.ante.waived_at else ""
        yield Difference(f"An {play.ante.name} of {amount(fee)} goes with each bet{below}.", play.ante.place)
    for case in play.cases:
        if case.name == DEALER_HAS_22.key and case.outcome == RETURN:
            yield Difference("If the dealer has 22, bets that still stand are returned.", case.cite)
    if play.reader is None:
        yield Difference("The dealer has no hole card until everyone has played.", None)
    if play.sharing.bettors_per_box > 1:
        bettors, cite = play.sharing.bettors_per_box, next(iter(play.sharing.behind), play.sharing.decides)
        yield Difference(f"Up to {bettors} players can bet on one box; the player who sits there decides.", cite)


def _choices(rules: Rules) -> Iterator[Difference]:
    """What may be chosen here that ordinary blackjack has not, by the words of the choices themselves."""
    play, told = rules.play, set[str]()
    chosen = [(action.word, getattr(action, "cite", None)) for action in play.actions]
    for offer in play.offers.values():
        chosen += [(word, getattr(offer, "cite", None)) for word in offer.words]
    for word, cite in chosen:
        if word.about and word.about not in told:
            told.add(word.about)
            about = f"{word.about[0].lower()}{word.about[1:]}"
            yield Difference(f"{word.name}: {about}", cite if isinstance(cite, Cite) else None)
