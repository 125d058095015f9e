"""A dossier is the same every time, every kind of tampering is found and named, and a change is told by its clause."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import holecard as hc
from holecard.dossier import contents
from holecard.dossier._mathematics import solve
from holecard.dossier._walk import Walk, walk
from holecard.dossier.contents import Edition
from holecard.dossier.differing import differences
from holecard.dossier.evidence import CITE, NONE, WRITE, Evidence
from holecard.dossier.files import sha256, written
from holecard.dossier.intact import check_intact
from holecard.dossier.making import Dossier, compose, write
from holecard.dossier.signing import DOSSIER, Signer, fits
from holecard.dossier.verifying import verify
from holecard.engine.rules import Rules
from holecard.house.house_file import Checked, read_house
from holecard.lab.counting import observer
from holecard.lab.report.findings import Findings, Tell
from holecard.layout.particulars import DRAFT
from holecard.rng import files as rng_files
from holecard.rng.collecting import Collected, What, collect
from holecard.values.shoe import PracticeShuffler
from tests.cli.kit import here

SAMPLES = 4  # of the cards left, for the chapter on counting: enough for its figures, not for a decision
SIGNER = Signer(bytes(32), DOSSIER)
HOUSE = """
[house]
name = "Corner House"
[filing]
date = 2026-03-01
[[table]]
name = "Pit 1"
game = "pa-down-under"
boxes = 5
options = {decks = 4, settlement = "collect-first"}
filing = {logo = "The Corner House, in gold", deck_changes = 24}
"""
TABLE = "pit-1/dossier.json"


SHUFFLER = PracticeShuffler(4)
WORDS = collect(What.RAW, 10_000, bits=lambda width: SHUFFLER.below(2**width))
SHOES = collect(What.SHOES, 400, decks=4, shuffler=SHUFFLER)


@cache
def evidence() -> Evidence:
    """Numbers of a seeded generator, so that every run tests the same."""
    return Evidence.read([("raw.bin", rng_files.written(WORDS)), ("shoes.bin", rng_files.written(SHOES))])


def made(text: str = HOUSE, paper: str = "a4", numbers: Evidence | None = None) -> Dossier:
    edition = Edition.of(read_house(text), paper=paper, samples=SAMPLES)
    return compose(text, edition, evidence=evidence() if numbers is None else numbers)


@pytest.fixture(scope="module", autouse=True)
def solved_once() -> Iterator[None]:
    """Each table is solved and walked once for all tests of this file; everything else is made again each time."""
    found: dict[str, Findings] = {}

    def once(table: Checked, samples: int, tell: Tell) -> Findings:
        assert table.rules is not None
        if table.rules.hash not in found:
            found[table.rules.hash] = solve(table, samples, tell)
        return found[table.rules.hash]

    walks: dict[str, Walk] = {}

    def walked(rules: Rules) -> Walk:
        if rules.hash not in walks:
            walks[rules.hash] = walk(rules)
        return walks[rules.hash]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contents, "solve", once)
        patch.setattr(contents, "walk", walked)
        patch.setattr(observer, "STEPS", (0.5, 0.75))  # how deep the shoe is dealt: two depths, not nineteen
        yield


@cache
def dossier() -> Dossier:
    return made()


@pytest.fixture(scope="module")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dossier") / "filed"
    write(dossier(), SIGNER, folder)
    return folder


@pytest.fixture
def copy(filed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filed, tmp_path / "copy"))


def test_twice_the_same_bytes_and_verified(filed: Path) -> None:
    again = made()
    assert dict(again.files) == dict(dossier().files)
    manifest = (filed / "manifest.json").read_bytes()
    signature = json.loads((filed / "signature.json").read_bytes())
    assert fits(SIGNER.public, signature["signature"], manifest)
    found = verify(filed, SIGNER.public)
    assert found.ok, found.first
    jsonschema_rs.validator_for(hc.schema("dossier-verify")).validate(found.to_dict())


def test_the_json_is_as_its_schema_says(filed: Path) -> None:
    document = json.loads((filed / TABLE).read_bytes())
    jsonschema_rs.validator_for(hc.schema("dossier")).validate(document)
    assert document["figures"]["composition"]["house_edge"] == pytest.approx(
        hc.analyze(hc.game("pa-down-under", decks=4)).house_edge, abs=1e-12
    )
    missing = {point["write"] for point in document["open_points"]}
    assert "[table.options] boxes_per_player" in missing
    assert "[table.filing] logo" not in missing


def test_signs_and_layout_are_drafts_until_every_choice_is_stated(filed: Path) -> None:
    document = json.loads((filed / TABLE).read_bytes())
    drawings = ["layout.svg", *(f"signs/{sign['key']}.svg" for sign in document["signs"])]
    assert "boxes_per_player" in dossier().tables["pit-1"].unstated
    whole = made(HOUSE.replace("decks = 4", "decks = 4, boxes_per_player = 2"))
    assert whole.tables["pit-1"].unstated == frozenset()
    for name in drawings:
        assert DRAFT in (filed / "pit-1" / name).read_text("utf-8")
        assert DRAFT.encode() not in whole.files[f"pit-1/{name}"]


def test_paper_and_missing_date_are_seen() -> None:
    letter = made(HOUSE.replace("date = 2026-03-01", ""), paper="letter")
    assert letter.files["pit-1/dossier.pdf"] != dossier().files["pit-1/dossier.pdf"]
    assert letter.tables["pit-1"].open_points[0].what == "Date of the filing"


# Ten kinds of tampering


def edit(name: str, change: Callable[[Any], None]) -> Callable[[Path], None]:
    def tamper(folder: Path) -> None:
        document = json.loads((folder / name).read_bytes())
        change(document)
        (folder / name).write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")

    return tamper


def put(*path: str | int, value: object) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


def inscribe(folder: Path) -> None:
    file = folder / "pit-1" / "layout.svg"
    file.write_text(file.read_text("utf-8").replace("</svg>", "<text>Blackjack pays 6 to 5</text></svg>"), "utf-8")


def turn_page(folder: Path) -> None:
    file = folder / "pit-1" / "dossier.pdf"
    file.write_bytes(file.read_bytes()[:-2000])


def other_clause(document: Any) -> None:
    row = next(row for row in document["clauses"] if row["clause"] == "3(c)")
    row["answers"][0]["value"] = "48 hours"


OTHER = Signer(bytes(31) + b"1", DOSSIER)
TAMPERED: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "a figure": (
        edit(TABLE, put("figures", "composition", "house_edge", value=0.5)),
        TABLE,
        "figures, composition, house_edge: 0.5 is stated",
    ),
    "an inscription": (inscribe, "pit-1/layout.svg", "was changed after it was signed"),
    "a page": (turn_page, "pit-1/dossier.pdf", "was changed after it was signed"),
    "a hash": (
        edit("manifest.json", put("files", TABLE, value="0" * 64)),
        "manifest.json",
        f"its hash of {TABLE} is not that of the file",
    ),
    "the signature": (edit("signature.json", put("signature", value="0" * 128)), "signature.json", "does not fit"),
    "a key": (edit("signature.json", put("key", value=OTHER.public)), "signature.json", "another key"),
    "a clause": (edit(TABLE, other_clause), TABLE, 'clause 3(c), answers, item 1, value: "48 hours" is stated'),
    "a date": (
        edit("manifest.json", put("date", value="2025-01-01")),
        "manifest.json",
        'date is "2025-01-01", the dossier has "2026-03-01"',
    ),
    "an extra file": (lambda folder: (folder / "pit-1/more.txt").touch(), "pit-1/more.txt", "not in the manifest"),
    "a missing file": (lambda folder: (folder / "pit-1/layout.svg").unlink(), "pit-1/layout.svg", "is missing"),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_tampering_is_found_and_named(kind: str, copy: Path) -> None:
    tamper, file, what = TAMPERED[kind]
    tamper(copy)
    first = verify(copy).first
    assert first is not None
    assert first.file == file
    assert what in first.what


def sign_again(folder: Path, signer: Signer) -> None:
    """What someone with a key of their own would do after changing a file."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    manifest["key"] = signer.public
    manifest["files"] = {name: sha256((folder / name).read_bytes()) for name in manifest["files"]}
    content = written(manifest)
    (folder / "manifest.json").write_bytes(content)
    signed = {"algorithm": "Ed25519", "key": signer.public, "signature": signer.sign(content)}
    (folder / "signature.json").write_bytes(written(signed))


