"""While hands are played: whose each decision is, what keeps a card back, and why a decision is open no more."""

from collections.abc import Callable

import pytest

from pitboss.cards.discard_rack import Other
from pitboss.law import Citation
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.procedure.transcript import Teller
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import BY_HAND, DBJ, DD, NJ, PA, Story
from tests.procedure.kit import Scene
from tests.procedure.nj_26.at_table import READER

REFUSES = {PA: "PA 665a.13(c)", NJ: "NJ 26.15(e)", DBJ: "PA 673a.13(c)"}
SURRENDERS = {PA: "PA 665a.9(a)", NJ: "NJ 26.8(a)"}
BEFORE_READER = {PA: {"pa-surrender-timing": "before-reader"}, DBJ: {"surrender-timing": "before-reader"}}


def clauses(*cited: str) -> pytest.MarkDecorator:
    """The clauses a case is about."""
    return pytest.mark.clause(*cited)


def refused(scene: Scene, move: Move) -> tuple[str, Citation]:
    """The code of a refusal, and by which clauses."""
    refusal = scene.refused(move)
    return refusal.code, refusal.clauses


# --- whose a decision is ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [pytest.param(game, marks=clauses(by)) for game, by in SURRENDERS.items()])
def test_a_split_hand_is_given_up_by_the_paragraph_on_surrender_and_played_by_that_on_split_hands(game: str) -> None:
    s = Story(game, "7D", "KC", ("8S 8H",), "3C 4C").wagers().until(m.Split).plays(m.Split)
    assert m.Surrender in s.table.waiting.may
    assert s.table.waiting.clauses == s.blackjack.law.decide_after_split
    assert s.table.waiting.who == {m.Surrender: (SURRENDERS[game],)}
    s.plays(m.Surrender)
    assert s.last(f.DecisionMade).clauses == (SURRENDERS[game],)


@pytest.mark.parametrize("game", [pytest.param(game, marks=clauses(by)) for game, by in REFUSES.items()])
def test_an_exposed_card_is_refused_by_its_own_paragraph_whatever_else_may_be_done(game: str) -> None:
    s = Story(game, "7D", "KC", ("QS 3H", "KH 9S"), "9C", by_hand=BY_HAND).wagers().until(m.Stand, 1)
    s.dealer(m.DrewInError, exposed=True)
    assert s.table.waiting.who == {m.RefuseCard: (REFUSES[game],)}
    assert refused(s, m.RefuseCard(by="ann", box=2)) == ("turn/other-box", (REFUSES[game],))
    assert refused(s, m.RefuseCard(by="bob", box=1)) == ("refuse-card/not-yours", (REFUSES[game],))
    assert s.refused(m.RefuseCard(by="bob", box=1)).sentence == "ann decides at box 1"


@clauses("PA 673a.7(l)", "PA 673a.13(c)")
def test_so_it_is_while_a_second_chance_is_offered() -> None:
    s = Story(DBJ, "7D", "KC", ("QS 6H", "KH 9S"), "9C 5C", by_hand=BY_HAND).wagers().until(m.Stand, 1)
    s.plays(m.Hit).dealer(m.Deal, to=1)
    assert (s.table.waiting.may, s.table.waiting.who) == ((m.SecondChance, m.NoSecondChance), {})
    s.dealer(m.DrewInError, exposed=True)
    assert s.table.waiting.clauses == ("PA 673a.7(l)",)
    assert s.table.waiting.who == {m.RefuseCard: ("PA 673a.13(c)",)}
    assert refused(s, m.RefuseCard(by="ann", box=2)) == ("turn/other-box", ("PA 673a.13(c)",))
    assert refused(s, m.SecondChance(by="ann", box=2)) == ("turn/other-box", ("PA 673a.7(l)",))


