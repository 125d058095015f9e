"""`holecard count indices`: the true counts at which the strategy card should be left, the most valuable first."""

from __future__ import annotations

from holecard.cli.count.shown import Files, described, grid, heading, note, telling
from holecard.cli.options import configured, print_json
from holecard.lab.counting.indices import MOST_VALUABLE, indices
from holecard.lab.counting.systems import find_system
from holecard.law.errors import Malformed


def indices_command(
    game: str, pairs: list[str], *, system: str, penetration: float, every: bool, files: Files, as_json: bool
) -> None:
    rules = configured(game, pairs)
    counted = find_system(system)
    if not 0 < penetration < 1:
        raise Malformed(f"--penetration must be between 0 and 1, not {penetration:g}")
    files.check()
    with telling() as tell:
        found = indices(rules, counted, penetration, tell)
    document = found.to_dict()
    files.write("Departures", document["rows"])
    if as_json:
        print_json(described(rules, document))
        return
    shown = found.rows if every else found.rows[:MOST_VALUABLE]
    heading(rules, f"departures with {counted.name}, {len(shown)} of {len(found.rows)}")
    grid(
        ("hand", "up", "light", "card", "departure", "true count", "gain"),
        [
            (row.hand, row.up, row.light, row.basic, row.departs_to,
             f"{'≥' if row.above else '<'} {row.index:+.1f}", f"{1000 * row.worth:.4f}")
            for row in shown
        ],
    )  # fmt: skip
    note(
        "The true count is that of the decision, your hand and the up card counted.\n"
        "Gains are units of a flat bet in 1000 rounds."
    )
