"""What the house and a browser or bot say to each other over the WebSocket: tagged JSON messages, one a frame.

`docs/protocol.md` explains them with examples; `/schema.json` publishes them as JSON Schema.
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw

from pitboss.house.console_shape import Control, Dealing, NextStep, Noted, Shift, Tried, Tube
from pitboss.house.lobby_cards import GameCard, OptionValue, PayCard, TableCard
from pitboss.house.receipts import Receipt
from pitboss.procedure.refusal import Malformed
from pitboss.procedure.view_shape import View

VERSION = 1
MESSAGE_BYTES_MAX = 4096

MoveId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.:-]+$")]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[a-z0-9-]+$")]
OptionName = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Cents = Annotated[int, Meta(ge=1, le=10**12)]


def _kebab(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_kebab):
    """One frame."""


# --- from the client ------------------------------------------------------------------------------------------------


class Request(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something a client asks for."""


class Hello(Request, frozen=True, kw_only=True):
    """The first message: which version of the protocol the client speaks. Who it is, its session cookie says.

    A house may run on several processes. By default the one you speak to passes on what concerns tables of another; a
    client that can reach them all and says `direct` is told instead where a table lives, and goes there itself.
    """

    version: int
    direct: bool = False


class ListTables(Request, frozen=True, kw_only=True):
    """Send the lobby; with `follow`, and from then on whatever changes in it."""

    follow: bool = False


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits posted at a new table."""

    minimum_cents: Cents | None = None
    maximum_cents: Cents | None = None


class OpenTable(Request, frozen=True, kw_only=True):
    """Open a new table: a game, what its Rules Submission leaves open, readings, limits, roles taken by people.

    A `private` table is in no list; whoever knows its id may join it. A `practice` table is for you alone: no clock,
    chips of its own, nothing of it is kept, and `undo` takes back your last decision there. At one that you `deal`
    you are the dealer, and the house seats practice players.
    """

    id: MoveId
    game: Annotated[str, Meta(max_length=64)]
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=64)] = {}
    readings: Annotated[dict[OptionName, Annotated[str, Meta(max_length=64)]], Meta(max_length=64)] = {}
    limits: Limits = Limits()
    by_hand: Annotated[tuple[Annotated[str, Meta(max_length=16)], ...], Meta(max_length=3)] = ()
    private: bool = False
    practice: bool = False
    deal: Dealing | None = None


class Join(Request, frozen=True, kw_only=True):
    """Watch a table; `since` is the last `at` seen, so that nothing is told twice after a lost connection."""

    table: TableId
    since: Count | None = None


class Leave(Request, frozen=True, kw_only=True):
    """Watch a table no longer. Getting up from it is the move `leave`."""

    table: TableId


class Move(Request, frozen=True, kw_only=True):
    """A move at a table. `id` is the client's own: sent twice, the move counts once.

    `move` is as in `pitboss.procedure.moves`, without `by`: the house knows who you are. Staff say which role they
    act in with `role`.
    """

    id: MoveId
    table: TableId
    move: Raw
    role: Annotated[str, Meta(max_length=16)] | None = None


class DoAct(Request, frozen=True, kw_only=True):
    """What you do at a table that you deal: `step` with a move, `chips`, `say`, `pickup` or `ruling`.

    A move is made in the role that `by` says. The order of the cards is not yours to give: of a shuffle, `hands` are.
    """

    id: MoveId
    table: TableId
    act: Raw


class Undo(Request, frozen=True, kw_only=True):
    """Take back your last move at a practice table, and what followed from it; the whole table is told anew."""

    id: MoveId
    table: TableId


class AskAdvice(Request, frozen=True, kw_only=True):
    """Ask the adviser what each option now is worth, for what this player can see."""

    id: MoveId
    table: TableId


class Ping(Request, frozen=True, kw_only=True):
    """Is anybody there?"""

    n: Count = 0


# --- from the house -------------------------------------------------------------------------------------------------


class Reply(Message, frozen=True, kw_only=True):
    """Something the house says."""


class Welcome(Reply, frozen=True, kw_only=True):
    """The session is known: who you are and what you have."""

    version: int
    name: str
    role: str
    bankroll_cents: int
    seated_at: tuple[str, ...]


class Lobby(Reply, frozen=True, kw_only=True):
    """The open tables, the games of which one may be opened, and the end of the house's journal, signed."""

    tables: tuple[TableCard, ...]
    games: tuple[GameCard, ...]
    head: Receipt | None = None


