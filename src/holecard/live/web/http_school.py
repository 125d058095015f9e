"""The schools over HTTP: drills for players, dealers and the floor, the counting drill, and a player's weak spots.

A drill is made again from its seed when it is answered, so nothing of it is stored; only a test is.
"""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from secrets import token_hex
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field
from sqlalchemy import Connection, delete, insert, select

from holecard.engine.rules import Rules
from holecard.games import GAMES
from holecard.law.clauses import house as house_rule
from holecard.law.errors import Refused
from holecard.live.people.people import Person
from holecard.live.solving.hints import is_installed
from holecard.live.store import schema
from holecard.live.table.house import House
from holecard.live.web._asking import Acting, LoggedIn, TheHouse, same_origin
from holecard.live.web._schooling import (
    Asked,
    Judged,
    Level_,
    Seed,
    Trained,
    asked,
    check_offered,
    judge,
    judged,
    rules_for,
)
from holecard.live.web.http_hints import TheHints
from holecard.school.choosing import DUE, chosen, fresh_seeds
from holecard.school.drill import Drill, Reply
from holecard.school.hands import Position, Worth, cost_of, drill_of, lost_by, position_for
from holecard.school.levels import ABOUT, DEALERS, FLOORS, TITLES, Level, drill_for, offered
from holecard.school.memory import Item, due_first, from_text, reviewed, to_text
from holecard.school.standing import SIGNS, record_of, spoken, worst

router = APIRouter(prefix="/api/school", dependencies=[Depends(same_origin)], tags=["school"])


class OfferedLevel(BaseModel):
    level: str
    title: str
    about: str


class Curriculum(BaseModel):
    """What can be trained for a game: the levels of the dealer and of the floor. A `player` needs the solver."""

    game: str
    game_name: str
    table: str
    rules_hash: str
    player: bool
    dealer: list[OfferedLevel]
    floor: list[OfferedLevel]


class Choice(BaseModel):
    """A game that can be trained, or a table of the house with its game."""

    game: str
    name: str
    table: int = 0


@router.get("")
def choices(house: TheHouse) -> list[Choice]:
    """What can be trained: every table of the house as it is configured, then every game with its default options."""

    def read(connection: Connection) -> list[Choice]:
        tables = schema.tables
        rows = connection.execute(select(tables).where(~tables.c.is_retired).order_by(tables.c.id)).all()
        return [Choice(game=row.game, name=row.name, table=row.id) for row in rows]

    return [*house.store.read(read), *(Choice(game=key, name=game.name) for key, game in GAMES.items())]


Wanted = Annotated[Trained, Query()]


@router.get("/curriculum")
def curriculum(house: TheHouse, wanted: Wanted) -> Curriculum:
    """The schools of a game."""
    rules, table = rules_for(house, wanted)

    def told(levels: tuple[Level, ...]) -> list[OfferedLevel]:
        found = (level for level in levels if offered(rules, level))
        return [OfferedLevel(level=level, title=TITLES[level], about=ABOUT[level]) for level in found]

    return Curriculum(
        game=rules.key,
        game_name=rules.name,
        table=table,
        rules_hash=rules.hash,
        player=is_installed(),
        dealer=told(DEALERS),
        floor=told(FLOORS),
    )


# The dealer's and the floor's drills


class OneDrill(BaseModel):
    """A drill and the seed that makes it again."""

    seed: str
    drill: Asked


@router.get("/drill")
def drill(house: TheHouse, session: Acting, wanted: Wanted, level: Level_) -> OneDrill:
    """A drill of a level."""
    rules, _ = rules_for(house, wanted)
    check_offered(rules, level)
    seed = token_hex(8)
    return OneDrill(seed=seed, drill=asked(drill_for(rules, level, seed)))


class Answer(Trained):
    """An answer: the key of an option, with the money in cents where it takes some."""

    seed: Annotated[str, Field(min_length=1, max_length=64)]
    key: Annotated[str, Field(max_length=8)]
    money: Annotated[int, Field(ge=0, le=2**40)] = 0

    @property
    def reply(self) -> Reply:
        return Reply(self.key, self.money)


class DealersAnswer(Answer):
    level: Level


