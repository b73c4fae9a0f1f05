"""An order that nobody can choose: drawn from a seed the house has committed to, and seeds players gave after that.

Each step is one line of plain text under SHA-256, so that anybody can make an order again without this program:

    commitment    sha256('pitboss-seed-1 SEED')
    pledge        sha256('pitboss-pledge-1 PLAYER SEED')
    the draws     block i is sha256(i as eight bytes, high byte first; 'pitboss bits 1'; a zero byte; KEY), where
                  KEY is 'pitboss-order-1 SEED PLAYER=SEED PLAYER=SEED ...', the players by name

with seeds in hexadecimal. The cards, sorted by their codes, are shuffled as `shuffle.uniform` does it with the draws.
"""

import hashlib
from collections.abc import Mapping, Sequence

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.cards.shuffle import uniform

HOUSE_SEED_BYTES = 512  # more bits than it takes to tell all orders of eight decks apart
PLAYER_SEED_BYTES = 32


def _digest(*words: str) -> str:
    return hashlib.sha256(" ".join(words).encode()).hexdigest()


def commitment(seed: str) -> str:
    """What the house publishes of its seed before anybody answers it."""
    return _digest("pitboss-seed-1", seed)


def pledge(player: str, seed: str) -> str:
    """What a player publishes of theirs before any is opened, bound to the name: nobody can hand in another's."""
    return _digest("pitboss-pledge-1", player, seed)


def salt_of(seed: str) -> str:
    """The salt of the order's seal: as hidden as the house's seed, and opened with it."""
    return _digest("pitboss-salt-1", seed)


def draws(house: str, players: Mapping[str, str]) -> SeededBits:
    """The bits that all the seeds together give."""
    return SeededBits(" ".join(("pitboss-order-1", house, *(f"{name}={players[name]}" for name in sorted(players)))))


def drawn_order(cards: Sequence[Card], bits: SeededBits) -> tuple[Card, ...]:
    """An order of the cards that depends on the draws alone, and not on how the cards lay before."""
    return uniform(sorted(cards, key=lambda card: card.code), bits)
