"""The HTTP interface under random requests, made from its own OpenAPI and sent by everybody: none brings the server to
fail, every answer is as it is described, and whatever is refused has changed nothing."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from holecard.games import GAMES
from holecard.live.people.people import AccountRole
from holecard.live.web import _asking as asking
from holecard.live.web._asking import COOKIE
from holecard.live.web.http_lab import FILES
from tests.kit.soak import usual_or_soak
from tests.live.exposed import Exposed, exposed, foreign, play
from tests.live.kit import STANDING, open_house, table
from tests.live.visitors import Visitors

EXAMPLES = usual_or_soak(2, 20)  # of each request, each sent by everybody
FROZEN = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
POSTS = {"Ann": AccountRole.PLAYER, "Fay": AccountRole.FLOOR, "Aud": AccountRole.AUDITOR}
EVERYBODY = ("nobody", "guest", *POSTS)
ENDING = ("/api/guest", "/api/register", "/api/invited", "/api/login", "/api/logout")  # who asked is logged out
Document = dict[str, Any]
Told = dict[tuple[str, str], Counter[int]]  # by who asked and for what


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exposed]:
    """A house with a round of Ann's, and half of another."""
    folder = tmp_path_factory.mktemp("fuzzed")
    with exposed(f"sqlite:///{folder}/house.db", [table("pa-down-under"), table("nz-blackjack")], POSTS) as found:
        with found.people["Ann"].at_table() as ann:
            play(ann, "Ann", 1, {"main": 1000})
        yield found


class Fuzz:
    """Everybody's requests, one after another."""

    def __init__(self, fuzzed: Exposed) -> None:
        self._fuzzed = fuzzed
        self._cookies = {name: {COOKIE: fuzzed.log_in(name)} for name in fuzzed.persons} | {"nobody": {}}
        self._stored = fuzzed.stored()
        self.told: Told = defaultdict(Counter)
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # who asks stays who he is

    def run(self, document: Document, mode: GenerationMode, *excluded: Any) -> Told:
        """What everybody is told to every request that the document describes."""
        api = schemathesis.openapi.from_dict(document)
        api.config.update(base_url=str(self._fuzzed.nobody.base_url))
        for found in api.get_all_operations():
            operation = cast(Any, found).ok()
            if mode is GenerationMode.NEGATIVE and not _can_be_wrong(operation):
                continue

            def ask(case: Any) -> None:
                if mode is GenerationMode.POSITIVE:
                    case.body = _counted(case.body)
                for name in EVERYBODY:
                    self._ask(name, case, excluded)

            FROZEN(given(case=operation.as_strategy(generation_mode=mode))(ask))()
        self._session.close()
        self._fuzzed.assert_sound()
        return self.told

    def _ask(self, name: str, case: Any, excluded: tuple[Any, ...]) -> None:
        path, cookies = case.operation.path, self._cookies[name]
        if path in ENDING and cookies:
            cookies = {COOKIE: self._fuzzed.log_in(name)}
            self._stored = self._fuzzed.stored()
        response = case.call_and_validate(session=self._session, cookies=cookies, excluded_checks=list(excluded))
        before, self._stored = self._stored, self._fuzzed.stored()
        self.told[name, path][response.status_code] += 1
        if response.status_code >= 400:
            assert set(response.json()) <= {"error", "refused"}
            assert response.json()["error"].splitlines() == [response.json()["error"]]
        if response.status_code >= 400 or case.method == "GET":
            assert self._stored == before


def _can_be_wrong(operation: Any) -> bool:
    """Any text may be the name of something: only a number, or what has a pattern, can be wrong."""
    names = {parameter.name for parameter in operation.iter_parameters()}
    return bool(operation.body or names - {"job_id", "file"})


def _counted(body: Any) -> Any:
    """JSON Schema takes 5.0 for a whole number. We do not: cents are counted."""
    if not isinstance(body, dict):
        return body
    return {key: int(value) if isinstance(value, float) else value for key, value in body.items()}


