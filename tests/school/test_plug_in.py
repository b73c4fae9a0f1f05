"""A plug-in's game is dealt by hand, drilled and scored without a room of its own in the school."""

from pathlib import Path

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

TOLD = """
import msgspec
from pitboss.cards.bits import SeededBits
from pitboss.house import console
from pitboss.house.controls import usual
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Handiwork, Step
from pitboss.school.lesson import Rounds
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Mode, Practice
rules = load("baccarat-pa")
practice = Practice(rules, Mode.GUIDED, frozenset(("dealer", "floorperson")), frozenset(Handiwork), 1)
rounds, usually, offered = Rounds(practice, PracticePlayers(SeededBits(1), 2), 1), usual(rules), 0
while rounds.go_on() is not None:
    told = console.told("t", practice, usually, 0)
    act = practice.guidance().act
    if isinstance(act, Step):
        move = msgspec.json.decode(told.next.act)["move"]["move"]
        (control,) = [one for one in told.controls if one.when == "now"]
        offered += control.move == move and act.made.by in control.roles
        rounds.act(act)
    else:
        rounds.act(msgspec.json.decode(told.next.act, type=AnyAct))
steps = sum(isinstance(act, Step) and act.made.by in practice.roles for act in practice.acts)
print("told", practice.mistakes, offered == steps, steps > 5)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> PlugIn:
    """The plug-in as an installer leaves it."""
    return installed_beside("baccarat", tmp_path_factory.mktemp("site"))


@pytest.mark.parametrize(("program", "says"), [(DEALT, "scored 100 8 True True"), (TOLD, "told [] True True")])
def test_it_is_dealt_by_hand_without_a_mistake_and_by_what_the_console_tells(
    installed: PlugIn, tmp_path: Path, program: str, says: str
) -> None:
    (tmp_path / "dealt_by_hand.py").write_text(program, encoding="utf-8")
    places = f"{installed.environment['PYTHONPATH']}:{tmp_path}"
    there = PlugIn(installed.folder, {**installed.environment, "PYTHONPATH": places})
    assert says in there.asked("dealt_by_hand")


def test_it_has_drills(installed: PlugIn) -> None:
    assert "which-clause" in installed.asked("pitboss", "drill", "baccarat-pa")
    said = installed.asked("pitboss", "drill", "baccarat-pa", "--kind", "which-clause", "--items", "1")
    assert "Which clause" in said
    assert "0 of 0 right" in said
