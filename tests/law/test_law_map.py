"""The map from law to code to test, drawn from the source text itself."""

from pathlib import Path

import pytest

from pitboss.law import UnknownClause, clauses, documents
from pitboss.law.carried_out import Place, code_map
from pitboss.report import law_map, terminal
from pitboss.report.law_map import coverage, find, folder_of_tests, proof_map, stated
from pitboss.report.terminal import short_citation
from pitboss.rules.games import GAMES
from pitboss.rules.sheet import rows
from pitboss.rules.variant import load

CODE = '''
"""This module is about PA 665a.12(b), which a docstring may say."""

ODDS = by(Odds(5, 2), "PA 665a.12(b)")

class Table:
    """PA 665a.12(c)"""

    def pay(self):
        """PA 665a.12(a)"""
        "NJ 26.11(c)"
        # PA 665a.13(a) in a comment is no citation either
        return self.settle(order=take("PA 665a.7(p)"))

UNKNOWN = "PA 665a.99(z)"
PROSE = "paid by PA 665a.12(c) and so on"
'''

TESTS = """
import pytest

@pytest.mark.clause("PA 665a.12(b)", "NJ 26.11(c)")
def test_insurance():
    pass

@pytest.mark.parametrize("rank", [pytest.param("6", marks=pytest.mark.clause("PA 665a.12(c)")), "7"])
def test_paytable(rank):
    pass

@pytest.mark.clause("PA 665a.13(a)")
def a_helper_is_no_test():
    pass

@pytest.mark.slow("PA 665a.13(b)")
def test_something_else():
    "PA 665a.13(c)"
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small made-up project: one module, one file of tests."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "table.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_table.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def test_code_cites_a_clause_by_a_string_of_its_own(tree: Path) -> None:
    file = str(tree / "src" / "table.py")
    assert code_map(tree / "src") == {
        "PA 665a.12(b)": (Place(file, 4, ""),),
        "PA 665a.7(p)": (Place(file, 13, "Table.pay.order"),),
    }


def test_a_docstring_is_no_citation(tree: Path) -> None:
    assert "PA 665a.12(a)" not in code_map(tree / "src")
    assert "PA 665a.12(c)" not in code_map(tree / "src")
    assert "NJ 26.11(c)" not in code_map(tree / "src")


def test_a_test_proves_the_clauses_of_its_markers(tree: Path) -> None:
    proofs = proof_map(tree / "tests")
    assert {clause: [place.name for place in places] for clause, places in proofs.items()} == {
        "PA 665a.12(b)": ["test_insurance"],
        "NJ 26.11(c)": ["test_insurance"],
        "PA 665a.12(c)": ["test_paytable"],
    }


def test_the_tests_of_a_checkout_can_be_read_and_an_installed_package_has_none(tmp_path: Path) -> None:
    in_src, beside, installed = tmp_path / "one/src/game", tmp_path / "two/game", tmp_path / "site-packages/game"
    (tmp_path / "site-packages/tests").mkdir(parents=True)
    for root in ("one", "two"):
        (tmp_path / root).mkdir()
        (tmp_path / root / "pyproject.toml").touch()
    assert [folder_of_tests(source) for source in (in_src, beside, installed)] == [
        tmp_path / "one/tests",
        tmp_path / "two/tests",
        None,
    ]


def test_where_no_tests_are_at_hand_nothing_is_said_to_lack_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What lacks code is missing all the same."""
    uncited = {clause: places for clause, places in code_map().items() if clause != "PA 663a.9(a)"}
    for module in (law_map, terminal):
        monkeypatch.setattr(module, "proof_map", dict)
    assert len([row for part in coverage() for row in part.missing]) == 433
    for module in (law_map, terminal):
        monkeypatch.setattr(module, "at_hand", dict)
    assert {part.proved for part in coverage()} == {None}
    assert terminal.print_coverage()
    told = capsys.readouterr().out
    assert "not at hand" in told
    assert "Every clause is cited by code; the tests of pitboss are not installed with it." in told
    monkeypatch.setattr(law_map, "code_map", lambda: uncited)
    assert not terminal.print_coverage()
    assert "  PA 663a.9(a): no code\n" in capsys.readouterr().out
    terminal.print_clauses((clauses()["PA 663a.9(a)"],))
    assert "test: not to be had: this is no checkout" in capsys.readouterr().out


def test_the_coverage_counts_every_clause_once() -> None:
    assert sum(len(part.document.clauses) for part in coverage()) == 433
    for part in coverage():
        without_code = sum(not cited for _, cited, _ in part.missing)
        without_test = sum(not proved for _, _, proved in part.missing)
        assert part.carried_out + part.stated + without_code == len(part.document.clauses)
        assert (part.proved or 0) + without_test == len(part.document.clauses)


