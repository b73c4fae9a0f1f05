"""Cards drawn in error, in three texts: nobody gets an exposed one unasked, whoever refuses one draws no more."""

from collections.abc import Callable

import pytest

from pitboss.cards.discard_rack import Other
from pitboss.procedure.moves import DEALER, Move
from pitboss.procedure.views import view
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import BY_HAND, DBJ, NJ, PA, Story

HIDDEN = {PA: "PA 665a.13(b)", NJ: "NJ 26.15(c)", DBJ: "PA 673a.13(b)"}
EXPOSED = {PA: "PA 665a.13(c)", NJ: "NJ 26.15(e)", DBJ: "PA 673a.13(c)"}
FACE_UP = {PA: "PA 665a.13(a)", NJ: "NJ 26.15(a)", DBJ: "PA 673a.13(a)"}
OVERDRAW = {PA: "PA 665a.13(d)", NJ: "NJ 26.15(f)", DBJ: "PA 673a.13(d)"}
MISSED = {PA: "PA 665a.13(g)", NJ: "NJ 26.15(i)", DBJ: "PA 673a.13(h)"}
BET = 100_00
BOB = "KH 9S"  # who stands


def by_text(*clauses: dict[str, str]) -> pytest.MarkDecorator:
    """The test at each game whose text has these clauses."""
    games = [
        pytest.param(game, marks=pytest.mark.clause(*(each[game] for each in clauses)), id=game) for game in clauses[0]
    ]
    return pytest.mark.parametrize("game", games)


def at_table(game: str, ann: str, then: str, bob: str = BOB, up: str = "7D", hole: str = "KC") -> Story:
    """Ann at box 1 is to decide, bob at box 2 is next; a person deals and has 17 unless told otherwise."""
    return Story(game, up, hole, (ann, bob), then, by_hand=BY_HAND).wagers().until(m.Stand, 1)


def deal(s: Story) -> Story:
    """The dealer deals the card that is due."""
    s.dealer(m.Deal, to=s.table.waiting.box)
    return s


def expose(s: Story) -> str:
    """A card is drawn in error and everybody sees it."""
    (fact,) = (each for each in s.dealer(m.DrewInError, exposed=True) if isinstance(each, f.CardDrawnInError))
    assert fact.card is not None
    return fact.card


def dealt_to(s: Story, box: int, since: int = 0) -> list[str | None]:
    """The cards that went to a box, from a place in the record on."""
    return [fact.card for fact in s.table.facts[since:] if isinstance(fact, f.CardDealt) and fact.box == box]


# --- a card that is due, and lies exposed before it is dealt --------------------------------------------------------


def _hit(game: str) -> Story:
    return at_table(game, "5S 4H", "3C 2C").plays(m.Hit)


def _double(game: str) -> Story:
    return at_table(game, "5S 4H", "3C 2C").plays(m.Double, cents=BET)


def _split(game: str) -> Story:
    return at_table(game, "8S 8H", "3C 2C").plays(m.Split)


def _second_hand_of_a_split(game: str) -> Story:
    return deal(at_table(game, "8S 8H", "2D 3C 2C").plays(m.Split)).plays(m.Stand)


def _second_split_ace(game: str) -> Story:
    s = deal(at_table(game, "AS AH", "9D 3C 2C").plays(m.Split))
    return s.plays(m.Stand) if m.Stand in s.table.waiting.may else s


def _hand_after_a_double(game: str) -> Story:
    s = deal(at_table(game, "8S 8H", "2D 5D 3C 2C").plays(m.Split)).plays(m.Double, cents=BET)
    deal(s)
    return s.plays(m.Stand) if m.Stand in s.table.waiting.may else s


def _late_card(game: str) -> Story:
    s = at_table(game, "5S 4H", "3C 2C").plays(m.Hit)
    s.dealer(m.PassOver, box=1)
    return s.plays(m.TakeLateCard).plays(m.Stand)


def _second_chance(game: str) -> Story:
    s = deal(at_table(game, "KS 6H", "9D 3C 2C").plays(m.Hit))
    return s.plays(m.SecondChance)


