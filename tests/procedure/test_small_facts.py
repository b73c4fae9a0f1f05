"""What is easily passed over at a table: steps told, phases kept, reasons given, wagers that hold a player there."""

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, FLOORPERSON
from pitboss.procedure.refusal import Refused
from pitboss.procedure.views import view
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import STORIES, Story
from tests.procedure.kit import Scene

PA, NJ, DBJ, HI_LO = "double-attack-pa", "double-attack-nj", "double-back-jack-pa", "five-card-hi-lo-pa"
REQUIRED: dict[str, list[dict[str, object]]] = {
    PA: [{}, {"shuffling": "device"}, {"shuffling": "continuous"}, {"bust_it_offered": False}],
    NJ: [{}, {"own_procedure": True}, {"shuffling": "continuous"}],
    DBJ: [{}, {"shuffling": "device"}],
    "double-deck-house": [{}],
    HI_LO: [{}],
}

# --- what is ordered twice, and what could not be paid --------------------------------------------------------------


@pytest.mark.parametrize("order", [m.CloseTable, m.ChangeCards])
def test_what_is_ordered_already_is_not_ordered_again(order: type[m.CloseTable | m.ChangeCards]) -> None:
    scene = Scene(PA, "9S 5S 6S 8S KS").open().bet().no_attack()
    scene.floor(order)
    refusal = scene.refused(order(by=FLOORPERSON))
    assert refusal.code.endswith("/ordered")


def test_an_attack_or_a_double_that_could_not_be_halved_to_the_cent_is_refused_as_it_is_made() -> None:
    scene = Scene(PA, "9S 5S 6S 8S KS", sets={"chip_unit_cents": 1, "table_minimum_cents": 2}).open().bet(100)
    assert scene.refused(m.Attack(by="ann", box=1, cents=25)).code == "attack/not-payable"
    scene.no_attack()
    assert scene.refused(m.Double(by="ann", box=1, cents=25)).code == "double/not-payable"
    scene.as_player(m.Double, cents=24)


# --- opening and shuffle ----------------------------------------------------------------------------------------------


def _wrong(there: m.CheckEquipment) -> Iterator[m.CheckEquipment]:
    """The same table with one thing after another missing, elsewhere or not as it should be."""
    for name in set(there.__struct_fields__) - {"by", "rack_mark_cards"}:
        value = getattr(there, name)
        others: Sequence[object] = [0, value + 1] if isinstance(value, int) else ["nowhere"]
        if isinstance(value, bool):
            others = [not value]
        if isinstance(value, tuple):
            others = [value[:place] + value[place + 1 :] for place in range(len(value))] + [value[:1] * len(value)]
        for other in others:
            yield msgspec.structs.replace(there, **{name: other})


@pytest.mark.parametrize(("game", "sets"), [(game, sets) for game in GAMES for sets in REQUIRED[game]])
def test_the_check_of_the_equipment_cites_just_what_a_table_could_be_refused_by(
    game: str, sets: dict[str, object]
) -> None:
    there = lawful_equipment(load(game, sets))
    refused = set[str]()
    for wrong in _wrong(there):
        try:
            Scene(game, sets=sets, by_hand=(FLOORPERSON,)).do(wrong)
        except Refused as refusal:
            refused |= {*refusal.clauses}
    scene = Scene(game, sets=sets, by_hand=(FLOORPERSON,))
    scene.do(there)
    checked = scene.last(f.EquipmentChecked).clauses
    assert (set(checked), len(set(checked))) == (refused, len(checked))


@pytest.mark.clause("PA 665a.5(d)", "PA 673a.5(d)", "NJ 26.4(c)")
@pytest.mark.parametrize("game", [PA, DBJ, NJ])
def test_every_refused_cut_is_told_and_the_dealer_cuts_when_all_have_refused(game: str) -> None:
    scene = Scene(game, players=3).open()
    refused = scene.facts(f.CutRefused)
    assert [fact.by for fact in refused] == [fact.to for fact in scene.facts(f.CutOffered)]
    assert refused
    assert {fact.clauses for fact in refused} == {scene.table.state.rules.cites("cut_if_nobody")}
    assert scene.last(f.CardsCut).by == DEALER