class LobbyChanged(Reply, frozen=True, kw_only=True):
    """What has changed in the lobby since you heard of it: tables new or otherwise, and those that are gone."""

    tables: tuple[TableCard, ...]
    gone: tuple[str, ...]


class Opened(Reply, frozen=True, kw_only=True):
    """The table you asked for is open."""

    id: str
    table: str


class StoryLine(msgspec.Struct, frozen=True):
    """A fact in words, with the clauses behind it."""

    at: int
    words: str
    clauses: tuple[str, ...]


class Range(msgspec.Struct, frozen=True, kw_only=True):
    """What an amount of a move may be."""

    least: int
    most: int
    step: int


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where you may lay a wager before the deal: the least and the most you may add to what lies there.

    One `beside_bet` goes with a bet on the same box, and one `within_bet` is no more than that bet.
    """

    box: int
    wager: str
    least: int
    most: int
    step: int
    beside_bet: bool = False
    within_bet: bool = False


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What the law has on the layout and on the sign.

    `areas` names the place of each kind of wager on the felt. `inscriptions` are the text's, or where it has none what
    the house writes there.
    """

    positions: int
    betting_areas: tuple[str, ...]
    areas: dict[str, str]
    inscriptions: tuple[str, ...]
    odds_shown: str
    limits_posted: str
    dealt_from: str
    decks: int
    minimum_cents: int
    maximum_cents: int
    chip_cents: int
    side_wagers: dict[str, str]
    bettors_per_box: int
    boxes_adjacent: bool
    clauses: dict[str, tuple[str, ...]]


class Table(Reply, frozen=True, kw_only=True):
    """The whole table as you may see it now, after joining it.

    `at` is how much of the record you have now; `facts` and `story` are what you may see of it since `since`, or of the
    current round. `clock_ms` is the time left to whoever is asked, null when nobody is; `then` is what the house will
    do when it runs out. `amounts` gives the range of every amount in the moves you may make now, by move, or `move:box`
    where it differs by box. `spots` are where you may lay a wager before the deal, on `boxes_most` boxes at most in
    this round. `offers` names what you may do now, asked or not, that would be taken: by move, or `move:box` where it
    differs by box. An `at` smaller than the last one means that the table was dealt again up to here, after an undo at
    a `practice` table. Where the game is `advised` a solver prices its decisions.
    """

    table: str
    at: int
    view: View
    facts: tuple[Raw, ...]
    story: tuple[StoryLine, ...]
    clock_ms: int | None
    then: str | None
    amounts: dict[str, Range]
    spots: tuple[Spot, ...]
    boxes_most: int
    offers: tuple[str, ...]
    title: str
    author: str
    note: str
    pays: tuple[PayCard, ...]
    layout: Layout
    readings: dict[str, str]
    by_hand: tuple[str, ...]
    practice: bool
    advised: bool


class Facts(Reply, frozen=True, kw_only=True):
    """What has happened since, as you may see it, and the table as it is now."""

    table: str
    at: int
    view: View
    facts: tuple[Raw, ...]
    story: tuple[StoryLine, ...]
    clock_ms: int | None
    then: str | None
    amounts: dict[str, Range]
    spots: tuple[Spot, ...]
    boxes_most: int
    offers: tuple[str, ...]


