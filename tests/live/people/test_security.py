"""What keeps an account its owner's: passwords that nobody guesses, sessions that end, and a log of who tried."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice

import pytest
from sqlalchemy import select

from holecard.law.errors import Refused
from holecard.live.people import accounts, passwords
from holecard.live.people.accounts import LOOSENED, Limits, Loosened
from holecard.live.people.passwords import Busy, Hashing, checked_password
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.migrate import migrate
from holecard.live.store.store import Store
from holecard.live.web.sockets import LOGGED_OUT
from tests.cli.kit import assert_complains, here
from tests.kit.patience import PATIENCE
from tests.live.hosted import Browser, hosted
from tests.live.kit import add_person, table

TABLES = [table("reference")]
PASSWORD, ANOTHER = "correct horse", "battery staple"
NOW = 1000.0


@pytest.fixture
def store(sqlite_url: str) -> Iterator[Store]:
    opened = Store(sqlite_url)
    migrate(opened.engine)
    yield opened
    opened.close()


@pytest.fixture
def browser(store: Store) -> Iterator[Browser]:
    with hosted(store, TABLES) as opened:
        yield opened


# Passwords and names that are refused


@pytest.mark.parametrize(
    "password",
    ["password", "Password1!", "12345678", "qwertyuiop", "aaaaaaaa", "abababab", "iloveyou", "87654321", "blackjack21"],
)
def test_a_common_password_is_refused(password: str) -> None:
    with pytest.raises(Refused, match="too common"):
        checked_password(password, "Ann")


@pytest.mark.parametrize("password", ["Margaret", "margaret1984", "2837465019"])
def test_a_name_or_a_number_is_no_password(password: str) -> None:
    with pytest.raises(Refused, match="your name or a number"):
        checked_password(password, "Margaret")


@pytest.mark.parametrize("name", ["house", "Cashier", "FLOOR", "admin1", "d.e.a.l.e.r"])
def test_nobody_seems_to_be_the_house(browser: Browser, name: str) -> None:
    refused = browser.post("/api/register", json={"name": name, "password": PASSWORD})
    assert (refused.status_code, refused.json()["refused"]["why"]) == (409, "is a name of the house")


# Hashing


def test_passwords_are_hashed_a_few_at_a_time_and_without_a_connection(
    browser: Browser, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a hundred try to log in, the cashier serves, and those who are too many are asked to try again."""
    entered, going = threading.Semaphore(0), threading.Event()

    def slow(stored: str | None, password: str) -> bool:
        entered.release()
        going.wait(PATIENCE)
        return False

    def wait_for_the_writer_alone() -> None:
        """Others of the house may use a connection for a moment."""
        limit = time.monotonic() + PATIENCE
        while store.engine.pool.checkedout() > 1:  # type: ignore[attr-defined]  # the kind of pool that we use has it
            assert time.monotonic() < limit, "only the writer's own connection is in use"
            time.sleep(0.01)

    monkeypatch.setattr("holecard.live.web.http_accounts.matches", slow)
    browser.post("/api/guest")

    def log_in(_: int) -> int:
        with browser.another() as another:
            return another.post("/api/login", json={"name": "Ann", "password": "wrong horse"}).status_code

    most = passwords.AT_ONCE + passwords.MOST_WAITING
    with ThreadPoolExecutor(most + 8) as pool:
        try:
            tries = [pool.submit(log_in, at) for at in range(most + 8)]
            entered.acquire()
            bought = browser.post("/api/cashier/buy-in", json={"amount": 500}, headers={"Idempotency-Key": "one"})
            assert bought.status_code == 200
            assert [done.result() for done in islice(as_completed(tries), 8)] == [503] * 8
            wait_for_the_writer_alone()
        finally:
            going.set()  # or the house would wait for them for ever
        assert sorted(one.result() for one in tries) == [401] * most + [503] * 8


def test_the_pool_is_free_again_after_somebody_has_gone() -> None:
    async def evening() -> None:
        hashing, going = Hashing(at_once=1, most_waiting=0), threading.Event()
        first = asyncio.create_task(hashing.run(going.wait))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await hashing.run(lambda: True)
        first.cancel()
        with pytest.raises(Busy):
            await hashing.run(lambda: True)
        going.set()
        while True:
            try:
                assert await hashing.run(lambda: True)
                break
            except Busy:
                await asyncio.sleep(0.01)
        hashing.close()

    asyncio.run(evening())


