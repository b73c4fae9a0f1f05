"""Random moves by everybody, legal and not, irregularities included: what must hold at a table whatever happens."""

import os
import random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pitboss.law import readings_of
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.replay import record, replay
from pitboss.procedure.table import Table
from pitboss.procedure.views import facts_for, view
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.testing.storm import anything, census_holds, wanted
from tests import moves as m

VIEWERS = ("ann", "bob", "cat", "dealer", "floorperson", "a spectator")
ROLES = ("dealer", "floorperson", "shuffler")
SMALL: dict[str, dict[str, object]] = {
    "double-attack-pa": {"decks": 1},
    "double-attack-nj": {"decks": 1},
    "double-back-jack-pa": {"decks": 1},
    "double-deck-house": {},
    "five-card-hi-lo-pa": {},
}


class Storm(RuleBasedStateMachine):
    """A table in a storm of moves."""

    game = "double-attack-pa"
    table: Table

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        """Any readings, any roles taken by people, a shoe small enough to run out, three people with chips."""
        readings = {
            r.id: data.draw(st.sampled_from([o.id for o in r.options]), label=r.id) for r in readings_of(self.game)
        }
        by_hand = frozenset(data.draw(st.sets(st.sampled_from(ROLES)), label="by hand"))
        shuffling = data.draw(st.sampled_from(["by-hand", "device", "continuous"]), label="shuffling")
        sets = dict(SMALL[self.game])
        if self.game not in ("double-deck-house", "five-card-hi-lo-pa"):
            sets["shuffling"] = shuffling
        self.table = Table(load(self.game, sets, readings), by_hand)

        if data.draw(st.booleans(), label="open it first"):
            self.goes_on()

    def apply(self, move: m.Move) -> None:
        """A move is made, or refused and nothing has changed."""
        before = self.snapshot()
        refusal = self.refusal_of(move)
        if refusal is not None:
            assert self.snapshot() == before, f"{move} was refused ({refusal}) and changed the table"
            if isinstance(refusal, Refused):
                assert refusal.code
                assert refusal.sentence
                assert refusal.now

    def refusal_of(self, move: m.Move) -> Refused | Malformed | None:
        """What the table answers to a move it does not accept."""
        try:
            self.table.apply(move)
        except (Refused, Malformed) as error:
            return error
        return None

    def snapshot(self) -> tuple[bytes, ...]:
        """What every viewer sees, and the length of the record."""
        views = tuple(msgspec.json.encode(view(self.table, viewer)) for viewer in VIEWERS)
        t = self.table.state
        beside = [*t.beside_the_boxes().cards()]
        hidden = (
            len(self.table.facts),
            len(self.table.moves),
            beside,
            t.cards.shoe.remaining,
            t.cards.rack.height,
            t.chips.inventory,
        )
        return (*views, repr(hidden).encode())

    @rule(seat=st.integers(1, 3))
    def somebody_sits(self, seat: int) -> None:
        """People come and buy chips."""
        name = ("ann", "bob", "cat")[seat - 1]
        self.apply(m.Sit(by=name, box=seat))
        self.apply(m.BuyIn(by=name, cents=50_000_00))

    @precondition(lambda self: m.Wager in self.table.waiting.may)
    @rule(bets=st.lists(st.sampled_from([0, 10_00, 20_00, 1000_00]), min_size=3, max_size=3), bust_it=st.booleans())
    def everybody_bets(self, bets: list[int], bust_it: bool) -> None:
        """Wagers, and all are ready."""
        people = ("ann", "bob", "cat")
        for box, (name, cents) in enumerate(zip(people, bets, strict=True), 1):
            if cents:
                self.apply(m.Wager(by=name, box=box, cents=cents))
                if bust_it:
                    self.apply(m.Wager(by=name, box=box, cents=10_00, wager="bust-it"))
        for name in people:
            self.apply(m.Ready(by=name))
        self.apply(m.CloseBets(by="dealer"))

    @precondition(lambda self: not self.table.closed)
    @rule(picks=st.lists(st.integers(0, 10**6), min_size=8, max_size=8), times=st.integers(1, 12))
    def the_table_gets_what_it_waits_for(self, picks: list[int], times: int) -> None:
        """Moves of the kinds the table waits for."""
        for turn in range(times):
            move = wanted(self.table, _picker([p // (turn + 1) for p in picks]))
            if move is not None:
                self.apply(move)

    @precondition(lambda self: not self.table.closed)
    @rule(picks=st.lists(st.integers(0, 10**6), min_size=8, max_size=8))
    def anybody_does_anything(self, picks: list[int]) -> None:
        """Moves of any kind by anybody."""
        self.apply(anything(self.table, _picker(picks)))

    @invariant()
    def money_is_conserved(self) -> None:
        """Chips in are chips out."""
        if hasattr(self, "table"):
            assert self.table.state.balanced()
            assert all(p.chips >= 0 for p in self.table.state.people.players.values())

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        """The deck census."""
        if hasattr(self, "table"):
            assert census_holds(self.table)

    def teardown(self) -> None:
        """The moves rebuild every fact, and somebody can always go on."""
        if not hasattr(self, "table"):
            return
        again = replay(record(self.table))
        assert again.facts == self.table.facts
        assert [facts_for(again, v) for v in VIEWERS] == [facts_for(self.table, v) for v in VIEWERS]
        self.goes_on()

    def goes_on(self) -> None:
        """From wherever the storm left it, people who do what is asked bring the table to its next wagers."""
        for seat, name in enumerate(("ann", "bob", "cat"), 1):
            self.apply(m.Sit(by=name, box=seat))
            self.apply(m.BuyIn(by=name, cents=50_000_00))
        for turn in range(600):
            if self.table.closed or (m.Wager in self.table.waiting.may and not self.table.state.bets.bets):
                return
            asked = self.table.waiting
            assert asked.by, f"the table waits for nobody: {asked}"
            chance = random.Random(turn)
            move = wanted(self.table, _picker([chance.randrange(10**6) for _ in range(8)]))
            assert move is not None
            self.apply(move)
        raise AssertionError(f"stuck: {self.table.waiting}")


def _picker(numbers: list[int]):  # type: ignore[no-untyped-def]  # a closure over an iterator, used at once
    pool = iter(numbers * 50)
    return lambda n: next(pool) % n


EXAMPLES = int(os.environ.get("PITBOSS_STORM_EXAMPLES", "25"))


@pytest.mark.parametrize("game", list(GAMES))
def test_whatever_anybody_does_the_table_holds(game: str) -> None:
    """Money, cards, refusals, replay, and no way to get stuck."""
    machine: type[Storm] = type("Storm_" + game.replace("-", "_"), (Storm,), {"game": game})
    many = settings(
        max_examples=EXAMPLES,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking a storm takes minutes; run it by hand
    )
    run_state_machine_as_test(machine, settings=many)
