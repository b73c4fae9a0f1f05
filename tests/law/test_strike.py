"""A test run with its clause struck out: one that looks at what the clause orders fails, one that does not passes."""

from tests import moves as m
from tests import strike
from tests.procedure.kit import Scene

CLAUSE = "PA 665a.4(c)"


def scene() -> Scene:
    opened = Scene("double-attack-pa", by_hand=("dealer",))
    while m.SpreadCards not in opened.table.waiting.may:
        opened.do(opened.usual(opened.table.waiting.by, opened.table.waiting.may))
    return opened


def looks_at_the_refusal() -> None:
    assert scene().refused(m.SpreadCards(by="dealer", face_up=False)).code == "spread/face-down"


def looks_at_the_facts() -> None:
    assert scene().dealer(m.SpreadCards)


def looks_at_the_record() -> None:
    spread = scene()
    before = len(spread.table.facts)
    spread.dealer(m.SpreadCards)
    assert len(spread.table.facts) > before


def looks_at_the_wait() -> None:
    assert scene().table.waiting.clauses == (CLAUSE,)


def looks_at_the_rule() -> None:
    assert scene().rules.cites("spread") == (CLAUSE,)


def looks_elsewhere() -> None:
    opened = scene()
    opened.dealer(m.SpreadCards)
    opened.sit()
    assert m.ViewSpread in opened.table.waiting.may


def test_whatever_a_test_looks_at_is_missed_once_its_clause_is_struck_out() -> None:
    for looks in (looks_at_the_refusal, looks_at_the_facts, looks_at_the_record, looks_at_the_wait, looks_at_the_rule):
        looks()
        assert strike.missed(looks, CLAUSE), looks.__name__
        assert not strike.missed(looks, "PA 665a.4(d)"), looks.__name__
        looks()


def test_a_test_that_looks_elsewhere_misses_nothing() -> None:
    looks_elsewhere()
    assert not strike.missed(looks_elsewhere, CLAUSE)


def test_a_paragraph_is_struck_with_its_parts_and_not_with_its_neighbours() -> None:
    def cut_offered() -> None:
        opened = Scene("double-attack-pa").sit()
        while m.Cut not in opened.table.waiting.may:
            opened.shuffle() if m.Shuffle in opened.table.waiting.may else opened.do(m.ViewSpread(by="ann"))
        assert "PA 665a.5(c)(1)" in opened.table.waiting.clauses

    assert strike.missed(cut_offered, "PA 665a.5(c)")
    assert not strike.missed(cut_offered, "PA 665a.5(c)(2)")


def test_the_cases_of_a_test_miss_its_clauses_together() -> None:
    struck = strike.Struck()
    struck.add("tests/any.py::test[a]", {CLAUSE: False, "PA 665a.4(d)": False})
    struck.add("tests/any.py::test[b]", {CLAUSE: True, "PA 665a.4(d)": False})
    struck.add("tests/any.py::other", {"PA 665a.4(a)": False, CLAUSE: False})
    assert struck.idle() == [
        "tests/any.py::other does not miss PA 665a.4(a)",
        "tests/any.py::other does not miss PA 665a.4(c)",
        "tests/any.py::test does not miss PA 665a.4(d)",
    ]
    assert struck.unseen() == ["PA 665a.4(a)", "PA 665a.4(d)"]


def test_clauses_by_which_nothing_is_said_are_excepted() -> None:
    struck = strike.Struck()
    struck.add("tests/any.py::test", {"NJ 26.1 Suit": False, "PA 673a.3(d)(3)": False, "NJ 26.2(b)1": False})
    struck.add("tests/any.py::test", {"PA 673a.3(c)": False, "NJ 26.2(a)": False})
    assert struck.unseen() == ["NJ 26.2(a)", "PA 673a.3(c)"]
    assert len(struck.idle()) == 2
