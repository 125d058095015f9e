"""`holecard script`: plays one round from a JSON file and shows the result."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.text import Text

from holecard.cli.options import console, print_json
from holecard.cli.replay import read_text, tell_result, tell_steps, title
from holecard.house.script import Played, act_out, result
from holecard.house.script_document import read_script

REFUSED = 3


def script_command(file: Path, as_json: bool) -> int:
    """Play the file. A refusal is shown with its clause and gives exit code 3."""
    played = act_out(read_script(read_text(file)))
    if as_json:
        print_json(result(played))
    else:
        _tell(played)
    if played.refused is None:
        return 0
    print(f"holecard: {' '.join(str(played.refused).split())}", file=sys.stderr)
    return REFUSED


def _tell(played: Played) -> None:
    out = console()
    if played.rules is not None:
        out.print(title(played.rules))
        tell_steps(out, played.rules, played.steps)
    if played.refused is None:
        tell_result(out, list(played.steps))
    else:
        who = f" by {played.by.bettor} on box {played.by.box}" if played.by is not None else ""
        out.print(Text.assemble(("Refused", "bold"), f": {played.do}{who}. {played.refused}"))
