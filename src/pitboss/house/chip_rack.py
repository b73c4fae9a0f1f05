"""The dealer's rack: how many chips of each colour lie there after what the dealer has paid and taken."""

from collections import Counter
from collections.abc import Iterator, Mapping

from pitboss.house.console_shape import Tube
from pitboss.procedure import facts as f
from pitboss.school.acts import Chips, Handiwork, Handled
from pitboss.school.practice import Mode, Practice

# With what a table begins, by the worth of a chip in cents; a tube that runs out is filled up with as many again.
FILLED = {50: 100, 1_00: 400, 5_00: 400, 25_00: 200, 100_00: 100, 500_00: 40, 1_000_00: 20}


def rack(practice: Practice) -> tuple[Tube, ...]:
    """What lies in the rack: by what the dealer did, also where it was wrong, and not by what should have been."""
    moved = Counter[int]()
    for came, went in _moved(practice):
        moved.update(came)
        moved.subtract(went)
    return tuple(Tube(cents=worth, many=_filled(many + moved[worth], many)) for worth, many in FILLED.items())


def _filled(left: int, again: int) -> int:
    return left if left >= 0 else left % again


def _moved(practice: Practice) -> Iterator[tuple[Mapping[int, int], Mapping[int, int]]]:
    """Chips that came into the rack and chips that went out of it, time after time."""
    by_hand = Handiwork.CHIPS in practice.by_hand
    for fact in practice.table.facts:
        match fact:
            case f.WagerCollected(cents=cents) if not by_hand:
                yield fewest(cents), {}
            case f.WagerPaid(winnings=cents) if not by_hand:
                yield {}, fewest(cents)
            case f.PaymentUndone(winnings=cents):  # nobody is asked to do this: it is done in the dealer's place
                yield fewest(cents), {}
            case f.CollectionUndone(cents=cents):
                yield {}, fewest(cents)
    if not by_hand:
        return
    refused = {mistake.act for mistake in practice.mistakes} if practice.mode is not Mode.FREE else set[int]()
    for number, act in enumerate(practice.acts):
        for one in act.handled if isinstance(act, Chips) and number not in refused else ():
            yield fewest(one.taken), _paid_in(one)


def _paid_in(one: Handled) -> Mapping[int, int]:
    """The chips that were given, where they make the sum; else the fewest that do."""
    given = one.chips or {}
    whole = sum(worth * many for worth, many in given.items()) == one.paid
    known = all(worth in FILLED and many >= 0 for worth, many in given.items())
    return given if given and whole and known else fewest(one.paid)


def fewest(cents: int) -> Mapping[int, int]:
    """The fewest chips that make an amount; what no chip makes is coins, and in no tube."""
    found = Counter[int]()
    for worth in sorted(FILLED, reverse=True):
        found[worth], cents = divmod(cents, worth)
    return found