@pytest.mark.clause("PA 665a.13(e)")
def test_a_reshuffle_ordered_while_the_rack_is_shuffled_in_mid_round_waits_for_its_end_and_play_goes_on() -> None:
    scene = Scene(PA, sets={"decks": 1, "cover_card_placed": "1/4"}).open()
    while scene.table.state.cards.shoe.remaining > 3:
        scene.dealer(m.FoundFaceUp)
    scene.bet()
    while not scene.facts(f.CardsRanOut):
        waiting = scene.table.waiting
        kind = next(kind for kind in (m.NoAttack, m.NoInsurance, m.Hit, m.Stand) if kind in waiting.may)
        scene.do(kind(by="ann", box=1))
    assert view(scene.table, "ann").phase == "shuffle"
    assert isinstance(scene.do(m.OrderReshuffle(by=FLOORPERSON))[-1], f.ReshuffleOrdered)
    scene.do(m.Shuffle(by=DEALER, order=tuple(c.code for c in scene.table.state.cards.to_shuffle), salt="5a" * 32))
    scene.do(m.RefuseCut(by="ann"))
    assert view(scene.table, "ann").phase != "shuffle"


# --- wagers -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.6(c)", "PA 673a.6(c)")
@pytest.mark.parametrize("game", GAMES)
def test_who_has_a_bet_on_the_layout_stays_and_who_has_none_may_go(game: str) -> None:
    scene = Scene(game, players=2).open()
    scene.do(m.Wager(by="ann", box=1, cents=50_00))
    assert scene.refused(m.Leave(by="ann")).code == "leave/wager-undecided"
    scene.do(m.Leave(by="bob"))


@pytest.mark.clause("PA 665a.6(c)")
@pytest.mark.parametrize("bust_it", [0, 50_00])
def test_who_has_surrendered_may_go_unless_a_bust_it_wager_still_lies_there(bust_it: int) -> None:
    s = Story(PA, "9S", "8C", ("KH 6D", "KD 9H"), "2C").wagers(bust_it=bust_it).until(m.Stand).plays(m.Surrender)
    if bust_it:
        assert s.refused(m.Leave(by="ann")).clauses == ("PA 665a.6(c)",)
    else:
        s.do(m.Leave(by="ann"))
        assert "ann" not in s.table.state.people.players


@pytest.mark.clause("NJ 26.5(g)", "NJ 26.15(i)")
@pytest.mark.parametrize("insured", [False, True])
def test_who_has_a_dead_hand_may_go_unless_it_is_insured_and_the_second_card_not_seen(insured: bool) -> None:
    s = Story(NJ, "AS", "", ("2H 6D", "KD 9H"), "2C 5C", readings={}, by_hand=(DEALER,)).wagers().until(m.Insure)
    s.do(m.Insure(by="ann", box=1, cents=50_00) if insured else m.NoInsurance(by="ann", box=1))
    s.until(m.Stand, 1).plays(m.Hit).dealer(m.PassOver, box=1)
    s.plays(m.CallHandDead)
    if insured:
        assert s.refused(m.Leave(by="ann")).code == "leave/wager-undecided"
    else:
        s.do(m.Leave(by="ann"))


@pytest.mark.clause("NJ 26.5(d)")
def test_who_takes_the_bet_back_may_go() -> None:
    scene = Scene(NJ, players=2).open()
    scene.do(m.Wager(by="ann", box=1, cents=50_00))
    scene.do(m.TakeBack(by="ann", box=1))
    scene.do(m.Leave(by="ann"))
    assert scene.last(f.PlayerLeft).cents == scene.chips, "with every chip that was bought"
    assert list(scene.table.state.people.players) == ["bob"]


def test_a_box_shows_the_side_wagers_that_lie_there_and_no_others() -> None:
    scene = Scene(PA, "AS 5S 6S 8S 9S KS KH KD KC", players=2).open()
    for box, name in enumerate(("ann", "bob"), 1):
        scene.do(m.Wager(by=name, box=box, cents=50_00))
    scene.do(m.Wager(by="bob", box=2, cents=5_00, wager="bust-it"))
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    scene.no_attack()
    scene.as_player(m.Insure, cents=10_00)
    ann, bob = view(scene.table, "a spectator").boxes
    assert (ann.side_wagers["bust-it"], ann.insurance) == ({}, {"ann": 10_00})
    assert (bob.side_wagers["bust-it"], bob.insurance) == ({"bob": 5_00}, {})


