"""Makes a dossier: every file of it in memory first, then the manifest with its signature, then the folder at once."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from holecard import __version__
from holecard.dossier._mathematics import Json, Tell
from holecard.dossier.contents import Contents, Edition, folders, register_hash
from holecard.dossier.evidence import NONE, Evidence
from holecard.dossier.files import FORMAT, HOUSE, JSON, MANIFEST, PDF, SIGNATURE, sha256, written
from holecard.dossier.signing import Signer
from holecard.dossier.typesetting import typeset
from holecard.house.house_file import Checked, House, check_house, read_house
from holecard.law.errors import HolecardError, Malformed

CODE: Final = (".py", ".toml", ".typ")  # the files of the package that decide what a dossier says


def no_telling(step: str) -> None:
    """Nobody watches."""


@dataclass(frozen=True, kw_only=True)
class Dossier:
    """All files of a dossier by name, but the signature; `tables` are its tables by folder."""

    text: str  # the house file
    edition: Edition
    tables: Mapping[str, Contents]
    files: Mapping[str, bytes]

    def manifest(self, public: str) -> Json:
        """Every file with its SHA-256, what made them, and whose key signs them."""
        contents = list(self.tables.items())
        return {
            "format": FORMAT,
            "house": contents[0][1].house.name,
            "date": self.edition.date,
            "paper": self.edition.paper,
            "samples": self.edition.samples,
            "version": __version__,
            "code": code_hash(),
            "tables": [
                {
                    "table": one.table.table.name,
                    "folder": folder,
                    "game": one.rules.key,
                    "rules_hash": one.rules.hash,
                    "register_hash": register_hash(one.rules.register),
                    "open_points": len(one.open_points),
                    "house_edge": one.found.composition.house_edge,
                }
                for folder, one in contents
            ],
            "key": public,
            "files": {name: sha256(self.files[name]) for name in sorted(self.files)},
        }


def compose(
    text: str, edition: Edition, only: str | None = None, tell: Tell = no_telling, evidence: Evidence = NONE
) -> Dossier:
    """Every file of the dossier of this house, or of one of its tables."""
    tables = contents_of(text, edition, only, tell, evidence)
    files = {HOUSE: text.encode()} | {sample.file: sample.content for sample in evidence.samples.values()}
    for folder, contents in tables.items():
        tell(f"{contents.table.table.name}: clauses and procedures")
        document = contents.document()
        files[f"{folder}/{JSON}"] = written(document)
        files |= {f"{folder}/{name}": drawn for name, drawn in contents.drawings().items()}
        tell(f"{contents.table.table.name}: typesetting")
        files[f"{folder}/{PDF}"] = typeset(contents, document)
    return Dossier(text=text, edition=edition, tables=tables, files=files)


def contents_of(
    text: str, edition: Edition, only: str | None = None, tell: Tell = no_telling, evidence: Evidence = NONE
) -> dict[str, Contents]:
    """The tables to be filed, by folder."""
    house = read_house(text)
    chosen = _chosen(house, only)
    names = folders(one.table.name for one in chosen)
    evidence.only_for(one.rules.decks for one in chosen if one.rules is not None)
    return {names[one.table.name]: Contents(house, one, edition, tell, evidence) for one in chosen}


def _chosen(house: House, only: str | None) -> tuple[Checked, ...]:
    """The tables to be filed, all of them lawful; the house as a whole has to be."""
    tables = check_house(house)
    names = [one.table.name for one in tables]
    if only is not None and only not in names:
        raise Malformed(f"the house has no table {only!r}. Its tables: {', '.join(names)}")
    for one in tables:
        for refusal in one.findings:
            raise refusal
    return tuple(one for one in tables if only in (None, one.table.name))


def steps(text: str, only: str | None) -> int:
    """About how many steps `compose` tells of."""
    tables = _chosen(read_house(text), only)
    return sum(6 + len(one.rules.play.side_wagers) for one in tables if one.rules is not None)


def write(dossier: Dossier, signer: Signer, folder: Path) -> None:
    """Write the folder, whole or not at all."""
    check_folder(folder)
    manifest = written(dossier.manifest(signer.public))
    signature = {"algorithm": "Ed25519", "key": signer.public, "signature": signer.sign(manifest)}
    files = {**dossier.files, MANIFEST: manifest, SIGNATURE: written(signature)}
    part = folder.resolve().with_name(f".holecard-{os.getpid()}-{folder.name}")
    try:
        for name, content in files.items():
            file = part / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if folder.exists():
            folder.rmdir()  # it is empty
        part.replace(folder.resolve())
    except OSError as error:
        raise HolecardError(f"{folder} cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def check_folder(folder: Path) -> None:
    """Find out before the work whether the dossier can be written there."""
    if folder.exists() and not folder.is_dir():
        raise HolecardError(f"{folder} is not a folder. Name a new one with --out")
    if folder.is_dir() and any(folder.iterdir()):
        raise HolecardError(f"{folder} is not empty. Name a new folder with --out")
    if not folder.resolve().parent.is_dir():
        raise HolecardError(f"{folder} cannot be written: there is no folder {folder.resolve().parent}")
    if not os.access(folder.resolve().parent, os.W_OK):
        raise HolecardError(f"{folder} cannot be written: permission denied")


@cache
def code_hash() -> str:
    """SHA-256 over the installed package: the name and content of every file that is program or data."""
    root = Path(str(resources.files("holecard")))
    found = hashlib.sha256()
    for file in sorted(_sources(root), key=lambda file: file.relative_to(root).as_posix()):
        content = file.read_bytes()
        found.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    return (file for file in root.rglob("*") if file.suffix in CODE and file.is_file())
