"""The server: HTTP for accounts, lobby and history, a WebSocket for each table, and the pages."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holecard import __version__
from holecard.live.people.limits import LOGINS_A_MINUTE
from holecard.live.people.visits import Visits
from holecard.live.solving.hints import Hints, games_of
from holecard.live.solving.lab import Lab
from holecard.live.table.house import House
from holecard.live.web import (
    http_accounts,
    http_disputes,
    http_felt,
    http_hints,
    http_lab,
    http_rules,
    http_tables,
    sockets,
)
from holecard.live.web._asking import ANSWERED, ERRORS, Watch, error_response

PAGES = Path(__file__).parents[1] / "pages"
MOST_BYTES = 2**20  # of a request

_HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
)


class Guarded:
    """Adds headers that keep other sites out of our pages, and limits the size of a request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        size = 0

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > MOST_BYTES:
                raise HTTPException(413, f"the request is too long: send at most {MOST_BYTES} bytes")
            return message

        if scope["type"] == "http":
            await self._app(scope, receive_some, send_with)
        else:
            await self._app(scope, receive, send)


class Pages(Mount):
    """The files of the pages, at every path except those of the API."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"].startswith(("/api/", "/ws/")):
            return Match.NONE, {}
        return super().matches(scope)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether to log a record: a client that sends invalid UTF-8 is closed and must not fill the log."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def make_app(house: House, logins_a_minute: float = LOGINS_A_MINUTE, warm: bool = False) -> FastAPI:
    """The app of a house with a prepared database; with `warm`, its games are solved before anyone asks."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        if warm:
            app.state.hints.warm(games_of(house))
        yield
        await app.state.hints.close()
        await app.state.lab.close()
        await house.stop()

    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    app = FastAPI(title="Holecard", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.house, app.state.watch = house, Watch(logins_a_minute)
    app.state.hints, app.state.lab, app.state.visits = Hints(), Lab(), Visits()
    for error in ANSWERED:
        app.add_exception_handler(error, error_response)
    for module in (http_accounts, http_felt, http_tables, http_disputes, http_hints, http_rules, http_lab, sockets):
        app.include_router(module.router, responses=ERRORS)

    @app.get("/healthz", tags=["server"], responses={503: ERRORS[503]})
    def healthz() -> dict[str, Any]:
        """Whether the server answers, and how many tables it serves."""
        house.store.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
        return {"ok": True, "tables": len(house.rooms), "version": __version__}

    app.router.routes.append(Pages("/", app=StaticFiles(directory=PAGES, html=True), name="pages"))
    app.add_middleware(Guarded)
    return app
