"""The commands about the rulebooks: `law show`, `law diff` and `law matrix`."""

from __future__ import annotations

from typing import Annotated

import typer

from holecard.cli.commands._parameters import Json

group = typer.Typer()
law = typer.Typer()
group.add_typer(law, name="law", help="Look up clauses and editions, and the code and tests for each.")

Instrument = Annotated[str, typer.Argument(metavar="INSTRUMENT[@EDITION]", show_default=False)]
Edition = Annotated[str, typer.Argument(metavar="A@EDITION", show_default=False)]


@law.command()
def show(
    instrument: Instrument,
    clause: Annotated[str | None, typer.Argument(help="Only this clause and those below it.")] = None,
    as_json: Json = False,
) -> None:
    """Show the clauses of an instrument, summarised in our own words."""
    from holecard.cli.law import show_command

    show_command(instrument, clause, as_json)


@law.command()
def diff(before: Edition, after: Edition, as_json: Json = False) -> None:
    """Show what changed between two editions of an instrument."""
    from holecard.cli.law import diff_command

    diff_command(before, after, as_json)


@law.command()
def matrix(as_json: Json = False) -> None:
    """List each clause with the code that applies it and the tests that exercise it."""
    from holecard.cli.law import matrix_command

    matrix_command(as_json)
