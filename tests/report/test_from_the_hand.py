"""Five Card Hi-Lo on paper: counted to the end, beside a simulation, and with a reason for what is not there."""

from fractions import Fraction

import pytest

from pitboss.report.asked import Asked
from pitboss.report.figures import Effort, gather
from pitboss.report.from_the_hand import distribution, exact_edge
from pitboss.report.math_report import math_report
from pitboss.rules.money import dollars
from pitboss.rules.rules import HiLoRules
from pitboss.rules.variant import load
from tests.report.test_math_report import ROUNDS, grids, silent, table_of


def test_five_card_hi_lo_is_told_to_the_end_and_what_is_not_told_has_its_reason() -> None:
    """Given the house's showdown, then every figure is counted, stands beside a simulation, and follows the rules."""
    of = gather(Asked("five-card-hi-lo-pa", {}, {}, True), Effort(rounds=ROUNDS), silent)
    sections = {section.title: section for section in math_report(of).sections}
    ends = table_of(grids(sections["Return of the Ante"])[0])
    assert ends["tied"][:3] == ["0", "347,798,880", "0.008724%"]
    assert ends["won"][:3] == ["+1", "1,993,149,152,280", "49.995638%"]
    assert table_of(grids(sections["How hands end"])[0])["pair"][0] == "1,098,240"
    hold = table_of(grids(sections["How far results spread"])[1])
    assert hold["10,000"] == ["-1.64%", "1.64%", "-1.96%", "1.96%"]
    rules = of.rules
    paid = dollars(rules.wagers.table_maximum_cents)
    assert table_of(grids(sections["Top awards and exposure"])[0])["Ante"][3:] == [paid, paid]
    assert table_of(grids(sections["By boxes, and by the hour"])[0])["2"] == ["0.000000%", "0.000", "$0.00"]
    assert "nothing seen in one round tells of the next" in str(sections["What is not here, and why"])


@pytest.mark.parametrize(
    ("sets", "edge"),
    [
        ({}, 0),
        ({"ante_odds": "9 to 10"}, Fraction(4999563795, 100000000000)),
        ({"ties_push": "no"}, Fraction(347_798_880, 2_598_960 * 1_533_939)),
    ],
)
def test_the_edge_of_an_ante_is_known_whatever_it_pays(sets: dict[str, str], edge: Fraction | int) -> None:
    rules = HiLoRules.of(load("five-card-hi-lo-pa", sets))
    assert float(exact_edge(rules)) == pytest.approx(float(edge), abs=1e-10)


def test_a_round_that_stops_after_the_deal_has_nothing_to_spread() -> None:
    rules = HiLoRules.of(load("five-card-hi-lo-pa", {}, {"five-card-hi-lo-showdown": "stop-after-deal"}))
    assert exact_edge(rules) == 0
    assert distribution(rules) == []
