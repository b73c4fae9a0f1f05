"""§ 665a.9: surrender."""

import pytest

from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import BET, among, dealt, dealt_by_hand, kinds, of, opened

AFTER_PLAY = {"pa-surrender-timing": "after-play"}


def split_eights(rest: str, **more: object) -> Scene:
    """Ann splits two eights against a 7; `rest` is what comes next."""
    scene = dealt(f"7S 8S 8H 9S {rest}", **more)  # type: ignore[arg-type]  # fields of dealt
    scene.as_player(m.Split)
    return scene


@pytest.mark.clause("PA 665a.9(a)")
def test_on_the_first_two_cards() -> None:
    scene = dealt("7S 5S 6H 9S")
    done = scene.as_player(m.Surrender)
    assert among(done, f.DecisionMade)[0].clauses == ("PA 665a.9(a)",)
    assert scene.won("ann") == -BET // 2


@pytest.mark.clause("PA 665a.9(a)")
def test_after_one_and_after_two_additional_cards() -> None:
    for hits in (1, 2):
        scene = dealt("7S 2S 3H 9S 2C 2D")
        for _ in range(hits):
            scene.as_player(m.Hit)
        scene.as_player(m.Surrender)
        assert scene.won("ann") == -BET // 2


@pytest.mark.clause("PA 665a.9(a)")
def test_after_a_split_each_hand_for_itself() -> None:
    scene = split_eights("5C 6C 9D KD", attack=BET)
    assert scene.table.waiting.hand == 1
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -2 * BET - BET, "hand 1 lost half of bet and attack, hand 2 is still there"
    assert scene.table.waiting.hand == 2
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -2 * BET


@pytest.mark.clause("PA 665a.9(a)")
def test_a_split_ace_with_its_one_card_may_be_surrendered_or_by_the_other_reading_not() -> None:
    cards = "7S AS AH 9S 5C 6C"
    scene = dealt(cards)
    scene.as_player(m.Split)
    assert scene.table.waiting.may == (m.Stand, m.Surrender)
    scene.as_player(m.Surrender)
    assert scene.table.waiting.hand == 2
    other = dealt(cards, readings={"surrender-split-aces": "not-offered"})
    other.as_player(m.Split)
    assert not other.table.state.in_round, "both hands stand by themselves and the round is over"


