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
from holecard.live.web.http_filing import TheFiling

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["tables"])


@router.get("/tables/{table_id}/felt")
def felt(table_id: int, house: TheHouse, held: TheFiling) -> dict[str, Any]:
    """The layout's inscriptions and pay tables, each with its clause; and how players may talk there.

    A house with a filing shows the words, the name or logo and the places that it has filed.
    """

    def read(connection: Connection) -> Any:
        wanted = select(schema.tables).where(schema.tables.c.id == table_id)
        return connection.execute(wanted).one_or_none() if 0 <= table_id < 2**31 else None

    row = house.store.read(read)
    if row is None:
        raise NotThere("table not found")
    rules = rules_of(row)
    filed = held.filed.particulars(row.name, rules) if held.filed is not None else None
    return {**felt_of(rules, filed), "talk": talk_of(row.talk)}
