"""Where a stack may be cut and where the cover card may lie, on both sides of every "at least" and "approximately"."""

from collections.abc import Mapping

import pytest

from pitboss.rules.variant import load

PA, NJ, DD = "double-attack-pa", "double-attack-nj", "double-deck-house"
THERE = {"cut_place": "about-there"}


@pytest.mark.parametrize(
    ("game", "sets", "size", "allowed", "refused"),
    [
        (PA, {}, 384, (10, 374), (9, 375)),  # 665a.5(d): at least ten cards from the top or bottom
        (PA, {}, 20, (10,), (9, 11)),
        (PA, {}, 19, (), (9, 10)),
        (NJ, {"approximately_cards": 5}, 384, (10, 374), (9, 375)),  # 26.4(e): ten cards, not approximately
        (DD, {}, 104, (13, 91), (12, 92)),  # Shuffling 9: about a quarter deck from either end
        (DD, {"approximately_cards": 3}, 104, (10, 94), (9, 95)),
        (DD, {"approximately_cards": 3}, 20, (10,), (9, 11)),
        (DD, THERE, 104, (13, 91), (12, 14, 52, 90, 92)),  # or just there
        (DD, THERE | {"approximately_cards": 3}, 104, (10, 16, 88, 94), (9, 17, 87, 95)),
        (DD, THERE | {"approximately_cards": 3}, 17, (10, 16, 1, 7), (9, 17, 0, 8)),
        (DD, THERE | {"approximately_cards": 3}, 16, (), (1, 10, 13)),
    ],
)
def test_a_cut_is_as_far_from_the_ends_as_the_text_has_it(
    game: str, sets: Mapping[str, object], size: int, allowed: tuple[int, ...], refused: tuple[int, ...]
) -> None:
    shuffle = load(game, sets).shuffle
    assert [place for place in (*allowed, *refused) if shuffle.may_cut(place, size)] == list(allowed)
    assert bool(shuffle.cut_positions(size)) is bool(allowed)


@pytest.mark.parametrize(("sets", "place"), [({}, 52), (THERE, 13)])
def test_the_usual_cut_is_in_the_middle_where_that_is_allowed(sets: Mapping[str, object], place: int) -> None:
    assert load(DD, sets).shuffle.usual_cut(104) == place


@pytest.mark.parametrize(
    ("game", "sets", "first", "last"),
    [
        (PA, {}, 96, 384),  # 665a.5(d): at least a quarter of the way in from the bottom
        (NJ, {}, 96, 384),
        (NJ, {"approximately_cards": 5}, 91, 384),  # 26.4(e): at least approximately
        (DD, {}, 12, 16),  # Shuffling 11: about a quarter to a third of a deck
        (DD, {"approximately_cards": 3}, 9, 19),
        (PA, {"cover_card_depth": "0 or more of the stack"}, 1, 384),  # under the last card it would never come out
        (PA, {"cover_card_depth": "1/5 to 99/100 of the stack"}, 77, 380),  # not less than a fifth; about that much
        (PA, {"cover_card_depth": "1 or more of the stack", "cover_card_placed": "95/100"}, 365, 384),
        # A house may place it where no text has it: there, too.
        (PA, {"cover_card_placed": "1/10"}, 39, 384),
        (DD, {"cover_card_placed": "1/2"}, 12, 24),
        (DD, {"cover_card_placed": "1/10", "approximately_cards": 3}, 5, 19),
    ],
)
def test_the_cover_card_lies_as_far_from_the_back_as_the_text_has_it(
    game: str, sets: Mapping[str, object], first: int, last: int
) -> None:
    allowed = load(game, sets).shuffle.cover_card_positions(384, 48)
    assert (allowed[0], allowed[-1]) == (first, last)


@pytest.mark.parametrize(("depth", "cards"), [("1/4 or more of the stack", 96), ("1/4 to 1/3 of one deck", 12)])
def test_where_a_house_places_it_is_a_part_of_what_the_text_measures_by(depth: str, cards: int) -> None:
    shuffle = load(PA, {"cover_card_depth": depth, "cover_card_placed": "1/4"}).shuffle
    assert shuffle.cover_card_cards(384, 48) == cards
    assert shuffle.cover_card_cards(385, 49) == (97 if cards == 96 else 13), "no card fewer"