@clauses("DD Dealing 7", "DD Dealing 8")
def test_at_double_deck_each_decision_has_its_paragraph() -> None:
    s = Story(DD, "7D", "KC", ("8S 8H",), "3C 4C", sets={"surrender": "FIRST_DECISION"}).wagers().until(m.Stand)
    s.do(m.LookAtCards(by="ann", box=1))
    assert s.table.waiting.who == {
        m.Hit: ("DD Dealing 7",),
        m.Stand: ("DD Dealing 8",),
        m.Double: ("DD Doubling Down",),
        m.Split: ("DD Splitting",),
        m.Surrender: ("DD Additional policies 6",),
    }


@pytest.mark.parametrize(
    ("game", "offered"),
    [
        pytest.param(PA, ("PA 665a.9(a)",), marks=clauses("PA 665a.9(a)")),
        pytest.param(DBJ, ("PA 673a.9(a)",), marks=clauses("PA 673a.9(a)")),
    ],
)
def test_before_the_reader_surrender_is_chosen_by_its_own_paragraph_and_nobody_need_say_ready(
    game: str, offered: Citation
) -> None:
    s = Story(game, "KD", "8C", ("QS 6H", "KH 9S"), readings=BEFORE_READER[game]).wagers().until(m.Surrender)
    assert s.table.waiting.who == {m.Surrender: offered, m.Ready: ()}
    assert refused(s, m.Surrender(by="ann", box=2)) == ("surrender/not-yours", offered)
    (ready,) = s.do(m.Ready(by="ann"))
    assert ready == f.PlayerReady((), "ann")
    assert refused(s, m.Surrender(by="ann", box=1)) == ("turn/not-yours", offered)
    assert refused(s, m.Ready(by="ann")) == ("turn/not-yours", ())


@pytest.mark.parametrize("game", BEFORE_READER)
def test_nor_does_anybody_give_up_anothers_hand_while_insurance_is_thought_of(game: str) -> None:
    s = Story(game, "AD", "8C", ("QS 6H", "KH 9S"), readings=BEFORE_READER[game]).wagers().until(m.Insure)
    assert refused(s, m.Surrender(by="ann", box=2)) == ("surrender/not-yours", s.rules.cites("surrender"))


# --- what keeps a card back -------------------------------------------------------------------------------------------


def _late_card(game: str) -> Story:
    s = Story(game, "7D", "KC", ("QS 6H", "KH 9S"), by_hand=BY_HAND).wagers()
    while s.table.waiting.box != 1 or len(s.hand().cards) != 1:
        s.do(s._usual())
    s.dealer(m.PassOver, box=1)
    return s.until(m.TakeLateCard)


def _insurance(game: str) -> Story:
    return Story(game, "AD", "8C", ("QS 6H",), by_hand=BY_HAND).wagers().until(m.Insure)


def _reader(game: str) -> Story:
    return Story(game, "KD", "8C", ("QS 6H",), by_hand=BY_HAND).wagers().until(m.ReadHoleCard)


def _blackjack(game: str) -> Story:
    return Story(game, "KD", "AC", ("QS 6H",), by_hand=BY_HAND).wagers().until(m.SettleBox)


def _blackjack_to_turn(game: str) -> Story:
    return Story(game, "KD", "AC", ("QS 6H",), by_hand=BY_HAND).wagers().until(m.TurnHoleCard)


def _hole_card(game: str) -> Story:
    return Story(game, "7D", "KC", ("QS 6H",), by_hand=BY_HAND).wagers().until(m.TurnHoleCard)


def _blackjacks(game: str) -> Story:
    return Story(game, "7D", "KC", ("AS KH",), by_hand=BY_HAND).wagers().until(m.SettleBox)


def _third_card(game: str) -> Story:
    s = Story(game, "5D", "6C", ("QS 8H",), "2C 3C 9C", by_hand=BY_HAND).wagers().until(m.TurnHoleCard)
    s.dealer(m.TurnHoleCard)
    return s


def _fourth_card(game: str) -> Story:
    s = _third_card(game)
    s.dealer(m.Deal, to=0)
    return s


