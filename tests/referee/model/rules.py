"""The few figures in which the games differ, each with its clause."""

from __future__ import annotations

from dataclasses import dataclass

from tests.referee.model.script import Script, ScriptError, cents

GAMES = ("685a", "rop", "673a", "nz", "nz-ante", "nz-plus", "nz-free")


@dataclass(frozen=True)
class Rules:
    """A game with its options."""

    game: str
    options: dict[str, str]

    @property
    def nz(self) -> bool:
        """A New Zealand version?"""
        return self.game.startswith("nz")

    @property
    def masque(self) -> bool:
        """685a and the manufacturer's sheet: a light in every round (685a.7(h), ROP 3)."""
        return self.game in ("685a", "rop")

    @property
    def double_back(self) -> bool:
        """Chapter 673a?"""
        return self.game == "673a"

    def get(self, key: str, default: str) -> str:
        """An option or its default."""
        return self.options.get(key, default)

    @property
    def chip(self) -> int:
        """The smallest playable chip in cents."""
        return cents(self.get("chip", "0.50"))

    @property
    def dealer_limit(self) -> int:
        """The dealer's ace stays 11 up to this total (685a.3(d)(3), DU-1; RP-2)."""
        return 22 if self.game == "685a" and self.get("dealer_ace", "literal") == "literal" else 21

    @property
    def soft17(self) -> bool:
        """Does the dealer draw on soft 17? (685a.7(m), ROP 10, NZ 13.3, 17.2, 20.6)"""
        return self.game == "nz-free" or self.get("soft17", "stand") == "hit"

    @property
    def hands(self) -> int:
        """Most hands in a box (685a.10(c), 673a.11(a), ROP 7, NZ 12.4(a))."""
        if self.nz:
            return 3
        return int(self.get("hands", "4")) if self.game == "rop" else 2

    @property
    def blackjack(self) -> tuple[int, int]:
        """Odds of a Blackjack (685a.11(a), 673a.12(a), NZ 10.1A)."""
        if self.double_back:
            return (2, 1)
        over, under = self.get("blackjack", "3:2").split(":")
        return int(over), int(under)

    @property
    def continuous(self) -> bool:
        """A continuous shuffler?"""
        return self.get("shuffler", "none") == "continuous"

    def clause(self, pa685: str, pa673: str, nz: str) -> str:
        """The id of the clause in this game's text; the sheet has no irregularities of its own (R8)."""
        if self.nz:
            return "NZ " + nz if nz else "house"
        if self.double_back:
            return "673a." + pa673 if pa673 else "house"
        return "685a." + pa685 if pa685 else "house"


def rules_of(script: Script) -> Rules:
    """The rules that a script is played under."""
    if script.game not in GAMES:
        raise ScriptError(f"no such game: {script.game}")
    return Rules(script.game, script.options)
