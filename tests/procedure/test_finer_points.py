"""What is seldom met at a table and still has its answer: what was before, who sees what, what comes late."""

import msgspec
import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.from_the_hand.high_hand import high_hand
from pitboss.procedure.moves import DEALER, FLOORPERSON
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import DBJ, DD, NJ, PA, Story
from tests.procedure.kit import Scene, cards
from tests.procedure.test_shuffles import run_out

BET = 100_00


# --- why not: by what ended the hand, and in this round -------------------------------------------------------------


@pytest.mark.clause("PA 665a.9(b)")
@pytest.mark.parametrize("kind", [m.Hit, m.Stand, m.Split, m.Surrender])
def test_a_surrendered_hand_is_over_by_the_paragraph_on_surrender_whatever_ended_it_a_round_before(
    kind: type[m.Hit | m.Stand | m.Split | m.Surrender],
) -> None:
    """Given a Blackjack paid at box 1, when its hand of the next round is given up, then that is why it is over."""
    scene = Scene(PA, "9S AH KH KD 9D 8C 5S 6H KC QD 8D QC", players=2).open().bet().no_attack().stand_all()
    assert [fact.outcome for fact in scene.facts(f.HandSettled) if fact.box == 1] == ["Blackjack"]
    scene.bet().no_attack().as_player(m.Surrender)
    assert scene.table.waiting.box == 2
    refusal = scene.refused(kind(by="ann", box=1))
    assert refusal.code.endswith("/over")
    assert refusal.sentence == "the hand is settled: surrendered"
    assert refusal.clauses == ("PA 665a.9(b)", "PA 665a.9(b)(1)")


