"""The house's server: Uvicorn's, which here also takes what other processes pass to it, and drains before it stops."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

import uvicorn

from holecard.live.store.leases import Process
from holecard.live.web.door import Caller, DoorConfig
from holecard.live.web.passing import CAN_PASS, Taking


class HouseServer(uvicorn.Server):
    """A server that calls `drain` before it closes its connections."""

    def __init__(
        self, config: DoorConfig, me: Process, drain: Callable[[], Awaitable[None]], others_listen: bool = False
    ) -> None:
        """`others_listen`: other workers accept connections at the same port, so this one need not while it stops."""
        super().__init__(config)
        self._me, self._drain, self._others_listen = me, drain, others_listen
        self._taking: Taking | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if CAN_PASS:
            self._taking = Taking(self._me, self._new_caller)

    def _new_caller(self) -> Caller:
        return Caller(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._taking is not None:
            self._taking.close()
        if self._others_listen:
            for server in self.servers:
                server.close()
        await self._drain()
        await super().shutdown(sockets)
