"""The list of reasons: what each fact and refusal of each document cites, and why; every test is held against it."""

import pytest

from pitboss.law import clauses, documents
from tests import proof

DOCUMENTS = [document.id for document in documents()]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_reason_on_the_list_cites_clauses_of_its_own_document_and_says_why(document: str) -> None:
    for what, reasons in proof.reasons()[document].items():
        assert proof.why(what), f"{what}: no line says why"
        for cited in reasons:
            assert {clauses()[clause].document for clause in cited} <= {document}, what


def test_a_refusal_by_no_clause_says_that_the_house_decides() -> None:
    from pitboss.procedure.moves import CloseTable
    from tests.procedure.kit import Scene

    refusal = Scene("double-attack-pa").refused(CloseTable(by="ann"))
    assert (refusal.clauses, "the house decides" in refusal.sentence) == ((), True)
