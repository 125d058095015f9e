"""A million random requests and messages to a house, and no answer 5xx: `holecard serve` as a process of its own.

    python scripts/soak_fuzz.py 50000 --seed 7

Everybody takes part: visitors without an account, guests, players, floorpersons, auditors and administrators. Requests
are made from the server's own OpenAPI, with values that fit, nearly fit or don't fit at all; messages to the tables are
what a player may say there, changed a little. Two players go on playing meanwhile. Prints a line for every 20,000.

It fails if an answer is a 5xx, if the server logs anything or ends, if the two could not play on, or if `holecard audit
verify` is not satisfied in the end. The two limits of a house that would refuse most of this are lifted: messages per
second from one person, and logins per minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

sys.path.insert(0, str(Path(__file__).parent.parent))  # what starts servers is the tests' own

from holecard.games import GAMES
from holecard.live.people import accounts
from holecard.live.people.people import AccountRole
from holecard.live.store.store import Store
from holecard.live.web._asking import COOKIE
from tests.live.following import whole
from tests.live.kit import add_person, choose, table
from tests.live.served import HOLECARD, Served

WANTED = 1_000_000
EVERY = 20_000
LANES = 12  # connections of each kind that send at the same time
MOST_PEOPLE = 60
COMING = 3.0  # seconds between two groups of new people
FOLLOWED_BY = 400  # messages over one connection to a table
PURSE = 100_000_000
GREETING = 2  # lines that a server prints when all is well
LIFTED = """
from holecard.cli import main
from holecard.live.web import _asking
_asking.A_SECOND = _asking.AT_ONCE = 1e9
main()
"""
TABLES = [table("nz-blackjack", perfect_pair="yes"), table("pa-down-under"), table("nz-free-bet"), table("reference")]
STAKES = {"main": 1000}

ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 9, 500, 1000, 2**31, 2**63, 10**12, 10**30, 0.5, 1e300, float("nan")),
    *("", "\0", "\ud800", "x" * 200, "é", "1", "ann", "pla-1", "flo-2", "main", "stand", "decline", "../../etc/passwd"),
    *([], {}, [[]], {"box": 1}, [{"box": 1, "amount": 1000}], ["a"] * 100, "%00", "' OR 1=1 --", "2026-02-30", "٣"),
)
FILES = ("hard-totals", "hi-lo", "report.pdf", "card.csv")
WORDS = (*GAMES, "none", *FILES, "Ann", "pla-2", "player", "floor", "6", "8", "yes")
GARBAGE = (b"", b"{", b"[" * 5000, b"\xff\xfe", b"null", b"5", b'"x"', b'{"a":NaN}', b" " * 70_000, b'{"\\ud800":1}')


class Unlimited(Served):
    """A server without the limit on a person's messages; `Served` lifts that on logins."""

    program = (sys.executable, "-c", LIFTED)


class Count:
    """What was sent, half of it requests and half messages, and how it was answered."""

    def __init__(self, wanted: int) -> None:
        self._of_a_kind = wanted // 2
        self.statuses, self.replies, self.closed = Counter[int](), Counter[str](), Counter[int]()
        self.worst: list[str] = []
        self.rounds = 0

    @property
    def sent(self) -> int:
        return self.statuses.total() + self.replies.total()

    @property
    def wants_requests(self) -> bool:
        return self.statuses.total() < self._of_a_kind and not self.is_bad

    @property
    def wants_messages(self) -> bool:
        return self.replies.total() < self._of_a_kind and not self.is_bad

    @property
    def is_enough(self) -> bool:
        return not self.wants_requests and not self.wants_messages

    @property
    def is_bad(self) -> bool:
        return len(self.worst) > 20

    def add(self, kind: Counter[Any], which: object) -> None:
        kind[which] += 1
        if self.sent % EVERY == 0:
            print(self, flush=True)

    def complain(self, what: str) -> None:
        self.worst.append(what)
        print(what, flush=True)

    def __str__(self) -> str:
        kinds = Counter[str]()
        for status, number in self.statuses.items():
            kinds[f"{status // 100}xx"] += number
        answers = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
        said = ", ".join(f"{number} {kind}" for kind, number in sorted(self.replies.items()))
        return f"{self.sent:9}: requests {answers}; messages {said}; {self.rounds} rounds played meanwhile"


# What is sent


