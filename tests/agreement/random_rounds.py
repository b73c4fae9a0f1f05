"""Rounds played at random: several boxes and people, any legal decision, any amount, any readings."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pitboss.law import readings_of
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, Move, Shuffle
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.testing.storm import wanted
from tests import moves as m

NAMES = ("ann", "bob", "cat", "dan")
CHIPS = 10**9
SALT = "5a" * 32
ROUNDS_PER_TABLE = 60
MISHAPS = (0.004, 0.04)  # how often something goes wrong at a table: now and then, or so often that mishaps meet
DEALT_BY_ITSELF = ("double-deck-house", "five-card-hi-lo-pa")  # whose texts know no card that comes late
CHOICES: Mapping[str, Mapping[str, tuple[object, ...]]] = {
    "double-attack-pa": {
        "boxes_per_player": (1, 2),
        "chip_unit_cents": (100, 500),
        "reader_shows_players": (False, True),
    },
    "double-attack-nj": {
        "boxes_per_player": (1, 3),
        "bettors_per_box": (1, 3),
        "positions": (6, 7),
        "decks": (6, 8),
        "reader_shows_players": (False, True),
    },
    "double-back-jack-pa": {
        "boxes_per_player": (1, 2),
        "decks": (1, 2, 6),
        "collect_and_pay": ("collect-first", "together"),
    },
    "double-deck-house": {
        "boxes_per_player": (1, 2),
        "dealer_hits_soft": (False, True),
        "blackjack_odds": ("3 to 2", "6 to 5"),
        "surrender": ("never", "first-decision"),
        "even_money": (False, True),
    },
    "five-card-hi-lo-pa": {"counting_shuffler": (False, True)},
}


@dataclass(frozen=True)
class Played:
    """One round: what happened from its first wager on, and what everybody's chips did."""

    facts: tuple[Fact, ...]
    readings: Mapping[str, str]
    options: Mapping[str, object]
    won: Mapping[str, int]


BY_DEAL: list[dict[str, object]] = [
    {
        "name": "Alike",
        "cards": "first-two",
        "pays": [
            {"when": ["same rank", "same suit"], "odds": "25 to 1"},
            {"when": ["same rank", "suits hearts, spades"], "odds": "11 to 1"},
            {"when": ["exactly Q, K"], "odds": "9 to 1"},
            {"when": "hard total at most 9", "odds": "1 to 1"},
        ],
    },
    {
        "name": "Three",
        "cards": "first-two-and-up",
        "pays": [
            {"when": ["straight", "same colour"], "odds": "20 to 1"},
            {"when": "suits diamonds", "odds": "9 to 1"},
            {"when": "pair", "odds": "4 to 1"},
            {"when": "same suit", "odds": "5 to 1"},
        ],
    },
]
BY_DEALER: list[dict[str, object]] = [
    {
        "name": "Third",
        "cards": "dealer-three",
        "after_bust": "collected",
        "after_dead_hand": "returned",
        "pays": [
            {"when": ["total at least 22", "last 10, J, Q, K"], "odds": "3 to 1"},
            {"when": "ranks 2, 3, 4, 5, 6", "odds": "4 to 1"},
            {"when": "suits clubs, hearts", "odds": "2 to 1"},
        ],
    },
    {
        "name": "Whole",
        "cards": "dealer-hand",
        "pays": [
            {"when": "cards at least 5", "odds": "10 to 1"},
            {"when": ["total at least 22", "hard total at most 23"], "odds": "3 to 1"},
        ],
    },
]
BY_PLAYER: list[dict[str, object]] = [
    {
        "name": "Own",
        "cards": "player-hand",
        "pays": [
            {"when": ["cards 2", "total 21"], "odds": "2 to 1"},
            {"when": ["total 21"], "odds": "5 to 1"},
            {"when": ["total at least 22", "cards at least 4"], "odds": "4 to 1"},
            {"when": ["total at least 25"], "odds": "1 to 1"},
            {"when": ["hard total at most 10"], "odds": "3 to 1"},
            {"when": ["cards at least 5"], "odds": "10 to 1"},
        ],
    },
    {"name": "Over", "cards": "player-hand", "pays": [{"when": "total at least 22", "odds": "2 to 1"}]},
]
# By the players' first cards only where they lie face up; with hands that are over only where a bust is seen.
SIDE_WAGERS: Mapping[str, tuple[list[dict[str, object]], ...]] = {
    "double-attack-pa": ([], BY_DEAL, BY_DEALER, BY_PLAYER),
    "double-attack-nj": ([], BY_DEAL, BY_DEALER, BY_PLAYER),
    "double-back-jack-pa": ([], BY_DEAL, BY_DEALER, BY_PLAYER),
    "double-deck-house": ([], BY_DEALER[1:], BY_PLAYER),
    "five-card-hi-lo-pa": ([],),
}


