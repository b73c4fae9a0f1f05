"""Bonuses for 21s as the kernel's numbers: which is the best, and how often cards of some ranks are of one suit."""

from collections.abc import Mapping

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.bonus_lines import bonus_constants
from pitboss.simulate.shoe import HELD_BITS


def numbers(lines: Mapping[str, str], decks: int = 6) -> dict[str, object]:
    return bonus_constants(BlackjackRules.of(load("double-attack-pa", {"bonus_21": lines, "decks": decks})))


@pytest.mark.parametrize(
    ("decks", "ranks", "of_suit", "ways"),
    [(1, "6-7-8", 1, 64), (8, "6-7-8", 1, 64), (6, "7-7-7", 6 * 5 * 4, 24 * 23 * 22), (2, "7-7-7", 0, 1)],
)
def test_cards_are_of_one_suit_as_often_as_in_whole_decks(decks: int, ranks: str, of_suit: int, ways: int) -> None:
    found = numbers({f"{ranks} spades": "3 to 1"}, decks)
    assert isinstance(found["BONUS_OF_SUIT"], tuple)
    assert isinstance(found["BONUS_WAYS"], tuple)
    assert found["BONUS_OF_SUIT"][0] * ways == of_suit * found["BONUS_WAYS"][0]


def test_the_best_of_several_lines_has_the_least_number() -> None:
    found = numbers({"5 cards": "3 to 2", "4 cards or more": "2 to 1", "6-7-8": "3 to 1", "6-7-8 clubs": "3 to 2"})
    assert found["BONUS_BY_SIZE"] == (255,) * 4 + (1,) * 28
    assert found["BONUS_HANDS"] == (sum(1 << HELD_BITS * (rank - 1) for rank in (6, 7, 8)),)
    assert (found["BONUS_SUITS"], found["BONUS_PAYS"]) == ((5, 0), (0, 2))


def test_more_different_odds_than_a_hands_state_has_room_for_are_refused() -> None:
    lines = {f"{cards} cards": f"{cards} to 1" for cards in range(3, 10)}
    assert numbers(lines)["ENDS"] == 16
    with pytest.raises(RulesError, match="at most 7 different odds"):
        numbers({**lines, "10 cards": "10 to 1"})