CARDS_DUE = (_hit, _double, _split, _second_hand_of_a_split, _second_split_ace, _hand_after_a_double, _late_card)
DUE = [
    pytest.param(game, point, id=f"{game}-{point.__name__[1:]}", marks=pytest.mark.clause(EXPOSED[game]))
    for game in EXPOSED
    for point in (*CARDS_DUE, *((_second_chance,) if game == DBJ else ()))
]


@pytest.mark.parametrize(("game", "point"), DUE)
def test_a_player_gets_no_exposed_card_unasked_and_may_accept_it(game: str, point: Callable[[str], Story]) -> None:
    s = point(game)
    assert m.Deal in s.table.waiting.may
    card, since = expose(s), len(s.table.facts)
    assert view(s.table, "bob").exposed_cards == (card,)
    deal(s)
    waiting = s.table.waiting
    assert (waiting.by, waiting.box, waiting.may) == (("ann",), 1, (m.AcceptCard, m.RefuseCard))
    assert waiting.clauses == (EXPOSED[game],)
    for move in (m.RefuseCard(by="bob", box=2), m.AcceptCard(by="bob", box=1), m.AcceptCard(by="ann", box=2)):
        s.refused(move)
    s.plays(m.AcceptCard)
    assert dealt_to(s, 1, since)[0] == card
    assert s.last(f.CardAccepted).clauses == (EXPOSED[game],)
    s.until()
    assert not s.facts(f.CardUnused)


@pytest.mark.parametrize(("game", "point"), DUE)
def test_or_refuse_it_and_then_has_no_more_cards_at_all(game: str, point: Callable[[str], Story]) -> None:
    s = point(game)
    card, since = expose(s), len(s.table.facts)
    deal(s).plays(m.RefuseCard)
    assert s.last(f.CardRefused).clauses == (EXPOSED[game],)
    while s.table.state.in_round:
        if s.table.waiting.by == ("ann",):
            assert set(s.table.waiting.may) <= {m.Stand, m.Surrender}
        s.do(s._usual())
    assert dealt_to(s, 1, since) == []
    assert s.last(f.CardUnused).card == card, "bob stood and the dealer has 17"


@by_text(EXPOSED)
def test_a_double_down_wager_whose_card_is_refused_stays_on_the_hand(game: str) -> None:
    s = _double(game)
    expose(s)
    deal(s).plays(m.RefuseCard).until()
    assert s.won("ann") == -2 * BET, "9 loses to 17, and no clause gives the wager back"


@pytest.mark.clause("PA 673a.13(c)")
def test_a_second_chance_wager_whose_card_is_refused_is_lost_with_the_hand() -> None:
    s = _second_chance(DBJ)
    expose(s)
    deal(s).plays(m.RefuseCard).until()
    assert s.won("ann") == -2 * BET


@pytest.mark.clause("PA 673a.13(c)")
def test_whoever_is_offered_a_second_chance_may_refuse_the_card_that_lies_there() -> None:
    s = deal(at_table(DBJ, "KS 6H", "9D 3C 2C").plays(m.Hit))
    assert set(s.table.waiting.may) == {m.SecondChance, m.NoSecondChance}
    expose(s)
    assert set(s.table.waiting.may) == {m.SecondChance, m.NoSecondChance, m.RefuseCard}
    s.plays(m.RefuseCard)
    assert s.won("ann") == -BET
    assert s.table.waiting.box == 2
    assert s.blackjack.no_more_cards == {"ann"}


@by_text(EXPOSED)
@pytest.mark.parametrize("kind", [m.Hit, m.Double, m.Split])
def test_whoever_asks_for_a_card_as_it_lies_there_has_accepted_it(game: str, kind: type[Move]) -> None:
    s = at_table(game, "8S 8H", "2C 3C")
    card = expose(s)
    deal(s.plays(kind, **({"cents": BET} if kind is m.Double else {})))
    assert s.hand(1).cards[-1].code == card
    assert not s.facts(f.CardAccepted)


