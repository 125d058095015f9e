"""The lab over HTTP: start, watch and cancel analyses and simulations, and download their files."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel, Field

from holecard.engine.rules import Rules
from holecard.games import GAMES
from holecard.law.clauses import house as house_rule
from holecard.law.errors import Malformed, Refused
from holecard.live.solving.lab import MOST_ROUNDS, Job, Lab, State
from holecard.live.web._asking import Acting, LoggedIn, NotThere, same_origin
from holecard.live.web.http_rules import TheLab

router = APIRouter(prefix="/api/lab", dependencies=[Depends(same_origin)], tags=["lab"])

Value = Annotated[str, Field(max_length=40)]
FILES = {
    "card.svg": ("svg", "image/svg+xml"),
    "card.pdf": ("pdf", "application/pdf"),
    "card.csv": ("csv", "text/csv; charset=utf-8"),
    "report.pdf": ("report", "application/pdf"),
    "exposure.csv": ("exposure-csv", "text/csv; charset=utf-8"),
    "exposure.xlsx": ("exposure-xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "exposure.json": ("exposure-json", "application/json"),
}


class Configured(BaseModel):
    """A game and its chosen options; the others have their default."""

    game: Value
    options: dict[Value, Value] = Field(default_factory=dict, max_length=80)


class Simulated(Configured):
    """`cut` is the number of cards behind the cut card (0: a quarter); with `fresh`, every round has a fresh shoe."""

    rounds: Annotated[int, Field(ge=1000, le=MOST_ROUNDS)] = 10_000_000
    boxes: Annotated[int, Field(ge=1, le=9)] = 1
    fresh: bool = True
    cut: Annotated[int, Field(ge=0, le=416)] = 0
    seed: Annotated[str, Field(min_length=1, max_length=40)] = "1"


class ShownJob(BaseModel):
    """A job with its progress and its result. `quick` is the house edge as soon as it is known; `points` are a
    simulation's estimates so far; `ahead` is how many jobs run before it, the running one included."""

    id: str
    kind: str
    game: str
    cloth: str
    options: dict[str, str]
    rules_hash: str
    state: State
    ahead: int
    done: int
    steps: int
    step: str
    quick: dict[str, Any] | None
    points: list[dict[str, Any]]
    result: dict[str, Any] | None
    error: str


@router.post("/analyses", status_code=202)
async def begin_analysis(wanted: Configured, lab: TheLab, session: Acting) -> ShownJob:
    """Analyse a game: house edge, strategy, side wagers, house edge by number of decks, readings. Options that the
    instrument forbids are refused with the clause."""
    return _shown(lab, lab.begin("analyse", session.person, _rules(wanted), {}))


@router.post("/simulations", status_code=202)
async def begin_simulation(wanted: Simulated, lab: TheLab, session: Acting) -> ShownJob:
    """Simulate many rounds of a game, played by its strategy card."""
    rules = _rules(wanted)
    cards, least = 52 * rules.decks, 6 * (wanted.boxes + 1)
    if wanted.boxes > rules.boxes.most:
        raise Refused(f"{wanted.boxes} boxes", cite=rules.boxes.cite, why=f"the table has {rules.boxes.most} at most")
    cut = wanted.cut or max(cards // 4, least)
    if not wanted.fresh and not least <= cut < cards:
        raise Malformed(f"cut must be {least} to {cards - 1}, so that every round has enough of the {cards} cards")
    asked = {"rounds": wanted.rounds, "boxes": wanted.boxes, "fresh": wanted.fresh, "cut": cut, "seed": wanted.seed}
    return _shown(lab, lab.begin("simulate", session.person, rules, asked))


@router.get("/analyses/{job_id}")
async def analysis(job_id: str, lab: TheLab, session: LoggedIn) -> ShownJob:
    return _shown(lab, _job(lab, "analyse", job_id))


@router.get("/simulations/{job_id}")
async def simulation(job_id: str, lab: TheLab, session: LoggedIn) -> ShownJob:
    return _shown(lab, _job(lab, "simulate", job_id))


@router.delete("/analyses/{job_id}")
async def cancel_analysis(job_id: str, lab: TheLab, session: LoggedIn) -> ShownJob:
    return _cancelled(lab, _job(lab, "analyse", job_id), session)


@router.delete("/simulations/{job_id}")
async def cancel_simulation(job_id: str, lab: TheLab, session: LoggedIn) -> ShownJob:
    return _cancelled(lab, _job(lab, "simulate", job_id), session)


@router.get("/analyses/{job_id}/{file}", response_class=Response)
async def analysis_file(job_id: str, file: str, lab: TheLab, session: LoggedIn) -> Response:
    """The strategy card (`card.svg`, `card.pdf`, `card.csv`), the report (`report.pdf`) or what a card counter can
    win on each wager (`exposure.csv`, `exposure.xlsx`, `exposure.json`), of a finished analysis."""
    job = _job(lab, "analyse", job_id)
    if file not in FILES:
        raise NotThere(f"file not found: use one of {', '.join(FILES)}")
    if job.state is not State.DONE:
        raise Refused(file, cite=house_rule("the lab"), why=f"the analysis is {job.state}")
    form, kind = FILES[file]
    name = f'attachment; filename="{job.rules.key}-{job.rules.hash}-{file}"'
    return Response(await lab.file(job, form), media_type=kind, headers={"Content-Disposition": name})


def _rules(wanted: Configured) -> Rules:
    if wanted.game not in GAMES:
        raise NotThere(f"game not found: use one of {', '.join(GAMES)}")
    return GAMES[wanted.game].configure(dict(wanted.options))


def _job(lab: Lab, kind: str, job_id: str) -> Job:
    job = lab.find(job_id)
    if job is None or job.kind != kind:
        raise NotThere("job not found: it may be too old, so start it again")
    return job


def _cancelled(lab: Lab, job: Job, session: LoggedIn) -> ShownJob:
    if job.person.id != session.person.id:
        raise Refused("this request", cite=house_rule("the floorperson"), why="you can only cancel your own jobs")
    lab.cancel(job)
    return _shown(lab, job)


def _shown(lab: Lab, job: Job) -> ShownJob:
    return ShownJob(
        id=job.id,
        kind=job.kind,
        game=job.rules.key,
        cloth=job.rules.cloth,
        options=job.rules.options.shown(),
        rules_hash=job.rules.hash,
        state=job.state,
        ahead=lab.ahead(job),
        done=job.done,
        steps=job.steps,
        step=job.step,
        quick=job.quick,
        points=job.points,
        result=job.result,
        error=job.error,
    )
