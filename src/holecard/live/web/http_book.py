"""The head of the house's book over HTTP: a receipt that anybody can keep, and check later."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel
from sqlalchemy import select

from holecard.live.store import schema
from holecard.live.store.anchor import Anchor
from holecard.live.web._asking import NotThere, TheHouse, same_origin

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["book"])


class Receipt(BaseModel):
    """The book's last entry and the house's signature (Ed25519, key `house`) of
    `holecard book ENTRIES HASH TIME` and a line end."""

    entries: int
    hash: str
    time: str
    house: str
    signature: str


class BookEntry(BaseModel):
    entries: int
    hash: str


@router.get("/book")
def receipt(house: TheHouse) -> Receipt:
    """The signed head of the book. Keep it: the house can't take back anything up to there."""
    store = house.store
    anchor = store.read(lambda connection: Anchor.of(connection, store.vault))
    return Receipt(**anchor._asdict())


@router.get("/book/{n}")
def entry(n: Annotated[int, Path(ge=1, le=2**31 - 1)], house: TheHouse) -> BookEntry:
    """The hash of an entry, to compare with a receipt."""
    wanted = select(schema.book.c.hash).where(schema.book.c.n == n)
    found = house.store.read(lambda connection: connection.execute(wanted).scalar())
    if found is None:
        raise NotThere("entry not found")
    return BookEntry(entries=n, hash=found)
