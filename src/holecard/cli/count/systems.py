"""`holecard count systems`: how closely each counting system follows a wager."""

from __future__ import annotations

from holecard.cli.count.shown import Files, described, grid, heading, note, telling
from holecard.cli.options import configured, print_json
from holecard.lab.counting.removals import VALUES, removals
from holecard.lab.counting.systems import systems_for


def systems_command(game: str, pairs: list[str], *, wager: str, system: list[str], files: Files, as_json: bool) -> None:
    rules = configured(game, pairs)
    files.check()
    with telling() as tell:
        effects = removals(rules, wager, tell=tell)
        found = systems_for(effects, system)
    document = found.to_dict()
    files.write("Counting systems", [{**row, "tags": " ".join(f"{card}:{tag}" for card, tag in row["tags"].items())}
                    for row in document["rows"]])  # fmt: skip
    if as_json:
        print_json(described(effects.rules, document, effects.play))
        return
    heading(effects.rules, f"counting systems for {wager}")
    grid(
        ("system", *VALUES, "sum", "follows"),
        [
            (
                row["system"],
                *(_tags(row["tags"], value) for value in VALUES),
                "0" if system.balanced else f"{float(system.per_deck):+g}",
                "none" if row["correlation"] is None else f"{row['correlation']:+.3f}",
            )
            for row, system in zip(document["rows"], found.systems, strict=True)
        ],
    )
    note("Sum: of the tags of a deck, 0 for a balanced count. Follows: correlation with the effects of removal.")
    if found.is_flat:
        note("No single card changes what this wager is worth, so no count of this kind follows it.")


def _tags(tags: dict[str, float], value: str) -> str:
    """The tag of a value; where its suits differ, each of them once."""
    return "/".join(dict.fromkeys(f"{tag:g}" for card, tag in tags.items() if card[0] == value))
