"""Moves at random: what the table waits for with sensible amounts, and anything at all by anybody."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from pitboss.cards import fair
from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER, Move, every_move
from pitboss.procedure.state import Phase
from pitboss.procedure.table import Table

Pick = Callable[[int], int]
SALT = "0f" * 32


def shuffled(cards: tuple[Card, ...], pick: Pick) -> tuple[str, ...]:
    """An order that depends on a few picks only, so that a failing case stays small."""
    step = (7, 11, 13, 17, 19)[pick(5)]
    start = pick(max(len(cards), 1))
    size = len(cards)
    while size and step < size and _common(step, size):
        step += 1
    order = [cards[(start + place * step) % size] for place in range(size)] if size else []
    return tuple(card.code for card in order)


def _common(a: int, b: int) -> bool:
    while b:
        a, b = b, a % b
    return a != 1


def amounts(table: Table) -> tuple[int, ...]:
    """Amounts around the limits of the table."""
    wagers = table.state.rules.wagers
    unit, least, most = wagers.chip_unit_cents, wagers.table_minimum_cents, wagers.table_maximum_cents
    return (least, unit, least // 2, most, least + 1, most + unit, 2 * least)


def build(kind: type[Move], by: str, table: Table, pick: Pick) -> Move:
    """A move of a kind by somebody, its other fields picked."""
    fields: dict[str, object] = {}
    if kind is m.Shuffle and table.waiting.by and pick(2):  # as a house does it: by its routine, if it has one
        return msgspec.structs.replace(Croupier(SeededBits(pick(10**6))).shuffle(table), by=by)
    spoken = list(table.state.bets.unconfirmed)
    if kind is m.ConfirmVerbal and spoken and (word := pick(4)):
        return m.ConfirmVerbal(by=by, player=spoken[0][0], box=spoken[0][1], confirmed=word > 1)
    for name in kind.__struct_fields__:
        if name == "by":
            continue
        fields[name] = _field(name, kind, by, table, pick)
    return kind(by=by, **fields)


def _field(name: str, kind: type[Move], by: str, table: Table, pick: Pick) -> object:
    t = table.state
    waiting = table.waiting
    if name in ("box", "to"):
        due = waiting.box or next((box.number for box in t.boxes.values() if by in box.bettors), 0)
        seat = t.people.players[by].seat if by in t.people.players else None
        choices = (due, due, due, seat or 1, 1 + pick(7))
        low = 0 if kind in (m.Deal, m.PassOver) else 1
        return max(choices[pick(5)], low)
    if name == "cents":
        return amounts(table)[pick(7)]
    if name == "position":
        size = len(t.cards.to_shuffle)
        return (size // 2, 9, 10, 13, max(size - 10, 0), max(size - 9, 0))[pick(6)]
    if name == "from_back":
        size, deck = len(t.cards.to_shuffle), t.rules.cards.deck_size()
        least = t.rules.shuffle.cover_card_positions(size, deck).start
        return (least, max(least - 1, 0), least + 3)[pick(3)]
    if name == "order":
        return shuffled(t.cards.to_shuffle, pick)
    if name == "hands":
        return ()
    if name == "total":
        return 4 + pick(27)
    if name == "hand_number":
        return 1 + pick(2)
    if name == "seed":
        return "5e" * (fair.HOUSE_SEED_BYTES if kind is m.CommitSeed else fair.PLAYER_SEED_BYTES)
    if name == "pledge":
        return fair.pledge(by if pick(5) else "cat", "5e" * fair.PLAYER_SEED_BYTES)
    kinds = t.family.spots or ("bet", "bet", *t.rules.wager_kinds)
    simple: dict[str, object] = {
        "salt": SALT,
        "wager": kinds[pick(len(kinds))],
        "player": ("ann", "bob", "cat")[pick(3)],
        "dealer": ("joe", "sue")[pick(2)],
        "hand": ("left", "right")[pick(2)],
        "drawn_with": (None, None, "left", "right")[pick(4)],
        "placed_with": (None, None, "left", "right")[pick(4)],
        "paid_from": ("inventory", "losing-wagers")[pick(2)],
        "batch": ("blue", "red")[pick(2)],
        "hands": 1 + pick(2),
        "card": ("TS", "TH")[pick(2)],
        "hours": (1, 23, 24)[pick(3)],
        "cards": pick(60),
        "defects": 0,
        "confirmed": True,
        "positions": t.rules.layout.positions,
    }
    if name in simple:
        return simple[name]
    return pick(8 if name == "verbal" else 2) == 1


def wanted(table: Table, pick: Pick) -> Move | None:
    """A move of a kind the table waits for, by one of those it waits for; None when it waits for nobody who is here."""
    waiting = table.waiting
    people = [name for name in waiting.by if name in table.state.people.players or name in m.STAFF]
    if not people or not waiting.may:
        return None
    by, kind = people[pick(len(people))], waiting.may[pick(len(waiting.may))]
    if kind is m.CheckEquipment:
        return lawful_equipment(table.state.rules)
    return build(kind, by, table, pick)


def anything(table: Table, pick: Pick, drawn_from: Sequence[str] = ()) -> Move:
    """Any move at all, or any of those whose tags are given, by anybody at all."""
    kinds = [every_move()[tag] for tag in drawn_from or every_move()]
    people = ["ann", "bob", "cat", DEALER, FLOORPERSON, SHUFFLER, "nobody"]
    kind = kinds[pick(len(kinds))]
    if kind is m.CheckEquipment:
        return lawful_equipment(table.state.rules)
    return build(kind, people[pick(len(people))], table, pick)


def cards_at(table: Table) -> Iterator[Card]:
    """Every card of the batch in play, wherever it lies."""
    t = table.state
    yield from t.cards.shoe._cards[t.cards.shoe._next :]
    for group in t.cards.rack.groups:
        yield from group.cards
    yield from t.beside_the_boxes().cards()
    for box in t.boxes.values():
        for hand in box.hands:
            yield from hand.cards
    yield from t.cards.loose


def census_holds(table: Table) -> bool:
    """Whether no card of the batch in play is lost or doubled; while it is shuffled, nobody can say."""
    t = table.state
    if t.phase in (Phase.OPENING, Phase.SHUFFLE, Phase.CLOSED) or not t.cards.batches:
        return True
    return Counter(cards_at(table)) == Counter(t.cards.in_play.cards)
