"""Rules that no text has, chosen by a house for a variant: what they change at a table, and what they leave alone."""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from pitboss.procedure.family_table import table_of
from pitboss.procedure.moves import DEALER, FLOORPERSON
from pitboss.procedure.table import Table
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import view
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import DBJ, DD, NJ, PA, Story
from tests.procedure.kit import Scene
from tests.procedure.test_playthroughs import PEOPLE, Playthrough

BET = 100_00
TUCKED = {"double_card": "down-tucked", "surrender_after_double": "not-offered"}


def decides(*kind: object, **how: object) -> Story:
    """A story brought to its first player's decision, who has looked at the cards where they lie face down."""
    s = Story(*kind, **how).wagers()  # type: ignore[arg-type]  # as a story is told
    s.until(m.Stand)
    if s.hand().face_down:
        s.plays(m.LookAtCards)
    return s


# --- the dealer's cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
@pytest.mark.parametrize(("in_vain", "drawn"), [("yes", ["2C", "4C"]), ("no", [])])
def test_for_nobody_the_dealer_draws_or_not_as_the_variant_has_it(game: str, in_vain: str, drawn: list[str]) -> None:
    """Given the only hand over 21 and the dealer at 12, when his turn comes, then he draws in vain or stops."""
    sets = {
        "dealer_draws_in_vain": in_vain,
        "player_bust": "loses",
        "bust_collected": "at-the-bust",
        "second_chance": "no",
    }
    s = decides(game, "7S", "5C", ("KH 6D",), "KC 2C 4C 3C", sets=sets).plays(m.Hit).until()
    assert [fact.card for fact in s.facts(f.CardDealt) if fact.box == 0][2:] == drawn


# --- a charlie --------------------------------------------------------------------------------------------------------

FEW = {PA: ("2C 3C", "4C 5C"), NJ: ("2C 3C", "4C 5C"), DBJ: ("2C 3C", "4C 5C"), DD: ("2C 3C", "4C 5C")}


@pytest.mark.parametrize("game", FEW)
def test_a_charlie_is_shown_and_paid_at_once_whatever_the_dealer_has(game: str) -> None:
    sets = {"charlie_cards": 4, "double_on_cards_at_most": 2}
    s = decides(game, "9S", "8C", ("2H 3D", "KD 9H"), "4C 5C 2S", sets=sets)
    s.plays(m.Hit)
    assert not s.facts(f.HandSettled), "three cards are too few"
    s.plays(m.Hit)
    assert [(fact.box, fact.outcome) for fact in s.facts(f.HandSettled)] == [(1, "4-card charlie")]
    assert s.won("ann") == BET
    assert not s.hand(1).cards, "its cards leave the table"
    assert s.table.waiting.by == ("bob",)
    shown = [fact for fact in s.facts(f.CardsShown) if fact.box == 1]
    assert bool(shown) is (game == DD), "cards that lay face down are shown"


@pytest.mark.parametrize("game", FEW)
@pytest.mark.parametrize(("fourth", "won"), [("KC", 1), ("QC", -1)], ids=["21", "over"])
def test_a_charlie_may_have_21_and_not_more(game: str, fourth: str, won: int) -> None:
    cards = "6C" if won > 0 else "7C"
    sets = {"charlie_cards": 4, "double_on_cards_at_most": 2, "second_chance": "no"}
    s = decides(game, "9S", "KH", ("2H 3D",), f"{cards} {fourth} 9D 9C", sets=sets).plays(m.Hit, m.Hit).until()
    assert s.won("ann") == won * BET
    assert ("4-card charlie" in [fact.outcome for fact in s.facts(f.HandSettled)]) is (won > 0)


# --- bonuses for 21s --------------------------------------------------------------------------------------------------

BONUSES = {
    "5 cards": "3 to 2",
    "6 cards": "2 to 1",
    "7 cards or more": "3 to 1",
    "6-7-8": "3 to 2",
    "6-7-8 suited": "2 to 1",
    "8-7-6 spades": "3 to 1",
    "7-7-7": "5 to 2",
}
IN_ANY_DECK = {"bonus_21": BONUSES, "second_chance": "no", "double_on_cards_at_most": 2}


@pytest.mark.parametrize("game", FEW)
@pytest.mark.parametrize(
    ("hand", "drawn", "told", "won"),
    [
        ("2H 3D", "4C 5C 7C", "5 cards", 150),
        ("2H 3D", "4C 2C 3H 7C", "6 cards", 200),
        ("2H 3D", "4C 2C 3H 5D 2D", "7 cards or more", 300),
        ("2H 2D", "2C 2S 3H 3D 3C 4D", "7 cards or more", 300),
        ("8H 6D", "7C", "6-7-8", 150),
        ("8H 6H", "7H", "6-7-8 suited", 200),
        ("7S 6S", "8S", "6-7-8 spades", 300),
        ("7S 7H", "7D", "7-7-7", 250),
    ],
)
def test_a_21_of_the_cards_of_a_bonus_is_shown_and_paid_it_at_once(
    game: str, hand: str, drawn: str, told: str, won: int
) -> None:
    s = decides(game, "9S", "8C", (hand, "KD 9H"), drawn, sets=IN_ANY_DECK)
    for _ in drawn.split():
        assert not s.facts(f.HandSettled)
        s.plays(m.Hit)
    assert [(fact.box, fact.outcome, fact.clauses) for fact in s.facts(f.HandSettled)] == [(1, f"21 of {told}", ())]
    assert s.won("ann") == won * BET // 100
    assert [fact.clauses for fact in s.facts(f.WagerPaid)] == [()], "no clause pays it"
    assert not s.hand(1).cards, "its cards leave the table"
    assert s.table.waiting.by == ("bob",)
    assert bool([fact for fact in s.facts(f.CardsShown) if fact.box == 1]) is (game == DD)


