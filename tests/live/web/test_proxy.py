"""The house behind a real nginx with TLS, as `docs/examples` says; and the other examples for an operator."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.sync.client import connect

from holecard.live.store.store import Store
from holecard.live.web._asking import COOKIE
from holecard.live.web.door import Door, networks
from tests.kit.patience import PATIENCE
from tests.live.hosted import AtTable, Browser, hosted
from tests.live.kit import PATIENTLY, table
from tests.live.proxied import EXAMPLE, NAME, need_nginx, nginx, trusting
from tests.live.served import HOLECARD

VISITOR, STRANGER = "127.0.0.2", "127.0.0.3"  # this machine has all of them; nginx itself calls from 127.0.0.1
FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9"}


class Proxied(NamedTuple):
    """The house, and what stands before it."""

    browser: Browser
    folder: Path
    plain: int
    secure: int

    def client(self, address: str) -> httpx.Client:
        """Somebody who comes from an address and by the name of the house, through nginx."""
        transport = httpx.HTTPTransport(verify=trusting(self.folder), local_address=address)
        return httpx.Client(transport=transport, timeout=PATIENCE, headers={"Host": f"{NAME}:{self.secure}"})

    def ask(self, client: httpx.Client, method: str, path: str, **about: Any) -> httpx.Response:
        url = f"https://127.0.0.1:{self.secure}{path}"
        return client.request(method, url, extensions={"sni_hostname": NAME}, **about)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    need_nginx()
    folder, store = tmp_path_factory.mktemp("nginx"), Store(f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db")
    door = Door(proxies=networks(["127.0.0.1"]))
    with (
        hosted(store, [table("reference")], door=door, hosts=(NAME, "127.0.0.1"), logins_a_minute=3) as browser,
        nginx(folder, browser.base_url.port or 0) as (plain, secure),
    ):
        yield Proxied(browser, folder, plain, secure)
    store.close()


def addresses(answer: httpx.Response) -> list[str]:
    return [session["address"] for session in answer.raise_for_status().json()]


def test_a_visitor_comes_by_tls_and_stays_with_it(proxied: Proxied) -> None:
    led = httpx.get(f"http://127.0.0.1:{proxied.plain}/docs/", headers={"Host": NAME}, trust_env=False)
    assert (led.status_code, led.headers["location"]) == (301, f"https://{NAME}/docs/")
    with proxied.client(VISITOR) as client:
        came = proxied.ask(client, "POST", "/api/guest")
        assert came.status_code == 201
        cookie = came.headers["set-cookie"]
        assert all(said in cookie for said in ("Secure", "HttpOnly", "SameSite"))
        assert came.headers["strict-transport-security"] == "max-age=31536000"
        assert proxied.ask(client, "GET", "/").headers["strict-transport-security"] == "max-age=31536000"
        other = proxied.ask(client, "GET", "/api/lobby", headers={"Host": "elsewhere.example"})
        assert other.status_code == 421, "the name goes through as the browser sent it"


def test_the_house_sees_who_called_the_proxy_and_believes_nobody_else(proxied: Proxied) -> None:
    with proxied.client(VISITOR) as client:
        token = proxied.ask(client, "POST", "/api/guest", headers=FORGED).cookies[COOKIE]
        mine = {"Cookie": f"{COOKIE}={token}"}
        assert addresses(proxied.ask(client, "GET", "/api/me/sessions", headers=mine)) == [VISITOR]
    transport = httpx.HTTPTransport(local_address=STRANGER)
    with httpx.Client(base_url=proxied.browser.base_url, transport=transport, timeout=PATIENCE) as direct:
        forged = {**FORGED, "X-Forwarded-Proto": "https"}
        came = direct.post("/api/guest", headers=forged)
        assert "Secure" not in came.headers["set-cookie"]
        assert "strict-transport-security" not in came.headers
        assert addresses(direct.get("/api/me/sessions", headers=forged)) == [STRANGER]


def test_an_invented_address_does_not_pass_the_limit_of_logins(proxied: Proxied) -> None:
    body = {"name": "Ann", "password": "wrong horse"}
    with proxied.client("127.0.0.4") as client:
        invented = [{"X-Forwarded-For": f"192.0.2.{at}"} for at in range(5)]
        codes = [proxied.ask(client, "POST", "/api/login", json=body, headers=one).status_code for one in invented]
    assert codes == [401, 401, 401, 429, 429]


def test_a_table_is_played_through_the_proxy(proxied: Proxied) -> None:
    with proxied.client(VISITOR) as client:
        token = proxied.ask(client, "POST", "/api/guest").cookies[COOKIE]
    url = f"wss://{NAME}:{proxied.secure}/ws/tables/1"
    headers = {"Cookie": f"{COOKIE}={token}", "Origin": f"https://{NAME}:{proxied.secure}"}
    with (
        socket.create_connection(("127.0.0.1", proxied.secure)) as raw,
        connect(
            url, sock=raw, ssl=trusting(proxied.folder), server_hostname=NAME, additional_headers=headers, **PATIENTLY
        ) as connection,
    ):
        visitor = AtTable(connection)
        assert visitor.say(do="sit", box=1)["ok"]
        assert visitor.bet(1000)["ok"]
        assert visitor.say(do="take-back", box=1, wager="main")["ok"]
        assert visitor.say(do="leave")["ok"]


# The other files for an operator


def test_the_systemd_unit_is_well_formed(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        assert os.environ.get("CI") != "true", "systemd is not installed, and under CI=true everything has to run"
        pytest.skip("systemd is not installed")
    text = EXAMPLE.with_name("holecard.service").read_text(encoding="utf-8")
    assert text.count("/opt/holecard/bin/holecard") == 1
    unit = tmp_path / "holecard.service"
    unit.write_text(text.replace("/opt/holecard/bin/holecard", str(HOLECARD)), encoding="utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert [line for line in (checked.stdout + checked.stderr).splitlines() if "holecard" in line] == []


def test_the_unit_starts_the_example_of_a_configuration() -> None:
    unit = EXAMPLE.with_name("holecard.service").read_text(encoding="utf-8")
    example = EXAMPLE.with_name("serve.toml").read_text(encoding="utf-8")
    assert f"--config {example.split()[1].rstrip(':')}\n" in unit
    assert tomllib.loads(example)["proxy"] == ["127.0.0.1"], "nginx and the house are on the same machine"
