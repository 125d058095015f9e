"""How the house runs: `/metrics` for a monitor, `/api/status` for the floor's page."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel

from holecard.law.clauses import house as house_rule
from holecard.law.errors import Refused
from holecard.live.people.people import AccountRole
from holecard.live.web._asking import MaybeSession, Staff, address_of
from holecard.live.web.monitor import Monitor

router = APIRouter(tags=["server"])
FORWARDED = "forwarded", "x-forwarded-for", "x-real-ip", "via"


class Status(BaseModel):
    """The house now, and every few seconds of the last ten minutes."""

    tables: dict[str, int]
    queues: dict[str, int]
    sockets: int
    actions: int
    commits: int
    lab_running: int
    book_age: float
    troubles: list[str]
    every: float
    samples: list[dict[str, float | None]]


def monitor_of(request: Request) -> Monitor:
    found: Monitor = request.app.state.monitor
    return found


TheMonitor = Annotated[Monitor, Depends(monitor_of)]


def watches(request: Request, session: MaybeSession) -> None:
    """Allow staff, and a monitor at one of the named addresses. What a proxy passes on comes from somebody else."""
    if session is not None and session.person.role is not AccountRole.PLAYER:
        return
    is_direct = not any(name in request.headers for name in FORWARDED)
    if is_direct and _is_named(address_of(request), request.app.state.metrics_from):
        return
    why = "only staff, and monitors at the addresses of --metrics-from, can see the metrics"
    raise Refused("this request", cite=house_rule("the floorperson"), why=why)


def _is_named(address: str, named: Any) -> bool:
    try:
        return any(ip_address(address) in network for network in named)
    except ValueError:
        return False


@router.get("/metrics", dependencies=[Depends(watches)], response_class=Response)
async def metrics(monitor: TheMonitor) -> Response:
    """The figures for Prometheus."""
    return Response(monitor.text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api/status")
async def status(monitor: TheMonitor, _: Staff) -> Status:
    """The same figures for the floor's page. In a sample, `within` is -1 if answers took longer than the last bound."""
    return Status(**monitor.shown())