class Requests:
    """Random requests after the server's own description."""

    def __init__(self, document: dict[str, Any], chance: Random) -> None:
        self._schemas, self._chance = document["components"]["schemas"], chance
        self._operations = [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]

    def make(self) -> tuple[str, str, list[str], bytes]:
        """Method, address, headers and body."""
        method, path, operation = self._chance.choice(self._operations)
        query, headers = [], []
        for one in operation.get("parameters", ()):
            value = self._value(one["schema"])
            if one["in"] == "path":
                path = path.replace("{" + one["name"] + "}", quote(_text(value), safe="", errors="replace") or "0")
            elif one["in"] == "query" and self._chance.random() < 0.7:
                query.append((one["name"], _text(value)))
            elif one["in"] == "header":
                headers.append(f"{one['name']}: {quote(_text(value)[:80], safe='', errors='replace')}")
        if query:
            path += "?" + urlencode(query, errors="replace")
        return method, path[:3500], headers, self._body(operation)

    def _body(self, operation: dict[str, Any]) -> bytes:
        schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if schema is None or self._chance.random() < 0.05:
            return b"" if self._chance.random() < 0.9 else self._chance.choice(GARBAGE)
        return json.dumps(self._value(schema)).encode()

    def _value(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """A value that fits the schema, mostly."""
        chance = self._chance
        if chance.random() < 0.12 or depth > 5:
            return chance.choice(ODD)
        if "$ref" in schema:
            return self._value(self._schemas[schema["$ref"].rpartition("/")[2]], depth + 1)
        for several in ("anyOf", "oneOf", "allOf"):
            if several in schema:
                return self._value(chance.choice(schema[several]), depth + 1)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        match schema.get("type"):
            case "integer" | "number":
                bounds = schema.get("minimum", 0), schema.get("maximum", 5)
                return chance.choice((1, 2, 3, chance.randint(0, 10_000), *bounds))
            case "boolean":
                return chance.random() < 0.5
            case "null":
                return None
            case "array":
                return [self._value(schema.get("items", {}), depth + 1) for _ in range(chance.randint(0, 3))]
            case "object":
                return self._object(schema, depth)
            case _:
                return chance.choice((*WORDS, "".join(chance.choices("aé1 -_", k=chance.randint(0, 30)))))

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        wanted = set(schema.get("required", ()))
        found = {
            name: self._value(one, depth + 1)
            for name, one in schema.get("properties", {}).items()
            if name in wanted or self._chance.random() < 0.5
        }
        if self._chance.random() < 0.05:
            found[str(self._chance.choice(ODD))[:20]] = self._chance.choice(ODD)
        return found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def message(view: dict[str, Any], chance: Random, number: int) -> str | bytes:
    """What somebody might say at a table, or nearly."""
    actions = [choice["do"] for choice in view["question"].get("choices", ())] or ["stand"]
    said: list[dict[str, Any]] = [
        {"do": "act", "asked": view["asked"], "action": chance.choice(actions)},
        {"do": "bet", "bets": [{"box": chance.randint(1, 5), "amount": 1000, "wager": "main"}]},
        {"do": "take-back", "box": chance.randint(1, 5), "wager": "main"},
        {"do": "sit", "box": chance.randint(3, 5)},
        {"do": "ready"},
        {"do": "leave"},
        {"do": "say", "phrase": "thanks"},
        {"do": "notify", "what": "new-dealer"},
        {"do": "report", "name": "absent-player", "box": 1, "hand": 0, "detail": ""},
    ]
    one: Any = {"key": f"fuzz-{number}", **chance.choice(said)}
    for _ in range(chance.choice((0, 1, 1, 2))):
        name = chance.choice(list(one) or [""])
        match chance.choice(("set", "drop", "add", "list")):
            case "set":
                one[name] = chance.choice(ODD)
            case "drop":
                one.pop(name, None)
            case "add":
                one[str(chance.choice(ODD))[:20]] = chance.choice(ODD)
            case _:
                one[name] = [one.get(name)]
    text = json.dumps(one)
    if chance.random() < 0.1:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(('"', "{", "\0", "é", "]", "9" * 400)) + text[at + chance.randint(0, 2) :]
    return chance.choice(GARBAGE) if chance.random() < 0.02 else text


# Who sends it


async def ask(server: Served, cookies: list[str], requests: Requests, chance: Random, count: Count) -> None:
    """One connection for HTTP, which is opened again whenever the server closes it."""
    while count.wants_requests:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while count.wants_requests:
                method, path, headers, body = requests.make()
                cookie = chance.choice(cookies)
                lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Content-Length: {len(body)}"]
                lines += [f"Cookie: {COOKIE}={cookie}"] if cookie else []
                lines += ["Content-Type: application/json", *headers, "", ""]
                writer.write("\r\n".join(lines).encode() + body)
                status, closes, answer = await _answer(reader)
                count.add(count.statuses, status)
                if status >= 500:
                    count.complain(f"{status} to {method} {path} with {body[:300]!r}: {answer[:200]!r}")
                if closes:
                    break
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bool, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    body = b""
    if "transfer-encoding: chunked" in head:
        while size := int((await reader.readline()).strip() or b"0", 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
    elif "content-length: " in head:
        body = await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
    return status, "connection: close" in head, body


async def talk(server: Served, cookies: list[str], chance: Random, count: Count) -> None:
    """One connection to a table after another."""
    while count.wants_messages:
        cookie = chance.choice(cookies)
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        url = f"ws://127.0.0.1:{server.port}/ws/tables/{chance.choice((1, 2, 3, 4, 4, 9))}"
        with suppress(OSError, TimeoutError, InvalidStatus):
            async with connect(url, additional_headers=headers, max_size=None, compression=None) as socket:
                try:
                    await _talk_over(socket, chance, count)
                except ConnectionClosed as closed:
                    code = closed.rcvd.code if closed.rcvd is not None else 0
                    count.closed[code] += 1
                    if code == 1011:
                        count.complain(f"a table's connection ended with {code}")


async def _talk_over(socket: Any, chance: Random, count: Count) -> None:
    view: dict[str, Any] = whole(json.loads(await socket.recv()), {})
    for _ in range(FOLLOWED_BY):
        if not count.wants_messages:
            return
        await socket.send(message(view, chance, count.sent))
        while True:
            told = json.loads(await socket.recv())
            if told["type"] == "table":
                view = whole(told, view)
            elif told["type"] == "reply":
                break
        count.add(count.replies, "done" if told["ok"] else "refused")


async def play_on(server: Served, name: str, cookie: str, table_id: int, box: int, count: Count) -> None:
    """Somebody who plays as usual all the while."""
    chance, number = Random(name), 0
    while not count.is_enough:
        with suppress(ConnectionClosed, TimeoutError):
            url = f"ws://127.0.0.1:{server.port}/ws/tables/{table_id}"
            async with connect(url, additional_headers={"Cookie": f"{COOKIE}={cookie}"}, max_size=None) as socket:
                view: dict[str, Any] = {}
                while not count.is_enough:
                    async with asyncio.timeout(5):
                        told = json.loads(await socket.recv())
                    if told["type"] == "table":
                        before, view = view.get("round", told.get("round", 0)), whole(told, view)
                        count.rounds += view["round"] > before
                    if told["type"] == "reply" and told["ok"]:
                        continue
                    seated = any(seat["name"] == name for seat in view.get("seats", ()))
                    wanted = choose(view, name, chance, STAKES) if seated else {"do": "sit", "box": box}
                    if view and wanted is not None:
                        number += 1
                        await asyncio.sleep(0.02)
                        await socket.send(json.dumps({"key": f"{name}-{number}-{os.getpid()}", **wanted}))


# The whole


class People:
    """Those who send. Sessions end and accounts are disabled by what is sent, so somebody new comes now and then."""

    def __init__(self, server: Served) -> None:
        self._server, self._store = server, Store(server.database)
        self._number = 0
        self.cookies = ["", "no such session"]

    def come(self) -> None:
        """One more with each role, and a guest, in the place of those who came long ago."""
        self._number += 1
        new = [self.person(role)[1] for role in AccountRole]
        self.cookies[2:] = [*new, self._server.guest()[1], *self.cookies[2:]][:MOST_PEOPLE]

    def person(self, role: AccountRole) -> tuple[str, str]:
        """Somebody with an account: the name, and the token of a session."""
        name, store = f"{role[:3]}-{self._number}", self._store
        person = add_person(store, name, role, PURSE if role is AccountRole.PLAYER else 0)
        return name, store.write_now(lambda writing: accounts.begin_session(writing, person, store.now()))

    def close(self) -> None:
        self._store.close()


async def keep_coming(people: People, count: Count) -> None:
    while not count.is_enough:
        await asyncio.to_thread(people.come)
        await asyncio.sleep(COMING)


async def fuzz(server: Served, people: People, count: Count, seed: int) -> None:
    with server.client() as client:
        document = client.get("/openapi.json").json()
    players = [people.person(AccountRole.PLAYER), server.guest()]
    people.come()
    async with asyncio.TaskGroup() as group:
        group.create_task(keep_coming(people, count))
        for lane in range(LANES):
            chance = Random(f"{seed} {lane}")
            group.create_task(ask(server, people.cookies, Requests(document, chance), chance, count))
            group.create_task(talk(server, people.cookies, Random(f"{seed} table {lane}"), count))
        for box, (name, cookie) in enumerate(players, start=1):
            group.create_task(play_on(server, name, cookie, 1, box, count))


def main(wanted: int, seed: int) -> int:
    count = Count(wanted)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = f"sqlite:///{folder}/house.db"
        with Unlimited(url, folder, TABLES, betting="1", deciding="1") as server:
            people = People(server)
            try:
                asyncio.run(fuzz(server, people, count, seed))
            finally:
                people.close()
            server.stop()
            logged = server.log.splitlines()[GREETING:]
        audited = subprocess.run([HOLECARD, "audit", "verify", "--database", url], capture_output=True, text=True)
    print(count)
    print("statuses:", dict(sorted(count.statuses.items())), " connections ended:", dict(count.closed))
    print(*logged[:40], audited.stdout, audited.stderr, sep="\n")
    return int(bool(count.worst or logged or audited.returncode or not count.rounds))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Send a house a million random requests and messages.")
    parser.add_argument("wanted", type=int, nargs="?", default=WANTED, help="requests and messages")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.exit(main(given.wanted, given.seed))
