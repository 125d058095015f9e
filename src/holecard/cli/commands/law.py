"""The commands about the rulebooks: `law show`, `law diff` and `law matrix`."""

from __future__ import annotations

from typing import Annotated

import typer

from holecard.cli.commands._parameters import Json

group = typer.Typer()
law = typer.Typer()
group.add_typer(law, name="law", help="Look up clauses and editions, and the code and tests for each.")

Instrument = Annotated[str | None, typer.Argument(metavar="[INSTRUMENT[@EDITION]]", show_default=False)]
Edition = Annotated[str, typer.Argument(metavar="A@EDITION", show_default=False)]
Clause = Annotated[str | None, typer.Argument(help="Only this clause and those below it.", show_default=False)]


@law.command()
def show(instrument: Instrument = None, clause: Clause = None, as_json: Json = False) -> None:
    """Show the clauses of an instrument, summarised in our own words. Without one, list the instruments."""
    from holecard.cli.law import show_command

    show_command(instrument, clause, as_json)


@law.command()
def diff(
    before: Edition,
    after: Edition,
    normative: Annotated[bool, typer.Option("--normative", help="Only what changes a rule.")] = False,
    as_json: Json = False,
) -> None:
    """Show what changed between two editions of an instrument."""
    from holecard.cli.law import diff_command

    diff_command(before, after, normative, as_json)


@law.command()
def matrix(instrument: Instrument = None, clause: Clause = None, as_json: Json = False) -> None:
    """List each clause with the code that applies it and the tests that exercise it."""
    from holecard.cli.law import matrix_command

    matrix_command(instrument, clause, as_json)
