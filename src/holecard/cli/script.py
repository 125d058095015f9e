"""`holecard script`: plays one round from a JSON file and shows the result."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.text import Text

from holecard.api.records import script
from holecard.cli.options import console, print_json
from holecard.cli.replay import tell_result, tell_steps, title
from holecard.house.script import ScriptedRound, ScriptFailed

REFUSED = 3


def script_command(file: Path, as_json: bool) -> int:
    """Play the file. A refusal is shown with its clause (exit code 3), an error with the steps before it."""
    try:
        played = script(file)
    except ScriptFailed as failed:
        if not as_json and failed.round.steps:
            console().print(title(failed.round.rules))
            tell_steps(console(), failed.round)
        raise
    if as_json:
        print_json(played.to_dict())
    else:
        _tell(played)
    if played.refused is None:
        return 0
    print(f"holecard: {' '.join(str(played.refused).split())}", file=sys.stderr)
    return REFUSED


def _tell(played: ScriptedRound) -> None:
    out = console()
    if played.round is not None:
        out.print(title(played.round.rules))
        tell_steps(out, played.round)
    if played.round is not None and played.refused is None:
        tell_result(out, played.round)
    else:
        who = f" by {played.by.bettor} on box {played.by.box}" if played.by is not None else ""
        out.print(Text.assemble(("Refused", "bold"), f": {played.do}{who}. {played.refused}"))
