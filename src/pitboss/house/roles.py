"""Who may make which move: players for themselves, staff in the role they have, and nobody for the shuffler."""

from functools import cache
from typing import Any

from pitboss.families import families
from pitboss.procedure import moves as m
from pitboss.procedure.family_table import FamilyTable
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.refusal import Refused

GUEST = "guest"
PLAYER = "player"
AUDITOR = "auditor"
INSTRUCTOR = "instructor"
STAFF_ROLES = (DEALER, FLOORPERSON, AUDITOR, INSTRUCTOR)
ROLES = (GUEST, PLAYER, *STAFF_ROLES)
# A floorperson also says what the dealer did: a card drawn in error is the dealer's act, and the floor reports it.
ACTS_AS = {DEALER: (DEALER,), FLOORPERSON: (FLOORPERSON, DEALER)}
SEES_EVERY_ROUND = (AUDITOR, FLOORPERSON)

PLAYERS_MOVES: frozenset[type[Move]] = frozenset(
    (
        m.Sit,
        m.BuyIn,
        m.Leave,
        m.ViewSpread,
        m.AskFaceUp,
        m.AskInspection,
        m.Cut,
        m.RefuseCut,
        m.PledgeSeed,
        m.GiveSeed,
        m.PassSeed,
        m.AskBurnCard,
        m.Wager,
        m.Consent,
        m.Ready,
        m.TakeBack,
        m.TouchCards,
    )
)


def with_article(role: str) -> str:
    """A role with its article: "an auditor"."""
    return f"{'an' if role[:1] in 'aeiou' else 'a'} {role}"


@cache
def players_moves() -> frozenset[type[Move]]:
    """The moves of players, those that only some family has among them."""
    rooms: list[FamilyTable[Any]] = [one.procedure.open() for one in families().values()]
    return PLAYERS_MOVES.union(*(room.players_moves for room in rooms))


def moves_as(name: str, role: str, asked: str | None) -> str:
    """Who a move is by: the player, or the role of the house that a member of staff acts in."""
    if asked is not None and asked not in ACTS_AS.get(role, ()):
        raise Refused(
            "house/not-your-role", f"{name} is not {with_article(asked)} of this house", (), "move as yourself"
        )
    if asked is None and role in STAFF_ROLES:
        raise Refused(
            "house/staff-do-not-play",
            f"{name} is staff: {with_article(role)} does not play",
            (),
            "watch, or name a role",
        )
    return asked or name


def permit(kind: type[Move], acting: str) -> None:
    """Refuse a move that is not for the one who makes it."""
    tag = str(kind.__struct_config__.tag)
    if kind in (m.Shuffle, m.CommitSeed):
        raise Refused("house/shuffles-itself", "nobody but the house gives the order of the cards", (), "wait")
    by_staff = acting in (DEALER, FLOORPERSON)
    if not by_staff and kind not in players_moves():
        raise Refused("house/staff-only", f"{tag} is for the dealer or a floorperson", (), "ask a floorperson")
