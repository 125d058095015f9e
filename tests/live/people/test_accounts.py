"""Accounts: passwords, sessions, invitations, the cashier, and the limits that a player sets himself."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from holecard.cli.serve import _first_floorperson
from holecard.law.errors import Malformed, Refused
from holecard.live.audit.audit import verify
from holecard.live.people import accounts, invitations, passwords
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.migrate import migrate
from holecard.live.store.store import Store
from holecard.live.store.writing import LoggedOut
from holecard.live.web import _asking as asking
from holecard.live.web._asking import COOKIE
from holecard.live.web.sockets import LOGGED_OUT
from tests.cli.kit import HOLECARD, assert_complains, here
from tests.kit.patience import PATIENCE
from tests.live.hosted import hosted
from tests.live.kit import STANDING, Guest, add_person, books, open_house, table

PASSWORD = "correct horse"
NOW = 1_000_000.0
TABLES = [table("reference")]


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = Store(database_url)
    migrate(opened.engine)
    yield opened
    opened.close()


# Passwords and names


@pytest.mark.usefixtures("passwords_are_hashed_slowly")
def test_a_password_is_kept_as_a_hash_and_checked(store: Store) -> None:
    kept = passwords.hashed(PASSWORD)
    assert kept.startswith("$argon2id$")
    assert kept != passwords.hashed(PASSWORD), "each with a salt of its own"
    ann = store.write_now(lambda c: accounts.add_account(c, "Ann", kept, AccountRole.PLAYER, NOW))
    assert known(store, "Ann", PASSWORD) == ann
    for name, password in (("Ann", "wrong horse"), ("Ann", ""), ("nobody", PASSWORD), ("Ann", PASSWORD + " ")):
        assert known(store, name, password) is None


def known(store: Store, name: str, password: str) -> Person | None:
    """Whose name and password these are."""
    found = store.read(lambda c: accounts.credentials_of(c, name))
    is_right = passwords.matches(found.password if found else None, password)
    return found.person if found is not None and is_right else None


@pytest.mark.parametrize("password", ["", "seven77", "x" * 201])
def test_a_password_has_bounds(password: str) -> None:
    with pytest.raises(Malformed, match="8 to 200"):
        passwords.checked_password(password)


def test_a_guest_name_that_is_taken_leaves_no_trace_in_the_book(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the audit would find an account that was created twice."""
    monkeypatch.setattr(accounts, "BIRDS", ("Gannet",))
    monkeypatch.setattr("secrets.randbelow", lambda below: 0)
    guests = [store.write_now(lambda c: accounts.add_guest(c, NOW)) for _ in range(2)]
    assert [guest.name for guest in guests] == ["Gannet-10", "Gannet-100"]
    kinds = store.read(lambda c: c.execute(select(schema.book.c.kind, schema.book.c.body)).all())
    assert sum('"Gannet-10"' in row.body for row in kinds if row.kind == "account") == 1


def test_a_guest_has_no_password(store: Store) -> None:
    guest = store.write_now(lambda c: accounts.add_guest(c, NOW))
    assert store.read(lambda c: accounts.balance(c, guest)) == accounts.PRACTICE_CHIPS
    for password in ("", "None", "null"):
        assert known(store, guest.name, password) is None


@pytest.mark.parametrize("name", ["A", "", "1up", "two words", "x" * 25, "Zoë", "a_b", "a:b", "a\n"])
def test_a_name_is_one_that_everything_can_hold(store: Store, name: str) -> None:
    with pytest.raises(Malformed, match="a name needs"):
        store.write_now(lambda c: accounts.add_account(c, name, None, AccountRole.PLAYER, NOW))


def test_a_name_is_taken_in_whatever_letters(store: Store) -> None:
    add_person(store, "Ann")
    for name in ("Ann", "ann", "ANN"):
        with pytest.raises(Refused, match="is taken"):
            store.write_now(partial(accounts.add_account, name=name, password=None, role=AccountRole.PLAYER, time=NOW))