@by_text(EXPOSED)
def test_but_one_who_was_passed_over_is_asked_again_when_the_late_card_comes(game: str) -> None:
    s = at_table(game, "5S 4H", "3C 2C")
    card = expose(s)
    s.plays(m.Hit).dealer(m.PassOver, box=1)
    s.plays(m.TakeLateCard)
    assert m.RefuseCard in s.table.waiting.may, "bob is asked first"
    s.plays(m.RefuseCard)
    if s.table.waiting.by == ("bob",):
        s.plays(m.Stand)
    deal(s)
    assert (s.table.waiting.by, s.table.waiting.may) == (("ann",), (m.AcceptCard, m.RefuseCard))
    s.plays(m.AcceptCard)
    assert s.hand(1).cards[-1].code == card


@by_text(EXPOSED, MISSED)
def test_of_two_cards_that_lie_there_it_is_the_first_that_was_asked_for(game: str) -> None:
    s = at_table(game, "5S 4H", "3C 2C")
    card, _ = expose(s), expose(s)
    s.plays(m.Hit).dealer(m.PassOver, box=1)
    s.plays(m.TakeLateCard)
    while s.table.waiting.by == ("bob",):
        s.plays(m.RefuseCard if m.RefuseCard in s.table.waiting.may else m.Stand)
    deal(s)
    assert (s.table.waiting.by, s.table.waiting.may) == (("ann",), (m.AcceptCard, m.RefuseCard))
    s.plays(m.AcceptCard)
    assert s.hand(1).cards[-1].code == card


# --- a refusal binds the player -------------------------------------------------------------------------------------


@by_text(EXPOSED, MISSED)
def test_one_who_refused_gets_no_late_card_either(game: str) -> None:
    s = deal(at_table(game, "8S 8H", "2D 3D 4C 5C").plays(m.Split)).plays(m.Hit)
    s.dealer(m.PassOver, box=1)
    deal(s.plays(m.TakeLateCard))
    assert s.table.waiting.hand == 2
    card, since = expose(s), len(s.table.facts)
    s.plays(m.RefuseCard).until()
    assert dealt_to(s, 1, since) == []
    sizes = {(fact.box, fact.hand): fact.cards for fact in s.facts(f.CardsDiscarded)}
    assert (sizes[1, 1], sizes[1, 2]) == (2, 2)
    assert s.last(f.CardUnused).card == card


@pytest.mark.clause("PA 673a.13(c)", "PA 673a.13(h)")
def test_nor_a_late_second_chance_card() -> None:
    s = deal(at_table(DBJ, "8S 8H", "KD 9C 3D 4C 5C").plays(m.Split)).plays(m.Hit)
    deal(s).plays(m.SecondChance).dealer(m.PassOver, box=1)
    deal(s.plays(m.TakeLateCard))
    expose(s)
    since = len(s.table.facts)
    s.plays(m.RefuseCard).until()
    assert dealt_to(s, 1, since) == []
    lost = [(x.wager, x.hand) for x in s.facts(f.WagerCollected)]
    assert ("second-chance", 1) in lost
    assert ("bet", 1) in lost


@by_text(EXPOSED)
def test_it_binds_every_box_of_the_player_and_nobody_elses(game: str) -> None:
    s = Story(game, "7D", "KC", ("5S 4H", "6S 4C", "7S 3H"), "2C 3C 4C", sets={"boxes_per_player": 2})
    s.do(m.Leave(by="bob"))
    for name, box in (("ann", 1), ("ann", 2), ("cat", 3)):
        s.do(m.Wager(by=name, box=box, cents=BET))
    for name in ("ann", "cat"):
        s.do(m.Ready(by=name))
    for name, box in (("ann", 1), ("ann", 2), ("cat", 3)):
        if m.NoAttack in s.table.waiting.may:
            s.do(m.NoAttack(by=name, box=box))
    card = expose(s)
    s.do(m.RefuseCard(by="ann", box=1))
    for box in (1, 2):
        if s.table.waiting.box == box:  # there is nothing to decide but to stand or surrender
            assert set(s.table.waiting.may) <= {m.Stand, m.Surrender}
            assert s.refused(m.Hit(by="ann", box=box)).clauses == (EXPOSED[game],)
            s.do(m.Stand(by="ann", box=box))
    s.do(m.Hit(by="cat", box=3))
    assert s.hand(3).cards[-1].code == card
    assert m.Hit in s.table.waiting.may, "cat has refused nothing"
    s.do(m.Stand(by="cat", box=3))
    sizes = {fact.box: fact.cards for fact in s.facts(f.CardsDiscarded)}
    assert (sizes[1], sizes[2], sizes[3]) == (2, 2, 3)


