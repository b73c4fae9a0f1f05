"""The law map as pages: one a document, every clause with its code and its tests."""

from collections import Counter
from collections.abc import Mapping
from itertools import groupby

from pitboss.law import Clause, Document, Embodied, clauses, documents, readings
from pitboss.law.carried_out import CHECKOUT, Place, code_map
from pitboss.report.law_map import coverage, proof_map
from pitboss.report.site.clause_links import anchor
from pitboss.report.site.filling import filled
from pitboss.report.site.page import Page
from pitboss.report.site.source_pages import source_pages

MEANINGS: Mapping[Embodied, str] = {
    Embodied.PROCEDURE: "a step at the table, or a refusal",
    Embodied.RULE: "a value in the rules",
    Embodied.EQUIPMENT: "checked when the table opens",
    Embodied.SIGN: "shown on the layout or on a sign",
    Embodied.RECORD: "kept on record",
    Embodied.CONDUCT: "what a person may not do: no move for it exists, or it is refused",
}


def law_pages() -> list[Page]:
    """The map, its documents, and the files it leads to."""
    numbers = Counter(clause.embodied for clause in clauses().values())
    kinds = [(kind.value, meaning, numbers[kind]) for kind, meaning in MEANINGS.items()]
    index = filled("law_index.html", parts=coverage(), kinds=kinds)
    pages = [Page("law/index.html", "The law map", index, "the law map")]
    pages += [_document(document) for document in documents()]
    places = [*code_map().values(), *proof_map().values()]
    return pages + source_pages((place.file for found in places for place in found), CHECKOUT)


def _document(document: Document) -> Page:
    sections = [
        {
            "name": _name(section),
            "title": document.sections[section],
            "anchor": f"section-{anchor(section)}",
            "rows": [_row(clause) for clause in group],
        }
        for section, group in groupby(document.clauses, key=lambda clause: clause.section)
    ]
    body = filled("law.html", document=document, sections=sections)
    return Page(f"law/{document.id}.html", document.title, body, f"the law map, {document.title}")


def _name(section: str) -> str:
    return f"§ {section}" if section[:1].isdigit() else section


def _row(clause: Clause) -> dict[str, object]:
    doubts = [doubt.id for doubt in readings().values() if clause.id in doubt.clauses]
    code: Mapping[str, tuple[Place, ...]] = code_map()
    tests = proof_map()
    return {
        "clause": clause,
        "anchor": anchor(clause.id),
        "readings": doubts,
        "code": code.get(clause.id, ()),
        "tests": tests.get(clause.id, ()),
    }
