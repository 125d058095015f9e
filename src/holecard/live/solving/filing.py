"""Verifies the filing in force in a process of its own, because everything in it is calculated again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.solving._processes import Helper, Lines

NICE: Final = 15  # tables come first
Json = dict[str, Any]


class Verifying:
    """The filing in force: its folder, and the last time that it was verified. Use it from one event loop."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.step = ""  # what is being calculated; empty if nothing is
        self.result: Json | None = None
        self.error = ""
        self._helper = Helper("holecard.live.solving.filing")
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start, unless it is being verified now."""
        if self.folder is None:
            raise Refused("verifying", cite=house("the filing"), why="the house was started without a filing")
        if self._task is None or self._task.done():
            self.step, self.result, self.error = "the files", None, ""
            self._task = asyncio.create_task(self._run(self.folder))

    async def _run(self, folder: Path) -> None:
        try:
            self.result = await self._helper.ask({"do": "verify", "folder": str(folder)}, self._tell)
        except HolecardError as error:
            self.error = str(error)
        self.step = ""

    def _tell(self, step: str) -> None:
        self.step = step

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        await self._helper.close()


def main() -> None:
    """In the process."""
    from holecard.dossier.verifying import verify

    lines = Lines(NICE)
    for request in lines.requests():
        if request["do"] != "verify":
            continue
        number = request["id"]
        try:
            found = verify(Path(request["folder"]), tell=lambda step, number=number: lines.say(number, "told", step))  # type: ignore[misc]
            lines.say(number, "done", found.to_dict())
        except (HolecardError, OSError) as error:
            lines.say(number, "failed", str(error))
    lines.end()


if __name__ == "__main__":
    main()
