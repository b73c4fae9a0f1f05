"""A clause that does not exist cannot be cited: the module that tries does not even import."""

import sys
from pathlib import Path

import pytest

from pitboss.law import UnknownClause, cite, cited


def test_a_known_clause_is_cited_as_given() -> None:
    assert cite("PA 665a.12(b)", "NJ 26.11(c)") == ("PA 665a.12(b)", "NJ 26.11(c)")


def test_an_unknown_clause_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownClause, match=r"no clause is called 'PA 665a\.12\(d\)'.*Did you mean.*PA 665a\.12\(c\)"):
        cite("PA 665a.12(b)", "PA 665a.12(d)")


def test_a_word_near_no_clause_says_where_all_are_listed() -> None:
    with pytest.raises(UnknownClause, match="pitboss law --coverage"):
        cite("roulette")


def import_module(folder: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a_game_with_citations.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "a_game_with_citations", raising=False)
    __import__("a_game_with_citations")


def test_a_module_that_cites_an_unknown_clause_fails_at_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
from pitboss.law import cited

@cited
def insure(table):
    if table.up_card == "A":
        return table.offer("insurance", "PA 665a.8(z)")
"""
    with pytest.raises(UnknownClause, match=r"'PA 665a\.8\(z\)'.*Did you mean"):
        import_module(tmp_path, source, monkeypatch)


def test_a_citation_inside_an_inner_function_is_checked_too() -> None:
    with pytest.raises(UnknownClause, match=r"NJ 26\.99"):

        @cited
        def outer() -> object:
            def inner() -> str:
                return "NJ 26.99(a)"

            return inner


def test_a_citation_inside_a_constant_tuple_is_checked_too() -> None:
    with pytest.raises(UnknownClause, match="DD Juggling 1"):

        @cited
        def shuffle() -> tuple[str, str]:
            return ("DD Shuffling 1", "DD Juggling 1")


def test_cited_leaves_a_sound_function_as_it_was() -> None:
    def pay(wager: int) -> tuple[int, str]:
        """Pays by PA 000a.0, which is prose and no citation."""
        return wager * 5 // 2, "PA 665a.12(b)"

    assert cited(pay) is pay
    assert pay(20) == (50, "PA 665a.12(b)")