HEADINGS = [
    *("PA 665a.7(o)(1)", "PA 665a.7(o)(1)(i)", "PA 665a.7(o)(1)(ii)"),
    *("PA 673a.7(r)", "PA 673a.7(r)(1)", "PA 673a.7(r)(3)", "PA 673a.7(s)", "PA 673a.7(s)(1)"),
]
IN_EVERY_TOTAL = [
    *("PA 665a.1 Hard total", "PA 665a.1 Soft total", "PA 665a.3(d)(2)"),
    *("PA 673a.1 Hard total", "PA 673a.1 Soft total", "PA 673a.3(d)(2)"),
    *("NJ 26.1 Hard total", "NJ 26.1 Soft total", "NJ 26.2(b)2"),
]
OTHERS = {
    "PA 665a.1 Card reader device": "what the reader tells is read by 7(g)",
    "PA 673a.1 Card reader device": "what the reader tells is read by 7(h)",
    "NJ 26.7(l)": "what a player owes, not the house",
}


def test_a_clause_by_which_no_step_is_taken_is_stated_and_not_counted_as_carried_out() -> None:
    assert stated() == {*HEADINGS, *IN_EVERY_TOTAL, *OTHERS}
    for heading in HEADINGS:
        paragraphs = {clause for clause in clauses() if clause.startswith(f"{heading}(")}
        assert paragraphs - stated() <= set(code_map()), "what a heading lists is carried out"
        assert paragraphs - stated()


@pytest.mark.parametrize(
    "asked", ["PA 665a.7(m)(2)(i)", "665a.7(m)(2)(i)", "§ 665a.7(m)(2)(i)", " PA  665a.7(m)(2)(i)"]
)
def test_a_clause_is_found_with_or_without_its_letters(asked: str) -> None:
    assert find(asked) == (clauses()["PA 665a.7(m)(2)(i)"],)


@pytest.mark.parametrize(
    ("asked", "first", "last", "count"),
    [
        ("665a.12", "PA 665a.12(a)", "PA 665a.12(c)", 3),
        ("PA 665a.1", "PA 665a.1 Blackjack", "PA 665a.1 Soft total", 5),
        ("26.14", "NJ 26.14", "NJ 26.14", 1),
        ("Dealing", "DD Dealing 1", "DD Dealing 11", 11),
        ("DD Dealing", "DD Dealing 1", "DD Dealing 11", 11),
        ("663a", "PA 663a.9(a)", "PA 663a.9(f)", 9),
    ],
)
def test_a_section_or_a_chapter_is_found_whole(asked: str, first: str, last: str, count: int) -> None:
    found = find(asked)
    assert (found[0].id, found[-1].id, len(found)) == (first, last, count)


@pytest.mark.parametrize(
    "asked", ["", "6", "665a.99", "665", "P", "PA 665a.7(", "Blackjack 21", "(a)", "PA 665a.9(a), (z)"]
)
def test_what_names_no_clause_finds_none(asked: str) -> None:
    with pytest.raises(UnknownClause):
        find(asked)


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ("58 Pa. Code 665a.9(a)", ["PA 665a.9(a)"]),
        ("58 pa code § 665A.9(A)", ["PA 665a.9(a)"]),
        ("N.J.A.C. 19:47-26.4(f)", ["NJ 26.4(f)"]),
        ("njac 13:69f-26.4(f)", ["NJ 26.4(f)"]),
        ("pa 665a.1 blackjack", ["PA 665a.1 Blackjack"]),
        ("dd shuffling 1", ["DD Shuffling 1"]),
        ("PA 665a.7(o)(1)(i)(A), .12(a), .7(p)", ["PA 665a.7(o)(1)(i)(A)", "PA 665a.12(a)", "PA 665a.7(p)"]),
        ("58 Pa. Code § 665a.9(a), .9(b)", ["PA 665a.9(a)", "PA 665a.9(b)"]),
        ("DD Shuffling 1, 2, DD Dealing 3", ["DD Shuffling 1", "DD Shuffling 2", "DD Dealing 3"]),
        ("PA 665a.9(a), PA 665a.9(a)", ["PA 665a.9(a)"]),
        ("58 Pa. Code § 665a.9(b)(1) and (2)", ["PA 665a.9(b)(1)", "PA 665a.9(b)(2)"]),
        ("665a.9(b)(1), (c), and (d)", ["PA 665a.9(b)(1)", "PA 665a.9(c)", "PA 665a.9(d)"]),
        ("58 Pa. Code §§ 665a.9(a) and 665a.10(a)", ["PA 665a.9(a)", "PA 665a.10(a)"]),
    ],
)
def test_a_clause_is_found_as_others_cite_it_and_as_we_shorten_it(asked: str, ids: list[str]) -> None:
    assert [clause.id for clause in find(asked)] == ids


@pytest.mark.parametrize("game", GAMES)
def test_every_list_a_sheet_prints_is_one_the_law_takes(game: str) -> None:
    for row in rows(load(game)):
        if row.clauses:
            assert [clause.id for clause in find(short_citation(row.clauses))] == list(dict.fromkeys(row.clauses))


def test_every_document_has_its_address_or_is_a_houses_own_and_says_how_old_it_is() -> None:
    assert [document.id for document in documents() if not document.address.startswith("https://")] == ["dd-house"]
    assert all(document.as_of for document in documents())
