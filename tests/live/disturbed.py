"""An evening at a table to which anything is sent, and messages that are nearly right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from holecard.live.people.people import AccountRole
from holecard.live.web.sockets import MOST_BYTES
from tests.live.exposed import Exposed, exposed
from tests.live.hosted import AtTable
from tests.live.kit import choose, table

POSTS = {"Ann": AccountRole.PLAYER, "Bob": AccountRole.PLAYER, "Fay": AccountRole.FLOOR, "Aud": AccountRole.AUDITOR}
TABLES = (table("nz-blackjack", perfect_pair="yes"), table("pa-down-under"))
STAKES = {"main": 1000}
View = dict[str, Any]


class Evening:
    """Ann and Bob play at the first table, the floorperson and an auditor look on, and so does nobody in particular."""

    def __init__(self, fuzzed: Exposed, at: dict[str, AtTable]) -> None:
        self.fuzzed, self.at = fuzzed, at
        self.room = fuzzed.house.rooms[1]
        self._chance = Random(1)

    @property
    def view(self) -> View:
        return self.room.view()

    def stands(self) -> tuple[object, object]:
        """Everything that could have changed."""
        rooms = self.fuzzed.house.rooms.values()
        return [(room.state, room.here.copy(), room.is_lost) for room in rooms], self.fuzzed.stored()

    def sit_down(self) -> None:
        for box, name in enumerate(("Ann", "Bob"), start=1):
            if not self.room.state.seat_of(name):
                assert self.at[name].say(f"{name}-sits-{self.room.state.head.count}", do="sit", box=box)["ok"]

    def go_on(self) -> None:
        """The next thing that is to be said at the table, by whoever has to."""
        for name in ("Ann", "Bob", "Fay"):
            message = choose(self.view, name, self._chance, STAKES, name == "Fay")
            if message is not None:
                reply = self.at[name].say(**message)
                assert reply["ok"], (message, reply)
                return
        wanted: View = {"do": "bet", "bets": [{"box": 1, "amount": 1000}]}  # both are ready, and nothing lies there yet
        if not self.at["guest"].say(do="leave")["ok"] and not self.at["Ann"].say(**wanted)["ok"]:
            raise AssertionError(f"nobody answers {self.view['question']}")

    def play_until(self, question: str) -> View:
        """Until something like this is asked."""
        while self.view["question"]["type"] != question:
            self.go_on()
        return self.view

    @contextmanager
    def unmoved(self) -> Iterator[None]:
        """What is done in here changes nothing, and nobody else is disturbed by it."""
        before = self.stands()
        yield
        assert self.stands() == before
        assert self.fuzzed.log.said == []
        assert self.at["Bob"].say("Bob-sits-again", do="sit", box=2)["refused"]["clause"]
        assert self.stands() == before


@contextmanager
def evening_at(url: str, **limits: float) -> Iterator[Evening]:
    with ExitStack() as stack:
        fuzzed = stack.enter_context(exposed(url, TABLES, POSTS, **limits))
        people = {**fuzzed.people, "nobody": fuzzed.nobody}
        at = {name: stack.enter_context(browser.at_table()) for name, browser in people.items()}
        yield Evening(fuzzed, at)
        fuzzed.assert_sound()


def assert_clear(reply: View, key: str | None) -> None:
    """An error that says what is wrong, in one line."""
    assert (reply["type"], reply["ok"], reply["key"]) == ("reply", False, key)
    assert set(reply) <= {"type", "ok", "key", "error", "refused"}
    assert reply["error"].splitlines() == [reply["error"]]


class Change(NamedTuple):
    """Something that happens to a message: which field, what becomes of it, and with which value."""

    field: int
    how: str
    value: Any


HALF = "\ud800"  # of a character, which JSON can write and UTF-8 cannot
VALUES = st.one_of(
    st.sampled_from(
        [None, True, -1, 0, 1, 2, 1000, 2**31, 2**63, 10**12, 10**30, 0.5, 1e300, float("nan"), float("inf")]
    ),
    st.sampled_from(["", "\0", HALF, "x" * 90, "Ann", "Bob", "main", "perfect-pair", "stand", "insurance", "decline"]),
    st.sampled_from([[], {}, [[]], {"box": 1}, [{"box": 1, "amount": 1000}], [{"box": 2, "amount": 1000}] * 65]),
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    ),
)
CHANGES = st.builds(Change, st.integers(0, 9), st.sampled_from(["set", "drop", "add", "rename", "list"]), VALUES)
CUTS = st.none() | st.none() | st.tuples(st.integers(0, 200), st.text(max_size=3))  # into the text as it is sent


def sayings(view: View, name: str) -> list[View]:
    """Everything that somebody might say, most of which is lawful at some time."""
    box = next((seat["box"] for seat in view["seats"] if seat["name"] == name), 3)
    actions = [choice["do"] for choice in view["question"].get("choices", ())] or ["stand"]
    floor: list[View] = [
        {"do": "direct", "what": "stop"},
        {"do": "notify", "what": "new-dealer"},
        {"do": "notify", "what": "reshuffle"},
        {"do": "report", "name": "absent-player", "box": 1, "hand": 0, "detail": ""},
    ]
    if name == "Fay":
        return floor
    return [
        *floor,
        *({"do": "act", "asked": view["asked"], "action": action} for action in actions),
        {"do": "bet", "bets": [{"box": box, "amount": 1000, "wager": "main"}]},
        {"do": "bet", "bets": [{"box": box, "amount": 500, "wager": "perfect-pair"}]},
        {"do": "take-back", "box": box, "wager": "main"},
        {"do": "sit", "box": box},
        {"do": "ready"},
        {"do": "leave"},
    ]


def changed(message: View, change: Change) -> Any:
    names = list(message)
    name = names[change.field % len(names)] if names else ""
    rest = {key: value for key, value in message.items() if key != name}
    match change.how:
        case "set":
            return {**message, name: change.value}
        case "drop":
            return rest
        case "rename":
            return {**rest, str(change.value)[:20]: message.get(name)}
        case "list":
            return {**message, name: [message.get(name)]}
        case _:
            return {**message, "more": change.value}


def key_of(frame: str) -> str | None:
    """The key of a message that can be read."""
    try:
        message = json.loads(frame)
    except ValueError:
        return None
    key = message.get("key") if isinstance(message, dict) else None
    fits = isinstance(key, str) and 0 < len(key) <= 64 and key.isascii() and key.isprintable()
    return key if fits and len(frame) <= MOST_BYTES else None