@pytest.mark.parametrize(
    ("game", "readings", "clauses", "doubled"),
    [
        (PA, {}, ("PA 665a.11(e)",), ("PA 665a.11(e)",)),
        (NJ, {}, ("NJ 26.10(e)",), ("NJ 26.10(e)",)),
        (DBJ, {"split-aces-draw": "one-card"}, (), ()),  # by the reading: the words let it be played on
        (DD, {}, ("DD Splitting Aces",), ("DD Splitting", "DD Splitting Aces")),
    ],
)
def test_a_split_ace_that_waits_for_its_one_card_asks_for_no_other_by_what_gives_it_but_one(
    game: str, readings: dict[str, str], clauses: tuple[str, ...], doubled: tuple[str, ...]
) -> None:
    s = Story(game, "9S", "8C", ("AH AD",), "5C 6C", readings=readings, by_hand=(DEALER,)).wagers()
    s.until(m.Stand, 1)
    if game == DD:
        s.plays(m.LookAtCards)
    s.plays(m.Split)
    assert s.table.waiting.may == (m.Deal, m.PassOver), "the first ace's card is due"
    refusal = s.refused(m.Hit(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("hit/split-ace", clauses)
    refusal = s.refused(m.Double(by="ann", box=1, cents=100_00))
    assert (refusal.code, refusal.clauses) == ("double/split-ace", doubled)


@pytest.mark.clause("PA 665a.13(c)")
def test_who_refused_an_exposed_card_may_still_surrender_another_hand_when_its_turn_comes() -> None:
    scene = Scene(PA, "9S 5H 5D 5C 6H KD 6C 9C 2C", players=2, sets={"boxes_adjacent": "no"}).open()
    for box, name in ((1, "ann"), (2, "bob"), (3, "ann")):
        scene.do(m.Wager(by=name, box=box, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    for box, name in ((1, "ann"), (2, "bob"), (3, "ann")):
        scene.do(m.NoAttack(by=name, box=box))
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.RefuseCard)
    scene.as_player(m.Stand)
    assert scene.table.waiting.by == ("bob",)
    assert scene.refused(m.Hit(by="ann", box=3)).code == "hit/refused-card"
    refusal = scene.refused(m.Surrender(by="ann", box=3))
    assert (refusal.code, refusal.clauses) == ("surrender/not-your-turn", ("PA 665a.7(h)",))
    scene.as_player(m.Stand, box=2)
    assert scene.do(m.Surrender(by="ann", box=3))


@pytest.mark.clause("PA 665a.13(c)")
def test_an_exposed_card_that_no_hand_of_the_box_can_get_is_offered_to_none() -> None:
    """Given a split whose first hand is given up and gone, when the second was doubled, then no card can go there."""
    scene = Scene(PA, "9S 8H 8D 9C KC 3C 5C 2C").open().bet().no_attack()
    for kind in (m.Split, m.Surrender):
        scene.as_player(kind)
    assert not scene.hand(1, 1).cards, "in the rack"
    scene.as_player(m.Double, cents=BET)
    scene.dealer(m.DrewInError, exposed=True)
    assert scene.table.waiting.may == (m.Stand, m.Surrender)
    assert scene.refused(m.RefuseCard(by="ann", box=1)).code == "card/not-offered"


# --- who cuts, where the cover card lies ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(PA, marks=pytest.mark.clause("PA 665a.5(c)(4)")),
        pytest.param(DBJ, marks=pytest.mark.clause("PA 673a.5(c)(4)")),
    ],
)
def test_the_cut_passes_over_who_has_left_since_it_was_first_offered(game: str) -> None:
    scene = Scene(game, players=3).open()
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    before = len(scene.facts(f.CutOffered))
    scene.do(m.Leave(by="bob"))
    scene.do(m.RefuseCut(by="cat"))
    assert [fact.to for fact in scene.facts(f.CutOffered)[before - 1 :]] == ["cat", "ann"]


@pytest.mark.parametrize(("game", "behind"), [(PA, 48), (DBJ, 39), (NJ, 48), (DD, 7)])
def test_a_house_that_places_the_cover_card_nearer_the_back_than_its_text_does_so(game: str, behind: int) -> None:
    scene = Scene(game, sets={"cover_card_placed": "1/8"}).open()
    assert scene.last(f.CoverCardPlaced).from_back == behind


@pytest.mark.clause("NJ 26.4(h)")
@pytest.mark.parametrize(("more", "goes_on"), [(0, True), (1, False)])
def test_without_a_cutting_card_the_shoe_goes_on_while_as_many_cards_are_left_as_would_lie_behind_one(
    more: int, goes_on: bool
) -> None:
    def after_a_round(placed: str) -> Scene:
        own = {"own_procedure": "yes", "cover_cards": 0, "burn_after_shuffle": 20, "cover_card_placed": placed}
        scene = Scene(NJ, sets=own).open()
        return scene.bet().no_attack().no_insurance().stand_all()

    left = after_a_round("1/2").table.state.cards.shoe.remaining
    scene = after_a_round(f"{left + more}/{8 * 48}")
    assert (m.Wager in scene.table.waiting.may) is goes_on


# --- orders of the floor ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_while_the_cards_of_an_idle_table_lie_spread_a_floorperson_may_have_them_changed(game: str) -> None:
    scene = Scene(game).open()
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    assert scene.table.state.phase.value == "opening"
    happened = scene.floor(m.ChangeCards)
    assert [type(fact) for fact in happened[:2]] == [f.CardChangeOrdered, f.CardsChanged]
    assert scene.last(f.CardsSpread) == happened[-1], "new decks, spread for the next to arrive"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(PA, "PA 665a.3(c)", marks=pytest.mark.clause("PA 665a.3(c)")),
        pytest.param(DBJ, "PA 673a.3(c)", marks=pytest.mark.clause("PA 673a.3(c)")),
    ],
)
def test_cards_that_are_due_for_a_change_may_still_be_ordered_changed_and_only_once(game: str, clause: str) -> None:
    scene = Scene(game).open()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.floor(m.NoteCardAge, hours=24)
    (ordered,) = scene.floor(m.ChangeCards)
    assert ordered.clauses == (clause,)
    assert scene.refused(m.ChangeCards(by=FLOORPERSON)).code == "change/ordered"


