"""The security log: failed logins and changes of accounts, for staff who look for attacks. It is kept for 90 days."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from holecard.live.store import schema

KEPT: Final = 90 * 24 * 3600.0  # seconds


class Noted(StrEnum):
    """What is noted."""

    FAILED = "failed login"
    BUSY = "login turned away"
    LOGIN = "login"
    REGISTERED = "registered"
    INVITED = "invitation accepted"
    PASSWORD = "password changed"
    SESSIONS = "sessions ended"
    DISABLED = "account disabled"
    ENABLED = "account enabled"
    ROLE = "role changed"
    INVITATION = "invitation given"
    WITHDRAWN = "invitation withdrawn"


def note(connection: Connection, time: float, what: Noted, name: str, address: str = "", more: str = "") -> None:
    row = {"time": time, "what": what, "name": name[:40], "address": address[:64], "note": more[:500]}
    connection.execute(insert(schema.security).values(row))


def latest(connection: Connection, most: int, before: int | None = None) -> Sequence[Any]:
    """The last entries, the newest first."""
    rows = schema.security
    wanted = select(rows) if before is None else select(rows).where(rows.c.id < before)
    return connection.execute(wanted.order_by(rows.c.id.desc()).limit(most)).all()


def forget(connection: Connection, time: float) -> None:
    connection.execute(delete(schema.security).where(schema.security.c.time < time - KEPT))
