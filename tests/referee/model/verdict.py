"""What the referee says about a round."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Ask:
    """Somebody is asked something: who, about which place, with which choices, under which clause."""

    who: str
    at: str
    choices: tuple[str, ...]
    clause: str


@dataclass
class Verdict:
    """The truth of the round at the end of the script; VOCABULARY.md explains every field."""

    asked: list[Ask] = field(default_factory=list)
    hands: dict[str, str] = field(default_factory=dict)
    dealer: str = ""
    removed: list[str] = field(default_factory=list)
    held: str = ""
    net: dict[str, int] = field(default_factory=dict)
    void: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    control: dict[str, str] = field(default_factory=dict)
    due: str = ""

    def total_of(self, who: str) -> int:
        """Net cents of one person over all boxes and wagers."""
        return sum(cents for key, cents in self.net.items() if key.split()[1] == who)
