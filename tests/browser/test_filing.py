"""The Filing page: each table beside its filing, downloads, verification; and the floor is warned."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from holecard.dossier.differing import Filed
from holecard.house.house_file import check_house, read_house
from holecard.layout import across, felt_of
from holecard.layout.felt import NAME
from holecard.live.people.people import AccountRole
from holecard.live.table.house import OUR_HOUSE
from holecard.live.web.http_filing import departures
from tests.browser.conftest import Visit
from tests.browser.holding import hold
from tests.browser.served import Served, serve
from tests.kit.filings import NOT_A_HOUSE, write_filing

OFF = "Down Under"  # filed with eight decks
UNFILED = "Practice"


NAMED = OUR_HOUSE.read_text("utf-8") + '\n[filing]\nlogo = "The Corner House of Hobart"\n'


@pytest.fixture
def filing(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    *tables, last = check_house(read_house(OUR_HOUSE.read_text("utf-8")))
    assert last.table.name == UNFILED
    first = tables[0]
    assert first.table.name == OFF
    other = replace(first, rules=first.table.game.configure({**first.table.options, "decks": "8"}))
    return write_filing(tmp_path / "filing", (other, *tables[1:]), getattr(request, "param", NOT_A_HOUSE))


@pytest.fixture
def served(tmp_path: Path, filing: Path) -> Iterator[Served]:
    with serve(tmp_path, filing=filing) as house:
        yield house


def _visit(visit: Visit, served: Served, page: str, role: AccountRole = AccountRole.AUDITOR) -> Page:
    return visit(f"{served.url}/#/{page}", who=("Flo", role))


def test_each_table_beside_its_filing(visit: Visit, served: Served, filing: Path) -> None:
    page = _visit(visit, served, "filing")
    tables = page.locator(".filed")
    expect(tables).to_have_count(len(served.house.rooms))
    expect(tables.first.locator(".badge")).to_have_text("Differs from its filing")
    expect(tables.first.locator("tbody tr td")).to_have_text(["Decks", "8", "6", "58 Pa. Code § 685a.3(a)"])
    expect(tables.first).to_contain_text("1 open point.")
    expect(tables.nth(1).locator(".badge")).to_have_text("As filed")
    expect(tables.last.locator(".badge")).to_have_text("Not filed")
    expect(page.get_by_role("alert")).to_have_text(f"Not as filed: {OFF}; {UNFILED}.")
    expect(tables.first.get_by_role("img", name="Layout")).to_be_visible()
    hold(page)
    assert [(one.table, one.what) for one in departures(served.house, Filed.read(filing))] == [
        (OFF, "Decks"),
        (UNFILED, "table"),
    ]
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download all").click()
    archive = zipfile.ZipFile(io.BytesIO(downloading.value.path().read_bytes()))
    assert {"manifest.json", "t1/dossier.pdf", "t1/signs/limits.svg"} <= set(archive.namelist())
    for name in ("..%2fhouse.db", "t1/nothing.pdf", "%2fetc%2fpasswd"):
        assert page.request.get(f"{served.url}/api/filing/files/{name}").status == 404
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".filing-verdict")).to_contain_text("Not genuine: house.toml is not accepted")


def test_a_filing_that_was_changed_and_the_floors_warning(visit: Visit, served: Served, filing: Path) -> None:
    page = _visit(visit, served, "floor", AccountRole.FLOOR)
    expect(page.get_by_role("alert")).to_contain_text(f"Not as filed: {OFF}; {UNFILED}.")
    (filing / "t1/dossier.pdf").write_bytes(b"other")
    page.get_by_role("link", name="See the differences").click()
    expect(page.locator(".filing-wrong")).to_contain_text("t1/dossier.pdf was changed after it was signed")
    assert page.request.get(f"{served.url}/api/filing/files/t1/dossier.pdf").status == 503


@pytest.mark.parametrize("filing", [NAMED.encode()], indirect=True)
def test_the_filed_logo_is_on_the_cloth_where_the_drawing_has_it(visit: Visit, served: Served) -> None:
    page = visit(served.table(OFF))
    expect(page.locator(".mark tspan")).to_have_text(["The Corner House", "of Hobart"])
    assert "The Corner House of Hobart" in (page.locator(".cloth").get_attribute("aria-label") or "")
    mark, cloth = (page.locator(one).bounding_box() for one in (".mark", ".cloth"))
    assert mark is not None
    assert cloth is not None
    middle = (mark["x"] + mark["width"] / 2 - cloth["x"]) / cloth["width"]
    assert middle == pytest.approx(across(felt_of(served.room(OFF).desk.rules).equipment, NAME), abs=0.01)


def test_players_do_not_see_it(visit: Visit, served: Served) -> None:
    page = _visit(visit, served, "filing", AccountRole.PLAYER)
    expect(page.locator(".notice")).to_contain_text("Only floorpersons and auditors")
    assert page.request.get(f"{served.url}/api/filing").status == 403
