"""What a command raises that Ctrl-C ended after it had shown what there was."""

from __future__ import annotations


class Interrupted(Exception):
    """Says how far the command came; `run` prints it and ends with the exit code of an interrupt."""
