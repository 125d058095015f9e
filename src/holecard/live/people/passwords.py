"""Passwords: what is accepted, how it is hashed, and a pool so that hashing never holds up a table.

A hash takes a tenth of a second and 64 MiB on purpose. So only a few are made at a time, without a database
connection, and when too many wait, the next one is asked to try again.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Malformed, Refused

LEAST_PASSWORD: Final = 8
MOST_PASSWORD: Final = 200
LEAST_DIFFERENT: Final = 4  # characters
AT_ONCE: Final = max(1, (os.cpu_count() or 1) // 2)  # each hash keeps several processors busy
MOST_WAITING: Final = 16
_RUNS: Final = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm")
_hasher = PasswordHasher()

Result = TypeVar("Result")


class Hashed(str):
    """A password's hash, as it is stored."""


class Busy(HolecardError):
    """Too many passwords are being checked."""

    def __str__(self) -> str:
        return "too many people log in at once: try again in a moment"


def checked_password(password: str, name: str = "") -> str:
    """The password, if nobody would guess it among the first.

    >>> checked_password("correct horse", "Ann")
    'correct horse'
    >>> checked_password("Password123")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    holecard.law.errors.Refused: this password is too common (house rule: accounts)...
    """
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Malformed(f"a password needs {LEAST_PASSWORD} to {MOST_PASSWORD} characters")
    plain = password.lower()
    letters = re.sub(r"[^a-z]+$|^[^a-z]+", "", plain)  # without the digits that people put around a word
    runs = any(plain in run or plain[::-1] in run for run in _RUNS)
    if plain in _common() or letters in _common() or len(set(plain)) < LEAST_DIFFERENT or runs:
        raise _refused("is too common")
    if name and letters in ("", name.lower()):
        raise _refused("is your name or a number")
    return password


def _refused(why: str) -> Refused:
    return Refused("this password", cite=house("accounts"), why=why, legal=("one that nobody would guess",))


@cache
def _common() -> frozenset[str]:
    text = files("holecard.live.people").joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def hashed(password: str) -> Hashed:
    """Hash a password, before a transaction: it takes a while."""
    return Hashed(_hasher.hash(password))


@cache
def _no_account() -> str:
    """A hash to verify when the account does not exist, so that both cases take the same time."""
    return _hasher.hash(secrets.token_hex())


def matches(stored: str | None, password: str) -> bool:
    """Whether this is the password; with nothing stored it takes as long, and is wrong."""
    try:
        _hasher.verify(stored or _no_account(), password[:MOST_PASSWORD])
    except (VerificationError, InvalidHashError):
        return False
    return bool(stored)


class Hashing:
    """A few threads for passwords, and a short queue."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._pool = ThreadPoolExecutor(at_once, "passwords")
        self._most, self._taken = at_once + most_waiting, 0

    @property
    def waiting(self) -> int:
        """Passwords that are being hashed or wait for it."""
        return self._taken

    async def run(self, work: Callable[[], Result]) -> Result:
        """Do it in one of the threads, or refuse at once."""
        if self._taken >= self._most:
            raise Busy
        self._taken += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        future.add_done_callback(self._done)  # also if whoever asked has gone
        return await asyncio.shield(future)

    def _done(self, future: asyncio.Future[Result]) -> None:
        self._taken -= 1
        if not future.cancelled():
            future.exception()  # looked at, even if nobody waits for it

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