@pytest.mark.parametrize("kind", ["a figure", "an inscription", "a page"])
def test_signing_again_does_not_hide_it(kind: str, copy: Path) -> None:
    tamper, file, _ = TAMPERED[kind]
    tamper(copy)
    sign_again(copy, OTHER)
    assert check_intact(copy).ok
    first = verify(copy).first
    assert first is not None
    assert first.file == file
    expected = verify(copy, SIGNER.public).first
    assert expected is not None
    assert expected.file == "signature.json"


@pytest.mark.parametrize("name", ["manifest.json", "signature.json"])
@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", None])
def test_what_is_no_dossier(name: str, content: bytes | None, copy: Path) -> None:
    (copy / name).unlink() if content is None else (copy / name).write_bytes(content)
    first = verify(copy).first
    assert first is not None
    assert first.file == name


def test_a_change_is_told_by_its_clause_with_the_house_edge(filed: Path, tmp_path: Path) -> None:
    other = HOUSE.replace("decks = 4", "decks = 5").replace("deck_changes = 24", "deck_changes = 12")
    with pytest.raises(
        hc.HolecardError, match=r"rng/shoes-4\.bin: no table of this dossier has shoes of so many decks"
    ):
        made(other)
    new = made(other, numbers=NONE)
    write(new, SIGNER, tmp_path / "new")
    found = differences(filed, tmp_path / "new")
    told = {(row.clause, row.what): (row.before, row.after) for row in found.rows}
    assert told["58 Pa. Code § 685a.3(a)", "Decks"] == ("4", "5")
    assert told["58 Pa. Code § 685a.3(c)", "Hours after which the decks are changed"] == ("24 hours", "12 hours")
    raw = told[CITE, "random numbers (raw)"][0]
    assert (raw or "").startswith("10,000 with SHA-256")
    assert told[CITE, "random numbers (shoes)"][1] is None
    (edge,) = found.edges
    before, after = (one.tables["pit-1"].found.composition.house_edge for one in (dossier(), new))
    assert edge[2:] == (before, after)
    assert edge.change == after - before != 0
    jsonschema_rs.validator_for(hc.schema("dossier-diff")).validate(found.to_dict())
    assert differences(filed, filed).rows == ()
    (tmp_path / "new/more.txt").touch()
    with pytest.raises(hc.HolecardError, match=r"more\.txt is not in the manifest"):
        differences(filed, tmp_path / "new")


