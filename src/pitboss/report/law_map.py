"""The map from law to code to test: which line of the source cites a clause, which test proves it.

The map is read from the source text itself (string literals that are clause ids, and `@pytest.mark.clause(...)`
markers), so it cannot drift from the code. A package installed from a wheel has no tests beside it; a checkout has.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitboss.law import Clause, Document, UnknownClause, documents
from pitboss.law.carried_out import Place, code_map, python_files, shown, sources
from pitboss.rules.cited import labels
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load


@dataclass(frozen=True)
class Coverage:
    """One document's share of the map; how many clauses are proved is not known where the tests are not at hand."""

    document: Document
    carried_out: int
    stated: int
    proved: int | None
    missing: tuple[tuple[Clause, bool, bool], ...]


def _marker_ids(decorator: ast.expr) -> Iterator[str]:
    """The ids of a `@pytest.mark.clause(...)`, or of one on a single case of a `@pytest.mark.parametrize(...)`."""
    for node in ast.walk(decorator):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "clause"
            and ast.unparse(node.func.value).endswith("mark")
        ):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


@cache
def stated() -> frozenset[str]:
    """The clauses cited only by steps that no line takes: the rule sheet states them, and others carry them out."""
    groups = (group for game in GAMES for group in load(game).groups.values())
    steps = {name for group in groups for name in group.sources if name not in labels(type(group))}
    taken = re.compile(rf"(?:\.|\")({'|'.join(steps)})\b")
    texts = (path.read_text(encoding="utf-8") for folder in sources().values() for path in folder.rglob("*.py"))
    idle = steps.difference(*(taken.findall(text) for text in texts))
    cited = code_map().items()
    return frozenset(clause for clause, places in cited if all(p.name.rpartition(".")[2] in idle for p in places))


def folder_of_tests(source: Path) -> Path | None:
    """The tests of a package that lies in its checkout, with `src/` between or without; none of an installed one."""
    root = next((folder for folder in source.parents[:2] if (folder / "pyproject.toml").is_file()), None)
    return None if root is None else root / "tests"


@cache
def at_hand() -> Mapping[str, Path]:
    """The tests that can be read, by the package whose they are."""
    found = {name: folder_of_tests(source) for name, source in sources().items()}
    return {name: folder for name, folder in found.items() if folder is not None}


@cache
def proof_map(*folders: Path) -> Mapping[str, tuple[Place, ...]]:
    """Every clause a test claims to prove, with the tests that do."""
    found: dict[str, list[Place]] = defaultdict(list)
    for path, tree in (file for folder in folders or at_hand().values() for file in python_files(folder)):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                for decorator in node.decorator_list:
                    for clause in _marker_ids(decorator):
                        found[clause].append(Place(shown(path), node.lineno, node.name))
    return {clause: tuple(places) for clause, places in found.items()}


def covered() -> frozenset[str]:
    """The clauses that have both: a line of code that cites them and a test that proves them."""
    return frozenset(code_map()) & frozenset(proof_map())


def coverage() -> tuple[Coverage, ...]:
    """For each document: how many clauses are carried out, only stated, and proved, and which lack code or test."""
    code, tests = code_map(), proof_map()
    result = []
    for document in documents():
        known = document.package in at_hand()
        rows = [(each, each.id in code, each.id in tests or not known) for each in document.clauses]
        missing = tuple(row for row in rows if not (row[1] and row[2]))
        proved = sum(proved for _, _, proved in rows) if known else None
        only_stated = sum(each.id in stated() for each in document.clauses)
        carried_out = sum(cited for _, cited, _ in rows) - only_stated
        result.append(Coverage(document, carried_out, only_stated, proved, missing))
    return tuple(result)


def find(asked: str) -> tuple[Clause, ...]:
    """The clauses somebody means, one or a list: `PA 665a.7(o), .7(p)`, `DD Shuffling 1, 2`, `665a.9(b)(1) and (2)`."""
    found: dict[Clause, None] = {}
    before = ""
    # One list ends in `and (2)`; a section is called `Pay and Take`.
    for piece in re.split(r",\s*and\s|,|\sand\s(?=\W*\(|\W*\d)", asked):
        whole = _lengthened(piece.strip(), before)
        meant = _meant(whole)
        if not meant:
            raise UnknownClause(whole)
        found |= dict.fromkeys(meant)
        before = whole
    return tuple(found)


def _lengthened(piece: str, before: str) -> str:
    """A shortened piece of a list, with what it shares with the one before it."""
    if piece.startswith("."):
        return re.sub(r"\.\d[^.]*$", "", before) + piece
    if piece.startswith("("):
        return _beside(piece, before) or piece
    return f"{before.rpartition(' ')[0]} {piece}" if before and re.fullmatch(r"\d+", piece) else piece


def _beside(paragraph: str, before: str) -> str:
    """A paragraph in the place of the last one that was named, or of one above it; nothing where there is none."""
    above = before
    while above.endswith(")"):
        above = above.rpartition("(")[0]
        if _meant(above + paragraph):
            return above + paragraph
    return ""


def _key(text: str) -> str:
    """An id without case, spaces, section signs, and the dots of `Pa.` and `N.J.A.C.`"""
    return re.sub(r"\.(?!\d)|[\s§]", "", text.casefold())


@cache
def _known_as() -> Mapping[Clause, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every clause with the keys of its id and of its section, the document's letters left out or as others cite it."""
    found = {}
    for document in documents():
        for clause in document.clauses:
            letters, _, rest = clause.id.partition(" ")
            begin = ("", letters, *document.cited_as)
            names, sections = ([_key(f"{each} {name}") for each in begin] for name in (rest, clause.section))
            found[clause] = tuple(names), tuple(sections)
    return found


def _meant(asked: str) -> tuple[Clause, ...]:
    """One by its id, a section with its clauses, or a paragraph or chapter with its parts."""
    wanted = _key(asked)
    exact = tuple(clause for clause, (names, _) in _known_as().items() if wanted in names)
    section = exact or tuple(clause for clause, (_, sections) in _known_as().items() if wanted in sections)
    if section or not wanted:
        return section
    return tuple(clause for clause, (names, _) in _known_as().items() if any(_below(wanted, name) for name in names))


def _below(paragraph: str, name: str) -> bool:
    """Whether the name is a part of the paragraph: `26.4(d)` holds `26.4(d)1`, but `665a.1` not `665a.10`."""
    rest = name.removeprefix(paragraph)
    return name.startswith(paragraph) and (rest[:1] in "(." or (paragraph.endswith(")") and rest[:1].isdigit()))


def as_json(wanted: tuple[Clause, ...]) -> list[dict[str, object]]:
    """The map of these clauses as others read it."""
    code, tests = code_map(), proof_map()
    return [
        {
            "id": clause.id,
            "document": clause.document,
            "gist": clause.gist,
            "embodied": clause.embodied.value,
            "slip": clause.slip,
            "code": [str(place) for place in code.get(clause.id, ())],
            "tests": [str(place) for place in tests.get(clause.id, ())],
        }
        for clause in wanted
    ]


def documents_as_json() -> list[dict[str, object]]:
    """Every document as others read it: its official address, how old its text is, and its clauses by id."""
    return [
        {
            "document": document.id,
            "title": document.title,
            "address": document.address or None,
            "as_of": str(document.as_of),
            "clauses": [clause.id for clause in document.clauses],
        }
        for document in documents()
    ]
