"""Every dispute of every document comes out as the text has it, to the cent, in order, by its clause."""

from pathlib import Path

import pytest

from tests.disputes.kit import Court, Dispute, scenes

HERE = Path(__file__).parent
DOCUMENTS = {
    "double-attack-pa": "PA 665a.",
    "double-attack-nj": "NJ 26.",
    "double-back-jack-pa": "PA 673a.",
    "double-deck-house": "DD ",
    "five-card-hi-lo-pa": "PA 663a.",
}
CASES = [
    pytest.param(game, prefix, dispute, id=f"{file.stem}: {dispute.name}")
    for game, prefix in DOCUMENTS.items()
    for file in sorted(HERE.glob(f"{game}*.scenes"))
    for dispute in scenes(file)
]


@pytest.mark.parametrize(("game", "prefix", "dispute"), CASES)
def test_a_dispute_is_decided_by_the_text(game: str, prefix: str, dispute: Dispute) -> None:
    Court(game, prefix, dispute).hear()
