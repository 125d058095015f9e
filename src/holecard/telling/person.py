"""A sentence about somebody, and the same said to them."""

from __future__ import annotations

import re
from functools import lru_cache

_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_VERB = re.compile(r"(?:is|was|has|made|may|[a-z]{2,}s)\b(?! card)")
_NOUNS = ("this",)  # that end like a verb


@lru_cache(maxsize=4096)  # a table says the same few things again and again
def begins_with_verb(text: str) -> bool:
    """Whether a note goes on where a name has begun.

    >>> begins_with_verb("stands on 15"), begins_with_verb("22, bust"), begins_with_verb("this hand first")
    (True, False, False)
    """
    found = _VERB.match(text)
    return found is not None and found[0] not in _NOUNS


@lru_cache(maxsize=4096)
def to_you(predicate: str) -> str:
    """
    >>> to_you("declines the cut"), to_you("has won"), to_you("presses the button"), to_you("keeps their win")
    ('decline the cut', 'have won', 'press the button', 'keep your win')
    """
    verb, space, rest = predicate.partition(" ")
    return _base(verb) + space + re.sub(r"\b(their|his)\b", "your", rest)


def addressed(text: str, name: str) -> str:
    """A sentence that names somebody, as one says it to them.

    >>> addressed("Ann has no main wager", "Ann"), addressed("box 2: Ann plays there", "Ann")
    ('You have no main wager', 'box 2: you play there')
    """

    def you(found: re.Match[str]) -> str:
        verb = found[1]
        said = "you" if found.start() else "You"
        return said if verb is None else f"{said} {_base(verb)}"

    return re.sub(rf"\b{re.escape(name)}(?: ((?:is|was|has|[a-z]{{2,}}s))\b)?(?!\w)", you, text) if name else text


def _base(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("ches", "shes", "sses", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
