"""The documentation is built without a warning, every link leads somewhere, and the house serves it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx
import pytest

from holecard.live.store.store import Store
from holecard.live.table.house import House
from holecard.live.web import server

ROOT = Path(__file__).parents[2]
READERS = ("player", "mathematician", "regulator", "programmer")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", str(folder / "doctrees")]
    done = subprocess.run(
        [*command, str(ROOT / "docs"), str(folder / "html")], capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


class Page(HTMLParser):
    """The links of a page, what it loads, its anchors, and code that stands in it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.anchors.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag in ("link", "script", "img", "source", "iframe"):
            self.loads += [found[name] for name in ("href", "src") if name in found]
        code = "style" in found or any(name.startswith("on") for name in found)
        if code or tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(self.get_starttag_text() or tag)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in site.rglob("*.html")}


def test_there_is_a_page_for_each_reader(site: Path) -> None:
    start = (site / "index.html").read_text("utf-8")
    for reader in READERS:
        assert f'href="start/{reader}.html"' in start
        assert (site / "start" / f"{reader}.html").is_file()


def test_every_link_leads_somewhere(pages: dict[Path, Page]) -> None:
    broken = [
        f"{file.name}: {link}"
        for file, page in pages.items()
        for link in (*page.links, *page.loads)
        if not _leads_somewhere(link, file, pages)
    ]
    assert broken == []


def _leads_somewhere(link: str, file: Path, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not there.is_file():
        return False
    return not parts.fragment or there not in pages or unquote(parts.fragment) in pages[there].anchors


def test_nothing_is_loaded_from_another_host_and_no_code_stands_in_a_page(pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        assert [place for place in page.loads if urlsplit(place).netloc] == [], file
        assert page.inline == [], file


def test_the_reference_follows_the_code(site: Path) -> None:
    reference = site / "reference" / "generated"
    assert "holecard test-game" in (reference / "commands.html").read_text("utf-8")
    assert "match_the_dealer" in (reference / "games.html").read_text("utf-8")
    assert "the reader shows the hole card" in (reference / "clauses.html").read_text("utf-8")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = Store(f"sqlite:///{tmp_path / 'house.db'}")
    try:
        yield House(store)
    finally:
        store.close()


def get(house: House, path: str) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app=server.make_app(house))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            return await client.get(path)

    return asyncio.run(asked())


def test_the_house_serves_it(site: Path, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SITE", site)
    page = get(house, "/docs/")
    assert page.status_code == 200
    assert "Where do you start?" in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert page.headers["cache-control"] == "no-cache"
    style = next(load for load in Page(site / "index.html").loads if load.startswith("_static/") and ".css" in load)
    assert get(house, f"/docs/{style}").headers["cache-control"] == "public, max-age=86400"
    assert get(house, "/docs/start/player.html").status_code == 200


def test_a_house_without_it_says_how_to_build_it(tmp_path: Path, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SITE", tmp_path / "nothing")
    answer = get(house, "/docs/")
    assert answer.status_code == 404
    assert "run <code>make docs</code>" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
