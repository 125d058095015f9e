"""Staff tools: who may do what, that each act is in the book with who and why, and that money needs two people."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, insert, select, update

from holecard.live.audit._book import BookAudit
from holecard.live.audit.audit import verify
from holecard.live.audit.rows import Broken
from holecard.live.people import accounts
from holecard.live.people.passwords import Hashed
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.book import enter
from holecard.live.store.store import Store
from tests.live.hosted import Browser, hosted
from tests.live.kit import table

PEOPLE = {
    "Ann": AccountRole.PLAYER,
    "Flo": AccountRole.FLOOR,
    "Fay": AccountRole.FLOOR,
    "Aud": AccountRole.AUDITOR,
    "Ada": AccountRole.ADMINISTRATOR,
}
NOW = 1000.0
PASSWORD = Hashed("never checked")
WHY = {"why": "asked at the desk"}
FLOORS = (
    ("POST", "/api/accounts/Ann/disable", WHY),
    ("POST", "/api/accounts/Ann/enable", WHY),
    ("POST", "/api/accounts/Ann/mute", WHY),
    ("POST", "/api/accounts/Ann/unmute", WHY),
    ("POST", "/api/staff/accounts/Ann/dismiss", WHY),
    ("PUT", "/api/staff/accounts/Ann/limits", {"loss": 5000, **WHY}),
    ("POST", "/api/staff/adjustments", {"name": "Ann", "amount": 100, **WHY}),
    ("POST", "/api/staff/adjustments/1/approve", WHY),
    ("POST", "/api/staff/adjustments/1/refuse", WHY),
)
ADMINISTRATORS = (
    ("GET", "/api/staff/invitations", None),
    ("POST", "/api/staff/invitations", {"role": "floor", **WHY}),
    ("POST", "/api/staff/invitations/0123456789abcdef/withdraw", WHY),
    ("POST", "/api/staff/accounts/Ann/role", {"role": "floor", **WHY}),
    ("POST", "/api/accounts/Fay/disable", WHY),  # a staff account
    ("POST", "/api/staff/accounts/Fay/dismiss", WHY),
)
SEEN = ("/api/staff/accounts", "/api/staff/adjustments", "/api/staff/acts", "/api/security")


class Office:
    """The house and everybody's browser."""

    def __init__(self, store: Store, browser: Browser) -> None:
        self.store, self._browser = store, browser
        self.browsers: dict[str, Browser] = {}

    def log_in(self, name: str) -> None:
        person = self.store.read(lambda c: accounts.find_person(c, name))
        token = self.store.write_now(lambda c: accounts.begin_session(c, person, self.store.now()))
        if name in self.browsers:
            self.browsers[name].close()
        self.browsers[name] = self._browser.another(token)

    def ask(self, name: str, method: str, path: str, body: Any = None) -> Any:
        return self.browsers[name].request(method, path, json=body)

    def does(self, name: str, path: str, body: Any = None, method: str = "POST") -> Any:
        answer = self.ask(name, method, path, {**WHY, **(body or {})})
        assert answer.status_code < 300, answer.text
        return answer.json()

    def buy_in(self, name: str, cents: int) -> None:
        person = self.store.read(lambda c: accounts.find_person(c, name))
        self.store.write_now(lambda c: accounts.buy_in(c, person, cents, self.store.now()))

    def acts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.browsers["Aud"].get("/api/staff/acts").json()
        return found

    def chips(self) -> int:
        """What all players have, beyond what the cashier has given out; always nothing."""
        held = self.store.read(lambda c: c.execute(select(func.sum(schema.accounts.c.balance))).scalar_one())
        postings = schema.postings.c

        def moved(c: Connection, end: Any) -> int:
            return int(
                c.execute(select(func.coalesce(func.sum(postings.cents), 0)).where(end == "cashier")).scalar_one()
            )

        out, back = (self.store.read(partial(moved, end=end)) for end in (postings.source, postings.target))
        return int(held) - out + back


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('staff')}/house.db")
    with hosted(store, [table("reference")]) as browser:
        found = Office(store, browser)
        for name, role in PEOPLE.items():
            store.write_now(partial(accounts.add_account, name=name, password=PASSWORD, role=role, time=NOW))
            found.log_in(name)
        found.buy_in("Ann", 10_000)
        yield found
        for one in found.browsers.values():
            one.close()
    store.close()


