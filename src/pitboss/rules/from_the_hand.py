"""The room of cards dealt from the hand on the floor of rules: values that no table can have together."""

from collections.abc import Iterator

from pitboss.rules.agreement import FamilyRules, no_side_wagers
from pitboss.rules.rules import HiLoRules


def faults(rules: HiLoRules, before: HiLoRules) -> Iterator[str]:
    """Why no procedure can follow these values together, one sentence each."""
    yield from no_side_wagers(rules, before)
    cards, whole, each = rules.cards, rules.stub.full_deck, rules.hi_lo_deal.cards_each
    if cards.stack_size() != whole:
        name = "ranks_removed" if cards.ranks_removed else f"decks = {cards.decks}"
        yield f"{name} makes no table here: the stub is counted for {whole} cards, and there are {cards.stack_size()}"
    most = whole // each - 1
    if rules.layout.positions > most:
        yield f"positions = {rules.layout.positions} makes no table here: {whole} cards give {most} players {each} each"


FROM_THE_HAND_RULES = FamilyRules(faults)
