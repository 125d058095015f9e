"""Draw the pictures of the README: run the commands as a reader would and keep what the terminal shows, as SVG."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
EXAMPLE = ROOT / "docs" / "examples" / "dealer-22.round"
HOLECARD = str(ROOT / ".venv" / "bin" / "holecard")


def shown(arguments: list[str], typed: str = "") -> list[Text]:
    """What the command writes, line by line, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80", "XDG_STATE_HOME": folder}
        environment.pop("NO_COLOR", None)
        run = subprocess.run(
            [HOLECARD, *arguments], input=typed, capture_output=True, text=True, env=environment, check=False
        )
    return list(Text.from_ansi(run.stdout + run.stderr).split("\n"))


def draw(name: str, title: str, lines: list[Text]) -> None:
    with open(os.devnull, "w") as nowhere:
        console = Console(record=True, width=80, file=nowhere, force_terminal=True, color_system="truecolor")
        console.print(Text("\n").join(lines))
        console.save_svg(str(IMAGES / f"{name}.svg"), title=title, unique_id=name)


def felt_when(lines: list[Text], prompt: str) -> list[Text]:
    """The table as it was drawn when this was first asked, with the question."""
    asked = next(at for at, line in enumerate(lines) if prompt in line.plain)
    drawn = max(at for at, line in enumerate(lines[:asked]) if line.plain.startswith("╭─"))
    return lines[drawn : asked + 1]


def part(lines: list[Text], first: str, last: str) -> list[Text]:
    """From the first line that begins with one text to the next that begins with another."""
    start = next(at for at, line in enumerate(lines) if line.plain.startswith(first))
    end = next(at for at, line in enumerate(lines) if at > start and line.plain.startswith(last))
    return lines[start : end + 1]


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    options = ["play", "pa-down-under", "--boxes", "3", "--seed", "21", "--set", "match_the_dealer=yes"]
    played = shown(options, "10+2 20 5+1\n" + "s\n" * 8)
    draw("table", "holecard play pa-down-under --boxes 3", felt_when(played, "[S]tand"))
    draw("law", "holecard law show pa-685a '7(n)'", shown(["law", "show", "pa-685a", "7(n)"]))
    draw("games", "holecard games", part(shown(["games"]), "pa-down-under", "58 Pa. Code"))
    draw("replay", "holecard replay docs/examples/dealer-22.round", shown(["replay", str(EXAMPLE)]))
    analyzed = shown(["analyze", "pa-down-under", "--set", "dealer_ace=conventional"])
    draw("analyze", "holecard analyze pa-down-under --set dealer_ace=conventional", analyzed[:12])
    shown(["strategy", "pa-down-under", "--svg", str(IMAGES / "strategy.svg")])
    print(f"drawn in {IMAGES.relative_to(ROOT)}", file=sys.stderr)


main()
