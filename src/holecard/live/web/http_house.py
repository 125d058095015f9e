"""The house file over HTTP: read it, check another one, put it in force between rounds; and void a stuck round.

Whatever is done here needs a reason, and is an entry of the house's book in the same transaction.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field
from sqlalchemy import Connection, select

from holecard.house.house_diff import diff_houses
from holecard.house.house_file import check_house, read_house
from holecard.law.clauses import house as house_rule
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.book import enter
from holecard.live.table.house import OUR_HOUSE, House, check_all
from holecard.live.web._asking import Acting, Administering, NotThere, Staff, TheHouse, same_origin
from holecard.live.web.http_security import Reason
from holecard.record.files import write_whole

router = APIRouter(prefix="/api/staff", dependencies=[Depends(same_origin)], tags=["staff"])
MOST = 100_000  # characters
Text = Annotated[str, Field(min_length=1, max_length=MOST)]


class Unfit(BaseModel):
    """A table whose rules this version does not know; `cents` are on its layout."""

    id: int
    name: str
    cents: int


class InForce(BaseModel):
    """The house file in force. `file` is empty if the house runs on the built-in one, which can't be edited.

    `changing` are tables that change or retire when their round is over, `unfit` those whose rules are unknown.
    """

    file: str
    text: str
    sha256: str
    changing: list[str]
    unfit: list[Unfit]


class Edited(BaseModel):
    text: Text


class Finding(BaseModel):
    """Why a table is not lawful, as `holecard house check` says it; without a table: why the file can't be read."""

    table: str
    what: str
    clause: str
    why: str
    remedy: list[str]


class Preview(BaseModel):
    """What the law says of a house file, and what would change, as `holecard house diff` says it."""

    lawful: bool
    findings: list[Finding]
    changes: list[str]


class PutInForce(Reason):
    """`was` is the hash of the file that was edited, so that nobody undoes a colleague's change unawares."""

    text: Text
    was: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Changed(BaseModel):
    """`waiting` are the tables that change when their round is over."""

    changes: list[str]
    waiting: list[str]


class Voided(BaseModel):
    returned: int


@router.get("/house")
def in_force(house: TheHouse, session: Staff) -> InForce:
    text = _text(house)
    return InForce(
        file=house.file.name if house.file is not None else "",
        text=text,
        sha256=_hash(text),
        changing=_names(house, house.changing),
        unfit=[Unfit(id=number, name=name, cents=cents) for number, name, cents in house.stuck()],
    )


@router.post("/house/check")
def check(body: Edited, house: TheHouse, session: Staff) -> Preview:
    """Check a house file and say what would change, without changing anything."""
    try:
        return _preview(_text(house), body.text)
    except Malformed as error:
        unread = Finding(table="", what="the house file", clause="", why=str(error), remedy=[])
        return Preview(lawful=False, findings=[unread], changes=[])


@router.put("/house")
async def put(body: PutInForce, house: TheHouse, session: Administering) -> Changed:
    """Put a house file in force: tables without wagers at once, the others when their round is over."""
    if house.file is None:
        why, legal = "the house runs on its built-in file", ("start it with --house FILE",)
        raise Refused("this change", cite=house_rule("the house file"), why=why, legal=legal)
    old = await asyncio.to_thread(_text, house)
    if _hash(old) != body.was:
        why, legal = "the file has changed since you opened it", ("open it again",)
        raise Refused("this change", cite=house_rule("the house file"), why=why, legal=legal)
    preview = await asyncio.to_thread(_preview, old, body.text)
    if not preview.changes:
        raise Refused("this change", cite=house_rule("the house file"), why="nothing differs from the file in force")
    tables, by = check_all(check_house(read_house(body.text))), session.person.name

    def note(connection: Connection) -> None:
        said = {"sha256": _hash(body.text), "changes": preview.changes, "text": body.text}
        enter(connection, house.store.now(), "house-file", by=by, why=body.why, **said)

    write_whole(house.file, body.text.encode())
    try:
        waiting = await house.change(tables, note)
    except BaseException:
        write_whole(house.file, old.encode())
        raise
    return Changed(changes=preview.changes, waiting=await asyncio.to_thread(_names, house, waiting))


@router.post("/tables/{table_id}/void")
async def void(table_id: int, body: Reason, house: TheHouse, session: Acting) -> Voided:
    """Void a round whose rules this version does not know: every open wager goes back to its bettor."""
    if session.person.role is not AccountRole.FLOOR:
        raise Refused("void", cite=house_rule("the floorperson"), why="only a floorperson can do it")
    if table_id not in house.unfit:
        raise NotThere("there is no such table with a round under unknown rules")
    return Voided(returned=await house.void(table_id, session.person.name, body.why))


def _preview(old: str, text: str) -> Preview:
    edited = read_house(text)
    found = [
        Finding(
            table=one.table.name,
            what=refusal.what,
            clause=str(refusal.cite),
            why=refusal.sentence,
            remedy=list(refusal.legal),
        )
        for one in check_house(edited)
        for refusal in one.findings
    ]
    changes = [str(change) for change in diff_houses(read_house(old), edited)]
    return Preview(lawful=not found, findings=found, changes=changes)


def _text(house: House) -> str:
    try:
        return (house.file or OUR_HOUSE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HolecardError(f"can't read the house file: {error}") from error


def _names(house: House, table_ids: list[int]) -> list[str]:
    wanted = select(schema.tables.c.name).where(schema.tables.c.id.in_(table_ids)).order_by(schema.tables.c.id)
    return list(house.store.read(lambda connection: connection.execute(wanted).scalars().all()))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
