"""What a hand may do is the same at the table, in the kernel and in the solver, however its rules are combined.

Each rule alone is tried elsewhere; that one of them is for hands which another forbids is asked here.
"""

from collections.abc import Iterator
from itertools import product

from pitboss.cards.card import Card, Rank, Suit
from pitboss.procedure.blackjack import moves as m
from pitboss.procedure.blackjack.hands import Box
from pitboss.procedure.blackjack.options import options
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.tables import allowed, with_cards
from pitboss.solve.orders import options_of
from pitboss.solve.strategy import Action
from pitboss.solve.terms import game_terms

YES_OR_NO = (
    "double_after_split",
    "double_split_aces",
    "split_aces_one_card",
    "surrender_after_draw",
    "surrender_after_split",
    "surrender_split_aces",
)
SURRENDERED = ("never", "first-decision", "any-time")
DOES = {m.Hit: Action.HIT, m.Double: Action.DOUBLE, m.Surrender: Action.SURRENDER, m.Stand: Action.STAND}
# The kernel's six situations: its first two cards and more, split, split aces.
HANDS = ((8, 8), (5, 3, 4), (8, 3), (8, 3, 2), (1, 5), (1, 5, 2))


def combined(game: str) -> Iterator[BlackjackRules]:
    """Every combination that makes a table."""
    for answers in product(("yes", "no"), repeat=len(YES_OR_NO)):
        for surrender in SURRENDERED:
            try:
                yield BlackjackRules.of(
                    load(game, dict(zip(YES_OR_NO, answers, strict=True)) | {"surrender": surrender})
                )
            except RulesError:
                continue


def at_the_table(state: BlackjackState, situation: int) -> set[Action]:
    """What the dealer lets a hand do."""
    box = Box(1, "ann", {"ann": 10_00}, {})
    (hand,) = box.hands
    for rank in HANDS[situation]:
        hand.take(Card(Rank(rank), Suit.CLUBS))
    hand.from_split, hand.split_ace = situation >= 2, situation >= 4
    return {DOES[move] for move in options(state, box, hand) if move in DOES}


def test_what_a_hand_may_do_is_the_same_for_table_kernel_and_solver() -> None:
    tried = 0
    for rules in combined("double-attack-pa"):
        state, terms = Table(rules).state, game_terms(rules).plain
        assert isinstance(state, BlackjackState)
        for situation, cards in enumerate(HANDS):
            total = sum(cards) + (10 if 1 in cards else 0)
            kernel = with_cards(rules, allowed(rules, situation), total, pair=False)
            by_size = options_of(terms, situation >= 2, situation >= 4)
            solver = {action for action in DOES.values() if by_size[action, len(cards), total]}
            assert at_the_table(state, situation) == kernel == solver, (rules.departures, situation)
            tried += 1
    assert tried > 600