# Sessions and invitations


def test_a_session_ends(store: Store) -> None:
    ann = add_person(store, "Ann")
    token = store.write_now(lambda c: accounts.begin_session(c, ann, NOW))
    find = accounts.find_session
    found = store.read(lambda c: find(c, token, NOW))
    assert found is not None
    assert found.person == ann
    kept = store.read(lambda c: c.execute(select(schema.sessions.c.token)).scalar_one())
    assert token not in kept, "only its hash is kept"
    assert store.read(lambda c: find(c, token, NOW + accounts.SESSION + 1)) is None
    assert store.read(lambda c: find(c, token + "x", NOW)) is None
    store.write_now(lambda c: accounts.end_session(c, token, NOW))
    assert store.read(lambda c: find(c, token, NOW)) is None


def test_an_invitation_works_once(store: Store) -> None:
    add_person(store, "Ann")
    token = store.write_now(lambda c: invitations.invite(c, AccountRole.FLOOR, NOW))
    password = passwords.hashed(PASSWORD)

    def accept(name: str, token: str = token, time: float = NOW) -> Any:
        return store.write_now(lambda c: invitations.accept(c, token, name, password, time))

    with pytest.raises(Refused, match="is taken"):
        accept("Ann")
    with pytest.raises(Refused, match="is used or too old"):
        accept("Flo", time=NOW + invitations.LASTS + 1)
    with pytest.raises(Refused, match="is used or too old"):
        accept("Flo", token="no such token")
    assert accept("Flo").role is AccountRole.FLOOR, "what was refused did not use it up"
    with pytest.raises(Refused, match="is used or too old"):
        accept("Fay")


def test_the_first_floorperson_comes_by_the_link(store: Store) -> None:
    with hosted(store, TABLES) as client:
        token = store.write_now(_first_floorperson)
        assert token
        again = store.write_now(_first_floorperson)
        body = {"name": "Flo", "password": PASSWORD}
        assert client.post("/api/invited", json={"token": token, **body}).status_code == 409, (
            "a later start replaced it"
        )
        assert client.post("/api/invited", json={"token": again, **body}).status_code == 201
        assert client.get("/api/me").json()["role"] == "floor"
        assert client.post("/api/invited", json={"token": again, **body, "name": "Fay"}).status_code == 409
        assert store.write_now(_first_floorperson) == "", "there is one now"


def test_logging_in_and_out(store: Store) -> None:
    with hosted(store, TABLES) as client:
        body = {"name": "Ann", "password": PASSWORD}
        registered = client.post("/api/register", json=body)
        assert registered.status_code == 201
        cookie = registered.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        token = client.cookies[COOKIE]
        assert client.get("/api/me").json()["name"] == "Ann"
        client.post("/api/logout")
        stolen = {"Cookie": f"{COOKIE}={token}"}
        assert client.get("/api/me", headers=stolen).json() is None, "the token is worth nothing any more"
        assert client.get("/api/rounds", headers=stolen).status_code == 401
        assert client.post("/api/login", json={**body, "password": "wrong horse"}).status_code == 401
        assert client.post("/api/login", json=body).status_code == 200
        assert client.get("/api/me").json()["name"] == "Ann"


# What is open when a session ends


def test_a_table_is_closed_to_who_logs_out(store: Store) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        with client.at_table() as at_table, client.at_table() as another:
            assert at_table.say(do="sit", box=1)["ok"]
            client.post("/api/logout")
            assert [at_table.closed(), another.closed()] == [LOGGED_OUT, LOGGED_OUT]


def test_who_logs_in_anew_is_no_longer_who_he_was(store: Store) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        before = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
        with client.at_table() as at_table:
            client.post("/api/register", json={"name": "Ann", "password": PASSWORD})
            assert at_table.closed() == LOGGED_OUT
        assert client.get("/api/me").json()["name"] == "Ann"
        client.cookies.clear()
        assert client.get("/api/me", headers=before).json() is None


