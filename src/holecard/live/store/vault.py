"""The vault: seals what nobody may read in the database, with a key that is not in it.

Undealt cards, the hole card and the salts of commitments are sealed (AES-256-GCM) until they are revealed. Whoever
copies the database without the key learns no card.
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import URL

from holecard.dossier.signing import BOOK, KEY_FILE, Signer, check_private, read_key, read_or_make_key
from holecard.law.errors import HolecardError, Malformed

_SEALED: Final = "sealed"
_NONCE: Final = 12


class Vault:
    """Seals texts with one key. What is sealed for one place can't be opened in another.

    >>> vault = Vault(bytes(32))
    >>> sealed = vault.seal("As Kd", "table 1")
    >>> "As" in sealed, vault.open(sealed, "table 1")
    (False, 'As Kd')
    """

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self.signer: Signer | None = Signer(key, BOOK)
        self.name = hashlib.sha256(key).hexdigest()[:8]

    def seal(self, text: str, about: str) -> str:
        nonce = secrets.token_bytes(_NONCE)
        sealed = base64.b64encode(nonce + self._cipher.encrypt(nonce, text.encode(), about.encode()))
        return f"{_SEALED}:{self.name}:{sealed.decode()}"

    def open(self, text: str, about: str) -> str:
        """What was sealed. A text that is not sealed, of an earlier version, is given back as it is."""
        if not is_sealed(text):
            return text
        _, name, content = text.split(":")
        if name != self.name:
            raise HolecardError(
                f"the cards were sealed with key {name}, but this is key {self.name}: use the right file"
            )
        try:
            sealed = base64.b64decode(content, validate=True)
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], about.encode()).decode()
        except (InvalidTag, ValueError) as error:
            raise Malformed(f"what was sealed for {about} was changed") from error


class NoVault(Vault):
    """Seals nothing and opens nothing: for tables that are never stored, and for readers without the key."""

    def __init__(self) -> None:
        self.name, self.signer = "none", None

    def seal(self, text: str, about: str) -> str:
        return text

    def open(self, text: str, about: str) -> str:
        if is_sealed(text):
            raise HolecardError("the cards in this database are sealed: name the key file with --key or HOLECARD_KEY")
        return text


NO_VAULT: Final = NoVault()


def is_sealed(text: str) -> bool:
    return text.startswith(f"{_SEALED}:")


def holding_place(table_id: int) -> str:
    """What a table's holding is sealed for."""
    return f"table {table_id} holding"


def dealt_place(table_id: int) -> str:
    """What is sealed for it: how far the cards of its holding have been dealt."""
    return f"table {table_id} dealt"


def shoe_place(table_id: int, number: int, name: str) -> str:
    return f"table {table_id} shoe {number} {name}"


def key_file(url: URL, named: Path | None = None) -> Path:
    """Where the key is: as named, or by HOLECARD_KEY, or beside an SQLite database, or in this folder."""
    if named is not None:
        return named
    if by_environment := os.environ.get(KEY_FILE):
        return Path(by_environment)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".key")
    return Path("holecard.key")


def open_vault(file: Path) -> Vault:
    """The vault of an existing key file."""
    return Vault(read_key(file))


def open_or_make_vault(file: Path) -> Vault:
    """The vault of a key file, which is made if there is none."""
    return Vault(read_or_make_key(file))


def make_private(file: Path) -> None:
    """Create the file for its owner alone, or check that an existing one is."""
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        check_private(file)
    except OSError as error:
        raise HolecardError(f"can't create {file}: {error.strerror}") from error
