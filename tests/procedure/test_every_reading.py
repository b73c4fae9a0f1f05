"""Every reading is acted on: at some table each of its options makes a course of things that no other option makes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import msgspec
import pytest

from pitboss.law import readings
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.procedure.dd_house.at_table import at_shuffle
from tests.procedure.kit import Scene
from tests.procedure.test_shuffles import DEVICE, as_they_lie, run_out

PA, NJ, DBJ = "double-attack-pa", "double-attack-nj", "double-back-jack-pa"
DD, HI_LO = "double-deck-house", "five-card-hi-lo-pa"
BET = 100_00
ANN: dict[str, Any] = {"by": "ann", "box": 1}
BOB: dict[str, Any] = {"by": "bob", "box": 1}
QUIET = (m.NoAttack, m.NoInsurance, m.NoSecondChance, m.AcceptCard, m.Stand, m.SettleBox, m.TakeLateCard)
CUTS = (m.RefuseCut(by="cat"), m.RefuseCut(by="bob"), m.RefuseCut(by="ann"))
FIVE_EACH = "AS 2D 3S 4D 5S 6D 7S 8D 9S TD"
SHARED = (m.Wager(**ANN, cents=BET), m.Consent(**ANN, player="bob"), m.Wager(**BOB, cents=2 * BET))
SHORT_HAND = (
    m.CloseBets(by=DEALER),
    m.PassOver(by=DEALER, box=1),
    *(m.Deal(by=DEALER, to=to) for to in (0, *((1, 0) * 4))),
)
READY = (m.Ready(by="ann"), m.Ready(by="bob"))


@dataclass
class Course:
    """A table brought to its first wagers, what is tried there move by move, and what came of it."""

    game: str
    deal: str
    tries: tuple[Move, ...] = ()
    players: int = 1
    bust_it: int = 0
    wagered: bool = True
    by_hand: tuple[str, ...] = ()
    sets: dict[str, object] = field(default_factory=dict)
    opened_with: int | None = None
    prepare: Callable[[Scene], object] = field(default=lambda scene: None)
    readings: dict[str, str] = field(default_factory=dict)
    begin: Callable[[dict[str, str]], Scene] | None = None

    def told(self, chosen: dict[str, str]) -> list[str]:
        """Everything that happened and every code of a refusal, without clauses and hashes: those differ anyway."""
        chosen = {**self.readings, **chosen}
        scene = self.begin(chosen) if self.begin else self._opened(chosen)
        told: list[str] = []
        for move in self.tries:
            self._quietly(scene, told, type(move))
            self._try(scene, move, told)
        self._quietly(scene, told, None)
        happened = (
            (type(fact).__name__, [getattr(fact, name) for name in fact.__struct_fields__ if name != "clauses"])
            for fact in scene.table.facts
        )
        return [str(each).replace(scene.rules.hash, "") for each in happened] + told

    def _opened(self, chosen: dict[str, str]) -> Scene:
        burned = None if self.game == HI_LO else "9C"
        scene = Scene(self.game, self.deal, self.players, self.sets, chosen, self.by_hand, burned=burned)
        if self.opened_with is not None:
            lawful = lawful_equipment(scene.table.state.rules)
            scene.do(msgspec.structs.replace(lawful, positions=self.opened_with))
        scene.open()
        self.prepare(scene)
        return scene.bet(BET, self.bust_it) if self.wagered else scene

    def _try(self, scene: Scene, move: Move, told: list[str]) -> None:
        try:
            scene.do(move)
        except Refused as refusal:
            told.append(f"{len(scene.table.facts)} {refusal.code}")

    def _quietly(self, scene: Scene, told: list[str], until: type[Move] | None) -> None:
        """Until the move is one the table waits for, whoever is asked does the quiet thing; at most to the end."""
        for _ in range(60):
            waiting = scene.table.waiting
            if (until in waiting.may and until is not None) or not scene.table.state.in_round:
                return
            kind = next((kind for kind in QUIET if kind in waiting.may), None)
            if (kind is m.Stand and until is not None) or kind is None:
                return
            who = waiting.by[0]
            box = waiting.box or (scene.players.index(who) + 1 if who in scene.players else 0)
            self._try(scene, kind(by=who, box=box), told)


def reshuffled(scene: Scene) -> None:
    """The floorperson has ordered a reshuffle, and the cut is offered."""
    scene.floor(m.OrderReshuffle)
    scene.shuffle()


def begun(game: str) -> Course:
    """Four players, of whom the first to arrive refuses the cut, as does whoever is offered it next."""
    return Course(game, "", players=4, wagered=False)


def dealt_by_hand(game: str, deal: str, to: tuple[int, ...], *then: Move, bust_it: int = 0) -> Course:
    """A person deals the first cards, and then come these moves."""
    deals = tuple(m.Deal(by=DEALER, to=box) for box in to)
    return Course(game, deal, (m.CloseBets(by=DEALER), *deals, *then), bust_it=bust_it, by_hand=(DEALER,))


def called_dead(game: str, bust_it: int = 0) -> Course:
    """The card of a double was passed over, and the player has the hand called dead."""
    deal, to = {
        PA: ("9S 5H 6D 8C KC 2C", (0, 1, 1, 0)),
        NJ: ("9S 5H 6D KC 2C", (0, 1, 1)),
        DBJ: ("5H 9S 6D 8C KC 2C", (1, 0, 1, 0)),
    }[game]
    over = (m.Double(**ANN, cents=BET), m.PassOver(by=DEALER, box=1), m.CallHandDead(**ANN))
    return dealt_by_hand(game, deal, to, *over, bust_it=bust_it)


def split_aces(game: str, deal: str) -> Course:
    return Course(game, deal, (m.Split(**ANN), m.Surrender(**ANN)))


COURSES: dict[tuple[str, str], Course] = {
    ("surrender-after-double", PA): Course(
        PA, "7S 5S 6H 9S 2C", (m.Attack(**ANN, cents=BET), m.Double(**ANN, cents=2 * BET), m.Surrender(**ANN))
    ),
    ("double-attack-amount", NJ): Course(NJ, "9S 5H 6D", (m.Attack(**ANN, cents=BET // 2),)),
    ("double-after-attack", PA): Course(
        PA, "7S 2S 3H 9S 2C", (m.Attack(**ANN, cents=BET), m.Double(**ANN, cents=2 * BET))
    ),
    ("second-chance-after-double", DBJ): Course(
        DBJ, "TD 9S 6D 8H 9D 4H", (m.Double(**ANN, cents=BET), m.SecondChance(**ANN))
    ),
    ("second-chance-after-split", DBJ): Course(
        DBJ, "8D 9S 8H 8H 6D 9D 2H 3D", (m.Split(**ANN), m.Hit(**ANN), m.SecondChance(**ANN))
    ),
    ("split-aces-draw", DBJ): Course(DBJ, "AD 9S AH 7H 2D 3D 4D 5D", (m.Split(**ANN), m.Hit(**ANN))),
    ("blackjack-after-split", PA): Course(PA, "5S AH AD 6C KC KD KS", (m.Split(**ANN),)),
    ("blackjack-after-split", NJ): Course(NJ, "5S AH AD KC KD 6C KS", (m.Split(**ANN),)),
    ("blackjack-after-split", DBJ): Course(DBJ, "AD 9S AH 7H KD 5D", (m.Split(**ANN),)),
    ("blackjack-after-split", DD): Course(
        DD, "KS 7D KH TC AC 9D", (m.LookAtCards(**ANN, hands=1), m.Split(**ANN), m.Stand(**ANN))
    ),
    ("bust-it-after-player-bust", PA): Course(PA, "7S KS 6H 8S KH 9H", (m.Hit(**ANN),), bust_it=10_00),
    ("no-hole-card-dealer-blackjack", NJ): Course(
        NJ, "KS 5H 6D 8C AC", (m.Attack(**ANN, cents=BET), m.Double(**ANN, cents=2 * BET))
    ),
    ("nj-hole-card", NJ): Course(NJ, "KS 5H 8D 7C"),
    ("surrender-timing", DBJ): Course(DBJ, "9D KS 7D AH", (m.Surrender(**ANN),)),
    ("cut-card-depth", DD): Course(DD, "", wagered=False),
    ("dealer-card-order", DD): Course(DD, "2S TD 3S 8C"),
    ("stub-count-mismatch", HI_LO): Course(
        HI_LO,
        FIVE_EACH,
        (*SHORT_HAND, m.CountStub(by=DEALER, cards=41), m.DeclareMisdeal(by=DEALER, misdealt=True)),
        by_hand=(DEALER,),
    ),
    ("stub-count-right", HI_LO): Course(
        HI_LO,
        FIVE_EACH,
        (*SHORT_HAND, m.CountStub(by=DEALER, cards=42), m.DeclareMisdeal(by=DEALER, misdealt=True)),
        by_hand=(DEALER,),
    ),
    ("five-card-hi-lo-showdown", HI_LO): Course(HI_LO, FIVE_EACH),
    ("surrender-split-aces", PA): split_aces(PA, "9S AH AD 8C 5C 6C"),
    ("surrender-split-aces", NJ): split_aces(NJ, "9S AH AD 5C 6C 8C"),
    ("pair-means", DD): Course(DD, "KS TD QS 7C 2C 3C", (m.LookAtCards(**ANN, hands=1), m.Split(**ANN))),
    ("mid-shoe-return", DD): Course(
        DD,
        "2S 3S TD 4S 5S 8C 6S TD 7S 8C",
        (
            *(m.Stand(by="ann", box=1), m.Stand(by="bob", box=2)),
            *(m.Wager(by="bob", box=2, cents=BET), *READY, m.Stand(by="bob", box=2), m.Wager(**ANN, cents=BET)),
        ),
        players=2,
    ),
    ("nj-cut-rotation", NJ): Course(NJ, "", CUTS[::-1] + CUTS, players=3, wagered=False, prepare=reshuffled),
    ("nj-bonus-before", NJ): Course(
        NJ, "AS 9H 7D 5D 2C KC", (m.Insure(**ANN, cents=BET // 2), m.Surrender(**ANN)), bust_it=10_00
    ),
    ("nj-equal-highest-wagers", NJ): Course(
        NJ,
        "9S 5H 6D",
        (
            *(m.Wager(by="ann", box=5, cents=BET), m.Consent(by="ann", box=5, player="bob")),
            *(m.Wager(by="bob", box=5, cents=BET), *READY),
        ),
        players=2,
        wagered=False,
    ),
    ("nj-attack-without-caller", NJ): Course(
        NJ,
        "9S 5H 6D KC 8D",
        (*SHARED, *READY, m.NoAttack(**ANN), m.Attack(**BOB, cents=BET)),
        players=2,
        wagered=False,
    ),
    ("nj-designated-attack", NJ): Course(
        NJ,
        "9S 8H 8D KC 7C 8S",
        (
            *(*SHARED, *READY, m.Attack(**ANN, cents=BET), m.Attack(**BOB, cents=BET)),
            *(m.Split(**ANN), m.FollowSplit(**BOB, cover=False)),
        ),
        players=2,
        wagered=False,
    ),
    ("nj-shared-surrender", NJ): Course(
        NJ,
        "9S 5H 6D KC 8D",
        (*SHARED, *READY, m.NoAttack(**ANN), m.Surrender(**ANN)),
        players=2,
        wagered=False,
    ),
    ("nj-player-blackjack-paid", NJ): Course(NJ, "7S AH 9H KD 9D 8C", players=2),
    ("both-bust", PA): Course(PA, "6S KH 9H 6D 9D KD KC 9C", (m.Hit(**ANN),), players=2),
    ("both-bust", NJ): Course(NJ, "6S KH 9H 6D 9D KC KD 9C", (m.Hit(**ANN),), players=2),
    ("both-bust", DBJ): Course(DBJ, "TD TD 9S 6D 8D 7H 9D TC", (m.Hit(**ANN),), players=2),
    ("bust-collected", PA): Course(PA, "6S KH 9H 6D 9D KD KC 9C", (m.Hit(**ANN),), players=2),
    ("bust-collected", NJ): Course(NJ, "6S KH 9H 6D 9D KC KD 9C", (m.Hit(**ANN),), players=2),
    ("bust-collected", DBJ): Course(DBJ, "TD TD 9S 6D 8D 7H 9D TC", (m.Hit(**ANN),), players=2),
    ("nj-surrendered-to-blackjack", NJ): Course(NJ, "KS 5H 6D AC", (m.Attack(**ANN, cents=BET), m.Surrender(**ANN))),
    ("pa-surrender-timing", PA): Course(PA, "KS 9H 7D 7H", (m.Ready(by="ann"),)),
    ("nj-positions-counted", NJ): Course(
        NJ,
        "9S 8H 8D 8C 8S",
        (m.Split(**ANN), m.Split(**ANN), m.Split(**ANN)),
        by_hand=(FLOORPERSON,),
        sets={"positions": 7},
        opened_with=6,
    ),
    ("pa-cut-rotation", PA): begun(PA),
    ("pa-cut-rotation", DBJ): begun(DBJ),
    ("double-deck-cut-place", DD): Course(
        DD, "", (m.Cut(by="ann", position=52),), begin=lambda chosen: at_shuffle(readings=chosen).shuffle()
    ),
    ("nj-run-out-cut", NJ): Course(
        NJ, "", begin=lambda chosen: as_they_lie(run_out(NJ, 2, sets=DEVICE, readings=chosen))
    ),
    ("double-deck-peek", DD): Course(DD, "TS AD 9S KC", (m.Stand(**ANN),)),
    ("double-deck-split-natural", DD): Course(
        DD, "AS AD AH KC KS 9D", (m.LookAtCards(**ANN), m.Split(**ANN)), readings={"double-deck-peek": "unchecked"}
    ),
    ("twenty-one-paid", DBJ): Course(DBJ, "TD 9D 9S 5D 5D 7H 6H 2C", (m.Hit(**ANN),), players=2),
    **{("dead-hand-returns", game): called_dead(game) for game in (PA, NJ, DBJ)},
    **{("dead-hand-bust-it", game): called_dead(game, bust_it=10_00) for game in (PA, NJ)},
    ("void-insurance", NJ): dealt_by_hand(
        *(NJ, "AS KH 9D 2C 3C", (0, 1, 1), m.Insure(**ANN, cents=BET // 2), m.Stand(**ANN), m.Deal(by=DEALER, to=0)),
        *(m.FoundFaceUp(by=DEALER), m.FoundFaceUp(by=DEALER)),
    ),
    **{
        ("hands-called-dead", game): Course(
            game,
            "7S AH 9H KD 9D 8C",
            (m.ReadHoleCard(by=DEALER),),
            players=2,
            sets={"reader_shows_players": True},
            readings=chosen,
        )
        for game, chosen in ((PA, {}), (NJ, {"nj-hole-card": "reader", "nj-player-blackjack-paid": "at-once"}))
    },
    **{
        ("exposed-early", game): Course(
            game,
            "7S 2S 3S 4S 5S 6S 8S 9S",
            (
                m.CloseBets(by=DEALER),
                m.Deal(by=DEALER, to=to),
                m.NoAttack(**ANN),
                m.DrewInError(by=DEALER, exposed=True),
            ),
            by_hand=(DEALER,),
        )
        for game, to in ((PA, 0), (NJ, 0), (DBJ, 1))
    },
}


def test_every_reading_of_every_game_has_a_course() -> None:
    wanted = {(reading.id, game) for reading in readings().values() for game in reading.games}
    assert wanted - COURSES.keys() == set(), "a course of things in which the options of this reading part"
    assert COURSES.keys() - wanted == set()


@pytest.mark.parametrize(("name", "game"), COURSES, ids=lambda word: word)
def test_each_option_makes_a_course_of_its_own(name: str, game: str) -> None:
    told = {option.id: COURSES[name, game].told({name: option.id}) for option in readings()[name].options}
    assert [(a, b) for a, b in combinations(told, 2) if told[a] == told[b]] == []
