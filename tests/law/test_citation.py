"""A clause that does not exist cannot be cited: the module that tries does not even import."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.families import BadPlugIn, Room, families
from pitboss.law import UnknownClause, cite, cited
from pitboss.procedure import family_table
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load


def test_a_known_clause_is_cited_as_given() -> None:
    assert cite("PA 665a.12(b)", "NJ 26.11(c)") == ("PA 665a.12(b)", "NJ 26.11(c)")


def test_an_unknown_clause_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownClause, match=r"no clause is called 'PA 665a\.12\(d\)'.*Did you mean.*PA 665a\.12\(c\)"):
        cite("PA 665a.12(b)", "PA 665a.12(d)")


def test_a_word_near_no_clause_says_where_all_are_listed() -> None:
    with pytest.raises(UnknownClause, match="pitboss law --list"):
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


def test_a_plug_in_whose_round_cites_a_clause_that_does_not_exist_opens_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a round that nobody marked, when its table is opened, then the plug-in and the clause are named."""
    (tmp_path / "a_false_state.py").write_text('LAW = ("ZZ 1.1(a)", "PA 665a.7(e)")\n\n\ndef game(t):\n    yield LAW\n')
    monkeypatch.syspath_prepend(tmp_path)
    false = replace(families()["blackjack"], documents={"pa-665a": Room("a_false_state:game")})
    monkeypatch.setattr(family_table, "family", lambda name: false)
    with pytest.raises(BadPlugIn, match=r"plug-in a_false_state .*no clause is called 'ZZ 1\.1\(a\)'"):
        family_table.procedure_of.__wrapped__("blackjack", "pa-665a")


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_a_document_of_the_package_names_exists(game: str) -> None:
    rules = load(game)
    assert family_table.procedure_of(rules.family, rules.document).__module__.startswith("pitboss.procedure.")


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
