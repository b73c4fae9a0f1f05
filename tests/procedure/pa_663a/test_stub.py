"""§ 663a.9(c) to (f): the stub, its count at least every five rounds, and each outcome of a wrong count."""

import pytest

from tests.procedure.kit import Scene
from tests.procedure.pa_663a.at_table import (
    ANTE,
    DEALER,
    SHUFFLER,
    dealing,
    f,
    finish_deal,
    in_order,
    m,
    may,
    next_round,
    opened,
)

F = ("PA 663a.9(f)",)
KEEP = {"stub-count-mismatch": "keep-deck"}


def another(scene: Scene) -> Scene:
    """The next round, dealt without a fault, as far as the stub."""
    next_round(scene).bet()
    scene.dealer(m.CloseBets)
    return finish_deal(scene)


@pytest.mark.clause("PA 663a.9(c)")
def test_after_five_cards_each_the_stub_goes_to_the_rack_unexposed() -> None:
    scene = dealing(players=2)
    refusal = scene.refused(m.RackStub(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("stub/not-now", ("PA 663a.9(c)",))
    finish_deal(scene)
    before = len(scene.table.facts)
    stub = scene.table.state.cards.shoe.remaining
    scene.dealer(m.RackStub)
    assert scene.table.facts[before] == f.StubPlaced(("PA 663a.9(c)",), stub)
    assert stub == 52 - 15
    placed = in_order(scene, f.CardDealt, f.StubPlaced)
    assert isinstance(placed[-1], f.StubPlaced)


@pytest.mark.clause("PA 663a.9(c)")
def test_nor_before_the_deal_of_the_next_round_is_over_though_that_of_the_last_was() -> None:
    scene = finish_deal(dealing())
    scene.dealer(m.RackStub)
    next_round(scene).bet()
    scene.dealer(m.CloseBets)
    refusal = scene.refused(m.RackStub(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("stub/not-now", ("PA 663a.9(c)",))


@pytest.mark.clause("PA 663a.9(c)")
def test_no_fact_names_a_card_of_the_stub_before_the_seal_is_opened() -> None:
    scene = opened(players=2).bet()
    dealt = {x.card for x in scene.table.facts if isinstance(x, f.CardDealt)}
    shown = {card for x in scene.table.facts if isinstance(x, f.HandShown) for card in x.cards}
    assert len(dealt) == 15
    assert shown == dealt


@pytest.mark.clause("PA 663a.9(d)")
def test_the_stub_is_counted_at_least_once_every_five_rounds() -> None:
    scene = finish_deal(dealing())
    for _ in range(4):
        assert may(scene) == (m.RackStub, m.CountStub)
        scene.dealer(m.RackStub)
        another(scene)
    assert may(scene) == (m.CountStub,)  # the fifth
    refusal = scene.refused(m.RackStub(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("stub/count-due", ("PA 663a.9(d)",))
    scene.dealer(m.CountStub, cards=42)
    assert scene.last(f.StubCounted) == f.StubCounted(("PA 663a.9(d)",), 42, 52)
    another(scene)
    assert may(scene) == (m.RackStub, m.CountStub)


@pytest.mark.clause("PA 663a.9(d)")
def test_a_count_made_early_starts_the_five_rounds_anew() -> None:
    scene = finish_deal(dealing())
    scene.dealer(m.RackStub)
    another(scene).dealer(m.CountStub, cards=42)
    for _ in range(4):
        another(scene).dealer(m.RackStub)
    another(scene)
    assert may(scene) == (m.CountStub,)


@pytest.mark.clause("PA 663a.9(d)")
def test_a_dealer_who_is_not_a_person_counts_in_every_fifth_round() -> None:
    scene = opened()
    for _ in range(10):
        next_round(scene).bet()
    rounds = [type(x) for x in in_order(scene, f.StubCounted, f.RoundEnded)]
    uncounted = [f.RoundEnded] * 4
    assert rounds == [*uncounted, f.StubCounted, f.RoundEnded, *uncounted, f.StubCounted, f.RoundEnded]


@pytest.mark.clause("PA 663a.9(d)")
def test_a_device_that_counts_the_deck_after_each_shuffle_makes_the_count_unneeded() -> None:
    scene = finish_deal(dealing(sets={"counting_shuffler": True}))
    assert scene.last(f.Announced) == f.Announced(("PA 663a.9(d)",), SHUFFLER, "52 cards present")
    for _ in range(7):
        scene.dealer(m.RackStub)
        another(scene)
    assert may(scene) == (m.RackStub, m.CountStub)
    assert len(scene.facts(f.Announced)) == 8


@pytest.mark.clause("PA 663a.9(d)")
def test_a_counting_device_says_what_it_counted_whoever_works_it() -> None:
    """Given a person who sets the device going, when it has shuffled, then it says how many cards are present."""
    scene = opened(sets={"counting_shuffler": True}, by_hand=(SHUFFLER,))
    assert [fact.words for fact in scene.facts(f.Announced)] == ["52 cards present"]


def test_a_device_that_does_not_count_says_nothing() -> None:
    assert opened().facts(f.Announced) == []


@pytest.mark.clause("PA 663a.9(e)")
def test_a_right_count_puts_the_stub_in_the_rack_and_the_round_goes_on() -> None:
    scene = finish_deal(dealing(players=3))
    scene.dealer(m.CountStub, cards=32)
    assert in_order(scene, f.StubCounted, f.StubPlaced) == [
        f.StubCounted(("PA 663a.9(d)",), 32, 52),
        f.StubPlaced(("PA 663a.9(e)",), 32),
    ]
    assert scene.facts(f.RoundVoided) == []
    assert len(scene.facts(f.HandSettled)) == 3


@pytest.mark.clause("PA 663a.9(f)")
@pytest.mark.parametrize("counted", [41, 43, 0])
def test_a_wrong_count_without_a_misdeal_voids_the_hands_returns_wagers_and_removes_the_deck(counted: int) -> None:
    scene = finish_deal(dealing())
    scene.dealer(m.CountStub, cards=counted)
    refusal = scene.refused(m.DeclareMisdeal(by=DEALER, misdealt=True))
    assert (refusal.code, refusal.clauses) == ("misdeal/not-so", F)
    scene.dealer(m.DeclareMisdeal, misdealt=False)
    voided, returned, removed = in_order(scene, f.RoundVoided, f.WagerReturned, f.DeckRemoved)
    assert voided == f.RoundVoided(F, "the deck is not whole and nobody was misdealt")
    assert returned == f.WagerReturned(F, "ann", 1, 1, "bet", ANTE)
    assert removed == f.DeckRemoved(F, 52)
    assert scene.facts(f.HandSettled) == []
    assert scene.facts(f.StubPlaced) == []
    assert scene.won("ann") == 0
    assert may(scene) == (m.ReceiveDecks,)
    scene.dealer(m.ReceiveDecks)
    assert scene.table.waiting.by == (SHUFFLER,)


def _misdeal(how: str, players: int = 2, **options: object) -> Scene:
    """A round in which one hand gets one card too many or too few."""
    scene = dealing(players, **options)
    if how == "player short":
        scene.dealer(m.PassOver, box=1)
    elif how == "player over":
        scene.dealer(m.Deal, to=1)
        scene.dealer(m.Deal, to=1)
    elif how == "dealer short":
        for box in range(1, players + 1):
            scene.dealer(m.Deal, to=box)
        scene.dealer(m.PassOver, box=0)
    else:
        for box in (*range(1, players + 1), 0, 0):
            scene.dealer(m.Deal, to=box)
    return finish_deal(scene)


MISDEALS = ["player short", "player over", "dealer short", "dealer over"]


@pytest.mark.clause("PA 663a.9(f)")
@pytest.mark.parametrize("how", MISDEALS)
def test_a_misdeal_with_52_cards_in_the_deck_voids_the_round_and_keeps_the_deck(how: str) -> None:
    scene = _misdeal(how)
    stub = 38 if "short" in how else 36
    scene.dealer(m.CountStub, cards=stub)
    assert scene.last(f.StubCounted) == f.StubCounted(("PA 663a.9(d)",), stub, 52)
    refusal = scene.refused(m.DeclareMisdeal(by=DEALER, misdealt=False))
    assert (refusal.code, refusal.clauses) == ("misdeal/not-so", F)
    scene.dealer(m.DeclareMisdeal, misdealt=True)
    assert scene.last(f.RoundVoided) == f.RoundVoided(F, "the cards were misdealt")
    assert [x.clauses for x in scene.facts(f.WagerReturned)] == [F, F]
    assert scene.facts(f.DeckRemoved) == []
    assert [scene.won(name) for name in scene.players] == [0, 0]
    assert scene.table.waiting.by == (SHUFFLER,)


@pytest.mark.clause("PA 663a.9(f)")
@pytest.mark.parametrize("reading", ["remove-deck", "keep-deck"])
@pytest.mark.parametrize("how", MISDEALS)
def test_a_misdeal_with_a_deck_that_is_not_whole_goes_by_the_reading(how: str, reading: str) -> None:
    scene = _misdeal(how, readings={"stub-count-mismatch": reading})
    stub = 37 if "short" in how else 35
    if "short" in how:
        stub -= 1  # 37 would be the right number for nobody misdealt
    scene.dealer(m.CountStub, cards=stub)
    scene.dealer(m.DeclareMisdeal, misdealt=True)
    assert scene.last(f.RoundVoided).clauses == F
    assert [scene.won(name) for name in scene.players] == [0, 0]
    removed = scene.facts(f.DeckRemoved)
    assert removed == ([f.DeckRemoved(F, 52)] if reading == "remove-deck" else [])
    expected = (m.ReceiveDecks,) if reading == "remove-deck" else (m.Shuffle, m.CommitSeed)
    assert may(scene) == expected


@pytest.mark.clause("PA 663a.9(f)")
def test_a_removed_deck_is_not_dealt_again_whatever_else_is_ordered() -> None:
    scene = finish_deal(dealing())
    scene.dealer(m.CountStub, cards=41)
    scene.dealer(m.DeclareMisdeal, misdealt=False)
    scene.floor(m.NoteCardAge, hours=1)
    scene.floor(m.TapIn, dealer="sue")
    assert may(scene) == (m.ReceiveDecks,)


@pytest.mark.clause("PA 663a.9(f)")
def test_a_double_card_is_possible_only_right_after_the_first() -> None:
    scene = dealing(players=2)
    scene.dealer(m.Deal, to=1)
    scene.dealer(m.Deal, to=2)
    assert scene.refused(m.Deal(by=DEALER, to=1)).code == "deal/out-of-order"
    scene.dealer(m.Deal, to=2)
    assert len(scene.hands()[1].cards) == 2


def test_a_hand_cannot_be_given_so_many_cards_that_another_would_get_none() -> None:
    scene = dealing(players=1)
    scene.dealer(m.Deal, to=1)
    for _ in range(42):
        scene.dealer(m.Deal, to=1)
    assert scene.refused(m.Deal(by=DEALER, to=1)).code == "deal/out-of-order"
    finish_deal(scene)
    assert scene.table.state.cards.shoe.remaining == 0


def test_a_misdeal_nobody_counted_is_found_at_the_showdown_by_the_house_and_cites_no_clause() -> None:
    scene = _misdeal("player short")
    scene.dealer(m.RackStub)
    assert scene.last(f.RoundVoided) == f.RoundVoided((), "HOUSE: somebody has not five cards to show")
    assert [scene.won(name) for name in scene.players] == [0, 0]
    assert scene.facts(f.DeckRemoved) == []


def test_faults_that_cancel_out_leave_the_count_right() -> None:
    scene = dealing(players=2)
    scene.dealer(m.PassOver, box=1)
    scene.dealer(m.Deal, to=2)
    scene.dealer(m.Deal, to=2)
    finish_deal(scene)
    scene.dealer(m.CountStub, cards=37)
    assert scene.last(f.StubPlaced).clauses == ("PA 663a.9(e)",)
    assert scene.last(f.RoundVoided).clauses == ()


HANDS_TOO = {"stub-count-right": "hands-too"}


@pytest.mark.clause("PA 663a.9(d)", "PA 663a.9(e)")
@pytest.mark.parametrize(("readings", "stub_racked"), [({}, True), (HANDS_TOO, False)])
def test_a_short_hand_and_a_short_deck_leave_the_count_right_or_not_by_the_reading(
    readings: dict[str, str], stub_racked: bool
) -> None:
    scene = _misdeal("player short", readings=readings)
    scene.dealer(m.CountStub, cards=37)  # of 52 it would be 38: a card is missing from the deck as well
    assert scene.last(f.StubCounted) == f.StubCounted(("PA 663a.9(d)",), 37, 51)
    if stub_racked:
        assert scene.last(f.StubPlaced).clauses == ("PA 663a.9(e)",)
        assert scene.last(f.RoundVoided).clauses == (), "found by the house at the showdown"
        assert scene.facts(f.DeckRemoved) == []
        return
    scene.dealer(m.DeclareMisdeal, misdealt=True)
    assert scene.last(f.RoundVoided) == f.RoundVoided(F, "the cards were misdealt and the deck is not whole")
    assert scene.facts(f.DeckRemoved) == [f.DeckRemoved(F, 52)]
    assert scene.facts(f.StubPlaced) == []


@pytest.mark.clause("PA 663a.9(e)", "PA 663a.9(f)")
def test_with_the_hands_counted_faults_that_cancel_out_are_a_misdeal_with_52_cards() -> None:
    def cancelling(readings: dict[str, str]) -> Scene:
        scene = dealing(players=2, readings=readings)
        scene.dealer(m.PassOver, box=1)
        scene.dealer(m.Deal, to=2)
        scene.dealer(m.Deal, to=2)
        finish_deal(scene)
        scene.dealer(m.CountStub, cards=37)
        return scene

    scene = cancelling(HANDS_TOO)
    scene.dealer(m.DeclareMisdeal, misdealt=True)
    assert scene.last(f.RoundVoided) == f.RoundVoided(F, "the cards were misdealt")
    assert scene.facts(f.DeckRemoved) == []
    assert scene.facts(f.StubPlaced) == []
    by_the_stub = cancelling({})
    assert by_the_stub.facts(f.StubPlaced) == [f.StubPlaced(("PA 663a.9(e)",), 37)], "52 by the stub alone"


@pytest.mark.clause("PA 663a.9(e)")
def test_with_the_hands_counted_a_right_count_is_still_right() -> None:
    scene = finish_deal(dealing(players=3, readings=HANDS_TOO))
    scene.dealer(m.CountStub, cards=32)
    assert scene.last(f.StubPlaced) == f.StubPlaced(("PA 663a.9(e)",), 32)


@pytest.mark.clause("PA 663a.9(f)")
@pytest.mark.parametrize(
    ("how", "stub", "said", "found"),
    [
        ("none", 41, True, "everybody has five cards"),
        ("player short", 38, False, "somebody has not five cards"),
    ],
)
def test_who_declares_otherwise_than_the_hands_lie_is_told_how_they_lie(
    how: str, stub: int, said: bool, found: str
) -> None:
    scene = finish_deal(dealing()) if how == "none" else _misdeal(how)
    scene.dealer(m.CountStub, cards=stub)
    assert scene.refused(m.DeclareMisdeal(by=DEALER, misdealt=said)).sentence == found


@pytest.mark.clause("PA 663a.9(f)")
def test_a_deck_that_is_kept_though_it_is_not_whole_is_said_to_stay() -> None:
    scene = _misdeal("player over", readings={"stub-count-mismatch": "keep-deck"})
    scene.dealer(m.CountStub, cards=35)
    scene.dealer(m.DeclareMisdeal, misdealt=True)
    assert scene.last(f.RoundVoided).why == "the cards were misdealt, the deck is not whole and stays"


@pytest.mark.clause("PA 663a.9(c)")
def test_the_stub_goes_to_the_rack_in_a_round_whose_cards_are_dealt_and_at_no_other_time() -> None:
    scene = dealing()
    refusal = scene.refused(m.RackStub(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("stub/not-now", ("PA 663a.9(c)",))
    finish_deal(scene).dealer(m.RackStub)
    next_round(scene)
    refusal = scene.refused(m.RackStub(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("stub/not-now", ("PA 663a.9(c)",)), "the round before is over"


@pytest.mark.clause("PA 663a.9(d)")
@pytest.mark.parametrize("played", [0, 3])
def test_with_a_new_deck_the_five_rounds_begin_anew_and_it_may_be_changed_again(played: int) -> None:
    scene = opened(by_hand=(DEALER,))

    def round_of_play() -> tuple[type[m.Move], ...]:
        scene.bet().dealer(m.CloseBets)
        finish_deal(scene)
        asked = may(scene)
        scene.dealer(m.RackStub) if m.RackStub in asked else scene.dealer(m.CountStub, cards=42)
        next_round(scene)
        return asked

    for _ in range(played):
        round_of_play()
    scene.floor(m.ChangeCards)
    assert may(scene) == (m.ReceiveDecks,)
    next_round(scene)
    assert [round_of_play() for _ in range(5)] == [(m.RackStub, m.CountStub)] * 4 + [(m.CountStub,)]
    scene.floor(m.ChangeCards)
    assert may(scene) == (m.ReceiveDecks,), "and once more"


@pytest.mark.parametrize(("ties_push", "won"), [("yes", 0), ("no", -ANTE)])
def test_a_tie_pushes_where_the_house_has_it_so(ties_push: str, won: int) -> None:
    tie = "KS QS JS 9S 8S", "KH QH JH 9H 8H"
    scene = opened(*tie, sets={"ties_push": ties_push}).bet()
    assert scene.won("ann") == won
    assert scene.last(f.HandSettled).outcome == "HOUSE: ties"
