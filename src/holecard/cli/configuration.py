"""The configuration file of `holecard serve`: its keys are the command's own options.

The command line wins over the environment, the environment over the file, the file over the default.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any, Final

import typer

from holecard.law.errors import Malformed

PREFIX: Final = "HOLECARD"  # of the environment variable of each option, such as HOLECARD_PORT
_NOT_IN_A_FILE: Final = ("config", "help")
_OTHERS_MAY_READ: Final = 0o077


def has_password(database: str) -> bool:
    """
    >>> [has_password(f"postgresql://{who}@db/house") for who in ("holecard", "holecard:secret")]
    [False, True]
    """
    return re.match(r"\w+://[^/@]*:[^/@]+@", database) is not None


def read_configuration(context: typer.Context, file: Path | None) -> Path | None:
    """Use what the file says as this command's defaults."""
    if file is not None:
        context.default_map = {**(context.default_map or {}), **_settings(context, file)}
    return file


def _settings(context: typer.Context, file: Path) -> dict[str, Any]:
    import tomllib  # no other command waits for it

    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Malformed(f"can't read {file}: {error}") from error
    known = {_key(option): option for option in context.command.params if option.name not in _NOT_IN_A_FILE}
    found = {}
    for key, value in written.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            raise Malformed(f"{file}: unknown key {key!r}: use {near[0] if near else 'one of ' + ', '.join(known)}")
        if (wanted := _kind(known[key], value)) is not None:
            raise Malformed(f"{file}: {key} must be {wanted}")
        found[str(known[key].name)] = value
    if has_password(str(found.get("database", ""))) and file.stat().st_mode & _OTHERS_MAY_READ:
        raise Malformed(f"other users can read {file}, which has a password: run chmod 600 {file}")
    return found


def _key(option: Any) -> str:
    """The option as it is written on the command line."""
    return str(option.opts[0]).removeprefix("--")


def _kind(option: Any, value: object) -> str | None:
    """What the value should be, if it is something else."""
    if option.multiple:
        return None if isinstance(value, list) and all(isinstance(one, str) for one in value) else "a list of texts"
    if option.is_flag:
        return None if isinstance(value, bool) else "true or false"
    return None if isinstance(value, str | int | float) and not isinstance(value, bool) else "one text or number"