# Bonuses for 21s stand on the same tables as some of these: by cards that random players come to often enough.
BONUS_21 = {
    "3 cards": "2 to 1",
    "4 cards": "3 to 2",
    "5 cards or more": "5 to 2",
    "5-7-9": "3 to 1",
    "5-7-9 suited": "7 to 2",
    "6-7-8": "4 to 1",
    "6-7-8 spades": "6 to 1",
}
AFTER_ALL = {**BONUS_21, "after split": "no", "after double": "yes"}
BONUSES: Mapping[str, tuple[Mapping[str, str] | None, ...]] = {
    "double-attack-pa": (None, BONUS_21, AFTER_ALL, None),
    "double-attack-nj": (AFTER_ALL, None, BONUS_21, None),
    "double-back-jack-pa": (None, None, BONUS_21, AFTER_ALL),
    "double-deck-house": (None, BONUS_21, None),
    "five-card-hi-lo-pa": (None,),
}


@cache
def _rules(
    game: str, sets: tuple[tuple[str, object], ...], readings: tuple[tuple[str, str], ...], sides: int = 0
) -> Rules:
    mine, bonus = SIDE_WAGERS[game][sides], BONUSES[game][sides]
    more = {**({"side_wagers": mine} if mine else {}), **({"bonus_21": bonus} if bonus else {})}
    return load(game, {**dict(sets), **more}, dict(readings))


def rounds(game: str, count: int, seed: int) -> Iterator[Played]:
    """So many rounds of a game, at tables that differ in readings and house options."""
    chance = random.Random(f"{game} {seed}")
    left = count
    while left > 0:
        sets = {name: chance.choice(values) for name, values in CHOICES[game].items()}
        readings = {r.id: chance.choice([option.id for option in r.options]) for r in readings_of(game)}
        by_hand = chance.random() < 0.5 and game not in DEALT_BY_ITSELF
        sides = chance.randrange(len(SIDE_WAGERS[game]))
        people = RandomPeople(_rules(game, tuple(sets.items()), tuple(readings.items()), sides), chance, by_hand)
        for _ in range(min(left, ROUNDS_PER_TABLE)):
            before = people.chips()
            start = len(people.table.facts)
            people.play_round()
            after = people.chips()
            won = {name: after[name] - before[name] for name in NAMES}
            options = {**sets, "side_wagers": SIDE_WAGERS[game][sides], "bonus_21": BONUSES[game][sides]}
            yield Played(tuple(people.table.facts[start:]), readings, options, won)
        left -= ROUNDS_PER_TABLE


