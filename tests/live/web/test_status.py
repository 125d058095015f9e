"""What a monitor and the floor are told of the house, and who else is not; logs that a machine can read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from holecard.live.people import accounts
from holecard.live.people.passwords import Hashing
from holecard.live.people.people import AccountRole
from holecard.live.solving.lab import Lab
from holecard.live.store.store import Store
from holecard.live.table.house import House
from holecard.live.web import server
from holecard.live.web._asking import COOKIE
from holecard.live.web.monitor import Monitor
from tests.live.hosted import Browser, hosted
from tests.live.kit import add_person, table
from tests.live.served import Served

TABLES = [table("reference", "One"), table("reference", "Two")]
ELSEWHERE = ("192.0.2.0/24",)


@contextmanager
def opened(url: str, metrics_from: tuple[str, ...] = server.THIS_MACHINE) -> Iterator[Browser]:
    store = Store(url)
    try:
        with hosted(store, TABLES, metrics_from=metrics_from) as browser:
            yield browser
    finally:
        store.close()


def staff(browser: Browser, role: AccountRole) -> Browser:
    """The browser of somebody who works here."""
    store, now = browser.house.store, browser.house.store.now()
    person = add_person(store, f"the-{role}", role, purse=0)
    return browser.another(store.write_now(lambda connection: accounts.begin_session(connection, person, now)))


def figures(text: str) -> dict[str, float]:
    """Every sample of the metrics, by its name and its label."""
    samples = [one for family in text_string_to_metric_families(text) for one in family.samples]
    return {" ".join((one.name, *one.labels.values())): one.value for one in samples}


def test_the_figures_follow_the_play(sqlite_url: str) -> None:
    with opened(sqlite_url) as browser, browser.another() as player:
        before = figures(browser.get("/metrics").text)
        assert before["holecard_tables open"] == 2
        assert before["holecard_actions_total"] == before["holecard_sockets"] == 0
        player.post("/api/guest").raise_for_status()
        with player.at_table() as ann:
            assert ann.say(do="sit", box=1)["ok"]
            assert ann.bet(1000)["ok"]
            assert not ann.say(do="sit", box=1)["ok"]
            after = figures(browser.get("/metrics").text)
        assert after["holecard_sockets"] == 1
        assert after["holecard_actions_total"] == after["holecard_action_seconds_count"] == 3
        assert after["holecard_refusals_total"] == 1
        assert after["holecard_commits_total"] >= before["holecard_commits_total"] + 2
        assert after["holecard_commit_units_bucket +Inf"] == after["holecard_commits_total"]
        assert after["holecard_commit_units_sum"] >= after["holecard_commits_total"]
        assert {name for name in after if name.startswith("holecard_queue_length ")} == {
            f"holecard_queue_length {queue}" for queue in ("tables", "store", "passwords", "lab")
        }
        assert after["holecard_ready"] == 1
        assert 0 <= after["holecard_book_age_seconds"] < 3600
        assert after["holecard_lab_jobs running"] == 0
        with staff(browser, AccountRole.FLOOR) as floor, floor.at_table(2) as two:
            assert two.say(do="direct", what="close", why="as planned")["ok"]
            assert figures(browser.get("/metrics").text)["holecard_tables closed"] == 1
            told = floor.get("/api/status").json()
            assert (told["tables"]["open"], told["tables"]["closed"], told["actions"]) == (1, 1, 4)
        browser.house.rooms[1].is_lost = True
        lost = figures(browser.get("/metrics").text)
        assert (lost["holecard_tables lost"], lost["holecard_ready"]) == (1, 0)


def test_a_stranger_sees_no_figures(sqlite_url: str) -> None:
    with opened(sqlite_url) as here:
        passed_on = here.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
        assert passed_on.status_code == 403, "through a proxy that nobody named"
    with opened(sqlite_url, ELSEWHERE) as browser, browser.another() as player:
        refused = browser.get("/metrics")
        assert refused.status_code == 403
        assert "holecard_" not in refused.text
        player.post("/api/guest").raise_for_status()
        assert player.get("/metrics").status_code == player.get("/api/status").status_code == 403
        assert browser.get("/api/status").status_code == 401
        for role in (AccountRole.FLOOR, AccountRole.AUDITOR):
            with staff(browser, role) as one:
                assert one.get("/metrics").status_code == one.get("/api/status").status_code == 200


def test_a_sample_is_what_happened_since_the_last(sqlite_url: str) -> None:
    store, hashing = Store(sqlite_url), Hashing()
    monitor = Monitor(House(store), hashing, Lab())
    assert monitor.sample().within is None, "nobody has said anything"
    for seconds in (0.003,) * 98 + (30.0,) * 2:
        monitor.answered(seconds, is_refused=False)
    assert monitor.sample().within == float("inf"), "two of a hundred took longer than every bound"
    assert json.loads(json.dumps(monitor.shown(), allow_nan=False))["samples"][-1]["within"] == -1
    monitor.answered(0.003, is_refused=True)
    last = monitor.sample()
    assert last.within == 0.005
    assert last.actions == last.refused > 0
    assert last.batch is None
    store.write_now(lambda _: None)
    store.close()  # which waits for the writer
    assert monitor.sample().batch == 1
    hashing.close()


def test_logs_are_json_and_have_no_secrets(tmp_path: Path) -> None:
    password = "a wholly private phrase 42"
    served = Served(f"sqlite:///{tmp_path}/house.db", tmp_path, TABLES[:1], **{"log-format": "json"})
    with served, served.client() as client:
        invited = served.invitation
        made = client.post("/api/invited", json={"token": invited, "name": "Flo", "password": password})
        assert made.status_code < 300, made.text
        cookie = client.cookies[COOKIE]
        assert client.get("/api/me").json()["name"] == "Flo"
        client.post("/api/login", json={"name": "Flo", "password": f"{password}, wrong"})
        given = client.get(f"/api/tables/1?cookie={cookie}").headers["x-request-id"]
        client.get(f"/api/tables/1/{password}/{cookie}")
        served.stop()
        lines = [line for line in served.log.splitlines() if not line.startswith(("Holecard is open", "Create the"))]
    logged = [json.loads(line) for line in lines]
    (about,) = [one for one in logged if one.get("request") == given]
    assert (about["table"], about["route"], about["status"]) == ("1", "/api/tables/{table_id}", 200)
    assert {"time", "level", "logger", "message", "ms"} <= about.keys()
    text = "\n".join(lines)
    assert len(lines) > 5
    for secret in (password, cookie, invited, "Cookie", "password"):
        assert secret not in text, secret
