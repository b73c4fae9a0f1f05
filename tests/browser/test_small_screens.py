"""A phone: what is written on the felt and on the bar does not lie over what is beside it."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.kit import StackedHouse

PHONE = (390, 844)
SIXTEEN = "9S 8H 8D KD 8S 2C 3C 5S 6D 7C 8C"
# The parts of each box's spots that are seen, by box, as rectangles.
SPOTS = """() => Object.values(Object.groupBy([...document.querySelectorAll('.spot')], s => s.dataset.box)).map(
  spots => spots.flatMap(s => [...s.children]).map(part => part.getBoundingClientRect().toJSON()))"""


def test_no_name_of_a_spot_lies_over_another_spot_while_cards_lie_there(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked, size=PHONE).sit(stacked.table("double-attack-pa", SIXTEEN)).to_betting().bet("10")
    ann.press("no-attack")
    ann.press("stand")
    ann.page.locator(".felt.over .focus .spot").nth(2).wait_for()
    ann.picture("phone-between-rounds")
    boxes = [[part for part in parts if part["width"]] for parts in ann.page.evaluate(SPOTS)]
    assert max(map(len, boxes)) == 6, "three spots, each a ring and its name"
    for parts in boxes:
        for place, one in enumerate(parts):
            for other in parts[place + 1 :]:
                beside = one["right"] <= other["left"] or other["right"] <= one["left"]
                assert beside or one["bottom"] <= other["top"] + 0.5 or other["bottom"] <= one["top"] + 0.5


@pytest.mark.parametrize("game", [pytest.param("double-attack-pa", marks=pytest.mark.slow), "double-deck-house"])
def test_the_amount_of_a_double_for_less_stands_beside_its_button(
    stacked: StackedHouse, visit: Visit, game: str
) -> None:
    ann = visit(stacked, size=PHONE).sit(stacked.table(game, SIXTEEN)).to_betting().bet("25")
    ann.usual_until("double")
    button, field = (ann.page.locator(f".with-amount {what}").bounding_box() for what in ("button", "input"))
    ann.picture(f"phone-double-{game}")
    assert button is not None
    assert field is not None
    assert button["x"] + button["width"] <= field["x"]
    assert abs(button["y"] + button["height"] / 2 - field["y"] - field["height"] / 2) < 2
    assert field["x"] + field["width"] <= PHONE[0]
