"""Logs for machines: one JSON object a line, with the request and the table it is about, and no secrets.

A request is logged by its route, not its address: an address may contain what only one person should know.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import StrEnum
from itertools import count
from secrets import token_hex
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # the command line reads `LogFormat` where the server may not be installed
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("holecard.requests")
_FIELDS: Final = "request", "table", "method", "route", "status", "ms"
_PROCESS: Final = token_hex(3)  # two processes never give the same id
_numbers = count(1)
_request: ContextVar[str] = ContextVar("request", default="")


class LogFormat(StrEnum):
    """How to log."""

    TEXT = "text"
    JSON = "json"


class JsonLines(logging.Formatter):
    """
    >>> record = logging.LogRecord("holecard", logging.ERROR, "", 0, "table %s is lost", (7,), None)
    >>> record.table, record.created = 7, 0.0
    >>> line = json.loads(JsonLines().format(record))
    >>> line["time"], line["level"], line["message"], line["table"]
    ('1970-01-01T00:00:00.000+00:00', 'error', 'table 7 is lost', 7)
    """

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        known = {"request": _request.get()} | record.__dict__
        said |= {name: known[name] for name in _FIELDS if known.get(name)}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said)


def log_json() -> None:
    """From now on, log everything as JSON to standard error, and every request too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers, root.level = [handler], logging.WARNING
    logging.getLogger("holecard").setLevel(logging.INFO)


class Logged:
    """Gives every request an id, which its log lines and its answer carry, and logs it when it is over."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        name, began, status = f"{_PROCESS}-{next(_numbers)}", time.monotonic(), 0
        token = _request.set(name)

        async def send_with(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_with if scope["type"] == "http" else send)
        except Exception:
            status = 500
            raise
        finally:
            if log.isEnabledFor(logging.INFO):
                _log(scope, status, began)
            _request.reset(token)


def _log(scope: Scope, status: int, began: float) -> None:
    is_visit = scope["type"] == "websocket"
    told = {
        "table": scope.get("path_params", {}).get("table_id"),
        "method": scope.get("method"),
        "route": getattr(scope.get("route"), "path", "page"),
        "status": status,
        "ms": round(1000 * (time.monotonic() - began), 1),
    }
    log.info("a visitor left the table" if is_visit else "request", extra=told)
