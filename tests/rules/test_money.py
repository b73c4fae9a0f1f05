"""Money in whole cents, odds as exact ratios."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.money import Odds, dollars, paid_in_cents

ODDS = st.builds(Odds, st.integers(1, 500), st.integers(1, 20))


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "$0"), (1, "$0.01"), (1050, "$10.50"), (100, "$1"), (123456789, "$1,234,567.89"), (-250, "-$2.50")],
)
def test_cents_are_written_as_dollars(cents: int, text: str) -> None:
    assert dollars(cents) == text


@pytest.mark.parametrize(
    ("odds", "wager", "winnings"),
    [(Odds(5, 2), 1000, 2500), (Odds(3, 2), 1500, 2250), (Odds(1, 1), 1, 1), (Odds(200, 1), 100, 20000)],
)
def test_winnings(odds: Odds, wager: int, winnings: int) -> None:
    assert odds.pays_exactly(wager)
    assert odds.winnings(wager) == winnings


def test_a_wager_that_cannot_be_paid_in_whole_cents_is_not_rounded() -> None:
    assert not Odds(5, 2).pays_exactly(25)
    with pytest.raises(ArithmeticError, match=r"\$0\.25 cannot be paid at 5 to 2"):
        Odds(5, 2).winnings(25)


@given(ODDS, st.integers(0, 10**9))
def test_winnings_are_the_ratio_times_the_wager_or_refused(odds: Odds, wager: int) -> None:
    exact = odds.ratio * wager
    if odds.pays_exactly(wager):
        assert Fraction(odds.winnings(wager)) == exact
    else:
        assert exact.denominator != 1


@given(st.lists(ODDS, max_size=2))
def test_the_amount_whose_multiples_are_paid_to_the_cent_is_the_least_there_is(every: list[Odds]) -> None:
    """Odds that could be written shorter, such as 6 to 4, refuse no wager that 3 to 2 would pay."""
    least = paid_in_cents(every)
    paid = [all(odds.pays_exactly(cents) for odds in every) for cents in range(1, 2 * least + 1)]
    assert [cents for cents, exactly in enumerate(paid, 1) if exactly] == [least, 2 * least]


@given(ODDS)
def test_odds_are_read_as_they_are_written(odds: Odds) -> None:
    assert Odds.parse(str(odds)) == odds


@pytest.mark.parametrize("text", ["3 to 2", "3:2", " 3 / 2 "])
def test_three_ways_to_write_odds(text: str) -> None:
    assert Odds.parse(text) == Odds(3, 2)


@pytest.mark.parametrize("text", ["", "3", "3 to 0", "-3 to 2", "3 to 2 to 1", "9999999 to 1"])
def test_what_is_no_odds(text: str) -> None:
    with pytest.raises(ValueError, match="odds are written like '3 to 2'"):
        Odds.parse(text)
