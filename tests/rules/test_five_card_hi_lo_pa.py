"""The numbers of 58 Pa. Code § 663a.9, and nothing beyond it as law."""

from pitboss.rules import HiLoRules, load
from pitboss.rules.cited import SetBy
from pitboss.rules.hi_lo import CountMismatch, ShowdownKind
from pitboss.rules.money import Odds
from pitboss.rules.subjects.layout import DealtFrom
from pitboss.rules.subjects.shuffle_and_cut import Shuffling


def test_five_cards_each_from_one_deck_of_52_in_the_hand(hi_lo: HiLoRules) -> None:
    assert hi_lo.hi_lo_deal.cards_each == 5
    assert hi_lo.cards.stack_size() == hi_lo.stub.full_deck == 52
    assert hi_lo.layout.dealt_from is DealtFrom.HAND


def test_a_device_must_shuffle(hi_lo: HiLoRules) -> None:
    assert hi_lo.shuffle.shuffler_required
    assert hi_lo.shuffle.shuffling is Shuffling.DEVICE


def test_the_stub_is_counted_every_5_rounds_unless_the_device_counts(hi_lo: HiLoRules) -> None:
    assert hi_lo.stub.stub_counted_every == 5
    assert not hi_lo.stub.counting_shuffler


def test_a_misdealt_short_deck_is_removed_or_by_the_other_reading_kept(hi_lo: HiLoRules) -> None:
    kept = load("five-card-hi-lo-pa", {}, {"stub-count-mismatch": "keep-deck"})
    assert isinstance(kept, HiLoRules)
    assert hi_lo.stub.misdealt_short is CountMismatch.REMOVE_DECK
    assert kept.stub.misdealt_short is CountMismatch.KEEP_DECK


def test_the_showdown_is_the_houses_and_cites_no_clause(hi_lo: HiLoRules) -> None:
    assert hi_lo.showdown.showdown is ShowdownKind.HOUSE_HIGH_HAND
    assert hi_lo.showdown.ante_odds == Odds(1, 1)
    for leaf in hi_lo.showdown.leaves():
        assert leaf.source.clauses == ()
        assert leaf.source.set_by in (SetBy.HOUSE, SetBy.READING)
