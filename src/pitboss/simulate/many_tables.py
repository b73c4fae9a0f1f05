"""The kernel that deals many tables at once and asks what is decided, for rules of the blackjack family."""

from collections.abc import Collection
from types import ModuleType

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.surrender import BEFORE_READER
from pitboss.rules.wager_kinds import DecidedBy
from pitboss.simulate.box import SITUATIONS
from pitboss.simulate.side_lines import side_constants
from pitboss.simulate.specialise import Constants, constants_of, kernel
from pitboss.simulate.tables import allowed


def asking_kernel(
    rules: BlackjackRules, wagers: Collection[str], target: str = "asking"
) -> tuple[ModuleType, Constants]:
    """The kernel that deals one box with these side wagers and asks what is decided; it follows no discard rack."""
    made = [kind for kind in rules.side_wagers if kind.id in wagers]
    shuffle, double = rules.shuffle, rules.doubling
    stack, deck = rules.cards.stack_size(), rules.cards.deck_size()
    found = dict(constants_of(rules, 1, given=True, INSURANCE_COUNTED=True))
    before_reader = rules.surrender.surrender_settled in BEFORE_READER and rules.deal.hole_card is HoleCard.READER
    if before_reader or found["CHARLIE"]:
        what = "a hand is given up before the reader" if before_reader else "a hand wins by its number of cards"
        raise RulesError(f'where {what}, tables are not stepped together: say vectorization_mode="sync"')
    found |= side_constants(rules, made) | {
        "DRAWS_IN_VAIN": rules.dealer.dealer_draws_in_vain
        or any(kind.decided_by is DecidedBy.DEALER_HAND for kind in made),
        "RACK": False,
        "RUNS_OUT": False,
        "BEHIND": shuffle.cover_card_cards(stack, deck),
        "MAY": tuple(sum(1 << action for action in allowed(rules, situation)) for situation in range(SITUATIONS)),
        "DOUBLE_TOTALS": sum(1 << total for total in range(2, 21) if double.on_total(total)),
    }
    return kernel(found, target), found
