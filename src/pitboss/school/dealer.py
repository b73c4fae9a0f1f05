"""The dealer who makes no mistake: the step that the table waits for from the house, done as the text has it."""

from collections.abc import Callable, Mapping
from itertools import product

from pitboss.cards.bits import SeededBits
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, STAFF, Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.school.family_school import school_of

# Where several of the house are asked for one of several steps: the one that goes on, and whose it is.
WHOSE: Mapping[type[Move], str] = {m.LoadShoe: DEALER}
LEFT_TO_OTHERS = (m.OrderRecut, m.PassOver, m.CommitSeed)


def lawful_step(table: Table, seed: int | str) -> Move | None:
    """What the house is to do now, by whichever of its roles; None while the table waits for players only.

    Cards are shuffled by seed: the same table after the same moves is given the same order.
    """
    waiting, state = table.waiting, table.state
    roles = [role for role in waiting.by if role in STAFF]
    if not roles:
        return None
    if m.Wager in waiting.may:
        return _ends_wagers(table)
    own = school_of(table.rules).steps
    kinds = [kind for kind in waiting.may if kind not in LEFT_TO_OTHERS] or list(waiting.may)
    kind = next((kind for kind in kinds if kind in own), kinds[0])
    by = WHOSE.get(kind, roles[0])
    if kind is m.Shuffle:
        return Croupier(SeededBits(f"{seed} {len(table.moves)}")).shuffle(table)
    if kind in own:
        return own[kind](state, waiting, by)
    return (STEPS[kind] if kind in STEPS else _plain(kind))(table, by)


def _plain(kind: type[Move]) -> "Step":
    """A step of which nothing more is to be said than whose it is, and at which box where it has one.

    Of a family without a room in the school it may have more to say: whatever is yes or no is tried on another table.
    """
    given = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    asked = set(kind.__struct_fields__[:given]) - {"by", "box", "to"}
    at_box = {name for name in kind.__struct_fields__ if name in ("box", "to")}

    def step(table: Table, by: str) -> Move:
        for answers in product((False, True), repeat=len(asked)):
            said = dict(zip(sorted(asked), answers, strict=True))
            move = kind(by=by, **said, **dict.fromkeys(at_box, table.waiting.box))
            if not asked or _taken(table, move):
                return move
        raise LookupError(f"nobody in the school knows how to {kind.__struct_config__.tag}")

    return step


def _taken(table: Table, move: Move) -> bool:
    other = again(table, len(table.moves))
    try:
        other.apply(move)
    except (Refused, Malformed):
        return False
    return True


def again(table: Table, moves: int) -> Table:
    """Another table on which the first so many moves have been made."""
    other = Table(table.rules, table.state.by_hand)
    for move in table.moves[:moves]:
        other.apply(move)
    return other


def _ends_wagers(table: Table) -> Move | None:
    """Spoken wagers are confirmed, and the bets closed when everybody seated is ready."""
    bets = table.state.bets
    for (player, box), spoken in bets.unconfirmed.items():
        return m.ConfirmVerbal(by=sorted(spoken.needed)[0], player=player, box=box)
    seated = {player.name for player in table.state.people.seated()}
    return m.CloseBets(by=DEALER) if bets.bets and seated.issubset(bets.ready) else None


def _cover_card(table: Table, by: str) -> Move:
    state = table.state
    size, deck = len(state.cards.to_shuffle), state.rules.cards.deck_size()
    return m.PlaceCoverCard(by=by, from_back=max(state.rules.shuffle.cover_card_cards(size, deck), 1))


Step = Callable[[Table, str], Move]
STEPS: Mapping[type[Move], Step] = {
    m.CheckEquipment: lambda table, by: lawful_equipment(table.rules),
    m.Cut: lambda table, by: m.Cut(
        by=by, position=table.state.rules.shuffle.usual_cut(len(table.state.cards.to_shuffle))
    ),
    m.PlaceCoverCard: _cover_card,
    m.ChooseHand: lambda table, by: m.ChooseHand(by=by, hand="left"),
}
