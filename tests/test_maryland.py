"""A second state of a family as a plug-in: `examples/maryland/`, beside Pennsylvania's dealing from the hand."""

import re

import pytest

from tests.plug_in_kit import PlugIn, installed_beside


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> PlugIn:
    """The plug-in as an installer leaves it."""
    return installed_beside("maryland", tmp_path_factory.mktemp("site"))


def test_its_own_tests_pass(installed: PlugIn) -> None:
    """Every clause at a table, both texts side by side, and the conformance kit."""
    assert re.search(r"\b1\d passed", installed.own_tests())


def test_both_states_stand_side_by_side(installed: PlugIn) -> None:
    told = installed.asked("pitboss", "rules", "five-card-hi-lo-pa", "--diff")
    assert told == installed.asked("pitboss", "rules", "five-card-hi-lo-pa", "--diff", "five-card-hi-lo-md")
    assert "Pennsylvania beside Five Card Hi-Lo dealt from the hand, Maryland" in " ".join(told.split())
    assert "Progressive" in told
    assert re.search(r"PA\s663a\.9\(f\) +MD\s36\.05\.03\.29E", told)
    assert "no more bets" not in told.split("Progressive")[0], "both texts have it announced"


def test_it_is_dealt_with_its_own_citations(installed: PlugIn) -> None:
    told = installed.asked("pitboss", "deal", "five-card-hi-lo-md", "--boxes", "1")
    assert re.search(r"stub of 42 cards to the rack +MD\s36\.05\.03\.29B\(4\)", told)
    assert re.search(r"ready to deal .*\n.*MD\s36\.05\.03\.29A\(2\), \.29A\(3\),", told)
    assert "A(3)" in installed.asked("pitboss", "law", "MD 36.05.03.29A(2), .29A(3)")
    assert "PA 663a" not in told.replace("\xa0", " ")


def test_it_is_simulated_and_has_nothing_to_solve(installed: PlugIn) -> None:
    assert "ante" in installed.asked("pitboss", "simulate", "five-card-hi-lo-md", "--rounds", "1000")
    assert "nothing to solve" in installed.asked("pitboss", "solve", "five-card-hi-lo-md", status=2)
    assert "Every clause is cited" in installed.asked("pitboss", "law", "--coverage")
