"""Verifies a dossier: signature, hashes, then all of it is made again. The first difference is named.

Figures are compared to nine places, since another processor may round the last bit differently. The PDFs are made again
only by the very code that made them; other versions of the program compare them by their hashes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from holecard import __version__
from holecard.dossier.contents import JSON, PDF, Edition, written
from holecard.dossier.making import (
    FORMAT,
    HOUSE,
    MANIFEST,
    SIGNATURE,
    code_hash,
    compose,
    contents_of,
    no_telling,
    sha256,
)
from holecard.dossier.mathematics import Tell
from holecard.dossier.signing import fits
from holecard.law.errors import HolecardError, Malformed

NEAR: Final = 1e-9
SHORT: Final = 60  # characters of a value in a message
Manifest = dict[str, Any]


class Difference(NamedTuple):
    """A file, and what is wrong with it."""

    file: str
    what: str


@dataclass(frozen=True, kw_only=True)
class Verified:
    """What verifying found."""

    folder: Path
    first: Difference | None
    manifest: Manifest | None
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return self.first is None

    def to_dict(self) -> dict[str, object]:
        """As `holecard dossier verify --json` prints it."""
        held = self.manifest or {}
        return {
            "ok": self.ok,
            "first": None if self.first is None else self.first._asdict(),
            "house": held.get("house"),
            "date": held.get("date"),
            "key": held.get("key"),
            "tables": held.get("tables", []),
            "made_with": held.get("version"),
            "notes": list(self.notes),
            "version": __version__,
        }


def verify(folder: Path, key: str | None = None, tell: Tell = no_telling) -> Verified:
    """Check everything. `key` is the public key that must have signed it, where the reader knows it."""
    found = check_intact(folder, key, tell)
    if not found.ok:
        return found
    assert found.manifest is not None, "an intact dossier has a manifest"
    same_code = found.manifest["code"] == code_hash()
    notes = () if same_code else (f"Made with holecard {found.manifest['version']}, whose code differs from this one",)
    first = next(_against_new(folder, found.manifest, same_code, tell), None)
    return replace(found, first=first, notes=notes)


def check_intact(folder: Path, key: str | None = None, tell: Tell = no_telling) -> Verified:
    """Check the signature and the files, without making anything again."""
    if not folder.is_dir():
        raise HolecardError(f"there is no folder {folder}")
    for name in (MANIFEST, SIGNATURE):
        if not (folder / name).is_file():
            return Verified(folder=folder, first=Difference(name, "is missing"), manifest=None)
    try:
        manifest = _manifest((folder / MANIFEST).read_bytes())
    except ValueError as error:
        return Verified(folder=folder, first=Difference(MANIFEST, f"cannot be read: {error}"), manifest=None)
    first = next(_tampered(folder, manifest, key, tell), None)
    return Verified(folder=folder, first=first, manifest=manifest)


def _manifest(content: bytes) -> Manifest:
    found = json.loads(content)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"it is not a manifest of format {FORMAT}")
    shapes = {"files": dict, "tables": list, "key": str, "code": str, "version": str, "samples": int, "paper": str}
    for name, shape in shapes.items():
        if not isinstance(found.get(name), shape):
            raise ValueError(f"{name!r} is missing or of the wrong kind")
    return found


def _tampered(folder: Path, manifest: Manifest, key: str | None, tell: Tell) -> Iterator[Difference]:
    """What was changed since the signature, if anything was."""
    try:
        signed = json.loads((folder / SIGNATURE).read_bytes())
        public, signature = str(signed["key"]), str(signed["signature"])
        right = fits(public, signature, (folder / MANIFEST).read_bytes())
    except (ValueError, KeyError, TypeError) as error:
        yield Difference(SIGNATURE, f"is not a signature: {error}")
        return
    if public != manifest["key"]:
        yield Difference(SIGNATURE, "has another key than the manifest names")
    if key is not None and public.lower() != key.lower():
        yield Difference(SIGNATURE, f"the key is {public}, not the one that was expected")
    if not right:
        yield _unsigned(folder, manifest)
    present = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if not file.is_dir()}
    for name in sorted(manifest["files"]):
        if name not in present:
            yield Difference(name, "is missing")
    for name in sorted(present - set(manifest["files"]) - {MANIFEST, SIGNATURE}):
        yield Difference(name, "is not in the manifest")
    for name in _changed(folder, manifest):
        yield Difference(name, _what_changed(folder, manifest, name, tell))


def _changed(folder: Path, manifest: Manifest) -> Iterator[str]:
    for name, hash_ in sorted(manifest["files"].items()):
        file = folder / name
        if file.is_file() and sha256(file.read_bytes()) != hash_:
            yield name


def _unsigned(folder: Path, manifest: Manifest) -> Difference:
    """The signature does not fit. Which of the two was changed shows in what the files themselves say."""
    for name in _changed(folder, manifest):
        return Difference(MANIFEST, f"was changed after it was signed: its hash of {name} is not that of the file")
    for table in manifest["tables"]:
        try:
            document = json.loads((folder / table["folder"] / JSON).read_bytes())
            told = {name: document[name] for name in ("house", "date", "version")}
            told |= {f"{name} of {table['table']}": document[name] for name in ("rules_hash", "register_hash", "game")}
            here = {name: manifest[name] for name in ("house", "date", "version")}
            here |= {f"{name} of {table['table']}": table[name] for name in ("rules_hash", "register_hash", "game")}
        except (OSError, ValueError, KeyError, TypeError):
            return Difference(MANIFEST, "was changed after it was signed: its list of tables does not fit")
        for name, value in told.items():
            if here[name] != value:
                what = (
                    f"was changed after it was signed: {name} is {_short(here[name])}, the dossier has {_short(value)}"
                )
                return Difference(MANIFEST, what)
    return Difference(SIGNATURE, "does not fit the manifest: one of them was changed after signing")


def _what_changed(folder: Path, manifest: Manifest, name: str, tell: Tell) -> str:
    """A file that is not what was signed. Of a JSON document the value is named, by making it again."""
    changed = "was changed after it was signed"
    table, _, file = name.partition("/")
    if file != JSON:
        return changed
    try:
        there = json.loads((folder / name).read_bytes())
        fresh = contents_of(_house(folder), _edition(manifest), _only(manifest), tell)
        here = json.loads(written(fresh[table].document()))
    except (ValueError, KeyError, HolecardError, OSError):
        return changed
    first = next(compare(there, here), None)
    return changed if first is None else f"{changed}: {first}"


def _against_new(folder: Path, manifest: Manifest, same_code: bool, tell: Tell) -> Iterator[Difference]:
    """What differs from a dossier that is made now from the same house file."""
    try:
        fresh = compose(_house(folder), _edition(manifest), _only(manifest), tell)
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
        yield f"{where}: {_short(there)} is stated, {_short(here)} is found"


def _named(item: object, number: int) -> str:
    """An item of a list by its clause, where it has one."""
    clause = item.get("clause") if isinstance(item, Mapping) else None
    return f"clause {clause}" if clause else f"item {number}"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
