"""The Python reference, from the signatures and docstrings as they stand in the source.

The source is read and not imported: a page about the table needs no table, and the reports stay independent of it.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from pitboss.law.carried_out import PACKAGE
from pitboss.report.site.filling import filled
from pitboss.report.site.page import Page

# What somebody who writes a program meets, in the order in which it is met.
MODULES = (
    "pitboss",
    "pitboss.notebook",
    "pitboss.notebook.answers",
    "pitboss.rules.variant",
    "pitboss.rules.rules",
    "pitboss.rules.sheet",
    "pitboss.law.citation",
    "pitboss.law.documents",
    "pitboss.law.readings",
    "pitboss.cards.card",
    "pitboss.cards.bits",
    "pitboss.cards.shuffle",
    "pitboss.cards.seal",
    "pitboss.procedure.table",
    "pitboss.procedure.moves",
    "pitboss.procedure.facts",
    "pitboss.procedure.blackjack.moves",
    "pitboss.procedure.blackjack.facts",
    "pitboss.procedure.refusal",
    "pitboss.procedure.views",
    "pitboss.procedure.replay",
    "pitboss.procedure.croupier",
    "pitboss.solve.solution",
    "pitboss.solve.strategy",
    "pitboss.solve.situation",
    "pitboss.solve.by_reading",
    "pitboss.simulate.job",
    "pitboss.simulate.plan",
    "pitboss.simulate.run",
)


# An example and what it prints, to the next empty line.
_TRIED = re.compile(r"^>>> .+(?:\n.+)*", re.MULTILINE)


@dataclass(frozen=True)
class Thing:
    """A class or a function: how it is written, what it says of itself, and what belongs to it."""

    name: str
    written: str
    says: Markup
    parts: tuple["Thing", ...] = ()


@dataclass(frozen=True)
class Module:
    """A module and what is public in it."""

    name: str
    file: str
    gist: str
    says: Markup
    things: tuple[Thing, ...]


def python_page() -> Page:
    """The page."""
    modules = [_module(name, path) for name in MODULES if (path := _file(name)) is not None]
    body = filled("python.html", modules=modules)
    return Page("python.html", "Python", body, "the docstrings")


def python_files() -> list[str]:
    """The files the page leads to."""
    return [str(path.relative_to(PACKAGE.parents[1])) for name in MODULES if (path := _file(name)) is not None]


def _file(module: str) -> Path | None:
    place = PACKAGE.parent.joinpath(*module.split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None


def _module(name: str, path: Path) -> Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    gist = (ast.get_docstring(tree) or "").partition("\n")[0]
    return Module(name, str(path.relative_to(PACKAGE.parents[1])), gist, _said(tree), tuple(_things(tree.body)))


def _said(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Markup:
    """A docstring as HTML: it is written like Markdown, and our own; what is tried in it stands as it is typed."""
    said = _TRIED.sub(r"```\n\g<0>\n```", ast.get_docstring(node) or "")
    return Markup(MarkdownIt("commonmark", {"html": False}).render(said))


def _things(body: list[ast.stmt]) -> Iterator[Thing]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _public(node.name) and not _overload(node):
            yield Thing(node.name, _signature(node), _said(node))
        elif isinstance(node, ast.ClassDef) and _public(node.name):
            bases = ", ".join(map(ast.unparse, node.bases))
            written = f"class {node.name}({bases})" if bases else f"class {node.name}"
            yield Thing(node.name, written, _said(node), (*_fields(node.body), *_things(node.body)))


def _fields(body: list[ast.stmt]) -> Iterator[Thing]:
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _public(node.target.id):
            yield Thing(node.target.id, _plain(ast.unparse(node)), Markup())


def _public(name: str) -> bool:
    return not name.startswith("_")


def _overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it only gives a type checker another signature of what is told once."""
    return any(ast.unparse(decorator) == "overload" for decorator in node.decorator_list)


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    gives = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    properties = {ast.unparse(decorator) for decorator in node.decorator_list}
    if properties & {"property", "cached_property"}:
        return _plain(f"{node.name}{gives}")
    return _plain(f"{node.name}({ast.unparse(node.args)}){gives}")


def _plain(written: str) -> str:
    """Types without the quotes that only a late import needs."""
    return re.sub(r"(?<=: |> )'([^']+)'", r"\1", written)
