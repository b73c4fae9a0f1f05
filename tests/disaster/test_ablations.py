"""Every safeguard is missed: a history finds that it is switched off, within as many seeds as docs/disaster.md says."""

from pathlib import Path

import pytest

from tests.disaster.ablations import ABLATIONS, Ablation
from tests.disaster.shrink import first_failure

PAGE = Path(__file__).parents[2] / "docs" / "disaster.md"
LEAST = 30
QUICK = 10  # those found within so few seeds are tried every time


def found(ablation: Ablation) -> None:
    with ablation.off():
        failed = first_failure(range(ablation.within), ablation.prepare, ablation.among)
    assert failed is not None, f"without this, nothing went wrong in {ablation.within} histories: {ablation.safeguard}"


@pytest.mark.filterwarnings("ignore")  # a house that is broken on purpose leaves errors that nobody heard
@pytest.mark.parametrize("ablation", [one for one in ABLATIONS if one.within <= QUICK], ids=lambda one: one.safeguard)
def test_a_safeguard_is_missed_at_once(ablation: Ablation) -> None:
    found(ablation)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("ablation", [one for one in ABLATIONS if one.within > QUICK], ids=lambda one: one.safeguard)
def test_a_safeguard_is_missed(ablation: Ablation) -> None:
    found(ablation)


def test_the_page_has_every_safeguard_with_its_seeds() -> None:
    assert len({one.safeguard for one in ABLATIONS}) == len(ABLATIONS) >= LEAST
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ") and "`" in line]
    assert rows == [f"| {one.safeguard} | `{one.where}` | {one.within} |" for one in ABLATIONS]
