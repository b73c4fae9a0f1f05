"""A card is what its face shows."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import ALL_CARDS, Card, Colour, Rank, Suit


def test_ranks_run_from_ace_to_king() -> None:
    assert [rank.value for rank in Rank] == list(range(1, 14))
    assert (Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING) == (1, 10, 11, 12, 13)
    assert "".join(rank.letter for rank in Rank) == "A23456789TJQK"
    assert [rank.label for rank in Rank] == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def test_each_suit_has_its_letter_symbol_and_colour() -> None:
    assert [(suit.letter, suit.symbol, suit.colour) for suit in Suit] == [
        ("C", "♣", Colour.BLACK),
        ("D", "♦", Colour.RED),
        ("H", "♥", Colour.RED),
        ("S", "♠", Colour.BLACK),
    ]


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [
        ("8S", Rank.EIGHT, Suit.SPADES),
        ("10H", Rank.TEN, Suit.HEARTS),
        ("TH", Rank.TEN, Suit.HEARTS),
        ("10♥", Rank.TEN, Suit.HEARTS),
        ("ac", Rank.ACE, Suit.CLUBS),
        (" k♦ ", Rank.KING, Suit.DIAMONDS),
    ],
)
def test_a_card_is_read_as_people_write_it(text: str, rank: Rank, suit: Suit) -> None:
    assert Card.parse(text) == Card(rank, suit)


@pytest.mark.parametrize("text", ["", "8", "S", "1S", "11S", "S8", "8 S", "8SS", "8S 9S", "joker", "0H"])
def test_what_is_not_a_card_is_refused_in_one_sentence_that_says_what_is(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as refusal:
        Card.parse(text)
    sentence = str(refusal.value)
    assert repr(text) in sentence
    assert "A, 2 to 10 or T, J, Q, K" in sentence
    assert "C, D, H, S or ♣ ♦ ♥ ♠" in sentence
    assert sentence.count(". ") == 0
    assert sentence.endswith(".")


@given(st.text(alphabet="A1023456789TJQKCDHS♣♦♥♠ ", max_size=4))
def test_text_is_read_only_when_it_is_one_way_of_writing_the_card(text: str) -> None:
    try:
        card = Card.parse(text)
    except ValueError:
        return
    ways = {
        label + pip for label in (card.rank.letter, card.rank.label) for pip in (card.suit.letter, card.suit.symbol)
    }
    assert text.strip() in ways


def test_a_card_is_shown_with_its_pip_and_coded_in_two_plain_characters() -> None:
    ten = Card(Rank.TEN, Suit.SPADES)
    assert (str(ten), ten.code, repr(ten)) == ("10♠", "TS", "Card.parse('TS')")
    assert (str(Card.parse("8S")), Card.parse("8S").code) == ("8♠", "8S")


def test_a_card_is_set_in_a_column() -> None:
    assert f"[{Card.parse('8S'):>4}]" == "[  8♠]"


def test_the_52_cards_are_different_and_read_back_from_either_writing() -> None:
    assert len(set(ALL_CARDS)) == 52
    assert all(len(card.code) == 2 and card.code.isascii() for card in ALL_CARDS)
    for card in ALL_CARDS:
        assert Card.parse(card.code) is card
        assert Card.parse(str(card)) is card


def test_cards_of_one_face_are_one_card_in_any_process() -> None:
    eight = Card(Rank.EIGHT, Suit.SPADES)
    travelled = pickle.loads(pickle.dumps(eight))
    assert eight == travelled == copy.deepcopy(eight) == Card.parse("8S")
    assert len({eight, travelled, Card.parse("8S")}) == 1
    assert eight != Card.parse("8C")
    assert eight != Card.parse("9S")


def test_a_card_cannot_be_changed() -> None:
    card = Card.parse("8S")
    with pytest.raises(AttributeError):
        card.rank = Rank.NINE  # type: ignore[misc]  # the point of the test
    with pytest.raises(AttributeError):
        card.marked = True  # type: ignore[attr-defined]  # the point of the test