@router.post("/drill")
def answer_drill(house: TheHouse, session: Acting, said: DealersAnswer) -> Judged:
    """What the rules say of an answer."""
    rules, _ = rules_for(house, said)
    check_offered(rules, said.level)
    made = drill_for(rules, said.level, said.seed)
    return judged(made, judge(made, said.reply))


# The player's decisions


class Hand(BaseModel):
    """A decision; while the game is being solved, a payout that needs no solver (`warming`)."""

    seed: str
    drill: Asked
    warming: bool
    due: int  # skills that are due again


class JudgedHand(Judged):
    """`lost` is what the answer costs, in units of the bet."""

    lost: float


@router.get("/hand")
async def hand(house: TheHouse, hints: TheHints, session: Acting, wanted: Wanted) -> Hand:
    """The decision that is most worth asking you now."""
    rules, _ = await run_in_threadpool(rules_for, house, wanted)
    memory = await run_in_threadpool(memory_of, house, session.person, rules)
    now = datetime.now(UTC)
    due = due_first(memory.values(), now, len(memory))
    chance = Random(token_hex(8))
    valued = None
    if await _is_solved(hints, rules):
        seeds = [*(item.seed for item in due[:DUE]), *fresh_seeds(chance)]
        positions = await run_in_threadpool(lambda: [position_for(rules, seed) for seed in seeds])
        valued = await _valued(hints, rules, positions)
    if not valued:
        seed = token_hex(8)
        made = await run_in_threadpool(drill_for, rules, Level.PAYOUTS, seed)
        return Hand(seed=seed, drill=asked(made), warming=True, due=len(due))
    position, worth = chosen(valued, memory, now, chance)
    return Hand(seed=position.seed, drill=asked(drill_of(position, worth)), warming=False, due=len(due))


async def _valued(hints: TheHints, rules: Rules, positions: list[Position]) -> list[tuple[Position, Worth]] | None:
    """The positions that the solver knows; None while it is solving."""
    found = await hints.values(rules, [position.seen for position in positions])
    if found.get("warming") or found.get("cannot"):
        return None
    valued: list[tuple[Position, Worth]] = []
    for position, values in zip(positions, found["values"], strict=True):
        worth: Worth = {one["action"]: one["ev"] for one in values or ()}
        if set(worth) == {legal.do for legal in position.question.choices}:
            valued.append((position, worth))
    return valued


async def _is_solved(hints: TheHints, rules: Rules) -> bool:
    return is_installed() and await _valued(hints, rules, []) is not None


@router.get("/ready")
async def ready(house: TheHouse, hints: TheHints, wanted: Wanted) -> dict[str, bool]:
    """Whether the game is solved, so that decisions can be asked."""
    rules, _ = await run_in_threadpool(rules_for, house, wanted)
    return {"ready": await _is_solved(hints, rules)}


@router.post("/hand")
async def answer_hand(house: TheHouse, hints: TheHints, session: Acting, said: Answer) -> JudgedHand:
    """What an answer costs. It is stored with your account."""
    rules, _ = await run_in_threadpool(rules_for, house, said)
    position = await run_in_threadpool(position_for, rules, said.seed)
    valued = await _valued(hints, rules, [position])
    if not valued:
        raise _not_now("this answer", "the solver has no figures for it now", "another question")
    worth = valued[0][1]
    made: Drill = drill_of(position, worth)
    verdict = judge(made, said.reply)
    lost = lost_by(made, worth, said.reply)

    def learn(connection: Connection) -> None:
        memory = _memory(connection, session.person, rules)
        before = memory.get(position.skill)
        item = reviewed(
            before,
            position.skill,
            right=verdict.right,
            cost=cost_of(worth),
            lost=0.0 if verdict.right else lost,
            seed=said.seed,
            now=datetime.now(UTC),
        )
        _store(connection, session.person, rules, {**memory, position.skill: item})

    await house.store.write(learn)
    return JudgedHand(**judged(made, verdict).model_dump(), lost=0.0 if verdict.right else lost)


def memory_of(house: House, person: Person, rules: Rules) -> dict[str, Item]:
    """What a person knows of a game."""
    return house.store.read(lambda connection: _memory(connection, person, rules))


def _memory(connection: Connection, person: Person, rules: Rules) -> dict[str, Item]:
    training = schema.training
    its = training.c.account == person.id, training.c.game == rules.key
    body = connection.execute(select(training.c.body).where(*its)).scalar()
    return from_text(body) if body is not None else {}


