"""What is ordered, said or laid down between rounds: each by the clause that orders just that, and refused truly."""

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.law import Citation
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA, NJ, DBJ = "double-attack-pa", "double-attack-nj", "double-back-jack-pa"
DD, HI_LO = "double-deck-house", "five-card-hi-lo-pa"
ALL = (DEALER, FLOORPERSON)
ANN: dict[str, Any] = {"by": "ann", "box": 1}
RECUT, RESHUFFLE = m.OrderRecut(by=FLOORPERSON), m.OrderReshuffle(by=FLOORPERSON)


def until(kind: type[Move], game: str, **how: Any) -> Scene:
    """Through the opening, every step by hand, until the table waits for a move."""
    scene = Scene(game, players=2, by_hand=ALL, **how).sit()
    while kind not in scene.table.waiting.may:
        if m.Cut in scene.table.waiting.may and kind is not m.Cut and scene.table.waiting.by != (DEALER,):
            scene.do(m.Cut(by=scene.table.waiting.by[0], position=26 if game == DD else 100))
        else:
            scene.usual_step()
    return scene


# --- recut and reshuffle ---------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.5(e)", "PA 673a.5(e)", "NJ 26.4(f)")
@pytest.mark.parametrize(("game", "by"), [(PA, "PA 665a.5(e)"), (DBJ, "PA 673a.5(e)"), (NJ, "NJ 26.4(f)")])
def test_cards_that_were_cut_are_recut_before_the_cover_card_is_in_too(game: str, by: str) -> None:
    scene = until(m.PlaceCoverCard, game)
    ordered = scene.do(RECUT)
    assert [(fact.recut_by, fact.clauses) for fact in ordered if isinstance(fact, f.RecutOrdered)] == [("ann", (by,))]
    again = scene.refused(RECUT)
    assert (again.sentence, again.clauses) == ("cut comes first", (by,))
    scene.do(m.Cut(by="ann", position=50))
    assert scene.table.state.cards.sealed is not None
    assert scene.table.state.cards.sealed.cut == 150
    scene.usual_step()
    assert m.LoadShoe in scene.table.waiting.may


@pytest.mark.clause("PA 665a.5(e)", "PA 673a.5(e)", "NJ 26.7(c)")
@pytest.mark.parametrize(
    ("game", "code", "by"),
    [
        (PA, "recut/too-late", "PA 665a.5(e)"),
        (DBJ, "recut/too-late", "PA 673a.5(e)"),
        (NJ, "recut/burn-first", "NJ 26.7(c)"),
    ],
)
def test_once_the_cards_are_in_the_shoe_it_is_too_late_or_the_burn_comes_first(game: str, code: str, by: str) -> None:
    refusal = until(m.BurnCard, game).refused(RECUT)
    assert (refusal.code, refusal.clauses) == (code, (by,))


@pytest.mark.clause("PA 665a.5(f)", "PA 673a.5(f)", "NJ 26.4(g)")
@pytest.mark.parametrize(("game", "by"), [(PA, "PA 665a.5(f)"), (DBJ, "PA 673a.5(f)"), (NJ, "NJ 26.4(g)")])
@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        (m.ReceiveDecks, "the cards are about to be shuffled"),
        (m.Shuffle, "the cards are about to be shuffled"),
        (m.Cut, "the cards are shuffled and not in the shoe yet"),
        (m.PlaceCoverCard, "the cards are shuffled and not in the shoe yet"),
    ],
)
def test_a_reshuffle_is_ordered_of_cards_in_the_shoe(game: str, by: str, stage: type[Move], sentence: str) -> None:
    refusal = until(stage, game).refused(RESHUFFLE)
    assert (refusal.code, refusal.sentence, refusal.clauses) == ("reshuffle/under-way", sentence, (by,))


@pytest.mark.clause("PA 665a.5(f)")
def test_of_cards_just_put_into_it_too() -> None:
    scene = until(m.BurnCard, PA)
    assert isinstance(scene.do(RESHUFFLE)[-1], f.ReshuffleOrdered)
    scene.dealer(m.BurnCard)
    assert m.Shuffle in scene.table.waiting.may


# --- a continuous shuffler -------------------------------------------------------------------------------------------

CONTINUOUS = pytest.mark.parametrize(
    ("game", "chapter"),
    [
        pytest.param(PA, "PA 665a", marks=pytest.mark.clause("PA 665a.5(h)", "PA 665a.5(a)")),
        pytest.param(DBJ, "PA 673a", marks=pytest.mark.clause("PA 673a.5(h)", "PA 673a.5(a)")),
    ],
)