# --- decisions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "code", "clauses"),
    [
        (m.Hit, "hit/busted", ("NJ 26.12(a)",)),
        (m.Stand, "stand/busted", ()),
        (m.Split, "split/no-pair", ("NJ 26.10(a)",)),
        (m.Surrender, "surrender/has-21", ("NJ 26.12(a)",)),
    ],
)
def test_a_hand_over_21_has_no_more_to_decide(kind: type[m.Move], code: str, clauses: tuple[str, ...]) -> None:
    scene = Scene(NJ, "7S 9S 9H 9D KS KH KD KC QS QH", players=2).open().bet().no_attack()
    scene.as_player(m.Hit)
    assert scene.hand(1).busted
    refusal = scene.refused(kind(by="ann", box=1))  # type: ignore[call-arg]  # each has a box
    assert (refusal.code, refusal.clauses) == (code, clauses)


def test_where_a_variant_lets_only_two_cards_be_doubled_a_third_closes_it() -> None:
    scene = Scene(PA, "7S 2S 3H 2D KS KH KD", sets={"double_on_cards_at_most": 2}).open().bet().no_attack()
    scene.as_player(m.Hit)
    refusal = scene.refused(m.Double(by="ann", box=1, cents=10_00))
    assert (refusal.code, refusal.clauses) == (
        "double/not-open",
        scene.table.state.rules.cites("double_on_cards_at_most"),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_says_what_may_be_done_instead(game: str) -> None:
    scene = Scene(game, players=2).open()
    assert "wager" in scene.refused(m.Hit(by="ann", box=1)).now


@pytest.mark.parametrize("game", GAMES)
def test_chips_are_bought_in_whole_chips_and_a_seat_is_taken_once(game: str) -> None:
    scene = Scene(game, players=2).sit()
    unit = scene.table.state.rules.wagers.chip_unit_cents
    assert scene.refused(m.BuyIn(by="ann", cents=unit + 1)).code == "buy-in/chips"
    scene.do(m.BuyIn(by="ann", cents=unit))
    assert scene.refused(m.Sit(by="ann", box=1)).code == "sit/there-already"


# --- Five Card Hi-Lo --------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 663a.9(c)")
def test_the_stub_is_laid_in_the_rack_or_counted_and_the_table_can_close() -> None:
    scene = Scene(HI_LO, players=2).open().bet()
    while scene.table.state.in_round or not scene.facts(f.RoundEnded):
        if m.Shuffle in scene.table.waiting.may:
            scene.shuffle()
        else:
            scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    assert [placed.clauses for placed in scene.facts(f.StubPlaced)] == [("PA 663a.9(c)",)]
    scene.floor(m.CloseTable)
    assert scene.table.closed
    assert scene.facts(f.TableClosed)


# --- the house closes, changes and reshuffles -------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_closes_gives_every_player_their_chips_and_opens_every_seal(game: str) -> None:
    scene = Scene(game, players=2, chips=500_00).open()
    done = scene.floor(m.CloseTable)
    assert [(fact.player, fact.cents) for fact in done if isinstance(fact, f.PlayerLeft)] == [
        ("ann", 500_00),
        ("bob", 500_00),
    ]
    sealed = {fact.seal for fact in scene.facts(f.CardsShuffled)}
    assert {fact.seal for fact in scene.facts(f.SealOpened)} == sealed
    assert view(scene.table, "ann").phase == "closed"
    assert scene.table.state.chips.inventory + scene.table.state.chips.on_layout == 0


@pytest.mark.parametrize("game", [PA, NJ, DBJ, "double-deck-house"])
def test_the_cards_are_ordered_changed_once_and_not_before_there_are_any(game: str) -> None:
    opening = Scene(game, players=1, by_hand=(DEALER,)).sit()
    assert opening.refused(m.ChangeCards(by=FLOORPERSON)).code == "change/no-cards"
    scene = Scene(game, "7S 5S 6S 8S 9S KS KH KD KC", players=1).open().bet()
    scene.floor(m.ChangeCards)
    assert scene.refused(m.ChangeCards(by=FLOORPERSON)).code == "change/ordered"


@pytest.mark.parametrize(
    ("game", "shuffled"),
    [
        pytest.param(PA, "PA 665a.5(a)", marks=pytest.mark.clause("PA 665a.5(a)")),
        pytest.param(NJ, "NJ 26.4(a)", marks=pytest.mark.clause("NJ 26.4(a)")),
        pytest.param(DBJ, "PA 673a.5(a)", marks=pytest.mark.clause("PA 673a.5(a)")),
    ],
)
def test_new_cards_are_shuffled_as_a_game_begins_though_a_reshuffle_of_the_old_was_ordered(
    game: str, shuffled: str
) -> None:
    scene = Scene(game, "7S 5S 6S 8S", players=1).open().bet()
    scene.floor(m.OrderReshuffle)
    scene.floor(m.ChangeCards)
    scene.no_attack().no_insurance().stand_all()
    scene.do(m.ViewSpread(by="ann"))
    scene.shuffle()
    assert scene.last(f.CardsShuffled).clauses == (shuffled,)


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_an_ordered_reshuffle_is_made_once(game: str) -> None:
    scene = Scene(game, players=1).open()
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    shuffles = len(scene.facts(f.CardsShuffled))
    for _ in range(2):
        scene.bet()
        while not {m.Wager, m.Shuffle} & set(scene.table.waiting.may):
            may = scene.table.waiting.may
            kind = next(k for k in (m.NoAttack, m.NoInsurance, m.NoSecondChance, m.Stand, m.Ready) if k in may)
            scene.do(kind(by="ann") if kind is m.Ready else kind(by="ann", box=1))  # type: ignore[call-arg]  # as its kind has it
    assert len(scene.facts(f.CardsShuffled)) == shuffles


@pytest.mark.parametrize("game", GAMES)
def test_the_table_says_that_it_deals_while_a_person_deals(game: str) -> None:
    scene = Scene(game, "7S 5S 6S 8S 9S KS KH KD KC", players=2, by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    dealt: list[str] = []
    while m.Deal in scene.table.waiting.may and len(dealt) < 2:
        to = scene.table.waiting.box
        if to:
            dealt.append(view(scene.table, "ann").phase)
        scene.dealer(m.Deal, to=to)
        scene.no_attack()
        if m.Shuffle in scene.table.waiting.may:
            scene.shuffle()
    assert dealt == ["deal", "deal"]


@pytest.mark.parametrize("game", [PA, NJ])
def test_the_table_says_that_it_is_the_dealers_turn_while_a_person_draws_for_the_dealer(game: str) -> None:
    scene = Scene(game, "6S 9S KS 5S 2S 3S KH KD", by_hand=(DEALER,)).open().bet()
    scene.dealer(m.CloseBets)
    phases: list[str] = []
    for _ in range(30):
        waiting = scene.table.waiting
        if m.Wager in waiting.may:
            break
        if waiting.by == ("ann",):
            scene.do((m.NoAttack if m.NoAttack in waiting.may else m.Stand)(by="ann", box=1))
        elif m.Deal in waiting.may:
            phases.append(view(scene.table, "ann").phase if waiting.box == 0 else "")
            scene.dealer(m.Deal, to=waiting.box)
        else:
            kind = next(kind for kind in (m.TurnHoleCard, m.SettleBox, m.BurnCard) if kind in waiting.may)
            scene.dealer(kind, **({"box": waiting.box} if kind is m.SettleBox else {}))
    assert "dealer" in phases


def test_after_a_split_a_refusal_names_the_hand_it_is_about() -> None:
    scene = Scene(PA, "7S 8S 8H 3S KS KH KD KC").open().bet().no_attack()
    scene.as_player(m.Split)
    scene.as_player(m.Stand)
    assert scene.refused(m.Split(by="ann", box=1)).sentence.startswith("hand 2 ")


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_who_is_waited_for_is_said_with_the_box_and_a_second_hand_by_its_number(game: str) -> None:
    s = Story(game, "9S", "8C", ("8H 8D",), "2C 3C").wagers().until(m.Split)
    assert str(s.table.waiting).endswith("waiting for ann at box 1")
    s.plays(m.Split)
    assert str(s.table.waiting).endswith("waiting for ann at box 1")
    s.plays(m.Stand)
    assert str(s.table.waiting).endswith("waiting for ann at box 1 hand 2")
    assert s.table.waiting.told_to("bob") == "none; waiting for ann at box 1 hand 2"
    assert s.table.waiting.told_to("ann") == str(s.table.waiting)


def test_where_several_are_asked_at_once_the_others_hear_whom_and_not_for_what() -> None:
    """What is open to somebody can tell what they hold."""
    s = Story("double-deck-house", "AS", "9C", ("KH KD", "8S 9H")).wagers().until(m.NoInsurance)
    assert m.EvenMoney in s.table.waiting.may
    for name in ("cat", "dealer"):
        assert s.table.waiting.told_to(name) == "none; waiting for ann, bob"
    s.plays(m.NoInsurance, box=1)
    assert s.table.waiting.told_to("ann") == "none; waiting for bob"


def test_double_deck_takes_each_hand_up_as_it_is_settled() -> None:
    scene = Scene("double-deck-house", "9S 9H 7S KS KH KD QS QH", players=2).open().bet()
    scene.stand_all()
    kinds = [type(fact).__name__ for fact in scene.table.facts]
    settled = [place for place, kind in enumerate(kinds) if kind == "HandSettled"]
    discarded = [place for place, kind in enumerate(kinds) if kind == "CardsDiscarded"]
    assert len(settled) == 2
    assert any(settled[0] < place < settled[1] for place in discarded)


@pytest.mark.parametrize("game", GAMES)
def test_who_is_not_at_the_table_cannot_wager_there(game: str) -> None:
    scene = Scene(game).open()
    assert scene.refused(m.Wager(by="zoe", box=2, cents=50_00)).code == "turn/not-yours"


@pytest.mark.parametrize("game", ["double-deck-house", DBJ])
def test_a_ten_belongs_to_a_deck_that_has_tens(game: str) -> None:
    scene = Scene(game, "7S 5S 6S 8S 9S KS KH KD KC").open().bet()
    assert scene.refused(m.FoundTen(by=DEALER, card="TS")).code == "ten/belongs"


def test_a_bet_that_a_blackjack_could_not_be_paid_on_to_the_cent_is_refused() -> None:
    scene = Scene("double-deck-house", sets={"chip_unit_cents": 1, "table_minimum_cents": 1}).open()
    odd = scene.refused(m.Wager(by="ann", box=1, cents=50_01))
    assert odd.code == "wager/not-payable"
    scene.do(m.Wager(by="ann", box=1, cents=50_02))


# --- every fact -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(STORIES))
def test_every_fact_of_every_story_is_of_its_own_form_and_reads_back_as_it_was_written(name: str) -> None:
    for fact in STORIES[name]().table.facts:
        assert f.from_json(f.to_json(fact)) == fact


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_the_cards_are_inspected_by_the_dealer_and_a_closing_is_ordered_by_the_floor(game: str) -> None:
    scene = Scene(game, "7S 5S 6S 8S 9S KS KH KD KC").open()
    assert {fact.by for fact in scene.facts(f.CardsInspected)} == {DEALER}
    scene.bet()
    ordered = scene.floor(m.CloseTable)
    assert [fact.by for fact in ordered if isinstance(fact, f.ClosingOrdered)] == [FLOORPERSON]
    assert not scene.table.closed, "the round is played to its end"


# --- what waits, and what is asked again ------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.3(c)", "PA 673a.3(c)")
@pytest.mark.parametrize("game", [PA, DBJ])
def test_cards_found_old_lie_there_until_a_floorperson_changes_them_unless_that_was_ordered(game: str) -> None:
    scene = Scene(game, by_hand=(FLOORPERSON,)).open()
    scene.floor(m.NoteCardAge, hours=24)
    waiting = scene.table.waiting
    assert (waiting.by, waiting.may) == ((FLOORPERSON,), (m.ChangeCards,))
    assert waiting.clauses == scene.rules.cites("changed_every_hours") != ()
    assert not scene.facts(f.CardsChanged)
    scene.floor(m.ChangeCards)
    assert len(scene.facts(f.CardsChanged)) == 1
    ordered = Scene(game, by_hand=(FLOORPERSON,)).open()
    ordered.floor(m.ChangeCards)
    assert len(ordered.facts(f.CardsChanged)) == 1, "nobody has to say it twice"


@pytest.mark.clause("PA 665a.2(d)", "PA 673a.2(d)")
@pytest.mark.parametrize("game", [PA, DBJ])
def test_a_reader_whose_inspection_another_order_broke_off_is_inspected_before_the_next_wagers(game: str) -> None:
    scene = Scene(game, by_hand=(FLOORPERSON,)).open()
    scene.floor(m.BeginGamingDay)
    scene.floor(m.InspectReader, sound=False)
    assert m.InspectReader in scene.table.waiting.may, "one that is not in order is inspected again"
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    while m.InspectReader not in scene.table.waiting.may:
        assert m.Wager not in scene.table.waiting.may
        waiting = scene.table.waiting
        scene.do(m.RefuseCut(by=waiting.by[0]) if m.RefuseCut in waiting.may else m.LoadShoe(by=FLOORPERSON))
    scene.floor(m.InspectReader)
    assert [fact.sound for fact in scene.facts(f.ReaderInspected)] == [True, False, True]
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("NJ 26.5(d)", "NJ 26.6(b)")
def test_a_bet_that_is_taken_back_takes_its_own_bonus_wager_along_and_no_others() -> None:
    scene = Scene(NJ, players=2).open()
    for name, box in (("ann", 1), ("bob", 2)):
        scene.do(m.Wager(by=name, box=box, cents=100_00))
        scene.do(m.Wager(by=name, box=box, cents=50_00, wager="bust-it"))
    done = scene.do(m.TakeBack(by="ann", box=1))
    returned = [(fact.player, fact.box, fact.wager, fact.cents) for fact in done if isinstance(fact, f.WagerReturned)]
    assert returned == [("ann", 1, "bet", 100_00), ("ann", 1, "bust-it", 50_00)]
    assert (scene.won("ann"), scene.won("bob")) == (0, -150_00)
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    scene.do(m.Ready(by="ann"))
    scene.do(m.Ready(by="bob"))
    assert scene.table.state.boxes[1].bettors["ann"].side.get("bust-it", 0) == 0, "nothing of it is left"
    assert scene.table.state.boxes[2].bettors["bob"].side["bust-it"] == 50_00


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
@pytest.mark.parametrize(
    ("order", "told"),
    [
        (m.OrderReshuffle(by=FLOORPERSON), f.CardsShuffled),
        (m.ChangeCards(by=FLOORPERSON), f.CardsChanged),
        (m.NoteCardAge(by=FLOORPERSON, hours=24), f.CardsChanged),
        (m.CloseTable(by=FLOORPERSON), f.TableClosed),
    ],
    ids=["reshuffle", "change", "age", "close"],
)
def test_an_order_waits_for_the_end_of_the_round_once_a_wager_lies_there(
    game: str, order: m.Move, told: type[f.Fact]
) -> None:
    scene = Scene(game, "7S 5S 6S 8S 9S KS KH KD KC").open()
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    before = len(scene.facts(told))
    scene.do(order)
    assert m.Wager in scene.table.waiting.may, "the wager stays, and the round is played"
    scene.do(m.Ready(by="ann"))
    assert len(scene.facts(told)) == before
    scene.no_attack().no_insurance().stand_all()
    if m.NoSecondChance in scene.table.waiting.may:
        scene.as_player(m.NoSecondChance)
    if m.Shuffle in scene.table.waiting.may:
        scene.first_cards = []
        scene.shuffle()
    in_new_jersey_cards_have_no_age = game == NJ and isinstance(order, m.NoteCardAge)
    assert len(scene.facts(told)) == before + (not in_new_jersey_cards_have_no_age)


# --- the shuffling device ---------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(j)", "PA 665a.13(k)", "NJ 26.15(j)", "NJ 26.15(k)", "PA 673a.13(k)", "PA 673a.13(l)")
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
@pytest.mark.parametrize("kind", [m.ShufflerJammed, m.ShufflerFailed])
def test_a_report_about_the_device_is_refused_in_words_for_whoever_makes_it(game: str, kind: type[m.Move]) -> None:
    leaf = "shuffler_jams" if kind is m.ShufflerJammed else "shuffler_out"
    by_hand = Scene(game).sit()
    none = by_hand.refused(kind(by=DEALER))
    assert (none.code, none.sentence) == ("shuffler/none", "no shuffling device is in use")
    assert none.clauses == by_hand.rules.cites(leaf) != ()
    device = Scene(game, sets={"shuffling": "device"}).sit()
    stranger = device.refused(kind(by="ann"))
    assert (stranger.code, stranger.clauses) == ("irregularity/not-yours", ())
    assert stranger.sentence.startswith("the house reports that")


@pytest.mark.parametrize("kind", [m.ShufflerJammed, m.ShufflerFailed])
def test_double_deck_is_shuffled_by_hand_and_the_routine_says_so(kind: type[m.Move]) -> None:
    scene = Scene("double-deck-house").sit()
    refusal = scene.refused(kind(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("shuffler/none", scene.rules.cites("shuffling"))
    assert refusal.clauses


@pytest.mark.parametrize("kind", [m.ShufflerJammed])
def test_of_a_jam_the_section_on_dealing_from_the_hand_says_nothing(kind: type[m.Move]) -> None:
    scene = Scene("five-card-hi-lo-pa", burned=None).sit()
    refusal = scene.refused(kind(by="shuffler"))
    assert (refusal.code, refusal.clauses) == ("shuffler/not-provided", ())
    assert refusal.sentence.startswith("the section does not say what follows")


# --- what is left over ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(c)", "PA 673a.13(c)")
@pytest.mark.parametrize("game", [PA, DBJ])
def test_an_exposed_card_that_a_dealer_blackjack_leaves_nobody_to_take_goes_to_the_rack(game: str) -> None:
    s = Story(game, "AS", "KC", ("9H 9D",), "7C 2C", by_hand=(DEALER,)).wagers().until(m.Insure)
    s.dealer(m.DrewInError, exposed=True)
    s.until()
    assert [fact.card for fact in s.facts(f.CardUnused)] == ["7C"]
    assert s.last(f.CardUnused).clauses == s.rules.cites("exposed_card_unusable") != ()
    s.wagers()
    s.dealer(m.Deal, to=s.table.waiting.box)
    assert s.last(f.CardDealt).card == "2C", "the next round begins with another card"


@pytest.mark.clause("PA 665a.7(a)", "PA 673a.7(a)")
@pytest.mark.parametrize("game", [PA, DBJ])
def test_before_the_shoe_is_loaded_others_are_told_whose_work_that_is(game: str) -> None:
    scene = Scene(game, by_hand=(DEALER,)).sit()
    while m.LoadShoe not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.Cut in waiting.may:
            scene.do(m.RefuseCut(by="ann") if waiting.by == ("ann",) else m.Cut(by=DEALER, position=100))
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    load = scene.refused(m.LoadShoe(by="ann"))
    assert (load.code, load.clauses) == ("turn/not-yours", scene.rules.cites("dealt_from"))
    recut = scene.refused(m.OrderRecut(by="ann"))
    assert (recut.code, recut.clauses) == ("turn/not-yours", scene.rules.cites("recut_until"))


# --- each decision, where it is made ----------------------------------------------------------------------------------

DECIDED: dict[str, type[m.Move]] = {
    "hit": m.Hit,
    "stand": m.Stand,
    "double": m.Double,
    "split": m.Split,
    "surrender": m.Surrender,
}


@pytest.mark.parametrize("decision", DECIDED)
@pytest.mark.parametrize("game", [PA, NJ, DBJ, "double-deck-house"])
def test_a_decision_is_told_at_the_box_where_it_was_made_and_by_whom(game: str, decision: str) -> None:
    sets = {"surrender": "first-decision"} if game == "double-deck-house" and decision == "surrender" else {}
    s = Story(game, "9S", "8C", ("KH 9D", "4H 4D"), "2C 3C 5C 6C", sets=sets).wagers()
    s.until(m.Stand, 2)
    if s.hand(2).face_down:
        s.plays(m.LookAtCards)
    s.plays(DECIDED[decision], **({"cents": 100_00} if decision == "double" else {}))
    told = next(fact for fact in s.facts(f.DecisionMade) if fact.player == "bob")
    assert (told.box, told.hand, told.decision) == (2, 1, decision)
    where = {(fact.box, fact.hand) for fact in s.facts(f.WagerPlaced) if fact.wager == "double"}
    assert where == ({(2, 1)} if decision == "double" else set())
    if decision == "split":
        split = s.last(f.HandSplit)
        assert (split.box, split.hand, split.new_hand) == (2, 1, 2)
        assert (s.last(f.WagerPlaced).box, s.last(f.WagerPlaced).hand) == (2, 2)
    if decision == "surrender":
        assert s.until().won("bob") == -50_00
        settled = next(fact for fact in s.facts(f.HandSettled) if fact.outcome == "surrendered")
        assert (settled.box, settled.hand) == (2, 1)


@pytest.mark.clause("PA 665a.3(c)", "PA 673a.3(c)", "DD Additional policies 5")
@pytest.mark.parametrize("game", [PA, NJ, DBJ, "double-deck-house"])
def test_cards_that_were_changed_may_be_changed_again(game: str) -> None:
    scene = Scene(game).open()
    for change in (1, 2):
        scene.floor(m.ChangeCards)
        assert len(scene.facts(f.CardsChanged)) == change
        scene.first_cards = []
        while m.Wager not in scene.table.waiting.may:
            waiting = scene.table.waiting
            if m.Shuffle in waiting.may:
                scene.shuffle()
            else:
                scene.do(m.RefuseCut(by="ann") if m.RefuseCut in waiting.may else m.ViewSpread(by="ann"))


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_a_bet_that_could_not_be_halved_to_the_cent_is_refused_where_it_may_be_surrendered(game: str) -> None:
    scene = Scene(game, sets={"chip_unit_cents": 1, "table_minimum_cents": 1}).open()
    assert scene.refused(m.Wager(by="ann", box=1, cents=50_01)).code == "wager/not-payable"
    scene.do(m.Wager(by="ann", box=1, cents=50_02))
    never = Scene(game, sets={"chip_unit_cents": 1, "table_minimum_cents": 1, "surrender": "never"}).open()
    never.do(m.Wager(by="ann", box=1, cents=50_01))


@pytest.mark.parametrize("game", [PA, NJ])
def test_bets_close_when_everybody_is_ready_who_sits_there_or_has_a_bet(game: str) -> None:
    scene = Scene(game).open()
    for box, name in ((5, "yan"), (6, "zoe")):  # they stand
        scene.do(m.BuyIn(by=name, cents=1000_00))
        scene.do(m.Wager(by=name, box=box, cents=100_00))
    scene.do(m.Ready(by="ann"))
    scene.do(m.Ready(by="zoe"))
    assert not scene.facts(f.BetsClosed), "yan is not ready"
    scene.do(m.Ready(by="yan"))
    assert scene.facts(f.BetsClosed)


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.6(c)")
@pytest.mark.parametrize(("wager", "clause"), [("bet", "NJ 26.5(c)"), ("bust-it", "NJ 26.6(c)")])
def test_how_a_wager_is_placed_is_said_of_the_bonus_wager_apart(wager: str, clause: str) -> None:
    scene = Scene(NJ).open()
    if wager == "bust-it":
        scene.do(m.Wager(by="ann", box=1, cents=100_00))
    refusal = scene.refused(m.Wager(by="ann", box=1, cents=50_01, wager=wager))
    assert (refusal.code, refusal.clauses) == ("wager/chips", (clause,))


@pytest.mark.parametrize("hole", ["KC", "7C"])
def test_a_surrender_that_waited_for_the_down_card_is_settled_once(hole: str) -> None:
    sets = {"surrender": "first-decision", "hole_card": "unread"}
    s = Story("double-deck-house", "AS", hole, ("KH 6D", "KD 9H"), "2C", sets=sets).wagers().until(m.Stand)
    s.plays(m.Surrender).until()
    assert len([fact for fact in s.facts(f.HandSettled) if fact.box == 1]) == 1
    assert s.won("ann") == (-100_00 if hole == "KC" else -50_00)
