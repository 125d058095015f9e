"""The command `layout`: the felt of a configured table to scale, and its signs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holecard.cli.commands._parameters import Game, Settings

group = typer.Typer()


@group.command()
def layout(
    game: Game,
    settings: Settings = None,
    boxes: Annotated[
        int | None,
        typer.Option(help="Number of boxes. Default: as many as the rules allow.", show_default=False),
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw the felt in this file.", show_default=False)] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Print the felt to this file.", show_default=False)] = None,
    scale: Annotated[int, typer.Option(help="10 (for 1:10, on A3) or 1 (full size).")] = 10,
    signs: Annotated[
        Path | None,
        typer.Option("--signs", help="Print each sign of the table to a PDF in this folder.", show_default=False),
    ] = None,
) -> None:
    """Draw the felt of a configured table to scale, with dimensions and clauses, and print its signs."""
    from holecard.cli.layout import layout_command

    layout_command(game, settings or [], boxes=boxes, svg=svg, pdf=pdf, scale=scale, signs=signs)
