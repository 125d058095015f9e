"""Verifies a dossier: signature, hashes, then all of it is made again. The first difference is named.

Figures are compared to nine places, since another processor may round the last bit differently. The PDFs are made again
only by the very code that made them; other versions of the program compare them by their hashes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from holecard.dossier._mathematics import Tell
from holecard.dossier.contents import Edition
from holecard.dossier.evidence import Evidence
from holecard.dossier.files import HOUSE, JSON, MANIFEST, PDF, RNG, written
from holecard.dossier.intact import CHANGED, Difference, Manifest, Verified, check_intact, short
from holecard.dossier.making import code_hash, compose, contents_of, no_telling
from holecard.law.errors import HolecardError, Malformed

NEAR: Final = 1e-9


def verify(folder: Path, key: str | None = None, tell: Tell = no_telling) -> Verified:
    """Check everything. `key` is the public key that must have signed it, where the reader knows it."""
    found = check_intact(folder, key)
    if found.manifest is None:
        return found
    if found.first is not None:
        return replace(found, first=_named_value(folder, found.manifest, found.first, tell))
    same_code = found.manifest["code"] == code_hash()
    notes = () if same_code else (f"Made with holecard {found.manifest['version']}, whose code differs from this one",)
    first = next(_against_new(folder, found.manifest, same_code, tell), None)
    return replace(found, first=first, notes=notes)


def _named_value(folder: Path, manifest: Manifest, first: Difference, tell: Tell) -> Difference:
    """Of a JSON document that is not what was signed, the value that differs is named, by making it again."""
    table, _, file = first.file.partition("/")
    if file != JSON or first.what != CHANGED:
        return first
    try:
        there = json.loads((folder / first.file).read_bytes())
        evidence = _evidence(folder, manifest, tell)
        fresh = contents_of(_house(folder), _edition(manifest), _only(manifest), tell, evidence)
        here = json.loads(written(fresh[table].document()))
    except (ValueError, KeyError, HolecardError, OSError):
        return first
    found = next(compare(there, here), None)
    return first if found is None else Difference(first.file, f"{CHANGED}: {found}")


def _against_new(folder: Path, manifest: Manifest, same_code: bool, tell: Tell) -> Iterator[Difference]:
    """What differs from a dossier that is made now from the same house file."""
    try:
        evidence = _evidence(folder, manifest, tell)
    except HolecardError as error:
        yield Difference(RNG, f"is not accepted: {error}")
        return
    try:
        fresh = compose(_house(folder), _edition(manifest), _only(manifest), tell, evidence)
    except HolecardError as error:
        yield Difference(HOUSE, f"is not accepted: {' '.join(str(error).split())}")
        return
    for name in sorted(fresh.files.keys() | manifest["files"].keys()):
        if name not in fresh.files:
            yield Difference(name, "does not belong to a dossier of this house file")
        elif name not in manifest["files"]:
            yield Difference(name, "is missing: a dossier of this house file has it")
        elif name.endswith(JSON):
            there, here = json.loads((folder / name).read_bytes()), json.loads(fresh.files[name])
            if not same_code:
                here["version"] = there.get("version")
            yield from (Difference(name, what) for what in compare(there, here))
        elif (same_code or not name.endswith(PDF)) and (folder / name).read_bytes() != fresh.files[name]:
            yield Difference(
                name, "differs from what is drawn now" if name.endswith(".svg") else "differs when made now"
            )
    told = json.loads(written(fresh.manifest(manifest["key"])))
    ours = {"code", "version", "files"}  # already compared, or allowed to differ
    there, here = ({name: one[name] for name in one if name not in ours} for one in (manifest, told))
    yield from (Difference(MANIFEST, what) for what in compare(there, here))


def _house(folder: Path) -> str:
    try:
        return (folder / HOUSE).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"{HOUSE} is not valid UTF-8 text") from error


def _evidence(folder: Path, manifest: Manifest, tell: Tell) -> Evidence:
    """The collected numbers in the dossier, tested again."""
    names = [name for name in sorted(manifest["files"]) if name.startswith(f"{RNG}/")]
    if names:
        tell("random numbers")
    return Evidence.read((name, (folder / name).read_bytes()) for name in names)


def _edition(manifest: Manifest) -> Edition:
    date = manifest.get("date")
    return Edition(date=None if date is None else str(date), paper=manifest["paper"], samples=manifest["samples"])


def _only(manifest: Manifest) -> str | None:
    """The table that was filed alone; None where all of the house were."""
    tables = manifest["tables"]
    return str(tables[0]["table"]) if len(tables) == 1 else None


def compare(there: object, here: object, path: str = "") -> Iterator[str]:
    """Where a document differs from the one made now, in the order of the document.

    >>> list(compare({"edge": 0.5, "boxes": [1, 2]}, {"edge": 0.5 + 1e-12, "boxes": [1, 3]}))
    ['boxes, item 2: 2 is stated, 3 is found']
    """
    where = path or "the document"
    if isinstance(there, Mapping) and isinstance(here, Mapping):
        for key in [*here, *(key for key in there if key not in here)]:
            deeper = f"{path}, {key}" if path else str(key)
            if key not in there:
                yield f"{deeper} is missing"
            elif key not in here:
                yield f"{deeper} does not belong here"
            else:
                yield from compare(there[key], here[key], deeper)
    elif isinstance(there, list) and isinstance(here, list):
        if len(there) != len(here):
            yield f"{where}: {len(there)} items are stated, {len(here)} are found"
        for number, (one, other) in enumerate(zip(there, here, strict=False), start=1):
            yield from compare(one, other, f"{path}, {_named(other, number)}" if path else _named(other, number))
    elif isinstance(there, float | int) and isinstance(here, float | int) and not isinstance(there, bool):
        if abs(there - here) > NEAR * max(1.0, abs(here)):
            yield f"{where}: {there} is stated, {here} is found"
    elif there != here:
        yield f"{where}: {short(there)} is stated, {short(here)} is found"


def _named(item: object, number: int) -> str:
    """An item of a list by its clause, where it has one."""
    clause = item.get("clause") if isinstance(item, Mapping) else None
    return f"clause {clause}" if clause else f"item {number}"
