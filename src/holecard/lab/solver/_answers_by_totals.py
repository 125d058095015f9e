"""How a strategy by totals answers offers made before the hands act, such as surrender.

It is the same with all hands that a card calls the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from holecard.lab.compiler.compile import Opening, OpeningChance, OpeningOffer
from holecard.lab.compiler.stage import ANY, Pair
from holecard.lab.compiler.tables import Floats
from holecard.lab.solver._worth import TIE

Answers = dict[tuple[OpeningOffer, Pair, int, int], int]  # by up card and possible second cards: the place of a choice
Weighed = Callable[[OpeningOffer, Pair, int, int], Floats]
Hands = list[tuple[Pair, Opening]]


def answer_by_totals(openings: Mapping[tuple[Pair, int], Opening], weighed: Weighed, answers: Answers) -> None:
    """Answer every offer. `weighed` says what each choice is worth to two cards, as often as they are met; it asks for
    the `answers` to whatever is offered later, which are there by then."""
    alike: dict[tuple[int, object, object], Hands] = {}
    for (pair, up), opening in openings.items():
        one, other = pair
        called = one if one == other else 0, one + other, one == 1
        alike.setdefault((up, called, _shape(opening)), []).append((pair, opening))
    for (up, _, _), hands in alike.items():
        _agree(hands, up, ANY, weighed, answers)


def _agree(hands: Hands, up: int, second: int, weighed: Weighed, answers: Answers) -> None:
    for at, (values, _) in enumerate(_following(hands[0][1], second)):
        after = [(pair, _following(opening, second)[at][1]) for pair, opening in hands]
        _agree(after, up, values, weighed, answers)
    offers = [(pair, opening) for pair, opening in hands if isinstance(opening, OpeningOffer)]
    if offers:
        worths = np.sum([weighed(offer, pair, up, second) for pair, offer in offers], axis=0)
        best = int((worths >= worths.max() - TIE).argmax())
        answers |= {(offer, pair, up, second): best for pair, offer in offers}


def _following(opening: Opening, second: int) -> tuple[tuple[int, Opening], ...]:
    """What may come next, each with the second cards that are possible then."""
    if isinstance(opening, OpeningChance):
        return opening.outcomes
    if isinstance(opening, OpeningOffer):
        return tuple((second, after) for _, after in opening.choices)
    return ()


def _shape(opening: Opening) -> object:
    """What is offered and shown, without what it comes to."""
    names = tuple(do for do, _ in opening.choices) if isinstance(opening, OpeningOffer) else ()
    return names, tuple((values, _shape(after)) for values, after in _following(opening, ANY))
