"""What may happen in a round as the lab has compiled it, by name; a replayed round uses the same names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from holecard.lab.compiler.compile import Compiled, Kind, Opening, OpeningChance, OpeningLeaf, OpeningOffer
from holecard.lab.compiler.stage import Known, Settled, values_in
from holecard.lab.simulator.strategy_tables import StrategyTables


def kinds_of(compiled: Compiled, laid: StrategyTables) -> set[str]:
    """Every kind of transition that some strategy and some cards lead to."""
    found = {known_as(known) for known in compiled.known}
    found |= set(_of_a_hand(compiled, compiled.starts.values(), False))
    for split in compiled.splits.values():
        found |= set(_of_a_hand(compiled, split.start.values(), True))
        found |= {forming(2), *(forming(hands + 1) for _, hands in split.again)}
        found |= {chosen(True, formed.action) for formed in split.again.values()}
    for opening in compiled.openings.values():
        found |= set(_openings(compiled, opening))
    dealer = laid.main.dealer
    least = 2 if dealer.has_hole_card or dealer.takes_second else 1
    return found | {dealer_ends(number) for number in range(least, 4)}


def chosen(from_split: bool, do: str) -> str:
    return f"{_whose(from_split)}: {do}"


def drawing_on(from_split: bool) -> str:
    return f"{_whose(from_split)} draws without a choice"


def _whose(from_split: bool) -> str:
    return "hand of a split" if from_split else "hand"


def forming(hands: int) -> str:
    return f"split to {hands} hands"


def offered(subject: str, do: str) -> str:
    return f"offer of {subject}: {do}"


def known_as(known: Known) -> str:
    seconds = ",".join(str(value) for value in values_in(known.second))
    return f"dealer shows {known.up}, second card among {seconds}"


def dealer_ends(cards: int) -> str:
    return f"dealer ends with {min(cards, 3)} cards{' or more' if cards >= 3 else ''}"


def left_by(compiled: Compiled, leaf: Settled | OpeningLeaf) -> str:
    """How an opening leaves a box."""
    if isinstance(leaf, Settled):
        return "opening: settled"
    waits = compiled.nodes[leaf.node].kind is Kind.ROW
    return f"opening: {'waits' if waits else 'acts'}{', with a wager beside' if leaf.beside >= 0 else ''}"


def _of_a_hand(compiled: Compiled, starts: Iterable[int], from_split: bool) -> Iterator[str]:
    seen = set(starts)
    todo = list(seen)
    while todo:
        node = compiled.nodes[todo.pop()]
        yield from (chosen(from_split, do) for do in node.choices)
        if node.kind is Kind.DRAW and any(compiled.nodes[after].kind is Kind.DRAW for after in node.after):
            yield drawing_on(from_split)
        following = set(node.after) - seen
        seen |= following
        todo += following


def _openings(compiled: Compiled, opening: Opening) -> Iterator[str]:
    match opening:
        case Settled() | OpeningLeaf():
            yield left_by(compiled, opening)
        case OpeningChance(outcomes=outcomes):
            for _, after in outcomes:
                yield from _openings(compiled, after)
        case OpeningOffer(subject=subject, choices=choices):
            for do, after in choices:
                yield offered(subject, do)
                yield from _openings(compiled, after)
