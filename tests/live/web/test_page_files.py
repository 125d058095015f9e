"""Scripts and style sheets are sent without comments and indentation, and are otherwise the files of the pages."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from holecard.live.web.page_files import PageFiles, as_sent, without_comments
from holecard.live.web.server import PAGES

Get = Callable[..., httpx.Response]
SCRIPTS = list(PAGES.rglob("*.js"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.js").write_text("// why\nif (a) {\n\tb(); // how\n}\n", encoding="utf-8")
    (tmp_path / "a.html").write_text("<p>\n  kept  </p>\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def get(folder: Path) -> Get:
    """What the folder answers."""

    async def ask(path: str, headers: dict[str, str]) -> httpx.Response:
        house = Starlette(routes=[Mount("/", PageFiles(directory=folder, html=True))])
        app = httpx.ASGITransport(house, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=app, base_url="http://house") as client:
            return await client.get(path, headers=headers)

    return lambda path, headers=None: asyncio.run(ask(path, headers or {}))


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("a\n\n\t\tb\n", "a\n\nb\n"),
        ("/** One. */\nf();\n", "\nf();\n"),
        ("/* One,\n * two.\n */ f();\n  g();", "\n\nf();\ng();"),
        ("a = b\n  * c; // d\n", "a = b\n* c;\n"),  # a star alone is no comment
        ('a = "//b"; // c\n', 'a = "//b";\n'),
        ("a = /[/]/; // c\n", "a = /[/]/; // c\n"),
        ("a = `\n  // text\n    ${b}\n`;\n  c();\n", "a = `\n  // text\n    ${b}\n`;\nc();\n"),
    ],
)
def test_only_comments_and_indentation_go(written: str, sent: str) -> None:
    assert without_comments(written, is_script=True) == sent


def test_two_slashes_are_no_comment_in_a_style_sheet() -> None:
    assert without_comments("a {\n  //b\n}\n", is_script=False) == "a {\n//b\n}\n"


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.relative_to(PAGES).as_posix())
def test_every_line_of_a_script_stays_a_line(file: Path) -> None:
    """A browser names the line of the source; a line of code is the source's, but for its indentation."""
    source = file.read_text(encoding="utf-8")
    lines, sent = source.split("\n"), as_sent(file).decode().split("\n")
    assert len(lines) == len(sent)
    for line, left in zip(lines, sent, strict=True):
        is_comment = not left and re.match(r"\s*(/\*|\*)|.*\*/\s*$", line)
        rest = line.strip().removeprefix(left).strip()
        assert line == left or is_comment or not rest or rest.startswith("//"), line


def test_every_template_literal_of_the_pages_ends() -> None:
    """A backtick in a string or beside code would make the lines after it text: write \\x60 there."""
    odd = [file for file in SCRIPTS if as_sent(file).count(b"`") % 2]
    assert odd == []


def test_a_script_is_sent_lean_and_a_page_as_it_is(get: Get) -> None:
    answer = get("/a.js")
    assert answer.text == "\nif (a) {\nb();\n}\n"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert get("/a.html").text == "<p>\n  kept  </p>\n"


def test_what_a_browser_has_already_is_not_sent_again(get: Get, folder: Path) -> None:
    first = get("/a.js")
    again = {"If-None-Match": first.headers["etag"]}
    assert get("/a.js", headers=again).status_code == 304
    (folder / "a.js").write_text("c();\n", encoding="utf-8")
    os.utime(folder / "a.js", (2_000_000_000, 2_000_000_000))
    assert get("/a.js", headers=again).text == "c();\n"


def test_a_page_is_kept_in_memory_too(get: Get, folder: Path) -> None:
    (folder / "index.html").write_text("<p>\n  in  </p>\n", encoding="utf-8")
    first = get("/")
    assert first.text == "<p>\n  in  </p>\n"
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert get("/", headers={"If-None-Match": first.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("path", ["/none.js", "/none", "/%00.js", "/a.js/b", "/../secret.js", f"/{'a' * 300}.js"])
def test_nothing_is_found_elsewhere(get: Get, folder: Path, path: str) -> None:
    (folder.parent / "secret.js").write_text("secret();", encoding="utf-8")
    assert get(path).status_code == 404


def test_the_first_paint_waits_for_one_style_sheet() -> None:
    """Scripts are asked for after it and come at a low priority; the table's style sheet is read before they run."""
    page = (PAGES / "index.html").read_text(encoding="utf-8")
    head, body = page.split("<body>")
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', head) == ["style.css"]
    assert 'rel="stylesheet" href="table/table.css"' in body
    assert head.count('rel="modulepreload"') == head.count('rel="modulepreload" fetchpriority="low"') > 0
