"""The ledger: every movement of money as a double entry, derived only from facts.

>>> from holecard.law.clauses import house
>>> bet = Fact(What.PLACED, house("wagers"), 1000, seat=1, bettor="Ann", wager="main")
>>> won = Fact(What.PAID, house("odds"), 1500, 1000, seat=1, bettor="Ann", wager="main")
>>> ledger = Ledger().plus((bet, won)).end_round()
>>> ledger.balances()
{'bettor:Ann': 1500, 'house': -1500, 'layout': 0}
>>> ledger.nets()
{(1, 'Ann', 'main'): 1500}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from holecard.engine.questions import Fact, What
from holecard.law.clauses import Cite
from holecard.law.errors import HolecardError
from holecard.values.money import Cents, amount

LAYOUT: Final = "layout"
HOUSE: Final = "house"
BETTOR: Final = "bettor"


class Unbalanced(HolecardError):
    """Money came from nowhere, went nowhere, or stayed on the layout: a mistake in a game's definition."""


class Posting(NamedTuple):
    """An amount that went from one account to another, under which clause and for which wager."""

    source: str
    target: str
    amount: Cents
    cite: Cite
    seat: int = 0
    bettor: str = ""
    wager: str = ""


Place = tuple[int, str, str]  # seat, bettor, wager


def account(bettor: str) -> str:
    """
    >>> account("Ann")
    'bettor:Ann'
    """
    return f"{BETTOR}:{bettor}"


def postings(fact: Fact) -> tuple[Posting, ...]:
    """The money that a fact moves; most facts move none."""
    bettor = account(fact.bettor)
    moves: tuple[tuple[str, str, Cents], ...] = ()
    match fact.what:
        case What.PLACED:
            moves = ((bettor, LAYOUT, fact.amount),)
        case What.TAKEN_BACK | What.RETURNED:
            moves = ((LAYOUT, bettor, fact.amount),)
        case What.COLLECTED:
            moves = ((LAYOUT, HOUSE, fact.amount),)
        case What.PAID:
            moves = ((HOUSE, bettor, fact.amount), (LAYOUT, bettor, fact.stake))
        case What.RESTORED:  # it is on the layout again, to be returned or settled anew
            moves = ((HOUSE, LAYOUT, fact.amount),)
    place = (fact.cite, fact.seat, fact.bettor, fact.wager)
    return tuple(Posting(source, target, sum_, *place) for source, target, sum_ in moves if sum_)


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Postings in the order in which they happened; `ends` says after how many of them each round was over."""

    postings: tuple[Posting, ...] = ()
    ends: tuple[int, ...] = ()

    def plus(self, facts: Iterable[Fact]) -> Ledger:
        """The ledger with the money of these facts."""
        return replace(self, postings=(*self.postings, *(posting for fact in facts for posting in postings(fact))))

    def end_round(self) -> Ledger:
        """The ledger with a line drawn under the round; refused while it does not balance."""
        ended = replace(self, ends=(*self.ends, len(self.postings)))
        ended.check()
        return ended

    def balances(self) -> dict[str, Cents]:
        """What every account has won or lost. A bettor's may be negative, because they came with money."""
        return _balances(self.postings)

    def nets(self) -> dict[Place, Cents]:
        """What each wager won or lost, by seat, bettor and wager."""
        nets: Counter[Place] = Counter()
        for posting in self.postings:
            if posting.bettor:
                place = (posting.seat, posting.bettor, posting.wager)
                nets[place] += posting.amount * (
                    (posting.target == account(posting.bettor)) - (posting.source == account(posting.bettor))
                )
        return dict(sorted(nets.items()))

    def check(self) -> None:
        """Each round sums to zero, and when it is over no wager has left anything on the layout."""
        for number, (first, last) in enumerate(zip((0, *self.ends), self.ends, strict=False), start=1):
            entries = self.postings[first:last]
            if total := sum(_balances(entries).values()):
                raise Unbalanced(f"the postings of round {number} add up to {amount(total)}, not 0")
            for seat, bettor, wager in {(entry.seat, entry.bettor, entry.wager) for entry in entries}:
                own = (entry for entry in entries if (entry.seat, entry.bettor, entry.wager) == (seat, bettor, wager))
                if left := _balances(own).get(LAYOUT, 0):
                    where = f"{bettor}'s {wager} on box {seat}"
                    raise Unbalanced(f"round {number} ended with {amount(left)} still on the layout: {where}")
        for posting in self.postings:
            if posting.amount < 0:
                raise Unbalanced(f"{amount(posting.amount)} from {posting.source} to {posting.target}: {posting.cite}")


def _balances(listed: Iterable[Posting]) -> dict[str, Cents]:
    balances: Counter[str] = Counter()
    for posting in listed:
        balances[posting.source] -= posting.amount
        balances[posting.target] += posting.amount
    return dict(sorted(balances.items()))
