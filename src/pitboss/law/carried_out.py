"""Where the clauses are carried out: which line of the source cites each, read from the source text itself."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pitboss.families import families
from pitboss.law.documents import clauses

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parents[1]


@dataclass(frozen=True)
class Place:
    """A line of a file, and what stands there: a function's or a test's name."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}".rstrip()


def shown(path: Path) -> str:
    """A file as it is named to a reader."""
    for root in (CHECKOUT, PACKAGE.parent):
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return str(path)


def python_files(folder: Path, with_any: tuple[str, ...] = ("",)) -> Iterator[tuple[Path, ast.Module]]:
    """Every module under a folder whose text has one of the words, read."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in with_any):
            yield path, ast.parse(text)


def _docstrings(tree: ast.Module) -> set[int]:
    """Identities of the constants that are docstrings: prose about a clause is not a citation of it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
    return found


def _citations(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    known, prose = clauses(), _docstrings(tree)

    def visit(node: ast.AST, name: str) -> Iterator[tuple[str, int, str]]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            name = f"{name}.{node.name}" if name else node.name
        if isinstance(node, ast.keyword) and node.arg:
            name = f"{name}.{node.arg}" if name else node.arg
        if isinstance(node, ast.Constant) and node.value in known and id(node) not in prose:
            yield str(node.value), node.lineno, name
        for child in ast.iter_child_nodes(node):
            yield from visit(child, name)

    yield from visit(tree, "")


@cache
def sources() -> Mapping[str, Path]:
    """The folder of every package that brings law, by its name: ours and the plug-ins'."""
    found = {text.package: find_spec(text.package) for family in families().values() for text in family.law}
    return {name: Path(spec.origin).parent for name, spec in found.items() if spec is not None and spec.origin}


@cache
def code_map(*folders: Path) -> Mapping[str, tuple[Place, ...]]:
    """Every clause the source cites, with the places that do."""
    found: dict[str, list[Place]] = defaultdict(list)
    letters = tuple(f"{name} " for name in {clause.partition(" ")[0] for clause in clauses()})
    for folder in folders or sources().values():
        for path, tree in python_files(folder, letters):
            for clause, line, name in _citations(tree):
                found[clause].append(Place(shown(path), line, name))
    return {clause: tuple(places) for clause, places in found.items()}
