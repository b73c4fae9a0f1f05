"""Side wagers row by row: what each line of a paytable pays and how often it comes."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.bust_it import SPECIAL_RANK
from pitboss.solve.composition import Composition
from pitboss.solve.side_wagers import bust_it_pays, special_shares, three_cards


@dataclass(frozen=True)
class PayRow:
    """One way a wager ends: what it pays for each unit staked (-1 where it is lost) and how often."""

    name: str
    pays: Fraction
    chance: float


def insurance_rows(rules: BlackjackRules, shoe: Composition) -> tuple[PayRow, ...]:
    """Insurance, taken whenever it is offered; nothing where it is not."""
    of = rules.insurance
    if not of.insurance_offered or not shoe.ranks[of.insurance_up_card - 1]:
        return ()
    left = shoe.without([of.insurance_up_card])
    hit = sum(left.ranks[rank - 1] for rank in of.insurance_wins_on) / left.cards
    return (
        PayRow("the dealer has Blackjack", of.insurance_odds.ratio, hit),
        PayRow("anything else", Fraction(-1), 1 - hit),
    )


def bust_it_rows(rules: BlackjackRules, shoe: Composition) -> tuple[PayRow, ...]:
    """The Bust It Wager on the dealer's three cards alone; nothing where it is not offered."""
    paytable = rules.bust_it.bust_it_paytable
    if not rules.wagers.bust_it_offered or paytable is None:
        return ()
    wins = bust_it_pays(rules)[0] > 0
    chance = three_cards(shoe) * wins
    at = SPECIAL_RANK - 1
    eights = float(chance[at, at, at])
    suited, coloured = special_shares(rules.cards.decks)
    found = [
        PayRow(f"three {SPECIAL_RANK.label}s of one suit", paytable.three_eights_suited.ratio, eights * suited),
        PayRow(f"three {SPECIAL_RANK.label}s of one colour", paytable.three_eights_coloured.ratio, eights * coloured),
    ]
    odds_of = dict(paytable.third_card)
    by_odds: dict[Fraction, list[Rank]] = {}
    for rank in sorted(odds_of):
        if chance[:, :, rank - 1].sum() > 0:
            by_odds.setdefault(odds_of[rank].ratio, []).append(rank)
    for odds, ranks in sorted(by_odds.items(), reverse=True):
        share = float(sum(chance[:, :, rank - 1].sum() for rank in ranks))
        if SPECIAL_RANK in ranks:
            share -= eights * (suited + coloured)
        names = ", ".join(rank.label for rank in ranks)
        found.append(PayRow(f"bust with a third card of {names}", odds, share))
    won = sum(row.chance for row in found)
    return (*found, PayRow("no bust on the third card", Fraction(-1), 1 - won))
