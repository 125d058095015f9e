"""Who somebody is: a name and a post (player, floor, auditor)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Post(StrEnum):
    """What somebody is at the house."""

    PLAYER = "player"  # also who bets on another's box
    FLOOR = "floor"
    AUDITOR = "auditor"


class Person(NamedTuple):
    """Somebody with an account; a spectator has none."""

    id: int
    name: str
    post: Post = Post.PLAYER
