"""The drawing to scale shows what the browser's felt shows, and every clause about the layout can be found in it."""

from __future__ import annotations

import re
from itertools import combinations
from math import cos, pi, radians, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest

from holecard.games import GAMES, find
from holecard.law.clauses import register, registers
from holecard.law.errors import Malformed, Refused
from holecard.layout import Sign, _geometry, felt_of, felt_svg, sign_svg, signs
from holecard.live.table.felt import felt_of as page_felt
from tests.cli.kit import here
from tests.layout.tables import FULL, TABLES, rules_of

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def said(node: ElementTree.Element) -> str:
    return " ".join("".join(one.itertext()) for one in node.iter(f"{SVG}text"))


def written(svg: str) -> list[tuple[str, str]]:
    """Every inscription on the felt with its clause, each once."""
    found = [node for node in parsed(svg).iter() if "data-inscription" in node.attrib]
    return [(said(node), node.attrib["data-inscription"]) for node in found]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_page_and_the_drawing_show_the_same(table: tuple[str, dict[str, object]]) -> None:
    rules = rules_of(table)
    page, drawn = page_felt(rules), felt_svg(rules)
    tree = parsed(drawn)
    on_page = {one["text"]: one["clause"] for one in page["inscriptions"]}
    on_page |= {f"{one['name']}, {one['cards']}": None for one in page["areas"]}
    if page["line"] is not None:
        on_page.setdefault(page["line"]["text"], None)
    on_drawing = dict(written(drawn))
    assert on_drawing.keys() == on_page.keys()
    assert {text: clause for text, clause in on_page.items() if clause and on_drawing[text] != clause} == {}
    areas = [node.attrib["data-area"] for node in tree.iter() if "data-area" in node.attrib]
    assert areas == [one["light"] for one in page["areas"]]
    boxes = [node for node in tree.iter() if "data-box" in node.attrib]
    assert len(boxes) == rules.boxes.most
    for box in boxes:
        spots = [node for node in box if "data-wager" in node.attrib]
        assert [said(spots[0])] == [page["main"]]
        assert [(one.attrib["data-wager"], one.attrib["data-name"]) for one in spots[1:]] == [
            (one["wager"], one["name"]) for one in page["spots"]
        ]
        for one in spots[1:]:
            assert said(one).replace("- ", "-") == one.attrib["data-name"]


def test_every_clause_that_is_drawn_or_signed_is_found_at_some_table() -> None:
    """A clause says in the register what a drawing shows for it; nothing that it names may be missing."""
    shown = "".join(felt_svg(rules_of(table)) for table in TABLES)
    posted = {sign.cite for table in TABLES for sign in signs(rules_of(table))}
    for held in registers():
        for clause in held.clauses.values():
            cite = held.cite(clause.id)
            if clause.draws:
                assert f">{cite}<" in shown, cite
            if clause.sign is not None:
                assert cite in posted, cite


def test_the_signs_that_clauses_ask_for() -> None:
    wanted = {"14.2", "15B.8", "15C.9", "15F.11", "18.3", "18.4", "20A.7", "2(b)(4)(iv)", "2(b)(6)", "2(b)(5)"}
    found: dict[str, Sign] = {}
    for table in TABLES:
        posted = signs(rules_of(table))
        assert len({sign.key for sign in posted}) == len(posted)
        assert all(re.fullmatch(r"[\w.-]+", sign.key) for sign in posted)
        found |= {sign.cite.clause: sign for sign in posted}
    assert wanted <= set(found)
    assert found["15B.8"].lines[0] == "Pay scale one"
    assert found["18.4"].title == "No Ante for a bet of 50.00 or more"
    prizes = found["15A.2"].lines
    assert (len(prizes), prizes[1], prizes[-1]) == (
        24,
        "1,000 for 1: 1 of 3,750 prizes",
        "5 for 1: 290 of 3,750 prizes",
    )
    assert found["2(b)(4)(iv)"].title == "Surrender is not available on a Down Under Blackjack table"


def test_the_payouts_sign_has_every_odds_of_the_main_wager() -> None:
    for table in TABLES:
        rules = rules_of(table)
        sign = next(sign for sign in signs(rules) if sign.key == "payouts")
        better = {case.outcome.odds.spoken for case in rules.cases if case.outcome.odds.pays > case.outcome.odds.to}
        assert all(any(f"pays {odds}" in line for line in sign.lines) for odds in better), table


def test_limits_of_the_house_replace_those_of_the_rules() -> None:
    rules = find("reference").configure()
    assert signs(rules)[0].lines[:2] == ("Smallest bet 1.00", "Largest bet 10000.00")
    assert signs(rules, (500, 20_000))[0].lines[:2] == ("Smallest bet 5.00", "Largest bet 200.00")


# Nothing overlaps

Polygon = list[tuple[float, float]]


