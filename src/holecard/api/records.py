"""Rounds from files and documents: replay a `.round` file or a journal, or play a script."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holecard import __version__
from holecard.house.round import Round
from holecard.house.script import ScriptedRound, act_out
from holecard.house.script_document import parse_script, read_script
from holecard.law.errors import Malformed
from holecard.record.journal import head_file, rounds, verify
from holecard.record.notation import parse_round


@dataclass(frozen=True)
class Journal:
    """A session that was recorded, checked against its hashes: how many entries it has, and its rounds.

    >>> import holecard as hc
    >>> played = hc.play_round(hc.game("reference"), lambda seen: "stand", cards="Ts 9h 9d 9c")
    >>> Journal(1, (), (played,)).to_dict()["entries"]
    1
    """

    entries: int
    notes: tuple[str, ...]
    rounds: tuple[Round, ...]

    def __str__(self) -> str:
        return "\n\n".join((f"Journal of {self.entries} entries, complete and unchanged.", *map(str, self.rounds)))

    def to_dict(self) -> dict[str, Any]:
        """As `holecard replay --json` prints it."""
        return {
            "version": __version__,
            "entries": self.entries,
            "notes": list(self.notes),
            "rounds": [one.to_dict() for one in self.rounds],
        }


def replay(source: str | Path) -> Round | Journal:
    """Play a recorded round again: the text of a `.round` file, or the path of one or of a journal.

    Every answer is checked against the rules, and every recorded fact against what follows; the first error raises
    `Malformed` or `Refused` and names its line.

    >>> import holecard as hc
    >>> played = hc.play_round(hc.game("pa-down-under"), lambda seen: "stand", seed=7)
    >>> hc.replay(played.notation).net == played.net
    True
    """
    if isinstance(source, str) and "\n" in source:
        return Round.replayed(parse_round(source))
    path = Path(source)
    text = read_text(path)
    if not head_file(path).exists() and not text.startswith("{"):
        return Round.replayed(parse_round(text))
    if is_script(text):
        raise Malformed(f"{path} is a script, not a recorded round. Play it with `holecard script {path}`")
    report = verify(path)
    found = tuple(Round.replayed(written) for written in rounds(path))
    return Journal(len(report.entries), tuple(report.notes), found)


def script(source: dict[str, Any] | str | Path) -> ScriptedRound:
    """Play one round from a document: a dictionary, its JSON text, or the path of a JSON file.

    What a clause forbids is part of the result (`refused`); a script that makes no sense raises `Malformed`.

    >>> import holecard as hc
    >>> played = hc.script({
    ...     "game": "reference",
    ...     "boxes": [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00"}}]}],
    ...     "cards": ["Ts", "9h", "Jd", "9c"],
    ...     "answers": [{"box": 1, "bettor": "Ann", "do": "stand"}],
    ... })
    >>> played.to_dict()["net"]
    {'1': {'Ann': {'main': '10.00'}}}
    """
    if isinstance(source, dict):
        return act_out(parse_script(source))
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return act_out(read_script(source))
    path = Path(source)
    text = read_text(path)
    if head_file(path).exists() or is_round(text):
        raise Malformed(f"{path} is a recorded round, not a script. Show it with `holecard replay {path}`")
    return act_out(read_script(text))


def is_round(text: str) -> bool:
    """Whether a text is a recorded round: after its comments it names a game.

    >>> is_round("# A dispute.\\n\\ngame reference\\n"), is_round('{"game": "reference"}')
    (True, False)
    """
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "").startswith("game ")


def is_script(text: str) -> bool:
    """Whether a text is one JSON object such as a script, and not the lines of a journal."""
    try:
        document = json.loads(text)
    except ValueError:
        return False
    return isinstance(document, dict) and "boxes" in document


def read_text(file: Path) -> str:
    """A file's text; one that cannot be read is an error that says why."""
    try:
        return file.read_text("utf-8-sig")  # some editors put a byte order mark before the text
    except OSError as error:
        raise Malformed(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Malformed(f"{file} is not UTF-8 text") from error