class Console(Reply, frozen=True, kw_only=True):
    """What you are told beside the table that you deal.

    `controls` are the house's moves, null where they are as they were. `next` is told to who is guided. `mistakes` are
    the newest; to who deals freely the review alone tells them. `shift` is null where nobody counts, and in a table
    test. While something is `held` the view is as it was before the last step, and the facts since are all there is to
    see, with the hands that were `shown`. `rack` is what lies before you. With `people` the table's link may be given
    to others, who sit down there.
    """

    table: str
    mode: str
    roles: tuple[str, ...]
    controls: tuple[Control, ...] | None
    next: NextStep | None
    tried: Tried | None
    due: tuple[str, ...]
    held: bool
    shown: tuple[Raw, ...]
    phrases: tuple[str, ...]
    shift: Shift | None
    mistakes: tuple[Noted, ...]
    rack: tuple[Tube, ...] = ()
    people: bool = False


class Accepted(Reply, frozen=True, kw_only=True):
    """Your move was made and is on disk; `again` when it had been made before and did not count twice.

    `receipt` says where it stands in the house's journal, signed with the house's key: keep it.
    """

    id: str
    table: str
    at: int
    again: bool = False
    receipt: Receipt | None = None


class Refused(Reply, frozen=True, kw_only=True):
    """The law, or the state of the table, does not allow it now. Nothing has changed."""

    id: str
    table: str
    code: str
    sentence: str
    clauses: tuple[str, ...]
    now: str


class Bankroll(Reply, frozen=True, kw_only=True):
    """What you have away from the tables has changed."""

    bankroll_cents: int


class Busy(Reply, frozen=True, kw_only=True):
    """This will pass: nothing was done, send it again after a while.

    With an `id` what was asked under it, with a `table` the `join` of it; with neither, before you are welcome, come
    again.
    """

    id: str | None
    sentence: str
    retry_ms: int
    table: str | None = None


class Error(Reply, frozen=True, kw_only=True):
    """`malformed`: not a message. `refused`: not for you. `broken`: the table has stopped; it never guesses.

    With a `table`, that one cannot be joined, and asking again does not help.
    """

    kind: str
    sentence: str
    id: str | None = None
    table: str | None = None


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One thing you may do now and what it is worth on average, in cents."""

    move: str
    value_cents: float
    best: bool


class Advice(Reply, frozen=True, kw_only=True):
    """What each option is worth to you now; `exact` unless `words` says what was left out."""

    id: str
    table: str
    choices: tuple[Choice, ...]
    exact: bool
    words: str


class Closed(Reply, frozen=True, kw_only=True):
    """You watch this table no longer: you left it, or it closed."""

    table: str


class Elsewhere(Reply, frozen=True, kw_only=True):
    """This process does not have the table, or has it no longer; nothing of it is lost.

    Without `at`, join it again here with `since`: the house finds it. With `at`, the `host:port` of the process that
    has it, which is told to who said `direct`: come in there, join it with `since`, and send again what was not
    answered.
    """

    table: str
    at: str | None = None


class Stopping(Reply, frozen=True, kw_only=True):
    """The house stops; everything is on disk, and tables go on where they are when it starts again."""

    sentence: str


class Waiting(Reply, frozen=True, kw_only=True):
    """The house waits for its database: nothing is lost, answers come later. Without a sentence: it goes on."""

    sentence: str | None


class Pong(Reply, frozen=True, kw_only=True):
    """Somebody is."""

    n: int


REQUESTS: tuple[type[Request], ...] = tuple(Request.__subclasses__())
REPLIES: tuple[type[Reply], ...] = tuple(Reply.__subclasses__())
_REQUEST: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, REQUESTS))
_REPLY: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, REPLIES))
_ENCODER = msgspec.json.Encoder()


def request(frame: bytes | str) -> Request:
    """A client's message; `Malformed` says in one sentence what is wrong with it."""
    try:
        raw = frame.encode() if isinstance(frame, str) else frame
        if len(raw) > MESSAGE_BYTES_MAX:
            raise Malformed(f"a message has at most {MESSAGE_BYTES_MAX} bytes")
        told: Request = _REQUEST.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"not a message of this protocol: {error}") from None
    return told


def reply(frame: bytes | str) -> Reply:
    """A message of the house, read by a client written in Python."""
    told: Reply = _REPLY.decode(frame)
    return told


def encode(message: object) -> bytes:
    """A message, or a part of one, as it travels."""
    return _ENCODER.encode(message)
