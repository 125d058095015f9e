"""`holecard train`: the schools in the terminal, for players, dealers, the floor and counters."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from holecard.cli.options import configured
from holecard.engine.questions import checked_name
from holecard.law.errors import Malformed


class School(StrEnum):
    """Who is trained."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"
    COUNTING = "counting"


def train_command(
    game: str,
    pairs: list[str],
    *,
    school: str,
    level: str,
    questions: int,
    test: bool,
    name: str,
    system: str,
    seed: str | None,
    file: Path | None,
    weak_spots: Path | None,
    recorded: Path | None,
    record: Path | None,
    page: Path | None,
) -> int:
    rules = configured(game, pairs)
    if school not in tuple(School):
        raise Malformed(f"--school {school} is unknown. Choose one of {', '.join(School)}")
    match School(school):
        case School.PLAYER:
            from holecard.cli.school.player import player_command, weak_spots_command

            if weak_spots is not None:
                weak_spots_command(rules, file=file, picture=weak_spots)
            else:
                player_command(rules, questions=questions, timed=test, seed=seed, file=file)
        case School.COUNTING:
            from holecard.cli.school.counting import counting_command

            counting_command(rules, system=system, questions=questions, seed=seed)
        case School.DEALER | School.FLOOR as trained:
            from holecard.cli.school.dealer import drills_command, exam_command, level_named
            from holecard.school.exam import QUESTIONS
            from holecard.school.levels import DEALERS, FLOORS, Level

            levels, usual = (DEALERS, Level.PAYOUTS) if trained is School.DEALER else (FLOORS, Level.RULINGS)
            chosen = level_named(level or usual, levels, rules)
            if test:
                if not name:
                    raise Malformed("--test needs --name: the record says who took it")
                return exam_command(
                    rules,
                    chosen,
                    name=checked_name(name),
                    questions=questions or QUESTIONS,
                    seed=seed,
                    record=record,
                    page=page,
                )
            drills_command(rules, chosen, questions=questions, seed=seed, recorded=recorded)
    return 0
