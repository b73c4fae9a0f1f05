"""The transcript: every fact has a sentence, and the totals it tells are those of the hands."""

from typing import Any

import pytest

from pitboss.procedure.transcript import Teller
from tests import facts as f
from tests.procedure.golden_scenes import STORIES


@pytest.mark.parametrize("kind", f.every_fact(), ids=lambda kind: kind.__name__)
def test_every_kind_of_fact_has_a_sentence(kind: type[f.Fact]) -> None:
    """In words, not as a list of fields."""
    samples: dict[str, object] = {
        "clauses": (),
        "card": "8S",
        "cards": 2,
        "order": ("8S",),
        "positions": 6,
        "box": 1,
        "hand": 1,
        "new_hand": 2,
        "cents": 100_00,
        "winnings": 100_00,
        "total": 20,
        "round": 1,
        "from_back": 96,
        "at": 1,
        "hours": 24,
    }
    fields: dict[str, Any] = {name: samples.get(name, "x") for name in kind.__struct_fields__}
    if kind in (f.CardsShown, f.HandShown, f.CardsLookedAt):
        fields["cards"] = ("8S", "8H")
    if kind is f.HandChosen:
        fields["hand"] = "left"
    sentence = Teller().tell(kind(**fields))
    assert sentence
    assert "None" not in sentence
    assert "True" not in sentence


@pytest.mark.parametrize("name", list(STORIES))
def test_a_hidden_card_is_told_as_a_card(name: str) -> None:
    """What lies face down is not in the transcript, even when it is told from the whole record."""
    teller = Teller()
    for fact in STORIES[name]().table.facts:
        sentence = teller.tell(fact)
        if isinstance(fact, f.CardDealt) and not fact.face_up:
            assert sentence.endswith("← a card face down")


def test_totals_follow_the_cards() -> None:
    """Soft totals, a split, a card to be subtracted, and a fresh round."""
    teller = Teller()
    told = [
        teller.tell(f.CardDealt((), 1, 1, "AS", True)),
        teller.tell(f.CardDealt((), 1, 1, "AH", True)),
        teller.tell(f.HandSplit((), 1, 1, 2)),
        teller.tell(f.CardDealt((), 1, 1, "KS", True)),
        teller.tell(f.CardDealt((), 1, 2, "5S", True)),
        teller.tell(f.CardDealt((), 1, 2, "9S", True)),
        teller.tell(f.WagerPlaced((), "ann", 1, 2, "second-chance", 100_00)),
        teller.tell(f.CardDealt((), 1, 2, "4S", True, True)),
        teller.tell(f.RoundBegan((), 2, "0" * 64)),
        teller.tell(f.CardDealt((), 1, 1, "2S", True)),
        teller.tell(f.WagerPlaced((), "ann", 1, 1, "second-chance", 100_00)),
        teller.tell(f.RoundBegan((), 3, "0" * 64)),
        teller.tell(f.CardDealt((), 1, 1, "4S", True)),
        teller.tell(f.CardDealt((), 1, 1, "3S", True)),
    ]
    assert told[0] == "box 1 ← A♠"
    assert told[1] == "box 1 ← A♥  soft 12"
    assert told[3] == "box 1 ← K♠  soft 21"
    assert told[4] == "box 1 hand 2 ← 5♠  soft 16"
    assert told[5] == "box 1 hand 2 ← 9♠  15"
    assert told[7] == "box 1 hand 2 ← 4♠ to be subtracted"
    assert told[9] == "box 1 ← 2♠"
    assert told[13] == "box 1 ← 3♠  7", "nothing is subtracted in another round"
