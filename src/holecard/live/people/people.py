"""A person with an account: a name and a role (player, floor, auditor, administrator)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class AccountRole(StrEnum):
    """What an account may do in the house."""

    PLAYER = "player"  # also a bettor on another player's box
    FLOOR = "floor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"  # accounts, roles, invitations and the house file; no rulings


class Person(NamedTuple):
    """The owner of an account; spectators have none."""

    id: int
    name: str
    role: AccountRole = AccountRole.PLAYER