def test_nothing_is_done_for_who_has_logged_out_elsewhere(store: Store) -> None:
    """Another process ended the session: this one finds out when he speaks."""
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        with client.at_table() as at_table:
            assert at_table.say(do="sit", box=1)["ok"]
            store.write_now(lambda c: c.execute(delete(schema.sessions)).rowcount)
            refused = at_table.bet(1000)
            assert refused["refused"]["why"] == "you have logged out"
            assert refused["refused"]["text"] == "This action: you have logged out."
            assert refused["refused"]["legal"] == ["log in"]
            assert at_table.closed() == LOGGED_OUT
        assert store.read(books)["layout:1"] == 0


def test_one_who_has_logged_out_does_not_keep_the_others_from_playing(store: Store) -> None:
    """What several say at once is stored together, unless one of them may not."""

    async def evening() -> None:
        async with open_house(str(store.engine.url.render_as_string(hide_password=False)), TABLES) as house:
            (room,) = house.rooms.values()
            ann, bob = [await Guest.come(house, room, name, box=box) for box, name in ((1, "Ann"), (2, "Bob"))]
            ann.log_in(house)
            bob.log_in(house)
            assert ann.session is not None
            gone = schema.sessions.c.token == ann.session.token
            house.store.write_now(lambda c: c.execute(delete(schema.sessions).where(gone)).rowcount)
            async with room._turn:  # what is said meanwhile is done in one go
                bets = [asyncio.create_task(guest.bet(1000)) for guest in (ann, bob)]
                await asyncio.sleep(0)
            with pytest.raises(LoggedOut):
                await bets[0]
            assert (await bets[1])["ok"]
            ann.session = ann.session._replace(ends=house.store.now() - 1)
            with pytest.raises(LoggedOut, match="your session has ended"):
                await ann.bet(1000)

    asyncio.run(evening())


def test_a_table_is_closed_when_a_session_runs_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        ends = store.read(lambda c: c.execute(select(schema.sessions.c.ends)).scalar_one())
        monkeypatch.setattr(store, "now", lambda: ends - 0.2)
        with client.at_table() as at_table:
            assert at_table.closed() == LOGGED_OUT


def test_logins_are_few(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "time", STANDING)
    with hosted(store, TABLES, logins_a_minute=3) as client:
        body = {"name": "Ann", "password": "wrong horse"}
        codes = [client.post("/api/login", json=body).status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]


# The cashier


def test_the_cashier_does_once_what_is_asked_with_one_key(store: Store) -> None:
    start = accounts.PRACTICE_CHIPS
    with hosted(store, TABLES) as client:
        client.post("/api/register", json={"name": "Ann", "password": PASSWORD})
        for _ in range(3):
            bought = client.post("/api/cashier/buy-in", json={"amount": 5000}, headers={"Idempotency-Key": "first"})
            assert bought.json() == {"balance": start + 5000}
        sold = client.post("/api/cashier/cash-out", json={"amount": 2000}, headers={"Idempotency-Key": "second"})
        assert sold.json() == {"balance": start + 3000}
        again = client.post("/api/cashier/buy-in", json={"amount": 5000}, headers={"Idempotency-Key": "first"})
        assert again.json() == {"balance": start + 5000}, "as it was answered then"
        assert client.get("/api/me").json()["balance"] == start + 3000
        held = store.read(books)
        assert (held["bettor:Ann"], held["cashier"]) == (start + 3000, -start - 3000)
    with hosted(store, TABLES) as client:
        client.post("/api/login", json={"name": "Ann", "password": PASSWORD})
        again = client.post("/api/cashier/buy-in", json={"amount": 5000}, headers={"Idempotency-Key": "first"})
        assert again.json() == {"balance": start + 5000}, "after a restart too"
        assert store.read(books) == held
        verify(store.engine)


