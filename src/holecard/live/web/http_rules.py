"""The rules over HTTP: each game's options, clauses in our own words, readings, pay tables, differences between
editions; and for the floor, a table's possible notices and irregularities."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel

from holecard.engine.game import Game
from holecard.engine.options import Choice, Option
from holecard.engine.rules import Rules
from holecard.engine.side_wager import SideWager
from holecard.games import GAMES
from holecard.lab.wagers.side_wagers import offered_alone
from holecard.law.clauses import Register, editions, register
from holecard.law.errors import Malformed
from holecard.law.readings import readings_of
from holecard.live.solving.lab import Lab
from holecard.live.table import floor
from holecard.live.web._asking import NotThere, Staff, TheHouse, same_origin
from holecard.live.web.http_hints import table_now
from holecard.telling.names import summary

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["rules"])


class GameListed(BaseModel):
    game: str
    name: str
    cloth: str
    boxes: int
    instrument: str | None
    title: str | None
    editions: list[str]


class OptionShown(BaseModel):
    """An option of a game. `kind` is `choice`, `sum` or `odds`; `group` is `game`, `wager` or `house`.

    People read the `title`, and for a value that is a key its name in `value_names`.
    """

    name: str
    title: str
    kind: str
    values: list[str]
    value_names: dict[str, str]
    default: str
    reading: bool
    group: str
    clause: str
    summary: str


class ClauseShown(BaseModel):
    id: str
    clause: str
    status: str
    summary: str
    inscription: str | None


class ReadingShown(BaseModel):
    id: str
    title: str
    clauses: str
    reading: str
    switch: str
    alternative: str
    flips_with: str


class Paid(BaseModel):
    """What a class of a side wager pays; `odds` is null if a prize is drawn."""

    name: str
    odds: str | None
    clause: str


class WagerShown(BaseModel):
    wager: str
    name: str
    scale: str | None
    clause: str
    summary: str
    settled: str
    pays: list[Paid]


class DifferenceShown(BaseModel):
    clause: str
    kind: str
    before: str
    after: str


class Edition(BaseModel):
    """The differences in another edition."""

    edition: str
    standing: str
    differences: list[DifferenceShown]


class ExternalShown(BaseModel):
    """A text that the instrument cites and we don't have, and what we assume it says."""

    text: str
    cited_in: list[str]
    assume: str


class GameRules(BaseModel):
    """Everything about a game's rules, in one edition."""

    game: str
    name: str
    cloth: str
    boxes: int
    instrument: str | None
    title: str | None
    edition: str | None
    standing: str | None
    options: list[OptionShown]
    clauses: list[ClauseShown]
    readings: list[ReadingShown]
    wagers: list[WagerShown]
    editions: list[Edition]
    externals: list[ExternalShown]


class Effect(BaseModel):
    """A value of a reading's option and the house edge with it; null while it is being solved, or if it can't be."""

    value: str
    edge: float | None
    cannot: str | None = None


class EffectsOf(BaseModel):
    option: str
    clause: str
    effects: list[Effect]


class Effects(BaseModel):
    """The house edge under every value of each reading, with all other options at their default."""

    edge: float | None
    readings: list[EffectsOf]
    warming: bool


class NoticeShown(BaseModel):
    """A notice that the floorperson can give. If it must name a player, `names` lists the possible ones."""

    what: str
    name: str
    clause: str
    summary: str
    possible: bool
    names: list[str]
    why: str


class IrregularityShown(BaseModel):
    """An irregularity. `places` are the boxes and hands where it is possible now, 0 for the table itself; `then` is
    the next question and who answers it."""

    name: str
    title: str
    clause: str
    summary: str
    possible: bool
    places: list[dict[str, Any]]
    why: str


class AtTheFloor(BaseModel):
    """What the floorperson can do at a table now."""

    table: int
    round: int
    notices: list[NoticeShown]
    irregularities: list[IrregularityShown]


@router.get("/rules")
def games() -> list[GameListed]:
    """Every game, with its instrument and the editions we have."""
    found = []
    for game in GAMES.values():
        held = game.configure().register
        found.append(
            GameListed(
                game=game.key,
                name=game.name,
                cloth=game.cloth,
                boxes=game.boxes,
                instrument=game.instrument,
                title=held.title if held else None,
                editions=list(_editions(game)),
            )
        )
    return found


EditionAsked = Annotated[str | None, Query(max_length=20)]


@router.get("/rules/{game_key}")
def rules_of_game(game_key: str, edition: EditionAsked = None) -> GameRules:
    """Everything about a game's rules, in the current edition unless you name another."""
    return _shown(_game(game_key).key, edition)


def _game(key: str) -> Game:
    if key not in GAMES:
        raise NotThere(f"game not found: use one of {', '.join(GAMES)}")
    return GAMES[key]


def _editions(game: Game) -> tuple[str, ...]:
    """The editions that the game can be configured for."""
    chosen = next((option for option in game.options if option.name == "edition"), None)
    if chosen is not None:
        return chosen.shown_values
    held = game.configure().register
    return (held.edition,) if held else ()


