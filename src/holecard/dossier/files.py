"""The files of a dossier: their names, how a document is written, and their hashes."""

from __future__ import annotations

import hashlib
import json
from typing import Final

FORMAT: Final = 1  # of the manifest
MANIFEST, SIGNATURE, HOUSE = "manifest.json", "signature.json", "house.toml"
JSON, PDF, LAYOUT, SIGNS = "dossier.json", "dossier.pdf", "layout.svg", "signs"  # in the folder of a table
RNG = "rng"  # the folder of collected random numbers, for all tables


def written(document: object) -> bytes:
    """A document as bytes, the same every time."""
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
