"""The player's school in the terminal: drills by what a mistake costs you, a timed test, and the weak spots."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from secrets import token_hex

from holecard import __version__
from holecard.cli.analyze import solving
from holecard.cli.options import announce, check_file, console
from holecard.cli.progress import spinner
from holecard.cli.school.asking import Asker, at_the_terminal, until_quit
from holecard.cli.school.files import memory_file, read_memory, write_memory
from holecard.engine.rules import Rules
from holecard.lab.advice.advice import Advisor
from holecard.lab.card.cells import strategy_card
from holecard.lab.card.svg_file import card_svg
from holecard.lab.card.text import sheet
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.record.files import write_whole
from holecard.school.choosing import DUE, chosen, fresh_seeds, weighed
from holecard.school.hands import Position, Worth, cost_of, drill_of, lost_by, position_for
from holecard.school.memory import Item, due_first, reviewed
from holecard.school.standing import spoken, worst
from holecard.school.weak_spots import marked

TIMED = 20  # questions of a timed test


def player_command(rules: Rules, *, questions: int, timed: bool, seed: str | None, file: Path | None) -> None:
    with spinner(solving):
        advisor = Advisor(analyse(rules))
        advisor.weigh_riding()
    stored = memory_file(rules, file)
    memory = read_memory(stored)
    many = questions or (TIMED if timed else 0)
    drills = _drills(rules, advisor, memory, seed or token_hex(8))
    with at_the_terminal() as asker:
        asker.say(f"{rules.name}: {f'{many} decisions' if many else 'decisions until you press q'}. q leaves.")
        told = _Told()
        until_quit(lambda: _ask(asker, drills, many, memory, told, timed))
        write_memory(stored, memory)
        asker.say("", *told.summary(timed), f"Stored in {stored}")


class _Told:
    """What a session came to."""

    def __init__(self) -> None:
        self.asked = self.right = 0
        self.lost = self.seconds = 0.0

    def summary(self, timed: bool) -> Iterator[str]:
        if not self.asked:
            yield "No question answered."
            return
        yield f"{self.right} of {self.asked} right. Your mistakes would have cost {self.lost:.2f} bets."
        if timed:
            yield f"{self.seconds:.1f} seconds, {self.seconds / self.asked:.1f} for each decision."


def _drills(rules: Rules, advisor: Advisor, memory: dict[str, Item], seed: str) -> Iterator[tuple[Position, Worth]]:
    chance = Random(seed)
    while True:
        now = datetime.now(UTC)
        seeds = [item.seed for item in due_first(memory.values(), now, DUE)]
        candidates = (position_for(rules, one) for one in (*seeds, *fresh_seeds(chance)))
        valued = [(position, worth) for position in candidates if (worth := weighed(position, advisor.values))]
        if valued:
            yield chosen(valued, memory, now, chance)


def _ask(
    asker: Asker,
    drills: Iterator[tuple[Position, Worth]],
    many: int,
    memory: dict[str, Item],
    told: _Told,
    timed: bool,
) -> None:
    for number, (position, worth) in enumerate(drills, start=1):
        drill = drill_of(position, worth)
        given = asker.ask(drill, number, shows_verdict=not timed)
        lost = lost_by(drill, worth, given.reply)
        told.asked += 1
        told.right += given.verdict.right
        told.lost += lost
        told.seconds += given.seconds
        now = datetime.now(UTC)
        memory[position.skill] = reviewed(
            memory.get(position.skill),
            position.skill,
            right=given.verdict.right,
            cost=cost_of(worth),
            lost=lost,
            seed=position.seed,
            now=now,
        )
        if many and number >= many:
            return


def weak_spots_command(rules: Rules, *, file: Path | None, picture: Path) -> None:
    """Write the strategy card with your record on it, and list what cost you most."""
    check_file(picture, ".svg", option="--weak-spots")
    memory = read_memory(memory_file(rules, file))
    with spinner(solving):
        analysis = analyse(rules, strategy=Strategy.TOTAL)
    page = marked(sheet(analysis, strategy_card(analysis), __version__), memory)
    write_whole(picture, card_svg(page).encode())
    out = console()
    out.print(page.notes[0])
    for item in worst(memory):
        out.print(f"  {spoken(rules, item.skill)}: {item.wrong} of {item.seen} wrong, {item.lost:.2f} bets")
    announce([picture], as_json=False)
