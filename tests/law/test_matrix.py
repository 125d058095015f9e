"""The build fails while a clause with force at the table has no code or no test that saw it at work."""

from __future__ import annotations

from holecard.law import matrix
from holecard.law.clauses import IN_FORCE, registers


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