# Changing and ending


def test_a_password_is_changed_and_other_sessions_end(browser: Browser) -> None:
    body = {"name": "Ann", "password": PASSWORD}
    browser.post("/api/register", json=body)
    with browser.another() as other:
        other.post("/api/login", json=body)
        with other.at_table() as at_table:
            change = browser.post("/api/me/password", json={"old": "wrong horse", "new": ANOTHER})
            assert change.status_code == 401
            assert browser.post("/api/me/password", json={"old": PASSWORD, "new": "12345678"}).status_code == 409
            change = browser.post("/api/me/password", json={"old": PASSWORD, "new": ANOTHER})
            assert (change.status_code, change.json()) == (200, {"ended": 1})
            assert at_table.closed() == LOGGED_OUT
        assert other.get("/api/me").json() is None
        assert other.post("/api/login", json=body).status_code == 401
        assert other.post("/api/login", json={"name": "Ann", "password": ANOTHER}).status_code == 200
    assert browser.get("/api/me").json()["name"] == "Ann", "this one goes on"


def test_a_guest_has_no_password_to_change(browser: Browser) -> None:
    browser.post("/api/guest")
    change = browser.post("/api/me/password", json={"old": PASSWORD, "new": ANOTHER})
    assert (change.status_code, change.json()["refused"]["why"]) == (409, "a guest has none")


def test_sessions_are_listed_and_ended(browser: Browser) -> None:
    body = {"name": "Ann", "password": PASSWORD}
    browser.post("/api/register", json=body)
    with browser.another() as phone, browser.another() as laptop:
        phone.post("/api/login", json=body, headers={"User-Agent": "a phone"})
        laptop.post("/api/login", json=body)
        listed = browser.get("/api/me/sessions").json()
        assert [one["is_this"] for one in listed] == [False, False, True]
        assert {one["agent"] for one in listed} >= {"a phone"}
        assert {one["address"] for one in listed} == {"127.0.0.1"}
        (lost,) = [one["id"] for one in listed if one["agent"] == "a phone"]
        assert browser.delete(f"/api/me/sessions/{lost}").json() == {"ended": 1}
        assert browser.delete(f"/api/me/sessions/{lost}").status_code == 404
        assert phone.get("/api/me").json() is None
        assert browser.delete("/api/me/sessions").json() == {"ended": 1}
        assert laptop.get("/api/me").json() is None
        assert browser.get("/api/me").json()["name"] == "Ann"


def test_nobody_ends_the_session_of_another(browser: Browser) -> None:
    browser.post("/api/register", json={"name": "Ann", "password": PASSWORD})
    (mine,) = [one["id"] for one in browser.get("/api/me/sessions").json()]
    with browser.another() as ben:
        ben.post("/api/guest")
        assert ben.delete(f"/api/me/sessions/{mine}").status_code == 404
    assert browser.get("/api/me").json()["name"] == "Ann"


def staff(browser: Browser, role: AccountRole) -> Browser:
    person = add_person(browser.house.store, f"{role}-one", role)
    token = browser.house.store.write_now(lambda c: accounts.begin_session(c, person, browser.house.store.now()))
    return browser.another(token)


def test_a_floorperson_disables_a_player(browser: Browser) -> None:
    body = {"name": "Ann", "password": PASSWORD}
    browser.post("/api/register", json=body)
    why = {"why": "asked for it by phone"}
    with staff(browser, AccountRole.FLOOR) as flo, staff(browser, AccountRole.AUDITOR) as aud:
        assert aud.post("/api/accounts/Ann/disable", json=why).status_code == 403
        assert browser.post("/api/accounts/Ann/disable", json=why).status_code == 403
        assert flo.post("/api/accounts/floor-one/disable", json=why).status_code == 403, "staff only at the console"
        with browser.at_table() as at_table:
            assert flo.post("/api/accounts/Ann/disable", json=why).json() == {"ended": 1}
            assert at_table.closed() == LOGGED_OUT
        refused = browser.post("/api/login", json=body)
        assert (refused.status_code, refused.json()) == (401, {"error": "the account is disabled"})
        wrong = browser.post("/api/login", json={**body, "password": "wrong horse"})
        assert wrong.json() == {"error": "wrong name or password: try again"}, "only its owner learns it"
        assert flo.post("/api/accounts/Ann/enable", json=why).status_code == 200
        assert browser.post("/api/login", json=body).status_code == 200
        seen = [(one["what"], one["name"]) for one in aud.get("/api/security").json()]
        assert seen == [
            ("login", "Ann"),
            ("account enabled", "Ann"),
            ("failed login", "Ann"),
            ("failed login", "Ann"),
            ("account disabled", "Ann"),
            ("registered", "Ann"),
        ]
        assert browser.get("/api/security").status_code == 403


