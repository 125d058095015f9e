"""How long players have to answer, and what the house answers when they don't."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from holecard.engine.questions import (
    DECLINE,
    NO_MORE_BETS,
    STAND,
    Act,
    Answer,
    Decide,
    Irregularity,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Role,
    RoundOver,
)
from holecard.house.croupier import waived
from holecard.irregularities.common import Irregular
from holecard.live.table import seconds
from holecard.live.table.state import State
from holecard.pit.shuffle_and_cut import awaits_first_player


class Clocks(NamedTuple):
    """How long players have, in seconds."""

    betting: float = seconds.TO_BET
    deciding: float = seconds.TO_DECIDE
    away: float = seconds.AWAY
    recut: float = seconds.TO_RECUT
    collecting: float = seconds.TO_COLLECT
    late: float = seconds.LATE

    def seconds(
        self, state: State, question: Question, floor_answers: bool, late: Collection[str] = frozenset()
    ) -> float:
        """How long there is to answer; 0 if there is no time limit.

        `floor_answers`: a floorperson is at the table, or the house is staffed. They may take their time. `late`: who
        let the clock run out the last time, and has less of it now.
        """
        deciding = min(self.deciding, self.late) if getattr(question, "bettor", "") in late else self.deciding
        if state.is_stopped or not state.is_open:
            return 0.0
        match question:
            case PlaceWagers():
                return self.betting if state.table.boxes else 0.0
            case RoundOver():
                return self.collecting
            case Offer(who=Role.FLOOR) | PitStep(who=Role.FLOOR):
                return 0.0 if floor_answers else self.deciding
            case PitStep(who=Role.DEALER) if not awaits_first_player(state.table):
                return self.recut
            case PitStep():
                return deciding if state.seats else 0.0
            case _:
                return deciding


def default_answer(question: Question, irregularities: Iterable[str]) -> Answer:
    """The house's answer when time is up: the rulebook's rule for an absent player (NZ 16.6), else the free choice."""
    match question:
        case PlaceWagers():
            return NO_MORE_BETS
        case Decide(seat=seat) if Irregular.ABSENT_PLAYER in irregularities:
            return Irregularity(Irregular.ABSENT_PLAYER, seat)
        case Decide(choices=choices):
            return STAND if any(legal.do == STAND.do for legal in choices) else Act(choices[-1].do)
        case PitStep(who=Role.FLOOR, choices=choices):
            return Act(choices[0].do)
        case PitStep():
            return waived(question)
        case Offer(choices=choices):
            return DECLINE if any(legal.do == DECLINE.do for legal in choices) else Act(choices[-1].do)
    raise AssertionError("the house answers anything else itself")
