"""Golden transcripts: a round of each game and each irregularity of each text, line by line with its clauses."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import GOLDEN
from tests.procedure.golden_scenes import STORIES


@pytest.mark.parametrize("name", list(STORIES))
def test_a_transcript_reads_as_it_did(name: str, golden: Callable[[str], Callable[[str], None]]) -> None:
    """`make golden` writes these files anew; the diff is read against the text, so the rules' hash is left out."""
    golden(name)(re.sub(r"\(rules [0-9a-f]{12}\)", "(rules …)", STORIES[name]().told()))


def test_every_golden_transcript_has_its_story() -> None:
    """No file is left behind by a story that is told no more."""
    told = {Path(f"{name}.txt") for name in STORIES}
    games = {path.parent for path in told}
    assert {p.relative_to(GOLDEN) for g in games for p in (GOLDEN / g).glob("*.txt")} <= told
