"""Each package says what lives there and what it may touch, and a module is one subject."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pitboss"
PACKAGES = sorted(file.parent for file in SOURCE.glob("*/__init__.py"))
LINES_MOST = 450
PARAMETERS_MOST = 10


def imported(package: Path) -> set[str]:
    """The other packages of pitboss that modules of a package import, anywhere in them."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in package.rglob("*.py"))
    named = re.findall(r"^\s*from pitboss(?:\.(\w+)| import (\w+))", text, re.MULTILINE)
    return {one or other for one, other in named} & {other.name for other in PACKAGES} - {package.name}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_a_package_says_what_it_imports_and_imports_no_more(package: Path) -> None:
    said = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    sentence = re.search(r"\b[Ii]t imports (.*?)(?:[;.]|, never|$)", " ".join(said.split()))
    assert sentence is not None, f"{package.name} does not say what it imports"
    assert set(re.findall(r"`(\w+)`", sentence[1])) == imported(package)


def test_every_folder_of_modules_says_what_lives_there() -> None:
    for file in SOURCE.rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), file


def test_a_module_is_one_subject() -> None:
    lines = {
        str(file.relative_to(SOURCE)): len(file.read_text(encoding="utf-8").splitlines())
        for file in SOURCE.rglob("*.py")
    }
    assert {module for module, many in lines.items() if many > LINES_MOST} == set()


def test_what_takes_many_parameters_takes_a_record() -> None:
    wide = [
        f"{file.relative_to(SOURCE)}: {node.name}"
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and len(node.args.posonlyargs + node.args.args + node.args.kwonlyargs) > PARAMETERS_MOST
    ]
    assert wide == []
