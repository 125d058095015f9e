"""A practice table with a stacked shoe, driven in this process by lines of answers."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from rich.console import Console

from holecard.cli.table.keys import Lines
from holecard.cli.table.saving import Record
from holecard.cli.table.screen import Screen
from holecard.cli.table.session import Session
from holecard.games import find
from holecard.record.journal import Journal, rounds
from holecard.record.ledger import Ledger
from holecard.record.transcript import replay
from holecard.values.cards import parse_cards
from holecard.values.shoe import PracticeShuffler


class Played:
    """What a session said, how it ended, and what its journal says each round was worth."""

    def __init__(self, out: str, session: Session, nets: list[int]) -> None:
        self.out = out
        self.text = " ".join(out.split())  # whatever the width made of its lines
        self.frames = out.split("╭─")[1:]
        self.nets = nets
        self.summary = "\n".join(line.plain for line in session.summary())

    def hand(self, label: str) -> str:
        """The last line of a box's hand, its spaces made one."""
        lines = [line for line in self.frames[-1].splitlines() if f" {label} " in line]
        return " ".join(lines[-1].strip("│ ▸").split())


def play(
    game: str, cards: str, *typed: str, boxes: int = 1, bettors: int = 1, bankroll: int = 100_000, **options: str
) -> Played:
    """Play from a shoe that begins with these cards; each of the typed is a line."""
    rules = find(game).configure(options)
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, color_system=None, highlight=False), live=False)
    with tempfile.TemporaryDirectory() as folder, Journal.create(Path(folder, "session")) as journal:
        record = Record(rules, journal, timed=False)
        session = Session(
            rules,
            PracticeShuffler(1),
            screen,
            record,
            boxes=boxes,
            bettors=bettors,
            bankroll=bankroll,
            pace=0,
            stacked=parse_cards(cards),
        )
        session.run(Lines(io.StringIO("".join(f"{line}\n" for line in typed)), screen.echo))
        facts = [[fact for step in replay(written) for fact in step.facts] for written in rounds(journal.path)]
    return Played(out.getvalue(), session, [sum(Ledger().plus(found).nets().values()) for found in facts])