def test_the_cashier_refuses(store: Store) -> None:
    most = accounts.MOST_CHIPS
    with hosted(store, TABLES) as client:
        key = iter(range(100))

        def ask(what: str, sum_: object, **headers: str) -> int:
            sent = headers or {"Idempotency-Key": f"key-{next(key)}"}
            return int(client.post(f"/api/cashier/{what}", json={"amount": sum_}, headers=sent).status_code)

        assert ask("buy-in", 100) == 401
        client.post("/api/register", json={"name": "Ann", "password": PASSWORD})
        assert ask("cash-out", accounts.PRACTICE_CHIPS) == 200
        assert ask("cash-out", 1) == 409, "there is nothing"
        assert [ask("buy-in", sum_) for sum_ in (0, -5, most + 1, 1.5, "5", None, True)] == [422] * 7
        assert ask("buy-in", most) == 200
        assert ask("buy-in", 1) == 409, "more than anybody may have"
        assert ask("cash-out", most) == 200
        assert client.post("/api/cashier/buy-in", json={"amount": 5}).status_code == 422, "without a key"
        assert store.read(books)["bettor:Ann"] == 0


def test_a_key_of_the_table_is_none_of_the_cashiers(store: Store) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        with client.at_table() as at_table:
            assert at_table.say("one", do="sit", box=1)["ok"]
        bought = client.post("/api/cashier/buy-in", json={"amount": 5000}, headers={"Idempotency-Key": "one"})
        assert bought.status_code == 409
        assert client.get("/api/me").json()["balance"] == accounts.PRACTICE_CHIPS


def test_a_key_of_the_cashier_is_of_one_request(store: Store) -> None:
    def ask(what: str, sum_: int) -> tuple[int, object]:
        headers = {"Idempotency-Key": "one"}
        reply = client.post(f"/api/cashier/{what}", json={"amount": sum_}, headers=headers)
        return reply.status_code, reply.json()

    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        done = 200, {"balance": accounts.PRACTICE_CHIPS + 5000}
        used = 409, {"error": "this key was used for another request: send a new key"}
        assert ask("buy-in", 5000) == ask("buy-in", 5000) == done
        assert ask("buy-in", 6000) == ask("cash-out", 5000) == used
        with client.at_table() as at_table:
            assert not at_table.say("one", do="sit", box=1)["ok"]
        assert client.get("/api/me").json()["balance"] == accounts.PRACTICE_CHIPS + 5000


# Limits


def test_a_player_limits_what_he_loses(store: Store) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        assert client.put("/api/me/limits", json={"loss": 2500}).status_code == 200
        assert client.get("/api/me").json()["limits"] == {"loss": 2500, "minutes": None, "later": {}}
        with client.at_table() as at_table:
            assert at_table.say(do="sit", box=1)["ok"]
            refused = at_table.bet(3000, "too-much")
            assert not refused["ok"]
            assert refused["refused"]["legal"] == ["up to 25.00"]
            assert at_table.bet(2000, "first")["ok"]
            assert at_table.bet(2000, "first")["ok"], "said again, it is answered again"
            assert not at_table.bet(1000, "second")["ok"], "what lies on the table may be lost"
            assert at_table.say(do="take-back", box=1)["ok"]
            assert at_table.bet(1000, "third")["ok"]


def test_a_player_limits_how_long_he_plays(store: Store) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        client.put("/api/me/limits", json={"minutes": 30})
        began = schema.sessions.c.began
        store.write_now(lambda c: c.execute(update(schema.sessions).values(began=began - 29 * 60)).rowcount)
        with client.at_table() as at_table:
            assert at_table.say(do="sit", box=1)["ok"]
            assert at_table.bet(1000, "one")["ok"]
        store.write_now(lambda c: c.execute(update(schema.sessions).values(began=began - 2 * 60)).rowcount)
        with client.at_table() as at_table:
            assert "30 minutes" in at_table.bet(1000, "two")["error"]


