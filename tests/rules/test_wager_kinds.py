"""A `[[wager]]` table: read as it is written, written as it was read, and refused in one sentence."""

import pytest

from pitboss.rules.wager_kinds import BadWager, wager_kind

SAID = [
    "same rank",
    "same suit",
    "same colour",
    "suits hearts",
    "suits spades, clubs",
    "pair",
    "straight",
    "ranks K, Q",
    "exactly K, 10",
    "last 6",
    "total 20",
    "total at least 22",
    "hard total at most 9",
    "cards 3",
]


def table(when: object, cards: str = "first-two", **more: object) -> dict[str, object]:
    return {"name": "On Cards", "cards": cards, "pays": [{"when": when, "odds": "2 to 1"}], **more}


@pytest.mark.parametrize("said", SAID)
def test_what_is_said_of_cards_is_written_as_it_is_read(said: str) -> None:
    kind = wager_kind(table([said]))
    assert [str(one) for one in kind.pays[0].when] == [said]
    assert kind.pays[0].name == said
    assert wager_kind(kind.as_json()) == kind


def test_only_a_line_that_says_something_of_suits_looks_at_them() -> None:
    of_suits = {said for said in SAID if wager_kind(table(said)).pays[0].of_suits}
    assert of_suits == {"same suit", "same colour", "suits hearts", "suits spades, clubs"}


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (table("suits bells"), "'bells' is not a suit: clubs, diamonds, hearts or spades"),
        (table("suits hearts, "), "'' is not a suit: clubs, diamonds, hearts or spades"),
        (table("suits"), "'' is not a suit: clubs, diamonds, hearts or spades"),
        (table("ranks 11"), "'11' is not a rank: A, 2 to 10, J, Q or K"),
        (table("total of 20"), "'total of 20' needs a number, such as 20, 'at least 20' or 'at most 20'"),
        *(
            (table(words), f"'{words}' needs a number, such as 20, 'at least 20' or 'at most 20'")
            for words in ("total 200", "total 20 or more", "cards at least 3 hearts", "hard total -9")
        ),
        (table("suit hearts"), "'suit hearts' says nothing of cards; there are: 'same rank'"),
        (table("pair", cards="second-two"), "[[wager]] 'On Cards': cards is one of first-two, first-two-and-up"),
        (
            table("suits hearts", cards="dealer-hand"),
            "[[wager]] 'On Cards' is on a hand of any length, of which only totals and the number of",
        ),
        (
            table("suits hearts", cards="player-hand"),
            "[[wager]] 'On Cards' is on a hand of any length, of which only totals and the number of cards are looked "
            "at: not 'suits'",
        ),
        (
            table("cards 3", cards="player-hand", after_bust="collected"),
            "[[wager]] 'On Cards' is on the player's whole hand: where no line pays a total of 22 and more, it is lost",
        ),
        (table("pair", maximum_cents=50), "[[wager]] 'On Cards' has a maximum below its minimum"),
        (table("pair", minimum_cents=0), "[[wager]] 'On Cards': minimum_cents is a number of cents, not 0"),
        (table("pair", maximum_cents=0), "[[wager]] 'On Cards': maximum_cents is a number of cents, not 0"),
        (table("pair", within_bet=1), "[[wager]] 'On Cards': within_bet is true or false, not 1"),
        (table("pair", colour="red"), "[[wager]] 'On Cards' has an unknown key 'colour'; there are: name"),
        (table("pair", name="Insurance"), "[[wager]] 'Insurance' needs a name of its own, of at most 40 characters"),
        ({"name": "On Cards", "cards": "first-two"}, "[[wager]] 'On Cards' has no [[wager.pays]]"),
        (
            table("pair", pays=[{"when": "pair", "odds": "evens"}]),
            "[[wager]] 'On Cards': odds are written like '3 to 2', not 'evens'",
        ),
        (
            table("cards 3", cards="dealer-hand", after_bust="collected"),
            "[[wager]] 'On Cards' is on the dealer's whole hand, and stays when the player's is over",
        ),
        *(
            (
                table("pair", cards=cards, after_bust="collected"),
                "[[wager]] 'On Cards' is settled when everybody has two cards, and no hand is over then",
            )
            for cards in ("first-two", "first-two-and-up")
        ),
    ],
)
def test_what_is_no_side_wager_is_refused_in_one_sentence(raw: object, sentence: str) -> None:
    with pytest.raises(BadWager) as refused:
        wager_kind(raw)
    assert str(refused.value).startswith(sentence)


def test_a_wager_of_one_amount_has_a_maximum_at_its_minimum() -> None:
    kind = wager_kind(table("pair", minimum_cents=500, maximum_cents=500))
    assert (kind.minimum_cents, kind.maximum_cents) == (500, 500)
    assert [kind.takes(cents) for cents in (499, 500, 501)] == [False, True, False]


def test_what_is_wagered_can_be_paid_to_the_cent_by_every_line() -> None:
    lines = [{"when": "pair", "odds": odds} for odds in ("2 to 1", "3 to 2", "5 to 4")]
    assert wager_kind(table("pair", pays=lines)).paid_in_cents == 4


@pytest.mark.parametrize("letters", [40, 41])
def test_a_name_has_at_most_40_characters(letters: int) -> None:
    written = table("pair", name="A" * letters)
    if letters == 40:
        assert wager_kind(written).name == "A" * 40
    else:
        with pytest.raises(BadWager, match="at most 40 characters"):
            wager_kind(written)
