"""What must hold of every game, whatever its text: tried by storms of moves, said in one sentence where it fails."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from pitboss.law import clauses, readings_of
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.replay import digest, from_json, record, replay, to_json
from pitboss.procedure.table import Table
from pitboss.report.law_map import coverage
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.testing.paired_worlds import VIEWERS, PairedWorlds
from pitboss.testing.storm import anything, census_holds, shuffled, wanted
from pitboss.testing.taken_up import Answer, TakenUp, looks

# What each player has won or lost in a round, in cents, written a second time from the text alone.
Settlement = Callable[[Sequence[Fact], Mapping[str, str]], Mapping[str, int]]

PEOPLE = ("ann", "bob", "cat")
CHIPS_CENTS = 50_000_00
STEPS_A_STORM = 120
STUCK_AFTER = 600


class NotConforming(AssertionError):
    """A game does not do what every game must; the sentence says what, and under which seed."""


@dataclass
class Conformance:
    """What was tried, and came out as it must."""

    game: str
    storms: int = 0
    moves: int = 0
    refusals: int = 0
    rounds: int = 0
    worlds: int = 0
    checkpoints: int = 0
    facts: Counter[str] = field(default_factory=Counter)


def check_game(
    game: str,
    *,
    sets: Mapping[str, object] | None = None,
    settlement: Settlement | None = None,
    storms: int = 12,
    worlds: int = 8,
    seed: int = 1,
    covered: bool = True,
) -> Conformance:
    """Try a game: storms of moves, replay, secrecy, settlement where one is given, clauses cited and proved."""
    found = Conformance(game)
    small = _small(game) if sets is None else dict(sets)
    if covered:
        _check_coverage(load(game).document)
    for number in range(storms):
        _check_storm(_drawn(game, small, seed + number), seed + number, settlement, found)
    for number in range(worlds):
        _check_secrecy(_drawn(game, small, seed + number), seed + number)
        found.worlds += 1
    if not found.rounds:
        raise NotConforming(f"{game}: no round was ever finished in {storms} storms")
    return found


def _small(game: str) -> dict[str, object]:
    """A shoe small enough to run out, where the game can be dealt from one."""
    try:
        load(game, {"decks": 1})
    except RulesError:
        return {}
    return {"decks": 1}


def _drawn(game: str, sets: Mapping[str, object], seed: int) -> Rules:
    chance = random.Random(f"rules {seed}")
    readings = {r.id: chance.choice([option.id for option in r.options]) for r in readings_of(game)}
    return load(game, sets, readings)


def _check_coverage(document: str) -> None:
    for part in coverage():
        if part.document.id == document and part.missing:
            clause, in_code, in_tests = part.missing[0]
            lacks = " and ".join(word for word, there in (("code", in_code), ("test", in_tests)) if not there)
            raise NotConforming(f"{clause.id} has no {lacks}; {len(part.missing)} clauses of {document} lack something")


class _Storm:
    """One table in a storm."""

    def __init__(self, rules: Rules, seed: int, found: Conformance) -> None:
        self.chance = random.Random(seed)
        roles = [role for role in m.STAFF if self.chance.random() < 0.3]
        self.table = Table(rules, frozenset(roles))
        self.taken_up = TakenUp(self.table, VIEWERS)
        self.seed = seed
        self.found = found

    def fail(self, sentence: str) -> NotConforming:
        return NotConforming(f"{self.found.game}, storm {self.seed}: {sentence}")

    def apply(self, move: Move) -> None:
        """A move is made, or refused with a reason, and then nothing has changed; a checkpoint changes no answer."""
        before = looks(self.table, VIEWERS)
        answer: Answer
        try:
            answer = self.table.apply(move)
            self.found.moves += 1
        except (Refused, Malformed) as refusal:
            answer = refusal
            self.found.refusals += 1
            if isinstance(refusal, Refused):
                self._reasoned(refusal)
        except Broken as broken:
            raise self.fail(str(broken)) from broken
        seen = looks(self.table, VIEWERS)
        if isinstance(answer, Exception) and seen != before:
            raise self.fail(f"{move} was refused ({answer}) and changed the table") from answer
        if not self.table.state.balanced():
            raise self.fail(f"after {move} the chips are not those that were bought")
        if not census_holds(self.table):
            raise self.fail(f"after {move} a card is lost or doubled")
        if (otherwise := self.taken_up.differs(move, answer, seen)) is not None:
            raise self.fail(otherwise)
        if (nowhere := self.taken_up.here()) is not None:
            raise self.fail(nowhere)

    def _reasoned(self, refusal: Refused) -> None:
        if not (refusal.code and refusal.sentence and refusal.now):
            raise self.fail(f"the refusal {refusal!r} lacks its code, its sentence or what may be done now")
        if unknown := [clause for clause in refusal.clauses if clause not in clauses()]:
            raise self.fail(f"the refusal {refusal.code} cites {unknown[0]}, which no document has")

    def blow(self) -> None:
        """People sit down, then moves that are awaited and moves that are not."""
        self.everybody_sits()
        for _ in range(STEPS_A_STORM):
            if self.table.closed:
                return
            if m.Wager in self.table.waiting.may and not self.table.state.bets.bets:
                self.everybody_bets()
                continue
            move = anything(self.table, self.pick) if self.chance.random() < 0.2 else wanted(self.table, self.pick)
            if move is not None and not isinstance(move, m.CloseTable):
                self.apply(move)

    def pick(self, below: int) -> int:
        return self.chance.randrange(below)

    def everybody_sits(self) -> None:
        for box, name in enumerate(PEOPLE, 1):
            self.apply(m.Sit(by=name, box=box))
            self.apply(m.BuyIn(by=name, cents=CHIPS_CENTS))

    def everybody_bets(self) -> None:
        least = self.table.rules.wagers.table_minimum_cents
        for box, name in enumerate(PEOPLE, 1):
            for move in self.table.state.family.usual_wagers(self.table.state, name, box):
                self.apply(msgspec.structs.replace(move, cents=self.chance.choice((least, 2 * least))))
        for name in PEOPLE:
            self.apply(m.Ready(by=name))
        self.apply(m.CloseBets(by=m.DEALER))

    def goes_on(self) -> None:
        """From wherever the storm left it, people who do what is asked bring the table to its next wagers."""
        self.everybody_sits()
        for _ in range(STUCK_AFTER):
            if self.table.closed or (m.Wager in self.table.waiting.may and not self.table.state.bets.bets):
                return
            move = wanted(self.table, self.pick)
            if move is None:
                raise self.fail(f"the table waits for nobody who is here: {self.table.waiting}")
            self.apply(move)
        raise self.fail(f"stuck: {self.table.waiting}")


def _check_storm(rules: Rules, seed: int, settlement: Settlement | None, found: Conformance) -> None:
    storm = _Storm(rules, seed, found)
    storm.blow()
    storm.goes_on()
    again = replay(from_json(to_json(record(storm.table))))
    if digest(again.facts) != digest(storm.table.facts):
        raise storm.fail("the moves, dealt again, give other facts")
    for fact in storm.table.facts:
        found.facts[type(fact).__name__] += 1
        if unknown := [clause for clause in fact.clauses if clause not in clauses()]:
            raise storm.fail(f"{type(fact).__name__} cites {unknown[0]}, which no document has")
    for happened in rounds_of(storm.table.facts):
        found.rounds += 1
        if settlement is not None and not any(isinstance(fact, f.RoundVoided) for fact in happened):
            expected, won = settlement(happened, rules.readings), won_in(happened)
            wrong = {name: (expected.get(name, 0), won.get(name, 0)) for name in {*expected, *won}}
            wrong = {name: pair for name, pair in wrong.items() if pair[0] != pair[1]}
            if wrong:
                raise storm.fail(f"the settlement gives other sums than the table (expected, paid): {wrong}")
    found.storms += 1
    found.checkpoints += storm.taken_up.checkpoints


def rounds_of(happened: Sequence[Fact]) -> list[tuple[Fact, ...]]:
    """The facts of each finished round, wagers before its first card included."""
    found: list[tuple[Fact, ...]] = []
    current: list[Fact] = []
    for fact in happened:
        current.append(fact)
        if isinstance(fact, f.RoundEnded):
            found.append(tuple(current))
            current = []
    return found


def won_in(happened: Sequence[Fact]) -> dict[str, int]:
    """What each player's chips moved by."""
    won: dict[str, int] = {}
    for fact in happened:
        if isinstance(fact, f.WagerPlaced):
            won[fact.player] = won.get(fact.player, 0) - fact.cents
        elif isinstance(fact, f.WagerReturned):
            won[fact.player] = won.get(fact.player, 0) + fact.cents
        elif isinstance(fact, f.WagerPaid):
            won[fact.player] = won.get(fact.player, 0) + fact.cents + fact.winnings
    return won