@pytest.mark.clause("PA 673a.5(g)", "PA 673a.5(h)", "PA 673a.13(l)")
def test_once_a_continuous_shuffler_is_set_aside_the_cards_of_an_idle_table_are_spread() -> None:
    scene = Scene(DBJ, sets={"shuffling": "continuous"}).open()
    scene.do(m.Leave(by="ann"))
    assert scene.refused(m.NoteNoActivity(by=DEALER)).code == "idle/continuous-shuffler"
    scene.do(m.Sit(by="ann", box=1))
    scene.dealer(m.ShufflerFailed)
    scene.floor(m.OrderReshuffle)
    scene.dealer(m.CoverShuffler)
    scene.shuffle()
    while m.Wager not in scene.table.waiting.may:
        scene.do(m.RefuseCut(by="ann"))
    scene.do(m.Leave(by="ann"))
    assert scene.dealer(m.NoteNoActivity)[0].clauses == ("PA 673a.5(g)",)


@pytest.mark.parametrize(
    ("game", "aside"),
    [
        pytest.param(PA, m.CoverShuffler, marks=pytest.mark.clause("PA 665a.13(k)")),
        pytest.param(DBJ, m.CoverShuffler, marks=pytest.mark.clause("PA 673a.13(l)")),
    ],
)
@pytest.mark.parametrize("kind", [m.ShufflerFailed, m.ShufflerJammed])
def test_a_device_that_was_set_aside_neither_fails_nor_jams(game: str, aside: type[m.Move], kind: type[m.Move]) -> None:
    scene = Scene(game, sets={"shuffling": "device"}).open()
    scene.dealer(m.ShufflerFailed)
    scene.floor(m.OrderReshuffle)
    scene.dealer(aside)
    assert scene.refused(kind(by=DEALER)).code == "shuffler/none"


# --- coupons ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.5(c)")
def test_a_coupon_waits_with_the_first_hand_of_a_split_when_the_second_is_decided_before_it() -> None:
    scene = Scene(NJ, "9S 8H 8D KC 7C KS 8S").open()
    scene.do(m.Wager(by="ann", box=1, cents=BET, match_play=True))
    scene.do(m.Ready(by="ann"))
    scene.no_attack()
    for kind in (m.Split, m.Stand, m.Hit):
        scene.as_player(kind)
    assert [(fact.hand, fact.wager) for fact in scene.facts(f.WagerCollected)] == [(2, "bet")], "25 has lost"
    assert [(fact.hand, fact.wager) for fact in scene.facts(f.WagerPaid)] == [(1, "bet"), (1, "match-play")]
    assert scene.won("ann") == BET


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.8(a)1")
def test_nor_does_the_surrender_of_the_second_take_it() -> None:
    scene = Scene(NJ, "9S 8H 8D KC 7C 8S").open()
    scene.do(m.Wager(by="ann", box=1, cents=BET, match_play=True))
    scene.do(m.Ready(by="ann"))
    scene.no_attack()
    for kind in (m.Split, m.Stand, m.Surrender):
        scene.as_player(kind)
    assert [(fact.hand, fact.wager) for fact in scene.facts(f.WagerPaid)] == [(1, "bet"), (1, "match-play")]
    assert [fact.outcome for fact in scene.facts(f.CouponTaken)] == ["paid"]
    assert scene.won("ann") == 2 * BET - BET // 2


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.15(a)")
def test_a_coupon_that_an_earlier_round_took_does_not_come_back_with_a_void_one() -> None:
    scene = Scene(NJ, "9S KH 8D KC 9S 8H 6D").open()
    scene.do(m.Wager(by="ann", box=1, cents=BET, match_play=True))
    scene.do(m.Ready(by="ann"))
    scene.no_attack().stand_all()
    assert [fact.outcome for fact in scene.facts(f.CouponTaken)] == ["collected"]
    scene.do(m.Sit(by="bob", box=2))
    scene.do(m.BuyIn(by="bob", cents=BET))
    scene.do(m.Wager(by="bob", box=2, cents=BET))
    scene.bet().do(m.Ready(by="bob"))
    scene.do(m.NoAttack(by="bob", box=2))
    scene.no_attack().as_player(m.Surrender)
    for _ in range(2):
        scene.dealer(m.FoundFaceUp)
    assert scene.facts(f.CollectionUndone)
    assert len(scene.facts(f.CouponTaken)) == 1