@by_text(EXPOSED)
def test_and_ends_with_the_round(game: str) -> None:
    s = at_table(game, "5S 4H", "3C 2C")
    expose(s)
    s.plays(m.RefuseCard).until()
    assert not s.table.state.in_round
    s.wagers().until(m.Hit, 1)
    assert s.table.state.round == 2
    s.plays(m.Hit)
    s.do(m.Deal(by=DEALER, to=1))
    assert len(s.hand(1).cards) == 3, "who refused a card in the round before draws in this one"


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.clause(EXPOSED[game]), id=game) for game in (PA, NJ)]
)
def test_a_doubled_hand_that_waits_may_refuse_for_the_hand_beside_it(game: str) -> None:
    s = Story(game, "7D", "KC", ("8S 8H", BOB), "2D 5D 3C 2C").wagers().until(m.Stand, 1)
    s.plays(m.Split).plays(m.Double, cents=BET)
    assert set(s.table.waiting.may) == {m.Stand, m.Surrender}, "the doubled hand has its card"
    expose(s)
    assert m.RefuseCard in s.table.waiting.may, "the next card would go to the other hand"
    s.plays(m.RefuseCard, m.Stand)
    assert (s.table.waiting.by, s.table.waiting.hand) == (("ann",), 2)
    assert len(s.hand(1, 2).cards) == 1
    alone = Story(game, "7D", "KC", ("5S 4H", BOB), "5D 3C 2C").wagers().until(m.Stand, 1).plays(m.Double, cents=BET)
    expose(alone)
    assert m.RefuseCard not in alone.table.waiting.may, "a doubled hand gets no card that it could refuse"


# --- several cards --------------------------------------------------------------------------------------------------


@by_text(HIDDEN, EXPOSED)
def test_cards_drawn_in_error_are_used_in_the_order_drawn_hidden_or_not(game: str) -> None:
    s = Story(game, "7D", "KC", ("2S 2H", BOB), "3C 4C 5C").wagers().until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=False)
    assert s.last(f.CardDrawnInError).clauses == (HIDDEN[game],)
    assert expose(s) == "4C"
    assert s.last(f.CardDrawnInError).clauses == (EXPOSED[game],)
    assert view(s.table, "ann").exposed_cards == ("4C",)
    assert m.RefuseCard not in s.table.waiting.may, "the next card is the one nobody saw"
    s.plays(m.Hit)
    assert s.hand(1).cards[-1].code == "3C"
    assert m.RefuseCard in s.table.waiting.may
    s.plays(m.Hit)
    assert s.hand(1).cards[-1].code == "4C"
    s.plays(m.Hit)
    assert s.hand(1).cards[-1].code == "5C"


@by_text(EXPOSED)
def test_an_exposed_card_is_in_the_rack_before_the_dealer_who_stands_settles(game: str) -> None:
    s = at_table(game, "KS 9H", "2C 3C")
    expose(s)
    s.until(m.SettleBox)
    assert [fact.card for fact in s.facts(f.CardUnused)] == ["2C"]
    assert not s.blackjack.held


@by_text(EXPOSED)
def test_under_a_dealer_blackjack_it_goes_to_the_rack_before_the_hands_are_picked_up(game: str) -> None:
    s = Story(game, "AD", "KC", ("KS 9H", BOB), "2C").wagers().until(m.NoInsurance)
    s.dealer(m.DrewInError, exposed=True)
    s.until()
    assert [fact.card for fact in s.facts(f.CardUnused)] == ["2C"]
    labels = [group.label for group in s.table.state.cards.rack.groups]
    assert [type(label).__name__ for label in labels[-4:]] == ["Other", "PlayerHand", "PlayerHand", "DealerHand"]
    assert labels[-4] == Other("drawn in error", 1)


