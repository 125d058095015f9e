"""Checks that a dossier is intact: its signature fits, and its files are those that were signed.

This is quick and calculates nothing; `verifying` makes everything again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from holecard import __version__
from holecard.dossier.files import FORMAT, JSON, MANIFEST, SIGNATURE, sha256
from holecard.dossier.signing import fits
from holecard.law.errors import HolecardError

CHANGED: Final = "was changed after it was signed"
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


def check_intact(folder: Path, key: str | None = None) -> Verified:
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
    first = next(_tampered(folder, manifest, key), None)
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


def _tampered(folder: Path, manifest: Manifest, key: str | None) -> Iterator[Difference]:
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
        yield Difference(name, CHANGED)


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
                what = f"was changed after it was signed: {name} is {short(here[name])}, the dossier has {short(value)}"
                return Difference(MANIFEST, what)
    return Difference(SIGNATURE, "does not fit the manifest: one of them was changed after signing")


def short(value: object) -> str:
    """A value for a message."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