@CONTINUOUS
@pytest.mark.parametrize(
    "move",
    [
        RECUT,
        m.OrderRecut(by="ann"),
        m.OfferCut(by=DEALER, player="ann"),
        m.Cut(by="ann", position=30),
        m.RefuseCut(by="ann"),
        m.PlaceCoverCard(by=DEALER, from_back=100),
        m.AskFaceUp(by="ann"),
        m.NoteNoActivity(by=DEALER),
    ],
)
def test_puts_cut_recut_and_idle_table_out_of_force(game: str, chapter: str, move: Move) -> None:
    refusal = Scene(game, sets={"shuffling": "continuous"}).open().refused(move)
    assert refusal.clauses == (f"{chapter}.5(h)",)
    assert refusal.sentence.startswith("with a continuous shuffler the cards are not")


@CONTINUOUS
def test_is_directed_to_shuffle_by_the_paragraph_on_every_shuffle(game: str, chapter: str) -> None:
    scene = Scene(game, "7S 5S 6S 8S 9S KS KH KD KC", sets={"shuffling": "continuous"}).open()
    by = (f"{chapter}.5(a)",)
    assert scene.refused(m.OrderReshuffle(by="ann")).clauses == by
    assert scene.do(RESHUFFLE)[0].clauses == by
    scene.shuffle()
    assert scene.last(f.CardsShuffled).clauses == by


@pytest.mark.clause("NJ 26.4(i)")
def test_in_new_jersey_its_cards_are_spread_too_whenever_nobody_plays() -> None:
    scene = Scene(NJ, sets={"shuffling": "continuous"}).open()
    scene.do(m.Leave(by="ann"))
    spread = [fact for fact in scene.dealer(m.NoteNoActivity) if isinstance(fact, f.CardsSpread)]
    assert [(fact.face_up, fact.clauses) for fact in spread] == [(False, ("NJ 26.4(i)",))]
    scene.do(m.Sit(by="zoe", box=3))
    scene.do(m.ViewSpread(by="zoe"))
    scene.shuffle()
    assert m.Wager in scene.table.waiting.may


# --- wagers ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.6(d)", "PA 673a.6(d)", "NJ 26.7(d)")
@pytest.mark.parametrize(
    ("game", "sets", "staff", "placed", "who"),
    [
        (PA, {}, (DEALER,), ("PA 665a.6(d)",), {m.ConfirmVerbal: ("PA 665a.6(a)",), m.CloseBets: ()}),
        (DBJ, {}, (DEALER,), ("PA 673a.6(d)",), {m.CloseBets: ()}),
        (
            NJ,
            {"bettors_per_box": 1},
            ALL,
            ("NJ 26.7(d)",),
            {m.ConfirmVerbal: ("NJ 26.5(c)",), m.CloseBets: ()},
        ),
        (
            NJ,
            {},
            ALL,
            ("NJ 26.7(d)",),
            {m.Consent: ("NJ 26.13(a)",), m.ConfirmVerbal: ("NJ 26.5(c)",), m.CloseBets: ()},
        ),
        (DD, {}, (DEALER,), ("DD Additional policies 6",), {m.CloseBets: ()}),
        (HI_LO, {}, (DEALER,), (), {m.CloseBets: ("PA 663a.9(a)(3)",)}),
    ],
)
def test_before_the_deal_each_move_is_asked_for_by_its_own_clause_and_none_that_the_text_does_not_know(
    game: str, sets: dict[str, Any], staff: tuple[str, ...], placed: Citation, who: Mapping[type[Move], Citation]
) -> None:
    waiting = Scene(game, sets=sets).open().table.waiting
    assert waiting.by == ("ann", *staff)
    assert waiting.clauses == placed
    given: Mapping[type[Move], Citation] = {m.Ready: (), **who}
    assert waiting.who == given
    assert waiting.may == (m.Wager, m.Ready, *who)


@pytest.mark.clause("PA 663a.9(a)(3)")
@pytest.mark.parametrize("who", ["ann", FLOORPERSON, "zoe"])
def test_where_the_dealer_announces_that_no_more_bets_are_taken_nobody_else_does(who: str) -> None:
    scene = Scene(HI_LO).open()
    scene.do(m.Wager(**ANN, cents=10_00))
    assert scene.refused(m.CloseBets(by=who)).clauses == ("PA 663a.9(a)(3)",)


@pytest.mark.clause("NJ 26.6(b)")
@pytest.mark.parametrize(
    ("game", "wager", "by"),
    [
        (HI_LO, "bet", ()),  # what is announced ends the wagers and does not keep them waiting
        (NJ, "bust-it", ("NJ 26.5(d)", "NJ 26.6(b)")),
    ],
)
def test_before_wagers_are_taken_one_is_refused_by_what_says_when_they_are(game: str, wager: str, by: Citation) -> None:
    refusal = Scene(game).sit().refused(m.Wager(**ANN, cents=10_00, wager=wager))
    assert (refusal.code, refusal.clauses) == ("wager/not-now", by)


