"""A table as somebody follows it who is told only what changes: the merge that every program on the wire needs."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


def merged(shown: Any, change: Any) -> Any:
    """What was shown, with a change: an object goes in by key, or by place in a list; anything else replaces.

    >>> merged({"rack": 3, "boxes": [{"box": 1, "cards": ["As"]}]}, {"boxes": {"0": {"cards": ["As", "Kd"]}}})
    {'rack': 3, 'boxes': [{'box': 1, 'cards': ['As', 'Kd']}]}
    >>> merged([], {"0": {"box": 2}})
    [{'box': 2}]
    """
    if not isinstance(change, dict) or not isinstance(shown, dict | list):
        return change
    if isinstance(shown, dict):
        return shown | {key: merged(shown.get(key), part) for key, part in change.items()}
    made = list(shown)
    for place, part in change.items():
        at = int(place)
        made[at : at + 1] = [merged(made[at] if at < len(made) else None, part)]
    return made


def tables(shown: Message, events: list[Message]) -> list[Message]:
    """The table after each picture of these events."""
    made = []
    for event in events:
        for picture in event["pictures"]:
            shown = merged(shown, picture["change"])
            made.append(shown)
    return made


def whole(message: Message, last: Message | None) -> Message:
    """A `table` message with the whole table in it; `last` is the one before, made whole."""
    if "table" in message:
        return message
    assert last is not None, "the first message has the whole table"
    shown = [last["table"], *tables(last["table"], message["events"])][-1]
    return message | {"version": last["version"], "table": shown}
