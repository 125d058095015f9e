"""The properties of a game by name, each with a check that says what it saw or raises what is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from holecard.engine.game import Game
from holecard.engine.questions import RoundOver
from holecard.law.clauses import IN_FORCE
from holecard.law.errors import HolecardError
from holecard.law.matrix import rows
from holecard.record.ledger import Ledger
from holecard.record.notation import parse_round, print_round
from holecard.record.transcript import record, replay
from holecard.testing import settlement, titles, watched
from holecard.testing.random_play import random_rules
from holecard.testing.whole_session import Sessions

LAB = ("numba", "numpy")  # what the extra `lab` brings
TABLES = 40  # at which random rounds are played
SESSIONS = 20


class Broken(HolecardError):
    """A property does not hold."""


class Property(NamedTuple):
    """What must hold, as a sentence, and the check: what it saw."""

    says: str
    check: Callable[[Game], str]
    needs_lab: bool = False


class Result(NamedTuple):
    """What became of one property; `passed` is None if it was not run."""

    says: str
    passed: bool | None
    saw: str
    seconds: float


def readable_options(game: Game) -> str:
    _nothing(titles.unreadable(game))
    return f"{len(game.options)} options"


def clauses_applied(game: Game) -> str:
    if game.instrument is None:
        return "no instrument: every rule is a house rule"
    mine = [row for row in rows() if row.instrument == game.instrument and row.status in IN_FORCE]
    _nothing(f"no code cites {row.clause} of {row.instrument}@{row.edition}" for row in mine if not row.code)
    return f"{len(mine)} clauses with force at the table"


def random_rounds(game: Game) -> str:
    played = watched.play_many(game, TABLES)
    if not played["refusals"]:
        raise Broken("nothing was ever refused")
    return f"{played['rounds']} rounds, {played['refusals']} refused answers, {played['troubles']} irregularities"


def written_rounds(game: Game) -> str:
    written = 0
    for seed in range(SESSIONS):
        chance = Random(f"{game.key} {seed}")
        rules = random_rules(game, chance)
        for steps in Sessions(rules, chance, pit=seed % 2 == 0).rounds(3):
            noted = record(rules, steps)
            again = parse_round(print_round(noted))
            if again != noted or list(replay(again)) != steps:
                raise Broken(f"a round is another one when it is read back: {print_round(noted)}")
            if isinstance(steps[-1].question, RoundOver):
                Ledger().plus(fact for step in steps for fact in step.facts).end_round()
            written += 1
    return f"{written} rounds"


def settled_by_cases(game: Game) -> str:
    _nothing(f"no pair of final hands meets the case {name}" for name in settlement.unreached(game))
    return f"{len(settlement.survey(game))} configurations"


def declared_overlaps(game: Game) -> str:
    _nothing(f"not declared: {overlap}" for overlap in settlement.undeclared(game))
    _nothing(f"declared, but it cannot arise: {overlap}" for overlap in settlement.never_arising(game))
    return f"{len(set().union(*(one.declared for one in settlement.survey(game))))} overlaps"


def tiny_shoes(game: Game) -> str:
    from holecard.testing.lab.checks import tiny_shoes_agree

    return tiny_shoes_agree(game)


def taped_rounds(game: Game) -> str:
    from holecard.testing.lab.checks import tapes_agree

    return tapes_agree(game)


def simulated(game: Game) -> str:
    from holecard.testing.lab.checks import simulation_agrees

    return simulation_agrees(game)


PROPERTIES = (
    Property("People read titles and names, no keys", readable_options),
    Property("Every clause with force at the table is applied by some code", clauses_applied),
    Property("Money is conserved, refused answers change nothing, and replays are identical", random_rounds),
    Property("Rounds can be written down, read back and replayed", written_rounds),
    Property("Every pair of final hands meets a case, and every case is reached", settled_by_cases),
    Property("Overlaps between cases are declared, and no others", declared_overlaps),
    Property("The exact solver agrees with every order of tiny shoes", tiny_shoes, needs_lab=True),
    Property("Simulated rounds pay the same through the engine, to the cent", taped_rounds, needs_lab=True),
    Property("A simulation agrees with the exact house edge", simulated, needs_lab=True),
)


def run(game: Game, properties: tuple[Property, ...] = PROPERTIES) -> Iterator[Result]:
    """Check one after the other; what fails does not stop the rest."""
    for one in properties:
        began = time.perf_counter()
        passed: bool | None = True
        try:
            saw = one.check(game)
        except ModuleNotFoundError as missing:
            if not one.needs_lab or missing.name not in LAB:
                raise
            passed, saw = None, "not run: pip install 'holecard[lab]'"
        except (AssertionError, HolecardError) as error:
            passed, saw = False, str(error) or type(error).__name__
        yield Result(one.says, passed, saw, time.perf_counter() - began)


def check(game: Game, properties: tuple[Property, ...] = PROPERTIES) -> None:
    """Raise `Broken` with the first property that does not hold."""
    for result in run(game, properties):
        if result.passed is False:
            raise Broken(f"{game.key}: {result.says}: {result.saw}")


def _nothing(wrong: Iterator[str] | list[str]) -> None:
    found = list(wrong)
    if found:
        raise Broken("; ".join(found[:3]) + (f" and {len(found) - 3} more" if len(found) > 3 else ""))