def rectangle(block: _geometry.Block) -> Polygon:
    x, y, width, height = block
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def at_box(place: _geometry.Place, beside: int) -> list[Polygon]:
    half, turn = _geometry.BOX / 2, radians(place.angle)
    local: list[Polygon] = [[(-half, -half), (half, -half), (half, half), (-half, half)]]
    for x, y in _geometry.spot_places(beside):
        ring = (2 * pi * step / 16 for step in range(16))
        local.append([(x + _geometry.SPOT / 2 * cos(one), y + _geometry.SPOT / 2 * sin(one)) for one in ring])
    return [
        [(place.x + x * cos(turn) - y * sin(turn), place.y + x * sin(turn) + y * cos(turn)) for x, y in shape]
        for shape in local
    ]


def apart(one: Polygon, other: Polygon) -> bool:
    """Whether a line separates two convex shapes."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in zip(shape, shape[1:] + shape[:1], strict=True):
            nx, ny = y1 - y2, x2 - x1
            first, second = ([nx * x + ny * y for x, y in points] for points in (one, other))
            if max(first) <= min(second) + 1e-6 or max(second) <= min(first) + 1e-6:
                return True
    return False


def inside_the_table(x: float, y: float) -> bool:
    across, down = (x - _geometry.WIDTH / 2) / _geometry.ACROSS, max(0.0, y - _geometry.STRAIGHT) / _geometry.DOWN
    return y >= 0 and across**2 + down**2 <= 1


@pytest.mark.parametrize("boxes", range(1, _geometry.MOST_BOXES + 1))
def test_nothing_overlaps(boxes: int) -> None:
    shapes = [shape for place in _geometry.box_places(boxes) for shape in at_box(place, _geometry.MOST_BESIDE)]
    shapes += [
        rectangle(block) for block in (*_geometry.EQUIPMENT.values(), _geometry.TRAY, *_geometry.range_places(3))
    ]
    assert [pair for pair in combinations(shapes, 2) if not apart(*pair)] == []
    assert all(inside_the_table(x, y) for shape in shapes for x, y in shape)
    away = _geometry.LINE_AT - _geometry.LINE / 2  # the edge of the insurance line that is next to the boxes
    ring = (radians(24 + step) for step in range(133))
    line = [
        (
            _geometry.WIDTH / 2 + (_geometry.ACROSS - away) * cos(one),
            _geometry.STRAIGHT + (_geometry.DOWN - away) * sin(one),
        )
        for one in ring
    ]
    assert all(apart(shape, [point, point]) for shape in shapes for point in line)


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for run in ("one", "two"):
        felt, folder = tmp_path / f"{run}.pdf", tmp_path / run
        ran = here("layout", "pa-down-under", "--pdf", str(felt), "--signs", str(folder))
        assert ran.code == 0, ran.err
        made.append({"felt": felt.read_bytes(), **{file.name: file.read_bytes() for file in sorted(folder.iterdir())}})
    assert made[0] == made[1]
    assert set(made[0]) == {"felt", "limits.pdf", "payouts.pdf", "rule-2-b-4-iv.pdf"}
    assert all(content.startswith(b"%PDF") for content in made[0].values())


def test_full_size_is_ten_times_as_large() -> None:
    rules = find("pa-down-under").configure()
    small, large = felt_svg(rules), felt_svg(rules, 1)
    assert "scale(0.1)" in small
    assert "scale(1)" in large
    assert written(small) == written(large)
    assert "full size" in large
    assert rules.hash in large


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    rules = find("pa-down-under").configure()
    with pytest.raises(Refused, match=re.escape("685a.2(a)")):
        felt_svg(rules, boxes=7)
    with pytest.raises(Malformed, match="at least 1 box"):
        felt_svg(rules, boxes=0)
    with pytest.raises(Malformed, match="scale must be"):
        felt_svg(rules, scale=5)
    full = tmp_path / "full"
    full.mkdir()
    (full / "old").touch()
    for given, code, what in (
        ((), 2, "--svg FILE"),
        (("--svg", str(tmp_path / "felt.pdf")), 2, "must end in .svg"),
        (("--boxes", "7", "--svg", str(tmp_path / "felt.svg")), 3, "685a.2(a)"),
        (("--signs", str(full)), 1, "is not empty"),
        (("--signs", str(full / "old")), 1, "is not a folder"),
        (("--signs", str(tmp_path / "no" / "such")), 1, "there is no folder"),
    ):
        ran = here("layout", "pa-down-under", *given)
        assert (ran.code, ran.out) == (code, "")
        assert what in ran.err
        assert ran.err.count("\n") == 1
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["full", "old"]


def test_a_sign_is_one_page_with_all_its_lines() -> None:
    for table in FULL:
        for sign in signs(rules_of(table)):
            shown = said(parsed(sign_svg(sign)))
            assert shown == " ".join((sign.title, *sign.lines, str(sign.cite)))


def test_the_register_knows_what_is_drawn() -> None:
    held = register("pa-673a", "2016")
    assert str(held.drawn("second-chance")) == "58 Pa. Code § 673a.2(b)(3)"
    assert held.drawn("match-the-dealer") is None
    assert {key for key in GAMES if not felt_of(find(key).configure()).inscriptions} == set()
