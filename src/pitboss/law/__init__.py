"""What the documents say, clause by clause, in our words; citations; readings of doubtful clauses.

`documents` and `readings` read the files under `data/` and those that plug-ins bring; `citation` refuses a clause that
does not exist, when the module that cites it is imported or its table opened. It imports `families`.
"""

from pitboss.law.citation import Citation, UnknownClause, check_module, cite, cited
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
    "check_module",
    "cite",
    "cited",
    "clauses",
    "documents",
    "reading",
    "readings",
    "readings_of",
]