# --- cards that come late, and cards nobody sees ---------------------------------------------------------------------


@pytest.mark.clause("PA 665a.8(a)", "NJ 26.11(a)", "PA 673a.8(a)", "DD Additional policies 3")
@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        (PA, ("PA 665a.8(a)",)),
        (NJ, ("NJ 26.11(a)",)),
        (DBJ, ("PA 673a.7(g)", "PA 673a.8(a)")),
        (DD, ("DD Additional policies 3", "DD Additional policies 6")),
    ],
)
def test_before_the_dealer_has_a_card_there_is_no_ace_to_insure_against(game: str, clauses: tuple[str, ...]) -> None:
    scene = Scene(game, players=1).open()
    for move in (m.Insure(by="ann", box=1, cents=BET // 2), m.NoInsurance(by="ann", box=1)):
        refusal = scene.refused(move)
        assert refusal.code.endswith("/not-now")
        assert refusal.clauses == clauses


@pytest.mark.clause("DD Additional policies 3")
def test_while_only_the_down_card_lies_there_nobody_insures_against_it() -> None:
    s = Story(DD, "AS", "KC", ("5H 6D",), by_hand=(DEALER,)).wagers()
    for to in (1, 0):
        s.dealer(m.Deal, to=to)
    refusal = s.refused(m.Insure(by="ann", box=1, cents=BET // 2))
    assert (refusal.code, refusal.clauses) == ("insure/not-now", s.rules.cites("insurance_up_card"))


@pytest.mark.clause("NJ 26.7(i)")
def test_a_total_with_an_unseen_hole_card_is_announced_by_nobody_and_told_by_no_refusal() -> None:
    readings = {"nj-hole-card": "unread"}
    s = Story(NJ, "9S", "8C", ("5H 6D",), by_hand=(DEALER,), readings=readings).wagers().until(m.Stand)
    for total in (17, 9):
        refusal = s.refused(m.AnnounceTotal(by=DEALER, to=0, total=total))
        assert refusal.code == "announce-total/no-hand"
        assert "17" not in refusal.sentence


# --- the Double Deck cut ----------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Shuffling 10")
def test_with_nobody_seated_the_dealer_of_double_deck_cuts_though_somebody_stands_by_with_chips() -> None:
    scene = Scene(DD, players=1)
    scene.do(m.BuyIn(by="bob", cents=BET))
    while m.Shuffle not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    scene.shuffle()
    assert (scene.last(f.CardsCut).by, scene.last(f.CardsCut).position) == (DEALER, 13), "a quarter deck in"
    assert not scene.facts(f.CutOffered)


@pytest.mark.clause("DD Shuffling 6")
@pytest.mark.parametrize("asked", [True, False])
def test_a_dealer_who_cuts_does_so_at_a_patrons_request_only_where_a_patron_asked(asked: bool) -> None:
    scene = Scene(DD, players=int(asked), by_hand=(DEALER,))
    if asked:
        scene.sit()
    while m.Shuffle not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    scene.shuffle()
    if asked:
        scene.do(m.RefuseCut(by="ann"))
    scene.dealer(m.Cut, position=13)
    assert ("DD Shuffling 6" in scene.last(f.CardsCut).clauses) is asked


@pytest.mark.clause("PA 665a.7(j)(2)", "NJ 26.12(a)2")
@pytest.mark.parametrize("game", [PA, NJ])
def test_a_doubled_hand_that_made_21_is_over_by_its_one_card(game: str) -> None:
    s = Story(game, "9S", "8C", ("6H 5D", "KD 9H"), "KC").wagers().until(m.Stand, 1)
    s.plays(m.Double, cents=BET)
    refusal = s.refused(m.Hit(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("hit/after-double", s.rules.cites("double_cards"))


# --- the same words whoever asks --------------------------------------------------------------------------------------


def _load_shoe_by_the_floor() -> tuple[Scene, m.Move]:
    scene = Scene(PA, by_hand=(DEALER, FLOORPERSON)).sit()
    while m.LoadShoe not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.Cut in waiting.may:
            scene.do(m.Cut(by=waiting.by[0], position=60))
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    return scene, m.LoadShoe(by=FLOORPERSON)


@pytest.mark.parametrize(
    ("game", "move", "code"),
    [
        (NJ, m.AnnounceTotal(by="ann", to=1, total=9), "announce-total/not-yours"),
        (DD, m.FoundFaceUp(by=DEALER), "face-up/not-provided"),
        (DD, m.DrewInError(by=DEALER, exposed=True), "draw/not-provided"),
        (PA, m.Sit(by="bob", box=1), "sit/taken"),
        (PA, m.BuyIn(by=DEALER, cents=BET), "buy-in/staff"),
        (NJ, m.AskBurnCard(by="zoe"), "burn/nothing-to-show"),
        (DD, m.OrderReshuffle(by=FLOORPERSON), "reshuffle/not-provided"),
        (PA, m.PermitEntry(by=FLOORPERSON, player="zoe"), "entry/not-here"),
        (PA, m.Wager(by=DEALER, box=1, cents=BET), "wager/not-a-player"),
        (PA, m.Consent(by="ann", box=1, player="ann"), "consent/not-now"),
    ],
)
def test_what_may_not_be_is_refused_by_its_own_name(game: str, move: m.Move, code: str) -> None:
    assert Scene(game).open().refused(move).code == code


@pytest.mark.clause("PA 665a.5(d)")
def test_the_floorperson_does_not_put_the_cards_into_the_shoe() -> None:
    scene, move = _load_shoe_by_the_floor()
    assert scene.refused(move).code == "shoe/not-yours"


def test_nobody_sits_where_the_table_that_was_opened_has_no_box() -> None:
    scene = Scene(PA, by_hand=(FLOORPERSON,))
    (checked,) = scene.do(msgspec.structs.replace(lawful_equipment(scene.rules), positions=5))[:1]
    assert isinstance(checked, f.EquipmentChecked)
    assert checked.positions == 5, "not as many as there might be"
    assert scene.refused(m.Sit(by="ann", box=6)).code == "sit/no-such-box"
    assert scene.do(m.Sit(by="ann", box=5))


@pytest.mark.clause("PA 665a.5(f)")
def test_before_the_first_shuffle_no_reshuffle_is_ordered() -> None:
    scene = Scene(PA)
    assert scene.table.state.phase.value == "opening"
    refusal = scene.refused(m.OrderReshuffle(by=FLOORPERSON))
    assert (refusal.code, refusal.clauses) == ("reshuffle/under-way", ("PA 665a.5(f)",))


def test_where_there_is_one_batch_no_other_can_be_the_wrong_one() -> None:
    for batch in ("blue", "red"):
        assert Scene(DBJ).open().refused(m.RackBatch(by=DEALER, batch=batch)).code == "rack/not-now"


@pytest.mark.clause("PA 665a.3(c)")
def test_that_cards_were_ordered_changed_does_not_make_them_old() -> None:
    scene = Scene(PA).open()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.floor(m.ChangeCards)
    scene.floor(m.NoteCardAge, hours=23)
    assert not scene.last(f.CardAgeNoted).change_due


# --- what is over -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(g)")
@pytest.mark.parametrize("kind", [m.Hit, m.Surrender])
def test_a_doubled_hand_that_was_called_dead_is_over_by_that(kind: type[m.Hit | m.Surrender]) -> None:
    s = Story(PA, "7S", "8C", ("5H 6D", "KD 9H"), by_hand=(DEALER,)).wagers().until(m.Stand)
    s.plays(m.Double, cents=BET)
    s.dealer(m.PassOver, box=1)
    s.do(m.CallHandDead(by="ann", box=1))
    refusal = s.refused(kind(by="ann", box=1))
    assert (refusal.sentence, refusal.clauses) == ("the hand is settled: dead", ("PA 665a.13(g)",))


@pytest.mark.clause("PA 665a.13(g)")
def test_of_two_split_hands_that_wait_for_a_missed_card_neither_is_asked_before_it_has_its_own() -> None:
    s = Story(PA, "7S", "KC", ("8H 8D",), "2C 3C 4C 5C 9C 9D", by_hand=(DEALER,)).wagers().until(m.Stand)
    s.plays(m.Split)
    for _ in range(2):
        s.dealer(m.Deal, to=1)
        s.plays(m.Hit)
        s.dealer(m.PassOver, box=1)
        s.do(m.TakeLateCard(by="ann", box=1))
    for number in (1, 2):
        s.dealer(m.Deal, to=1)
        assert s.last(f.CardDealt).hand == number
        assert (s.table.waiting.box, s.table.waiting.hand) == (1, number)
        s.plays(m.Stand)
    assert s.table.waiting.by == (DEALER,)


@pytest.mark.clause("NJ 26.15(i)", "NJ 26.7(f)")
def test_the_total_of_a_hand_that_waits_for_a_missed_card_is_announced_when_it_has_it_and_once() -> None:
    s = Story(NJ, "7S", "KC", ("8H 8D",), "2C 3C 4C 5C", by_hand=(DEALER,)).wagers().until(m.Stand).plays(m.Split)
    for _ in range(2):
        s.dealer(m.Deal, to=1)
        s.plays(m.Hit)
        s.dealer(m.PassOver, box=1)
        s.do(m.TakeLateCard(by="ann", box=1))
    for _ in range(2):
        s.dealer(m.Deal, to=1)
        s.plays(m.Stand)
    assert [fact.words for fact in s.facts(f.Announced)] == ["16", "10", "11", "14", "16"]


@pytest.mark.clause("PA 665a.13(e)")
def test_a_shoe_that_ran_out_is_forgotten_with_the_next_which_is_dealt_round_after_round() -> None:
    scene = run_out(PA, 2, sets={"decks": 2})
    while m.Wager not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.RefuseCut in waiting.may:
            scene.do(m.RefuseCut(by=waiting.by[0]))
        else:
            kind = next(k for k in (m.NoAttack, m.NoInsurance, m.Stand) if k in waiting.may)
            scene.do(kind(by=waiting.by[0], box=waiting.box or 1))
    scene.bet().no_attack().no_insurance().stand_all()
    assert m.Wager in scene.table.waiting.may


def test_a_table_closes_with_all_its_cards_in_hand_though_its_shoe_is_empty() -> None:
    scene = Scene(PA, sets={"decks": 1}).open()
    while scene.table.state.cards.shoe.remaining:
        scene.dealer(m.FoundFaceUp)
    scene.floor(m.CloseTable)
    cards = scene.table.state.cards
    assert (len(cards.loose), cards.rack.height) == (48, 0)


def test_only_five_cards_have_a_height() -> None:
    for codes in ("AS KS QS JS", "AS KS QS JS TS 9S"):
        with pytest.raises(ValueError, match="A hand has 5 cards"):
            high_hand(cards(codes))


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_an_ace_on_a_split_king_that_a_reading_makes_a_blackjack_leaves_nothing_to_decide(game: str) -> None:
    """Not even where a hand of 21 might be given up."""
    hole = "" if game == NJ else "8C"
    s = Story(game, "9S", hole, ("KS KH",), "AS 5C", readings={"blackjack-after-split": "counts-as-blackjack"})
    s.wagers().until(m.Split).plays(m.Split)
    assert (s.table.waiting.box, s.table.waiting.hand) == (1, 2)
    assert s.hand(1, 1).total == 21


@pytest.mark.clause("PA 665a.7(g)", "PA 665a.7(o)(1)(ii)(A)")
def test_a_hand_that_was_settled_before_its_turn_came_is_over_while_another_is_still_settled() -> None:
    s = Story(PA, "KS", "AC", ("8S 9H", "8D 9C"), by_hand=(DEALER,)).wagers().until(m.SettleBox)
    s.dealer(m.SettleBox, box=2)
    for box, player, told in ((2, "bob", "the hand is settled: loses"), (1, "ann", "decisions are not being made now")):
        assert s.refused(m.Hit(by=player, box=box)).sentence == told
    assert "PA 665a.7(o)(1)(ii)(A)" in s.refused(m.Hit(by="bob", box=2)).clauses