@pytest.mark.parametrize("game", FEW)
def test_a_21_that_is_a_charlie_too_is_paid_its_bonus(game: str) -> None:
    s = decides(game, "9S", "8C", ("2H 3D",), "4C 5C 7C", sets={**IN_ANY_DECK, "charlie_cards": 5})
    s.plays(m.Hit, m.Hit, m.Hit)
    assert [fact.outcome for fact in s.facts(f.HandSettled)] == ["21 of 5 cards"]
    assert s.won("ann") == BET * 3 // 2


@pytest.mark.parametrize("game", [PA, NJ])
@pytest.mark.parametrize(("hand", "drawn"), [("2H 3D", "6C KC"), ("2H 3D", "4C 5C 6C"), ("9H 6D", "6C")])
def test_any_other_hand_waits_for_the_dealers(game: str, hand: str, drawn: str) -> None:
    """Four cards, five that make 20, three 21s that are no 6-7-8: the dealer's 21 ties or beats them."""
    s = decides(game, "9S", "2C", (hand,), f"{drawn} KC KH", sets=IN_ANY_DECK)
    s.plays(*(m.Hit for _ in drawn.split()))
    s.until()
    assert not any("21 of" in fact.outcome for fact in s.facts(f.HandSettled))
    assert s.won("ann") <= 0


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
@pytest.mark.parametrize("paid", [True, False])
def test_a_21_after_a_double_is_paid_a_bonus_only_where_the_variant_says_so(game: str, paid: bool) -> None:
    bonus = {"6-7-8": "3 to 1", **({"after double": "yes"} if paid else {})}
    s = decides(game, "9S", "8C", ("6H 7D",), "8S", sets={"bonus_21": bonus, "twenty_one_paid": "not-at-once"})
    s.plays(m.Double, cents=BET).until()
    assert s.won("ann") == (6 if paid else 2) * BET


@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
@pytest.mark.parametrize("paid", [True, False])
def test_a_21_after_a_split_is_paid_a_bonus_unless_the_variant_says_otherwise(game: str, paid: bool) -> None:
    bonus = {"7-7-7": "3 to 1", **({} if paid else {"after split": "no"})}
    sets = {"bonus_21": bonus, "twenty_one_paid": "not-at-once", "split_hands": 2}
    s = decides(game, "9S", "8C", ("7H 7D",), "7S 7C KS", sets=sets).plays(m.Split)
    s.plays(m.Hit).plays(m.Stand).until()
    assert s.won("ann") == (3 if paid else 1) * BET, "the other hand ties with 17"


def test_a_bet_that_a_bonus_could_not_be_paid_on_to_the_cent_is_refused() -> None:
    s = Story(PA, "9S", "8C", ("2H 3D",), sets={"bonus_21": {"5 cards": "4 to 3"}, "chip_unit_cents": 100})
    assert s.refused(m.Wager(by="ann", box=1, cents=1000)).code == "wager/not-payable"


# --- what is paid before its time -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [PA, NJ])
def test_a_blackjack_paid_first_of_all_wins_though_the_dealer_has_one_and_by_no_clause(game: str) -> None:
    s = Story(game, "KS", "AC", ("AH QD", "9H 9D"), sets={"blackjack_paid": "before-reader"}).wagers().until()
    paid, *_ = s.facts(f.HandSettled)
    assert (paid.clauses, paid.box, paid.outcome) == ((), 1, "Blackjack"), "the text has it paid later"
    assert (s.won("ann"), s.won("bob")) == (BET, -BET)


@pytest.mark.parametrize("game", [PA, NJ])
def test_and_is_not_insured_being_gone_before(game: str) -> None:
    s = Story(game, "AS", "9C", ("AH QD", "9H 9D"), sets={"blackjack_paid": "before-reader"}).wagers().until(m.Insure)
    assert s.table.waiting.by == ("bob",)


def test_a_21_paid_before_the_dealers_card_wins_though_the_dealer_makes_one() -> None:
    sets = {"twenty_one_paid": "after-all-players"}
    s = Story(NJ, "9S", "2C", ("5H 6D",), "KC KD", sets=sets).wagers().until(m.Stand).plays(m.Hit).until()
    assert s.won("ann") == BET


