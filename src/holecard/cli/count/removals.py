"""`holecard count removals`: what each card that leaves the shoe does to a wager."""

from __future__ import annotations

from holecard.cli.count.shown import Files, described, grid, heading, note, telling
from holecard.cli.options import configured, print_json
from holecard.lab.counting.removals import Play, removals
from holecard.law.errors import Malformed


def removals_command(game: str, pairs: list[str], *, wager: str, strategy: str, files: Files, as_json: bool) -> None:
    rules = configured(game, pairs)
    if strategy not in list(Play):
        raise Malformed(f"--strategy must be one of {', '.join(Play)}, not {strategy}")
    files.check()
    with telling() as tell:
        found = removals(rules, wager, Play(strategy), tell)
    document = found.to_dict()
    files.write("Effects of removal", document["rows"])
    if as_json:
        print_json(described(found.rules, document))
        return
    scale = f", pay scale {found.pay_scale}" if found.pay_scale else ""
    heading(found.rules, f"effects of removal on {wager}{scale}")
    grid(
        ("card", "in the shoe", "player's expectation", "effect"),
        [(row.card, str(row.in_shoe), f"{row.ev:+.5%}", f"{row.effect:+.5%}") for row in found.rows],
    )
    note(f"Fresh shoe {found.ev:+.5%}. The effects, each as often as its card, sum to {found.weighted_sum:+.1e}.")
