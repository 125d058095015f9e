"""Verifies the filing in force in a process of its own, because everything in it is calculated again."""

from __future__ import annotations

import asyncio
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.solving._processes import Helper, Lines

if TYPE_CHECKING:
    from holecard.dossier.differing import Filed

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

    @cached_property
    def filed(self) -> Filed | None:
        """The filing as it was when a felt was first shown; None if there is none or it is not intact."""
        from holecard.dossier.differing import Filed  # it needs the lab's packages

        try:
            return Filed.read(self.folder) if self.folder is not None else None
        except (HolecardError, OSError):
            return None  # the page Filing says what is wrong with it

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
