"""A table's socket under whatever can be sent to it: a message that is not as it should be is answered with one clear
line and its key, changes nothing, and disturbs nobody."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from holecard.live.web.sockets import MOST_BYTES, MOST_TOO_OFTEN, NO_TABLE, TOO_OFTEN
from tests.kit.soak import usual_or_soak
from tests.live.disturbed import (
    CHANGES,
    CUTS,
    Change,
    Evening,
    View,
    assert_clear,
    changed,
    evening_at,
    key_of,
    sayings,
)
from tests.live.exposed import foreign

EXAMPLES = usual_or_soak(120, 2000)
MESSAGES = 12  # that a player might say


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with evening_at(f"sqlite:///{tmp_path_factory.mktemp('fuzzed')}/house.db") as found:
        found.sit_down()
        found.play_until("bets")
        yield found


# What cannot be read


def said(**fields: Any) -> str:
    return json.dumps({"key": "K", **fields})


def bet(amount: str, box: str = "1", wager: str = '"main"') -> str:
    """A wager as JSON has it, which may be what Python's own would not write."""
    return f'{{"key": "K", "do": "bet", "bets": [{{"box": {box}, "amount": {amount}, "wager": {wager}}}]}}'


WITHOUT_KEY: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "hello",
    "half of it": said(do="leave")[:-1],
    "two at once": said(do="leave") * 2,
    "a list": f"[{said(do='leave')}]",
    "a text": '"leave"',
    "a number": "5",
    "null": "null",
    "bytes": said(do="leave").encode(),
    "bytes that are no text": b"\xff\xfe\x00",
    "deep": "[" * 8000,
    "deep below a key": '{"key": "K", "do": ' + '{"do":' * 2000,
    "too long": said(do="leave", detail="x" * MOST_BYTES),
    "too long in UTF-8": json.dumps({"key": "K", "do": "é" * (MOST_BYTES // 2)}, ensure_ascii=False),
    "digits without end": f'{{"key": "K", "do": "sit", "box": {"9" * 6000}}}',
    "NUL": said(do="leave") + "\x00",
    "no key": json.dumps({"do": "leave"}),
    "an empty key": json.dumps({"key": "", "do": "leave"}),
    "a long key": json.dumps({"key": "k" * 65, "do": "leave"}),
    "a number as key": json.dumps({"key": 1, "do": "leave"}),
    "a key with NUL": json.dumps({"key": "a\0b", "do": "leave"}),
    "a key of half a character": '{"key": "\\ud800", "do": "leave"}',
    "a key with a line's end": json.dumps({"key": "a\nb", "do": "leave"}),
    "a key in no ASCII": json.dumps({"key": "é", "do": "leave"}),
}
WITH_KEY = {
    "nothing to do": said(),
    "something unknown": said(do="dance"),
    "a list to do": said(do=["leave"]),
    "NUL": said(do="leave\0"),
    "half a character": '{"key": "K", "do": "\\ud800"}',
    "half a character as field": '{"key": "K", "do": "leave", "\\udfff": 1}',
    "a field too many": said(do="leave", box=1),
    "a field too few": said(do="sit"),
    "null for a box": said(do="sit", box=None),
    "true for a box": said(do="sit", box=True),
    "text for a box": said(do="sit", box="1"),
    "a box below nothing": said(do="sit", box=-1),
    "a box too far": said(do="sit", box=101),
    "a float": bet("1000.0"),
    "a fraction": bet("0.5"),
    "an exponent": bet("1e3"),
    "NaN": bet("NaN"),
    "infinity": bet("Infinity"),
    "less than infinity": bet("-Infinity"),
    "a float without end": bet("1e999"),
    "below nothing": bet("-1000"),
    "32 bits": bet(str(2**63)),
    "more than there is": bet(str(10**12 + 1)),
    "a thousand digits": bet("9" * 1000),
    "text for money": bet('"1000"'),
    "no bets": said(do="bet", bets=[]),
    "bets that are none": said(do="bet", bets=[1]),
    "one bet": said(do="bet", bets={"box": 1, "amount": 1000}),
    "many bets": said(do="bet", bets=[{"box": 1, "amount": 1000}] * 65),
    "a long wager": bet("1000", wager=f'"{"x" * 81}"'),
    "a wager that is none": bet("1000", wager="{}"),
    "no direction": said(do="direct", what="shout"),
    "no reason": said(do="direct", what="close"),
    "a reason without words": said(do="direct", what="close", why="    "),
    "no question": said(do="act", action="hit"),
    "a question that is none": said(do="act", action="hit", asked={}),
    "a hand below nothing": said(do="act", action="hit", asked="1-0", hand=-1),
}


@pytest.mark.parametrize("name", WITHOUT_KEY)
def test_what_cannot_be_read_is_told_so(name: str, evening: Evening) -> None:
    with evening.unmoved():
        reply = evening.at["Ann"].send(WITHOUT_KEY[name])
        assert_clear(reply, None)
        assert "refused" not in reply


@pytest.mark.parametrize("name", WITH_KEY)
def test_what_has_a_key_is_answered_with_it(name: str, evening: Evening) -> None:
    with evening.unmoved():
        for who in ("Ann", "Fay"):
            reply = evening.at[who].send(WITH_KEY[name])
            assert_clear(reply, "K")
            assert "refused" not in reply
        assert_clear(evening.at["nobody"].send(WITH_KEY[name]), "K")


@pytest.mark.parametrize(
    ("frame", "is_text", "code"),
    [
        pytest.param(b"x" * (4 * MOST_BYTES + 1), True, 1009, id="far too long"),
        pytest.param(b"x" * (4 * MOST_BYTES + 1), False, 1009, id="far too long in bytes"),
        pytest.param(b'{"key": "\xff"}', True, 1007, id="no UTF-8"),
        pytest.param(b'{"key": "\xed\xa0\x80"}', True, 1007, id="half a character in UTF-8"),
    ],
)
def test_what_no_socket_may_carry_ends_it(frame: bytes, is_text: bool, code: int, evening: Evening) -> None:
    with evening.fuzzed.people["Ann"].at_table() as ann:
        state, stored = evening.room.state, evening.fuzzed.stored()
        with pytest.raises(ConnectionClosed) as closed:
            ann.send(frame, is_text=is_text)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
    assert (evening.room.state, evening.fuzzed.stored()) == (state, stored)
    with evening.unmoved():
        assert_clear(evening.at["Ann"].say("K", do="dance"), "K")


# What is not his to do


def lawful(view: View) -> str:
    """What may be answered."""
    return str(view["question"]["choices"][0]["do"])


def out_of_turn(view: View) -> Iterator[tuple[str, View]]:
    """Who should not say what, while a player is asked."""
    asked, mine = view["question"]["bettor"], view["question"]["box"]
    other = "Bob" if asked == "Ann" else "Ann"
    answer = {"do": "act", "asked": view["asked"], "action": lawful(view)}
    for name in (other, "guest", "Fay", "Aud"):
        yield name, answer
    for action in ("", "dance", "collect", "shuffle", "designate"):
        yield asked, {**answer, "action": action}
    for stale in ("", "0-00000000", view["asked"] + "0", view["asked"].upper() + "x", "1-0"):
        yield asked, {**answer, "asked": stale}
    yield asked, {**answer, "amount": 10**12}
    for name in (asked, other):
        yield name, {"do": "bet", "bets": [{"box": mine, "amount": 1000}]}
        yield name, {"do": "take-back", "box": mine}
        yield name, {"do": "take-back", "box": 3}
        yield name, {"do": "take-back", "box": mine, "wager": "no-such"}
        yield name, {"do": "ready"}
        yield name, {"do": "sit", "box": 3}
    yield "guest", {"do": "leave"}
    yield "guest", {"do": "sit", "box": mine}
    yield "guest", {"do": "sit", "box": 0}
    yield "guest", {"do": "sit", "box": 6}
    for name in ("Fay", "Aud"):
        yield name, {"do": "sit", "box": 3}
        yield name, {"do": "bet", "bets": [{"box": mine, "amount": 1000}]}
    for name in (asked, other, "guest", "Aud"):
        yield name, {"do": "direct", "what": "stop"}
        yield name, {"do": "direct", "what": "step"}
        yield name, {"do": "notify", "what": "new-dealer"}
        yield name, {"do": "report", "name": "misdeal", "box": mine}
    yield "Fay", {"do": "direct", "what": "resume"}
    yield "Fay", {"do": "direct", "what": "step"}
    yield "Fay", {"do": "direct", "what": "close", "why": "as planned"}
    yield "Fay", {"do": "notify", "what": "dance"}
    yield "Fay", {"do": "notify", "what": "sit", "box": 3, "name": "Ann"}
    yield "Fay", {"do": "report", "name": "dance"}
    yield "Fay", {"do": "report", "name": "absent-player", "box": 99, "hand": 99}


def test_what_is_not_his_to_do_is_refused(evening: Evening) -> None:
    view = evening.play_until("decide")
    for number, (name, message) in enumerate(out_of_turn(view)):
        with evening.unmoved():
            key = f"not-his-{number}"
            assert_clear(evening.at[name].say(key, **message), key)
            assert_clear(evening.at["nobody"].say(key, **message), key)


def test_who_neither_sits_nor_bets_is_not_ready(evening: Evening) -> None:
    evening.play_until("bets")
    with evening.unmoved():
        for name in ("guest", "Fay", "Aud", "nobody"):
            assert_clear(evening.at[name].say(f"ready-{name}", do="ready"), f"ready-{name}")


def test_a_table_that_one_is_not_at(evening: Evening) -> None:
    view = evening.play_until("decide")
    asked = view["question"]["bettor"]
    with evening.fuzzed.people[asked].at_table(2) as elsewhere, evening.unmoved():
        for number, message in enumerate(
            (
                {"do": "act", "asked": view["asked"], "action": lawful(view)},
                {"do": "act", "asked": elsewhere.view["asked"], "action": lawful(view)},
                {"do": "bet", "bets": [{"box": view["question"]["box"], "amount": 1000}]},
                {"do": "take-back", "box": view["question"]["box"]},
                {"do": "leave"},
            )
        ):
            assert_clear(elsewhere.say(f"elsewhere-{number}", **message), f"elsewhere-{number}")


# What was said before


def test_what_is_repeated_is_answered_again_and_not_done_twice(evening: Evening) -> None:
    evening.play_until("bets")
    ann = evening.at["Ann"]
    wager = {"do": "bet", "bets": [{"box": 1, "amount": 1000}]}
    first = ann.say("repeated", **wager)
    assert first["ok"]
    with evening.unmoved():
        assert ann.say("repeated", **wager) == first
        with evening.fuzzed.people["Ann"].at_table() as again:
            assert again.say("repeated", **wager) == first
        for other in ({"do": "leave"}, {"do": "take-back", "box": 1}, {"do": "bet", "bets": [{"box": 1, "amount": 1}]}):
            assert_clear(ann.say("repeated", **other), "repeated")
        with evening.fuzzed.people["Ann"].at_table(2) as elsewhere:
            assert_clear(elsewhere.say("repeated", do="sit", box=1), "repeated")
    evening.play_until("decide")
    with evening.unmoved():  # nor when it would be refused by now
        assert ann.say("repeated", **wager) == first
        assert_clear(ann.say("repeated", do="ready"), "repeated")
    assert evening.at["Bob"].say("repeated", do="direct", what="stop")["refused"]  # his keys are his own


def test_what_comes_many_times_at_once_is_done_once(evening: Evening) -> None:
    evening.play_until("bets")
    before, balance = evening.room.state.head.count, evening.fuzzed.people["Ann"].get("/api/me").json()["balance"]
    ann = evening.at["Ann"]
    frame = json.dumps({"key": "at-once", "do": "bet", "bets": [{"box": 1, "amount": 1000}]})
    replies = ann.send_all([frame] * 20)
    assert replies == [{"type": "reply", "key": "at-once", "ok": True, "seq": before + 1}] * 20
    assert evening.fuzzed.people["Ann"].get("/api/me").json()["balance"] == balance - 1000


def test_an_answer_that_comes_too_late_is_refused(evening: Evening) -> None:
    """Two answers to one question, sent before either is answered; and every earlier question's name once more."""
    view = evening.play_until("decide")
    asked, name = view["asked"], view["question"]["bettor"]
    answer = {"do": "act", "asked": asked, "action": lawful(view)}
    frames = [json.dumps({"key": f"late-{number}", **answer}) for number in range(3)]
    first, *late = evening.at[name].send_all(frames)
    assert first["ok"]
    with evening.unmoved():
        for number, reply in enumerate(late, start=1):
            assert_clear(reply, f"late-{number}")
    evening.play_until("decide")
    with evening.unmoved():
        for who in ("Ann", "Bob"):
            assert_clear(evening.at[who].say(f"later-{who}", **answer), f"later-{who}")


# From where


def test_a_socket_from_another_sites_page_is_refused(evening: Evening) -> None:
    host = f"{evening.fuzzed.nobody.base_url.host}:{evening.fuzzed.nobody.base_url.port}"
    ann = evening.fuzzed.people["Ann"]
    with evening.unmoved():
        for origin in foreign(host):
            with pytest.raises(InvalidStatus) as refused, ann.at_table(origin=origin):
                pass
            assert refused.value.response.status_code == 403, origin
    for origin in (f"http://{host}", f"https://{host}"):
        with ann.at_table(origin=origin) as again:
            assert again.view["type"] == "table"


@pytest.mark.parametrize("place", ["0", "3", "-1", str(2**31), str(2**70), "1?after=-9", f"1?after={2**70}"])
def test_a_table_that_is_not_there(place: str, evening: Evening) -> None:
    with evening.unmoved():
        if "?" in place:  # the table is: what was never told is not told again
            with evening.fuzzed.nobody.at_table(place) as visitor:
                assert visitor.view["type"] == "table"
        else:
            with pytest.raises(ConnectionClosed) as closed, evening.fuzzed.nobody.at_table(place):
                pass
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == NO_TABLE


@pytest.mark.parametrize("place", ["x", "1.5", "", "1/2", "%00", "1?after=x", "1?after=1.5", "1?after="])
def test_an_address_that_cannot_be_read(place: str, evening: Evening) -> None:
    with evening.unmoved(), pytest.raises(InvalidStatus) as refused, evening.fuzzed.nobody.at_table(place):
        pass
    assert refused.value.response.status_code in (403, 404)


# How often


def test_who_says_too_much_is_slowed_down_and_nobody_else_is(sqlite_url: str) -> None:
    at_once = 10
    with evening_at(sqlite_url, a_second=0.0, at_once=float(at_once)) as evening:
        ann, bob = evening.at["Ann"], evening.at["Bob"]
        assert ann.say(do="sit", box=1)["ok"]
        left = at_once - 1
        while evening.view["question"]["type"] != "bets":  # she cuts the cards
            evening.go_on()
            left -= 1
        frames = [json.dumps({"key": f"flood-{number}", "do": "ready"}) for number in range(MOST_TOO_OFTEN)]
        replies = ann.send_all(frames)
        assert [reply["key"] for reply in replies] == [f"flood-{number}" for number in range(MOST_TOO_OFTEN)]
        assert all(reply["ok"] for reply in replies[:left])
        before = evening.stands()
        for reply in replies[left:]:
            assert_clear(reply, reply["key"])
            assert "slow down" in reply["error"]
        with evening.fuzzed.people["Ann"].at_table(2) as elsewhere:  # nor does she get further elsewhere
            assert_clear(elsewhere.say("elsewhere", do="sit", box=1), "elsewhere")
        with pytest.raises(ConnectionClosed) as closed:
            ann.send_all(["no key"] * MOST_TOO_OFTEN)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TOO_OFTEN
        assert evening.fuzzed.stored() == before[1]
        assert bob.say(do="sit", box=2)["ok"]
        assert bob.say(do="bet", bets=[{"box": 2, "amount": 1000}])["ok"]


# What is nearly right


def test_what_is_nearly_right(evening: Evening) -> None:
    """Real messages, changed a little, from everybody, while the game goes on."""
    tally: Counter[tuple[str, bool]] = Counter()

    def send(name: str, which: int, changes: list[Change], cut: tuple[int, str] | None) -> None:
        evening.sit_down()
        evening.go_on()
        known = sayings(evening.view, name)
        message: Any = {"key": f"fuzz-{evening.room.state.head.count}", **known[which % len(known)]}
        for change in changes:
            message = changed(message, change)
        frame = json.dumps(message)
        if cut is not None:
            frame = frame[: cut[0]] + cut[1] + frame[cut[0] :]
        before = evening.stands()
        reply = evening.at[name].send(frame)
        if reply["ok"]:
            assert reply["key"] == key_of(frame)
        else:
            assert_clear(reply, key_of(frame))
            assert evening.stands() == before
        assert evening.fuzzed.log.said == []
        tally[name, reply["ok"]] += 1
        for what in [*["resume"] * evening.room.state.is_stopped, *["open"] * (not evening.room.state.is_open)]:
            assert evening.at["Fay"].say(do="direct", what=what, why="as before")["ok"]

    for name in ("Ann", "Bob"):
        for which in range(MESSAGES):
            send(name, which, [], None)  # as it is, so that some are lawful
    often = settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    often(given(st.sampled_from(list(evening.at)), st.integers(0, 20), st.lists(CHANGES, max_size=2), CUTS)(send))()
    done, refused = ({name for name, is_ok in tally if is_ok is wanted} for wanted in (True, False))
    assert "Fay" in done <= {"Ann", "Bob", "guest", "Fay"}
    assert len(done) > 1, "some player too"
    assert refused == set(evening.at)
    evening.fuzzed.assert_sound()