@lru_cache
def _shown(key: str, edition: str | None) -> GameRules:
    game = _game(key)
    if edition is not None and edition not in _editions(game):
        raise Malformed(f"{key} has no edition {edition!r}: use one of {', '.join(_editions(game)) or 'none'}")
    given: dict[str, object] = {"edition": edition} if edition is not None and len(_editions(game)) > 1 else {}
    rules = game.configure(given)
    held = rules.register
    return GameRules(
        game=key,
        name=game.name,
        cloth=game.cloth,
        boxes=game.boxes,
        instrument=game.instrument,
        title=held.title if held else None,
        edition=held.edition if held else None,
        standing=held.standing if held else None,
        options=[_option(game, option) for option in game.declared(given)],
        clauses=_clauses(held) if held else [],
        readings=[ReadingShown(**one._asdict()) for one in readings_of(game.instrument or "")],
        wagers=[_wager(key, scale, alone) for key, scale, alone in offered_alone(game, given)],
        editions=_differences(held) if held else [],
        externals=[
            ExternalShown(text=one.text, cited_in=list(one.cited_in), assume=one.assume) for one in held.externals
        ]
        if held
        else [],
    )


def _option(game: Game, option: Option) -> OptionShown:
    of_wager = any(offered.has_option(option.name) for offered in game.wagers)
    return OptionShown(
        name=option.name,
        title=option.title,
        kind="choice" if isinstance(option, Choice) else "odds" if ":" in option.shown_values[-1] else "sum",
        values=list(option.shown_values),
        value_names=dict(option.names),
        default=option.show(option.default),
        reading=option.reading,
        group="wager" if of_wager else "game" if option.cite.is_law else "house",
        clause=str(option.cite),
        summary="the edition of the rulebook" if option.name == "edition" else summary(option.cite),
    )


def _clauses(held: Register) -> list[ClauseShown]:
    return [
        ClauseShown(
            id=one.id,
            clause=str(held.cite(one.id)),
            status=one.status,
            summary=one.summary,
            inscription=one.inscription,
        )
        for one in held.clauses.values()
    ]


def _wager(key: str, scale: str | None, rules: Rules) -> WagerShown:
    wager = rules.play.side_wagers[key]
    return WagerShown(
        wager=key,
        name=wager.name,
        scale=scale,
        clause=str(wager.cite),
        summary=summary(wager.cite),
        settled=wager.settled,
        pays=_pays(wager),
    )


def _pays(wager: SideWager) -> list[Paid]:
    if wager.prizes is not None:
        return [Paid(name="a prize is drawn", odds=None, clause=str(wager.win))]
    return [
        Paid(name=name, odds=str(odds), clause=str(wager.by_class.get(name, wager.win)))
        for name, odds in wager.pays.items()
    ]


def _differences(held: Register) -> list[Edition]:
    """The differences between the other editions we have and this one."""
    found = []
    for edition in editions(held.key):
        other = register(held.key, edition)
        if other.like == held.edition:
            rows = [(one.clause, one.kind, one.before, one.after) for one in other.differences]
        elif held.like == edition:
            rows = [(one.clause, one.kind, one.after, one.before) for one in held.differences]
        else:
            continue
        shown = [DifferenceShown(clause=c, kind=k, before=before, after=after) for c, k, before, after in rows]
        found.append(Edition(edition=edition, standing=other.standing, differences=shown))
    return found


# Effects of the readings


def lab_of(request: Request) -> Lab:
    found: Lab = request.app.state.lab
    return found


TheLab = Annotated[Lab, Depends(lab_of)]


@router.get("/rules/{game_key}/effects", responses={202: {"model": Effects}}, response_model=Effects)
async def effects(game_key: str, lab: TheLab, response: Response, edition: EditionAsked = None) -> Effects:
    """The exact house edge under every value of each reading. 202: some are still being solved, ask again."""
    game = _game(game_key)
    shown = _shown(game_key, edition)
    given = {"edition": edition} if edition is not None and len(_editions(game)) > 1 else {}
    usual = lab.edge(game.configure(given))
    found, warming = [], usual is None
    for option in shown.options:
        if not option.reading or option.kind != "choice":
            continue
        rows = []
        for value in option.values:
            edge = lab.edge(game.configure({**given, option.name: value}))
            warming = warming or edge is None
            rows.append(Effect(value=value, edge=(edge or {}).get("edge"), cannot=(edge or {}).get("cannot")))
        found.append(EffectsOf(option=option.name, clause=option.clause, effects=rows))
    if warming:
        response.status_code = 202
    return Effects(edge=(usual or {}).get("edge"), readings=found, warming=warming)


# The floor


@router.get("/tables/{table_id}/floor")
async def at_the_floor(table_id: int, house: TheHouse, session: Staff) -> AtTheFloor:
    """The possible notices and irregularities of a table, each with its clause and the choices that follow."""
    rules, state = await table_now(house, table_id)
    return AtTheFloor(
        table=table_id,
        round=state.round,
        notices=[NoticeShown(**one) for one in floor.notices(rules, state.table)],
        irregularities=[IrregularityShown(**one) for one in floor.irregularities(rules, state.table)],
    )
