"""Handiwork beside what was to be done: chips by amount, words, and hands picked up in order."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.law import Citation
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER
from pitboss.rules.money import dollars
from pitboss.school.acts import AnyAct, Chips, Handiwork, Handled, PickUp, Say
from pitboss.school.mistakes import Fault, Kind

Where = tuple[str, int, int, str]


def concerns(fact: Fact) -> Handiwork | None:
    """Which handiwork a fact is, where it is any."""
    if isinstance(fact, f.WagerPaid | f.WagerCollected | f.WagerReturned):
        return Handiwork.CHIPS
    if (isinstance(fact, f.Announced) and fact.by == DEALER) or (isinstance(fact, f.BetsClosed) and fact.announced):
        return Handiwork.WORDS
    return Handiwork.CARDS if isinstance(fact, f.CardsDiscarded) else None


def done_with(act: AnyAct) -> Handiwork:
    """Which handiwork an act is."""
    return {Chips: Handiwork.CHIPS, Say: Handiwork.WORDS, PickUp: Handiwork.CARDS}[type(act)]


def as_due(kind: Handiwork, due: Sequence[Fact]) -> AnyAct:
    """The act that does what is due of one kind; of several announcements the first."""
    if kind is Handiwork.CHIPS:
        return Chips(handled=tuple(Handled(*where, *moved) for where, (moved, _) in _wagers(due).items()))
    if kind is Handiwork.WORDS:
        return Say(words=_words(due[0]))
    return PickUp(hands=tuple((fact.box, fact.hand) for fact in due if isinstance(fact, f.CardsDiscarded)))


def faults(act: AnyAct, due: Sequence[Fact]) -> Iterator[Fault]:
    """What was wrong with a piece of handiwork, for what was due."""
    if isinstance(act, Chips):
        yield from _of_chips(act.handled, due)
    elif isinstance(act, Say) and due and _heard(act.words) != _heard(_words(due[0])):
        yield Fault(Kind.SAID_WRONGLY, f'"{_words(due[0])}" is announced, not "{act.words}"', due[0].clauses)
    elif isinstance(act, PickUp):
        yield from _of_cards(act.hands, due)


def undone(kind: Handiwork, due: Sequence[Fact]) -> Iterator[Fault]:
    """What was wrong with going on without it."""
    if kind is Handiwork.CHIPS:
        yield from _of_chips((), due)
    elif kind is Handiwork.WORDS:
        for fact in due:
            yield Fault(Kind.NOT_SAID, f'"{_words(fact)}" is announced', fact.clauses)
    elif due:
        yield Fault(Kind.CARDS_LEFT, "the cards are picked up", due[0].clauses)


# --- words ----------------------------------------------------------------------------------------------------------


def _words(fact: Fact) -> str:
    return fact.words if isinstance(fact, f.Announced) else fact.announced if isinstance(fact, f.BetsClosed) else ""


def _heard(words: str) -> str:
    return " ".join(words.lower().split())


# --- chips ----------------------------------------------------------------------------------------------------------


def _wagers(due: Iterable[Fact]) -> dict[Where, tuple[tuple[int, int], Citation]]:
    """By wager: so much is paid on it, so much of it taken, and by which clauses."""
    found: dict[Where, tuple[tuple[int, int], Citation]] = {}
    for fact in due:
        if isinstance(fact, f.WagerPaid | f.WagerCollected | f.WagerReturned):
            where = (fact.player, fact.box, fact.hand, fact.wager)
            (paid, taken), clauses = found.get(where, ((0, 0), ()))
            paid += fact.winnings if isinstance(fact, f.WagerPaid) else 0
            taken += fact.cents if isinstance(fact, f.WagerCollected) else 0
            found[where] = (paid, taken), tuple(dict.fromkeys((*clauses, *fact.clauses)))
    return found


def _of_chips(handled: Sequence[Handled], due: Sequence[Fact]) -> Iterator[Fault]:
    wagers = _wagers(due)
    given = {(each.player, each.box, each.hand, each.wager): each for each in handled}
    for where, (moved, clauses) in wagers.items():
        each = given.get(where)
        yield from _of_wager(where, moved, (each.paid, each.taken) if each is not None else (0, 0), clauses)
    everything = tuple(dict.fromkeys(clause for _, clauses in wagers.values() for clause in clauses))
    for where, each in given.items():
        if where not in wagers and (each.paid or each.taken):
            yield Fault(
                Kind.NO_SUCH_WAGER,
                f"nothing of {_named(where)} is decided now",
                everything,
                each.paid + each.taken,
                each.paid - each.taken,
            )
        if each.chips is not None and sum(worth * many for worth, many in each.chips.items()) != each.paid:
            clauses = wagers[where][1] if where in wagers else everything
            yield Fault(Kind.CHIPS_DO_NOT_ADD_UP, f"the chips for {_named(where)} make {dollars(each.paid)}", clauses)
    order = [where[1] for where in wagers]
    followed = [where[1] for where in given if where in wagers]
    if list(dict.fromkeys(followed)) != [box for box in dict.fromkeys(order) if box in followed]:
        boxes = ", ".join(str(box) for box in dict.fromkeys(order))
        yield Fault(Kind.CHIPS_OUT_OF_ORDER, f"the boxes come in this order: {boxes}", everything)


def _of_wager(where: Where, due: tuple[int, int], done: tuple[int, int], clauses: Citation) -> Iterator[Fault]:
    """One wager: so much to be paid and taken, and so much paid and taken."""
    (pay, take), (paid, taken) = due, done
    if due == done:
        return
    if pay:
        kind = (
            Kind.WINNER_TAKEN
            if taken
            else Kind.OVERPAID
            if paid > pay
            else Kind.UNDERPAID
            if paid
            else Kind.WINNER_NOT_PAID
        )
    elif take:
        kind = (
            Kind.LOSER_PAID
            if paid
            else Kind.TOO_MUCH_TAKEN
            if taken > take
            else Kind.TOO_LITTLE_TAKEN
            if taken
            else Kind.LOSER_LEFT
        )
    else:
        kind = Kind.PUSH_PAID if paid else Kind.PUSH_TAKEN
    should = f"{dollars(pay)} is paid" if pay else f"{dollars(take)} is taken" if take else "nothing is paid or taken"
    moved = abs(paid - pay) + abs(taken - take)
    yield Fault(kind, f"of {_named(where)} {should}", clauses, moved, (paid - pay) - (taken - take))


def _named(where: Where) -> str:
    player, box, hand, wager = where
    return f"{player}'s {wager} at box {box}" + (f" hand {hand}" if hand > 1 else "")


# --- cards ----------------------------------------------------------------------------------------------------------


def _of_cards(hands: Sequence[tuple[int, int]], due: Sequence[Fact]) -> Iterator[Fault]:
    wanted = [(fact.box, fact.hand) for fact in due if isinstance(fact, f.CardsDiscarded)]
    if tuple(hands) == tuple(wanted):
        return
    clauses = tuple(dict.fromkeys(clause for fact in due for clause in fact.clauses))
    order = ", ".join("the dealer's" if box == 0 else f"box {box}" for box, _ in wanted)
    kind = Kind.CARDS_LEFT if set(wanted) - set(hands) else Kind.PICKED_UP_OUT_OF_ORDER
    yield Fault(kind, f"the hands are picked up in this order: {order}", clauses)
