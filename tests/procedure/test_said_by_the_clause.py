"""Clauses whose own fact no other test looks at: what is said, and by which clause."""

import pytest

from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene


@pytest.mark.clause("PA 665a.7(j)", "PA 673a.7(k)", "NJ 26.12(a)")
@pytest.mark.parametrize(
    ("game", "deal", "clause"),
    [
        ("double-attack-pa", "7S 2S 3H 9D 4H", "PA 665a.7(j)"),
        ("double-back-jack-pa", "2S 7S 3H 9D 4H", "PA 673a.7(k)"),
        ("double-attack-nj", "7S 2S 3H 4H", "NJ 26.12(a)"),
    ],
)
def test_a_player_below_21_draws(game: str, deal: str, clause: str) -> None:
    scene = Scene(game, deal).open().bet().no_attack()
    drawn = scene.as_player(m.Hit)
    (decision,) = [fact for fact in drawn if isinstance(fact, f.DecisionMade)]
    assert decision == f.DecisionMade((clause,), "ann", 1, 1, "hit")


@pytest.mark.clause("PA 673a.11(c)", "PA 673a.10(c)")
def test_a_split_hand_is_stood_on_by_the_paragraph_on_split_hands_and_may_be_doubled() -> None:
    scene = Scene("double-back-jack-pa", "8S 7S 8H 9D 3H 2C").open().bet()
    scene.as_player(m.Split)
    assert m.Double in scene.table.waiting.may
    assert scene.table.waiting.clauses == ("PA 673a.11(c)",)
    assert "PA 673a.10(c)" in scene.rules.cites("double_after_split")
    (decision, *_) = scene.as_player(m.Stand)
    assert decision == f.DecisionMade(("PA 673a.11(c)",), "ann", 1, 1, "stand")
