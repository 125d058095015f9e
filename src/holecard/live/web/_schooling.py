"""What the schools over HTTP share: the configured game that is trained for, and a drill as it is sent."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, Field
from sqlalchemy import Connection, select

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.clauses import house as house_rule
from holecard.law.errors import Malformed, Refused
from holecard.live.store import schema
from holecard.live.table.house import House, rules_of
from holecard.live.table.views import clause, table_view
from holecard.live.web._asking import NotThere
from holecard.school.drill import Drill, Reply, Verdict, denominations
from holecard.school.levels import Level, offered

Level_ = Annotated[Level, Query()]
Seed = Annotated[str, Query(min_length=1, max_length=64)]


class Offered(BaseModel):
    """An option of a drill. With `takes_money`, an amount goes with it."""

    key: str
    name: str
    takes_money: bool


class Asked(BaseModel):
    """A drill, without its answer. `table` is what is seen; `box` and `hand` are what it is about, 0 for neither."""

    topic: str
    title: str
    before: list[str]
    options: list[Offered]
    chips: list[int]
    table: dict[str, Any] | None
    cloth: str
    boxes: int
    box: int
    hand: int


class Judged(BaseModel):
    """What the rules say of an answer: `says` in a sentence, `law` is the clause in our own words."""

    right: bool
    says: str
    solution: str
    clause: str
    law: str
    right_keys: list[str]


def asked(drill: Drill) -> Asked:
    return Asked(
        topic=drill.topic,
        title=drill.title,
        before=list(drill.before),
        options=[Offered(key=one.key, name=one.name, takes_money=one.takes_money) for one in drill.options],
        chips=list(denominations(drill.rules)),
        table=table_view(drill.rules, drill.table) if drill.table.boxes else None,
        cloth=drill.rules.cloth,
        boxes=drill.rules.boxes.most,
        box=drill.seat,
        hand=drill.hand,
    )


def check_offered(rules: Rules, level: Level) -> None:
    """Refuse a level that the game has nothing for."""
    if not offered(rules, level):
        raise NotThere(f"{rules.name} has no clause about irregularities: choose another level")


def judge(drill: Drill, reply: Reply) -> Verdict:
    """What the rules say of a reply, which must be one of the options."""
    try:
        return drill.judge(reply)
    except Malformed as error:
        keys = tuple(f"{option.key} ({option.name})" for option in drill.options)
        raise Refused("this answer", cite=house_rule("drills"), why="is not one of the options", legal=keys) from error


def judged(drill: Drill, verdict: Verdict) -> Judged:
    return Judged(
        right=verdict.right,
        says=verdict.says,
        solution=drill.solution,
        clause=clause(verdict.cite) if verdict.cite is not None else "",
        law=verdict.law,
        right_keys=[option.key for option in drill.right],
    )


class Trained(BaseModel):
    """What is trained for: a table of the house, or a game with its default options."""

    game: Annotated[str, Field(max_length=40)] = ""
    table: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0


@lru_cache(maxsize=64)
def configured(game: str, options: str) -> Rules:
    """The rules of a game with these options, as JSON: the same object for each question of a test."""
    return find(game).configure(json.loads(options))


def rules_for(house: House, wanted: Trained) -> tuple[Rules, str]:
    """The rules, and the table's name where it is one."""
    if not wanted.table:
        try:
            return configured(wanted.game, "{}"), ""
        except Malformed as error:
            raise NotThere(str(error)) from error

    def read(connection: Connection) -> tuple[Rules, str]:
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == wanted.table)).one_or_none()
        if row is None or row.is_retired:
            raise NotThere("table not found")
        return rules_of(row), row.name

    return house.store.read(read)