@pytest.mark.parametrize(("method", "path", "body"), [*FLOORS, *ADMINISTRATORS])
def test_players_and_auditors_do_nothing(office: Office, method: str, path: str, body: Any) -> None:
    assert [office.ask(name, method, path, body).status_code for name in ("Ann", "Aud")] == [403, 403]
    assert office.acts() == []


@pytest.mark.parametrize(("method", "path", "body"), ADMINISTRATORS)
def test_the_floor_does_not_do_the_administrators_acts(office: Office, method: str, path: str, body: Any) -> None:
    assert office.ask("Flo", method, path, body).status_code == 403


@pytest.mark.parametrize("path", SEEN)
def test_staff_see_what_players_do_not(office: Office, path: str) -> None:
    assert office.ask("Ann", "GET", path).status_code == 403
    assert {office.ask(name, "GET", path).status_code for name in ("Flo", "Aud", "Ada")} == {200}


def test_a_reason_is_needed(office: Office) -> None:
    for path in ("/api/accounts/Ann/disable", "/api/staff/accounts/Ann/dismiss"):
        assert office.ask("Ada", "POST", path, {"why": ""}).status_code == 422


def test_nobody_changes_their_own_account(office: Office) -> None:
    refused = office.ask("Ada", "POST", "/api/staff/accounts/Ada/role", {"role": "player", **WHY})
    assert (refused.status_code, refused.json()["refused"]["why"]) == (403, "is your own account")


def test_an_invitation_gives_its_role_once_and_can_be_withdrawn(office: Office) -> None:
    given = office.does("Ada", "/api/staff/invitations", {"role": "auditor", "hours": 2})
    other = office.does("Ada", "/api/staff/invitations", {"role": "floor"})
    assert [one["id"] for one in office.ask("Ada", "GET", "/api/staff/invitations").json()] == [
        other["id"],
        given["id"],
    ]
    office.does("Ada", f"/api/staff/invitations/{other['id']}/withdraw")
    with office.browsers["Ann"].another() as newcomer:
        accepted = {"name": "Abe", "password": "correct horse"}
        late = newcomer.post("/api/invited", json={**accepted, "token": other["token"]})
        assert late.status_code == 409
        assert newcomer.post("/api/invited", json={**accepted, "token": given["token"]}).status_code == 201
        assert newcomer.get("/api/me").json()["role"] == "auditor"
    assert office.ask("Ada", "GET", "/api/staff/invitations").json() == []
    latest = office.acts()[0]
    assert (latest["kind"], latest["said"]["by"], latest["said"]["why"]) == (
        "invitation-withdrawn",
        "Ada",
        WHY["why"],
    )


def test_a_role_changes_and_sessions_end(office: Office) -> None:
    assert office.does("Ada", "/api/staff/accounts/Fay/role", {"role": "auditor"}) == {"ended": 1}
    assert office.ask("Fay", "GET", "/api/me").json() is None
    office.log_in("Fay")
    assert office.ask("Fay", "POST", "/api/staff/accounts/Ann/dismiss", WHY).status_code == 403
    office.does("Ada", "/api/staff/accounts/Fay/role", {"role": "floor"})
    office.log_in("Fay")
    assert office.does("Fay", "/api/staff/accounts/Ann/dismiss") == {"ended": 1}
    assert office.ask("Ann", "GET", "/api/me").json() is None
    office.log_in("Ann")


def test_the_floor_tightens_a_limit_and_never_loosens_it(office: Office) -> None:
    held = office.does("Flo", "/api/staff/accounts/Ann/limits", {"loss": 5000}, "PUT")
    assert (held["loss"], held["later"]) == (5000, {})
    for looser in ({"loss": 6000}, {"minutes": 30}):  # the second would drop the first
        assert office.ask("Flo", "PUT", "/api/staff/accounts/Ann/limits", {**looser, **WHY}).status_code == 409
    listed = office.ask("Flo", "GET", "/api/staff/accounts?find=an").json()
    assert [(one["name"], one["loss"]) for one in listed] == [("Ann", 5000)]


