"""Playthroughs: sessions of moves drawn by a seed, lawful and not, told in tens as they were when last reviewed.

Each line says what came of ten moves, and has a digest of all that was said and seen: the facts with their clauses, the
refusals' sentences, what the table waits for, and the view of one who looks on. Where a line differs, something
happens otherwise at a table: say by which clause, in a test of its own, and `make golden` writes the files anew.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice

import msgspec
import pytest

from pitboss.cards.bits import SeededBits
from pitboss.law import readings_of
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER, Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import facts_for, view
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.testing.storm import anything, wanted
from tests import moves as m

PEOPLE = ("ann", "bob", "cat")
VIEWERS = (*PEOPLE, DEALER, FLOORPERSON, "a spectator")
# Who is a person, how the cards are shuffled, how many decks; the readings are drawn.
SESSIONS: tuple[tuple[tuple[str, ...], str, int], ...] = (
    ((), "by-hand", 1),
    ((), "device", 1),
    ((DEALER, FLOORPERSON), "by-hand", 2),
    ((DEALER,), "device", 1),
    ((FLOORPERSON, SHUFFLER), "continuous", 1),
    ((DEALER, FLOORPERSON, SHUFFLER), "device", 2),
)
MOVES_TOLD = 400
SHOE_GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa")


class Playthrough:
    """A table, and a source of moves that depends on a seed alone."""

    def __init__(self, game: str, session: int, seed: str = "") -> None:
        bits = SeededBits(seed or f"{game} {session}")
        self.pick: Callable[[int], int] = lambda n: bits.bits(24) % n
        by_hand, shuffling, decks = SESSIONS[session]
        sets: dict[str, object] = {"shuffling": shuffling, "decks": decks} if game in SHOE_GAMES else {}
        readings = {
            one.id: one.options[SeededBits(f"{session} {one.id}").bits(24) % len(one.options)].id
            for one in readings_of(game)
        }
        self.table = Table(load(game, sets, readings), frozenset(by_hand))
        self.teller = Teller()

    def moves(self) -> Iterator[Move]:
        """Three people come; then what the table waits for, and now and then anything by anybody."""
        for box, name in enumerate(PEOPLE, 1):
            yield m.Sit(by=name, box=box)
            yield m.BuyIn(by=name, cents=50_000_00)
        while not self.table.closed:
            waiting = self.table.waiting
            between_rounds = m.Wager in waiting.may and not self.table.state.bets.bets
            if between_rounds and self.pick(4):
                yield from self._bets()
            elif between_rounds and self.pick(2):
                yield from self._occasion()
            elif self.pick(8) == 0:
                move = anything(self.table, self.pick, m.ON_FILE.split())
                if not isinstance(move, m.CloseTable) or self.pick(8) == 0:
                    yield move
            else:
                yield wanted(self.table, self.pick) or m.Sit(by=PEOPLE[self.pick(3)], box=1 + self.pick(7))

    def _occasion(self) -> Iterator[Move]:
        """What happens between rounds now and then, the table left by everybody among it."""
        staff = (DEALER, FLOORPERSON)[self.pick(2)]
        yield (
            m.OrderRecut(by=FLOORPERSON, by_last_cutter=bool(self.pick(2))),
            m.OrderReshuffle(by=FLOORPERSON),
            m.ChangeCards(by=FLOORPERSON),
            m.TapIn(by=FLOORPERSON, dealer=("joe", "sue")[self.pick(2)]),
            m.ShufflerFailed(by=staff),
            m.BeginGamingDay(by=FLOORPERSON),
            m.NoteCardAge(by=FLOORPERSON, hours=(23, 24)[self.pick(2)]),
            m.NoteNoActivity(by=staff),
        )[self.pick(8)]
        if self.pick(3) == 0:
            yield from (m.Leave(by=name) for name in PEOPLE)
            yield m.NoteNoActivity(by=staff, face_up=bool(self.pick(2)))
            for box, name in enumerate(("bob", "ann", "cat"), 1):
                yield m.Sit(by=name, box=box)
                yield m.BuyIn(by=name, cents=50_000_00)
                yield (m.AskFaceUp, m.AskInspection, m.ViewSpread)[self.pick(3)](by=name)

    def _bets(self) -> Iterator[Move]:
        for box, name in enumerate(PEOPLE, 1):
            yield m.Wager(by=name, box=box, cents=(10_00, 20_00, 25_00)[self.pick(3)])
            if not self.pick(3):
                yield m.Wager(by=name, box=box, cents=10_00, wager="bust-it")
        for name in PEOPLE:
            yield m.Ready(by=name)
        yield m.CloseBets(by=DEALER)

    def told(self) -> Iterator[str]:
        """The session, a line for every ten moves."""
        said: list[str] = []
        seen = sha256()
        rules_hash = self.table.rules.hash

        def note(text: str) -> None:
            """A value that the session does not turn on changes the rules' hash, and need not change the file."""
            seen.update(text.replace(rules_hash, "…").replace(rules_hash[:12], "…").encode())

        for number, move in enumerate(islice(self.moves(), MOVES_TOLD), 1):
            before = len(self.table.facts)
            try:
                self.table.apply(move)
                came = self.table.facts[before:]
                said += [type(fact).__name__ for fact in came]
                note(f"{came} {list(self.teller.lines(came))}")
            except (Refused, Malformed) as error:
                said.append(error.code if isinstance(error, Refused) else "malformed")
                note(str(error))
            viewer = VIEWERS[number % len(VIEWERS)]
            note(f"{self.table.waiting} {facts_for(self.table, viewer)[before:]}")
            note(msgspec.json.encode(view(self.table, viewer)).decode())
            if number % 10 == 0:
                yield f"{number:3} {seen.hexdigest()[:6]} {', '.join(dict.fromkeys(said))}"
                said, seen = [], sha256()


@pytest.mark.parametrize("session", range(len(SESSIONS)))
@pytest.mark.parametrize("game", list(GAMES))
def test_a_session_goes_as_it_did(game: str, session: int, golden: Callable[[str], Callable[[str], None]]) -> None:
    golden(f"playthroughs/{game}-{session + 1}")("".join(f"{line}\n" for line in Playthrough(game, session).told()))
