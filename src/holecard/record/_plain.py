"""Converts the table's values to plain JSON and back by their declared types, so a new field needs no new code.

>>> from holecard.engine.pit import Pit
>>> to_plain(Pit(seated=((1, "Ann"),)).seated)
[[1, 'Ann']]
>>> of_type(get_type_hints(Pit)["seated"], [[1, "Ann"]])
((1, 'Ann'),)
"""

from __future__ import annotations

import json
from enum import EnumType
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from holecard.law.errors import Malformed
from holecard.values.cards import Card, Face, Hidden, parse_card, parse_face


def to_plain(value: Any) -> Any:
    """A value as JSON can write it: tuples as lists, sets sorted, cards by their names."""
    if isinstance(value, Card | Hidden):
        return repr(value)
    if isinstance(value, frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value


def of_type(declared: Any, plain: Any) -> Any:
    """The value of this type that JSON gave; anything else is refused.

    >>> of_type(int, "six")
    Traceback (most recent call last):
    ...
    holecard.law.errors.Malformed: "six" is no int
    """
    if declared in (int, str, bool):
        if type(plain) is declared:
            return plain
    elif declared is Card and isinstance(plain, str):
        return parse_card(plain)
    elif declared == Face and isinstance(plain, str):
        return parse_face(plain)
    elif isinstance(declared, EnumType):
        if plain in tuple(declared):
            return declared(plain)
    elif get_origin(declared) is UnionType:  # something or None
        return None if plain is None else of_type(_but_none(declared), plain)
    elif isinstance(plain, list):
        if get_origin(declared) is frozenset:
            return frozenset(of_type(get_args(declared)[0], item) for item in plain)
        fields = _fields(declared, len(plain))
        if len(fields) == len(plain):
            items = (of_type(field, item) for field, item in zip(fields, plain, strict=True))
            return tuple(items) if get_origin(declared) is tuple else declared(*items)
    raise Malformed(f"{json.dumps(plain)} is no {getattr(declared, '__name__', declared)}")


def _but_none(declared: Any) -> Any:
    kinds = [kind for kind in get_args(declared) if kind is not type(None)]
    return kinds[0] if len(kinds) == 1 else Face


def _fields(declared: Any, length: int) -> list[Any]:
    """The types of what a tuple holds: as many as there are items where it may have any length."""
    if get_origin(declared) is tuple:
        first, *rest = get_args(declared)
        return [first] * length if rest == [...] else [first, *rest]
    return list(get_type_hints(declared).values())
