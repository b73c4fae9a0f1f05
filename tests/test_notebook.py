"""A notebook: short to look at, typed by family, and nothing in it that a pool of processes cannot carry."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import pitboss
import pitboss.notebook
from pitboss.protect import desk as protect
from pitboss.protect import of_family
from pitboss.protect.counted import Effort
from pitboss.rules.rules import Rules

ROOT = Path(__file__).parent.parent


def test_what_is_shown_is_a_line_or_a_small_table() -> None:
    double_deck = pitboss.game("double-deck-house")
    solved, run = double_deck.solve(), double_deck.simulate(2e4, seed=3)
    assert repr(solved).startswith(
        "<Solved Double Deck blackjack, a house's procedure: house edge 0.178466%, insurance "
    )
    assert repr(run).startswith("<Simulated Double Deck blackjack, a house's procedure: rounds 20,000, house edge ")
    for shown in (double_deck, solved, run, double_deck.price_readings()):
        assert len(repr(shown)) < 400
        assert "\n" not in repr(shown)
        assert shown._repr_html_().startswith("<table><caption>")


def test_what_a_figure_is_called_is_shown_and_not_run() -> None:
    shown = pitboss.notebook.Readings(
        ({"reading": "<script>", "option": "x", "in_force": False, "cost": 0.1, "side_cost": 0.0},)
    )
    assert "&lt;script&gt;=x" in shown._repr_html_()
    assert "<script>" not in shown._repr_html_()


def test_answers_travel_between_processes() -> None:
    double_deck = pitboss.game("double-deck-house", readings={"double-deck-peek": "unchecked"})
    for answer in (double_deck, double_deck.solve(), double_deck.solve().strategy, double_deck.simulate(2e4)):
        assert pickle.loads(pickle.dumps(answer)) == answer


@pytest.mark.parametrize("rounds", [1.5, float("nan"), float("inf")])
def test_a_number_of_rounds_is_whole(rounds: float) -> None:
    with pytest.raises(pitboss.RulesError, match="not a whole number"):
        pitboss.game("double-deck-house").simulate(rounds)


def test_a_strategy_is_priced_from_a_file_as_from_the_solver(tmp_path: Path) -> None:
    double_deck = pitboss.game("double-deck-house")
    file = tmp_path / "mine.csv"
    file.write_text(double_deck.solve().strategy.to_csv(), encoding="utf-8")
    by_totals = double_deck.solve().json["by_totals"]["house_edge"]
    assert (
        double_deck.price(file)
        == double_deck.price(double_deck.solve().strategy)
        == pytest.approx(by_totals, abs=1e-15)
    )
    with pytest.raises(pitboss.RulesError, match="is a strategy for double-deck-house"):
        pitboss.game("double-attack-pa").price(file)


def test_what_was_not_asked_for_is_said() -> None:
    double_deck = pitboss.game("double-deck-house")
    with pytest.raises(pitboss.RulesError, match=r"simulate with ruin="):
        _ = double_deck.simulate(2e4).risk_of_ruin
    with pytest.raises(pitboss.RulesError, match="as it stands"):
        pitboss.game("double-deck-house", decks=1).shuffle()


@pytest.mark.slow
def test_the_snippet_of_the_readme_passes_the_strictest_type_check(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    snippet = page.split("```python\n")[1].split("```")[0]
    more = 'reveal_type(pitboss.game("five-card-hi-lo-pa").rules)\nreveal_type(pitboss.game("mine.toml").rules)\n'
    (tmp_path / "snippet.py").write_text(snippet + more, encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(ROOT / ".mypy_cache"), "snippet.py"]
    done = subprocess.run(
        words,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert 'Revealed type is "pitboss.rules.rules.HiLoRules"' in done.stdout
    assert 'Revealed type is "pitboss.rules.rules.Rules"' in done.stdout


def test_whatever_a_game_hands_out_is_short_to_look_at() -> None:
    """A page of values, or an address in memory, tells nobody anything."""
    double_deck = pitboss.game("double-deck-house")
    solved = double_deck.solve()
    for shown in (double_deck.rules, double_deck.table(), double_deck.shuffle(200), solved.strategy):
        assert len(repr(shown)) < 400, type(shown)
        assert " at 0x" not in repr(shown)


def test_a_variants_answer_has_the_variants_name() -> None:
    spanish = pitboss.game(str(ROOT / "examples" / "spanish.toml"))
    assert repr(spanish.simulate(2e4, strategy="dealer")).startswith("<Simulated Spanish bonuses: rounds 20,000")
    assert repr(spanish.rules).startswith("<BlackjackRules Spanish bonuses: double-attack-pa, rules ")


def test_a_game_is_compared_with_another_by_its_name() -> None:
    pennsylvania = pitboss.game("double-attack-pa")
    assert pennsylvania.compare("double-attack-nj").equals(pennsylvania.compare(pitboss.game("double-attack-nj")))
    with pytest.raises(pitboss.RulesError, match="no game is called 'bingo'"):
        pennsylvania.compare("bingo")


def counted(spread: int) -> dict[str, object]:
    """What `protect --json` says of a counter, as far as it is shown."""
    return {
        "name": "Hi-Lo",
        "spread": spread,
        "play_all": {"score": 25.0, "score_error": 0.6},
        "leaving": {"score": 60.0},
        "by_true_count": [
            {"true_count": 0, "share": 1.0, "mean": -0.004, "variance": 1.3, "kelly": 0.0, "bet": 1.0},
        ],
        "departures": [
            {"hand": "16 v 10", "usual": "hit", "play": "stand", "from": 0, "gain_per_hundred_rounds": 0.1},
            {"hand": "13 v 2", "usual": "stand", "play": "hit", "below": -1, "gain_per_hundred_rounds": 0.01},
        ],
        "depths": [
            {
                "what": "75% dealt",
                "dealt": 0.75,
                "lawful": True,
                "in_force": True,
                "play_all": {"score": 25.0},
                "score_error": 0.6,
                "leaving": {"score": 60.0},
            },
        ],
    }


def test_game_protection_is_asked_from_a_notebook_as_from_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked comes to the family's own room, and what is wrong is said."""
    asked: list[tuple[object, ...]] = []

    def desk(rules: object, vary: Callable[[dict[str, object]], Rules], of: protect.Asked, bar: object) -> object:
        asked.append((rules, vary({"decks": 6}).cards.decks, of))
        return "found"

    double_deck = pitboss.game("double-deck-house", positions=7)
    monkeypatch.setattr(of_family, "protection_of", lambda rules: desk)
    found = double_deck.protect(1e6, seed=3, count="Hi-Lo", spread=12, decks=(1, 6))
    assert repr(found.found) == "'found'"
    effort = Effort(1_000_000, 3)
    assert asked == [(double_deck.rules, 6, protect.Asked("Hi-Lo", 12, 18, 1000, 0, (1, 6), effort))]
    monkeypatch.undo()
    for sets, sentence in (
        ({"rounds": 100}, "at least 10000 rounds"),
        ({"count": "hilo"}, "one of Hi-Lo"),
        ({"spread": 0}, "a spread is the highest bet"),
    ):
        with pytest.raises(pitboss.RulesError, match=sentence):
            double_deck.protect(**sets)
    with pytest.raises(pitboss.RulesError, match="brings no protection"):
        pitboss.game("five-card-hi-lo-pa").protect()


