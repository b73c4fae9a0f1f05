"""The life of any table: when the shoe is done, rounds begun and ended, and its closing."""

from pitboss.procedure import facts
from pitboss.procedure.hands import Bets
from pitboss.procedure.moves import FLOORPERSON
from pitboss.procedure.shuffle_and_cut import open_stored_seals, retire_shoe
from pitboss.procedure.state import Phase, State
from pitboss.procedure.wagers import nobody_is_in_the_shoe
from pitboss.rules.subjects.shuffle_and_cut import Shuffling


def must_shuffle(t: State) -> bool:
    """Whether the shoe is done: cover card out, order given, cards due, dealer changed where he shuffles anew.

    And where nobody who is there may wager from it: no text says what then follows, so the house shuffles.
    """
    played = t.cards.rounds_from_shoe > 0
    return (
        ((t.cards.cover_card_at is not None or t.cards.ran_out) and played)
        or _as_few_left_as_lie_behind_a_cutting_card(t)
        or t.ready.reshuffle_ordered
        or t.ready.reshuffle_after_void is not None
        or t.ready.change_due
        or t.ready.idle
        or t.ready.closing
        or nobody_is_in_the_shoe(t)
        or (played and t.rules.shuffle.shuffling is Shuffling.CONTINUOUS and not t.ready.shuffler_set_aside)
        or (t.ready.new_dealer is not None and not t.rules.shuffle.burn_by_new_dealer)
    )


def _as_few_left_as_lie_behind_a_cutting_card(t: State) -> bool:
    """Without a cutting card the shoe is done after the round that goes beyond where one would lie."""
    rules = t.rules
    if rules.cards.cover_cards or t.cards.rounds_from_shoe == 0:
        return False
    return t.cards.shoe.remaining < rules.shuffle.cover_card_cards(rules.cards.stack_size(), rules.cards.deck_size())


def begin_round(t: State) -> None:
    """A new number, on the layout that was cleared for its wagers."""
    t.round += 1
    t.in_round = True
    t.phase = Phase.DEAL
    t.record(facts.RoundBegan((), t.round, t.rules.hash))


def end_round(t: State) -> None:
    """The round is over and on record, and every wager has been settled."""
    assert t.chips.on_layout == 0, f"{t.chips.on_layout} cents were left on the layout"
    t.in_round = False
    t.bets = Bets()
    t.cards.rounds_from_shoe += 1
    t.record(facts.RoundEnded((), t.round))


def close(t: State) -> None:
    """The table closes: cards out, seals opened, chips back to the players."""
    if t.cards.shoe.remaining or t.cards.rack.height:
        retire_shoe(t)
    open_stored_seals(t)
    t.phase = Phase.CLOSED
    for player in list(t.people.players.values()):
        t.record(facts.PlayerLeft((), player.name, player.chips))
        t.chips.bought -= player.chips
        del t.people.players[player.name]
    t.record(facts.TableClosed((), FLOORPERSON))
