"""A seal holds for one order and one salt only."""

import hashlib
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import ALL_CARDS, Card
from pitboss.cards.deck import decks
from pitboss.cards.seal import Opened, Seal, seal, verify
from pitboss.cards.shuffle import uniform

SALT = bytes(range(32))
ORDER = uniform(decks(8), SeededBits(1))
SEALED = seal(ORDER, SALT)


def test_what_was_sealed_is_verified_when_opened() -> None:
    assert verify(SEALED, Opened(ORDER, SALT))
    assert verify(seal(list(ORDER), SALT), Opened(ORDER, SALT))


def test_anybody_can_check_a_seal_with_sha_256_alone() -> None:
    order = tuple(map(Card.parse, ["AS", "8S", "10H"]))
    line = "pitboss-seal-1 " + "5a" * 32 + " AS 8S TH"
    assert Opened(order, b"Z" * 32).text() == line
    assert seal(order, b"Z" * 32).digest == hashlib.sha256(line.encode()).hexdigest()


@given(st.integers(0, 415), st.sampled_from(ALL_CARDS))
def test_any_single_card_changed_breaks_the_seal(place: int, other: Card) -> None:
    changed = (*ORDER[:place], other, *ORDER[place + 1 :])
    assert verify(SEALED, Opened(changed, SALT)) == (other == ORDER[place])


@given(st.integers(0, 415), st.integers(0, 415))
def test_any_two_different_cards_exchanged_break_the_seal(first: int, second: int) -> None:
    changed = list(ORDER)
    changed[first], changed[second] = changed[second], changed[first]
    assert verify(SEALED, Opened(tuple(changed), SALT)) == (ORDER[first] == ORDER[second])


@given(st.integers(0, 415))
def test_a_card_left_out_or_put_in_breaks_the_seal(place: int) -> None:
    assert not verify(SEALED, Opened(ORDER[:place] + ORDER[place + 1 :], SALT))
    assert not verify(SEALED, Opened(ORDER[:place] + ORDER[:1] + ORDER[place:], SALT))


@given(st.integers(0, 255))
def test_any_bit_of_the_salt_changed_breaks_the_seal(bit: int) -> None:
    changed = (int.from_bytes(SALT, "big") ^ 1 << bit).to_bytes(32, "big")
    assert not verify(SEALED, Opened(ORDER, changed))


def test_one_order_under_two_salts_has_two_seals() -> None:
    assert seal(ORDER, SALT) != seal(ORDER, SALT[::-1])


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_salt_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"A salt is 32 bytes, not {length}"):
        seal(ORDER, b"x" * length)


@pytest.mark.parametrize("digest", ["", "ab", SEALED.digest.upper(), SEALED.digest + "0", SEALED.digest + "\n"])
def test_what_is_not_a_digest_is_not_a_seal(digest: str) -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits in lower case"):
        Seal(digest)


@pytest.mark.parametrize(
    ("record", "field"), [(SEALED, "digest"), (Opened(ORDER, SALT), "order"), (Opened(ORDER, SALT), "salt")]
)
def test_what_was_published_cannot_be_altered(record: object, field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(record, field, None)