class RandomPeople:
    """Everybody at one table, deciding at random among what is open to them."""

    def __init__(self, rules: Rules, chance: random.Random, by_hand: bool = False) -> None:
        self.table = Table(rules, frozenset((DEALER,) if by_hand else ()))
        self.chance = chance
        self.mishaps = chance.choice(MISHAPS)
        for box, name in enumerate(NAMES, 1):
            self.table.apply(m.Sit(by=name, box=box))
            self.table.apply(m.BuyIn(by=name, cents=CHIPS))
        self.answers: tuple[tuple[type[Move], Callable[[], object]], ...] = (
            (Shuffle, self._shuffle),
            (m.CloseBets, lambda: self._do(m.CloseBets(by=DEALER))),
            (m.PassOver, self._deal),
            (m.TakeLateCard, self._late_card),
            (m.ViewSpread, lambda: self._do(m.ViewSpread(by=self.by))),
            (m.RefuseCut, lambda: self._do(m.RefuseCut(by=self.by))),
            (m.NoAttack, lambda: self._offer(m.Attack, m.NoAttack)),
            (m.NoInsurance, lambda: self._offer(m.Insure, m.NoInsurance)),
            (m.SecondChance, self._second_chance),
            (m.AcceptCard, self._exposed_card),
            (m.FollowDouble, self._follow_double),
            (m.FollowSplit, self._follow_split),
            (m.Stand, self._decide),
            (m.Ready, self._surrender_before_reader),
        )

    @property
    def by(self) -> str:
        """Whoever is asked first."""
        return self.table.waiting.by[0]

    def chips(self) -> dict[str, int]:
        """What lies in front of everybody."""
        return {name: player.chips for name, player in self.table.state.people.players.items()}

    def play_round(self) -> None:
        """One round from the wagers to the rack."""
        number = self.table.state.round
        while m.Wager not in self.table.waiting.may:
            self._go_on()
        self._wager()
        while self.table.state.round == number or self.table.state.in_round:
            self._go_on()

    def _go_on(self) -> None:
        self._mishap()
        may = self.table.waiting.may
        for kind, answer in self.answers:
            if kind in may:
                answer()
                return
        self._do_what_is_due()

    def _do_what_is_due(self) -> None:
        """A step of the house that takes no thought."""
        before = len(self.table.moves)
        for _ in range(1000):
            move = wanted(self.table, self.chance.randrange)
            assert move is not None, f"nobody knows what to do: {self.table.waiting}"
            self._do(move)
            if len(self.table.moves) > before:
                return
        raise AssertionError(f"nobody knows what to do: {self.table.waiting}")

    def _deal(self) -> None:
        """A person who deals now and then passes somebody over."""
        to = self.table.waiting.box
        missed = self.chance.random() < 0.06 + 3 * self.mishaps
        self._do(*((m.PassOver(by=DEALER, box=to),) if missed else ()), m.Deal(by=DEALER, to=to))

    def _late_card(self) -> None:
        kind = m.TakeLateCard if self.chance.random() < 0.7 else m.CallHandDead
        self._do(kind(by=self.by, box=self.table.waiting.box))

    def _do(self, *tries: Move) -> bool:
        """The first of these moves that is accepted."""
        for move in tries:
            try:
                self.table.apply(move)
            except Refused:
                continue
            return True
        return False

    def _shuffle(self) -> None:
        order = [card.code for card in self.table.state.cards.to_shuffle]
        self.chance.shuffle(order)
        self.table.apply(Shuffle(by=self.by, order=tuple(order), salt=SALT))

    def _mishap(self) -> None:
        """A card is drawn in error, found where it should not be, or read without cause; or the reader fails."""
        if self.chance.random() < self.mishaps:
            exposed = self.chance.random() < 0.5
            self._do(m.DrewInError(by=DEALER, exposed=exposed))
        elif self.chance.random() < self.mishaps / 2:
            self._do(self.chance.choice((m.FoundFaceUp(by=DEALER), m.FoundTen(by=DEALER, card="TS"))))
        elif self.table.state.in_round and self.chance.random() < self.mishaps / 4:
            self._do(self.chance.choice((m.ReadHoleCard(by=DEALER), m.ReaderFailed(by=DEALER))))

    def _amount(self, most: int) -> int:
        """An amount in chips up to a most, often exactly that."""
        unit = self.table.state.rules.wagers.chip_unit_cents
        if self.chance.random() < 0.6 or most <= unit:
            return max(most, 1)
        return unit * self.chance.randint(1, most // unit)

    def _wager(self) -> None:
        wagers = self.table.state.rules.wagers
        unit, least = wagers.chip_unit_cents, wagers.table_minimum_cents
        while not self.table.state.bets.bets:
            for name in NAMES:
                for box in (self.table.state.people.players[name].seat or 1, self.chance.randint(1, 6)):
                    if self.chance.random() < 0.2:
                        continue
                    cents = (least + unit * self.chance.randint(0, 30)) // unit * unit
                    first = next(iter(self.table.state.bets.bets.get(box, {})), None)
                    if first is not None and first != name:
                        self._do(m.Consent(by=first, box=box, player=name))
                    self._do(m.Wager(by=name, box=box, cents=cents))
                    for kind in self.table.state.rules.side_wagers:
                        self._do(m.Wager(by=name, box=box, cents=self._amount(cents), wager=kind.id))
        for name in NAMES:
            self._do(m.Ready(by=name))

    def _boxes_of(self, name: str) -> list[int]:
        return [box.number for box in self.table.state.boxes.values() if name in box.bettors]

    def _offer(self, take: type[m.Attack] | type[m.Insure], leave: type[m.NoAttack] | type[m.NoInsurance]) -> None:
        by = self.chance.choice(self.table.waiting.by)
        for box in self._boxes_of(by):
            bet = next(s.bet for s in self.table.state.boxes[box].hands[0].stakes if s.player == by)
            most = bet if take is m.Attack else -(-bet // 2)
            tries: list[Move] = [leave(by=by, box=box)]
            if self.chance.random() < 0.5:
                tries.insert(0, take(by=by, box=box, cents=self._amount(most)))
            if m.EvenMoney in self.table.waiting.may and self._state.boxes[box].hands[0].two_card_21:
                self._do(m.LookAtCards(by=by, box=box))
                tries.insert(self.chance.randint(0, 1), m.EvenMoney(by=by, box=box))
            self._do(*tries)

    def _surrender_before_reader(self) -> None:
        by = self.by
        for box in self._boxes_of(by):
            if self.chance.random() < 0.2:
                self._do(m.Surrender(by=by, box=box))
        self._do(m.Ready(by=by))

    def _second_chance(self) -> None:
        by, box = self.by, self.table.waiting.box
        wants = self.chance.random() < 0.7
        self._do(m.SecondChance(by=by, box=box) if wants else m.NoSecondChance(by=by, box=box))

    def _exposed_card(self) -> None:
        by, box = self.by, self.table.waiting.box
        self._do((m.AcceptCard if self.chance.random() < 0.6 else m.RefuseCard)(by=by, box=box))

    def _follow_double(self) -> None:
        by, box = self.by, self.table.waiting.box
        hand = self._hand()
        stake = next(stake for stake in hand.stakes if stake.player == by)
        cents = self._amount(stake.bet + stake.attack) if self.chance.random() < 0.7 else 0
        self._do(m.FollowDouble(by=by, box=box, cents=cents), m.FollowDouble(by=by, box=box, cents=0))

    def _follow_split(self) -> None:
        by, box, pick = self.by, self.table.waiting.box, self.chance.random()
        self._do(m.FollowSplit(by=by, box=box, cover=pick < 0.5, keep_on_new_hand=pick < 0.75))

    @property
    def _state(self) -> BlackjackState:
        return BlackjackState.of(self.table.state)

    def _hand(self) -> Hand:
        waiting = self.table.waiting
        return next(hand for hand in self._state.boxes[waiting.box].hands if hand.number == waiting.hand)

    def _decide(self) -> None:
        by, box, may = self.by, self.table.waiting.box, self.table.waiting.may
        hand, pick = self._hand(), self.chance.random()
        tries: list[Move] = [m.Stand(by=by, box=box)]
        if m.Hit in may and pick < 1.35 - hand.total / 20:
            tries.insert(0, m.Hit(by=by, box=box))
        if m.Double in may and self.chance.random() < 0.2:
            stake = hand.stakes[0]
            cents = self._amount(stake.bet + stake.attack)
            tries[:0] = [m.Double(by=by, box=box, cents=cents), m.Double(by=by, box=box, cents=stake.bet)]
        if m.Surrender in may and self.chance.random() < 0.1:
            tries.insert(0, m.Surrender(by=by, box=box))
        if m.RefuseCard in may and self.chance.random() < 0.3:
            tries.insert(0, m.RefuseCard(by=by, box=box))
        if self.chance.random() < 0.3:
            self._do(m.LookAtCards(by=by, box=box))
        if m.Split in self.table.waiting.may and self.chance.random() < 0.8:
            tries.insert(0, m.Split(by=by, box=box))
        self._do(*tries)
