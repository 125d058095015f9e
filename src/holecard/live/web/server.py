"""The server: HTTP for accounts, lobby and history, a WebSocket for each table, and the pages."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse
from starlette.routing import Match, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holecard import __version__
from holecard.live.people.limits import LOGINS_A_MINUTE
from holecard.live.people.passwords import Hashing
from holecard.live.people.visits import Visits
from holecard.live.solving.filing import Verifying
from holecard.live.solving.hints import Hints, games_of
from holecard.live.solving.lab import Lab
from holecard.live.table.house import House
from holecard.live.table.talk import Speaking
from holecard.live.web import (
    http_accounts,
    http_book,
    http_disputes,
    http_felt,
    http_filing,
    http_hints,
    http_house,
    http_lab,
    http_rules,
    http_school,
    http_school_tests,
    http_security,
    http_staff,
    http_status,
    http_tables,
)
from holecard.live.web._asking import ANSWERED, ERRORS, Watch, error_response
from holecard.live.web.door import MOST_BODY, networks
from holecard.live.web.logs import Logged
from holecard.live.web.monitor import Monitor
from holecard.live.web.page_files import PageFiles
from holecard.live.web.sockets import Tables

PAGES = Path(__file__).parents[1] / "pages"
ROUTED = (
    http_accounts,
    http_security,
    http_book,
    http_felt,
    http_filing,
    http_tables,
    http_disputes,
    http_hints,
    http_house,
    http_rules,
    http_lab,
    http_school,
    http_school_tests,
    http_staff,
    http_status,
)
SITE = Path(__file__).parents[1] / "site"  # the documentation, once `make docs` has built it
NOT_BUILT = PAGES / "no-documentation.html"
THIS_MACHINE = "127.0.0.0/8", "::1"
WATCHED = "/healthz", "/readyz"  # asked by a machine that knows no name of the house

_HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
)


_NO_STORE = (b"cache-control", b"no-store")
_ASK_AGAIN = (b"cache-control", b"no-cache")
_A_DAY = (b"cache-control", b"public, max-age=86400")
_TLS_ONLY = (b"strict-transport-security", b"max-age=31536000")


class Guarded:
    """Adds headers that keep other sites out of our pages and private data out of caches, limits a request's size, and
    answers only under the house's own names (`hosts`; all, if there are none)."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self._app, self._hosts = app, frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        added = [*_HEADERS]
        if scope["path"].startswith("/api/"):
            added.append(_NO_STORE)
        elif scope["path"].startswith("/docs/"):
            added.append(_A_DAY if scope["path"].startswith("/docs/_static/") else _ASK_AGAIN)
        if scope["scheme"] == "https":
            added.append(_TLS_ONLY)

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *added]
            await send(message)

        size = 0

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > MOST_BODY:
                raise HTTPException(413, f"the request is too long: send at most {MOST_BODY} bytes")
            return message

        if self._hosts and scope["path"] not in WATCHED and _host(scope) not in self._hosts:
            await self._refuse(scope, receive, send_with)
        elif scope["type"] == "http":
            await self._app(scope, receive_some, send_with)
        else:
            await self._app(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: the browser gets 403
            return
        await JSONResponse({"error": "this house has another address"}, 421)(scope, receive, send)


def _host(scope: Scope) -> str:
    """The name under which a browser calls us, without the port."""
    value = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1").lower()
    return value.partition("]")[0].removeprefix("[") if value.startswith("[") else value.partition(":")[0]


class Pages(Mount):
    """The files of the pages, at every path except those of the API."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"].startswith(("/api/", "/ws/")):
            return Match.NONE, {}
        return super().matches(scope)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether to log a record: a client that sends invalid UTF-8 is closed and must not fill the log."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def _documentation() -> ASGIApp:
    """The site, or a page that says how to get it."""
    if (SITE / "index.html").is_file():
        return StaticFiles(directory=SITE, html=True)
    return FileResponse(NOT_BUILT, 404)


def make_app(
    house: House,
    logins_a_minute: float = LOGINS_A_MINUTE,
    warm: bool = False,
    hosts: Collection[str] = (),
    metrics_from: Collection[str] = THIS_MACHINE,
    filing: Path | None = None,
) -> FastAPI:
    """The app of a house with a prepared database.

    `warm`: its games are solved before anyone asks. `hosts`: the names under which it answers; none means any.
    `metrics_from`: addresses and networks that may read `/metrics` without a staff account. `filing`: the folder of
    the dossier in force.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        app.state.monitor.start()
        if warm:
            app.state.hints.warm(games_of(house))
        yield
        app.state.monitor.stop()
        await app.state.hints.close()
        await app.state.lab.close()
        await app.state.filing.close()
        app.state.hashing.close()
        await house.stop()

    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    app = FastAPI(title="Holecard", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.house, app.state.watch = house, Watch(logins_a_minute)
    app.state.hints, app.state.lab, app.state.visits, app.state.hashing = Hints(), Lab(), Visits(), Hashing()
    app.state.speaking = Speaking()
    app.state.filing = Verifying(filing)
    app.state.monitor = Monitor(house, app.state.hashing, app.state.lab)
    app.state.metrics_from = networks(metrics_from, "--metrics-from")
    for error in ANSWERED:
        app.add_exception_handler(error, error_response)
    for module in ROUTED:
        app.include_router(module.router, responses=ERRORS)

    @app.get("/healthz", tags=["server"])
    async def healthz() -> dict[str, Any]:
        """Whether the server is alive. It answers even if the database does not."""
        return {"ok": True, "tables": len(house.rooms), "version": __version__}

    @app.get("/readyz", tags=["server"], responses={503: {"description": "not serving; `why` says what is missing"}})
    async def readyz() -> JSONResponse:
        """Whether the server serves its tables: the database answers, and no table is lost."""
        why = house.troubles()
        body = {"ok": not why, "why": why, "tables": len(house.rooms), "unfit": house.unfit}
        return JSONResponse(body, 503 if why else 200)

    app.router.routes.append(Mount("/docs", app=_documentation(), name="docs"))
    app.router.routes.append(Pages("/", app=PageFiles(directory=PAGES, html=True), name="pages"))
    app.add_middleware(Tables)
    app.add_middleware(Guarded, hosts=hosts)
    app.add_middleware(Logged)
    return app
