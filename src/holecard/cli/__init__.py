"""The `holecard` command: one module per command, and the terminal table. An error is one line on standard error.

Exit 2: input that cannot be read. Exit 3: refused by a clause, which the line names. Exit 1: anything else.
May import: everything.
Exports: `main`.
"""

from __future__ import annotations

import gc
import os
import sys

MALFORMED, REFUSED, FAILED, INTERRUPTED = 2, 3, 1, 130

try:
    from typing import Annotated

    import typer

    from holecard import __version__
    from holecard.cli.commands import GROUPS
    from holecard.cli.interrupted import Interrupted
    from holecard.law.errors import HolecardError, Malformed, Refused
except KeyboardInterrupt:  # these imports are most of a short command's time
    sys.stderr.write("holecard: interrupted\n")
    sys.exit(INTERRUPTED)

NEW_OBJECTS = 50_000  # between two searches for garbage: Python's own 700 make a third of a short command's time

HELP = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    add_completion=False, pretty_exceptions_enable=False, invoke_without_command=True, context_settings=HELP
)
for group in GROUPS:
    app.add_typer(group)


def main() -> None:
    """The console script."""
    gc.set_threshold(NEW_OBJECTS)
    with open(os.devnull, "r+") as nothing:  # for a stream that was closed before the start
        sys.stdin, sys.stdout, sys.stderr = sys.stdin or nothing, sys.stdout or nothing, sys.stderr or nothing
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ♠ shows ? instead
        code = run(sys.argv[1:])
    gc.freeze()  # the process ends: no need to search what is left
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command. An error becomes one line on standard error and an exit code."""
    try:
        code = app(args=arguments, prog_name="holecard", standalone_mode=False)
        sys.stdout.flush()  # fails here if the reader has gone, not while Python shuts down
        if code == INTERRUPTED:  # Typer has caught Ctrl-C and said nothing
            raise KeyboardInterrupt
        return int(code or 0)
    except Interrupted as ended:
        return _complain(str(ended), INTERRUPTED)
    except Refused as refusal:
        return _complain(str(refusal), REFUSED)
    except Malformed as error:
        return _complain(str(error), MALFORMED)
    except typer.TyperException as error:
        return _complain(error.format_message(), error.exit_code)
    except UnicodeEncodeError as error:  # the command line has bytes that are not UTF-8
        return _complain(f"{error.object!a} is not valid UTF-8 text", MALFORMED)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (HolecardError, OSError) as error:
        return _complain(str(error), FAILED)
    except ModuleNotFoundError as error:
        return _complain(_missing(error), FAILED)
    except Exception as error:
        return _complain(f"this is a bug in holecard: {type(error).__name__}: {error}", FAILED)


_EXTRAS = {
    **dict.fromkeys(("dask", "distributed"), "dist"),
    **dict.fromkeys(("fsrs", "numba", "numpy", "matplotlib", "scipy", "typst"), "lab"),
}


def _missing(error: ModuleNotFoundError) -> str:
    """Which extra to install for the missing package."""
    package = (error.name or "").partition(".")[0]
    extra = _EXTRAS.get(package, "live")
    return f"this command needs {package}, which is not installed: pip install 'holecard[{extra}]'"


def _complain(text: str, code: int) -> int:
    print(f"holecard: {' '.join(text.split())}", file=sys.stderr)
    return code


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"holecard {__version__}")
        raise typer.Exit


@app.callback()
def holecard(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Regulated blackjack: play it, check it and solve it under five rulebooks, with a clause for every step."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
