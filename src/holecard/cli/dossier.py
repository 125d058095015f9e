"""`holecard dossier`: makes, verifies and compares the filing dossier of a house."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from holecard.api.records import read_text
from holecard.cli.options import console, print_json
from holecard.cli.progress import steps_told
from holecard.house.house_file import read_house

CHANGED = 1


def make_command(
    house: Path, out: Path, table: str | None, date: str | None, paper: str, key: Path, numbers: Sequence[Path]
) -> None:
    from holecard.dossier.contents import Edition
    from holecard.dossier.evidence import Evidence
    from holecard.dossier.files import PDF
    from holecard.dossier.making import check_folder, compose, steps, write
    from holecard.dossier.signing import DOSSIER, Signer, read_key, read_or_make_key
    from holecard.dossier.typesetting import open_count
    from holecard.rng.files import content_of

    text = read_text(house)
    edition = Edition.of(read_house(text), date, paper)
    many = steps(text, table)
    check_folder(out)
    if key.exists():
        read_key(key)  # before the work
    files = [(str(file), content_of(file)) for file in numbers]
    with steps_told(many + bool(files)) as tell:
        if files:
            tell("random numbers")
        made = compose(text, edition, table, tell, Evidence.read(files))
    if not key.exists():
        print(f"Made the key file {key}: keep it safe, it signs for the house", file=sys.stderr)
    write(made, Signer(read_or_make_key(key), DOSSIER), out)
    told = console()
    for folder, contents in made.tables.items():
        edge = f"house edge {100 * contents.found.composition.house_edge:.4f} %"
        points = open_count(len(contents.open_points))
        told.print(Text(f"Wrote {out / folder / PDF}: {contents.table.table.name}, {edge}, {points}"), soft_wrap=True)


def verify_command(folder: Path, key: str | None, as_json: bool) -> int:
    from holecard.dossier.verifying import verify

    with steps_told(None) as tell:
        found = verify(folder, key, tell)
    if as_json:
        print_json(found.to_dict())
    else:
        out = console()
        for note in found.notes:
            out.print(Text(note, "dim"), soft_wrap=True)
        held = found.manifest or {}
        if found.first is None:
            tables = ", ".join(str(table["table"]) for table in held["tables"])
            said = f"The dossier of {held['house']} is genuine and every figure is right: {tables}"
            out.print(Text(said, "green"), soft_wrap=True)
            out.print(Text(f"Signed with key {held['key']}", "dim"), soft_wrap=True)
        else:
            out.print(Text(f"{found.first.file}: {found.first.what}", "bold red"), soft_wrap=True)
    return 0 if found.ok else CHANGED


def diff_command(old: Path, new: Path, as_json: bool) -> None:
    from holecard.dossier.differing import differences

    found = differences(old, new)
    if as_json:
        print_json(found.to_dict())
        return
    out = console()
    if not found.rows:
        out.print("The two filings say the same.")
    for row in found.rows:
        out.print(Text(str(row)), soft_wrap=True)
    for edge in found.edges:
        out.print(Text(str(edge), "bold" if edge.before != edge.after else "dim"), soft_wrap=True)
