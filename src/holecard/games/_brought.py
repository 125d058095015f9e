"""Games by key: ours, and those that installed packages bring, which are added when ours are not enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping

from holecard.engine.game import Game
from holecard.law import clauses, plugins


class Games(MutableMapping[str, Game]):
    """Packages are looked for once: when a key is not ours, or when all games are listed."""

    def __init__(self, ours: Iterable[Game]) -> None:
        self._held = {game.key: game for game in ours}
        self._brought: dict[str, plugins.Brought] | None = None

    def __getitem__(self, key: str) -> Game:
        if key not in self._held:
            self._ask()
        return self._held[key]

    def __setitem__(self, key: str, game: Game) -> None:
        self._held[key] = game

    def __delitem__(self, key: str) -> None:
        del self._held[key]

    def __iter__(self) -> Iterator[str]:
        self._ask()
        return iter(self._held)

    def __len__(self) -> int:
        self._ask()
        return len(self._held)

    def package_of(self, key: str) -> plugins.Brought | None:
        """The package that brings a game; None for ours. A game that somebody has was looked for before."""
        return (self._brought or {}).get(key)

    @property
    def brought(self) -> tuple[str, ...]:
        """The keys of the games that packages bring."""
        return tuple(self._ask())

    def look_again(self) -> None:
        """Ask the packages again: some were installed or removed while this process runs."""
        from holecard.law import matrix, readings

        for key in self._brought or ():
            self._held.pop(key, None)
        self._brought = None
        plugins.look_again()
        clauses.look_again()
        matrix.citations.cache_clear()
        readings.readings_of.cache_clear()

    def _ask(self) -> dict[str, plugins.Brought]:
        """Add what packages bring, if that has not been done: which game is whose."""
        if self._brought is None:
            self._brought = {}
            for one in plugins.brought(plugins.GAMES):
                game = _loaded(one)
                if game is not None and game.key in self._held:
                    plugins.leave_out(one.package, f"there is already a game {game.key!r}")
                elif game is not None:
                    self._held[game.key] = game
                    self._brought[game.key] = one
        return self._brought


def _loaded(one: plugins.Brought) -> Game | None:
    """The game, if it can be imported and configured."""
    try:
        game = one.entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"{one.entry.value} is no Game")
        game.configure()
    except Exception as error:  # whatever it is, the rest of the house goes on
        plugins.leave_out(one.package, f"its game {one.name!r} fails: {type(error).__name__}: {error}")
        return None
    return game