def test_what_could_be_taken_is_a_line_and_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"game": "x", "count": counted(8), "hole_card": {"edge": 0.1306}, "faults": [], "wagers": {}}
    monkeypatch.setattr(pitboss.notebook.Protected, "json", told)
    found = pitboss.notebook.Protected(cast(protect.Protection, None), "Six decks")
    assert repr(found) == (
        "<Protected Six decks: game protection: count Hi-Lo, bets 1 to 8, SCORE 25.00, standard error 0.60, "
        "SCORE, leaving 60.00, every hole card seen, player's edge 13.06%>"
    )
    assert found._repr_html_().startswith("<table><caption>Six decks: game protection</caption>")
    assert found.score == 25.0
    assert found.departures().rows()[1] == ("13 v 2", "stand", "hit", "below", -1, 0.01)
    assert found.depths()["leaving"].to_list() == [60.0]
    assert found.by_true_count()["bet"].to_list() == [1.0]
    monkeypatch.setattr(pitboss.notebook.Protected, "json", {**told, "count": None})
    assert found.score is None
    with pytest.raises(pitboss.RulesError, match="nothing to count"):
        found.departures()


def test_a_report_says_from_a_notebook_what_it_says_from_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.report import writing
    from pitboss.report.figures import Effort, Told

    asked: list[object] = []
    monkeypatch.setattr(writing, "report_game", lambda asked_of, *more: asked.extend(more))
    double_deck = pitboss.game("double-deck-house")
    double_deck.report(
        "x.pdf", rounds=1e5, paper="letter", pace=75, author="A. Mathematician", reviewer="B. Careful", protect=True
    )
    assert asked == [
        Effort(100_000, 1, protect=True),
        Told(75, "A. Mathematician", "B. Careful"),
        "x.pdf",
        "letter",
    ]
    with pytest.raises(pitboss.RulesError, match="brings no protection"):
        pitboss.game("five-card-hi-lo-pa").report("x.html", protect=True)
