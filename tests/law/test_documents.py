"""The five documents as data: every clause of the texts is there, none is invented, each is said in a few words."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pitboss.law import Clause, Document, Embodied, clauses, documents, readings

IDS = Path(__file__).with_name("clause_ids.txt").read_text(encoding="utf-8").splitlines()
GIST_WORDS_MAX = 30
CLAUSES_BY_DOCUMENT = {"pa-665a": 135, "pa-673a": 137, "nj-26": 113, "dd-house": 39, "pa-663a": 9}


def test_the_clauses_are_those_of_the_texts() -> None:
    assert len(IDS) == 433
    assert sorted(clauses()) == sorted(IDS)


def test_no_clause_is_recorded_twice() -> None:
    recorded = Counter(clause.id for document in documents() for clause in document.clauses)
    assert [clause for clause, times in recorded.items() if times > 1] == []


@pytest.mark.parametrize("document", documents(), ids=lambda d: d.id)
def test_each_document_keeps_the_order_of_its_text(document: Document) -> None:
    own = {clause.id for clause in document.clauses}
    assert [clause.id for clause in document.clauses] == [clause for clause in IDS if clause in own]


def test_each_document_has_all_its_clauses() -> None:
    assert {document.id: len(document.clauses) for document in documents()} == CLAUSES_BY_DOCUMENT


def test_a_gist_is_a_short_sentence() -> None:
    too_long = [c.id for c in clauses().values() if len(c.gist.split()) > GIST_WORDS_MAX]
    unfinished = [c.id for c in clauses().values() if not c.gist.endswith((".", ".)", '."'))]
    assert too_long == []
    assert unfinished == []


def test_no_two_clauses_of_a_document_have_the_same_gist_by_mistake() -> None:
    # Copying a neighbour's gist is the likeliest slip of whoever writes four hundred of them.
    for document in documents():
        neighbours = zip(document.clauses, document.clauses[1:], strict=False)
        assert [b.id for a, b in neighbours if a.gist == b.gist] == []


def section_in(clause: Clause) -> str:
    """The section an id itself names: `665a.7` of `PA 665a.7(m)(2)`, `Shuffling` of `DD Shuffling 3`."""
    letters, _, rest = clause.id.partition(" ")
    if letters == "DD":
        return rest.rstrip("0123456789").removesuffix("note").rstrip()
    return rest.split(" ")[0].split("(")[0]


@pytest.mark.parametrize("document", documents(), ids=lambda d: d.id)
def test_each_clause_stands_in_the_section_its_id_names(document: Document) -> None:
    assert {c.id: c.section for c in document.clauses} == {c.id: section_in(c) for c in document.clauses}


@pytest.mark.parametrize("document", documents(), ids=lambda d: d.id)
def test_every_section_is_titled_and_has_clauses(document: Document) -> None:
    assert set(document.sections) == {clause.section for clause in document.clauses}
    assert all(title.strip() for title in document.sections.values())


@pytest.mark.parametrize(
    ("clause", "embodied"),
    [
        ("PA 665a.12(b)", Embodied.RULE),
        ("PA 665a.2(b)(3)(ii)", Embodied.SIGN),
        ("PA 665a.2(e)(1)", Embodied.EQUIPMENT),
        ("PA 665a.7(m)(2)(i)", Embodied.PROCEDURE),
        ("PA 665a.6(g)", Embodied.RECORD),
        ("PA 665a.7(r)", Embodied.CONDUCT),
    ],
)
def test_a_clause_says_how_it_is_embodied(clause: str, embodied: Embodied) -> None:
    assert clauses()[clause].embodied is embodied


@pytest.mark.parametrize(
    ("clause", "word"),
    [
        ("PA 665a.2(b)(4)", "(f)"),
        ("PA 665a.4(e)", "(d)"),
        ("PA 665a.10(b)", ".7(g)"),
        ("PA 665a.11(d)", ".7(g)"),
        ("PA 673a.3(a)", "(c)"),
        ("PA 673a.4(e)", "preshuffled"),
        ("PA 673a.5(a)", "preshuffled"),
        ("PA 673a.7(q)", "23"),
        ("PA 665a.8(b)", "665a.2(b)"),
        ("PA 673a.7(d)(1)", "(2)"),
        ("PA 673a.7(m)", "hand by hand"),
        ("PA 673a.10(a)", "673a.7(f)"),
        ("PA 673a.13(d)", "18"),
        ("NJ 26.15(i)", "26.7(g)"),
        ("PA 673a.13(a)", "double shoe"),
        ("PA 665a.13(c)", "silent"),
        ("PA 673a.13(c)", "silent"),
        ("NJ 26.15(e)", "silent"),
        ("PA 665a.13(d)", "only 17"),
        ("PA 673a.13(d)", "only 17"),
        ("NJ 26.12(a)1", "soft"),
        ("PA 663a.9(c)", "shoe"),
        ("PA 663a.9(f)", "52"),
        ("DD Shuffling 3", "location A"),
        ("DD Shuffling 4", "location A"),
        ("DD Shuffling 11", "deck"),
        ("DD Dealing 4", "first"),
        ("DD Splitting Aces", "double-deck-peek"),
    ],
)
def test_the_slips_of_the_texts_stand_beside_their_clauses(clause: str, word: str) -> None:
    slip = clauses()[clause].slip
    assert slip is not None
    assert word.casefold() in slip.casefold()


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        # `nj-surrendered-to-blackjack`: one wager lost whole where the same sentence halves the wager(s).
        ("NJ 26.8(a)2", ("the entire wager", "half the wager(s)")),
        # What goes back when the reader shows the hole card: each player's wager, one.
        ("NJ 26.15(l)1", ("each player's wager.",)),
        ("PA 665a.13(h)(1)", ("each player's wager.",)),
        ("NJ 26.9(c)", ("original wager(s)",)),
        ("NJ 26.10(d)", ("original wager(s)",)),
        ("NJ 26.15(i)", ("original wager",)),
        # Whose Second Chance Wager: the player's, not the hand's.
        ("PA 673a.7(m)", ("a player placed no Second Chance Wager", "any hand of 21")),
        # Before whose cards an exposed card is no irregularity of this kind: here the dealer's too, there not.
        ("PA 665a.13(c)", ("every player and the dealer",)),
        # The cutting card goes under with the cards above it; in Pennsylvania only those cards do.
        ("NJ 26.4(e)", ("it and all above",)),
        # A recut is for the player who last cut, not for a dealer who did.
        ("NJ 26.4(f)", ("last player to cut",)),
        ("PA 673a.5(e)", ("the player who last cut",)),
    ],
)
def test_a_gist_keeps_the_word_on_which_a_doubt_turns(clause: str, words: tuple[str, ...]) -> None:
    assert [each for each in words if each not in clauses()[clause].gist] == []


def test_a_slip_that_speaks_of_a_reading_names_one_of_its_game() -> None:
    games = {document.id: document.game for document in documents()}
    for clause in clauses().values():
        for name in re.findall(r"\breading ([a-z]+(?:-[a-z]+)+)", clause.slip or ""):
            assert games[clause.document] in readings()[name].games, clause.id
