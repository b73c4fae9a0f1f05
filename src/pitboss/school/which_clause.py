"""Which clause: of a step that was made, the one that orders it; of one that was made wrongly, the one it breaks."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pitboss.law import Citation, clauses
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import STAFF, Move, Shuffle
from pitboss.rules.rules import Rules
from pitboss.school.acts import Ruling
from pitboss.school.dealt import Under
from pitboss.school.family_school import school_of
from pitboss.school.faults import DEALS, DEALS_MOST, dealt_wrongly, tables
from pitboss.school.items import Chance, Drill, Item, one_of_four
from pitboss.school.orders import TEACHES_NOTHING, round_so_far, told
from pitboss.school.resolving import in_words
from pitboss.school.trying import How, Tried, Trying

WHICH = "which-clause"
ROUNDS = 3
TRIES = 1
SHOWN_BEFORE = 4


class Wrong(NamedTuple):
    """Something that was done wrongly: what was seen before, what was done, and the clauses that it breaks."""

    shown: tuple[str, ...]
    words: str
    clauses: Citation


@lru_cache(maxsize=64)
def _wrongly_done(under: Under, seed: str) -> tuple[Wrong, ...]:
    """What was done wrongly in a few rounds, but for what the table took as an irregularity."""
    trying = Trying(under.rules, seed, ROUNDS, TRIES)
    found: dict[tuple[str, Citation], Wrong] = {}
    for tried in trying:
        cited = tuple(dict.fromkeys(clause for mistake in tried.mistakes for clause in mistake.clauses))
        words = _words(tried, trying.practice.tried)
        if tried.how is How.WRONG and words and cited and not tried.facts and (words, cited) not in found:
            found[words, cited] = Wrong(round_so_far(trying.practice.table), words, cited)
    return tuple(found.values())


def _words(tried: Tried, tried_by_player: Move | None) -> str:
    """What was done wrongly, as a person reads it; sums and words have drills of their own."""
    if isinstance(tried.act, Ruling) and tried_by_player is not None:
        return f"the dealer lets it stand that {in_words(tried_by_player)}"
    move = tried.move
    return in_words(move) if move is not None and move.by in STAFF and not isinstance(move, Shuffle) else ""


def _wrong(rules: Rules, seed: str) -> Iterator[Wrong]:
    for number, setting in enumerate(school_of(rules).settings(rules)):
        yield from _wrongly_done(Under.of(setting), f"{seed} {number}")


def _teaching(happened: list[Fact]) -> Iterator[tuple[int, Citation]]:
    for place, fact in enumerate(happened):
        if fact.clauses and not isinstance(fact, TEACHES_NOTHING):
            yield place, fact.clauses


@lru_cache(maxsize=16)
def _keys(under: Under) -> tuple[str, ...]:
    cited = {clause for wrong in _wrong(under.rules, "keys") for clause in wrong.clauses}
    for seed, setting in tables(under.rules, Chance("keys"), DEALS):
        facts = dealt_wrongly(Under.of(setting), seed).table.facts
        cited |= {clause for _, each in _teaching(facts) for clause in each}
    return tuple(clause for clause in clauses() if clause in cited)


def _which_clause(rules: Rules, key: str, chance: Chance) -> Item:
    if chance.pick(2):
        wrong = [each for each in _wrong(rules, "keys") if key in each.clauses]
        if wrong:
            return _broken(rules, key, chance.choice(wrong), chance)
    for seed, setting in (*tables(rules, chance, DEALS_MOST), *tables(rules, Chance("keys"), DEALS)):
        facts = dealt_wrongly(Under.of(setting), seed).table.facts
        found = [place for place, cited in _teaching(facts) if key in cited]
        if found:
            place = chance.choice(found)
            shown = tuple(told(facts)[max(0, place - SHOWN_BEFORE) : place + 1])
            return _asked(rules, key, shown, "Which clause orders the last of these?", facts[place].clauses, chance)
    wrong = [each for each in _wrong(rules, "keys") if key in each.clauses]
    if wrong:
        return _broken(rules, key, chance.choice(wrong), chance)
    raise LookupError(f"no step of {rules.game} cites {key}")


def _broken(rules: Rules, key: str, wrong: Wrong, chance: Chance) -> Item:
    shown = (*wrong.shown, wrong.words)
    return _asked(rules, key, shown, "Which clause does the last of these break?", wrong.clauses, chance)


def _asked(rules: Rules, key: str, shown: tuple[str, ...], question: str, right: Citation, chance: Chance) -> Item:
    others = [each for each in clauses().values() if each.document == rules.document]
    wrong = [_gist(each.id) for each in others if each.id not in right]
    return Item(
        drill=WHICH,
        key=key,
        shown=shown,
        question=question,
        choices=one_of_four(_gist(key), wrong, chance),
        answers=tuple(answer for clause in right for answer in (clause, _gist(clause))),
        clauses=right,
    )


def _gist(clause: str) -> str:
    return f"{clause}: {clauses()[clause].gist}"


CLAUSES = Drill(WHICH, "which clause orders a step, or is broken", lambda rules: _keys(Under.of(rules)), _which_clause)
