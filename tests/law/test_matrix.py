"""The build fails while a clause with force at the table has no code or no test that saw it at work."""

from __future__ import annotations

from collections.abc import Callable

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Act
from holecard.games import find
from holecard.law import matrix
from holecard.law.clauses import IN_FORCE, Stands, editions, register, registers
from holecard.law.witness import Manner
from holecard.live.table.felt import Felt, felt_of


def test_every_clause_in_force_has_code() -> None:
    bare = [
        f"{row.instrument}@{row.edition} {row.clause}"
        for row in matrix.rows()
        if row.status in IN_FORCE and not row.code
    ]
    assert bare == []


def test_every_clause_in_force_has_a_test_that_saw_it() -> None:
    bare = [
        f"{row.instrument}@{row.edition} {row.clause}"
        for row in matrix.rows()
        if row.status in IN_FORCE and not row.tests
    ]
    assert bare == []


def test_every_citation_in_the_source_names_a_clause() -> None:
    held = {
        (register.key, register.renamed.get(clause, clause)) for register in registers() for clause in register.clauses
    }
    unknown = [
        f"{place}: {instrument} {clause}"
        for instruments, clause, place in matrix.citations()
        for instrument in instruments
        if (instrument, clause) not in held
    ]
    assert unknown == []


def test_the_record_names_only_clauses_and_tests_that_exist() -> None:
    clauses = {(f"{held.key}@{held.edition}", clause) for held in registers() for clause in held.clauses}
    recorded = {(instrument, clause) for instrument, found in matrix.read_evidence().items() for clause in found}
    assert recorded - clauses == set()


ANNOUNCED_ONLY = {  # clauses of which every test saw a sentence and no effect: the number may only fall
    "down-under-rop@2019": 0,
    "nz-blackjack@undated": 5,
    "pa-673a@2016": 8,
    "pa-685a@2018": 6,
    "pa-685a@2020": 6,
}


def test_no_more_clauses_are_only_announced(record_property: Callable[[str, object], None]) -> None:
    """Announcing a rule is not applying it: a new clause needs a test in which something is asked, refused or moved."""
    found = matrix.announced_only()
    record_property("announced only", sum(map(len, found.values())))
    print(f"announced only: {sum(map(len, found.values()))} clauses")
    assert {edition: len(clauses) for edition, clauses in found.items()} == ANNOUNCED_ONLY, found


def test_a_clause_that_is_only_announced_says_why() -> None:
    """And one that has an effect gives no excuse."""
    wrong = [(row.instrument, row.clause) for row in matrix.rows() if row.announced_only != (row.said is not None)]
    assert wrong == []


def test_a_sentence_is_no_effect() -> None:
    """One that is carried by a refusal or by money elsewhere is tested; one that is said in all its tests is not."""
    rows = {(row.instrument, row.edition, row.clause): row for row in matrix.rows()}
    for row in rows.values():
        assert Manner.SAID not in row.effects
        assert not (row.announced_only and row.effects)
    assert rows["pa-685a", "2020", "7(t)"].announced_only  # nobody touches the cards: it can only be said
    assert rows["pa-685a", "2020", "12(i)"].effects == ["asked", "cards", "choice", "money", "refused"]


# Equipment


def felt(game: str, **options: object) -> Felt:
    return felt_of(find(game).configure(options))


def written(game: str, clause: str) -> bool:
    return any(one["clause"].endswith(clause) for one in felt(game)["inscriptions"])


def beside_the_bet(game: str, wager: str, **options: object) -> bool:
    return wager in {one["wager"] for one in felt(game, **options)["spots"]}


def pay_tables(game: str, **options: object) -> set[str]:
    return {one["wager"] for one in felt(game, **options)["pay_tables"]}


DOWN_UNDER, BACK_JACK = "pa-down-under", "pa-double-back-jack"
AREAS = [("small", "2-3-4-5"), ("medium", "6-7-8-9"), ("large", "10-J-Q-K-A")]


def areas(game: str) -> list[tuple[str, str]]:
    return [(one["light"], one["cards"]) for one in felt(game)["areas"]]


def nz_inscriptions() -> list[str]:
    return [one["text"] for one in felt("nz-blackjack")["inscriptions"]]


