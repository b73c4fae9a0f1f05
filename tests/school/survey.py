"""Who carries a clause out, how it can be done wrongly, what teaches it: found by dealing, not written down by hand.

`python -m tests.school.survey > src/pitboss/school/data/lessons.json` finds all of it again; it takes minutes.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.law import Citation, readings_of
from pitboss.procedure import moves as m
from pitboss.procedure.moves import STAFF
from pitboss.rules.games import GAMES
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.school.acts import Handiwork, Step
from pitboss.school.dealt import Dealt, Under
from pitboss.school.drills import drills_of
from pitboss.school.family_school import school_of
from pitboss.school.faults import DEALS, SPOT, dealt_wrongly, kinds_in, planted, tables
from pitboss.school.items import Chance
from pitboss.school.mistakes import Kind
from pitboss.school.practice import Mode, Practice
from pitboss.school.trying import How, Tried, Trying, name_of
from pitboss.school.wrong_ways import WRONG_WAYS

SEEDS = 2
ROUNDS, ROUNDS_OTHERWISE = 8, 3  # as the house deals it, and under each other reading
TRIES = 4  # of all wrong ways, at each kind of step under the same clauses
NO_ANSWER = (
    Kind.STEP_NOT_DUE,
    Kind.SHUFFLED_WRONGLY,
    Kind.CUT_TO_ANOTHER,
    Kind.CUT_PRESENTED_WRONGLY,
    Kind.CUT_TOO_NEAR,
    Kind.COVER_CARD_MISPLACED,
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
            ours = rules.hash == plain.hash
            for seed in range(SEEDS if ours else 1):
                _deal(found, setting, f"{number} {seed}", ROUNDS if ours else ROUNDS_OTHERWISE)
    _faults(found, plain)
    _drills(found, plain)
    return found


def _under_every_reading(game: str) -> Iterator[Rules]:
    yield load(game)
    for reading in readings_of(game):
        for option in reading.options:
            if option.id != reading.default:
                yield load(game, {}, {reading.id: option.id})


def _deal(found: Survey, rules: Rules, seed: str, rounds: int) -> None:
    """What carries a clause out, and what was done wrongly under it, at a table at which everything is tried."""
    trying = Trying(rules, seed, rounds, TRIES)
    for tried in trying:
        name = "" if tried.act is None else name_of(tried.act)
        cited = tuple(clause for fact in tried.facts for clause in fact.clauses)
        for mistake in tried.mistakes:
            found.note(found.wrong, mistake.clauses, mistake.kind)
            if _done_otherwise(tried):
                found.note(found.moves, mistake.clauses, name)
        if tried.how is How.PLAYERS:
            found.players.update(cited)
        elif name:
            found.note(found.moves, cited, name)
        if tried.how is How.DUE and tried.due is not None:
            found.note(found.moves, tried.due.clauses, name)


def _done_otherwise(tried: Tried) -> bool:
    """Whether it was the step that was due, or one that may come at any time, made in a wrong way.

    Whoever makes it in the right way then carries out what the wrong one broke.
    """
    move, due = tried.move, None if tried.due is None else tried.due.act
    return isinstance(move, m.OfferCut) or (isinstance(due, Step) and type(move) is type(due.made))


def _dealt(found: Survey, rules: Rules, dealt: Dealt) -> None:
    """A table that was dealt, dealt again by a trainee whose chips, words and cards go wrong before they are right."""
    practice = Practice(rules, Mode.CORRECTED, dealt.table.state.by_hand, frozenset(Handiwork))
    for move in dealt.table.moves:
        _safely_wrong(found, practice, Step.of(move) if move.by in practice.roles else None)
        before = len(practice.table.facts)
        for mistake in practice.act(Step.of(move)):
            found.note(found.wrong, mistake.clauses, mistake.kind)
        cited = tuple(clause for fact in practice.table.facts[before:] for clause in fact.clauses)
        if move.by in STAFF:
            found.note(found.moves, cited, name_of(Step.of(move)))
        while (due := practice.guidance()) is not None and not isinstance(due.act, Step):
            wrong = [act for way in WRONG_WAYS.values() for act in way(practice, due.act) if not isinstance(act, Step)]
            for mistake in (mistake for act in wrong for mistake in practice.act(act)):
                found.note(found.wrong, mistake.clauses, mistake.kind)
            practice.act(due.act)
            found.note(found.moves, due.clauses, name_of(due.act))


def _safely_wrong(found: Survey, practice: Practice, due: Step | None) -> None:
    """Where nothing is known yet to be done wrongly under what is due: ways that no text has an answer to."""
    if all(clause in found.wrong for clause in practice.table.waiting.clauses):
        return
    for act in [act for kind in NO_ANSWER for act in WRONG_WAYS[kind](practice, due)]:
        for mistake in practice.act(act):
            found.note(found.wrong, mistake.clauses, mistake.kind)


def _faults(found: Survey, rules: Rules) -> None:
    for seed, setting in tables(rules, Chance("keys"), DEALS):
        table = dealt_wrongly(Under.of(setting), seed)
        _dealt(found, setting, table)
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