def described(fuzzed: Exposed) -> tuple[Document, set[str]]:
    """The requests as the server describes them, and which of them are for people who are logged in: as whom
    somebody comes is ours to say here."""
    document: Document = fuzzed.nobody.get("/openapi.json").json()
    operations = [(path, each) for path, methods in document["paths"].items() for each in methods.values()]
    closed = {path for path, each in operations if each.pop("security", None)}
    return document, closed


def assert_closed(told: Told, closed: set[str]) -> None:
    """Nobody has come where one must be logged in; at most he was told that it cannot be read."""
    statuses = {status for path in closed for status in told["nobody", path]}
    assert 401 in statuses <= {400, 401, 422}


def test_requests_as_they_are_described(fuzzed: Exposed) -> None:
    document, closed = described(fuzzed)
    told = Fuzz(fuzzed).run(document, GenerationMode.POSITIVE)
    assert_closed(told, closed)
    assert {path for _, path in told} == set(document["paths"])
    for name in EVERYBODY:
        assert set(told[name, "/api/lobby"]) == {200}
        assert set(told[name, "/api/guest"]) == {201}
        assert set(told[name, "/api/me"]) == {200}
    assert "/api/me" not in closed, "that one is nobody is no error"


def test_requests_as_they_should_not_be(fuzzed: Exposed) -> None:
    document, closed = described(fuzzed)
    told = Fuzz(fuzzed).run(document, GenerationMode.NEGATIVE)
    assert_closed(told, closed)
    for name in POSTS:
        assert set(told[name, "/api/cashier/buy-in"]) | set(told[name, "/api/me/limits"]) <= {400, 422}


def test_requests_for_what_is_there(fuzzed: Exposed) -> None:
    document, closed = described(fuzzed)
    told = Fuzz(fuzzed).run(_aimed(document, fuzzed), GenerationMode.POSITIVE, positive_data_acceptance)
    assert_closed(told, closed)
    for name in EVERYBODY:
        assert 200 in told[name, "/api/shoes/{table_id}/{number}"]
        assert 202 in told[name, "/api/tables/{table_id}/edge"]
    for path in ("/api/rounds/{table_id}/{number}", "/api/rounds/{table_id}/{number}/file"):
        assert 200 in set(told["Ann", path]) <= {200, 403, 404}
        assert 403 in set(told["guest", path]) <= {403, 404}
        assert 200 in set(told["Fay", path]) | set(told["Aud", path]) <= {200, 404}
    floor = "/api/tables/{table_id}/floor"
    assert set(told["Ann", floor]) == set(told["guest", floor]) == {403}
    assert 200 in set(told["Fay", floor]) | set(told["Aud", floor]) <= {200, 404}
    assert 202 in told["Ann", "/api/lab/analyses"]


def _aimed(document: Document, fuzzed: Exposed) -> Document:
    """The same with names and numbers of which something is there."""
    with fuzzed.nobody.another(fuzzed.log_in("Fay")) as fay:  # a request before this one may have ended her sessions
        job = fay.post("/api/lab/analyses", json={"game": "reference"}).raise_for_status().json()["id"]
    games = [*GAMES, "none"]
    known = {
        "table_id": [1, 2, 3],
        "number": [1, 2, 9],
        "game_key": games,
        "job_id": [job, "none"],
        "file": [*FILES, "none"],
        "bettor": ["Ann", "Fay", "Bob"],
    }
    for methods in document["paths"].values():
        for parameter in (one for each in methods.values() for one in each.get("parameters", ())):
            if parameter["name"] in known:
                parameter["schema"] = {"enum": known[parameter["name"]]}
    for name in ("Configured", "Simulated"):
        configured = document["components"]["schemas"][name]["properties"]
        configured["game"] = {"enum": games}
        configured["options"] = {"type": "object", "properties": {"decks": {"enum": ["6", "8", "x"]}}}
    for name in ("Credentials", "Invited"):
        document["components"]["schemas"][name]["properties"]["name"] = {"enum": ["Ann", "Fay", "ann"]}
    return document