CARD_KEPT_BACK = [
    (PA, _late_card, ("PA 665a.13(f)",)),
    (DBJ, _late_card, ("PA 673a.13(g)",)),
    (NJ, _late_card, ("NJ 26.15(h)",)),
    (PA, _insurance, ("PA 665a.7(g)",)),
    (DBJ, _insurance, ("PA 673a.7(g)", "PA 673a.8(a)")),
    (NJ, _insurance, ("NJ 26.11(a)", "NJ 26.11(b)")),
    (DD, _insurance, ("DD Additional policies 3", "DD Additional policies 6")),
    (PA, _reader, ("PA 665a.7(g)",)),
    (DBJ, _reader, ("PA 673a.7(h)",)),
    (NJ, _reader, ("NJ 26.7(i)",)),
    (DD, _reader, ("DD Additional policies 6",)),
    (PA, _blackjack_to_turn, ("PA 665a.7(g)",)),
    (PA, _blackjack, ("PA 665a.7(g)",)),
    (DBJ, _blackjack, ("PA 673a.7(h)",)),
    (NJ, _blackjack, ("NJ 26.7(i)",)),
    (DD, _blackjack, ("DD Additional policies 6",)),
    (PA, _hole_card, ("PA 665a.7(l)",)),
    (NJ, _hole_card, ("NJ 26.7(i)",)),
    (DBJ, _blackjacks, ("PA 673a.7(f)",)),
]


@pytest.mark.parametrize(
    ("game", "stage", "cited"),
    [pytest.param(game, stage, cited, marks=clauses(*cited)) for game, stage, cited in CARD_KEPT_BACK],
)
def test_what_comes_first_keeps_a_card_back(game: str, stage: Callable[[str], Story], cited: Citation) -> None:
    s = stage(game)
    assert refused(s, m.Deal(by=DEALER, to=1)) == ("deal/not-now", cited)
    assert refused(s, m.PassOver(by=DEALER, box=1)) == ("pass-over/not-now", cited)


@pytest.mark.parametrize(
    ("game", "stage", "cited"),
    [
        pytest.param(PA, _third_card, ("PA 665a.7(m)(2)",), marks=clauses("PA 665a.7(m)(2)")),
        pytest.param(PA, _fourth_card, ("PA 665a.7(n)",), marks=clauses("PA 665a.7(n)")),
        pytest.param(DBJ, _third_card, ("PA 673a.7(o)",), marks=clauses("PA 673a.7(o)")),
    ],
)
def test_nobody_is_passed_over_while_the_dealers_next_card_is_due(
    game: str, stage: Callable[[str], Story], cited: Citation
) -> None:
    assert refused(stage(game), m.PassOver(by=DEALER, box=1)) == ("pass-over/not-now", cited)


@pytest.mark.parametrize(
    ("game", "cited"),
    [
        pytest.param(PA, "PA 665a.13(e)", marks=clauses("PA 665a.13(e)")),
        pytest.param(DBJ, "PA 673a.13(f)", marks=clauses("PA 673a.13(f)")),
        pytest.param(NJ, "NJ 26.15(g)", marks=clauses("NJ 26.15(g)")),
    ],
)
def test_while_the_rack_is_shuffled_in_mid_round_it_keeps_the_next_card_back(game: str, cited: str) -> None:
    s = Story(game, "7D", "KC", ("5S 6H", "KH 9S"), by_hand=BY_HAND).wagers().until(m.Stand, 1)
    shoe = s.table.state.cards.shoe
    while shoe.remaining:
        if shoe.cover_card_is_next:
            shoe.remove_cover_card()
        s.table.state.discard(Other("dealt by a test", 1), (shoe.draw(),))
    s.plays(m.Hit).dealer(m.Deal, to=1)
    assert m.Shuffle in s.table.waiting.may
    for move in (m.Deal(by=DEALER, to=1), m.PassOver(by=DEALER, box=1)):
        assert s.refused(move).clauses == (cited,)
    code, by = refused(s, m.ReadHoleCard(by=DEALER))
    assert (code, by) == ("reader/shuffle", (cited,)), "the hole card lies there still"


