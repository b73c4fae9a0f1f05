"""The list of reasons: by which clauses each fact and refusal is said, and why.

Every test of the procedure is held to it while it runs (tests/proof.py); here the list is held against the law, and the
check is tried on what it must pass and what it must not.
"""

import pytest

from pitboss.law import clauses, documents
from pitboss.procedure.moves import CloseTable
from tests import proof
from tests.procedure.kit import Scene

DOCUMENTS = [document.id for document in documents()]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_reason_on_the_list_cites_clauses_of_its_own_document_and_says_why(document: str) -> None:
    for what, row in proof.listed().by[document].items():
        assert proof.why(what), f"{what}: no line says why"
        cited = {*row.all, *row.some} - {proof.NOTHING}
        assert {clauses()[clause].document for clause in cited} <= {document}, what


def test_every_why_is_of_something_that_is_said() -> None:
    said = {what.partition(" ")[0] for rows in proof.listed().by.values() for what in rows}
    halves = {f"*/{what.partition('/')[2]}" for what in said} | {f"{what.partition('/')[0]}/*" for what in said}
    assert set(proof.listed().why) <= said | halves


ALL, SOME = ("PA 665a.12(a)",), ("PA 665a.7(o)(1)(i)(A)", "PA 665a.7(o)(1)(i)(B)")
OTHER = "PA 665a.9(a)"


@pytest.mark.parametrize(
    ("row", "cited", "gives"),
    [
        (proof.Row(ALL, SOME), (*ALL, SOME[0]), True),
        (proof.Row(ALL, SOME), ALL, True),
        (proof.Row(ALL, SOME), SOME, False),
        (proof.Row(ALL, SOME), (*ALL, OTHER), False),
        (proof.Row(ALL), (), False),
        (proof.Row((), SOME), SOME[:1], True),
        (proof.Row((), SOME), (), False),
        (proof.Row((), (*SOME, proof.NOTHING)), (), True),
        (proof.Row(), (), True),
        (proof.Row(), ALL, False),
    ],
)
def test_a_row_gives_what_is_always_cited_with_what_may_be(row: proof.Row, cited: tuple[str, ...], gives: bool) -> None:
    assert row.gives(cited) is gives


def test_a_marker_is_proved_by_its_clause_or_a_paragraph_below_it_and_by_no_neighbour() -> None:
    assert proof.proves("PA 665a.13(h)", {"PA 665a.13(h)(1)"})
    assert proof.proves("NJ 26.8(a)", {"NJ 26.8(a)2"})
    assert not proof.proves("PA 665a.13(h)(1)", {"PA 665a.13(h)"})
    assert not proof.proves("PA 665a.1", {"PA 665a.13(h)"})
    assert proof.unproved("tests/procedure/any.py", ["PA 665a.13(h)", OTHER], {OTHER}) == ["PA 665a.13(h)"]


def test_markers_are_held_against_all_cases_of_a_test_together_and_only_when_all_have_passed() -> None:
    proofs = proof.Proofs()
    proofs.add("tests/procedure/any.py::test[a]", [*ALL, OTHER], [*ALL], 3)
    proofs.add("tests/procedure/any.py::test[b]", [*ALL, OTHER], [], 3)
    assert proofs.missing() == []
    proofs.add("tests/procedure/any.py::test[c]", [*ALL, OTHER], [], 3)
    assert [OTHER in line and ALL[0] not in line for line in proofs.missing()] == [True]


def test_what_a_table_says_and_refuses_is_heard_and_a_rule_that_the_test_reads_is_looked_up() -> None:
    with proof.hearing() as witness, proof.looking_up(witness):
        scene = Scene("double-attack-pa").open().bet(100_00)
        scene.refused(CloseTable(by="ann"))
        assert scene.table.rules.cites("card_reader")
    assert ("pa-665a", "WagerPlaced bet", ("PA 665a.6(d)",)) in witness.said
    assert ("pa-665a", "floor/not-yours close-table", ()) in witness.said
    assert "PA 665a.2(d)" in witness.looked_up
    assert witness.unlisted() == []
    witness.said.add(("pa-665a", "WagerPlaced bet", (OTHER,)))
    assert witness.unlisted() == [f"pa-665a: WagerPlaced bet cites {OTHER}"]


def test_a_refusal_by_no_clause_says_that_the_house_decides() -> None:
    refusal = Scene("double-attack-pa").refused(CloseTable(by="ann"))
    assert (refusal.clauses, "the house decides" in refusal.sentence) == ((), True)


def test_rows_of_one_kind_are_joined_and_a_whole_run_keeps_only_what_it_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = proof.Row(all=ALL), proof.Row(all=SOME)
    assert proof.joined(None, one) == one
    assert proof.joined(one, other) == proof.Row((), tuple(sorted(ALL + SOME)))
    assert proof.joined(proof.Row(all=(*ALL, *SOME)), one) == proof.Row(ALL, SOME)
    assert proof.joined(one, proof.Row()) == proof.Row((), (*ALL, proof.NOTHING))
    assert proof.joined(proof.Row(), proof.Row()) == proof.Row()
    monkeypatch.setattr(proof, "HEARD", {"pa-665a": {"WagerPlaced bet": one}})
    assert proof.rows_of("pa-665a", whole=True) == {"WagerPlaced bet": one}
    kept = proof.rows_of("pa-665a", whole=False)
    assert kept.keys() == proof.listed().by["pa-665a"].keys()
    assert ALL[0] in kept["WagerPlaced bet"].some
