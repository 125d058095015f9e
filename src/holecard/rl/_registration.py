"""Registers an environment with Gymnasium for every game: `holecard/DownUnder-v0` and so on.

Gymnasium has no entry points for environments since version 1.0. So `import holecard.rl` registers them, and so does
`gymnasium.make("holecard.rl:holecard/DownUnder-v0")`, which imports it.
"""

from __future__ import annotations

from gymnasium.envs.registration import register as register_env
from gymnasium.envs.registration import registry

from holecard.games import GAMES

VERSION = "v0"


def register() -> None:
    """Register every game that is installed, once."""
    for name, key in names().items():
        if name not in registry:
            register_env(
                id=name,
                entry_point="holecard.rl:HolecardEnv",
                vector_entry_point="holecard.rl._registration:vector_env",
                kwargs={"game": key},
                disable_env_checker=True,
            )


def names() -> dict[str, str]:
    """The name of each game's environment, with its key. A jurisdiction's two letters are left out where that is clear.

    >>> [name for name in names() if "Down" in name]
    ['holecard/DownUnder-v0', 'holecard/MasqueDownUnder-v0']
    """
    found: dict[str, str] = {}
    for key in GAMES:
        words = key.split("-")
        short = words[1:] if len(words) > 1 and len(words[0]) == 2 else words
        name, whole = _name(short), _name(words)
        found[whole if name in found else name] = key
    return found


def _name(words: list[str]) -> str:
    return f"holecard/{''.join(word.capitalize() for word in words)}-{VERSION}"


def vector_env(num_envs: int, game: str, **kwargs: object) -> object:
    """What `gymnasium.make_vec` calls."""
    from holecard.rl import vector

    return vector(game, num_envs, **kwargs)  # type: ignore[arg-type]  # checked there
