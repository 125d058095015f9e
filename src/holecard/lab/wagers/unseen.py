"""Stands in for cards that may not matter to a side wager's judge. Looking at one raises, so nothing is assumed."""

from __future__ import annotations

from collections.abc import Iterator

from holecard.law.errors import HolecardError


class Looked(HolecardError):
    """The judge looked at a card, so the analysis must distinguish it."""

    def __init__(self) -> None:
        super().__init__("a side wager looks at cards that its analysis does not tell apart")


class Unseen:
    """Stands for a dealer, or for the dealer's cards."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # Python's own questions, not the judge's
            raise AttributeError(name)
        raise Looked

    def __iter__(self) -> Iterator[object]:
        raise Looked

    def __len__(self) -> int:
        raise Looked

    def __getitem__(self, at: object) -> object:
        raise Looked
