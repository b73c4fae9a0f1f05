"""The journal: every move of every table in one chain of hashes, in the order in which it became durable."""

import hashlib

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.cards import fair
from pitboss.cards.card import Card
from pitboss.cards.seal import seal
from pitboss.house.ledger import BANK, Transfer
from pitboss.house.register import Change
from pitboss.house.vault import Vault
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.moves import CommitSeed, Move, Shuffle

GENESIS = "0" * 64
OPEN = "open"
MOVE = "move"
GRANT = "grant"
PEOPLE = "people"
KEY = "key"
CAGE = (PEOPLE, BANK, KEY)  # the chains of the register, which one process at a time has


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """What it takes to set a table up again; a record without the number of its procedure is of the first."""

    procedure: int = 1
    game: str
    sets: dict[str, object]
    readings: dict[str, str]
    rules_hash: str
    by_hand: tuple[str, ...]
    opened_by: str
    private: bool = False  # in no list: who has its id may come
    named: dict[str, str] | UnsetType = UNSET  # what a variant says of itself; a record without it is as it was


class SealedMove(msgspec.Struct, frozen=True):
    """A shuffle or a commitment as the journal shows it: by whom, and the hash of what lies in the vault."""

    move: str
    by: str
    seal: str


class SealedOrder(msgspec.Struct, frozen=True):
    """A shuffled order or the house's seed for one, locked; `first` is the hash it had before it was locked again."""

    seal: str
    locked: bytes
    first: str = ""

    @property
    def digest(self) -> str:
        """The hash of what is locked."""
        return hashlib.sha256(self.locked).hexdigest()


class Checkpoint(msgspec.Struct, frozen=True):
    """A table whole, locked; the digest is that of its content, so that it stays when that is locked again."""

    digest: str
    locked: bytes


class OpenedOrder(msgspec.Struct, frozen=True):
    """What the table has opened, in clear, under the hash that its line of the journal has.

    That is the seal of an order that was brought, and the commitment to a seed from which an order was drawn; of a seed
    that was dropped there is no order.
    """

    seal: str
    salt: str = ""
    order: str = ""
    hands: str = ""
    seed: str = ""


class RoundPlayed(msgspec.Struct, frozen=True):
    """A round that has ended, what each player has won or lost in it, and what it is found by."""

    round: int
    first_seq: int
    last_seq: int
    net_cents: dict[str, int]
    marks: tuple[str, ...] = ()  # the clauses cited in it and what was irregular, in order


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
    checkpoint: Checkpoint | None = None
    opened: tuple[OpenedOrder, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    rounds: tuple[RoundPlayed, ...] = ()
    closes: bool = False
    changes: tuple[Change, ...] = ()
    n: int = 0  # where it came to stand, and its hash there
    hash: str = ""


def chained(previous: str, number: int, entry: Entry) -> str:
    """The hash of a line: over the one before it, its own content, its locked order, its transfers, its checkpoint."""
    locked = (entry.sealed.first or entry.sealed.digest) if entry.sealed is not None else None
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
        *((entry.checkpoint.digest,) if entry.checkpoint is not None else ()),
    )
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def name_in_vault(table: str, seq: int, digest: str) -> str:
    """What a locked order is called."""
    return f"{table}.{seq}.{digest}"


def seal_of(move: Shuffle | CommitSeed) -> str:
    """What a shuffle publishes: the seal of its order, or the commitment to its seed."""
    if isinstance(move, CommitSeed):
        return fair.commitment(move.seed)
    return seal((Card.parse(code) for code in move.order), bytes.fromhex(move.salt)).digest


def written(move: Move, table: str, seq: int, vault: Vault) -> tuple[str, SealedOrder | None]:
    """A move as the journal has it: a shuffle without its order or seed, which goes locked into the vault."""
    if not isinstance(move, Shuffle | CommitSeed):
        return m.to_json(move).decode(), None
    digest = seal_of(move)
    body = msgspec.json.encode(SealedMove(str(move.__struct_config__.tag), move.by, digest)).decode()
    return body, SealedOrder(digest, vault.lock(m.to_json(move), name_in_vault(table, seq, digest)))


def opened_by(fact: f.Fact) -> OpenedOrder | None:
    """What a fact opens, if it opens anything."""
    if isinstance(fact, f.SeedDropped):
        return OpenedOrder(fair.commitment(fact.seed), seed=fact.seed)
    if not isinstance(fact, f.SealOpened):
        return None
    under = fair.commitment(fact.seed) if fact.seed else fact.seal
    return OpenedOrder(under, fact.salt, " ".join(fact.order), ",".join(fact.hands), fact.seed)


def opened_move(body: str, opened: OpenedOrder) -> Shuffle | CommitSeed:
    """A shuffle or a commitment rebuilt from its line and what was opened."""
    line = msgspec.json.decode(body, type=SealedMove)
    if opened.seed:
        return CommitSeed(by=line.by, seed=opened.seed)
    hands = tuple(opened.hands.split(",")) if opened.hands else ()
    return Shuffle(by=line.by, order=tuple(opened.order.split()), salt=opened.salt, hands=hands)


def opens(body: str, opened: OpenedOrder, digest: str) -> bool:
    """Whether what was opened is what a line's hash was published for; the seal's salt comes of the seed."""
    try:
        published = seal_of(opened_move(body, opened))
    except ValueError:  # no cards, no salt
        return False
    salted = fair.salt_of(opened.seed) if opened.seed and opened.order else opened.salt
    return (published, opened.salt) == (digest, salted)


def is_sealed(body: str) -> bool:
    """Whether a line of the journal is a shuffle or a commitment, whose content lies in the vault."""
    return body.startswith(('{"move":"shuffle"', '{"move":"commit-seed"'))


class End(msgspec.Struct, frozen=True, array_like=True):
    """Where a chain ends: its table, the number of the line in it and in the journal, and its hash."""

    table: str
    seq: int
    n: int
    hash: str


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the chain of heads: the ends of the chains that have grown.

    The first of a database from before each table had a chain says that its lines up to one are a single chain.
    """

    ends: tuple[End, ...] = ()
    until: int = 0
    anchor: str = GENESIS


def head_chained(previous: str, h: int, at_ms: int, body: str) -> str:
    """The hash of a head: over the one before it and its own content."""
    return hashlib.sha256(msgspec.json.encode((previous, h, at_ms, body))).hexdigest()
