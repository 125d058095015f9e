"""What each command takes, by groups: its arguments, options and help. Its work is in the module of its name, in `cli`.

A new command goes into the module of its group, and a new group into `GROUPS`. A command imports its work when it is
called, so that the other commands start without it.
May import: everything.
Exports: `GROUPS`.
"""

from __future__ import annotations

from holecard.cli.commands import author, count, dossier, house, lab, law, layout, play, rng

# As `holecard --help` lists them.
GROUPS = (
    play.group,
    lab.group,
    count.group,
    layout.group,
    rng.group,
    house.group,
    dossier.group,
    law.group,
    author.group,
)
