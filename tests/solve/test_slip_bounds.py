"""What a slip can cost at most: 673a.7(m) asks of the player what is taken hand by hand here."""

from fractions import Fraction

import pytest

from pitboss.law import clauses, readings_of
from pitboss.report.blackjack_answers import EveryReading
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_reading import ReadingValue
from tests.solve.brute_force import Brute, Context, Result, Shoe, less

GAME = "double-back-jack-pa"
# By rank, ace first: eights to split, 8-3-K for a 21, 8-5-K for a second chance.
SHOE = (1, 0, 3, 0, 3, 0, 0, 3, 0, 0, 0, 0, 5)
TOOK = Fraction(-1)


class AskedOfThePlayer(Brute):
    """(m) by the player: a 21 waits for the dealer when either hand of the box took a second chance."""

    def chance_result(self, total: int, card: int, wager: Fraction, context: Context) -> Result:
        return super().chance_result(total, card, wager, context)._replace(lost=TOOK)

    def settle(self, results: tuple[Result, ...], left: Shoe) -> Fraction:
        if any(result.lost == TOOK for result in results):
            results = tuple(self.waits(result) for result in results)
        return self.finish(results, left)

    def waits(self, result: Result) -> Result:
        paid = result.kind == "settled" and result.total == 21 and result.lost != TOOK
        return result._replace(kind="stood") if paid else result


def rules_of(readings: dict[str, str]) -> BlackjackRules:
    return BlackjackRules.of(load(GAME, {}, readings))


@pytest.mark.clause("PA 673a.7(m)")
@pytest.mark.parametrize("up", [3, 5, 8, 13])
def test_asked_of_the_player_a_split_21_is_never_worth_more(up: int) -> None:
    rules, shoe = rules_of({}), less(SHOE, up)
    assert AskedOfThePlayer(rules, shoe, up, 0).split(8) <= Brute(rules, shoe, up, 0).split(8)


@pytest.mark.clause("PA 673a.7(m)")
def test_asked_of_the_player_it_is_money() -> None:
    rules, shoe = rules_of({}), less(SHOE, 5)
    assert AskedOfThePlayer(rules, shoe, 5, 0).split(8) < Brute(rules, shoe, 5, 0).split(8)


@pytest.mark.clause("PA 673a.7(m)")
@pytest.mark.parametrize("up", [3, 5, 8, 13])
def test_who_takes_no_second_chance_after_a_split_is_paid_the_same_either_way(up: int) -> None:
    rules, shoe = rules_of({"second-chance-after-split": "not-offered"}), less(SHOE, up)
    assert AskedOfThePlayer(rules, shoe, up, 0).split(8) == Brute(rules, shoe, up, 0).split(8)


def test_the_bound_stands_where_the_prices_of_readings_stand(capsys: pytest.CaptureFixture[str]) -> None:
    """Between those two cases the slip lies: at most the price of second-chance-after-split=not-offered."""
    rules = rules_of({})
    costs = {("second-chance-after-split", "not-offered"): 0.0014}
    values = [
        ReadingValue(doubt, option.id, rules.readings[doubt.id] == option.id, 0.01, {}, costs.get(key, 0.0), {})
        for doubt in readings_of(GAME)
        for option in doubt.options
        for key in [(doubt.id, option.id)]
    ]
    found = EveryReading(rules, values, 0.0)
    assert found.as_json()["slips"] == [
        {"clause": "PA 673a.7(m)", "reading": "second-chance-after-split=not-offered", "at_most": 0.0014}
    ]
    found.show()
    printed = " ".join(capsys.readouterr().out.split())
    assert "PA 673a.7(m) taken the other way costs the player at most +0.1400%" in printed


def test_a_slip_is_bounded_by_an_option_that_exists() -> None:
    options = {f"{doubt.id}={option.id}" for doubt in readings_of(GAME) for option in doubt.options}
    assert [each.dearest for each in clauses().values() if each.dearest and each.dearest not in options] == []