@by_text(EXPOSED)
def test_exposed_cards_that_nobody_uses_go_to_the_rack_and_hidden_ones_stay_next(game: str) -> None:
    s = Story(game, "7D", "KC", ("KS 9H", BOB), "2C 3C 4C 5C").wagers().until(m.Stand, 1)
    for exposed in (True, False, True, False):
        s.dealer(m.DrewInError, exposed=exposed)
    s.until()
    assert [fact.card for fact in s.facts(f.CardUnused)] == ["2C", "4C"]
    assert {fact.clauses for fact in s.facts(f.CardUnused)} == {(EXPOSED[game],)}
    assert [drawn.card.code for drawn in s.blackjack.held] == ["3C", "5C"]
    s.wagers()
    later = [fact.card for fact in s.facts(f.CardDealt)]
    assert later[later.index("KC") + 1 :][:2] in (["3C", "5C"], ["3C"])


@by_text(FACE_UP, HIDDEN)
def test_a_card_found_face_up_while_one_is_held_goes_to_the_rack_and_the_held_one_stays_next(game: str) -> None:
    s = Story(game, "7D", "KC", ("2S 2H", BOB), "3C 4C 5C").wagers().until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=False)
    s.dealer(m.FoundFaceUp)
    assert (s.last(f.CardFoundFaceUp).card, s.last(f.CardFoundFaceUp).clauses) == ("4C", (FACE_UP[game],))
    s.plays(m.Hit, m.Hit)
    assert [card.code for card in s.hand(1).cards[2:]] == ["3C", "5C"]


@by_text(OVERDRAW)
def test_a_dealer_who_stands_and_draws_racks_that_card_and_not_the_one_held(game: str) -> None:
    s = at_table(game, "KS 9H", "3C 4C 5C")
    s.dealer(m.DrewInError, exposed=False)
    s.until(m.SettleBox)
    s.dealer(m.DrewInError, exposed=True)
    assert (s.last(f.CardUnused).card, s.last(f.CardUnused).clauses) == ("4C", (OVERDRAW[game],))
    assert [drawn.card.code for drawn in s.blackjack.held] == ["3C"]


# --- what orders that such a card is dealt --------------------------------------------------------------------------


@by_text(HIDDEN, EXPOSED)
@pytest.mark.parametrize("exposed", [False, True])
def test_it_goes_to_a_player_by_what_gives_them_a_card_and_by_the_paragraph_on_such_cards(
    game: str, exposed: bool
) -> None:
    s, usual = (Story(game, "7D", "KC", ("2S 2H", BOB), "3C 4C").wagers().until(m.Stand, 1) for _ in range(2))
    s.dealer(m.DrewInError, exposed=exposed)
    by = [each.plays(m.Hit).last(f.CardDealt).clauses for each in (s, usual, s)]
    assert by == [(*by[1], (EXPOSED if exposed else HIDDEN)[game]), by[1], by[1]], "the card after it is none such"


@by_text(EXPOSED)
def test_one_that_was_refused_goes_to_a_dealer_who_draws(game: str) -> None:
    s, usual = (at_table(game, "KS 9H", "3C 4C", up="5D") for _ in range(2))
    expose(s)
    s.plays(m.RefuseCard)
    drawn = [[one for one in each.until().facts(f.CardDealt) if not one.box][-2:] for each in (s, usual)]
    assert [[one.card for one in cards] for cards in drawn] == [["KC", "3C"], ["KC", "3C"]]
    assert [one.clauses for one in drawn[0]] == [drawn[1][0].clauses, (*drawn[1][1].clauses, EXPOSED[game])]


@by_text(HIDDEN, EXPOSED)
@pytest.mark.parametrize("exposed", [False, True])
def test_and_a_dealer_in_person_deals_it_to_himself_as_he_would_the_next_of_the_shoe(game: str, exposed: bool) -> None:
    s = at_table(game, "KS 9H", "3C 4C", up="5D")
    s.dealer(m.DrewInError, exposed=exposed)
    s.plays(*((m.RefuseCard,) if exposed else ()), m.Stand).until(m.TurnHoleCard).dealer(m.TurnHoleCard)
    assert (s.table.waiting.by, s.table.waiting.may) == ((DEALER,), (m.Deal,)), "it waits for his hand"
    assert s.refused(m.Deal(by=DEALER, to=1)).code == "deal/out-of-order"
    s.dealer(m.Deal, to=0)
    assert (s.last(f.CardDealt).card, s.last(f.CardDealt).box) == ("3C", 0)