def _store(connection: Connection, person: Person, rules: Rules, memory: dict[str, Item]) -> None:
    training = schema.training
    its = training.c.account == person.id, training.c.game == rules.key
    connection.execute(delete(training).where(*its))
    values = {"account": person.id, "game": rules.key, "body": to_text(memory)}
    connection.execute(insert(training).values(values))


# Weak spots


class Spot(BaseModel):
    """A skill that cost you something."""

    name: str
    seen: int
    wrong: int
    lost: float


class WeakSpots(BaseModel):
    """Your record on the strategy card: `panels` is null while the card is being drawn."""

    answers: int
    wrong: int
    lost: float
    due: int
    worst: list[Spot]
    panels: list[dict[str, Any]] | None
    cannot: str = ""


@router.get("/weak-spots")
async def weak_spots(house: TheHouse, hints: TheHints, session: LoggedIn, wanted: Wanted) -> WeakSpots:
    """The strategy card with your own record on it."""
    rules, _ = await run_in_threadpool(rules_for, house, wanted)
    memory = await run_in_threadpool(memory_of, house, session.person, rules)
    card: dict[str, Any] = {"cannot": "the solver is not installed on this server"}
    if is_installed():
        card = await hints.skills(rules)
    panels: list[dict[str, Any]] | None = card.get("panels")
    groups = [group for panel in panels or () for group in panel["groups"]]
    for cell in (cell for group in groups for row in group["rows"] for cell in row["cells"]):
        record = record_of(cell.pop("skills"), memory)
        cell |= {"mark": record.mark.name.lower(), "sign": SIGNS[record.mark], "says": record.mark.value}
        cell |= record._asdict()
    return WeakSpots(
        answers=sum(item.seen for item in memory.values()),
        wrong=sum(item.wrong for item in memory.values()),
        lost=sum(item.lost for item in memory.values()),
        due=len(due_first(memory.values(), datetime.now(UTC), len(memory))),
        worst=[
            Spot(name=spoken(rules, item.skill), seen=item.seen, wrong=item.wrong, lost=item.lost)
            for item in worst(memory)
        ],
        panels=panels,
        cannot=card.get("cannot", ""),
    )


# Counting


class Count(BaseModel):
    """A round to count: its cards in the order in which they are seen."""

    seed: str
    round: int
    cards: list[str]
    fresh: bool
    before: float
    tags: dict[str, float]
    systems: list[str]
    decks_left: float


class Counted(BaseModel):
    right: bool
    count: float
    true_count: float | None
    decks_left: float


System = Annotated[str, Query(pattern=r"^[a-z0-9-]{1,20}$")]
Number = Annotated[int, Query(ge=1, le=200)]


@router.get("/count")
async def count(
    house: TheHouse,
    hints: TheHints,
    session: Acting,
    wanted: Wanted,
    system: System = "hi-lo",
    seed: Seed = "new",
    number: Number = 1,
) -> Count:
    """A round to count with a system."""
    seed = token_hex(8) if seed == "new" else seed
    found = await _counted(house, hints, wanted, system, seed, number)
    return Count(seed=seed, round=number, **{name: found[name] for name in Count.model_fields if name in found})


class CountAnswer(Trained):
    system: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,20}$")]
    seed: Annotated[str, Field(min_length=1, max_length=64)]
    number: Annotated[int, Field(ge=1, le=200)]
    count: Annotated[float, Field(ge=-10_000, le=10_000)]


@router.post("/count")
async def answer_count(house: TheHouse, hints: TheHints, session: Acting, said: CountAnswer) -> Counted:
    """Whether the running count is right."""
    found = await _counted(house, hints, said, said.system, said.seed, said.number)
    right = said.count == found["after"]
    return Counted(right=right, count=found["after"], true_count=found["true_count"], decks_left=found["decks_left"])


async def _counted(
    house: House, hints: TheHints, wanted: Trained, system: str, seed: str, number: int
) -> dict[str, Any]:
    rules, _ = await run_in_threadpool(rules_for, house, wanted)
    found = await hints.count(rules, system, seed, number)
    if found.get("warming"):
        raise _not_now("this round", "the counting drill is starting", "the same request in a moment")
    return found


def _not_now(what: str, why: str, instead: str) -> Refused:
    return Refused(what, cite=house_rule("drills"), why=why, legal=(instead,))
