"""The filing in force over HTTP, for floorpersons and auditors: what differs, downloads and verification."""

from __future__ import annotations

import io
import zipfile
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel
from sqlalchemy import Connection, select

from holecard.dossier.differing import Change, Filed
from holecard.dossier.files import LAYOUT, MANIFEST, SIGNATURE
from holecard.dossier.intact import check_intact
from holecard.live.solving.filing import Verifying
from holecard.live.store import schema
from holecard.live.table.house import House, rules_of
from holecard.live.web._asking import Acting, NotThere, Staff, TheHouse, same_origin

router = APIRouter(prefix="/api/filing", dependencies=[Depends(same_origin)], tags=["filing"])

KINDS = {".pdf": "application/pdf", ".json": "application/json", ".svg": "image/svg+xml", ".toml": "text/plain"}
ARCHIVE = "dossier.zip"
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the same dossier is the same archive


def filing_of(request: Request) -> Verifying:
    found: Verifying = request.app.state.filing
    return found


TheFiling = Annotated[Verifying, Depends(filing_of)]


class FiledTable(BaseModel):
    """An open table beside its filing; without one, `folder` is null. `differs` are the ways in which it departs."""

    id: int
    name: str
    game: str
    folder: str | None
    house_edge: float | None
    open_points: list[dict[str, str]]
    signs: list[dict[str, str]]
    differs: list[dict[str, str | None]]


class ShownFiling(BaseModel):
    """The filing in force. `wrong` says what is not intact; `step` is what is being verified, `verified` the result."""

    is_there: bool
    house: str | None
    date: str | None
    key: str | None
    made_with: str | None
    wrong: str
    tables: list[FiledTable]
    not_open: list[str]
    step: str
    verified: dict[str, Any] | None
    error: str


@router.get("")
def filing(house: TheHouse, held: TheFiling, session: Staff) -> ShownFiling:
    """The filing in force, and how each open table compares with it."""
    found = check_intact(held.folder) if held.folder is not None else None
    wrong = "" if found is None or found.first is None else f"{found.first.file} {found.first.what}"
    manifest = (found.manifest if found is not None else None) or {}
    filed = Filed(held.folder, manifest) if held.folder is not None and found is not None and found.ok else None
    tables = [_table(row, filed) for row in _open_tables(house)]
    names = {table.name for table in tables}
    return ShownFiling(
        is_there=held.folder is not None,
        house=manifest.get("house"),
        date=manifest.get("date"),
        key=manifest.get("key"),
        made_with=manifest.get("version"),
        wrong=wrong,
        tables=tables,
        not_open=[] if filed is None else [name for name in filed.tables if name not in names],
        step=held.step,
        verified=held.result,
        error=held.error,
    )


@router.post("/verification", status_code=202)
async def begin_verification(held: TheFiling, session: Staff, acting: Acting) -> Response:
    """Calculate every figure of the filing again and redraw its layouts. The filing shows the result."""
    held.begin()
    return Response(status_code=202)


@router.get("/files/{file:path}", response_class=Response)
def filed_file(file: str, held: TheFiling, session: Staff) -> Response:
    """A file of the dossier, such as `down-under-1/dossier.pdf`, or all of them as `dossier.zip`."""
    filed = _intact(held)
    files = {*filed.manifest["files"], MANIFEST, SIGNATURE}
    if file == ARCHIVE:
        return _sent(_zip(filed, sorted(files)), "application/zip", ARCHIVE)
    if file not in files:
        raise NotThere("file not found in the filing")
    kind = next((kind for ending, kind in KINDS.items() if file.endswith(ending)), "application/octet-stream")
    return _sent((filed.folder / file).read_bytes(), kind, file.replace("/", "-"))


def departures(house: House, filed: Filed) -> list[Change]:
    """Where the open tables of a house differ from its filing; a table that was not filed is one difference."""
    found: list[Change] = []
    for row in _open_tables(house):
        found += (
            filed.departures(row.name, rules_of(row), row.boxes)
            if row.name in filed.tables
            else (Change(row.name, None, "table", None, "not in the filing"),)
        )
    return found


def _open_tables(house: House) -> list[Any]:
    def read(connection: Connection) -> list[Any]:
        wanted = select(schema.tables).where(schema.tables.c.is_retired.is_(False)).order_by(schema.tables.c.id)
        return list(connection.execute(wanted))

    return house.store.read(read)


def _table(row: Any, filed: Filed | None) -> FiledTable:
    if filed is None or row.name not in filed.tables:
        return FiledTable(
            id=row.id, name=row.name, game=row.game, folder=None, house_edge=None, open_points=[], signs=[], differs=[]
        )
    document = filed.document(row.name)
    folder = filed.tables[row.name]
    return FiledTable(
        id=row.id,
        name=row.name,
        game=row.game,
        folder=folder,
        house_edge=document["figures"]["composition"]["house_edge"],
        open_points=document["open_points"],
        signs=[{"title": sign["title"], "file": f"{folder}/signs/{sign['key']}.svg"} for sign in document["signs"]]
        + [{"title": "Layout", "file": f"{folder}/{LAYOUT}"}],
        differs=[
            {"what": one.what, "clause": one.clause, "filed": one.before, "here": one.after}
            for one in filed.departures(row.name, rules_of(row), row.boxes)
        ],
    )


def _intact(held: Verifying) -> Filed:
    if held.folder is None:
        raise NotThere("the house was started without a filing")
    return Filed.read(held.folder)


def _zip(filed: Filed, names: list[str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name, ZIP_TIME), (filed.folder / name).read_bytes())
    return made.getvalue()


def _sent(content: bytes, kind: str, name: str) -> Response:
    how = "inline" if kind == KINDS[".svg"] else "attachment"
    return Response(content, media_type=kind, headers={"Content-Disposition": f'{how}; filename="{name}"'})