def test_an_adjustment_needs_two_people(office: Office) -> None:
    before = office.ask("Ann", "GET", "/api/me").json()["balance"]
    made = office.does("Flo", "/api/staff/adjustments", {"name": "Ann", "amount": 2500})
    path = f"/api/staff/adjustments/{made['id']}"
    own = office.ask("Flo", "POST", f"{path}/approve", WHY)
    assert (own.status_code, own.json()["refused"]["why"]) == (409, "you proposed it, and it needs two people")
    assert office.ask("Ann", "GET", "/api/me").json()["balance"] == before, "nothing moves before the second person"
    approved = office.does("Fay", f"{path}/approve")
    assert (approved["decision"], approved["decided_by"]) == ("approved", "Fay")
    assert office.ask("Ann", "GET", "/api/me").json()["balance"] == before + 2500
    assert office.ask("Ada", "POST", f"{path}/approve", WHY).status_code == 409, "it is paid once"
    assert office.ask("Ann", "GET", "/api/me").json()["balance"] == before + 2500
    assert office.chips() == 0


def test_an_adjustment_is_refused_or_too_much(office: Office) -> None:
    before = office.ask("Ann", "GET", "/api/me").json()["balance"]
    made = office.does("Flo", "/api/staff/adjustments", {"name": "Ann", "amount": -100})
    assert office.does("Flo", f"/api/staff/adjustments/{made['id']}/refuse")["decision"] == "refused"
    more = office.does("Flo", "/api/staff/adjustments", {"name": "Ann", "amount": -before - 1})
    refused = office.ask("Ada", "POST", f"/api/staff/adjustments/{more['id']}/approve", WHY)
    assert (refused.status_code, refused.json()["refused"]["clause"]) == (409, "house rule: an adjustment")
    taken = office.does("Flo", "/api/staff/adjustments", {"name": "Ann", "amount": -700})
    office.does("Ada", f"/api/staff/adjustments/{taken['id']}/approve")
    assert office.ask("Ann", "GET", "/api/me").json()["balance"] == before - 700
    assert office.ask("Flo", "POST", "/api/staff/adjustments", {"name": "Aud", "amount": 5, **WHY}).status_code == 409
    assert office.chips() == 0


def test_the_audit_follows_every_act(office: Office) -> None:
    kinds = {one["kind"] for one in office.acts()}
    assert kinds >= {"role", "dismissed", "limits", "invitation", "adjustment", "adjustment-approved"}
    assert all(one["said"]["by"] in PEOPLE for one in office.acts())
    verify(office.store.engine)


def _verify_after(store: Store, tamper: Any) -> None:
    """Check the book with a change that is then undone."""

    def write(connection: Connection) -> None:
        tamper(connection)
        BookAudit(connection, {}).run()

    store.write_now(write)


def forge_invitation(c: Connection) -> None:
    row = {"token": "f" * 64, "role": "administrator", "ends": 9e9, "invited_by": "Ada", "why": "forged"}
    c.execute(insert(schema.invitations).values(row))


def change_amount(c: Connection) -> None:
    c.execute(update(schema.adjustments).where(schema.adjustments.c.id == 1).values(cents=9))


def change_approver(c: Connection) -> None:
    c.execute(update(schema.adjustments).where(schema.adjustments.c.id == 1).values(decided_by="Ada"))


def delete_refused(c: Connection) -> None:
    c.execute(delete(schema.adjustments).where(schema.adjustments.c.decision == "refused"))


def disguise_as_buy_in(c: Connection) -> None:
    its = schema.postings.c.clause == "house rule: an adjustment"
    c.execute(update(schema.postings).where(its).values(clause="house rule: the cashier"))


@pytest.mark.parametrize(
    ("tamper", "table"),
    [
        (forge_invitation, "invitations"),
        (change_amount, "adjustments"),
        (change_approver, "adjustments"),
        (delete_refused, "adjustments"),
        (disguise_as_buy_in, "postings"),
    ],
)
def test_the_audit_finds_what_was_changed_afterwards(office: Office, tamper: Any, table: str) -> None:
    with pytest.raises(Broken) as found:
        _verify_after(office.store, tamper)
    assert found.value.kind == table


def test_the_audit_finds_one_who_approves_their_own(office: Office) -> None:
    """Even in a book that is chained correctly: the server was made to write it."""

    def approve_own(c: Connection) -> None:
        enter(c, 1.0, "adjustment", id=99, name="Ann", cents=5, by="Flo", why="mine")
        enter(c, 1.0, "adjustment-approved", id=99, by="Flo", answer="mine")

    def by_a_player(c: Connection) -> None:
        enter(c, 1.0, "role", name="Ann", role="floor", by="Ann", why="mine")

    for tamper, words in ((approve_own, "of their own"), (by_a_player, "was player then")):
        with pytest.raises(Broken, match=words):
            _verify_after(office.store, tamper)
