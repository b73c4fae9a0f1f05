"""What the pages on fairness and operations promise has its test beside it, and the test is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("fairness.md", "operations.md", "running-a-house.md")
# Sections that explain, tell what to type, or say what is not promised.
PROMISE_NOTHING = {
    "Security and fairness",
    "Seeds, seal and cut",  # how it goes; the table of promises follows it
    "What is not promised",
    "Operations: from the first start to the next version",
    "What is forgotten",
    "Set up",
    "Running a house",
}
HOW = (
    "**What remains possible",
    "What remains possible",
    "A receipt is checked",
    "Some of these",
    "- **Without receipts",
    "- **Two histories",
    "- **Whoever has the key",
    "- **Times are",
    "Each step is one line",
    "Whoever played a round",
    "1. `pitboss admin",
    "To go back",
    "- Once a day",
    "Measured with",
    "The chain of the journal has the digest",
)
TEST = re.compile(r"`((?:tests/[\w/]*)?test_\w+\.py)`")


def _sections(page: str) -> Iterator[tuple[str, list[str]]]:
    """The blocks of each section: paragraphs, items of lists and rows of tables; what is typed is left out."""
    text = re.sub(r"```.*?```", "", (ROOT / "docs" / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    for section in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        yield title, [block.strip() for block in re.split(r"\n(?=\n|- |\d+\. |\|)", body) if block.strip()]


def _rows(page: str) -> list[list[str]]:
    """The rows of the tables that promise: what, by which test, within which limit."""
    rows, promising = [], False
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        promising = cells[:1] in (["promise"], ["claim"]) or (promising and bool(cells))
        if promising and cells[0] not in ("promise", "claim", "---"):
            rows.append(cells)
    return rows


def _named(text: str) -> list[Path]:
    """The tests that a text names; one without its folder is beside the one before it."""
    folder, found = "tests/", []
    for name in TEST.findall(text):
        folder = name.rpartition("/")[0] + "/" if "/" in name else folder
        found.append(ROOT / folder / name.rpartition("/")[2])
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_promise_in_a_table_names_its_test(page: str) -> None:
    rows = _rows(page)
    assert len(rows) > 8
    before: list[str] = []
    for row in rows:
        same = any(cell.startswith(("the same", "every trigger")) for cell in row[1:])
        assert TEST.search(" ".join(row[1:])) or (same and before), f"no test: {row[0]}"
        before = row
        assert len(row) == 3, f"promise, test and limit: {row[0]}"


@pytest.mark.parametrize("page", PAGES[:2])
def test_every_sentence_that_promises_names_its_test(page: str) -> None:
    unnamed = [
        f"{title}: {block[:80]}"
        for title, blocks in _sections(page)
        if title not in PROMISE_NOTHING
        for block in blocks
        if not block.startswith(("|", *HOW)) and not TEST.search(block)
    ]
    assert unnamed == []


@pytest.mark.parametrize("page", PAGES)
def test_the_tests_that_are_named_are_there(page: str) -> None:
    named = _named((ROOT / "docs" / page).read_text(encoding="utf-8"))
    assert named
    for path in set(named):
        assert path.is_file(), f"docs/{page} names {path.relative_to(ROOT)}"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        assert any(name.startswith("test_") for name in names), f"{path} tests nothing"
