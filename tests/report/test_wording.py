"""How figures are written."""

import ast
from pathlib import Path

import pytest

from pitboss import report
from pitboss.report.wording import percent, signed


@pytest.mark.parametrize("nothing", [0.0, -0.0, -1e-9, 1e-9])
def test_what_rounds_to_nothing_has_no_minus(nothing: float) -> None:
    assert percent(nothing) == "0.0000%"
    assert signed(nothing) == "+0.0000"
    assert percent(-0.001) == "-0.1000%"


def test_no_page_writes_a_signed_figure_that_could_be_minus_nothing() -> None:
    found = [
        (path.name, ast.unparse(node))
        for path in sorted(Path(report.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue) and node.format_spec and ast.unparse(node.format_spec)[2:4] == "+."
    ]
    assert found == []
