"""The lobby, the rounds played and the revealed shoes, over HTTP."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel
from sqlalchemy import Connection, false, or_, select

from holecard.house.house_file import Staff
from holecard.law.clauses import house as house_rule
from holecard.law.errors import Malformed, Refused
from holecard.live.people.accounts import Session
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.packs import entries_of
from holecard.live.table.house import rules_of
from holecard.live.table.loading import load_round, numbers_of
from holecard.live.table.retelling import entry_of, retold
from holecard.live.table.views import event
from holecard.live.web._asking import LoggedIn, NotThere, TheHouse, same_origin
from holecard.record.notation import print_round

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["tables"])

MOST_ROUNDS = 100
Number = Annotated[int, Query(ge=1, le=2**31 - 1)]


class TableInLobby(BaseModel):
    """A table as the lobby shows it."""

    id: int
    name: str
    game: str
    game_name: str
    cloth: str
    about: str
    edition: str | None
    decks: int
    boxes: int
    seated: list[str]
    minimum: int
    maximum: int
    chip: int
    side_wagers: list[dict[str, str]]
    options: dict[str, str]
    rules_hash: str
    round: int
    open: bool
    stopped: bool
    staff: str
    url: str


class PlayedRound(BaseModel):
    """A round in a list; `net` is by bettor, and players see only their own."""

    table: int
    table_name: str
    number: int
    began: float
    ended: float | None
    net: dict[str, int]


class RoundInFull(BaseModel):
    table: int
    number: int
    game: str
    rules_hash: str
    began: float
    ended: float | None
    events: list[dict[str, Any]]
    shoes: list[int]


class GivenNumber(BaseModel):
    """A player's number, which mixed an order."""

    name: str
    number: str


class ShownShoe(BaseModel):
    """An order of the cards and the players' numbers that mix it; salt, cards and prizes are null until revealed."""

    table: int
    number: int
    commitment: str
    salt: str | None
    cards: str | None
    prizes: str | None
    numbers: list[GivenNumber]


@router.get("/lobby")
def lobby(house: TheHouse) -> list[TableInLobby]:
    """Every table that can be played. One whose rules this version can't serve is left out; `/readyz` names it."""
    wanted = select(schema.tables).where(~schema.tables.c.is_retired).order_by(schema.tables.c.id)
    found = []
    for row in house.store.read(lambda connection: connection.execute(wanted).all()):
        with suppress(Malformed, Refused):
            found.append(_in_lobby(row, house.url))
    return found


@router.get("/tables/{table_id}")
def table(table_id: int, house: TheHouse) -> TableInLobby:
    def read(connection: Connection) -> TableInLobby:
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == _small(table_id))).one_or_none()
        if row is None:
            raise NotThere("table not found")
        return _in_lobby(row, house.url)

    return house.store.read(read)


def _in_lobby(row: Any, url: str) -> TableInLobby:
    rules = rules_of(row)
    return TableInLobby(
        id=row.id,
        name=row.name,
        game=row.game,
        game_name=rules.name,
        cloth=rules.cloth,
        about=rules.about,
        edition=rules.register.edition if rules.register else None,
        decks=rules.decks,
        boxes=row.boxes,
        seated=[name for _, name in json.loads(row.seats)],
        minimum=rules.minimum,
        maximum=rules.maximum,
        chip=rules.chip,
        side_wagers=[{"wager": key, "name": wager.title} for key, wager in rules.play.side_wagers.items()],
        options=rules.options.shown(),
        rules_hash=row.rules_hash,
        round=row.round,
        open=row.is_open,
        stopped=row.is_stopped,
        staff=row.staff or Staff.AUTOMATIC,
        url=url,
    )


@router.get("/rounds")
def rounds(
    house: TheHouse,
    session: LoggedIn,
    table: Number | None = None,
    bettor: Annotated[str | None, Query(pattern=r"^[A-Za-z][A-Za-z0-9.\-]{1,23}$")] = None,
    since: Annotated[float | None, Query(ge=0, le=1e11)] = None,
    until: Annotated[float | None, Query(ge=0, le=1e11)] = None,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="only rounds with smaller numbers")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = 50,
) -> list[PlayedRound]:
    """Rounds, newest first: your own, or everyone's for the floor and auditors."""
    who = session.person
    if who.role is AccountRole.PLAYER:
        if bettor not in (None, who.name):
            raise Refused("this request", cite=house_rule("the floorperson"), why="you can only see your own rounds")
        bettor = who.name

    def read(connection: Connection) -> list[PlayedRound]:
        played, mine = schema.rounds, schema.round_bettors
        wanted = select(played, schema.tables.c.name).join(schema.tables, schema.tables.c.id == played.c.table_id)
        ended = played.c.ended if bettor is None else mine.c.ended
        newest = ended if table is None or bettor is not None else played.c.number  # each in the order of an index
        if bettor is not None:
            at = (mine.c.table_id == played.c.table_id) & (mine.c.number == played.c.number)
            wanted = wanted.join(mine, at).where(mine.c.bettor == bettor)
        conditions = [
            played.c.ended.is_not(None),
            *([played.c.table_id == table] if table is not None else []),
            *([played.c.began >= since, ended >= since] if since is not None else []),
            *([played.c.began <= until] if until is not None else []),
            *([played.c.number < before] if before is not None else []),
        ]
        rows = list(connection.execute(wanted.where(*conditions).order_by(newest.desc()).limit(most)))
        nets = _nets(connection, [(row.table_id, row.number) for row in rows], bettor)
        return [
            PlayedRound(
                table=row.table_id,
                table_name=row.name,
                number=row.number,
                began=row.began,
                ended=row.ended,
                net=nets.get((row.table_id, row.number), {}),
            )
            for row in rows
        ]

    return house.store.read(read)


