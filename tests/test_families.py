"""The family's record is all that the floors know of a family."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.families import Family, Text, families
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.family_table import ROLES
from pitboss.procedure.moves import DEALER, FLOORPERSON, STAFF, every_move
from pitboss.report import family_report
from pitboss.report.asked import Asked
from pitboss.rules.cited import SetBy, house
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules, HiLoRules, Rules
from pitboss.rules.subjects.wagers import Wagers
from pitboss.rules.variant import load
from pitboss.simulate import asked
from tests import moves as m

SOURCE = Path(__file__).parent.parent / "src" / "pitboss"
ROOMS = [one.name for one in fields(Family) if "Room" in str(one.type) and one.name != "documents"]


def test_no_floor_asks_which_family_a_game_is_of() -> None:
    asking = [
        path.relative_to(SOURCE)
        for path in SOURCE.rglob("*.py")
        if re.search(r"isinstance\([^)]*(Blackjack|HiLo)Rules|\.family\s*==", path.read_text(encoding="utf-8"))
    ]
    assert asking == []


def test_a_family_that_says_nothing_of_its_values_takes_no_side_wager() -> None:
    wager = {"name": "Lucky", "cards": "first-two", "pays": [{"when": "pair", "odds": "5:1"}]}
    with pytest.raises(RulesError, match="five-card-hi-lo-pa has no side wagers"):
        load("five-card-hi-lo-pa", {"side_wagers": [wager]})


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_a_family_says_whose_its_moves_are_and_of_no_other_move(family: Family) -> None:
    room = family.procedure.open()
    assert set(room.roles) <= room.staff_moves
    assert not set(room.roles) & set(ROLES)
    assert {role for roles in room.roles.values() for role in roles} <= set(STAFF)
    assert all(room.roles_of(kind) == (DEALER,) for kind in room.staff_moves - set(room.roles))


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_at_every_table_the_floors_orders_are_the_floorpersons_and_what_either_may_say_the_dealers_first(
    family: Family,
) -> None:
    room = family.procedure.open()
    floors = {kind for kind in every_move().values() if room.roles_of(kind) == (FLOORPERSON,)} - room.staff_moves
    assert floors == {
        *(m.BeginGamingDay, m.ChangeCards, m.CheckEquipment, m.CloseTable, m.InspectReader, m.LimitSharedBoxes),
        *(m.NoteCardAge, m.OrderRecut, m.OrderReshuffle, m.PermitEntry, m.TapIn),
    }
    assert room.roles_of(m.ConfirmVerbal) == room.roles_of(m.PermitHandling) == (DEALER, FLOORPERSON)


def test_what_fails_in_the_reader_is_seen_by_both_and_what_is_repaired_by_the_floorperson() -> None:
    room = families()["blackjack"].procedure.open()
    assert room.roles_of(bj.ReaderFailed) == (DEALER, FLOORPERSON)
    assert room.roles_of(bj.ReaderRepaired) == room.roles_of(bj.ApproveRolling) == (FLOORPERSON,)


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_every_room_that_is_named_can_be_opened(family: Family) -> None:
    rooms = [room for name in ROOMS if (room := getattr(family, name)) is not None]
    assert all(room.open() is not None for room in (*rooms, *family.documents.values()))


@pytest.mark.parametrize("game", GAMES)
def test_every_document_has_a_round_in_its_family(game: str) -> None:
    rules = load(game)
    assert rules.document in families()[rules.family].documents


def test_rules_of_another_family_are_refused_in_one_sentence() -> None:
    assert HiLoRules.of(load("five-card-hi-lo-pa")).stub.full_deck == 52
    with pytest.raises(RulesError, match=r"double-deck-house is not .* from-the-hand, but of blackjack"):
        HiLoRules.of(load("double-deck-house"))
    with pytest.raises(RulesError, match="five-card-hi-lo-pa is not a game of the family blackjack"):
        BlackjackRules.of(load("five-card-hi-lo-pa"))


def test_a_family_without_a_simulator_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(families()["from-the-hand"], simulate=None)
    monkeypatch.setattr(asked, "family", lambda name: bare)
    with pytest.raises(RulesError, match="five-card-hi-lo-pa has no simulator"):
        asked.run_command(load("five-card-hi-lo-pa"), asked.Asked(rounds=10))


def test_a_text_that_says_only_some_values_is_silent_on_the_others() -> None:
    said = Wagers(boxes_per_player=house(3))
    silent = [leaf for leaf in said.leaves() if leaf.name != "boxes_per_player"]
    assert all(leaf.source.set_by is SetBy.SILENT and not leaf.source.clauses for leaf in silent)
    assert (said.boxes_per_player, said.bettors_per_box, said.wagers_close) == (3, 1, ())


def test_a_family_with_a_plain_solver_prices_main_and_side_wagers_under_every_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def solver(rules: Rules, progress: object, use_cache: bool) -> dict[str, Any]:
        odd = rules.readings["both-bust"] != "player-loses"
        return {"house_edge": 0.03 if odd else 0.01, "side_wagers": {"tie": {"house_edge": 0.2 if odd else 0.5}}}

    monkeypatch.setattr(family_report, "solver_of", lambda rules: solver)
    asked_for = Asked("double-attack-pa", {}, {"both-bust": "player-loses"}, use_cache=True)
    found = family_report.FamilyReport().every_reading(asked_for).as_json()["readings"]
    (other,) = [one for one in found if one["reading"] == "both-bust" and not one["in_force"]]
    assert (round(other["cost"], 9), round(other["side_costs"]["tie"], 9)) == (0.02, -0.3)
    assert round(other["side_cost"], 9) == -0.3
    assert found[-1] == other  # the cheapest of all for the player


def test_a_text_is_read_from_a_folder_without_code_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state is four files: its rules, its law, its submission and the package's name; no `__init__.py` is a fifth."""
    folder = tmp_path / "bare_state" / "texts"
    folder.mkdir(parents=True)
    (folder / "law.toml").write_text('title = "A text"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert Text("bare_state:texts/law.toml").read() == {"title": "A text"}
