"""In random rounds every outcome cites what the text says of just such totals: a lower total, one over 21, a tie."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

from pitboss.law import Citation
from pitboss.procedure.blackjack import settlement
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.blackjack.settlement import Outcome, is_blackjack
from pitboss.procedure.blackjack.state import BlackjackState
from tests.agreement.random_rounds import rounds

ROUNDS = 400


class Totals(NamedTuple):
    """What the clauses speak of: the two totals, and whether each is a Blackjack."""

    player: int
    dealer: int
    blackjack: bool
    dealers_blackjack: bool


def _lower(t: Totals) -> bool:
    return t.player < t.dealer <= 21


def _higher(t: Totals) -> bool:
    return t.dealer < t.player <= 21


def _player_over(t: Totals) -> bool:
    return t.player > 21


def _dealer_over(t: Totals) -> bool:
    return t.player <= 21 < t.dealer


def _beats_21(t: Totals) -> bool:
    return t.blackjack and t.dealer == 21 and not t.dealers_blackjack


def _to_blackjack(t: Totals) -> bool:
    return t.dealers_blackjack and not t.blackjack


def _same(t: Totals) -> bool:
    return t.player == t.dealer


def _both_over(t: Totals) -> bool:
    return t.player > 21 and t.dealer > 21


# Each item as its text has it; a loss follows from the item that says when the same hand would have won.
SAYS: Mapping[str, tuple[Callable[[Totals], bool], ...]] = {
    "NJ 26.5(a)1": (_dealer_over, _player_over),
    "NJ 26.5(a)2": (_higher, _lower),
    "NJ 26.5(a)3": (_beats_21,),
    "NJ 26.5(b)": (_same, _to_blackjack, _both_over),
    "PA 665a.7(o)(1)(i)(A)": (_dealer_over, _both_over),
    "PA 665a.7(o)(1)(i)(B)": (_higher,),
    "PA 665a.7(o)(1)(i)(C)": (_beats_21,),
    "PA 665a.7(o)(1)(ii)(A)": (_to_blackjack,),
    "PA 665a.7(o)(1)(ii)(B)": (_player_over,),
    "PA 665a.7(o)(1)(ii)(C)": (_lower,),
    "PA 665a.7(o)(1)(iii)": (_same,),
    "PA 673a.7(h)": (_to_blackjack,),
    "PA 673a.7(q)(1)": (lambda t: t.dealer == 22,),
    "PA 673a.7(q)(2)": (lambda t: t.dealer <= 21,),
    "PA 673a.7(r)(1)(i)": (_dealer_over,),
    "PA 673a.7(r)(1)(ii)": (_higher,),
    "PA 673a.7(r)(2)": (_same,),
    "PA 673a.7(r)(3)(i)": (_player_over,),
    "PA 673a.7(r)(3)(ii)": (_lower,),
}


@pytest.mark.parametrize("game", ["double-attack-nj", "double-attack-pa", "double-back-jack-pa"])
def test_an_outcome_cites_what_the_text_says_of_just_such_totals(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare, came_up = settlement.compare, Counter[str]()

    def heard(t: BlackjackState, hand: Hand) -> tuple[Outcome, Citation]:
        outcome, cited = compare(t, hand)
        totals = Totals(hand.total, t.dealer.total, is_blackjack(t, hand), t.dealer.two_card_21)
        for clause in filter(SAYS.__contains__, cited):
            came_up[clause] += 1
            assert any(says(totals) for says in SAYS[clause]), (outcome, totals, clause)
        return outcome, cited

    monkeypatch.setattr(settlement, "compare", heard)
    for _ in rounds(game, ROUNDS, seed=3):
        pass
    prefix = {"double-attack-nj": "NJ", "double-attack-pa": "PA 665a", "double-back-jack-pa": "PA 673a"}[game]
    assert {clause for clause in SAYS if clause.startswith(prefix)} == set(came_up)