# --- the reader -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [pytest.param(PA, marks=clauses("PA 665a.13(i)")), DBJ])
@pytest.mark.parametrize(
    ("stage", "move"),
    [
        (_late_card, m.TakeLateCard(by="ann", box=1)),
        (_late_card, m.CallHandDead(by="ann", box=1)),
        (_insurance, m.NoInsurance(by="ann", box=1)),
        (_hole_card, m.TurnHoleCard(by=DEALER)),
        (_blackjack, m.SettleBox(by=DEALER, box=1)),
    ],
)
def test_a_broken_reader_keeps_back_whatever_was_asked_for(
    game: str, stage: Callable[[str], Story], move: Move
) -> None:
    s = stage(game)
    s.dealer(m.ReaderFailed)
    refusal = s.refused(move)
    assert (refusal.clauses, refusal.sentence) == (s.rules.cites("reader_fails"), "reader-repaired comes first")
    s.floor(m.ReaderRepaired)
    s.do(move)


@pytest.mark.parametrize(
    ("game", "cited"),
    [
        pytest.param(PA, ("PA 665a.7(g)",), marks=clauses("PA 665a.7(g)")),
        pytest.param(DBJ, ("PA 673a.7(h)",), marks=clauses("PA 673a.7(h)")),
        pytest.param(NJ, ("NJ 26.7(i)",), marks=clauses("NJ 26.7(i)")),
    ],
)
def test_before_it_is_read_nobody_sees_the_hole_card_and_then_it_waits_for_the_players(
    game: str, cited: Citation
) -> None:
    s = _reader(game)
    refusal = s.refused(m.TurnHoleCard(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("hole-card/too-early", cited)
    assert refusal.sentence == "nobody sees the hole card before the dealer has it read"
    s.dealer(m.ReadHoleCard)
    refusal = s.refused(m.TurnHoleCard(by=DEALER))
    assert refusal.clauses == s.rules.cites("hole_card_turned")
    assert refusal.sentence == "the hole card is turned after the players' cards are complete"


@clauses("NJ 26.7(g)", "NJ 26.7(i)")
@pytest.mark.parametrize(("readings", "cited"), [({}, "NJ 26.7(g)"), (READER, "NJ 26.7(i)")])
def test_the_dealers_second_card_comes_by_the_procedure_that_is_used(readings: dict[str, str], cited: str) -> None:
    assert Story(NJ, "7D", "KC", ("QS 6H",), readings=readings).rules.cites("hole_card_turned") == (cited,)


@clauses("DD Additional policies 6")
def test_at_double_deck_no_word_says_what_follows_if_the_reader_fails_or_is_used_without_cause() -> None:
    s = _reader(DD)
    assert (s.table.waiting.by, s.table.waiting.may) == ((DEALER,), (m.ReadHoleCard,))
    for by in (DEALER, FLOORPERSON):
        assert refused(s, m.ReaderFailed(by=by)) == ("reader/not-provided", ("DD Additional policies 6",))
    s.dealer(m.ReadHoleCard)
    assert refused(s, m.ReadHoleCard(by=DEALER)) == ("reader/used", ("DD Additional policies 6",))
    unread = Story(DD, "7D", "KC", ("QS 6H",), by_hand=BY_HAND).wagers().until(m.Stand)
    assert refused(unread, m.ReadHoleCard(by=DEALER)) == ("reader/not-provided", ("DD Additional policies 6",))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        pytest.param(PA, "; players cannot have seen the card", marks=clauses("PA 665a.13(h)(2)")),
        pytest.param(NJ, "; players cannot have seen the card", marks=clauses("NJ 26.15(l)2")),
        pytest.param(DBJ, "", marks=clauses("PA 673a.13(i)")),
    ],
)
def test_what_players_may_have_seen_is_said_where_the_text_asks_it(game: str, said: str) -> None:
    s = Story(game, "7D", "KC", ("QS 6H",), by_hand=BY_HAND).wagers().until(m.Stand)
    (misused, _) = s.dealer(m.ReadHoleCard)
    assert Teller().tell(misused) == f"the reader is used without cause{said}"