@pytest.mark.parametrize("order", ["together", "collect-first"])
def test_a_hand_given_up_that_waits_for_the_dealers_hand_loses_half_in_whichever_order(order: str) -> None:
    sets = {"surrender": "first-decision", "surrender_settled": "parked-for-second-card", "collect_and_pay": order}
    s = Story(DD, "KS", "9C", ("KH 6D", "KD 7H"), sets=sets, readings={"double-deck-peek": "unchecked"}).wagers()
    s.until(m.Stand).plays(m.Surrender).until()
    assert (s.won("ann"), s.won("bob")) == (-BET // 2, -BET)


def test_what_was_put_on_a_second_chance_goes_back_where_a_dealer_blackjack_takes_the_bet_alone() -> None:
    s = Story(NJ, "KS", "", ("KH 6D",), "9C 8C AS", sets={"second_chance": "yes"}, readings={}).wagers()
    s.until(m.Hit).plays(m.Hit, m.SecondChance).until()
    assert s.last(f.SecondChanceDrawn).total == 17
    assert [(fact.wager, fact.cents) for fact in s.facts(f.WagerCollected)] == [("bet", BET)]
    assert [(fact.wager, fact.cents) for fact in s.facts(f.WagerReturned)] == [("second-chance", BET)]


@pytest.mark.parametrize("missed", [True, False])
def test_once_a_dealer_who_missed_his_cards_has_both_an_exposed_card_is_the_next_as_ever(missed: bool) -> None:
    how = {"sets": {"dealer_card_missed": "dealt-after"}, "readings": {"exposed-early": "discarded"}}
    s = Story(PA, "9S", "8C", ("5H 4D",), "7C", by_hand=(DEALER,), **how).wagers()
    if missed:
        s.dealer(m.PassOver, box=0)
    s.until(m.Stand)
    s.dealer(m.DrewInError, exposed=True)
    assert m.RefuseCard in s.table.waiting.may


def test_where_a_house_waits_for_the_dealers_cards_too_he_has_them_though_there_is_no_hole_card() -> None:
    how = {"sets": {"exposed_card": "after-players-and-dealer"}, "readings": {"exposed-early": "discarded"}}
    s = Story(NJ, "9S", "", ("5H 4D",), "7C", **how).wagers().until(m.Stand)
    s.dealer(m.DrewInError, exposed=True)
    assert m.RefuseCard in s.table.waiting.may


@pytest.mark.parametrize("hand", ["AH AD", "8H 8D"])
def test_of_aces_a_house_may_have_fewer_hands_and_says_so_when_there_are_too_many(hand: str) -> None:
    ace = hand[0]
    sets = {"split_hands_of_aces": 3, "resplit_aces": "yes", "split_aces_one_card": "no", "split_hands": 4}
    s = decides(PA, "9S", "7C", (hand,), f"{ace}S {ace}C 2S", sets=sets).plays(m.Split).plays(m.Split)
    assert (m.Split in s.table.waiting.may) is (ace != "A")
    if ace == "A":
        assert s.refused(m.Split(by="ann", box=1)).code == "split/too-many"


# --- insurance --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [PA, DBJ, DD])
@pytest.mark.parametrize(
    ("up", "wins_on", "lost"),
    [("AS", "K, Q", True), ("AS", "K, 9", False), ("AS", "9", False), ("KS", "A", True), ("KS", "A, 9", False)],
)
def test_insurance_is_lost_before_anybody_decides_only_where_nothing_but_a_blackjack_has_it_win(
    game: str, up: str, wins_on: str, lost: bool
) -> None:
    sets = {"insurance_up_card": up[0], "insurance_wins_on": wins_on, "even_money": "no"}
    s = Story(game, up, "9C", ("KH 7D",), sets=sets).wagers().until(m.Insure)
    s.plays(m.Insure, box=1, cents=BET // 5).until(m.Stand)
    assert bool(s.facts(f.WagerCollected)) is lost, "the hole card was read, and is a 9"
    s.plays(m.Stand).until()
    assert [fact.wager for fact in s.facts(f.WagerPaid)] == ([] if lost else ["insurance"])


@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_where_a_variant_has_no_insurance_nobody_is_asked_for_it_under_an_ace(game: str) -> None:
    without: dict[str, object] = {"insurance_offered": "no", "even_money": "no"}
    s = decides(game, "AS", "8C", ("KH 9D", "KD 9H"), sets=without)
    assert "insurance" not in [fact.wager for fact in s.facts(f.WagerDeclined)]
    assert s.refused(m.Insure(by="ann", box=1, cents=BET // 2)).code == "insure/not-now"


# --- doubling ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
@pytest.mark.parametrize(
    ("hand", "doubles"), [("5H 4D", True), ("6H 5D", True), ("5H 3D", False), ("6H 6D", False), ("AH 8D", False)]
)
def test_where_only_some_totals_are_doubled_the_others_are_not(game: str, hand: str, doubles: bool) -> None:
    s = decides(game, "9S", "8C", (hand,), "KC 2S 3S", sets={"double_on_totals": "9, 10, 11"})
    assert (m.Double in s.table.waiting.may) is doubles
    if doubles:
        s.plays(m.Double, cents=BET)
        assert s.hand().doubled
    else:
        assert s.refused(m.Double(by="ann", box=1, cents=BET)).code == "double/total"


@pytest.mark.clause("DD Doubling Down")
@pytest.mark.parametrize(("card", "face_up"), [("down-tucked", False), ("up-sideways", True)])
def test_the_card_of_a_double_lies_as_the_house_has_it(card: str, face_up: bool) -> None:
    s = decides(DD, "9S", "8C", ("6H 5D",), "KC 2S", sets={"double_card": card}).plays(m.Double, cents=BET)
    dealt = [fact for fact in s.facts(f.CardDealt) if fact.box == 1][-1]
    assert (dealt.card, dealt.face_up, dealt.sideways) == ("KC", face_up, face_up)
    assert bool([fact for fact in s.facts(f.CardsTucked) if fact.box == 1]) is not face_up


def test_a_double_that_comes_face_up_at_double_deck_and_busts_is_collected_at_once() -> None:
    s = decides(DD, "9S", "8C", ("6H 6D", "KD 9H"), "KC", sets={"double_card": "up-sideways"})
    s.plays(m.Double, cents=BET)
    assert s.facts(f.HandBusted)
    assert s.won("ann") == -2 * BET
    assert s.table.waiting.by == ("bob",)


# --- surrender --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hole", ["KH", "7C"], ids=["Blackjack", "none"])
@pytest.mark.parametrize(
    ("game", "sets"),
    [
        (PA, {"surrender": "first-decision"}),
        (NJ, {"surrender": "first-decision", "hole_card": "reader"}),
        (DBJ, {}),
        (DD, {"surrender": "first-decision", "hole_card": "reader"}),
    ],
)
def test_an_early_surrender_costs_half_whatever_the_reader_tells_then(
    game: str, sets: dict[str, object], hole: str
) -> None:
    s = Story(game, "AS", hole, ("KS 6D", "KD 6H"), "2C 3C 4C", sets={**sets, "surrender_settled": "early"})
    s.wagers().until(m.Surrender, 0)
    assert not s.facts(f.HoleCardRead)
    box = 1 if s.table.waiting.by[0] == "ann" else 2
    s.do(m.Surrender(by=s.table.waiting.by[0], box=box))
    name, other = ("ann", "bob") if box == 1 else ("bob", "ann")
    assert (s.won(name), s.won(other)) == (-BET // 2, -BET), "half comes back, the other's bet lies there"
    s.do(m.Ready(by=other))
    assert s.facts(f.HoleCardRead)[-1].blackjack is (hole == "KH")
    s.until()
    assert s.won(name) == -BET // 2


@pytest.mark.parametrize("after_draw", ["yes", "no"])
def test_a_house_may_take_surrender_away_once_a_card_is_drawn(after_draw: str) -> None:
    s = decides(PA, "9S", "8C", ("2H 3D",), "4C", sets={"surrender_after_draw": after_draw})
    assert m.Surrender in s.table.waiting.may
    s.plays(m.Hit)
    assert (m.Surrender in s.table.waiting.may) is (after_draw == "yes")
    if after_draw == "no":
        assert s.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-open"


@pytest.mark.parametrize("after_split", ["yes", "no"])
def test_or_once_a_pair_is_split(after_split: str) -> None:
    s = decides(PA, "9S", "8C", ("8H 8D",), "4C", sets={"surrender_after_split": after_split}).plays(m.Split)
    assert (m.Surrender in s.table.waiting.may) is (after_split == "yes")


@pytest.mark.parametrize("split_aces", ["yes", "no"])
def test_or_of_a_split_ace(split_aces: str) -> None:
    sets = {"surrender_split_aces": split_aces, "split_aces_one_card": "no"}
    s = decides(PA, "9S", "8C", ("AH AD",), "4C", sets=sets).plays(m.Split)
    assert (m.Surrender in s.table.waiting.may) is (split_aces == "yes")


# --- what is paid -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.5(a)2", "NJ 26.5(a)3", "NJ 26.5(b)")
@pytest.mark.parametrize(
    ("third", "clauses", "beats", "won"),
    [
        ("6C", ("NJ 26.5(a)", "NJ 26.5(a)3"), "yes", BET),
        ("6C", ("NJ 26.5(b)",), "no", 0),
        ("5C", ("NJ 26.5(a)", "NJ 26.5(a)2"), "yes", BET),
        ("5C", ("NJ 26.5(a)", "NJ 26.5(a)2"), "no", BET),
    ],
)
def test_a_blackjack_against_a_21_of_three_cards_and_against_20(
    third: str, clauses: tuple[str, ...], beats: str, won: int
) -> None:
    deal = f"KS AH 9H KH 9D 5S {third}"
    scene = Scene(NJ, deal, players=2, sets={"blackjack_beats_21": beats, "blackjack_paid": "after-round"})
    scene.open().bet().no_attack().stand_all()
    settled = next(fact for fact in scene.facts(f.HandSettled) if fact.box == 1)
    assert settled.clauses == clauses
    assert scene.won("ann") == won


@pytest.mark.parametrize(("beats", "drawn"), [("yes", ["KS", "5S"]), ("no", ["KS", "5S", "6C"])])
def test_for_a_blackjack_alone_the_dealer_draws_only_where_21_would_tie_it(beats: str, drawn: list[str]) -> None:
    sets = {"blackjack_beats_21": beats, "blackjack_paid": "after-round", "bust_it_offered": "no"}
    scene = Scene(NJ, "KS AH KH 5S 6C", sets=sets).open().bet().no_attack()
    assert not scene.table.state.in_round
    assert [fact.card for fact in scene.facts(f.CardDealt) if fact.box == 0] == drawn
    assert scene.won("ann") == (BET if beats == "yes" else 0)


def test_where_hands_over_21_are_collected_at_once_one_that_refuses_its_second_chance_card_is_too() -> None:
    sets, readings = {"second_chance": "yes"}, {"bust-collected": "at-the-bust"}
    s = Story(PA, "9S", "8C", ("KH 6D", "KD 9H"), "QC 4C", sets=sets, readings=readings, by_hand=(DEALER,))
    s.wagers().until(m.Stand).plays(m.Hit).dealer(m.Deal, to=1)
    s.plays(m.SecondChance).dealer(m.DrewInError, exposed=True)
    s.dealer(m.Deal, to=1)
    s.plays(m.RefuseCard)
    assert {fact.wager for fact in s.facts(f.WagerCollected)} == {"bet", "second-chance"}
    assert s.table.waiting.by == ("bob",)


@pytest.mark.parametrize("paid", ["not-at-once", "right-away", "after-all-players"])
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_a_21_is_paid_with_the_others_at_once_or_before_the_dealer_plays(game: str, paid: str) -> None:
    s = decides(game, "9S", "KC", ("KH 6D", "KD 9H"), "5C 2C 7C", sets={"twenty_one_paid": paid}).plays(m.Hit)
    early = [fact for fact in s.facts(f.HandSettled) if fact.box == 1]
    assert [fact.outcome for fact in early] == (["21"] if paid == "right-away" else [])
    s.until()
    order = [type(fact) for fact in s.table.facts if isinstance(fact, f.DealerStood | f.HandSettled)]
    waits = [f.DealerStood, f.HandSettled, f.HandSettled]
    assert order == (waits if paid == "not-at-once" else [f.HandSettled, f.DealerStood, f.HandSettled])
    assert s.won("ann") == BET


def test_a_blackjack_that_waits_is_not_paid_as_a_21_of_more_cards() -> None:
    sets = {"blackjack_paid": "after-round", "twenty_one_paid": "after-all-players", "blackjack_odds": "3 to 2"}
    s = Story(PA, "9S", "KC", ("KH AD", "KD 9H"), "2C", sets=sets).wagers().until()
    assert s.won("ann") == BET * 3 // 2
    assert [fact.outcome for fact in s.facts(f.HandSettled) if fact.box == 1] == ["wins with Blackjack"]


@pytest.mark.parametrize("kind", [m.ShufflerJammed, m.ShufflerFailed])
def test_what_follows_when_a_device_stops_at_double_deck_nobody_has_written(kind: type[m.Move]) -> None:
    scene = Scene(DD, sets={"shuffling": "device"}).sit()
    refusal = scene.refused(kind(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("shuffler/not-provided", ())
    assert refusal.sentence.startswith("the text does not say what follows")


# --- whole sessions ---------------------------------------------------------------------------------------------------

PERSONS = (DEALER, FLOORPERSON)
# A game, what a house has made of it, and who is a person there: each is told as a playthrough is.
SESSIONS: tuple[tuple[str, dict[str, object], tuple[str, ...]], ...] = (
    (PA, {"charlie_cards": 4, "double_for_less": "no"}, ()),
    (PA, {"second_chance": "yes", "second_chance_after_split": "yes", "bettors_per_box": 3}, (DEALER,)),
    (PA, {"blackjack_paid": "before-reader", "twenty_one_paid": "after-all-players"}, PERSONS),
    (PA, {"blackjack_paid": "after-round", "even_money": "yes", "blackjack_odds": "3 to 2"}, ()),
    (PA, {"surrender": "first-decision", "surrender_settled": "early", "boxes_per_player": 3}, ()),
    (NJ, {"bettors_per_box": 3, "boxes_per_player": 3}, ()),
    (NJ, {"bettors_per_box": 3, "hole_card": "reader"}, PERSONS),
    (
        NJ,
        {
            "own_procedure": "yes",
            "cover_cards": 0,
            "double_card": "down-tucked",
            "surrender_after_double": "not-offered",
        },
        (),
    ),
    (NJ, {"blackjack_beats_21": "no", "hole_card": "unread", "shuffling": "device"}, (DEALER,)),
    (DBJ, {"hole_card": "unread", "surrender_after_draw": "yes", "surrender_after_split": "yes"}, ()),
    (DBJ, {"collect_and_pay": "together", "double_on_totals": "9, 10, 11", "boxes_per_player": 3}, PERSONS),
    (DBJ, {"split_aces_one_card": "yes", "resplit_aces": "yes", "split_hands": 4}, ()),
    (DD, {"surrender": "first-decision", "surrender_settled": "early", "hole_card": "reader"}, ()),
    (DD, {"double_card": "up-sideways", "surrender": "any-time", "boxes_per_player": 2}, PERSONS),
    (DD, {"hole_card": "none", "surrender": "first-decision", "split_aces_one_card": "no"}, ()),
    (DD, {"double_on_totals": "9, 10, 11", "double_split_aces": "yes", "resplit_aces": "yes"}, (FLOORPERSON,)),
    (PA, {"discarded": "each-hand", "collect_and_pay": "collect-first", "bettors_per_box": 3}, (DEALER,)),
    (PA, {"push_total": 22, "player_bust": "loses-unless-dealer-busts", "boxes_per_player": 2}, PERSONS),
    (PA, {"dealer_card_missed": "dealt-after", "split_aces_one_card": "no", "double_split_aces": "yes"}, (DEALER,)),
    (PA, {"hole_card": "none", "second_chance": "yes", "second_chance_after_double": "yes"}, ()),
    (PA, {"double_card": "down-tucked", "surrender_after_double": "not-offered", "bettors_per_box": 3}, PERSONS),
    (PA, {"dealer_blackjack_takes": "everything", "hole_card": "unread", "dealer_hits_soft": "yes"}, (DEALER,)),
    (NJ, {"second_chance": "yes", "second_chance_after_split": "yes", "bettors_per_box": 2}, PERSONS),
    (NJ, {"discarded": "each-hand", "surrender_settled": "at-once", "dealer_draws_in_vain": "yes"}, (DEALER,)),
    (NJ, {"blackjack_paid": "before-reader", "even_money": "no", "hole_card": "reader", "push_total": 22}, ()),
    (NJ, {"dealer_blackjack_takes": "original-wagers", "bettors_per_box": 3, "twenty_one_paid": "right-away"}, ()),
    (NJ, {"insurance_up_card": "K", "insurance_wins_on": "A, K", "collect_and_pay": "collect-first"}, PERSONS),
    (DBJ, {"discarded": "each-hand", "hole_card": "none", "blackjack_paid": "in-turn"}, (DEALER,)),
    (DBJ, {"second_chance_ace": 11, "bettors_per_box": 3, "split_hands": 3}, PERSONS),
    (DBJ, {"twenty_one_paid": "not-at-once", "bust_collected": "after-round", "player_bust": "loses"}, (DEALER,)),
    (DD, {"second_chance": "yes", "bettors_per_box": 2, "double_card": "up-sideways"}, (DEALER,)),
    (DD, {"hole_card": "unread", "surrender": "first-decision", "player_bust": "loses-unless-dealer-busts"}, PERSONS),
)


class VariantSession(Playthrough):
    """A session under a house's own rules, in which people also wager on each other's boxes."""

    def __init__(self, number: int) -> None:
        game, sets, by_hand = SESSIONS[number]
        super().__init__(game, 0, f"variant {number}")
        decks: dict[str, object] = {} if game == DD else {"decks": 1}
        self.table = Table(load(game, {**decks, **sets}), frozenset(by_hand))

    def _bets(self) -> Iterator[m.Move]:
        for box, name in enumerate(PEOPLE, 1):
            yield m.Wager(by=name, box=box, cents=(10_00, 20_00, 25_00)[self.pick(3)])
        for box, (first, other) in enumerate(zip(PEOPLE, ("bob", "cat", "ann"), strict=True), 1):
            if self.pick(2):
                yield m.Consent(by=first, box=box, player=other)
                yield m.Wager(by=other, box=box + 3 * self.pick(2), cents=(10_00, 30_00)[self.pick(2)])
        yield from (m.Ready(by=name) for name in PEOPLE)
        yield m.CloseBets(by=DEALER)


@pytest.mark.parametrize("number", range(len(SESSIONS)))
def test_a_session_under_a_houses_own_rules_goes_as_it_did(
    number: int, golden: Callable[[str], Callable[[str], None]]
) -> None:
    lines = islice(VariantSession(number).told(), 25)
    golden(f"playthroughs/variant-{number + 1}-{SESSIONS[number][0]}")("".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("after_split", ["yes", "no"])
@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_a_house_may_let_split_hands_be_doubled_or_not(game: str, after_split: str) -> None:
    s = decides(game, "9S", "8C", ("4H 4D",), "6C 2C", sets={"double_after_split": after_split}).plays(m.Split)
    assert (m.Double in s.table.waiting.may) is (after_split == "yes")


def even_money_shared() -> Scene:
    """Ann and bob on one box have a Blackjack under an ace, at a house that pays even money."""
    scene = Scene(NJ, "AS AH KD 5C 6C", 2, {"even_money": "yes", "blackjack_odds": "3 to 2"}).open()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=2 * BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.do(m.NoAttack(by="ann", box=1))
    return scene


def test_where_a_variant_has_even_money_each_takes_it_for_the_own_wager_alone() -> None:
    scene = even_money_shared()
    scene.do(m.EvenMoney(by="bob", box=1))
    assert [(fact.player, fact.winnings) for fact in scene.facts(f.WagerPaid)] == [("bob", 2 * BET)]
    assert not scene.hand().settled, "ann's wager is still on it"
    scene.do(m.NoInsurance(by="ann", box=1))
    assert [scene.won(name) for name in ("ann", "bob")] == [BET * 3 // 2, 2 * BET]


def test_and_the_hand_is_over_once_everybody_has_taken_it() -> None:
    scene = even_money_shared()
    for name in ("bob", "ann"):
        scene.do(m.EvenMoney(by=name, box=1))
    assert [fact.outcome for fact in scene.facts(f.HandSettled)] == ["even money"]
    assert [scene.won(name) for name in ("ann", "bob")] == [BET, 2 * BET]


# --- ranks taken out --------------------------------------------------------------------------------------------------

REMOVED = [("10",), ("9",), ("10", "9")]


@pytest.mark.parametrize("came", ["whole", "preshuffled", "without"])
@pytest.mark.parametrize("ranks", REMOVED, ids="-".join)
@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_no_card_of_a_rank_that_a_house_plays_without_is_gone_without_a_step(
    game: str, ranks: tuple[str, ...], came: str
) -> None:
    scene = Scene(game, sets={"ranks_removed": ", ".join(ranks)}, by_hand=(DEALER,)).sit()
    while m.ReceiveDecks not in scene.table.waiting.may:
        scene.dealer(*scene.table.waiting.may)
    scene.dealer(m.ReceiveDecks, preshuffled=came == "preshuffled", tens_removed=came == "without")
    until_shuffled(scene)
    whole = scene.rules.cards.decks * 52
    left = whole - scene.rules.cards.decks * 4 * len(ranks)
    taken_out = sum(fact.cards for fact in scene.facts(f.TensRemoved))
    assert scene.last(f.DecksReceived).cards - taken_out == left == len(scene.table.state.cards.loose)
    inspected_elsewhere = came == "without" or (came == "preshuffled" and game == NJ)
    assert scene.last(f.DecksReceived).cards == (left if inspected_elsewhere else whole)
    assert len(scene.facts(f.TensDestroyed)) == len(scene.facts(f.TensRemoved)) == (not inspected_elsewhere)


def until_shuffled(scene: Scene) -> None:
    """The dealer does what the opening asks of him, and ann looks at the cards, until they are to be shuffled."""
    while not {m.Shuffle, m.CommitSeed} & set(scene.table.waiting.may):
        if m.ViewSpread in scene.table.waiting.may:
            scene.do(m.ViewSpread(by="ann"))
        else:
            scene.dealer(scene.table.waiting.may[0])


@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_ranks_that_only_a_variant_takes_out_go_where_tens_go_by_no_clause(game: str) -> None:
    scene = Scene(game, sets={"ranks_removed": "9, 8"}).sit()
    removed, destroyed = scene.last(f.TensRemoved), scene.last(f.TensDestroyed)
    assert (removed.clauses, removed.by, removed.cards) == ((), DEALER, 8 * scene.rules.cards.decks)
    assert (destroyed.clauses, destroyed.by) == ((), FLOORPERSON)
    said = {PA: "torn in half and put back into the decks' container", NJ: "by the floorperson, in an approved manner"}
    assert destroyed.how == said.get(game, "the text does not say how")
    told = [line for line, _ in Teller().lines((removed, destroyed))]
    assert told == [
        f"{removed.cards} cards (9, 8) taken out by the dealer",
        f"cards (9, 8) destroyed ({destroyed.how})",
    ]


@pytest.mark.parametrize(("game", "clause"), [(PA, "PA 665a.4(b)"), (NJ, "NJ 26.3(b)")])
def test_the_tens_that_the_law_takes_out_are_called_tens_by_its_clause(game: str, clause: str) -> None:
    removed = Scene(game).sit().last(f.TensRemoved)
    assert removed.clauses == (clause,)
    assert Teller().tell(removed) == "32 tens taken out by the dealer"


# --- cards that come late, and cards nobody sees ---------------------------------------------------------------------


@pytest.mark.parametrize("game", [PA, NJ])
def test_where_doubles_are_dealt_face_down_a_card_that_was_missed_is_still_dealt_face_up(game: str) -> None:
    s = Story(game, "9S", "8C", ("5H 6D",), "4C", by_hand=(DEALER,), sets=TUCKED).wagers()
    s.until(m.Stand).plays(m.Hit)
    s.dealer(m.PassOver, box=1)
    s.do(m.TakeLateCard(by="ann", box=1))
    s.dealer(m.Deal, to=1)
    dealt = s.last(f.CardDealt)
    assert (dealt.box, dealt.face_up, dealt.sideways) == (1, True, False)


def test_a_dealer_who_missed_the_up_card_of_double_deck_deals_it_face_up_where_a_variant_lets_him() -> None:
    s = Story(DD, "9S", "8C", ("5H 6D",), by_hand=(DEALER,), sets={"dealer_card_missed": "dealt-after"}).wagers()
    for _ in range(3):
        s.dealer(m.Deal, to=s.table.waiting.box)
    s.dealer(m.PassOver, box=0)
    s.dealer(m.Deal, to=0)
    assert [(fact.card, fact.face_up) for fact in s.facts(f.CardDealt) if fact.box == 0] == [
        ("8C", False),
        ("9S", True),
    ]


def test_where_a_double_down_card_is_dealt_face_up_there_is_nothing_left_to_look_at() -> None:
    s = Story(DD, "9S", "8C", ("5H 4D", "KH 9D"), "2C", sets={"double_card": "up-sideways"}).wagers()
    s.until(m.Stand).plays(m.Double, cents=BET)
    assert s.refused(m.LookAtCards(by="ann", box=1)).code == "look/nothing-hidden"


@pytest.mark.clause("DD Dealing 6")
def test_on_a_shared_box_only_the_one_who_decides_sees_the_cards_that_lie_face_down() -> None:
    scene = Scene(DD, "5H 8C 6D 9S", players=2, sets={"bettors_per_box": 2}).open()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=BET))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    scene.do(m.LookAtCards(by="ann", box=1))
    seen = {name: view(scene.table, name).boxes[0].hands[0] for name in ("ann", "bob", "eve")}
    assert {name: (hand.cards, hand.total) for name, hand in seen.items()} == {
        "ann": (("5H", "6D"), 11),
        "bob": ((None, None), None),
        "eve": ((None, None), None),
    }


@pytest.mark.parametrize(("ace", "left"), [(1, 24), (11, 14)])
def test_an_ace_subtracts_what_the_variant_has_it_subtract(ace: int, left: int) -> None:
    s = Story(DBJ, "9S", "8C", ("KH 6D",), "9C AD", sets={"second_chance_ace": ace}).wagers().until(m.Stand)
    s.plays(m.Hit, m.SecondChance)
    assert s.last(f.SecondChanceDrawn).total == left


def test_a_second_chance_card_that_was_missed_is_still_subtracted_where_others_wager_on_the_hand() -> None:
    s = Scene(NJ, "9S KH 6D 9C 5D", players=2, sets={"second_chance": "yes"}, by_hand=(DEALER,)).open()
    s.do(m.Wager(by="ann", box=1, cents=BET))
    s.do(m.Consent(by="ann", box=1, player="bob"))
    s.do(m.Wager(by="bob", box=1, cents=BET))
    s.dealer(m.CloseBets)
    s.dealer(m.Deal, to=0)
    s.do(m.NoAttack(by="ann", box=1))
    for _ in range(2):
        s.dealer(m.Deal, to=1)
    s.as_player(m.Hit)
    s.dealer(m.Deal, to=1)
    s.as_player(m.SecondChance)
    s.dealer(m.PassOver, box=1)
    s.as_player(m.TakeLateCard)
    s.dealer(m.Deal, to=1)
    assert s.last(f.SecondChanceDrawn).total == 20


@pytest.mark.parametrize("cards", ["first-two", "first-two-and-up"])
def test_what_the_first_cards_decide_goes_back_with_a_hand_that_got_none(cards: str) -> None:
    kinds = [{"name": "On Cards", "cards": cards, "pays": [{"when": ["pair"], "odds": "2 to 1"}]}]
    scene = Scene(PA, "9S 5H 6H 9D", players=2, sets={"side_wagers": kinds}, by_hand=(DEALER,)).open()
    for box, name in enumerate(scene.players, 1):
        scene.do(m.Wager(by=name, box=box, cents=BET))
        scene.do(m.Wager(by=name, box=box, cents=BET, wager="on-cards"))
    scene.dealer(m.CloseBets)
    scene.dealer(m.Deal, to=0)
    scene.no_attack()
    for _ in range(2):
        scene.dealer(m.PassOver, box=1)
        scene.dealer(m.Deal, to=2)
    assert [(fact.player, fact.wager) for fact in scene.facts(f.WagerReturned)] == [("ann", "bet"), ("ann", "on-cards")]


# --- what a hand is worth ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tie", "won"), [("yes", 0), ("no", BET)])
def test_where_two_blackjacks_do_not_tie_the_players_wins(tie: str, won: int) -> None:
    s = Story(PA, "AS", "KC", ("AH KD",), sets={"blackjacks_tie": tie}).wagers().until()
    assert s.won("ann") == won


def test_a_blackjack_that_waited_wins_though_the_dealers_total_pushes_the_rest() -> None:
    sets = {"blackjack_paid": "after-round", "push_total": 22, "blackjack_odds": "3 to 2"}
    s = Story(PA, "6S", "KC", ("AH KD", "KH 9D"), "6C", sets=sets).wagers().until()
    assert s.last(f.DealerStood).total == 22
    assert (s.won("ann"), s.won("bob")) == (3 * BET // 2, 0)


def test_a_split_21_that_ties_a_dealer_blackjack_does_so_by_what_is_said_of_ties() -> None:
    sets = {"split_21_ties_blackjack": "yes", "hole_card": "unread"}
    s = decides(PA, "AS", "KC", ("AH AD",), "KD 9H", sets=sets).plays(m.Split).until()
    outcomes = {fact.hand: (fact.outcome, "PA 665a.7(o)(1)(iii)" in fact.clauses) for fact in s.facts(f.HandSettled)}
    assert outcomes == {1: ("ties", True), 2: ("loses", False)}


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_a_surrender_costs_the_share_that_the_variant_has(game: str) -> None:
    s = decides(game, "7S", "8C", ("KH 6D",), sets={"surrender_share": "1/4"}).plays(m.Surrender)
    assert s.won("ann") == -BET // 4


def test_a_blackjack_that_took_even_money_is_not_paid_again_in_its_turn() -> None:
    readings = {"nj-hole-card": "reader", "nj-player-blackjack-paid": "at-once"}
    s = Story(NJ, "AS", "8C", ("AH KD",), sets={"even_money": "yes"}, readings=readings).wagers().until(m.EvenMoney)
    s.do(m.EvenMoney(by="ann", box=1))
    s.until()
    assert [fact.outcome for fact in s.facts(f.HandSettled)] == ["even money"]


def test_of_a_wager_that_only_the_variant_offers_no_clause_is_cited() -> None:
    kinds = [{"name": "On Cards", "cards": "dealer-three", "pays": [{"when": ["pair"], "odds": "2 to 1"}]}]
    scene = Scene(PA, "9S 5H 6H 9D", sets={"side_wagers": kinds}).open()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Wager(by="ann", box=1, cents=BET, wager="on-cards"))
    scene.do(m.Ready(by="ann"))
    scene.no_attack().stand_all()
    (lost,) = [fact for fact in scene.facts(f.WagerCollected) if fact.wager == "on-cards"]
    assert lost.clauses == ()


def test_a_device_with_one_batch_gives_out_no_other_when_nobody_plays() -> None:
    scene = Scene(DBJ, sets={"shuffling": "device", "batches_alternate": "no"}).open()
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    scene.do(m.Sit(by="zoe", box=3))
    assert m.AskInspection not in scene.table.waiting.may
    assert isinstance(scene.do(m.ViewSpread(by="zoe"))[-1], f.CardsWashed)


def test_where_spread_cards_are_turned_up_for_who_comes_they_are_though_a_device_shuffles_them() -> None:
    scene = Scene(DBJ, sets={"shuffling": "device", "idle_spread": "either-then-up"}).open()
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    scene.do(m.Sit(by="zoe", box=3))
    before = len(scene.facts(f.CardsSpread)) - 2
    scene.do(m.ViewSpread(by="zoe"))
    assert [fact.face_up for fact in scene.facts(f.CardsSpread)[before:]] == [False, True]


def test_cards_that_were_given_up_face_down_are_seen_by_nobody_any_more() -> None:
    s = Story(DD, "7S", "8C", ("KH 6D", "KD 9H"), sets={"surrender": "first-decision"}).wagers().until(m.Stand)
    s.plays(m.Surrender)
    assert s.table.waiting.box == 2
    assert s.refused(m.LookAtCards(by="ann", box=1)).code == "look/nothing-hidden"


def test_of_two_side_wagers_each_is_settled_when_its_own_cards_lie_there() -> None:
    """Given one that the first cards decide and Bust It, when those are dealt, then only the first is settled."""
    kinds = [{"name": "On Cards", "cards": "first-two", "pays": [{"when": ["pair"], "odds": "2 to 1"}]}]
    scene = Scene(PA, "9S 5H 6H 9D", sets={"side_wagers": kinds}).open()
    for wager in ("bet", "on-cards", "bust-it"):
        scene.do(m.Wager(by="ann", box=1, cents=BET, wager=wager))
    scene.do(m.Ready(by="ann"))
    scene.no_attack()
    assert [fact.wager for fact in scene.facts(f.WagerCollected)] == ["on-cards"]
    scene.stand_all()
    assert [fact.wager for fact in scene.facts(f.WagerCollected)][:2] == ["on-cards", "bust-it"]


@pytest.mark.parametrize(
    ("game", "sets", "there"),
    [
        (PA, {}, ["bet", "attack", "insurance"]),
        (PA, {"insurance_offered": "no"}, ["bet", "attack"]),
        (PA, {"attack": "none"}, ["bet", "insurance"]),
        (DBJ, {}, ["bet", "second-chance", "insurance"]),
        (DBJ, {"second_chance": "no", "insurance_offered": "no"}, ["bet"]),
    ],
)
def test_the_layout_has_a_place_for_what_is_offered_and_for_nothing_else(
    game: str, sets: dict[str, object], there: list[str]
) -> None:
    rules = load(game, sets)
    assert list(table_of(rules).areas(rules)) == there