@pytest.mark.parametrize("limits", [{"loss": -1}, {"loss": 1.5}, {"minutes": 0}, {"minutes": 1441}, {"days": 1}])
def test_limits_that_cannot_be(store: Store, limits: dict[str, Any]) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        assert client.put("/api/me/limits", json=limits).status_code == 422


# Beside the server


def test_an_account_is_added_from_the_command_line(database_url: str) -> None:
    database = ("--database", database_url)
    added = here("account", "add", "pat", "--role", "floor", *database, typed=f"{PASSWORD}\n")
    assert (added.code, added.err) == (0, "")
    assert added.out == "Created the account pat (floor).\n"
    assert_complains(here("account", "add", "PAT", *database, typed=f"{PASSWORD}\n"), 3, "is taken")
    assert_complains(here("account", "add", "kim", "--role", "king", *database, typed=f"{PASSWORD}\n"), 2, "floor")
    assert_complains(here("account", "add", "k m", *database, typed=f"{PASSWORD}\n"), 2, "a name needs")
    assert_complains(here("account", "add", "kim", *database, typed="short\n"), 2, "8 to 200")
    assert_complains(here("account", "add", "kim", *database, typed=""), 2, "8 to 200")
    listed = here("account", "list", "--json", *database).document
    assert listed == [{"name": "pat", "role": "floor", "balance": 0, "guest": False, "disabled": False}]
    assert "pat" in here("account", "list", *database).out
    store = Store(database_url)
    try:
        found = known(store, "pat", PASSWORD)
        assert found is not None
        assert found.role is AccountRole.FLOOR
        assert store.write_now(_first_floorperson) == "", "no link is needed any more"
    finally:
        store.close()


def typed_on_a_terminal(database: str, *lines: str) -> tuple[int, str]:
    """What the command shows to somebody who types these lines, each when it is asked for."""
    ours, theirs = pty.openpty()
    command: list[str | Path] = [HOLECARD, "account", "add", "pat", "--database", database]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown = ""
    try:
        for asked, line in zip(("Password: ", "Repeat the password: "), lines, strict=True):
            while not shown.endswith(asked):
                shown += os.read(ours, 1000).decode()
            os.write(ours, f"{line}\n".encode())
        with suppress(OSError):  # the other end is closed
            while True:
                shown += os.read(ours, 1000).decode()
        return process.wait(PATIENCE), shown
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_a_password_is_asked_for_twice_and_not_shown(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/house.db"
    code, shown = typed_on_a_terminal(database, PASSWORD, "another horse")
    assert code == 2
    assert "match" in shown
    code, shown = typed_on_a_terminal(database, PASSWORD, PASSWORD)
    assert code == 0, shown
    assert "Created the account pat" in shown
    assert PASSWORD not in shown


def test_a_guest_who_keeps_the_account_keeps_name_and_chips(store: Store) -> None:
    with hosted(store, TABLES) as client:
        client.post("/api/guest")
        guest = client.get("/api/me").json()
        assert guest["guest"] is True
        assert client.post("/api/me/keep", json={"password": "short"}).status_code == 422
        assert client.post("/api/me/keep", json={"password": PASSWORD}).json() == {"name": guest["name"]}
        assert client.post("/api/me/keep", json={"password": PASSWORD}).status_code == 409, "it is kept already"
        assert client.get("/api/me").json() == guest | {"guest": False}, "the session goes on"
        client.post("/api/logout")
        assert client.post("/api/login", json={"name": guest["name"], "password": PASSWORD}).status_code == 200
        assert client.get("/api/me").json()["balance"] == guest["balance"]
        assert client.post("/api/register", json={"name": "Ann", "password": PASSWORD}).status_code == 201
        assert client.get("/api/me").json()["balance"] == accounts.PRACTICE_CHIPS, "a new account has practice chips"
