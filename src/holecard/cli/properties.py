"""`holecard test-game`: checks what must hold of any game, one line for each property."""

from __future__ import annotations

from holecard.api.about import counted
from holecard.cli.options import console, print_json
from holecard.games import find
from holecard.testing import PROPERTIES, run

SIGNS = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("–", "dim")}


def properties_command(key: str, as_json: bool) -> int:
    """Print each result as it comes. Exit 1 if a property does not hold."""
    game, out, results = find(key), console(), []
    for result in run(game, PROPERTIES):
        results.append(result)
        if not as_json:
            sign, style = SIGNS[result.passed]
            out.print(f"[{style}]{sign}[/] {result.says}")
            out.print(f"  {result.saw}", style="dim" if result.passed else None, markup=False)
    broken = sum(result.passed is False for result in results)
    if as_json:
        rows = [{"property": one.says, "passed": one.passed, "saw": one.saw, "seconds": one.seconds} for one in results]
        print_json({"game": game.key, "passed": not broken, "rows": rows})
    elif broken:
        out.print(f"{counted(broken, 'property does', 'properties do')} not hold.")
    else:
        left = sum(result.passed is None for result in results)
        out.print(f"{game.key}: {counted(len(PROPERTIES) - left, 'property holds', 'properties hold')}.")
    return 1 if broken else 0
