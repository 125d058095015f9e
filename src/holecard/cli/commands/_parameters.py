"""The arguments and options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's key, as listed by `holecard games`.", show_default=False)
]
File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game. Repeatable.", show_default=False),
]
Shoe = Annotated[str, typer.Option(help="`fresh` (the default) or `infinite`.", show_default=False)]
Without = Annotated[str, typer.Option(help="Cards removed from the shoe, for example 'A 5'.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Workbook = Annotated[Path | None, typer.Option("--xlsx", help="Also write a workbook (.xlsx).", show_default=False)]
