"""A refusal's clause orders just what was refused, and its sentence says what that clause says; stage by stage."""

from typing import Any

import pytest

from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.transcript import Teller
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import Story
from tests.procedure.kit import Scene

PA_665A, NJ_26, PA_673A = "double-attack-pa", "double-attack-nj", "double-back-jack-pa"
DOUBLE_DECK, HI_LO = "double-deck-house", "five-card-hi-lo-pa"
EVERY = (PA_665A, NJ_26, PA_673A, DOUBLE_DECK, HI_LO)
CARDS = "8S 5S 6S 9D 2C 3C 4C 9H 7H KS KH KD"


def betting(game: str) -> Scene:
    """Wagers are being taken; ann has placed one."""
    scene = Scene(game, CARDS, players=2).open()
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    return scene


def at_the_first_card(game: str) -> Scene:
    """A person deals, the bets are closed and no card is out."""
    scene = Scene(game, CARDS, players=2, by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    return scene


def in_play(game: str) -> Scene:
    """The first player decides."""
    return Scene(game, CARDS, players=2).open().bet().no_attack().no_insurance()


STAGES = {"betting": betting, "first card": at_the_first_card, "play": in_play}
ANN: dict[str, Any] = {"by": "ann", "box": 1}
BOB: dict[str, Any] = {"by": "bob", "box": 2}
BONUS = m.Wager(by="ann", box=1, cents=10_00, wager="bust-it")


@pytest.mark.parametrize(
    ("game", "stage", "move", "code", "clauses"),
    [
        # the Double Attack Wager: when it is placed, not how much it may be
        (PA_665A, "betting", m.Attack(**ANN, cents=10_00), "attack/not-now", ("PA 665a.7(e)",)),
        (PA_665A, "play", m.NoAttack(**ANN), "no-attack/not-now", ("PA 665a.7(e)",)),
        (NJ_26, "play", m.Attack(**ANN, cents=10_00), "attack/not-now", ("NJ 26.7(d)",)),
        # a card before the bets are closed, and one that nobody asked for
        (NJ_26, "betting", m.Deal(by=DEALER, to=1), "deal/not-now", ("NJ 26.7(d)",)),
        (PA_673A, "betting", m.Deal(by=DEALER, to=1), "deal/not-now", ("PA 673a.7(e)",)),
        (PA_673A, "play", m.Deal(by=DEALER, to=1), "deal/not-now", ("PA 673a.7(j)",)),
        # a late wager: the clauses of a bet for a bet, of the bonus wager for the bonus wager
        (
            NJ_26,
            "first card",
            m.Wager(**BOB, cents=10_00),
            "wager/too-late",
            ("NJ 26.1 Initial wager", "NJ 26.5(d)", "NJ 26.7(d)"),
        ),
        (NJ_26, "first card", BONUS, "wager/too-late", ("NJ 26.5(d)", "NJ 26.6(b)")),
        # the bonus wager is for whoever has a bet
        (
            NJ_26,
            "betting",
            m.Wager(**BOB, cents=10_00, wager="bust-it"),
            "bust-it/no-bet",
            ("NJ 26.6(a)", "NJ 26.6(b)"),
        ),
        # who leaves before the first card has only to take the wager back
        (NJ_26, "betting", m.Leave(by="ann"), "leave/wager-undecided", ("NJ 26.5(d)",)),
        (NJ_26, "play", m.Leave(by="ann"), "leave/wager-undecided", ("NJ 26.5(d)", "NJ 26.5(f)")),
        (PA_665A, "betting", m.Leave(by="ann"), "leave/wager-undecided", ("PA 665a.6(c)",)),
        (NJ_26, "betting", m.TakeBack(**BOB), "wager/none", ("NJ 26.5(d)",)),
        (NJ_26, "play", m.TakeBack(**ANN), "wager/handled", ("NJ 26.5(d)", "NJ 26.5(f)")),
        # the dealer, and nobody else, lays cards in the rack, when the wagers are settled
        (PA_665A, "betting", m.RackBatch(by="ann", batch="blue"), "rack/not-yours", ("PA 665a.7(q)",)),
        (PA_673A, "betting", m.RackBatch(by="ann", batch="blue"), "rack/not-yours", ("PA 673a.7(u)",)),
        (NJ_26, "betting", m.RackBatch(by="ann", batch="blue"), "rack/not-yours", ("NJ 26.7(h)",)),
        # boxes are settled when the round is complete
        (NJ_26, "play", m.SettleBox(by=DEALER, box=1), "settle-box/not-now", ("NJ 26.5(e)",)),
        (
            DOUBLE_DECK,
            "play",
            m.SettleBox(by=DEALER, box=1),
            "settle-box/not-now",
            ("DD Dealing 11", "DD Pay and Take"),
        ),
        # in Double Deck each decision has its own paragraph, and the turn is the six-deck game's
        (DOUBLE_DECK, "betting", m.Double(**ANN, cents=10_00), "double/not-now", ("DD Doubling Down",)),
        (DOUBLE_DECK, "betting", m.Split(**ANN), "split/not-now", ("DD Splitting",)),
        (DOUBLE_DECK, "betting", m.Surrender(**ANN), "surrender/not-now", ("DD Additional policies 6",)),
        (DOUBLE_DECK, "betting", m.Hit(**ANN), "hit/not-now", ("DD Dealing 7",)),
        (DOUBLE_DECK, "play", m.Stand(by="ann", box=2), "turn/other-box", ("DD Additional policies 6",)),
        (PA_665A, "play", m.Stand(by="ann", box=2), "turn/other-box", ("PA 665a.7(h)",)),
        (DOUBLE_DECK, "play", m.OfferCut(by=DEALER, player="ann"), "cut/not-now", ("DD Shuffling 5",)),
        # cards are the dealer's to deal where the text says with which hand he does
        (HI_LO, "betting", m.PassOver(by=DEALER, box=1), "pass-over/not-now", ("PA 663a.9(b)",)),
        # only the dealer turns the hole card, and there must be one
        (PA_665A, "play", m.TurnHoleCard(by="ann"), "hole-card/not-yours", ("PA 665a.7(l)",)),
        (PA_665A, "betting", m.TurnHoleCard(by=DEALER), "hole-card/none", ("PA 665a.7(l)",)),
        # a house without a reader has none to use, to break or to repair
        (DOUBLE_DECK, "play", m.ReadHoleCard(by="ann"), "reader/not-yours", ("DD Additional policies 6",)),
        (DOUBLE_DECK, "play", m.ReaderRepaired(by=FLOORPERSON), "reader/works", ()),
        (PA_665A, "play", m.ReaderRepaired(by=FLOORPERSON), "reader/works", ("PA 665a.13(i)",)),
        # players and spectators are kept from the cards by the text, staff by the steps of the game
        (PA_665A, "play", m.TouchCards(by="ann"), "cards/handled", ("PA 665a.7(r)",)),
        (PA_665A, "play", m.TouchCards(by=DEALER), "cards/handled", ()),
        (NJ_26, "play", m.TouchCards(by=FLOORPERSON), "cards/handled", ()),
        # a recut where the text knows one, and where it does not
        (PA_665A, "betting", m.OrderRecut(by=FLOORPERSON), "recut/too-late", ("PA 665a.5(e)",)),
        (DOUBLE_DECK, "betting", m.OrderRecut(by=FLOORPERSON), "recut/not-provided", ("DD Additional policies 6",)),
        (HI_LO, "betting", m.OrderRecut(by=FLOORPERSON), "recut/not-provided", ()),
    ],
)
def test_the_clause_orders_what_was_refused(
    game: str, stage: str, move: Move, code: str, clauses: tuple[str, ...]
) -> None:
    refusal = STAGES[stage](game).refused(move)
    assert (refusal.code, refusal.clauses) == (code, clauses)


KNOWN = {
    m.Attack: (PA_665A, NJ_26),
    m.EvenMoney: (DOUBLE_DECK,),
    m.SecondChance: (PA_673A,),
    m.FollowDouble: (NJ_26,),
    m.DestroyTens: (PA_665A, NJ_26),
    m.ApproveRolling: (DOUBLE_DECK,),
    m.CallRolling: (DOUBLE_DECK,),
    m.CountStub: (HI_LO,),
}


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("kind", KNOWN)
def test_a_step_of_another_game_is_told_so(kind: type[Move], game: str) -> None:
    given: dict[str, Any] = {"box": 1, "cents": 10_00, "cards": 40}
    move = kind(by="ann", **{name: value for name, value in given.items() if name in kind.__struct_fields__})
    refusal = betting(game).refused(move)
    assert refusal.sentence.startswith("the text of this game has no such step") is (game not in KNOWN[kind])
    assert bool(refusal.clauses) is (game in KNOWN[kind])


@pytest.mark.parametrize("game", EVERY)
def test_the_cards_lie_in_a_shoe_or_in_the_hand(game: str) -> None:
    scene = betting(game)
    shoe = game in (PA_665A, NJ_26, PA_673A)
    chosen, loaded = scene.refused(m.ChooseHand(by=DEALER, hand="left")), scene.refused(m.LoadShoe(by=DEALER))
    assert ("shoe" in chosen.sentence) is shoe
    assert ("not a shoe" in loaded.sentence) is not shoe


@pytest.mark.clause("PA 665a.4(f)", "PA 673a.4(e)")
@pytest.mark.parametrize(
    ("game", "clauses"), [(PA_665A, ("PA 665a.4(f)", "PA 665a.5(a)")), (PA_673A, ("PA 673a.4(e)", "PA 673a.5(a)"))]
)
def test_two_preshuffled_batches_are_both_excused_from_the_shuffle(game: str, clauses: tuple[str, ...]) -> None:
    scene = Scene(game, sets={"shuffling": "device"}, by_hand=(DEALER,)).sit()
    while len(scene.facts(f.CardsShuffled)) < 2:
        waiting = scene.table.waiting
        if m.ReceiveDecks in waiting.may:
            scene.do(m.ReceiveDecks(by=DEALER, preshuffled=True))
        elif m.Shuffle in waiting.may:
            assert scene.refused(m.ShufflerJammed(by=DEALER)).code == "shuffler/not-shuffling"
            scene.shuffle()
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    assert [fact.clauses for fact in scene.facts(f.CardsShuffled)] == [clauses, clauses]


@pytest.mark.clause("PA 673a.11(a)")
def test_where_no_pair_is_split_twice_aces_are_refused_as_any_pair_is() -> None:
    scene = Scene(PA_673A, "AS 7S AH 9D AD", players=1).open().bet()
    scene.as_player(m.Split)
    refusal = scene.refused(m.Split(**ANN))
    assert (refusal.code, refusal.clauses) == ("split/too-many", ("PA 673a.11(a)",))


@pytest.mark.clause("PA 665a.11(e)")
def test_where_other_pairs_may_be_split_again_aces_are_refused_by_their_own_clause() -> None:
    scene = Scene(PA_665A, "7S AS AH 9D AD 2C", players=1).open().bet().no_attack()
    scene.as_player(m.Split)
    refusal = scene.refused(m.Split(**ANN))
    assert (refusal.code, refusal.clauses) == ("split/aces-again", ("PA 665a.11(e)",))


@pytest.mark.clause("PA 673a.7(l)(3)")
def test_a_hand_with_its_second_chance_card_waits_for_the_dealer() -> None:
    scene = Scene(PA_673A, "TS 8S 7S 6S 6H 9D KC 9C", players=2).open().bet()
    scene.as_player(m.Hit)
    scene.as_player(m.SecondChance)
    assert scene.hand().second_chance_total == 17
    refusal = scene.refused(m.Hit(**ANN))
    assert (refusal.code, refusal.clauses) == ("hit/over", ("PA 673a.7(l)(3)",))


@pytest.mark.clause("PA 665a.7(l)")
def test_before_the_dealers_cards_the_hole_card_is_turned() -> None:
    scene = Scene(PA_665A, "6S KS 9H 5D 2C 9C", players=1, by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    while m.TurnHoleCard not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Deal in waiting.may:
            scene.dealer(m.Deal, to=waiting.box)
        elif m.NoAttack in waiting.may:
            scene.do(m.NoAttack(**ANN))
        else:
            scene.as_player(m.Stand)
    refusal = scene.refused(m.Deal(by=DEALER, to=0))
    assert (refusal.code, refusal.clauses) == ("deal/not-now", ("PA 665a.7(l)",))


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        pytest.param(PA_665A, ("PA 665a.7(b)",), marks=pytest.mark.clause("PA 665a.7(b)")),
        pytest.param(PA_673A, ("PA 673a.7(b)",), marks=pytest.mark.clause("PA 673a.7(b)")),
        pytest.param(NJ_26, ("NJ 26.7(b)",), marks=pytest.mark.clause("NJ 26.7(b)")),
        pytest.param(DOUBLE_DECK, ("DD Dealing 1", "DD Dealing 3"), marks=pytest.mark.clause("DD Dealing 3")),
        pytest.param(HI_LO, ("PA 663a.9(b)",), marks=pytest.mark.clause("PA 663a.9(b)")),
    ],
)
def test_cards_are_the_dealers_to_deal(game: str, clauses: tuple[str, ...]) -> None:
    scene = Scene(game, players=1, by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    while m.Deal not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    refusal = scene.refused(m.Deal(by="ann", to=1))
    assert (refusal.code, refusal.clauses) == ("turn/not-yours", clauses)


@pytest.mark.parametrize(
    ("game", "due", "clauses"),
    [
        pytest.param(PA_665A, "own", (), id="665a: nothing on a card the dealer misses himself"),
        pytest.param(PA_665A, "first", ("PA 665a.13(f)",), marks=pytest.mark.clause("PA 665a.13(f)")),
        pytest.param(PA_665A, "hit", ("PA 665a.13(g)",), marks=pytest.mark.clause("PA 665a.13(g)")),
        pytest.param(PA_673A, "first", ("PA 673a.13(g)",), marks=pytest.mark.clause("PA 673a.13(g)")),
        pytest.param(PA_673A, "own", ("PA 673a.13(e)",), marks=pytest.mark.clause("PA 673a.13(e)")),
        pytest.param(NJ_26, "own", ("NJ 26.15(d)",), marks=pytest.mark.clause("NJ 26.15(d)")),
        pytest.param(NJ_26, "first", ("NJ 26.15(h)",), marks=pytest.mark.clause("NJ 26.15(h)")),
        pytest.param(NJ_26, "hit", ("NJ 26.15(i)",), marks=pytest.mark.clause("NJ 26.15(i)")),
        pytest.param(DOUBLE_DECK, "first", (), id="nothing on a card that is not dealt"),
    ],
)
def test_a_card_is_passed_over_by_what_speaks_of_a_card_that_is_missed(
    game: str, due: str, clauses: tuple[str, ...]
) -> None:
    scene = Scene(game, "9S 5H 6D 8C 7C", players=1, by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    while due != _card_due(scene):
        waiting = scene.table.waiting
        if m.Deal in waiting.may:
            scene.dealer(m.Deal, to=waiting.box)
        elif m.NoAttack in waiting.may:
            scene.no_attack()
        else:
            scene.as_player(m.Hit)
    refusal = scene.refused(m.PassOver(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("turn/not-yours", clauses)


def _card_due(scene: Scene) -> str:
    """Whose card is due: the dealer's own, one of the player's first two, or one that was asked for."""
    if m.Deal not in scene.table.waiting.may:
        return ""
    if scene.table.waiting.box == 0:
        return "own"
    return "hit" if scene.blackjack.players_dealt else "first"


@pytest.mark.parametrize(
    ("game", "deal", "over", "drawn"),
    [
        (PA_665A, "7S KS 2D 9H 3D 5D 8D", ("PA 665a.7(o)(1)(ii)(B)",), ("PA 665a.7(j)",)),
        (NJ_26, "7S KS 2D 9H 3D 8D", ("NJ 26.5(a)1",), ("NJ 26.12(a)",)),
        (PA_673A, "KS 2D 7S 9H 3D 5D 8D", ("PA 673a.1 Bust", "PA 673a.7(l)"), ("PA 673a.7(k)",)),
    ],
)
def test_a_hand_over_21_draws_no_more_and_is_no_pair(
    game: str, deal: str, over: tuple[str, ...], drawn: tuple[str, ...]
) -> None:
    scene = Scene(game, deal, players=2).open().bet().no_attack()
    scene.as_player(m.Hit)
    asked = scene.rules.cites("second_chance")  # the only text that says what follows for the player
    for _ in range(2 if asked else 1):
        for move, clauses in ((m.Hit(**ANN), drawn), (m.Double(**ANN, cents=10_00), drawn), (m.Stand(**ANN), asked)):
            refusal = scene.refused(move)
            assert (refusal.code.partition("/")[2], refusal.clauses) == ("busted", clauses)
        if m.NoSecondChance in scene.table.waiting.may:
            scene.as_player(m.NoSecondChance)
    assert scene.last(f.HandBusted) == f.HandBusted(over, 1, 1, 27)
    refusal = scene.refused(m.Split(**ANN))
    assert (refusal.code, refusal.clauses) == ("split/no-pair", scene.rules.cites("pair"))


@pytest.mark.parametrize(
    ("game", "readings", "deal", "on_cards"),
    [
        pytest.param(
            PA_665A,
            {"pa-surrender-timing": "before-reader"},
            "KS 9S 7H 9D",
            False,
            marks=pytest.mark.clause("PA 665a.9(b)(2)"),
        ),
        pytest.param(NJ_26, {}, "KS 9S 7H 9D", True, marks=pytest.mark.clause("NJ 26.8(a)2")),
        pytest.param(
            PA_673A,
            {"surrender-timing": "before-reader"},
            "9S KS 7H 9D",
            True,
            marks=pytest.mark.clause("PA 673a.9(a)(2)"),
        ),
    ],
)
def test_only_a_text_that_says_so_has_surrendered_wagers_set_on_the_cards(
    game: str, readings: dict[str, str], deal: str, on_cards: bool
) -> None:
    scene = Scene(game, deal, readings=readings).open().bet().no_attack()
    scene.as_player(m.Surrender)
    assert scene.last(f.WagersParked).on_cards is on_cards
    told = str(list(Teller().lines(scene.table.facts)))
    assert ("set on the cards" in told, "waits for the card reader" in told) == (on_cards, not on_cards)


@pytest.mark.clause("PA 665a.13(i)")
def test_who_reports_a_broken_reader_no_text_says() -> None:
    scene = Scene(PA_665A, "KS 9S 7H 9D", players=1, by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    while m.ReadHoleCard not in scene.table.waiting.may:
        waiting = scene.table.waiting
        scene.do(m.NoAttack(**ANN) if m.NoAttack in waiting.may else m.Deal(by=DEALER, to=waiting.box))
    refusal = scene.refused(m.ReaderFailed(by="ann"))
    assert (refusal.code, refusal.clauses) == ("turn/not-yours", ())
    scene.dealer(m.ReaderFailed)
    assert scene.facts(f.ReaderBroke)[0].clauses == ("PA 665a.13(i)",)


@pytest.mark.clause("PA 665a.13(i)", "PA 673a.13(j)")
@pytest.mark.parametrize(("game", "knows"), [(PA_665A, m.Attack), (PA_673A, m.SecondChance)])
def test_a_broken_reader_stops_the_steps_of_this_game_and_not_of_another(game: str, knows: type[Move]) -> None:
    scene = betting(game)
    scene.floor(m.ReaderFailed)
    moves = {m.Attack: m.Attack(**ANN, cents=10_00), m.SecondChance: m.SecondChance(**ANN)}
    for kind, move in moves.items():
        refusal = scene.refused(move)
        assert (refusal.clauses == scene.rules.cites("reader_fails")) is (kind is knows)
        assert refusal.sentence.startswith("the text of this game has no such step") is (kind is not knows)


@pytest.mark.clause("PA 665a.2(a)", "PA 673a.2(a)")
@pytest.mark.parametrize(("game", "clauses"), [(PA_665A, ("PA 665a.2(a)",)), (NJ_26, ()), (PA_673A, ("PA 673a.2(a)",))])
def test_a_wager_beyond_the_last_position_is_refused_by_what_limits_them(game: str, clauses: tuple[str, ...]) -> None:
    refusal = betting(game).refused(m.Wager(by="bob", box=8, cents=10_00))
    assert (refusal.code, refusal.clauses) == ("wager/no-such-box", clauses)


@pytest.mark.clause("NJ 26.15(b)")
def test_a_ten_is_found_in_the_shoe_and_nowhere_else() -> None:
    refusal = Scene(NJ_26).refused(m.FoundTen(by=DEALER, card="TS"))
    assert (refusal.code, refusal.clauses) == ("ten/no-shoe", ("NJ 26.15(b)",))


def test_where_the_text_has_no_total_announced_none_is() -> None:
    for game in (PA_665A, PA_673A):
        refusal = in_play(game).refused(m.AnnounceTotal(by=DEALER, to=1, total=11))
        assert (refusal.code, refusal.clauses) == ("announce-total/not-provided", ())


@pytest.mark.clause("PA 673a.7(o)", "NJ 26.7(g)")
@pytest.mark.parametrize(("game", "clauses"), [(PA_673A, ("PA 673a.7(o)",)), (NJ_26, ("NJ 26.7(g)",))])
def test_of_his_own_hand_the_dealer_announces_the_count_that_it_has(game: str, clauses: tuple[str, ...]) -> None:
    no_hole_card = {"nj-hole-card": "none"} if game == NJ_26 else {}
    story = Story(game, "9S", "8C", ("KD QD",), by_hand=(DEALER,), readings=no_hole_card).wagers().until(m.SettleBox)
    for wrong in (16, 18):
        refusal = story.refused(m.AnnounceTotal(by=DEALER, to=0, total=wrong))
        assert (refusal.code, refusal.clauses) == ("announce-total/wrong-count", clauses)
    story.dealer(m.AnnounceTotal, to=0, total=17)
    assert story.last(f.Announced) == f.Announced(clauses[:1], DEALER, "17")


@pytest.mark.parametrize(("game", "clauses"), [(PA_665A, ()), (NJ_26, ("NJ 26.5(d)",)), (PA_673A, ()), (HI_LO, ())])
@pytest.mark.parametrize("in_play", [False, True], ids=["betting", "in the round"])
def test_who_has_no_wager_on_a_box_is_not_told_to_leave_it_alone(
    game: str, clauses: tuple[str, ...], in_play: bool
) -> None:
    scene = at_the_first_card(game) if in_play else betting(game)
    refusal = scene.refused(m.TakeBack(by="ann", box=3))
    assert (refusal.code, refusal.clauses) == ("wager/none", clauses)


def test_when_the_count_was_wrong_a_misdeal_is_declared_before_anything_else_is_done_with_the_stub() -> None:
    scene = Scene(HI_LO, "AH 2D AD 3D 7H 4S 9H 6C 8S 2H", by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    while m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    scene.dealer(m.CountStub, cards=41)
    for move in (m.RackStub(by=DEALER), m.CountStub(by=DEALER, cards=42)):
        refusal = scene.refused(move)
        assert (refusal.sentence, refusal.clauses) == ("declare-misdeal comes first", ("PA 663a.9(f)",))


@pytest.mark.parametrize("game", [PA_665A, NJ_26, PA_673A, DOUBLE_DECK])
def test_nobody_says_that_no_card_is_due_while_the_dealer_is_to_draw(game: str) -> None:
    scene = Story(game, "6S", "8C", ("KH QD",), "2C 3C 4C 5C", by_hand=(DEALER,)).wagers().until(m.Stand)
    scene.plays(m.Stand).until(m.Deal)
    refusal = scene.refused(m.PassOver(by=DEALER, box=1))
    assert refusal.sentence == "deal comes first"
