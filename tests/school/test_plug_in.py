"""A plug-in's game is dealt by hand, drilled and scored without a room of its own in the school."""

import pytest

from tests.plug_in_kit import PlugIn, installed_beside

DEALT = """
from pitboss.cards.bits import SeededBits
from pitboss.rules.variant import load
from pitboss.school.acts import Handiwork
from pitboss.school.lesson import begin, deal_rounds
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Practice
from pitboss.school.scoring import record, replayed, score
table = Practice(load("baccarat-pa"), by_hand=frozenset(Handiwork), seed=1)
players = PracticePlayers(SeededBits(1), 4)
begin(table, players)
deal_rounds(table, players, 8)
found = score(table)
print("scored", found.score, found.pace.rounds, found.steps.done > 40, score(replayed(record(table))) == found)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> PlugIn:
    """The plug-in as an installer leaves it."""
    return installed_beside("baccarat", tmp_path_factory.mktemp("site"))


def test_it_is_dealt_by_hand_without_a_mistake(installed: PlugIn, tmp_path_factory: pytest.TempPathFactory) -> None:
    program = tmp_path_factory.mktemp("program")
    (program / "dealt_by_hand.py").write_text(DEALT, encoding="utf-8")
    places = f"{installed.environment['PYTHONPATH']}:{program}"
    there = PlugIn(installed.folder, {**installed.environment, "PYTHONPATH": places})
    assert "scored 100 8 True True" in there.asked("dealt_by_hand")


def test_it_has_drills(installed: PlugIn) -> None:
    assert "which-clause" in installed.asked("pitboss", "drill", "baccarat-pa")
    said = installed.asked("pitboss", "drill", "baccarat-pa", "--kind", "which-clause", "--items", "1")
    assert "Which clause" in said
    assert "0 of 0 right" in said
