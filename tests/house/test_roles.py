"""Who may make which move: players their own, staff in their role, the shuffle nobody."""

import pytest

from pitboss.house.roles import ROLES, moves_as, permit, players_moves
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from tests import moves as m


@pytest.mark.parametrize(
    ("role", "asked", "acts_as"),
    [
        ("guest", None, "Ann"),
        ("player", None, "Ann"),
        ("dealer", "dealer", "dealer"),
        ("floorperson", "floorperson", "floorperson"),
        ("floorperson", "dealer", "dealer"),
    ],
)
def test_a_player_moves_as_themselves_and_staff_in_their_role(role: str, asked: str | None, acts_as: str) -> None:
    assert moves_as("Ann", role, asked) == acts_as


@pytest.mark.parametrize(
    ("role", "asked"),
    [
        ("guest", "dealer"),
        ("player", "dealer"),
        ("player", "floorperson"),
        ("player", "Bob"),
        ("dealer", "floorperson"),
        ("dealer", "shuffler"),
        ("auditor", "dealer"),
        ("auditor", "floorperson"),
        ("auditor", "auditor"),
        ("floorperson", "auditor"),
        ("instructor", "dealer"),
        ("instructor", "instructor"),
    ],
)
def test_nobody_acts_in_a_role_they_do_not_have(role: str, asked: str) -> None:
    with pytest.raises(Refused) as refused:
        moves_as("Ann", role, asked)
    assert refused.value.code == "house/not-your-role"


@pytest.mark.parametrize("role", ["dealer", "floorperson", "auditor", "instructor"])
def test_staff_do_not_play(role: str) -> None:
    with pytest.raises(Refused) as refused:
        moves_as("Ann", role, None)
    assert refused.value.code == "house/staff-do-not-play"


def _kinds() -> list[type[Move]]:
    return sorted(m.every_move().values(), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("acting", ["Ann", "auditor", "dealer", "floorperson"])
@pytest.mark.parametrize("kind", _kinds(), ids=lambda kind: kind.__name__)
def test_a_move_is_for_players_or_for_staff_and_the_shuffle_for_nobody(kind: type[Move], acting: str) -> None:
    refused: str | None = None
    try:
        permit(kind, acting)
    except Refused as refusal:
        refused = refusal.code
    if kind in (m.Shuffle, m.CommitSeed):
        assert refused == "house/shuffles-itself"
    elif acting in ("Ann", "auditor") and kind not in players_moves():
        assert refused == "house/staff-only"
    else:
        assert refused is None


def test_a_player_is_asked_and_may_ask_do_and_undo_all_this() -> None:
    everywhere = (
        *(m.Sit, m.BuyIn, m.Leave, m.Ready, m.Wager, m.TakeBack, m.Consent, m.TouchCards),
        *(m.ViewSpread, m.AskFaceUp, m.AskInspection, m.AskBurnCard, m.Cut, m.RefuseCut),
        *(m.PledgeSeed, m.GiveSeed, m.PassSeed),
    )
    assert {*everywhere} <= players_moves()


def test_a_player_makes_no_move_by_which_staff_run_the_table() -> None:
    staff_only = (
        m.CloseTable,
        m.OrderReshuffle,
        m.Deal,
        m.BurnCard,
        m.ChangeCards,
        m.DrewInError,
        m.TapIn,
        m.CloseBets,
    )
    assert not players_moves() & {*staff_only, m.Shuffle}
    assert len(ROLES) == 6


@pytest.mark.parametrize("role", ROLES)
def test_no_sentence_says_a_auditor(role: str) -> None:
    with pytest.raises(Refused) as refusal:
        moves_as("Ann", "player" if role != "player" else "guest", role)
    assert f"not {'an' if role in ('auditor', 'instructor') else 'a'} {role} of this house" in refusal.value.sentence
    assert not [word for word in (" a auditor", " an dealer") if word in refusal.value.sentence]