DRAWN: dict[tuple[str, str], Callable[[], bool]] = {  # where each clause can be seen on the layout
    ("pa-685a", "2(a)"): lambda: find(DOWN_UNDER).configure().boxes.most == 6,
    ("pa-685a", "2(b)(2)"): lambda: felt(DOWN_UNDER)["bettors_per_box"] == 1,
    **{("pa-685a", f"2(b)(3){part}"): lambda: areas(DOWN_UNDER) == AREAS for part in ("", "(i)", "(ii)", "(iii)")},
    ("pa-685a", "2(b)(4)"): lambda: len(felt(DOWN_UNDER)["inscriptions"]) == 4,
    **{
        ("pa-685a", clause): lambda clause=clause: written(DOWN_UNDER, clause)  # type: ignore[misc]
        for clause in ("2(b)(4)(i)", "2(b)(4)(ii)", "2(b)(4)(iii)", "2(b)(4)(iv)")
    },
    ("pa-685a", "2(b)(5)"): lambda: beside_the_bet(DOWN_UNDER, "match-the-dealer", match_the_dealer=True),
    ("pa-685a", "2(b)(6)"): lambda: pay_tables(DOWN_UNDER, match_the_dealer=True) == {"match-the-dealer"},
    ("pa-673a", "2(a)"): lambda: find(BACK_JACK).configure().boxes.most == 6,
    ("pa-673a", "2(b)(2)"): lambda: felt(BACK_JACK)["bettors_per_box"] == 1,
    ("pa-673a", "2(b)(3)"): lambda: beside_the_bet(BACK_JACK, "second-chance"),
    ("pa-673a", "2(b)(4)"): lambda: len(felt(BACK_JACK)["inscriptions"]) == 3,
    **{
        ("pa-673a", clause): lambda clause=clause: written(BACK_JACK, clause)  # type: ignore[misc]
        for clause in ("2(b)(4)(i)", "2(b)(4)(ii)", "2(b)(4)(iii)")
    },
    ("pa-673a", "2(b)(5)"): lambda: "Second Chance" in " ".join(one["text"] for one in felt(BACK_JACK)["inscriptions"]),
    ("nz-blackjack", "3.1"): lambda: find("nz-blackjack").configure().boxes.most == 9,
    ("nz-blackjack", "3.2"): lambda: len(nz_inscriptions()) >= 3,
    ("nz-blackjack", "3.2(a)"): lambda: beside_the_bet("nz-blackjack", "perfect-pair", perfect_pair=True),
    ("nz-blackjack", "3.2(b)"): lambda: len(nz_inscriptions()) >= 3,
    ("nz-blackjack", "3.2(b)(i)"): lambda: any("Blackjack pays 3 to 2" in text for text in nz_inscriptions()),
    ("nz-blackjack", "3.2(b)(ii)"): lambda: any("Dealer" in text for text in nz_inscriptions()),
    ("nz-blackjack", "3.2(b)(iii)"): lambda: any("Insurance pays 2 to 1" in text for text in nz_inscriptions()),
    ("nz-blackjack", "18.2"): lambda: beside_the_bet("nz-ante-up", "ante"),
    ("down-under-rop", "3(2)"): lambda: areas("masque-down-under") == AREAS,
}


def equipment(stands: Stands) -> set[tuple[str, str]]:
    newest = [register(key, editions(key)[0]) for key in {held.key for held in registers()}]
    return {(held.key, one.id) for held in newest for one in held.clauses.values() if one.stands is stands}


def test_what_the_layout_stands_for_is_drawn_there() -> None:
    assert set(DRAWN) == equipment(Stands.LAYOUT)
    assert [clause for clause, is_drawn in DRAWN.items() if not is_drawn()] == []


TABLES: tuple[tuple[str, dict[str, object]], ...] = (  # between them they have all the equipment there is
    ("pa-down-under", {"match_the_dealer": True}),
    ("pa-double-back-jack", {}),
    ("masque-down-under", {}),
    ("nz-ante-up", {"madness_21": True}),
    ("nz-free-bet", {}),
)


def inspected(game: str, options: dict[str, object], *answers: str) -> set[tuple[str, str]]:
    """The clauses that the floorperson finds kept when a table opens."""
    rules = find(game).configure(options)
    table = open_table(rules, pit=rules.play.around.opening(rules))
    found: set[tuple[str, str]] = set()
    for do in answers:
        _, facts = answer(rules, table, ask(rules, table), Act(do))
        found |= {(fact.cite.instrument, fact.cite.clause) for fact in facts}
    return found


def test_what_an_inspection_stands_for_is_asked_of_the_floorperson() -> None:
    found: set[tuple[str, str]] = set()
    for game, options in TABLES:
        ways = ("done", "marked-rack") if game.startswith("pa") else ("done",)
        found |= inspected(game, options, *ways)
    assert equipment(Stands.INSPECTION) <= found
    assert equipment(Stands.NONE) == {("nz-blackjack", "3.6")}  # a display of results, which no table here has
    assert not equipment(Stands.NONE) & found