@pytest.mark.clause("DD Additional policies 4")
def test_who_played_two_hands_and_then_none_comes_back_with_one() -> None:
    """Given two hands, then a round out, when the house lets players return, then the second hand is refused."""
    scene = Scene(DD, players=2, readings={"mid-shoe-return": "may-return"}).open()
    for boxes in ((1, 3), ()):
        for box in boxes:
            scene.do(m.Wager(by="ann", box=box, cents=10_00))
        scene.do(m.Wager(by="bob", box=2, cents=10_00))
        for name in ("ann", "bob"):
            scene.do(m.Ready(by=name))
        scene.no_insurance().stand_all()
    scene.do(m.Wager(**ANN, cents=10_00))
    refusal = scene.refused(m.Wager(by="ann", box=3, cents=10_00))
    assert (refusal.code, refusal.clauses) == ("wager/more-hands-mid-shoe", ("DD Additional policies 4",))
    assert refusal.sentence == "ann may play no more than 1 hand before the next shoe"


# --- who handles what ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(r)", "PA 673a.7(v)", "NJ 26.7(k)")
@pytest.mark.parametrize(
    ("game", "by"),
    [
        (PA, "PA 665a.7(r)"),
        (DBJ, "PA 673a.7(v)"),
        (NJ, "NJ 26.7(k)"),
        pytest.param(DD, "DD Additional policies 6", marks=pytest.mark.clause("DD Additional policies 6")),
    ],
)
def test_players_are_kept_from_the_cards_and_staff_are_not(game: str, by: str) -> None:
    scene = Scene(game).open()
    of_player = scene.refused(m.PermitHandling(by=FLOORPERSON, player="ann"))
    assert (of_player.clauses, of_player.sentence) == ((by,), f"{said_of(scene)}, whoever lets them")
    of_dealer = scene.refused(m.PermitHandling(by=FLOORPERSON, player=DEALER))
    assert of_dealer.clauses == ()
    assert of_dealer.sentence.startswith("dealer handles the cards as the steps of the game have it")


def said_of(scene: Scene) -> str:
    """What ann is told who touches the cards."""
    return scene.refused(m.TouchCards(by="ann")).sentence


@pytest.mark.clause("DD Additional policies 6")
def test_where_players_hold_cards_they_handle_their_own() -> None:
    scene = Scene(DD).open()
    assert said_of(scene) == "ann may handle no cards but ann's own, to view, scratch or tuck them"
    assert scene.refused(m.TouchCards(by="zoe")).sentence == "zoe may not handle the cards"


@pytest.mark.clause("PA 663a.9(c)")
def test_the_dealer_lays_the_stub_in_the_rack() -> None:
    assert Scene(HI_LO).open().refused(m.RackBatch(by="ann", batch="blue")).clauses == ("PA 663a.9(c)",)


# --- what has no place now -------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(k)", "PA 665a.13(k)")
@pytest.mark.parametrize(
    ("game", "known", "other", "by"),
    [
        (NJ, m.RemoveShuffler, m.CoverShuffler, "NJ 26.15(k)"),
        (PA, m.CoverShuffler, m.RemoveShuffler, "PA 665a.13(k)"),
    ],
)
def test_a_device_out_of_use_is_set_aside_as_the_text_has_it_before_the_next_shuffle(
    game: str, known: type[Move], other: type[Move], by: str
) -> None:
    scene = Scene(game, sets={"shuffling": "device"}).open()
    assert "was not reported" in scene.refused(known(by=DEALER)).sentence
    scene.floor(m.ShufflerFailed)
    waits, strange = scene.refused(known(by=DEALER)), scene.refused(other(by=DEALER))
    assert (waits.sentence, waits.clauses) == (
        "the shuffling device is set aside before the cards are shuffled again",
        (by,),
    )
    assert strange.clauses == ()
    assert strange.sentence.startswith("the text of this game has no such step")


@pytest.mark.clause("NJ 26.4(e)", "NJ 26.4(b)1", "PA 665a.7(a)", "PA 673a.7(a)")
@pytest.mark.parametrize(
    ("game", "shuffling", "by"),
    [
        (NJ, "by-hand", "NJ 26.4(e)"),
        (NJ, "device", "NJ 26.4(b)1"),
        (PA, "device", "PA 665a.7(a)"),
        (DBJ, "by-hand", "PA 673a.7(a)"),
    ],
)
def test_a_stack_goes_into_the_shoe_by_what_puts_it_there(game: str, shuffling: str, by: str) -> None:
    scene = Scene(game, sets={"shuffling": shuffling}).open()
    assert scene.refused(m.LoadShoe(by=DEALER)).clauses == (by,)