# Random numbers


def test_the_numbers_are_in_the_dossier_with_what_the_tests_found(filed: Path) -> None:
    document = json.loads((filed / TABLE).read_bytes())
    assert [(one["what"], one["file"], one["count"]) for one in document["rng"]] == [
        ("raw", "rng/raw.bin", 10_000),
        ("shoes", "rng/shoes-4.bin", 400),
    ]
    for one in document["rng"]:
        content = (filed / one["file"]).read_bytes()
        assert (one["sha256"], one["bytes"]) == (sha256(content), len(content))
        tested = here("rng", "test", str(filed / one["file"]), "--json").document
        found = [(row["test"], row["p_value"]) for row in one["rows"]]
        assert found == [(row["test"], row["p_value"]) for row in tested["rows"]]
        assert one["passed_99"] is tested["passed"] is True
    assert WRITE not in {point["write"] for point in document["open_points"]}


def test_numbers_that_are_missing_or_fail_are_open_points() -> None:
    told = [point.what for point in NONE.open_points(6)]
    assert told == [f"Random numbers: the fifteen tests on {what}" for what in ("raw words", "shoes of 6 decks")]
    even = Collected(what=What.RAW, below=2**32, numbers=WORDS.words() & 0xFFFFFFFE)  # the lowest bit is always 0
    bad = Evidence.read([("even.bin", rng_files.written(even))])
    first = made(numbers=bad).tables["pit-1"].open_points[-2]
    assert (first.cite, first.what) == (CITE, "Random numbers: raw words fail (chi-square)")


def other_number(folder: Path) -> None:
    file = folder / "rng/raw.bin"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)


def without_shoes(folder: Path) -> None:
    (folder / "rng/shoes-4.bin").unlink()
    edit("manifest.json", lambda manifest: manifest["files"].pop("rng/shoes-4.bin"))(folder)


