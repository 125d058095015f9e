"""A table's layout over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from sqlalchemy import Connection, select

from holecard.live.store import schema
from holecard.live.table.felt import felt_of
from holecard.live.table.house import rules_of
from holecard.live.table.talk import talk_of
from holecard.live.web._asking import NotThere, TheHouse, same_origin

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["tables"])


@router.get("/tables/{table_id}/felt")
def felt(table_id: int, house: TheHouse) -> dict[str, Any]:
    """The layout's inscriptions and pay tables, each with its clause; and how players may talk there."""

    def read(connection: Connection) -> Any:
        wanted = select(schema.tables).where(schema.tables.c.id == table_id)
        return connection.execute(wanted).one_or_none() if 0 <= table_id < 2**31 else None

    row = house.store.read(read)
    if row is None:
        raise NotThere("table not found")
    return {**felt_of(rules_of(row)), "talk": talk_of(row.talk)}
