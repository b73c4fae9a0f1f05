"""Values that no table can have together: a fault is said in one sentence, before anything is dealt or worked out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from pitboss.families import family
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.subjects.shuffle_and_cut import ShuffleRoutine
from pitboss.rules.text import text_of


def no_side_wagers(rules: Rules, before: Rules) -> Iterator[str]:
    """That a variant brings side wagers where the family has no place for them."""
    if rules.wagers.side_wagers:
        yield f"[[wager]] makes no table here: {rules.game} has no side wagers"


@dataclass(frozen=True)
class FamilyRules:
    """A family's room on the floor of rules; one that has none takes no side wagers, and no value changes another."""

    faults: Callable[[Any, Any], Iterator[str]] = no_side_wagers  # of rules, and of those a variant started from
    follow: Callable[[Any, str], Any] = lambda rules, name: rules  # what a value set otherwise changes with it
    followed: tuple[str, ...] = ()  # values that change others, set before all: what is set by itself stays


def room_of(rules: Rules) -> FamilyRules:
    """What the game's family says of its values together."""
    room = family(rules.family).rules
    found: FamilyRules = FamilyRules() if room is None else room.open()
    return found


def agree(rules: Rules, before: Rules) -> None:
    """Refuse rules whose values no procedure can follow together; `before` are those a variant started from."""
    there, asked = before.shuffle.shuffle_routine, rules.shuffle.shuffle_routine
    if (there is ShuffleRoutine.NONE) is not (asked is ShuffleRoutine.NONE):
        prescribes = "no routine" if there is ShuffleRoutine.NONE else "a routine, which a house may leave as uniform"
        raise RulesError(
            f"shuffle_routine = {text_of(asked)} makes no table here: {rules.game} prescribes {prescribes}"
        )
    for fault in chain(room_of(rules).faults(rules, before), _stack(rules), _layout(rules, before)):
        raise RulesError(fault)


def _stack(rules: Rules) -> Iterator[str]:
    """The full stack can be cut, takes its cover card and outlasts what is burned of it."""
    shuffle, size = rules.shuffle, rules.cards.stack_size()
    if not shuffle.cut_positions(size):
        yield f"cut_margin_cards = {shuffle.cut_margin_cards} makes no table here: {size} cards can nowhere be cut so"
    if rules.cards.cover_cards and not shuffle.cover_card_depth.cards(size, rules.cards.deck_size()):
        yield f"cover_card_depth = {shuffle.cover_card_depth} makes no table here: no place among {size} cards is there"
    for name, burned in (("after_shuffle", shuffle.burn_after_shuffle), ("by_new_dealer", shuffle.burn_by_new_dealer)):
        if burned >= size:
            yield f"burn_{name} = {burned} makes no table here: of {size} cards none would be left to deal"


def _layout(rules: Rules, before: Rules) -> Iterator[str]:
    """Only words that stand on the layout can be said there in similar language."""
    known = {*rules.layout.inscriptions, *before.layout.similar_language}
    for words in rules.layout.similar_language:
        if words not in known:
            yield f"similar_language = {words!r} makes no table here: that is not among the inscriptions"
