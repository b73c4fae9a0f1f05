"""The five games as they ship: default submission, default readings."""

from typing import cast

import pytest

from pitboss.rules import BlackjackRules, HiLoRules, load


@pytest.fixture(scope="session")
def pa() -> BlackjackRules:
    """Double Attack Blackjack in Pennsylvania."""
    return cast(BlackjackRules, load("double-attack-pa"))


@pytest.fixture(scope="session")
def nj() -> BlackjackRules:
    """Double Attack Blackjack in New Jersey."""
    return cast(BlackjackRules, load("double-attack-nj"))


@pytest.fixture(scope="session")
def back_jack() -> BlackjackRules:
    """Double Back Jack."""
    return cast(BlackjackRules, load("double-back-jack-pa"))


@pytest.fixture(scope="session")
def double_deck() -> BlackjackRules:
    """The house's Double Deck."""
    return cast(BlackjackRules, load("double-deck-house"))


@pytest.fixture(scope="session")
def hi_lo() -> HiLoRules:
    """Five Card Hi-Lo."""
    return cast(HiLoRules, load("five-card-hi-lo-pa"))