@pytest.mark.parametrize("game", [HI_LO])
def test_the_cards_of_hi_lo_are_cut_when_they_are_shuffled_though_no_text_at_hand_says_how(game: str) -> None:
    refusal = Scene(game).open().refused(m.Cut(by=DEALER, position=20))
    assert refusal.sentence.startswith("the cards are cut when they have been shuffled")
    assert refusal.clauses == ()


@pytest.mark.clause("PA 665a.5(g)", "PA 673a.5(g)", "NJ 26.4(i)")
@pytest.mark.parametrize(("game", "by"), [(PA, "PA 665a.5(g)"), (DBJ, "PA 673a.5(g)"), (NJ, "NJ 26.4(i)")])
def test_nobody_is_said_to_play_at_a_table_that_is_empty(game: str, by: str) -> None:
    idle = m.NoteNoActivity(by=DEALER)
    opening = Scene(game).refused(idle)
    scene = Scene(game).open()
    seated = scene.refused(idle)
    scene.do(m.Leave(by="ann"))
    scene.do(idle)
    spread = scene.refused(idle)
    assert [refusal.clauses for refusal in (opening, seated, spread)] == [(by,)] * 3
    assert opening.sentence == "the table is not open for wagers now"
    assert seated.sentence == "there is gaming activity at the table"
    assert spread.sentence == "the cards lie spread already"


@pytest.mark.clause("NJ 26.4(i)")
def test_in_new_jersey_nobody_asks_for_cards_that_are_turned_up_for_whoever_comes() -> None:
    scene = Scene(NJ).open()
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    assert scene.table.waiting.by == ()
    turned = [fact for fact in scene.do(m.Sit(by="zoe", box=3)) if isinstance(fact, f.CardsSpread)]
    assert [(fact.face_up, fact.clauses) for fact in turned] == [(True, ("NJ 26.4(i)",))]
    scene.do(m.Sit(by="bob", box=4))
    assert str(scene.table.waiting) == "view-spread; waiting for zoe"
    asked = scene.refused(m.AskFaceUp(by="zoe"))
    assert asked.clauses == ()
    assert asked.sentence.startswith("the text of this game has no such step")


@pytest.mark.clause("PA 673a.5(g)(2)")
def test_the_batch_of_the_device_is_asked_for_by_its_own_paragraph() -> None:
    scene = Scene(DBJ, sets={"shuffling": "device"}).open()
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    assert scene.table.waiting.who == {m.AskInspection: ("PA 673a.5(g)(2)",)}
    assert scene.refused(m.AskInspection(by="zoe")).clauses == ("PA 673a.5(g)(2)",)


# --- new cards -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Additional policies 5")
@pytest.mark.parametrize("stage", [m.Shuffle, m.Cut, m.BurnCard])
def test_cards_are_changed_whenever_that_is_needed(stage: type[Move]) -> None:
    scene = until(stage, DD)
    changed = scene.floor(m.ChangeCards)
    assert changed[0] == f.CardChangeOrdered(("DD Additional policies 5",), FLOORPERSON)
    assert any(isinstance(fact, f.CardsChanged) for fact in changed)
    assert m.ReceiveDecks in scene.table.waiting.may
    while m.Wager not in scene.table.waiting.may:
        scene.usual_step()
    sealed = [fact.seal for fact in scene.facts(f.CardsShuffled)]
    opened = [fact.seal for fact in scene.facts(f.SealOpened)]
    assert opened == sealed[:-1], "the order that was not dealt is opened all the same"


@pytest.mark.parametrize("stage", [m.Shuffle, m.PlaceCoverCard, m.LoadShoe])
def test_so_are_two_batches_and_no_order_stays_secret(stage: type[Move]) -> None:
    scene = until(stage, DBJ, sets={"shuffling": "device"})
    scene.floor(m.ChangeCards)
    while m.Wager not in scene.table.waiting.may:
        scene.usual_step()
    scene.do(m.Leave(by="ann"))
    scene.do(m.Leave(by="bob"))
    scene.floor(m.CloseTable)
    assert {fact.seal for fact in scene.facts(f.SealOpened)} == {fact.seal for fact in scene.facts(f.CardsShuffled)}


@pytest.mark.clause("DD Additional policies 6")
def test_a_total_that_nobody_announces_is_not_the_dealers_either() -> None:
    scene = Scene(DD, "7S 5S 6S 8S 9S KS KH KD KC").open().bet()
    for who in ("ann", DEALER):
        refusal = scene.refused(m.AnnounceTotal(by=who, to=1, total=12))
        assert (refusal.code, refusal.clauses) == ("announce-total/not-provided", ("DD Additional policies 6",))