def test_accounts_are_changed_from_the_command_line(sqlite_url: str) -> None:
    database, why = ("--database", sqlite_url), ("--why", "a test")
    here("account", "add", "pat", *database, typed=f"{PASSWORD}\n")
    assert here("account", "role", "pat", "floor", *why, *database).out == "pat is now floor. They must log in again.\n"
    assert_complains(here("account", "role", "pat", "king", *why, *database), 2, "floor")
    assert_complains(here("account", "disable", "nobody", *why, *database), 2, "no account")
    assert here("account", "disable", "pat", *why, *database).code == 0
    listed = here("account", "list", "--json", *database).document
    assert [(one["role"], one["disabled"]) for one in listed] == [("floor", True)]
    assert here("account", "enable", "pat", *why, *database).code == 0
    log = here("account", "log", "--json", *database).document
    assert [one["what"] for one in log] == ["account enabled", "account disabled", "role changed"]
    assert log[-1]["note"] == "from player to floor by the command line: a test"
    assert "role changed" in here("account", "log", *database).out
    assert_complains(here("account", "add", "kim", *database, typed="password\n"), 3, "too common")


# A player's own limits


def test_a_looser_limit_begins_the_next_day(store: Store) -> None:
    ann = add_person(store, "Ann")

    def set_to(time: float, **limits: int) -> accounts.OwnLimits:
        return store.write_now(lambda c: accounts.set_limits(c, ann, Limits(**limits), time))

    assert set_to(NOW, loss=5000, minutes=60).now == Limits(5000, 60), "the first limit is a tighter one"
    own = set_to(NOW + 1, loss=9000, minutes=30)
    assert own == (Limits(5000, 30), Loosened(9000, NOW + 1 + LOOSENED), None)
    day = NOW + 1 + LOOSENED
    assert store.read(lambda c: accounts.limits_of(c, ann, day - 1)) == Limits(5000, 30)
    assert store.read(lambda c: accounts.limits_of(c, ann, day)) == Limits(9000, 30)
    own = set_to(day + 1, loss=9000)
    assert own == (Limits(9000, 30), None, Loosened(None, day + 1 + LOOSENED)), "to drop a limit is to loosen it"
    own = set_to(day + 2, loss=100, minutes=30)
    assert own == (Limits(100, 30), None, None), "who thinks better of it keeps the old one"


def test_a_looser_limit_is_not_played_with_today(browser: Browser) -> None:
    browser.post("/api/guest")
    browser.put("/api/me/limits", json={"loss": 2500})
    said = browser.put("/api/me/limits", json={"loss": None}).json()
    assert (said["loss"], said["later"]["loss"]["limit"]) == (2500, None)
    with browser.at_table() as at_table:
        assert at_table.say(do="sit", box=1)["ok"]
        assert not at_table.bet(3000, "too-much")["ok"]


def test_names_are_one_in_whatever_letters_even_at_once(store: Store) -> None:
    """Two processes that both found the name free: the database itself refuses the second."""
    add_person(store, "Ann")
    names = schema.accounts
    with (
        pytest.raises(Exception, match="UNIQUE"),
        store.engine.connect().execution_options(writes=True) as c,
        c.begin(),
    ):
        c.execute(names.insert().values(name="ANN", name_key="ann", role="player", balance=0, created=0.0))
    with pytest.raises(Refused, match="is taken"):
        store.write_now(lambda c: accounts.add_account(c, "aNN", None, AccountRole.PLAYER, NOW))
    assert store.read(lambda c: c.execute(select(names.c.name)).scalars().all()) == ["Ann"]
