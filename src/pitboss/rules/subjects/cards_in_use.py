"""Which cards a table uses and how long."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.cards.card import Rank, Suit
from pitboss.law import Citation
from pitboss.rules.cited import Group, silent


@dataclass(frozen=True)
class CardsInUse(Group):
    """The decks, the cards taken out of them, the cover cards and the change of cards."""

    heading = "Cards in use"
    decks: Annotated[int, "decks in the shoe"] = silent(1)
    ranks_removed: Annotated[tuple[Rank, ...], "ranks taken out of each deck"] = silent(())
    cards_look: Citation = ()
    cover_cards: Annotated[int, "cover (cutting) cards, at least"] = silent(0)
    cover_cards_exact: Annotated[bool, "and no more cover cards than that"] = silent(False)
    cover_card_look: Citation = ()
    batches_with_shuffler: Annotated[int, "batches when a shuffling device is used"] = silent(1)
    decks_with_shuffler: Citation = ()
    batch_backs_differ: Annotated[bool, "the two batches have backs of different colours"] = silent(False)
    batches_alternate: Annotated[bool, "batches alternate, one shuffled and stored while the other is played"] = silent(
        False
    )
    one_batch_in_rack: Citation = ()
    changed_every_hours: Annotated[int | None, "cards changed at least every so many hours"] = silent(None)

    def deck_size(self) -> int:
        """Cards in one deck as played."""
        return len(Suit) * (len(Rank) - len(self.ranks_removed))

    def stack_size(self) -> int:
        """Cards in the full stack."""
        return self.decks * self.deck_size()