@pytest.mark.clause("NJ 26.15(e)", "NJ 26.7(g)")
def test_or_is_the_second_card_of_a_dealer_who_has_no_hole_card() -> None:
    s = Story(NJ, "7D", "KC", ("KS 9H", BOB), readings={}).wagers().until(m.Stand, 1)
    assert expose(s) == "KC"
    s.plays(m.RefuseCard).until()
    (second,) = [fact for fact in s.facts(f.CardDealt) if fact.box == 0 and fact.card == "KC"]
    assert second.clauses == ("NJ 26.7(g)", "NJ 26.15(e)")


@pytest.mark.clause("PA 673a.13(c)")
def test_or_is_a_second_chance_card() -> None:
    s, usual = (_second_chance(DBJ) for _ in range(2))
    expose(s)
    deal(s).plays(m.AcceptCard)
    deal(usual)
    assert s.last(f.CardDealt).clauses == (*usual.last(f.CardDealt).clauses, "PA 673a.13(c)")


# --- before the first two cards are out -----------------------------------------------------------------------------


@by_text(EXPOSED)
@pytest.mark.parametrize("reading", ["next-card", "discarded"])
def test_a_card_exposed_in_the_first_deal_is_next_or_discarded_by_the_reading(game: str, reading: str) -> None:
    kind = {"by_hand": BY_HAND, "readings": {"exposed-early": reading}}
    s = Story(game, "7D", "KC", ("2S 2H", BOB), "3C", **kind).wagers().until(m.Deal, 2)
    card, since, rack = expose(s), len(s.table.facts), s.table.state.cards.rack.height
    deal(s)
    if reading == "next-card":
        assert dealt_to(s, 2, since) == [card]
    else:
        unused = s.last(f.CardUnused)
        assert (unused.card, unused.clauses) == (card, (EXPOSED[game],))
        assert s.table.state.cards.rack.height == rack
        assert isinstance(s.table.state.cards.rack.groups[-1].label, Other)
        assert dealt_to(s, 2, since) not in ([], [card])


@by_text(EXPOSED)
def test_when_only_the_hole_card_is_due_one_text_waits_for_it_and_two_speak_already(game: str) -> None:
    kind = {
        "by_hand": BY_HAND,
        "readings": {"exposed-early": "discarded"} | ({"nj-hole-card": "unread"} if game == NJ else {}),
    }
    s = Story(game, "7D", "KC", ("2S 2H", BOB), "3C", **kind).wagers().until(m.Deal, 2)
    s.dealer(m.Deal, to=2)
    s.until(m.Deal, 2).dealer(m.Deal, to=2)
    assert (s.table.waiting.by, s.table.waiting.box) == ((DEALER,), 0)
    expose(s)
    assert bool(s.facts(f.CardUnused)) is (game == PA), "only 665a.13(c) names the dealer beside the players"


@by_text(EXPOSED)
def test_before_the_wagers_are_closed_no_card_is_exposed(game: str) -> None:
    s = Story(game, "7D", "KC", ("2S 2H",))
    assert s.refused(m.DrewInError(by=DEALER, exposed=True)).clauses == (EXPOSED[game],)


@by_text(EXPOSED)
def test_who_refused_an_exposed_card_draws_again_in_the_next_round(game: str) -> None:
    s = _hit(game)
    expose(s)
    deal(s).plays(m.RefuseCard).until()
    s.wagers().until(m.Stand, 1)
    assert m.Hit in s.table.waiting.may
    assert s.blackjack.no_more_cards == set()


@by_text(HIDDEN)
def test_with_the_rest_of_the_shoe_a_card_drawn_in_error_comes_first_as_it_was_to_be_dealt_first(game: str) -> None:
    s = Story(game, "9S", "8C", ("KH 9D",), "2C 3C").wagers().until()
    first = s.table.state.cards.shoe.remaining
    s.dealer(m.DrewInError, exposed=False)
    drawn = s.last(f.CardDrawnInError).card
    rest = s.table.state.take_rest()
    assert (len(rest), rest[0].code) == (first, drawn)