# --- a decision that is open no more ----------------------------------------------------------------------------------


@clauses("PA 673a.7(f)")
def test_a_blackjack_that_was_paid_is_over_by_what_paid_it() -> None:
    s = Story(DBJ, "7D", "KC", ("AS KH", "QS 6H")).wagers().until(m.Stand, 2)
    for kind in (m.Stand, m.Surrender):
        tag = kind.__struct_config__.tag
        assert refused(s, kind(by="ann", box=1)) == (f"{tag}/over", ("PA 673a.7(f)",))
    assert refused(s, m.Hit(by="ann", box=1)) == ("hit/has-21", ("PA 673a.7(k)(1)",))


@pytest.mark.parametrize(
    ("game", "move", "code", "cited"),
    [
        pytest.param(NJ, m.Stand, "stand/over", "NJ 26.12(a)1", marks=clauses("NJ 26.12(a)1")),
        pytest.param(NJ, m.Surrender, "surrender/has-21", "NJ 26.12(a)1"),
        pytest.param(PA, m.Stand, "stand/over", "PA 665a.7(j)(1)", marks=clauses("PA 665a.7(j)(1)")),
        pytest.param(PA, m.Surrender, "surrender/has-21", "PA 665a.7(k)", marks=clauses("PA 665a.7(k)")),
        pytest.param(DBJ, m.Stand, "stand/over", "PA 673a.7(m)", marks=clauses("PA 673a.7(m)")),
        pytest.param(DBJ, m.Surrender, "surrender/not-open", "PA 673a.9(a)", marks=clauses("PA 673a.9(a)")),
    ],
)
def test_a_hand_of_21_has_no_more_to_decide(game: str, move: type[Move], code: str, cited: str) -> None:
    s = Story(game, "7D", "KC", ("5S 6H", "KH 9S"), "QC").wagers().until(m.Stand, 1).plays(m.Hit)
    assert refused(s, move(by="ann", box=1)) == (code, (cited,))  # type: ignore[call-arg]  # each has a box


@pytest.mark.parametrize(
    ("game", "cited"),
    [
        pytest.param(PA, "PA 665a.11(c)", marks=clauses("PA 665a.11(c)")),
        pytest.param(NJ, "NJ 26.10(c)", marks=clauses("NJ 26.10(c)")),
    ],
)
def test_a_split_hand_that_is_no_pair_is_not_split_by_what_splits_one_again(game: str, cited: str) -> None:
    s = Story(game, "7D", "KC", ("8S 8H",), "3C 4C").wagers().until(m.Split).plays(m.Split)
    assert refused(s, m.Split(by="ann", box=1)) == ("split/no-pair", (cited,))
    s.plays(m.Stand)
    whole = Story(game, "7D", "KC", ("8S 9H",)).wagers().until(m.Stand)
    assert refused(whole, m.Split(by="ann", box=1)) == ("split/no-pair", whole.rules.cites("pair"))


@clauses("DD Additional policies 6")
def test_at_double_deck_a_hand_of_21_that_is_asked_draws_no_more() -> None:
    s = Story(DD, "7D", "KC", ("5S 6H",), "QC").wagers().until(m.Stand)
    s.do(m.LookAtCards(by="ann", box=1))
    s.plays(m.Hit)
    assert s.table.waiting.may == (m.Stand,)
    assert refused(s, m.Hit(by="ann", box=1)) == ("hit/has-21", ("DD Additional policies 6",))


