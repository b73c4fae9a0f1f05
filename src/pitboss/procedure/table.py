"""The table: a deterministic machine. Rules, roles and the moves so far make it; nothing else changes it."""

from collections.abc import Callable, Mapping

from pitboss.procedure import (
    double_attack_nj,
    double_attack_pa,
    double_back_jack_pa,
    double_deck_house,
    five_card_hi_lo_pa,
    irregularities,
    occasions,
    opening,
    people,
    refusals,
    shuffle_and_cut,
)
from pitboss.procedure import moves as m
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.state import HOUSE_DECIDES, Interrupt, Procedure, State, Wait
from pitboss.rules.rules import BlackjackRules, HiLoRules, Rules

PROCEDURES: Mapping[str, Callable[[State], Procedure[None]]] = {
    "pa-665a": double_attack_pa.game,
    "nj-26": double_attack_nj.game,
    "pa-673a": double_back_jack_pa.game,
    "dd-house": double_deck_house.game,
    "pa-663a": five_card_hi_lo_pa.game,
}

PEOPLE: dict[type[Move], Interrupt] = {
    m.Sit: people.sit,
    m.BuyIn: people.buy_in,
    m.Leave: people.leave,
    m.TakeBack: people.take_back,
    m.Wager: people.wager_too_late,
    m.TouchCards: people.touch_cards,
    m.PermitHandling: people.permit_handling,
    m.RackBatch: people.rack_batch,
    m.OfferCut: shuffle_and_cut.offer_cut,
    m.AskBurnCard: people.ask_burn_card,
    m.OrderReshuffle: people.order_reshuffle,
    m.OrderRecut: people.order_recut,
    m.TapIn: people.tap_in,
    m.PermitEntry: people.permit_entry,
    m.CloseTable: people.close_table,
    m.NoteCardAge: people.note_card_age,
    m.NoteNoActivity: people.note_no_activity,
    m.ChangeCards: people.change_cards,
    m.BeginGamingDay: opening.begin_gaming_day,
    m.ShufflerJammed: irregularities.shuffler_jammed,
}

BLACKJACK: dict[type[Move], Interrupt] = PEOPLE | {
    m.FoundFaceUp: irregularities.found_face_up,
    m.FoundTen: irregularities.found_ten,
    m.DrewInError: irregularities.drew_in_error,
    m.RefuseCard: irregularities.card_not_offered,
    m.AcceptCard: irregularities.card_not_offered,
    m.ReadHoleCard: irregularities.reader_misused,
    m.TurnHoleCard: irregularities.hole_card_turned_early,
    m.ReaderFailed: irregularities.reader_failed,
    m.ReaderRepaired: irregularities.reader_repaired,
    m.ShufflerFailed: irregularities.shuffler_failed,
    m.Hit: refusals.explain,
    m.Stand: refusals.explain,
    m.Double: refusals.explain,
    m.Split: refusals.explain,
    m.Surrender: refusals.explain,
}


class Table:
    """One table of one game. `apply` is the only way to change it."""

    def __init__(self, rules: Rules, by_hand: frozenset[str] = frozenset()) -> None:
        """A table under these rules; the roles in `by_hand` are taken by people, the others the house does itself."""
        if not isinstance(rules, BlackjackRules | HiLoRules):
            raise Malformed(f"no procedure deals {type(rules).__name__}")
        if unknown := by_hand - set(m.STAFF):
            raise Malformed(f"no role is called {', '.join(sorted(unknown))}; there are: {', '.join(m.STAFF)}")
        self.rules = rules
        self.moves: list[Move] = []
        interrupts = BLACKJACK if isinstance(rules, BlackjackRules) else PEOPLE
        self.state = State(rules, by_hand, interrupts, occasions.out_of_place)
        self._run = PROCEDURES[rules.document](self.state)
        self._broken: str | None = None
        self._closed = False
        self._wait = next(self._run)

    @property
    def facts(self) -> list[Fact]:
        """Everything that has happened, in order."""
        return self.state.facts

    @property
    def waiting(self) -> Wait:
        """Who may do what next."""
        return self._wait

    @property
    def closed(self) -> bool:
        """Whether the table has closed for good."""
        return self._closed

    def apply(self, move: Move) -> tuple[Fact, ...]:
        """Make a move: the facts that followed, or `Refused` and nothing changed."""
        if self._broken is not None:
            raise Broken(self._broken)
        move = m.checked(move)
        if self._closed:
            raise Refused("table/closed", f"the table is closed ({HOUSE_DECIDES})", (), "nothing")
        state = self.state
        before = len(state.facts)
        try:
            self._wait = self._run.send(move)
        except StopIteration:
            self._closed = True
            self._wait = Wait((), (), ())
        except Exception as error:
            self._broken = f"after {move!r}: {error!r}"
            raise Broken(self._broken) from error
        if state.refusal is not None:
            refusal, state.refusal = state.refusal, None
            refusal.now = self._wait.told_to(move.by)
            raise refusal
        self.moves.append(move)
        if not state.balanced():
            self._broken = f"after {move!r}: the chips at the table are not those that were bought"
            raise Broken(self._broken)
        return tuple(state.facts[before:])
