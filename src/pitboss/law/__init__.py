"""What the five documents say, clause by clause, in our words; citations; readings of doubtful clauses."""

from pitboss.law.citation import Citation, UnknownClause, cite, cited
from pitboss.law.documents import Clause, Document, Embodied, clauses, documents
from pitboss.law.readings import Reading, ReadingOption, UnknownReading, reading, readings, readings_of

__all__ = [
    "Citation",
    "Clause",
    "Document",
    "Embodied",
    "Reading",
    "ReadingOption",
    "UnknownClause",
    "UnknownReading",
    "cite",
    "cited",
    "clauses",
    "documents",
    "reading",
    "readings",
    "readings_of",
]