@pytest.mark.clause("PA 665a.9(a)", "PA 665a.9(b)(1)")
@pytest.mark.parametrize(
    ("chosen", "lost"),
    [("half-of-everything", (BET + 50_00 + 150_00) // 2), ("double-returned", (BET + 50_00) // 2)],
)
def test_after_doubling_down_by_each_reading(chosen: str, lost: int) -> None:
    scene = dealt("7S 5S 6H 9S 2C", attack=50_00, readings={"surrender-after-double": chosen})
    scene.as_player(m.Double, cents=150_00)
    assert scene.table.waiting.may == (m.Stand, m.Surrender)
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -lost


@pytest.mark.clause("PA 665a.9(a)")
def test_after_doubling_down_by_the_reading_that_does_not_offer_it() -> None:
    scene = dealt("7S 5S 4S 6H 4H 9S 2C", players=2, readings={"surrender-after-double": "not-offered"})
    scene.as_player(m.Double, cents=BET)
    assert scene.table.waiting.box == 2
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/after-double"


@pytest.mark.clause("PA 665a.9(a)")
def test_a_doubled_hand_that_stands_has_decided_and_one_of_21_is_not_asked() -> None:
    scene = dealt("7S 5S 4S 6H 4H 9S 2C", players=2)
    scene.as_player(m.Double, cents=BET)
    scene.as_player(m.Stand)
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/after-stand"
    at_21 = dealt("7S 5S 4S 6H 4H 9S KC", players=2)
    at_21.as_player(m.Double, cents=BET)
    assert at_21.table.waiting.box == 2


@pytest.mark.clause("PA 665a.9(a)")
def test_not_after_deciding_to_stand() -> None:
    scene = dealt("7S 5S 4S 6H 4H 9S", players=2)
    scene.as_player(m.Stand)
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("surrender/after-stand", ("PA 665a.9(a)",))


@pytest.mark.clause("PA 665a.9(b)", "PA 665a.9(b)(1)")
@pytest.mark.parametrize("up", ["2S", "9S"])
def test_under_a_2_to_9_half_is_taken_at_once_with_the_cards_and_half_goes_back(up: str) -> None:
    scene = dealt(f"{up} 5S 4S 6H 4H 9C", players=2, attack=50_00)
    done = scene.as_player(m.Surrender)
    taken = [(fact.wager, fact.cents) for fact in among(done, f.WagerCollected)]
    back = [(fact.wager, fact.cents) for fact in among(done, f.WagerReturned)]
    assert taken == back == [("bet", 50_00), ("attack", 25_00)]
    assert among(done, f.WagerCollected)[0].clauses == ("PA 665a.9(b)", "PA 665a.9(b)(1)")
    assert kinds(done)[-1] == "CardsDiscarded"
    assert not of(scene, f.HoleCardRead)


@pytest.mark.clause("PA 665a.9(b)(2)", "PA 665a.9(b)(2)(ii)")
@pytest.mark.parametrize("up", ["JS", "QS", "KS", "AS"])
def test_under_an_ace_or_court_the_reader_comes_first_and_without_blackjack_half_is_taken_at_once(up: str) -> None:
    scene = dealt(f"{up} 5S 4S 6H 4H 5C", players=2, attack=50_00)
    if up == "AS":
        assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-now", "not before the reader"
    scene.no_insurance()
    assert of(scene, f.HoleCardRead)
    done = scene.as_player(m.Surrender)
    taken = among(done, f.WagerCollected)
    assert [(fact.wager, fact.cents) for fact in taken] == [("bet", 50_00), ("attack", 25_00)]
    assert taken[0].clauses == ("PA 665a.9(b)(2)", "PA 665a.9(b)(2)(ii)")
    assert scene.won("ann") == -75_00


@pytest.mark.clause("PA 665a.9(b)(2)(i)")
def test_a_hand_given_up_before_a_blackjack_is_found_loses_bet_and_bust_it_and_keeps_the_attack() -> None:
    """Where the reader waits for the players to finish."""
    scene = dealt("KS 5S 6H AC", attack=50_00, bust_it=10_00, readings=AFTER_PLAY)
    done = scene.as_player(m.Surrender)
    lost = {fact.wager: fact for fact in among(done, f.WagerCollected)}
    assert {wager: fact.cents for wager, fact in lost.items()} == {"bust-it": 10_00, "bet": BET}
    assert "PA 665a.9(b)(2)(i)" in lost["bet"].clauses
    assert scene.won("ann") == -BET - 10_00


@pytest.mark.clause("PA 665a.9(c)")
@pytest.mark.parametrize(("third", "result"), [("9H", 60_00), ("2H", -10_00)])
def test_a_bust_it_wager_stays_after_surrender_and_is_settled_by_the_dealers_cards(third: str, result: int) -> None:
    scene = dealt(f"7S 5S 6H 8S {third} 4H", bust_it=10_00)
    done = scene.as_player(m.Surrender)
    order = [(type(fact).__name__, getattr(fact, "wager", "")) for fact in done]
    assert order.index(("WagerReturned", "bet")) < order.index(("HoleCardTurned", ""))
    assert scene.won("ann") == -BET // 2 + result
    settled = scene.last(f.WagerPaid) if result > 0 else scene.last(f.WagerCollected)
    assert settled.wager == "bust-it"
    assert "PA 665a.9(c)" in settled.clauses


@pytest.mark.clause("PA 665a.9(d)")
def test_insurance_and_surrender_are_settled_apart() -> None:
    scene = dealt("AS 5S 6H 5C KC")
    scene.do(m.Insure(by="ann", box=1, cents=50_00))
    assert scene.won("ann") == -BET - 50_00, "the insurance is lost"
    scene.as_player(m.Surrender)
    assert "PA 665a.9(d)" in scene.last(f.HandSettled).clauses
    assert scene.won("ann") == -BET // 2 - 50_00
    to_blackjack = dealt("AS 5S 6H KC", readings=AFTER_PLAY)
    to_blackjack.do(m.Insure(by="ann", box=1, cents=50_00))
    to_blackjack.as_player(m.Surrender)
    assert to_blackjack.won("ann") == -BET + 125_00, "the hand loses to the Blackjack and the insurance wins"
    assert {"PA 665a.9(b)(2)(i)", "PA 665a.9(d)"} <= set(to_blackjack.last(f.HandSettled).clauses)


@pytest.mark.clause("PA 665a.7(k)", "PA 665a.7(h)(1)", "PA 665a.7(h)(2)")
@pytest.mark.parametrize(
    ("cards", "readings", "code", "clauses"),
    [
        ("AS 4S KH 4H", {}, "surrender/over", ("PA 665a.7(h)(1)",)),
        ("AS 4S KH 4H", AFTER_PLAY, "surrender/has-21", ("PA 665a.7(h)", "PA 665a.7(h)(2)")),
        ("9S 4S 5H 4H", {}, "surrender/has-21", ("PA 665a.7(k)",)),
    ],
    ids=["a Blackjack that was paid", "one that waits", "21 after a card drawn"],
)
def test_a_blackjack_or_21_is_not_surrendered(
    cards: str, readings: dict[str, str], code: str, clauses: tuple[str, ...]
) -> None:
    scene = dealt(f"{'KS' if readings else '7S'} {cards} 9D 7C", players=2, readings=readings)
    if m.Hit in scene.table.waiting.may and scene.table.waiting.box == 1:
        scene.as_player(m.Hit)
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == (code, clauses)


def test_nobody_surrenders_between_rounds_or_for_another() -> None:
    scene = opened("7S 5S 4S 6H 4H 9S", players=2)
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-now"
    scene.bet().no_attack()
    assert scene.refused(m.Surrender(by="bob", box=1)).code == "turn/not-yours"


# --- the reading that lets a hand be given up before the reader -------------------------------------------------------

BEFORE = {"pa-surrender-timing": "before-reader"}


@pytest.mark.clause("PA 665a.9(b)(2)", "PA 665a.9(b)(2)(i)")
def test_surrendered_before_the_reader_a_blackjack_takes_bet_and_bust_it_and_returns_the_attack() -> None:
    scene = dealt("KS 9H 7D AH", attack=BET, bust_it=10_00, readings=BEFORE)
    assert set(scene.table.waiting.may) == {m.Surrender, m.Ready}
    done = scene.as_player(m.Surrender)
    assert among(done, f.WagersParked)[0].clauses == ("PA 665a.9(b)(2)",)
    assert among(done, f.HoleCardRead)[0].blackjack
    taken = {fact.wager: fact for fact in among(done, f.WagerCollected)}
    assert {name: fact.cents for name, fact in taken.items()} == {"bet": BET, "bust-it": 10_00}
    assert "PA 665a.9(b)(2)(i)" in taken["bet"].clauses
    assert [(fact.wager, fact.cents) for fact in among(done, f.WagerReturned)] == [("attack", BET)]


@pytest.mark.clause("PA 665a.9(b)(2)", "PA 665a.9(b)(2)(ii)")
@pytest.mark.parametrize("up", ["JS", "QS", "KS"])
def test_surrendered_before_the_reader_without_a_blackjack_half_goes_when_it_has_been_used(up: str) -> None:
    scene = dealt(f"{up} 9H 5D 7D 6D 7H", players=2, attack=BET, readings=BEFORE)
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -2 * BET  # on the cards, undecided
    done = scene.do(m.Ready(by="bob"))
    kinds = [type(fact) for fact in done]
    assert kinds.index(f.HoleCardRead) < kinds.index(f.WagerCollected)
    assert among(done, f.WagerCollected)[0].clauses == ("PA 665a.9(b)(2)", "PA 665a.9(b)(2)(ii)")
    assert scene.won("ann") == -BET
    assert scene.hand(1).cards == []
    assert scene.table.waiting.box == 2


@pytest.mark.clause("PA 665a.9(b)(2)")
@pytest.mark.parametrize("hole", ["AH", "7H"], ids=["Blackjack", "no Blackjack"])
def test_surrendered_before_the_reader_hands_are_settled_from_the_dealers_right(hole: str) -> None:
    scene = dealt(f"KS 9H 5D 8H 7D 6D 4D {hole}", players=3, readings=BEFORE)
    for box in (2, 1, 3):
        scene.as_player(m.Surrender, box)
    assert [fact.box for fact in of(scene, f.HandSettled)] == [3, 2, 1]


@pytest.mark.clause("PA 665a.9(b)(2)(ii)")
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_is_lost_is_the_same_before_the_reader_and_in_the_players_turn(when: str) -> None:
    scene = dealt("KS 9H 7D 7H", attack=BET, bust_it=10_00, readings=BEFORE)
    if when == "after":
        scene.do(m.Ready(by="ann"))
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -BET + (-10_00)  # the dealer's 17 takes the Bust It Wager either way


@pytest.mark.clause("PA 665a.9(a)", "PA 665a.9(d)")
def test_under_an_ace_it_may_be_said_while_insurance_is_offered_and_each_is_settled_apart() -> None:
    def insured_and_given_up(hole: str) -> Scene:
        scene = dealt(f"AS 9H 7D {hole}", readings=BEFORE)
        scene.as_player(m.Surrender)
        scene.as_player(m.Insure, cents=50_00)
        return scene

    assert insured_and_given_up("KH").won("ann") == -BET + 125_00
    without = insured_and_given_up("9D")
    assert without.won("ann") == -BET // 2 - 50_00
    (settled,) = without.facts(f.HandSettled)
    assert "PA 665a.9(d)" in settled.clauses


@pytest.mark.clause("PA 665a.7(g)", "PA 665a.7(h)(2)")
@pytest.mark.parametrize(("up", "readings"), [("KS", {}), ("9S", BEFORE)])
def test_nobody_is_asked_before_the_reader_by_the_default_reading_or_where_no_reader_is_used(
    up: str, readings: dict[str, str]
) -> None:
    scene = dealt(f"{up} 9H 7D 7H", readings=readings)
    assert m.Ready not in scene.table.waiting.may
    assert m.Hit in scene.table.waiting.may


@pytest.mark.clause("PA 665a.9(a)")
def test_a_blackjack_is_not_given_up_before_the_reader_either() -> None:
    scene = dealt("KS AH 5D KD 6D 7H", players=2, readings=BEFORE)
    assert scene.table.waiting.by == ("bob",)
    assert scene.refused(m.Surrender(by="ann", box=1)).clauses == ("PA 665a.9(a)",)
    scene.do(m.Surrender(by="bob", box=2))


# --- the reading that has the reader wait for the players -------------------------------------------------------------


@pytest.mark.clause("PA 665a.9(b)(2)", "PA 665a.9(b)(2)(ii)", "PA 665a.8(d)")
def test_after_play_the_reader_finds_no_blackjack_and_insurance_goes_before_half_of_what_was_given_up() -> None:
    """Both before the hole card is turned and before the dealer draws."""
    scene = dealt("AS 5S 9H 6H 9D 5C KC", players=2, attack=50_00, readings=AFTER_PLAY)
    scene.do(m.Insure(by="ann", box=1, cents=50_00))
    scene.no_insurance()
    parked = scene.as_player(m.Surrender)
    assert among(parked, f.WagersParked)[0].clauses == ("PA 665a.9(b)(2)",)
    assert not among(parked, f.WagerCollected)
    assert scene.won("ann") == -BET - 50_00 - 50_00
    done = scene.as_player(m.Stand, 2)
    told = [(type(fact).__name__, getattr(fact, "wager", "")) for fact in done]
    wanted = [("HoleCardRead", ""), ("WagerCollected", "insurance"), ("WagerCollected", "bet"), ("HoleCardTurned", "")]
    assert [each for each in told if each in wanted][:4] == wanted
    assert among(done, f.HoleCardRead)[0].clauses == ("PA 665a.7(g)", "PA 665a.9(b)(2)")
    assert scene.won("ann") == -75_00 - 50_00


@pytest.mark.clause("PA 665a.9(a)", "PA 665a.9(b)(2)(i)", "PA 665a.10(b)")
def test_after_play_a_doubled_hand_that_was_given_up_loses_its_bet_alone_to_a_blackjack() -> None:
    scene = dealt("KS 5S 6H AC 2C", attack=50_00, readings=AFTER_PLAY)
    scene.as_player(m.Double, cents=150_00)
    done = scene.as_player(m.Surrender)
    assert [(fact.wager, fact.cents) for fact in among(done, f.WagerCollected)] == [("bet", BET)]
    back = {fact.wager: fact.clauses for fact in among(done, f.WagerReturned)}
    assert back == {"attack": ("PA 665a.9(b)(2)(i)",), "double": ("PA 665a.10(b)",)}


@pytest.mark.clause("PA 665a.7(h)(1)", "PA 665a.7(o)(1)(iii)")
@pytest.mark.parametrize(("hole", "won"), [("AC", 0), ("9C", BET)], ids=["ties", "is paid"])
def test_after_play_a_players_blackjack_waits_for_the_reader(hole: str, won: int) -> None:
    scene = dealt(f"KS AS 9H KH 9D {hole}", players=2, readings=AFTER_PLAY)
    assert scene.won("ann") == -BET
    scene.as_player(m.Stand, 2)
    assert scene.won("ann") == won


@pytest.mark.clause("PA 665a.9(b)(1)")
def test_after_play_no_reader_is_used_under_a_low_card_and_half_is_taken_at_once() -> None:
    scene = dealt("9S 5S 9H 6H 9D 8C", players=2, readings=AFTER_PLAY)
    assert among(scene.as_player(m.Surrender), f.WagerCollected)
    scene.as_player(m.Stand, 2)
    assert not of(scene, f.HoleCardRead)


@pytest.mark.clause("PA 665a.7(g)", "PA 665a.9(b)(2)")
def test_after_play_a_dealer_who_turns_or_reads_the_hole_card_in_mid_play_is_refused() -> None:
    scene = dealt_by_hand("KS 5S 6H 7C 9D", readings=AFTER_PLAY)
    assert scene.refused(m.TurnHoleCard(by=DEALER)).code == "hole-card/too-early"
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code == "reader/used"
    scene.as_player(m.Stand)
    assert scene.refused(m.TurnHoleCard(by=DEALER)).code == "hole-card/too-early"
    assert among(scene.do(m.ReadHoleCard(by=DEALER)), f.HoleCardRead)
