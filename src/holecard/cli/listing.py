"""`holecard games`: lists the games and the options that an operator may choose."""

from __future__ import annotations

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.catalogue import games
from holecard.cli.options import console, print_json
from holecard.engine.game import Game
from holecard.engine.options import Option
from holecard.games import find
from holecard.law.clauses import Cite


def games_command(key: str | None, as_json: bool) -> None:
    """Every game, or the one that is named; the JSON is a list either way."""
    found = games() if key is None else (find(key),)
    if as_json:
        print_json([game.to_dict() for game in found])
        return
    out = console()
    for game in found:
        out.print(_grid(game))
        out.print()


def _clause(cite: Cite) -> str | None:
    return cite.clause if cite.is_law else None


def _grid(game: Game) -> Grid:
    held = game.configure().register
    title = Text.assemble((game.key, "bold"), f"  {game.name}, up to {game.boxes} boxes")
    under = (
        f"{held.title}, edition {held.edition} ({held.standing})"
        if held
        else "no instrument: every rule is a house rule"
    )
    grid = Grid(
        title=title, caption=under, title_justify="left", caption_justify="left", box=box.SIMPLE_HEAD, expand=True
    )
    grid.add_column("option", no_wrap=True)
    grid.add_column("default", no_wrap=True)
    grid.add_column("meaning and values", ratio=1)
    grid.add_column("clause", no_wrap=True)
    for option in game.options:
        grid.add_row(option.name, option.show(option.default), _described(option), _clause(option.cite) or "house")
    for offered in game.wagers:
        scales = f"pay scales {', '.join(offered.scales)}" if offered.scales else "side wager"
        grid.add_row(offered.key, "off", scales, _clause(offered.cite) or "house")
    return grid


def _described(option: Option) -> str:
    """The title, and every value as `--set` reads it with what it is called.

    >>> from holecard.games import find
    >>> [_described(option) for option in find("reference").options[:2]]
    ['Decks: 1, 2, 3, 4, 5, 6, 7, 8', "Dealer's soft 17: stand (the dealer stands), hit (the dealer hits)"]
    """
    named = ((value, option.named(value)) for value in option.shown_values)
    return f"{option.title}: {', '.join(value if value == name else f'{value} ({name})' for value, name in named)}"
