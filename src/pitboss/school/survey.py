"""Who carries a clause out, how it can be done wrongly, what teaches it: found by dealing, not written down by hand.

`python -m pitboss.school.survey > src/pitboss/school/data/lessons.json` finds all of it again; it takes minutes.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards.bits import SeededBits
from pitboss.law import Citation, readings_of
from pitboss.procedure import moves as m
from pitboss.procedure.moves import DEALER, FLOORPERSON, STAFF, Move
from pitboss.procedure.refusal import Refused
from pitboss.rules.games import GAMES
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Handiwork, Step
from pitboss.school.dealt import Under
from pitboss.school.drills import drills_of
from pitboss.school.family_school import school_of
from pitboss.school.faults import DEALS, SPOT, dealt_wrongly, kinds_in, planted, tables
from pitboss.school.items import Chance
from pitboss.school.lesson import begin, others_act
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Mode, Practice
from pitboss.school.wrong_ways import WRONG_WAYS

SEEDS = 4
ROUNDS = 8
ACTS_MOST = 6000
TRIES = 6  # of all wrong ways, at each kind of step under the same clauses

FLOOR_ORDERS: tuple[Move, ...] = (
    m.OrderReshuffle(by=FLOORPERSON),
    m.OrderRecut(by=FLOORPERSON),
    m.NoteCardAge(by=FLOORPERSON, hours=24),
    m.ChangeCards(by=FLOORPERSON),
    m.BeginGamingDay(by=FLOORPERSON),
    m.TapIn(by=FLOORPERSON, dealer="another dealer"),
    m.PermitEntry(by=FLOORPERSON, player="Ann"),
    m.LimitSharedBoxes(by=FLOORPERSON, boxes=1),
    m.ReceiveDecks(by=DEALER, preshuffled=True),
    m.OfferCut(by=DEALER),
)

Found = dict[str, set[str]]


@dataclass
class Survey:
    """By clause: what carries it out, the mistakes made under it, and the drills and faults that teach it."""

    moves: Found = field(default_factory=lambda: defaultdict(set))
    wrong: Found = field(default_factory=lambda: defaultdict(set))
    taught: Found = field(default_factory=lambda: defaultdict(set))
    players: set[str] = field(default_factory=set)  # the clauses of what followed a player's move

    def note(self, found: Found, clauses: Citation, what: str) -> None:
        """Something of some clauses."""
        for clause in clauses:
            found[clause].add(what)

    def as_data(self) -> dict[str, dict[str, list[str]]]:
        """As it is kept."""
        clauses = sorted({*self.moves, *self.wrong, *self.taught, *self.players})
        return {
            clause: {
                "moves": sorted(self.moves.get(clause, ())),
                "wrong": sorted(self.wrong.get(clause, ())),
                "taught": sorted(self.taught.get(clause, ())),
                **({"players": ["players do it"]} if clause in self.players and clause not in self.moves else {}),
            }
            for clause in clauses
        }


def survey(game: str) -> Survey:
    """Deal a game under every reading and every setting, and note what is found."""
    found = Survey()
    plain = load(game)
    for rules in _under_every_reading(game):
        for number, setting in enumerate(school_of(rules).settings(rules)):
            for seed in range(SEEDS if rules.hash == plain.hash else 1):
                _deal(found, setting, f"{number} {seed}")
    _faults(found, plain)
    _drills(found, plain)
    return found


def _under_every_reading(game: str) -> Iterator[Rules]:
    yield load(game)
    for reading in readings_of(game):
        for option in reading.options:
            if option.id != reading.default:
                yield load(game, {}, {reading.id: option.id})


def _name(act: AnyAct) -> str:
    """What is done: a move by its tag, handiwork by its kind."""
    return str(act.made.__struct_config__.tag) if isinstance(act, Step) else type(act).__name__.lower()


def _deal(found: Survey, rules: Rules, seed: str) -> None:
    """A table at which the trainee has every role, tries every wrong way, and then does what is due."""
    practice = Practice(rules, Mode.CORRECTED, frozenset(STAFF), frozenset(Handiwork), seed)
    chance = Chance(f"survey {seed}")
    players = PracticePlayers(SeededBits(f"survey {seed}"), min(3 + chance.pick(3), rules.layout.positions), unruly=8)
    begin(practice, players)
    tried: dict[Any, int] = defaultdict(int)
    state = practice.table.state
    for _ in range(ACTS_MOST):
        due = practice.guidance()
        if state.round >= ROUNDS and not state.in_round and (due is None or isinstance(due.act, Step)):
            return
        kind = ("", practice.table.waiting.clauses) if due is None else (_name(due.act), due.clauses)
        tried[kind] += 1
        if tried[kind] <= TRIES and _try_wrong_ways(found, practice, None if due is None else due.act, chance):
            continue
        if due is None:
            facts = len(practice.table.facts)
            others_act(practice, players)
            for fact in practice.table.facts[facts:]:
                found.players.update(fact.clauses)
        elif not _goes_wrong(found, practice, chance, due.act):
            _do(found, practice, due.act, due.clauses)
            odd = players.disturbance(practice.table) if practice.guidance() is not None else None
            if odd is not None and practice.tried is None:
                _made(practice, odd)


def _try_wrong_ways(found: Survey, practice: Practice, due: AnyAct | None, chance: Chance) -> bool:
    """Each wrong way in any order, until one is taken and the table goes on by it; whether one was."""
    for way in chance.shuffled(list(WRONG_WAYS.values())):
        for act in list(way(practice, due)):
            waiting = str(practice.table.waiting)
            for mistake in practice.act(act):
                found.note(found.wrong, mistake.clauses, mistake.kind)
            if str(practice.table.waiting) != waiting:
                if practice.done and isinstance(act, Step):
                    found.note(found.moves, practice.done[-1].clauses, _name(act))
                return True
    return False


def _goes_wrong(found: Survey, practice: Practice, chance: Chance, due: AnyAct) -> bool:
    """Now and then something goes wrong that somebody reports or does."""
    if not isinstance(due, Step):
        return False
    odd = practice.family.goes_wrong(practice.table.state, practice.table.waiting, chance.pick)
    if odd is None and chance.pick(6) == 0:
        odd = chance.choice(FLOOR_ORDERS)
    if odd is None:
        return False
    facts = len(practice.table.facts)
    if not _made(practice, odd) or len(practice.table.facts) == facts:
        return False
    for fact in practice.table.facts[facts:]:
        found.note(found.moves, fact.clauses, str(odd.__struct_config__.tag))
    for mistake in practice.mistakes:
        found.note(found.wrong, mistake.clauses, mistake.kind)
    return True


def _made(practice: Practice, move: Move) -> bool:
    try:
        practice.act(Step.of(move))
    except Refused:
        return False
    return True


def _do(found: Survey, practice: Practice, act: AnyAct, clauses: Citation) -> None:
    facts = len(practice.table.facts)
    practice.act(act)
    found.note(found.moves, clauses, _name(act))
    for fact in practice.table.facts[facts:]:
        found.note(found.moves, fact.clauses, _name(act))


def _faults(found: Survey, rules: Rules) -> None:
    for seed, setting in tables(rules, Chance("keys"), DEALS):
        table = dealt_wrongly(Under.of(setting), seed)
        for number in range(len(table.rounds)):
            facts = table.facts(number)
            for kind in kinds_in(setting, facts):
                shown = planted(setting, kind)(setting, facts, Chance(number))
                if shown is not None:
                    found.note(found.taught, shown.clauses, f"{SPOT}: {kind}")


def _drills(found: Survey, rules: Rules) -> None:
    for drill in drills_of(rules).values():
        for key in drill.keys(rules) if drill.id != SPOT else ():
            found.note(found.taught, drill.item(rules, key, Chance(key)).clauses, drill.id)


if __name__ == "__main__":
    everything = {clause: found for game in GAMES for clause, found in survey(game).as_data().items()}
    print(json.dumps(dict(sorted(everything.items())), indent=1, ensure_ascii=False))
