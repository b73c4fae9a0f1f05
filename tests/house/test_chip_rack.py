"""The dealer's rack: chips of every colour, fewer by what is paid and more by what is taken."""

import msgspec
import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house.chip_rack import FILLED, _filled, _paid_in, fewest, rack
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Chips, Handiwork, Handled
from pitboss.school.lesson import Rounds
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Mode, Practice
from tests import facts as f
from tests import moves as m


def total(practice: Practice) -> int:
    return sum(tube.cents * tube.many for tube in rack(practice))


def to_the_first_payment(mode: Mode, by_hand: frozenset[Handiwork]) -> tuple[Practice, Rounds, AnyAct]:
    """A table at which a payment is due, or where the table pays by itself the round is over."""
    practice = Practice(load("double-attack-pa"), mode, frozenset({m.DEALER}), by_hand, 3)
    rounds = Rounds(practice, PracticePlayers(SeededBits("rack"), 3), 1)
    last: AnyAct | None = None
    while (due := rounds.go_on()) is not None:
        last = due.act
        if isinstance(last, Chips) and any(one.paid for one in last.handled):
            break
        rounds.act(last)
    assert last is not None
    return practice, rounds, last


WHOLE = sum(worth * many for worth, many in FILLED.items())


@pytest.mark.parametrize(("mode", "moves"), [(Mode.FREE, True), (Mode.CORRECTED, False)])
def test_what_is_paid_leaves_the_rack_in_the_chips_it_was_paid_with(mode: Mode, moves: bool) -> None:
    """A wrong payment too, where it happens; where it is refused, the chips stay."""
    practice, rounds, due = to_the_first_payment(mode, frozenset((Handiwork.CHIPS,)))
    before = {tube.cents: tube.many for tube in rack(practice)}
    assert isinstance(due, Chips)
    first = next(one for one in due.handled if one.paid)
    paid = type(first)(
        first.player, first.box, first.hand, first.wager, first.paid + 300, 0, {100: (first.paid + 300) // 100}
    )
    assert paid.paid % 100 == 0
    rounds.act(Chips(handled=(paid,)))
    after = {tube.cents: tube.many for tube in rack(practice)}
    assert before[100] - after[100] == (paid.paid // 100 if moves else 0)
    assert {worth for worth in FILLED if before[worth] != after[worth]} <= {100}


def test_what_is_taken_comes_into_the_rack_and_at_a_table_that_pays_by_itself_both_do() -> None:
    practice, _, _ = to_the_first_payment(Mode.FREE, frozenset())
    came = sum(fact.cents for fact in practice.table.facts if isinstance(fact, f.WagerCollected))
    went = sum(fact.winnings for fact in practice.table.facts if isinstance(fact, f.WagerPaid))
    assert came + went > 0
    assert total(practice) == WHOLE + came - went
    by_hand, rounds, due = to_the_first_payment(Mode.FREE, frozenset((Handiwork.CHIPS,)))
    while (next_due := rounds.go_on()) is not None:
        rounds.act(next_due.act)
    assert isinstance(due, Chips)
    assert total(by_hand) == total(practice), "as it is due, by hand or not"


@pytest.mark.parametrize(
    ("done", "undone"),
    [
        (f.WagerPaid((), "Ann", 1, 1, "bet", 10_00, 15_00), f.PaymentUndone((), "Ann", 1, 1, "bet", 15_00)),
        (f.WagerCollected((), "Ann", 1, 1, "bet", 10_00), f.CollectionUndone((), "Ann", 1, 1, "bet", 10_00)),
    ],
)
def test_what_is_taken_back_in_a_round_that_does_not_count_lies_where_it_lay(done: f.Fact, undone: f.Fact) -> None:
    practice = Practice(load("double-attack-pa"))
    for fact, moved in ((done, True), (undone, False)):
        practice.table.facts.append(fact)
        assert (total(practice) != WHOLE) is moved


@pytest.mark.parametrize(
    ("undone", "moved"),
    [
        (f.PaymentUndone((), "Ann", 1, 1, "bet", 15_00), 15_00),
        (f.CollectionUndone((), "Ann", 1, 1, "bet", 10_00), -10_00),
    ],
)
def test_where_a_person_pays_and_takes_what_does_not_count_comes_back_too(undone: f.Fact, moved: int) -> None:
    """What was paid and taken is the dealer's own work; that it is undone nobody is asked to do."""
    practice, _, _ = to_the_first_payment(Mode.FREE, frozenset((Handiwork.CHIPS,)))
    before = total(practice)
    practice.table.facts.append(undone)
    assert total(practice) - before == moved


def test_a_tube_that_runs_out_is_filled_and_chips_that_do_not_add_up_are_not_counted() -> None:
    assert fewest(137_50) == {1_000_00: 0, 500_00: 0, 100_00: 1, 25_00: 1, 5_00: 2, 1_00: 2, 50: 1}
    assert sum(worth * many for worth, many in fewest(25).items()) == 0, "coins are in no tube"
    practice, rounds, due = to_the_first_payment(Mode.FREE, frozenset((Handiwork.CHIPS,)))
    assert isinstance(due, Chips)
    first = next(one for one in due.handled if one.paid)
    had = {tube.cents: tube.many for tube in rack(practice)}[100]
    whole = (had + 1) * 100
    wrong = msgspec.structs.replace(first, paid=whole, taken=0, chips={100: had + 1})
    rounds.act(Chips(handled=(wrong,)))
    assert {tube.cents: tube.many for tube in rack(practice)}[100] == FILLED[100] - 1


@pytest.mark.parametrize(("left", "shown"), [(1, 1), (0, 0), (-1, 399), (-400, 0), (-401, 399)])
def test_a_tube_may_be_empty_and_is_filled_when_one_more_is_wanted(left: int, shown: int) -> None:
    assert _filled(left, 400) == shown


@pytest.mark.parametrize(
    ("chips", "believed"),
    [
        ({1_00: 3}, True),
        ({1_00: 2, 50: 2}, True),
        ({1_00: 2}, False),  # not the sum
        ({1_00: 1, 2_00: 1}, False),  # one that the house does not have
        ({5_00: 1, 1_00: -2}, False),  # fewer than none
        ({}, False),
        (None, False),
    ],
)
def test_chips_are_believed_that_the_house_has_and_that_make_the_sum(
    chips: dict[int, int] | None, believed: bool
) -> None:
    assert _paid_in(Handled("ann", 1, 1, "bet", 3_00, 0, chips)) == (chips if believed else fewest(3_00))
