"""The house's key file, and signatures made with it (Ed25519).

One file serves all: a signer for each purpose is derived from its key, so that a signature made for one purpose proves
nothing for another.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from holecard.law.errors import HolecardError

KEY_FILE: Final = "HOLECARD_KEY"  # the variable that names the file
BOOK: Final = "holecard: signs the head of the book"
DOSSIER: Final = "holecard: signs a filing dossier"
_BYTES: Final = 32


class Signer:
    """Signs for one purpose.

    >>> signer = Signer(bytes(32), DOSSIER)
    >>> fits(signer.public, signer.sign(b"a text"), b"a text"), fits(signer.public, signer.sign(b"a text"), b"another")
    (True, False)
    """

    def __init__(self, key: bytes, purpose: str) -> None:
        seed = HKDF(hashes.SHA256(), _BYTES, salt=None, info=purpose.encode()).derive(key)
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @property
    def public(self) -> str:
        """The public key, in hexadecimal."""
        return self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def sign(self, message: bytes) -> str:
        """The signature, in hexadecimal. The same message gives the same one."""
        return self._key.sign(message).hex()


def fits(public: str, signature: str, message: bytes) -> bool:
    """Whether a signature is of this message and by this key. Texts that are neither raise ValueError."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    try:
        key.verify(bytes.fromhex(signature), message)
    except InvalidSignature:
        return False
    return True


def read_key(file: Path) -> bytes:
    """The key in an existing file, which only its owner may read."""
    try:
        check_private(file)
        key = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise HolecardError(f"can't read the key file {file}: {error}") from error
    if len(key) != _BYTES:
        raise HolecardError(f"{file} is not a key file: it needs {2 * _BYTES} hexadecimal digits")
    return key


def read_or_make_key(file: Path) -> bytes:
    """The key in a file, which is made if there is none."""
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as made:
            made.write(f"{secrets.token_hex(_BYTES)}\n")
    except FileExistsError:
        pass
    except OSError as error:
        raise HolecardError(f"can't make the key file {file}: {error.strerror}") from error
    return read_key(file)


def check_private(file: Path) -> None:
    """Refuse a file that others on this machine may read or write."""
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o077:
        raise HolecardError(f"others can read or write {file} (mode {mode:04o}): run chmod 600 {file}")