def _check_secrecy(rules: Rules, seed: int) -> None:
    """Two tables that differ in two cards nobody has seen look the same to everybody, until they are shown."""
    chance = random.Random(f"worlds {seed}")
    by_hand = frozenset({m.DEALER}) if chance.random() < 0.3 else frozenset()
    worlds = PairedWorlds(Table(rules, by_hand), Table(rules, by_hand))
    try:
        _play_both(worlds, chance)
    except AssertionError as error:
        raise NotConforming(f"{rules.game}, worlds {seed}: {error}") from error


def _play_both(worlds: PairedWorlds, chance: random.Random) -> None:
    for box, name in enumerate(PEOPLE, 1):
        worlds.apply(m.Sit(by=name, box=box))
        worlds.apply(m.BuyIn(by=name, cents=CHIPS_CENTS))
    for _ in range(STEPS_A_STORM):
        table = worlds.one
        if worlds.parted or table.closed:
            return
        if m.Wager in table.waiting.may and not table.state.bets.bets:
            for box, name in enumerate(PEOPLE, 1):
                for wager in table.state.family.usual_wagers(table.state, name, box):
                    worlds.apply(wager)
                worlds.apply(m.Ready(by=name))
            worlds.apply(m.CloseBets(by=m.DEALER))
        elif m.Cut in table.waiting.may:
            worlds.apply(m.Cut(by=table.waiting.by[0], position=len(table.state.cards.to_shuffle) // 2))
        elif m.Shuffle in table.waiting.may:
            by, order = table.waiting.by[0], shuffled(table.state.cards.to_shuffle, chance.randrange)
            other = _two_exchanged(order, chance)
            worlds.apply(m.Shuffle(by=by, order=order, salt=SALT), m.Shuffle(by=by, order=other, salt=SALT))
        else:
            odd = chance.random() < 0.2
            move = anything(table, chance.randrange) if odd else wanted(table, chance.randrange)
            if move is not None and not isinstance(move, m.CloseTable | m.Leave | m.Shuffle):
                worlds.apply(move)


SALT = "0f" * 32


def _two_exchanged(order: tuple[str, ...], chance: random.Random) -> tuple[str, ...]:
    cards, middle = list(order), len(order) // 2
    one, other = (middle + chance.randrange(20)) % len(cards), (middle + chance.randrange(len(cards))) % len(cards)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)