# How often, from where, how much


Request = tuple[str, str, dict[str, Any]]


def answered(logins: float, *asked: Request, who: str = "Ann") -> list[int]:
    """The statuses of these requests, one after another, by Ann, who is logged in, in a house of its own."""

    async def ask(folder: str) -> list[int]:
        async with open_house(f"sqlite:///{folder}/house.db", [table("reference")]) as house:
            visitors = Visitors(house, logins)
            visitors.log_in("Ann", purse=1000)
            return [(await visitors.ask(who, method, path, **more)).status_code for method, path, more in asked]

    with TemporaryDirectory() as folder:
        return asyncio.run(ask(folder))


def buying(key: str, sum_: int = 1, **headers: str) -> Request:
    return "POST", "/api/cashier/buy-in", {"json": {"amount": sum_}, "headers": {"Idempotency-Key": key, **headers}}


LOG_IN: Request = ("POST", "/api/login", {"json": {"name": "Ann", "password": "not-the-password"}})
ME: Request = ("GET", "/api/me", {})


def test_logins_are_few_and_looking_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "time", STANDING)
    guest: Request = ("POST", "/api/guest", {})
    assert answered(5, *[LOG_IN] * 5, *[ME] * 20, LOG_IN, guest, ME) == [*[401] * 5, *[200] * 20, 429, 429, 200]


def test_what_somebody_does_is_so_much_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "A_SECOND", 0.0)
    monkeypatch.setattr(asking, "AT_ONCE", 3.0)
    limits: Request = ("PUT", "/api/me/limits", {"json": {"minutes": 60}})
    lab: Request = ("POST", "/api/lab/analyses", {"json": {"game": "none"}})
    asked = [buying("1"), buying("2"), limits, buying("3"), limits, lab, ME]
    assert answered(5, *asked) == [200, 200, 200, 429, 429, 429, 200]


def test_a_request_from_another_sites_page_is_refused() -> None:
    ours = [buying("1", Origin="http://house.test"), buying("2", Origin="https://house.test")]
    theirs = [buying(f"evil-{n}", Origin=origin) for n, origin in enumerate(foreign("house.test"))]
    assert answered(5, *ours, *theirs, buying("3")) == [200, 200, *[403] * len(theirs), 200]


ODD_COOKIES = (b"", b"x" * 5000, b"\xff\xfe", b"a\tb", b'"\\377\\000"', b"\xc3\xa9", b"=;=", b"' OR 1=1 --")


def test_an_odd_cookie_is_nobodys() -> None:
    asked: list[Request] = [("GET", "/api/rounds", {"headers": {"Cookie": b"holecard=" + one}}) for one in ODD_COOKIES]
    assert answered(5, *asked, who="nobody") == [401] * len(asked)


def test_a_request_has_an_end() -> None:
    long = {"content": b" " * 2_000_000, "headers": {"Content-Type": "application/json", "Idempotency-Key": "1"}}
    assert answered(5, ("POST", "/api/cashier/buy-in", long)) == [413]


ODD_BODIES = (
    rb'{"name": "Bobby", "password": "\ud800aaaaaaaaaa"}',
    rb'{"name": "Bobby", "password": "aaaaaaaaaaaa", "\ud800": 1}',
    rb'{"name": "Bobby\u0000", "password": "aaaaaaaaaaaa"}',
    b'{"name": "Bobby", "password": NaN}',
    b'{"name": "Bobby", "password": 1e999}',
    b'{"name": "Bobby", "password": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
    b"\xff\xfe",
    b"",
)


@pytest.mark.parametrize("path", ["/api/register", "/api/login", "/api/invited"])
def test_what_json_or_a_database_cannot_hold(path: str) -> None:
    headers = {"Content-Type": "application/json"}
    asked: list[Request] = [("POST", path, {"content": body, "headers": headers}) for body in ODD_BODIES]
    assert set(answered(1000, *asked)) <= {400, 413, 422}
