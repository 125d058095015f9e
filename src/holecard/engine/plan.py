"""Which steps are asked after an answer: all of a game, or only those that can be due in an ordinary round.

A round is ordinary as long as its own questions are answered: no irregularity, no notice, no cover card. Most of what
a game says about errors cannot be due then, so `answer` does not ask it. Such a step, or rule of a hand, is marked
`irregular` where it is written. `ask` on a table without memory goes through all of them, and a property test compares
the two after every answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from holecard.engine.rules import Step

Asked = TypeVar("Asked", bound=Callable[..., Any])

_ORDINARILY: Final = "ordinarily"


def ordinarily(step: Asked, instead: Asked | None) -> Asked:
    """The step, with what stands in its place in an ordinary round."""
    step.__dict__[_ORDINARILY] = instead
    return step


def irregular(step: Asked) -> Asked:
    """A step, or a rule of a hand, that can be due only in a round in which something went wrong."""
    return ordinarily(step, None)


def in_ordinary_rounds(step: Asked) -> Asked | None:
    """What is asked for this step in an ordinary round, if anything is."""
    instead: Asked | None = getattr(step, _ORDINARILY, step)
    return instead


class Plan:
    """For each place in a game's list, the steps from there on with their places."""

    __slots__ = ("is_ordinary", "steps_from")

    def __init__(self, steps: tuple[Step, ...], is_ordinary: bool) -> None:
        self.is_ordinary = is_ordinary
        asked = [in_ordinary_rounds(step) if is_ordinary else step for step in steps]
        placed = [(at, step) for at, step in enumerate(asked) if step is not None]
        self.steps_from = tuple(tuple(one for one in placed if one[0] >= first) for first in range(len(steps)))