@clauses("DD Additional policies 6")
@pytest.mark.parametrize("surrender", ["NEVER", "FIRST_DECISION"])
def test_at_double_deck_neither_a_bust_nor_a_double_is_what_keeps_a_hand_from_being_given_up(surrender: str) -> None:
    s = Story(DD, "7D", "KC", ("QS 6H", "5S 6C", "KH 9S"), "9C 2C", sets={"surrender": surrender}).wagers()
    s.until(m.Stand, 1).plays(m.Hit)
    s.do(m.Double(by="bob", box=2, cents=100_00))
    for name, box in (("ann", 1), ("bob", 2)):
        move = m.Surrender(by=name, box=box)
        assert refused(s, move) == ("surrender/not-open", ("DD Additional policies 6",))
        never = s.refused(move).sentence == "no hand is surrendered at this table"
        assert never is (surrender == "NEVER")


@clauses("DD Doubling Down", "DD Splitting")
def test_the_tucked_card_of_any_hand_of_a_box_stays_face_down() -> None:
    s = Story(DD, "7D", "KC", ("8S 8H", "KH 9S"), "3C 4C 9C").wagers().until(m.Stand, 1)
    s.do(m.LookAtCards(by="ann", box=1))
    s.plays(m.Split).plays(m.Stand).plays(m.Double, cents=100_00)
    assert refused(s, m.LookAtCards(by="ann", box=1)) == ("look/double-card", ("DD Doubling Down", "DD Splitting"))


# --- chips ------------------------------------------------------------------------------------------------------------


INSURE = m.Insure(by="ann", box=1, cents=50_00)
DOUBLE = m.Double(by="ann", box=1, cents=50_00)


@pytest.mark.parametrize(
    ("game", "up", "hand", "move", "cited"),
    [
        pytest.param(PA, "AD", "QS 6H", INSURE, "PA 665a.8(b)", marks=clauses("PA 665a.8(b)")),
        pytest.param(DBJ, "AD", "QS 6H", INSURE, "PA 673a.8(b)", marks=clauses("PA 673a.8(b)")),
        pytest.param(NJ, "AD", "QS 6H", INSURE, "NJ 26.11(b)", marks=clauses("NJ 26.11(b)")),
        pytest.param(DD, "AD", "QS 6H", INSURE, "DD Additional policies 6"),
        pytest.param(DD, "7D", "5S 6H", DOUBLE, "DD Doubling Down", marks=clauses("DD Doubling Down")),
        pytest.param(NJ, "7D", "5S 6H", DOUBLE, "NJ 26.5(c)", marks=clauses("NJ 26.5(c)")),
        pytest.param(DD, "7D", "AS AH", m.Split(by="ann", box=1), "DD Splitting", marks=clauses("DD Splitting")),
    ],
)
def test_chips_that_are_too_few_are_asked_for_by_what_has_the_wager_placed(
    game: str, up: str, hand: str, move: Move, cited: str
) -> None:
    s = Story(game, up, "8C", (hand,), chips=100_00).wagers().until(m.Insure if move is INSURE else m.Stand)
    if game == DD:
        s.do(m.LookAtCards(by="ann", box=1))
    assert refused(s, move) == ("wager/too-few-chips", (cited,))


@clauses("PA 665a.13(f)")
def test_a_dead_hand_is_not_insured_and_says_why() -> None:
    s = Story(PA, "AD", "8C", ("QS 6H",), by_hand=BY_HAND, sets={"boxes_per_player": 2})
    for box in (1, 2):
        s.do(m.Wager(by="ann", box=box, cents=100_00))
    s.dealer(m.CloseBets)
    while m.Insure not in s.table.waiting.may:
        due = m.Deal in s.table.waiting.may and s.table.waiting.box == 2
        if m.NoAttack in s.table.waiting.may:
            s.do(m.NoAttack(by="ann", box=s.table.waiting.asked[0][0]))
        elif due:
            s.dealer(m.PassOver, box=2)
        else:
            s.do(s._usual())
    assert refused(s, m.Insure(by="ann", box=2, cents=10_00)) == ("insurance/not-yours", ("PA 665a.13(f)",))
