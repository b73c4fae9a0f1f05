"""What a simulation prints for a person: the house's side of it, and what each figure is."""

import pytest

from pitboss.rules.variant import load
from pitboss.simulate.asked import Asked, run_command
from pitboss.simulate.display import print_results


def test_an_edge_is_the_houses_and_every_error_says_what_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rules = load("five-card-hi-lo-pa")
    found = run_command(rules, Asked(rounds=2000, as_json_only=True))
    print_results(rules, {**found, "mean": -0.02, "interval": [-0.05, 0.01]})
    shown = " ".join(capsys.readouterr().out.split())
    assert "house edge 2.0000% of the initial wager; 95% from -1.0000% to 5.0000%" in shown
    assert "std. error" in shown
    assert "±" not in shown