@pytest.mark.parametrize(
    ("tamper", "file", "what"),
    [
        (other_number, TABLE, "rng, item 1, sha256"),
        (edit(TABLE, put("rng", 0, "rows", 3, "p_value", value=0.5)), TABLE, "rng, item 1, rows, item 4, p_value: 0.5"),
        (edit(TABLE, put("rng", 1, "passed_95", value=None)), TABLE, "rng, item 2, passed_95"),
        (without_shoes, TABLE, "open_points: 21 items are stated, 22 are found"),
        (lambda folder: (folder / "rng/raw.bin").write_bytes(b"more"), "rng", "rng/raw.bin is no evidence"),
    ],
)
def test_other_numbers_are_found_even_if_signed_again(
    tamper: Callable[[Path], None], file: str, what: str, copy: Path
) -> None:
    tamper(copy)
    sign_again(copy, OTHER)
    first = verify(copy).first
    assert first is not None
    assert first.file == file
    assert what in first.what


# The command


def test_the_command(filed: Path, copy: Path, tmp_path: Path) -> None:
    assert here("dossier", "verify", str(filed), "--json").document["ok"] is True
    TAMPERED["an extra file"][0](copy)
    ran = here("dossier", "verify", str(copy), "--json")
    assert (ran.code, ran.document["first"]["file"]) == (1, "pit-1/more.txt")
    house = tmp_path / "house.toml"
    house.write_text(HOUSE, "utf-8")
    new = tmp_path / "new"
    (tmp_path / "raw.bin").write_bytes(rng_files.written(WORDS))
    more = ("--key", f"{new}.key", "--date", "2026-04-01", "--rng", str(tmp_path / "raw.bin"))
    ran = here("dossier", "make", str(house), "--out", str(new), *more)
    assert ran.code == 0, ran.err
    assert "open points" in ran.out
    assert "Made the key file" in ran.err
    assert "date: 2026-03-01 becomes 2026-04-01" in here("dossier", "diff", str(filed), str(new)).out


@pytest.mark.parametrize(
    ("house", "more", "code", "words"),
    [
        (HOUSE.replace("decks = 4", "decks = 5, match_the_dealer = true"), (), 3, "685a.6(e)"),
        (HOUSE.replace("deck_changes = 24", "deck_changes = 30"), (), 3, "685a.3(c)"),
        (HOUSE, ("--table", "Pit 9"), 2, "no table 'Pit 9'. Its tables: Pit 1"),
        (HOUSE, ("--paper", "foolscap"), 2, "--paper must be a4 or letter"),
        (HOUSE, ("--date", "soon"), 2, "such as 2026-03-01"),
        (HOUSE, ("--key", "open.key"), 1, "chmod 600"),
        (HOUSE, ("--key", "bad.key"), 1, "is not a key file"),
        (HOUSE, ("--out", "full"), 1, "is not empty"),
        (HOUSE, ("--out", "house.toml"), 1, "is not a folder"),
        (HOUSE, ("--out", "no/such"), 1, "there is no folder"),
        ("[house]", (), 2, "'name' is missing"),
        (HOUSE, ("--rng", "no.bin"), 1, "no.bin cannot be read"),
        (HOUSE, ("--rng", "plain.bin"), 2, "plain.bin is no evidence: a dossier takes what rng collect writes"),
        (HOUSE, ("--rng", "scaled.bin"), 2, "scaled.bin is no evidence"),
        (HOUSE, ("--rng", "few.bin"), 2, "too few"),
        (HOUSE, ("--rng", "raw.bin", "--rng", "raw.bin"), 2, "raw.bin is one too many"),
        (HOUSE, ("--rng", "six.bin"), 2, "no table of this dossier has shoes of so many decks"),
    ],
)
def test_one_line_and_nothing_half_written(
    house: str, more: tuple[str, ...], code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text(house, "utf-8")
    Path("full").mkdir()
    Path("full/kept").touch()
    Path("open.key").write_text("00" * 32, "ascii")
    Path("open.key").chmod(0o644)
    Path("bad.key").write_text("00", "ascii")
    Path("bad.key").chmod(0o600)
    numbers = {
        "raw": rng_files.written(WORDS),
        "plain": rng_files.written(WORDS, rng_files.Form.PRACTRAND),
        "scaled": rng_files.written(collect(What.SCALED, 9, shuffler=SHUFFLER)),
        "few": rng_files.written(collect(What.RAW, 9)),
        "six": rng_files.written(collect(What.SHOES, 210, decks=6, shuffler=SHUFFLER)),
    }
    for name, content in numbers.items():
        Path(f"{name}.bin").write_bytes(content)
    before = sorted(tmp_path.rglob("*"))
    where = () if "--out" in more else ("--out", "new")
    ran = here("dossier", "make", "house.toml", *where, *more)
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before
