"""A checkpoint: a table while wagers are open, whole, so that it is taken up without anything that came before.

It stands where every family's procedure goes straight to from the state alone: wagers are open, whatever is made of
them already, and nothing interrupts. A table that says so is taken up at once beside itself and compared, part by
part; where the two differ there is no checkpoint.
"""

from typing import Any

import msgspec

from pitboss.cards.card import Card
from pitboss.cards.discard_rack import Burn, DealerHand, DiscardRack, Other, PlayerHand
from pitboss.cards.shoe import Shoe
from pitboss.procedure.asking import Wait
from pitboss.procedure.hands import Bets
from pitboss.procedure.moves import Move, every_move
from pitboss.procedure.parts import Cards, Chips, People, Readiness
from pitboss.procedure.refusal import Malformed

Laid = tuple[str, tuple[Any, ...], tuple[Card, ...]]  # what the cards were, by its name and fields, and the cards
_LABELS = {kind.__name__: kind for kind in (PlayerHand, DealerHand, Burn, Other)}


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every table is at a checkpoint; a family adds the names of what else its state keeps in mind then."""

    procedure: int
    rules_hash: str
    by_hand: tuple[str, ...]
    moves: int  # made so far, and the facts that followed
    facts: int
    round: int
    people: People
    chips: Chips
    cards: Cards
    ready: Readiness
    bets: Bets | None = None  # where nobody has said anything yet


HEADING = ("procedure", "rules_hash", "by_hand", "moves", "facts")


def at_rest(state: Any) -> bool:
    """Whether wagers are open and nothing interrupts them."""
    return bool(state.wagers_open) and not state.asking.interruptions


def written(state: Any, procedure: int, moves: int, facts: int) -> bytes:
    """The state as bytes: the same state gives the same bytes."""
    kind: type[Kept] = state.family.kept
    parts = {name: getattr(state, name) for name in kind.__struct_fields__ if name not in HEADING}
    parts["bets"] = None if _same(state.bets, Bets()) else state.bets
    by_hand = tuple(sorted(state.by_hand))
    kept = kind(procedure=procedure, rules_hash=state.rules.hash, by_hand=by_hand, moves=moves, facts=facts, **parts)
    return msgspec.msgpack.encode(kept, enc_hook=_plain)


def read(snapshot: bytes, kind: type[Kept]) -> Kept:
    """What was written; anything else is one sentence."""
    try:
        return msgspec.msgpack.decode(snapshot, type=kind, dec_hook=_again)
    except (msgspec.MsgspecError, KeyError, UnicodeDecodeError) as error:
        raise Malformed(f"not the checkpoint of a table: {error}") from None


def take_up(state: Any, kept: Kept) -> None:
    """Give a fresh state what was kept of another."""
    for name in kept.__struct_fields__:
        if name not in (*HEADING, "bets"):
            setattr(state, name, getattr(kept, name))
    state.bets = kept.bets or Bets()
    state.wagers_open = True


def alike(one: tuple[Any, Wait], other: tuple[Any, Wait]) -> bool:
    """Whether two states and what they wait for are the same in every part, but for the record of what happened."""
    mine, others = (dict(vars(state), facts=()) for state, _ in (one, other))
    return _same(mine, others) and _same(one[1], other[1])


def _same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, Shoe | DiscardRack):  # which do not remember what was taken from them
        return _plain(one) == _plain(other)
    mine = _fields(one)
    return one == other if mine is None else _same(mine, _fields(other))


def _fields(thing: Any) -> dict[str, Any] | None:
    """What a thing of ours is made of; None of what compares by itself."""
    if isinstance(thing, type | tuple | list | msgspec.Struct) or not type(thing).__module__.startswith("pitboss."):
        return None
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    return {name: getattr(thing, name) for name in slots} | dict(getattr(thing, "__dict__", {}))


def _plain(thing: Any) -> object:
    """What msgspec does not know by itself, as it does."""
    if isinstance(thing, Shoe):
        return thing.lying()
    if isinstance(thing, DiscardRack):
        laid = [
            (type(group.label).__name__, msgspec.structs.astuple(group.label), group.cards) for group in thing.groups
        ]
        return laid, thing.batch_name if laid else None
    if isinstance(thing, type) and issubclass(thing, Move):
        return thing.__struct_config__.tag
    raise TypeError(f"a checkpoint has no {type(thing).__name__}")


def _again(kind: Any, plain: Any) -> object:
    if kind is Shoe:
        return Shoe.laid(*msgspec.convert(plain, tuple[tuple[Card, ...], int | None, bool]))
    if kind is DiscardRack:
        rack = DiscardRack()
        laid, batch = msgspec.convert(plain, tuple[tuple[Laid, ...], str | None])
        for name, fields, cards in laid:
            rack.place(_LABELS[name](*fields), cards, batch)
        return rack
    return every_move()[plain]
