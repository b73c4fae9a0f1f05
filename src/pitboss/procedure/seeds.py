"""Seeds: the house commits to one, players answer with theirs, and the order comes of all of them together.

No text asks for it: it is the house's own promise that nobody chooses the order. The house's seed is fixed before any
player's; players pledge theirs before any is opened, so that the house and the last to answer cannot choose together.
Who pledges and does not open has the whole begun again without them, which is on record with the seed that was
dropped: only those who were asked the first time are asked again, so that it comes to an end.
"""

from dataclasses import dataclass, field

from pitboss.cards import fair
from pitboss.cards.card import Card, codes
from pitboss.cards.double_deck_routine import DrawnHands, carry_out
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.moves import CommitSeed, GiveSeed, Move, PassSeed, PledgeSeed, Shuffle
from pitboss.procedure.state import State
from pitboss.rules.subjects.shuffle_and_cut import ShuffleRoutine


@dataclass
class Seeds:
    """What has been said so far for one shuffle."""

    commitment: str
    pledged: dict[str, str] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)


class _Left(Exception):
    """One of those who are asked has left the table."""


def order_by_seeds(t: State, move: CommitSeed, asked: list[str]) -> Procedure[Shuffle | None]:
    """The shuffle that the seeds make; None when somebody withheld one, who is then taken from those to be asked."""
    seeds = Seeds(fair.commitment(move.seed))
    t.cards.commitment = seeds.commitment
    t.record(facts.SeedCommitted((), move.by, seeds.commitment))
    try:
        yield from _pledges(t, seeds, asked)
        yield from _openings(t, seeds)
    except Exception:  # the dealer is tapped out, and nothing comes of this shuffle
        t.record(facts.SeedDropped((), move.by, move.seed))
        raise
    withheld = seeds.pledged.keys() - seeds.given.keys()
    if withheld:
        asked[:] = [name for name in asked if name not in withheld]
        t.record(facts.SeedDropped((), move.by, move.seed))
        return None
    t.record(facts.SeedsMixed((), tuple(sorted(seeds.given))))
    order, hands = drawn(t, t.cards.to_shuffle, move.seed, seeds.given)
    return Shuffle(by=move.by, order=codes(order), salt=fair.salt_of(move.seed), hands=hands)


def drawn(
    t: State, cards: tuple[Card, ...], house: str, players: dict[str, str]
) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """The order, and what the dealer's hands did where a routine is carried out on the cards as they lie."""
    bits = fair.draws(house, players)
    if t.rules.shuffle.shuffle_routine in (ShuffleRoutine.NONE, ShuffleRoutine.UNIFORM):
        return fair.drawn_order(cards, bits), ()
    hands = DrawnHands(bits)
    *_, last = carry_out(cards, hands)
    return last.locations.location_a, tuple(hands.movements)


def _pledges(t: State, seeds: Seeds, asked: list[str]) -> Procedure[None]:
    """Every seated player pledges a seed, or gives none."""
    while asked := [name for name in asked if name in t.people.players]:  # the list of who was asked stays as it is
        move = yield from _answer(t, asked, PledgeSeed)
        if move is None:
            continue
        asked.remove(move.by)
        if isinstance(move, PledgeSeed):
            seeds.pledged[move.by] = move.pledge
            t.record(facts.SeedPledged((), move.by, move.pledge))


def _openings(t: State, seeds: Seeds) -> Procedure[None]:
    """Everybody who pledged opens the pledge; whoever leaves or passes now has withheld it."""
    asked = list(seeds.pledged)
    while asked:
        move = yield from _answer(t, asked, GiveSeed)
        if isinstance(move, GiveSeed) and fair.pledge(move.by, move.seed) != seeds.pledged[move.by]:
            t.refuse("seed/not-pledged", "that is not the seed whose pledge was given", ())
            continue
        for name in [name for name in asked if name not in t.people.players or (move is not None and name == move.by)]:
            asked.remove(name)
            if isinstance(move, GiveSeed) and name == move.by:
                seeds.given[name] = move.seed
                t.record(facts.SeedGiven((), name, move.seed))
            else:
                t.record(facts.SeedWithheld((), name))


def _answer(t: State, asked: list[str], kind: type[PledgeSeed | GiveSeed]) -> Procedure[Move | None]:
    """What one of those who are asked says; None when one of them has left meanwhile."""

    def wait() -> Wait:
        if not t.people.players.keys() >= set(asked):
            raise _Left
        return Wait(tuple(asked), (kind, PassSeed), ())

    try:
        return (yield from t.ask(wait))
    except _Left:
        return None
