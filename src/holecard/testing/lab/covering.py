"""Configurations of a game in which every value of every option meets every value of every other, as few as we find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product

Row = dict[str, str]
Met = frozenset[tuple[str, str]]  # some options with their values
Allowed = Callable[[Row], bool]
TRIED = 60  # rows that are begun for each one that is taken


def covering(factors: Mapping[str, Sequence[str]], allowed: Allowed, strength: int = 2) -> list[Row]:
    """Rows in which all values of any `strength` factors meet, except those that no allowed row holds together; the
    rows that bring most come first.

    >>> rows = covering({"a": "01", "b": "01", "c": "01"}, lambda row: True)
    >>> len(rows), rows[0]
    (4, {'a': '0', 'b': '0', 'c': '0'})
    >>> [row for row in covering({"a": "01", "b": "01"}, lambda row: row["a"] <= row["b"]) if row["b"] == "0"]
    [{'a': '0', 'b': '0'}]
    """
    strength = min(strength, len(factors))
    missing = dict.fromkeys(  # in order, so that the rows are the same every time
        frozenset(zip(names, values, strict=True))
        for names in combinations(factors, strength)
        for values in product(*(factors[name] for name in names))
    )
    rows: list[Row] = []
    while missing:
        candidates = []
        for begun in list(islice(missing, TRIED)):
            row = next((row for row in _completed(factors, dict(begun), missing) if allowed(row)), None)
            if row is None:
                del missing[begun]
            else:
                candidates.append(row)
        if candidates:
            best = max(candidates, key=lambda row: sum(met in missing for met in meetings(row, strength)))
            rows.append({name: best[name] for name in factors})
            for met in meetings(best, strength):
                missing.pop(met, None)
    return rows


def first_rows(rows: Sequence[Row], part: float, strength: int = 2) -> list[Row]:
    """The first rows, which bring most, until this part of all meetings has been: the last ones bring little each.

    >>> rows = [{"a": "0", "b": "0"}, {"a": "1", "b": "1"}, {"a": "0", "b": "1"}]
    >>> len(first_rows(rows, 0.6)), len(first_rows(rows, 0.7)), len(first_rows(rows, 1.0))
    (2, 3, 3)
    """
    wanted = part * len({met for row in rows for met in meetings(row, strength)})
    seen: set[Met] = set()
    for number, row in enumerate(rows, start=1):
        seen.update(meetings(row, strength))
        if len(seen) >= wanted:
            return list(rows[:number])
    return list(rows)


def meetings(row: Row, strength: int = 2) -> Iterator[Met]:
    return (frozenset(some) for some in combinations(row.items(), strength))


def _completed(factors: Mapping[str, Sequence[str]], row: Row, missing: Mapping[Met, None]) -> Iterator[Row]:
    """The row with its other factors, the values first that meet most of what is missing."""
    choices = [(name, value) for name in factors if name not in row for value in factors[name]]
    if not choices:
        yield row
        return
    choices.sort(key=lambda choice: -_gain(row, choice, missing))
    for name, value in choices:
        if name == choices[0][0]:
            yield from _completed(factors, {**row, name: value}, missing)


def _gain(row: Row, choice: tuple[str, str], missing: Mapping[Met, None]) -> int:
    """How much that is missing a choice would bring, with what the row holds already."""
    size = len(next(iter(missing)))
    return sum(frozenset((choice, *some)) in missing for some in combinations(row.items(), size - 1))
