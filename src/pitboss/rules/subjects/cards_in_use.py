"""Which cards a table uses and how long."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.cards.card import Rank, Suit
from pitboss.rules.cited import Group

CARD_CHANGE_HOURS = 24
BATCHES_WITH_SHUFFLER = 2


@dataclass(frozen=True)
class CardsInUse(Group):
    """The decks, the cards taken out of them, the cover cards and the change of cards."""

    decks: Annotated[int, "decks in the shoe"]
    ranks_removed: Annotated[tuple[Rank, ...], "ranks taken out of each deck"]
    cards_look: Annotated[str, "the cards must look"]
    cover_cards: Annotated[int, "cover (cutting) cards, at least"]
    cover_cards_exact: Annotated[bool, "and no more cover cards than that"]
    cover_card_look: Annotated[str, "the cover card must look"]
    batches_with_shuffler: Annotated[int, "batches when a shuffling device is used"]
    decks_with_shuffler: Annotated[int, "decks needed when a shuffling device is used, at least"]
    batch_backs_differ: Annotated[bool, "the two batches have backs of different colours"]
    batches_alternate: Annotated[bool, "batches alternate, one shuffled and stored while the other is played"]
    one_batch_in_rack: Annotated[bool, "only one batch's cards in the discard rack at a time"]
    changed_every_hours: Annotated[int | None, "cards changed at least every so many hours"]

    def deck_size(self) -> int:
        """Cards in one deck as played."""
        return len(Suit) * (len(Rank) - len(self.ranks_removed))

    def stack_size(self) -> int:
        """Cards in the full stack."""
        return self.decks * self.deck_size()
