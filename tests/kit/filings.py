"""A signed dossier on disk that nothing was solved for: what a house does with its filing in force."""

from __future__ import annotations

from pathlib import Path

from holecard.dossier.files import FORMAT, HOUSE, JSON, LAYOUT, MANIFEST, PDF, SIGNATURE, sha256, written
from holecard.dossier.signing import DOSSIER, Signer
from holecard.house.house_file import Checked

SIGNER = Signer(bytes(32), DOSSIER)
DRAWN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><rect width="3" height="2"/></svg>'
NOT_A_HOUSE = b"[house]\n"  # so that verifying ends at once


def write_filing(folder: Path, tables: tuple[Checked, ...], house: bytes = NOT_A_HOUSE) -> Path:
    """A filing of these tables as they are, with one open point each."""
    files = {HOUSE: house}
    listed = []
    for number, one in enumerate(tables, start=1):
        assert one.rules is not None
        point = {
            "clause": "2(c)",
            "cite": "§ 2(c)",
            "what": "Drop box",
            "write": "[table.filing] drop_box",
            "accepts": "",
        }
        document = {
            "game": one.rules.key,
            "boxes": one.table.boxes,
            "options": one.rules.options.shown(),
            "open_points": [point],
            "signs": [{"key": "limits", "title": "Table limits"}],
            "figures": {"composition": {"house_edge": 0.005}},
        }
        made = {JSON: written(document), PDF: b"%PDF", LAYOUT: DRAWN, "signs/limits.svg": DRAWN}
        files |= {f"t{number}/{name}": content for name, content in made.items()}
        listed.append({"table": one.table.name, "folder": f"t{number}"})
    manifest = {"format": FORMAT, "house": "Filed House", "date": "2026-03-01", "paper": "a4", "samples": 1}
    manifest |= {"version": "0", "code": "", "tables": listed, "key": SIGNER.public}
    manifest["files"] = {name: sha256(content) for name, content in files.items()}
    signed = written(manifest)
    signature = {"algorithm": "Ed25519", "key": SIGNER.public, "signature": SIGNER.sign(signed)}
    for name, content in {**files, MANIFEST: signed, SIGNATURE: written(signature)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
