"""The journal: every move of every table in one chain of hashes, in the order in which it became durable."""

import hashlib

import msgspec

from pitboss.cards.card import Card
from pitboss.cards.seal import seal
from pitboss.house.ledger import Transfer
from pitboss.house.vault import Vault
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move, Shuffle

GENESIS = "0" * 64
OPEN = "open"
MOVE = "move"
GRANT = "grant"


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """What it takes to set a table up again; a record without the number of its procedure is of the first."""

    procedure: int = 1
    game: str
    sets: dict[str, object]
    readings: dict[str, str]
    rules_hash: str
    by_hand: tuple[str, ...]
    opened_by: str


class SealedMove(msgspec.Struct, frozen=True):
    """A shuffle as the journal shows it: by whom, and the seal; its order lies in the vault."""

    move: str
    by: str
    seal: str


class SealedOrder(msgspec.Struct, frozen=True):
    """A shuffled order, locked."""

    seal: str
    locked: bytes


class OpenedOrder(msgspec.Struct, frozen=True):
    """A shuffled order whose seal the table has opened, in clear."""

    seal: str
    salt: str
    order: str
    hands: str = ""


class RoundPlayed(msgspec.Struct, frozen=True):
    """A round that has ended, and what each player has won or lost in it."""

    round: int
    first_seq: int
    last_seq: int
    net_cents: dict[str, int]


class Entry(msgspec.Struct, kw_only=True):
    """One line of the journal with everything that becomes durable with it."""

    kind: str
    table: str
    seq: int
    body: str
    actor: str
    client_id: str | None
    rule: str | None
    at_ms: int
    sealed: SealedOrder | None = None
    opened: tuple[OpenedOrder, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    rounds: tuple[RoundPlayed, ...] = ()
    closes: bool = False


def chained(previous: str, number: int, entry: Entry) -> str:
    """The hash of a line: over the one before it, its own content, its locked order and its transfers."""
    locked = hashlib.sha256(entry.sealed.locked).hexdigest() if entry.sealed is not None else None
    content = (
        previous,
        number,
        entry.kind,
        entry.table,
        entry.seq,
        entry.body,
        entry.actor,
        entry.client_id,
        entry.rule,
        entry.at_ms,
        locked,
        entry.transfers,
    )
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def name_in_vault(table: str, seq: int, digest: str) -> str:
    """What a locked order is called."""
    return f"{table}.{seq}.{digest}"


def seal_of(move: Shuffle) -> str:
    """The seal that a shuffle publishes."""
    return seal((Card.parse(code) for code in move.order), bytes.fromhex(move.salt)).digest


def written(move: Move, table: str, seq: int, vault: Vault) -> tuple[str, SealedOrder | None]:
    """A move as the journal has it: a shuffle without its order, which goes locked into the vault."""
    if not isinstance(move, Shuffle):
        return m.to_json(move).decode(), None
    digest = seal_of(move)
    body = msgspec.json.encode(SealedMove("shuffle", move.by, digest)).decode()
    return body, SealedOrder(digest, vault.lock(m.to_json(move), name_in_vault(table, seq, digest)))


def opened_shuffle(body: str, opened: OpenedOrder) -> Shuffle:
    """A shuffle rebuilt from its line and its opened order."""
    line = msgspec.json.decode(body, type=SealedMove)
    hands = tuple(opened.hands.split(",")) if opened.hands else ()
    return Shuffle(by=line.by, order=tuple(opened.order.split()), salt=opened.salt, hands=hands)


def is_shuffle(body: str) -> bool:
    """Whether a line of the journal is a shuffle."""
    return body.startswith('{"move":"shuffle"')
