"""What an evening brings beside its rounds: a spoken wager, two at one box, an order of the floor, nobody at all."""

from collections import deque
from collections.abc import Callable, Iterator

from pitboss.procedure import moves as m
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.state import Phase
from pitboss.procedure.table import Table
from pitboss.rules.subjects.shuffle_and_cut import Shuffling

ONE_IN = 16  # of so many moments between rounds one brings something
DESERTED_ONE_IN = 12  # while no wager lies there yet
BUY_IN_BETS = 400
NEW_DEALER = "another dealer"
NO_OCCASION = (m.Sit, m.BuyIn, m.Leave, m.Consent)  # what nobody of the house has to do anything about

Pick = Callable[[int], int]
Brings = Callable[[Table, Pick], Iterator[Move]]


def _undecided(table: Table) -> list[tuple[str, int]]:
    """Who sits here and has not wagered yet, each with the box."""
    state = table.state
    return [
        (player.name, player.seat)
        for player in state.people.seated()
        if player.seat is not None and player.name not in state.bets.ready and not state.bets.boxes_of(player.name)
    ]


def _spoken(table: Table, pick: Pick) -> Iterator[Move]:
    """Somebody wagers cash by word, which the house confirms."""
    for name, box in _undecided(table)[:1]:
        yield m.Wager(by=name, box=box, cents=table.rules.wagers.table_minimum_cents * (1 + pick(4)), verbal=True)


def _shared(table: Table, pick: Pick) -> Iterator[Move]:
    """Somebody lets another wager on the box too."""
    waiting, least = _undecided(table), table.rules.wagers.table_minimum_cents
    if len(waiting) > 1:
        (first, box), (other, _) = waiting[0], waiting[-1]
        yield m.Wager(by=first, box=box, cents=least * (1 + pick(4)))
        yield m.Consent(by=first, box=box, player=other)
        yield m.Wager(by=other, box=box, cents=least * (1 + pick(4)))


def _deserted(table: Table, pick: Pick) -> Iterator[Move]:
    """Everybody goes; the cards lie spread until people come back, one of whom may ask to see more of them."""
    seated = [(player.name, player.seat) for player in table.state.people.seated() if player.seat is not None]
    provided = table.state.law.idle_spread and table.rules.shuffle.shuffling is not Shuffling.CONTINUOUS
    if not seated or not provided:
        return
    chips = table.rules.wagers.table_minimum_cents * BUY_IN_BETS
    yield from (m.Leave(by=name) for name, _ in seated)
    yield m.NoteNoActivity(by=DEALER, face_up=pick(2) == 0)
    for name, box in seated:
        yield m.Sit(by=name, box=box)
        yield m.BuyIn(by=name, cents=chips)
    asks: tuple[Move, ...] = (m.AskFaceUp(by=seated[0][0]), m.AskInspection(by=seated[0][0]))
    yield asks[pick(2)]


def _old_cards(table: Table, pick: Pick) -> Iterator[Move]:
    yield m.NoteCardAge(by=FLOORPERSON, hours=table.rules.cards.changed_every_hours or 24)


def _ordered(*orders: Move) -> Brings:
    return lambda table, pick: iter((orders[pick(len(orders))],))


BRINGS: tuple[Brings, ...] = (
    _spoken,
    _shared,
    _old_cards,
    _ordered(m.TapIn(by=FLOORPERSON, dealer=NEW_DEALER), m.TapIn(by=FLOORPERSON, dealer="a third dealer")),
    _ordered(m.ChangeCards(by=FLOORPERSON), m.BeginGamingDay(by=FLOORPERSON), m.OrderReshuffle(by=FLOORPERSON)),
    _ordered(m.PermitEntry(by=FLOORPERSON, player="Ann"), m.LimitSharedBoxes(by=FLOORPERSON, boxes=1)),
)


class Evening:
    """One evening, by chance."""

    def __init__(self, pick: Pick) -> None:
        self._pick = pick
        self._next: deque[Move] = deque()

    def next(self, table: Table) -> Move | None:
        """What happens now beside what is due; mostly nothing."""
        waiting, pick = table.waiting, self._pick
        if self._next:
            return self._next.popleft()
        if m.ReceiveDecks in waiting.may and pick(2):
            return m.ReceiveDecks(by=DEALER, preshuffled=True)
        if m.OrderRecut in waiting.may and pick(4) == 0:
            return m.OrderRecut(by=FLOORPERSON, by_last_cutter=pick(2) == 0)
        if m.Shuffle in waiting.may and table.state.law.tap_out_work and pick(8) == 0:
            return m.TapIn(by=FLOORPERSON, dealer=NEW_DEALER)
        if m.RefuseCut in waiting.may and pick(4) == 0:
            return m.OfferCut(by=DEALER)
        if table.state.phase is Phase.BETTING and m.Wager in waiting.may:
            if not table.state.bets.bets and pick(DESERTED_ONE_IN) == 0:
                self._next.extend(_deserted(table, pick))
            elif pick(ONE_IN) == 0:
                self._next.extend(BRINGS[pick(len(BRINGS))](table, pick))
        return self._next.popleft() if self._next else None