def nets_of(connection: Connection, table_id: int, number: int, bettor: str | None) -> dict[str, int]:
    """What each bettor won or lost in a round, or only this bettor."""
    return _nets(connection, [(table_id, number)], bettor).get((table_id, number), {})


def _nets(
    connection: Connection, wanted: Sequence[tuple[int, int]], bettor: str | None
) -> dict[tuple[int, int], dict[str, int]]:
    """The same for some rounds, by table and number."""
    its = schema.round_bettors.c
    numbers: defaultdict[int, list[int]] = defaultdict(list)
    for table_id, number in wanted:
        numbers[table_id].append(number)
    where = or_(false(), *((its.table_id == table_id) & its.number.in_(some) for table_id, some in numbers.items()))
    found: defaultdict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for row in connection.execute(select(schema.round_bettors).where(where)):
        if bettor in (None, row.bettor):
            found[row.table_id, row.number][row.bettor] = row.net
    return found


@router.get("/rounds/{table_id}/{number}")
def round_in_full(table_id: int, number: int, house: TheHouse, session: LoggedIn) -> RoundInFull:
    """A round event by event, with clauses and money."""

    def read(connection: Connection) -> RoundInFull:
        played = _may_see(connection, table_id, number, session)
        rows = entries_of(connection, table_id, number)
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one()
        first, last = (rows[0].n, rows[-1].n) if rows else (0, 0)
        shoes = schema.shoes.c
        before = select(shoes.entry).where(shoes.table_id == table_id, shoes.entry < first)
        began = connection.execute(before.order_by(shoes.entry.desc()).limit(1)).scalar() or 0
        dealt = select(shoes.number).where(shoes.table_id == table_id, shoes.entry.between(began, last))
        told = retold(connection, table_id, (number,))
        return RoundInFull(
            table=table_id,
            number=number,
            game=row.game,
            rules_hash=row.rules_hash,
            began=played.began,
            ended=played.ended,
            events=[event(entry_of(row), told.get(row.n)) for row in rows],
            shoes=list(connection.execute(dealt.order_by(shoes.number)).scalars()),
        )

    return house.store.read(read)


@router.get("/rounds/{table_id}/{number}/file", response_class=PlainTextResponse)
def round_file(table_id: int, number: int, house: TheHouse, session: LoggedIn) -> PlainTextResponse:
    """The round as a `.round` file for `holecard replay`."""

    def read(connection: Connection) -> str:
        _may_see(connection, table_id, number, session)
        return print_round(load_round(connection, table_id, number))

    name = f'attachment; filename="table-{table_id}-round-{number}.round"'
    return PlainTextResponse(house.store.read(read), headers={"Content-Disposition": name})


def _may_see(connection: Connection, table_id: int, number: int, session: Session) -> Any:
    """The floor and auditors see every round; players see those they bet in."""
    its = schema.rounds.c.table_id == _small(table_id), schema.rounds.c.number == _small(number)
    row = connection.execute(select(schema.rounds).where(*its)).one_or_none()
    if row is None:
        raise NotThere("round not found")
    if session.person.role is AccountRole.PLAYER and session.person.name not in nets_of(
        connection, table_id, number, None
    ):
        raise Refused("this round", cite=house_rule("the floorperson"), why="you can only see rounds you bet in")
    return row


@router.get("/shoes/{table_id}/{number}")
def shoe(table_id: int, number: int, house: TheHouse) -> ShownShoe:
    """The commitment to an order of the cards, and the order once it is revealed."""

    def read(connection: Connection) -> ShownShoe:
        its = schema.shoes.c.table_id == _small(table_id), schema.shoes.c.number == _small(number)
        row = connection.execute(select(schema.shoes).where(*its)).one_or_none()
        if row is None:
            raise NotThere("shoe not found")
        secret = {name: getattr(row, name) if row.revealed else None for name in ("salt", "cards", "prizes")}
        given = [GivenNumber(name=name, number=text) for name, text in numbers_of(connection, row)]
        return ShownShoe(table=table_id, number=number, commitment=row.commitment, **secret, numbers=given)

    return house.store.read(read)


def _small(number: int) -> int:
    """A number that fits into every database."""
    if not 0 <= number < 2**31:
        raise NotThere("not found")
    return number
