"""Practice players: they bet, decide by a strategy or by whim, and do what players do that they may not."""

from collections.abc import Callable, Iterator

from pitboss.cards.bits import Bits, draw_below
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.state import Phase
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.school.family_school import school_of

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
BUY_IN_BETS = 400
BET_MOST = 9  # so many times the least, and a few chips more: sums that nobody knows by heart
SIDE_BETS_OF = 3  # one in so many players makes each side wager

Strategy = Callable[[Table], Move]  # what whoever is asked does now


class PracticePlayers:
    """Everybody on the other side of the table, by seed."""

    def __init__(self, bits: Bits, boxes: int, strategy: Strategy | None = None, unruly: int = 0) -> None:
        """At so many boxes; of a hundred steps of the house about `unruly` meet somebody who does what none may."""
        self.bits = bits
        self.boxes = boxes
        self.strategy = strategy
        self.unruly = unruly

    @property
    def names(self) -> tuple[str, ...]:
        """Who they are; whoever else sits there acts for themselves."""
        return NAMES[: self.boxes]

    def pick(self, below: int) -> int:
        """One of so many."""
        return draw_below(self.bits, below)

    def asked(self, table: Table) -> list[str]:
        """Those of them whom the table waits for; while wagers are taken, those who are not ready."""
        waiting, state = table.waiting, table.state
        if m.Wager in waiting.may:
            seated = (player.name for player in state.people.seated())
            return [name for name in seated if name in self.names and name not in state.bets.ready]
        return [name for name in waiting.by if name in self.names]

    def arrive(self, table: Table) -> list[Move]:
        """Everybody sits down and buys chips."""
        positions = table.rules.layout.positions
        if not 1 <= self.boxes <= positions:
            raise RulesError(f"{table.rules.game} has boxes 1 to {positions}, not {self.boxes}")
        chips = table.rules.wagers.table_minimum_cents * BUY_IN_BETS
        return [
            move
            for box, name in enumerate(self.names, 1)
            for move in (m.Sit(by=name, box=box), m.BuyIn(by=name, cents=chips))
        ]

    def answers(self, table: Table) -> Iterator[Move]:
        """What the players try now, in this order: the first that the table takes is what they do."""
        state, waiting = table.state, table.waiting
        if m.Wager in waiting.may:
            yield from self._before_the_deal(table)
            return
        asked = self.asked(table)
        if not asked:
            return
        by = asked[0]
        if m.ViewSpread in waiting.may:
            yield m.ViewSpread(by=by)
        if m.Cut in waiting.may:
            if m.RefuseCut in waiting.may and self.pick(3) == 0:
                yield m.RefuseCut(by=by)
            yield m.Cut(by=by, position=state.rules.shuffle.usual_cut(len(state.cards.to_shuffle)))
        yield from school_of(table.rules).players_first(state, by)
        if self.strategy is not None and (chosen := self.strategy(table)).by in self.names:
            yield chosen
        if self.pick(2):
            kind = waiting.may[self.pick(len(waiting.may))]
            yield from self._of_kind(table, kind, by)
        yield from _as_the_house_would(table, by)
        for kind in waiting.may:
            yield from self._of_kind(table, kind, by)

    def _before_the_deal(self, table: Table) -> Iterator[Move]:
        """One who has not wagered wagers; one who has may make a side wager, and is ready."""
        state = table.state
        for player in state.people.seated():
            box = player.seat or 1
            if player.name in state.bets.ready or player.name not in self.names:
                continue
            placed = player.name in state.bets.bets.get(box, {})
            if not placed:
                yield from self._bets(table, player.name, box)
            for kind in state.rules.side_wagers if placed else ():
                if (box, player.name, kind.id) not in state.bets.side and self.pick(SIDE_BETS_OF) == 0:
                    cents = kind.minimum_cents * (1 + self.pick(5))
                    yield m.Wager(by=player.name, box=box, cents=cents, wager=kind.id)
            yield m.Ready(by=player.name)

    def _bets(self, table: Table, name: str, box: int) -> Iterator[Move]:
        wagers = table.rules.wagers
        for usual in table.state.family.usual_wagers(table.state, name, box):
            if isinstance(usual, m.Wager):
                odd = wagers.chip_unit_cents * self.pick(20)
                cents = min(usual.cents * (1 + self.pick(BET_MOST)) + odd, wagers.table_maximum_cents)
                yield m.Wager(by=name, box=box, cents=cents, wager=usual.wager)
            yield usual

    def _of_kind(self, table: Table, kind: type[Move], by: str) -> Iterator[Move]:
        """Moves of one kind at every box where they could be meant, with an amount where they have one."""
        state, waiting = table.state, table.waiting
        own = [box.number for box in state.boxes.values() if by in box.bettors]
        fields = set(kind.__struct_fields__) - {"by", "hands", "keep_on_new_hand"}
        tag = str(kind.__struct_config__.tag)
        ranges = {name: (least, most) for name, least, most in state.family.amounts(state, waiting, by)}
        for box in (waiting.box,) if waiting.box else own:
            values: dict[str, object] = {"box": box} if "box" in fields else {}
            if "cents" in fields:
                least, most = ranges.get(f"{tag}:{box}") or ranges.get(tag) or (0, 0)
                values["cents"] = most if self.pick(3) else least
            if "cover" in fields:
                values["cover"] = self.pick(2) == 0
            if fields <= values.keys():
                yield kind(by=by, **values)

    def disturbance(self, table: Table) -> Move | None:
        """What somebody does just now who may not: a wager after the first card, a hand on the cards or the chips."""
        state = table.state
        if not state.in_round or state.phase is Phase.BETTING or self.pick(100) >= self.unruly:
            return None
        boxes = [box for box in state.boxes.values() if box.decides in self.names]
        if not boxes:
            return None
        box = boxes[self.pick(len(boxes))]
        least = table.rules.wagers.table_minimum_cents
        tried: tuple[Move, ...] = (
            m.Wager(by=box.decides, box=box.number, cents=least * (1 + self.pick(5))),
            m.TouchCards(by=box.decides),
            m.TakeBack(by=box.decides, box=box.number),
            m.AskBurnCard(by=box.decides),
        )
        return tried[self.pick(len(tried))]


def _as_the_house_would(table: Table, by: str) -> Iterator[Move]:
    """What the house does for somebody who stays away: always lawful, and nothing is wagered by it."""
    state, waiting = table.state, table.waiting
    for kind, _, answer in state.family.absence:
        if kind in waiting.may:
            for box in (waiting.box,) if waiting.box else tuple(state.boxes):
                yield answer(state, by, box)
    if m.Ready in waiting.may:
        yield m.Ready(by=by)


def first_taken(table: Table, tried: Iterator[Move]) -> Move | None:
    """The first of some moves that the table takes, made."""
    for move in tried:
        try:
            table.apply(move)
        except Refused:
            continue
        return move
    return None
