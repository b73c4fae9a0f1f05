"""§ 665a.13(a) to (i): what goes wrong, at every point of the round where it can."""

from collections.abc import Callable

import pytest

from pitboss.cards.discard_rack import Other
from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import SALT, Scene, cards
from tests.procedure.pa_665a.case import (
    BET,
    GAME,
    among,
    bets_closed,
    dealt,
    dealt_by_hand,
    kinds,
    of,
    opened,
    over,
    play_on,
)

# Up, ann, bob, ann, bob, hole, and what is drawn: the dealer's 13 takes one card to 17.
LOW = "7S 2S 3S 2H 3H 6S 4C 4D 4H 4S 9C 9D"
HIGH = "KS 2S 3S 2H 3H 3C 4C 4D 4H 4S 9C 9D"
ACE = "AS 2S 3S 2H 3H 2C 4C 4D 4H 4S 9C 9D"


def _cards(scene: Scene, *to: int) -> Scene:
    for box in to:
        scene.dealer(m.Deal, to=box)
    return scene


def _stood(scene: Scene) -> Scene:
    return scene.stand_all()


def _turned(scene: Scene) -> Scene:
    _stood(scene).dealer(m.TurnHoleCard)
    return scene


def _up_card_due() -> Scene:
    return bets_closed(LOW, players=2)


def _attack_open() -> Scene:
    return _cards(bets_closed(LOW, players=2), 0)


def _first_cards_due() -> Scene:
    return _attack_open().no_attack()


def _second_cards_due() -> Scene:
    return _cards(_first_cards_due(), 1, 2)


def _hole_card_due() -> Scene:
    return _cards(_second_cards_due(), 1, 2)


def _insurance_open() -> Scene:
    return dealt_by_hand(ACE, players=2)


def _reader_due() -> Scene:
    return dealt_by_hand(HIGH, players=2)


def _first_decision() -> Scene:
    return dealt_by_hand(LOW, players=2)


def _hit_due() -> Scene:
    scene = _first_decision()
    scene.as_player(m.Hit)
    return scene


def _after_a_hit() -> Scene:
    return _cards(_hit_due(), 1)


def _double_card_due() -> Scene:
    scene = _first_decision()
    scene.as_player(m.Double, cents=BET)
    return scene


def _split_card_due() -> Scene:
    scene = _first_decision()
    scene.as_player(m.Split)
    return scene


def _second_box() -> Scene:
    scene = _first_decision()
    scene.as_player(m.Stand)
    return scene


def _turning_due() -> Scene:
    return _stood(_first_decision())


def _dealers_draw_due() -> Scene:
    return _turned(_first_decision())


def _settling_due() -> Scene:
    return _cards(_dealers_draw_due(), 0)


Point = Callable[[], Scene]
DEALT: dict[str, Point] = {
    "insurance": _insurance_open,
    "reader": _reader_due,
    "first decision": _first_decision,
    "hit due": _hit_due,
    "after a hit": _after_a_hit,
    "double card due": _double_card_due,
    "split card due": _split_card_due,
    "second box": _second_box,
    "turning due": _turning_due,
    "dealer's draw due": _dealers_draw_due,
}
BEFORE: dict[str, Point] = {
    "up card due": _up_card_due,
    "attack": _attack_open,
    "first cards due": _first_cards_due,
    "second cards due": _second_cards_due,
    "hole card due": _hole_card_due,
}
POINTS = BEFORE | DEALT | {"settling due": _settling_due}


def each(points: dict[str, Point]) -> pytest.MarkDecorator:
    """The test at each of these points of the round."""
    return pytest.mark.parametrize("point", list(points.values()), ids=list(points))


def next_cards(scene: Scene, count: int = 1) -> list[str]:
    """What lies on top of the shoe."""
    shoe = scene.table.state.cards.shoe
    return [card.code for card in shoe._cards[shoe._next : shoe._next + count]]


# --- (a) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(a)")
@each(POINTS)
def test_a_face_up_card_goes_to_the_rack_and_is_not_used_in_the_round(point: Point) -> None:
    scene = point()
    wrong, right = next_cards(scene, 2)
    rack = scene.table.state.cards.rack.height
    found = among(scene.dealer(m.FoundFaceUp), f.CardFoundFaceUp)
    assert (found[0].card, found[0].clauses) == (wrong, ("PA 665a.13(a)",))
    assert scene.table.state.cards.rack.height == rack + 1
    assert next_cards(scene) == [right]
    before = len(of(scene, f.CardDealt))
    play_on(scene)
    later = [fact.card for fact in of(scene, f.CardDealt)[before:]]
    assert later[:1] in ([right], [])
    assert wrong not in later


@pytest.mark.clause("PA 665a.13(a)")
def test_one_found_between_rounds_goes_too_and_any_number_does_not_void_a_round() -> None:
    scene = opened("9C 9D 7S 2S 3S 8S KD")
    scene.dealer(m.FoundFaceUp)
    scene.dealer(m.FoundFaceUp)
    scene.bet()
    assert scene.blackjack.dealer.up_card.code == "7S"
    scene.floor(m.FoundFaceUp)
    scene.floor(m.FoundFaceUp)
    assert not of(scene, f.RoundVoided)
    assert scene.refused(m.FoundFaceUp(by="ann")).clauses == (), "no text says who reports it"


@pytest.mark.clause("PA 665a.13(a)")
def test_no_card_is_found_in_a_shoe_that_is_not_loaded() -> None:
    scene = Scene(GAME)
    assert scene.refused(m.FoundFaceUp(by=DEALER)).code == "face-up/no-shoe"


# --- (b) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(b)")
@each(BEFORE | DEALT)
def test_a_hidden_card_drawn_in_error_is_the_next_card_dealt(point: Point) -> None:
    whole, scene = point(), point()
    drawn = among(scene.dealer(m.DrewInError, exposed=False), f.CardDrawnInError)
    assert (drawn[0].exposed, drawn[0].clauses) == (False, ("PA 665a.13(b)",))
    scene.dealer(m.DrewInError, exposed=False)  # a second one is used after the first
    play_on(whole)
    play_on(scene)
    assert [fact.card for fact in of(scene, f.CardDealt)] == [fact.card for fact in of(whole, f.CardDealt)]


@pytest.mark.clause("PA 665a.13(b)")
def test_one_that_nobody_needs_any_more_stays_the_next_card_for_the_next_round() -> None:
    scene = dealt_by_hand("7S KS QH KD 5C 5D")  # the dealer stands on 17 and ann on 20
    scene.dealer(m.DrewInError, exposed=False)
    play_on(scene)
    assert [drawn.card for drawn in scene.blackjack.held] == cards("5C")
    scene.bet().dealer(m.CloseBets)
    scene.dealer(m.Deal, to=0)
    assert scene.blackjack.dealer.up_card.code == "5C"


@pytest.mark.clause("PA 665a.13(b)")
def test_a_hidden_card_left_over_is_shuffled_with_the_others() -> None:
    scene = dealt_by_hand("7S KS QH KD 5C 5D")
    scene.dealer(m.DrewInError, exposed=False)
    scene.floor(m.OrderReshuffle)
    play_on(scene)
    assert len(scene.table.state.cards.to_shuffle) == 384


@pytest.mark.clause("PA 665a.13(b)")
def test_one_drawn_before_the_round_is_its_first_card() -> None:
    scene = opened("5C 2S 3S KD")
    scene.dealer(m.DrewInError, exposed=False)
    assert scene.bet().blackjack.dealer.up_card.code == "5C"


@pytest.mark.clause("PA 665a.13(b)")
def test_nobody_but_the_dealer_draws_and_only_from_a_shoe() -> None:
    scene = Scene(GAME)
    assert scene.refused(m.DrewInError(by=DEALER, exposed=False)).clauses == ("PA 665a.13(b)",)
    playing = _first_decision()
    assert playing.refused(m.DrewInError(by="ann", exposed=False)).code == "irregularity/not-yours"


# --- (c) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(c)")
@each(DEALT)
def test_after_the_first_cards_an_exposed_card_is_dealt_as_the_next(point: Point) -> None:
    scene = point()
    (card,) = next_cards(scene)
    drawn = among(scene.dealer(m.DrewInError, exposed=True), f.CardDrawnInError)
    assert (drawn[0].card, drawn[0].clauses) == (card, ("PA 665a.13(c)",))
    dealt_before = len(of(scene, f.CardDealt))
    play_on(scene)
    assert of(scene, f.CardDealt)[dealt_before].card == card


@pytest.mark.clause("PA 665a.13(c)")
@each(BEFORE)
def test_before_players_and_dealer_have_two_cards_it_is_the_next_card_and_nobody_refuses_it(point: Point) -> None:
    whole, scene = point(), point()
    drawn = among(scene.dealer(m.DrewInError, exposed=True), f.CardDrawnInError)
    assert (drawn[0].exposed, drawn[0].clauses) == (True, ("PA 665a.13(c)",))
    assert scene.refused(m.RefuseCard(by="ann", box=1)).clauses == ("PA 665a.13(c)",)
    play_on(whole)
    play_on(scene)
    assert [fact.card for fact in of(scene, f.CardDealt)] == [fact.card for fact in of(whole, f.CardDealt)]
    assert not of(scene, f.CardAccepted)


@pytest.mark.clause("PA 665a.13(c)")
def test_a_player_who_refuses_it_gets_no_more_cards_and_the_next_may_take_it() -> None:
    scene = dealt(LOW, players=2)
    scene.dealer(m.DrewInError, exposed=True)
    refused = among(scene.as_player(m.RefuseCard), f.CardRefused)
    assert (refused[0].player, refused[0].clauses) == ("ann", ("PA 665a.13(c)",))
    assert set(scene.table.waiting.may) == {m.Stand, m.Surrender}
    for move in (m.Hit(by="ann", box=1), m.Double(by="ann", box=1, cents=BET), m.Split(by="ann", box=1)):
        refusal = scene.refused(move)
        assert (refusal.code.split("/")[1], refusal.clauses) == ("refused-card", ("PA 665a.13(c)",))
    scene.as_player(m.Stand)
    given = among(scene.as_player(m.Hit, 2), f.CardDealt)
    assert given[0].card == "4C"


@pytest.mark.clause("PA 665a.13(c)")
def test_a_player_who_refuses_after_a_split_gets_none_for_the_other_hand_either() -> None:
    scene = dealt("7S 8S 3S 8H 3H 6S 2C 4C 4D", players=2)
    scene.as_player(m.Split)
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.RefuseCard)
    scene.as_player(m.Stand)
    assert len(scene.hand(1, 2).cards) == 1
    scene.as_player(m.Stand)
    assert scene.table.waiting.box == 2


@pytest.mark.clause("PA 665a.13(c)")
def test_refused_by_all_it_goes_to_the_dealer_who_can_use_it() -> None:
    scene = dealt(LOW, players=2)
    scene.dealer(m.DrewInError, exposed=True)
    for box in (1, 2):
        scene.as_player(m.RefuseCard, box)
        scene.as_player(m.Stand, box)
    assert [fact.card for fact in of(scene, f.CardDealt) if fact.box == 0][2] == "4C"


@pytest.mark.clause("PA 665a.13(c)")
def test_or_to_the_rack_when_the_dealer_cannot() -> None:
    scene = dealt("7S 2S 3S 2H 3H KS 4C 4D", players=2)
    scene.dealer(m.DrewInError, exposed=True)
    for box in (1, 2):
        scene.as_player(m.RefuseCard, box)
        scene.as_player(m.Stand, box)
    unused = of(scene, f.CardUnused)
    assert (unused[0].card, unused[0].clauses) == ("4C", ("PA 665a.13(c)",))
    rack = scene.table.state.cards.rack
    assert any(isinstance(group.label, Other) and group.cards == tuple(cards("4C")) for group in rack.round(1))


@pytest.mark.clause("PA 665a.13(c)")
def test_a_card_is_refused_only_when_one_lies_exposed_and_by_a_hand_that_could_draw() -> None:
    scene = dealt(LOW, players=2)
    assert scene.refused(m.RefuseCard(by="ann", box=1)).code == "card/not-offered"
    scene.dealer(m.DrewInError, exposed=False)
    assert scene.refused(m.RefuseCard(by="ann", box=1)).code == "card/not-offered", "nobody has seen it"
    doubled = dealt(LOW, players=2)
    doubled.as_player(m.Double, cents=BET)
    doubled.dealer(m.DrewInError, exposed=True)
    assert doubled.refused(m.RefuseCard(by="ann", box=1)).clauses == ("PA 665a.13(c)",)


@pytest.mark.clause("PA 665a.13(c)")
def test_under_a_dealer_blackjack_the_exposed_card_is_used_by_nobody() -> None:
    scene = dealt_by_hand("KS 2S 3S 2H 3H AS 4C", players=2)
    scene.dealer(m.DrewInError, exposed=True)
    play_on(scene)
    assert of(scene, f.CardUnused)[0].card == "4C"


# --- (d) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(d)")
@pytest.mark.parametrize("exposed", [True, False])
def test_a_card_the_dealer_draws_with_17_goes_to_the_rack(exposed: bool) -> None:
    scene = _settling_due()
    assert scene.blackjack.dealer.total == 17
    (card,) = next_cards(scene)
    done = scene.dealer(m.DrewInError, exposed=exposed)
    assert among(done, f.CardUnused)[0].clauses == ("PA 665a.13(d)",)
    play_on(scene)
    assert len(scene.blackjack.dealer.cards) == 0
    dealers = [fact.card for fact in of(scene, f.CardDealt) if fact.box == 0]
    assert dealers == ["7S", "6S", "4C"]
    assert card not in dealers


@pytest.mark.clause("PA 665a.13(c)")
def test_with_16_it_is_simply_the_next_card_and_with_18_it_is_one_he_cannot_use() -> None:
    sixteen = _turned(dealt_by_hand("7S 2S 3S 2H 3H 9S 4C 4D", players=2))
    sixteen.dealer(m.DrewInError, exposed=True)
    sixteen.dealer(m.Deal, to=0)
    assert [card.code for card in sixteen.blackjack.dealer.cards] == ["7S", "9S", "4C"]
    eighteen = _turned(dealt_by_hand("8S 2S 3S 2H 3H KS 4C", players=2))
    done = eighteen.dealer(m.DrewInError, exposed=True)
    assert among(done, f.CardUnused)[0].clauses == ("PA 665a.13(c)",)


# --- (e) --------------------------------------------------------------------------------------------------------------


def almost_empty(left: int, players: int = 1, seats: str = "", **more: object) -> Scene:
    """One deck with the cover card near the back, the shoe dealt down to so many cards between two rounds."""
    sets: dict[str, object] = {"decks": 1, "cover_card_placed": "1/4", **more}
    scene = Scene(GAME, seats, players, sets).open()
    while scene.table.state.cards.shoe.remaining > left:
        scene.dealer(m.FoundFaceUp)
    return scene


@pytest.mark.clause("PA 665a.13(e)")
@pytest.mark.parametrize("left", [1, 2, 3, 4, 5])
def test_when_the_shoe_runs_out_the_rack_is_shuffled_and_cut_one_card_burned_and_the_round_completed(left: int) -> None:
    scene = almost_empty(left).bet()
    while not of(scene, f.CardsRanOut):
        waiting = scene.table.waiting
        who = waiting.by[0]
        kind = next(k for k in (m.NoAttack, m.NoInsurance, m.Hit, m.Stand) if k in waiting.may)
        scene.do(kind(by=who, box=1))
    ran_out = of(scene, f.CardsRanOut)[0]
    assert ran_out.clauses == ("PA 665a.13(e)",)
    assert len(scene.table.state.cards.to_shuffle) == ran_out.rack == 48 - left
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=DEALER, order=order, salt=SALT))
    assert scene.refused(m.Cut(by="ann", position=9)).clauses == ("PA 665a.5(d)",)
    done = scene.do(m.Cut(by="ann", position=10))
    burned = among(done, f.CardBurned)[0]
    assert (burned.card, burned.clauses) == (order[10], ("PA 665a.13(e)",))
    assert among(done, f.CardDealt)[0].card == order[11]
    play_on(scene)
    assert of(scene, f.RoundEnded)
    assert m.Shuffle in scene.table.waiting.may, "the cover card was out: everything is shuffled now"
    assert len(scene.table.state.cards.to_shuffle) == 48


@pytest.mark.clause("PA 665a.13(e)")
def test_no_seal_is_opened_while_cards_of_its_order_lie_face_down() -> None:
    scene = almost_empty(4).bet().no_attack()
    scene.no_insurance()
    while not of(scene, f.CardsRanOut):
        kind = m.Hit if m.Hit in scene.table.waiting.may else m.Stand
        scene.do(kind(by="ann", box=1))
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=DEALER, order=order, salt=SALT))
    scene.do(m.Cut(by="ann", position=10))
    if not over(scene):
        assert not of(scene, f.SealOpened)
    play_on(scene)
    assert len(of(scene, f.SealOpened)) == 2, "both orders, once the round is over"
    ended = scene.table.facts.index(of(scene, f.RoundEnded)[0])
    assert all(scene.table.facts.index(fact) > ended for fact in of(scene, f.SealOpened))


@pytest.mark.clause("PA 665a.13(e)")
def test_seats_do_not_change_and_no_gaming_day_begins_while_the_rack_is_shuffled_in_mid_round() -> None:
    scene = almost_empty(2).bet().no_attack()
    assert of(scene, f.CardsRanOut)
    assert scene.refused(m.Sit(by="ann", box=3)).code == "sit/in-round"
    assert scene.refused(m.Leave(by="ann")).code == "leave/wager-undecided"
    assert scene.refused(m.BeginGamingDay(by="floorperson")).code == "gaming-day/mid-round"


def test_a_rack_too_small_to_burn_from_voids_the_round_instead_of_going_round_for_ever() -> None:
    """Only a variant of very few decks comes to this; the text has no answer and no wager is lost."""
    burned = "2S AS 8C 8D 8H 9C 9D 9H JC JD JH JS QC QD QH QS KC KD KH KS"
    first = "9S 5C 5D 5H 5S 7C 7D 6C 6D 6H 6S 7H 7S 8S"
    drawn = "4C 3C 2C AC 4D 3D 2D AD 4H 3H 2H AH 4S 3S"
    sets: dict[str, object] = {"decks": 1, "burn_after_shuffle": 20}
    scene = Scene(GAME, players=6, sets=sets).sit()
    scene.do(m.ViewSpread(by="ann"))
    wanted = f"{burned} {first} {drawn}".split()
    scene.do(m.Shuffle(by=DEALER, order=(*wanted[-10:], *wanted[:-10]), salt=SALT))
    scene.do(m.Cut(by="ann", position=10))
    scene.bet(bust_it=10_00).no_attack()
    for box, hits in ((1, 4), (2, 4), (3, 4), (4, 2)):
        for _ in range(hits):
            scene.as_player(m.Hit, box)
    assert scene.table.state.cards.shoe.remaining == 0
    assert scene.table.state.cards.rack.height == 20
    voided = among(scene.as_player(m.Hit, 4), f.RoundVoided)
    assert voided[0].clauses == (), "what follows when the rack is too small, the text does not say"
    assert all(scene.won(name) == 0 for name in scene.players)
    assert len(scene.table.state.cards.to_shuffle) == 48


# --- (f) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(f)")
def test_a_hand_without_a_card_is_dead_its_wagers_go_back_and_the_player_is_in_the_next_deal() -> None:
    scene = _first_cards_due()
    passed = among(scene.dealer(m.PassOver, box=1), f.BoxPassedOver)
    assert passed[0].clauses == ("PA 665a.13(f)",)
    _cards(scene, 2)
    scene.dealer(m.PassOver, box=1)
    done = scene.dealer(m.Deal, to=2)
    dead = among(done, f.HandDead)
    assert (dead[0].box, dead[0].clauses) == (1, ("PA 665a.13(f)",))
    assert scene.won("ann") == 0
    _cards(scene, 0)
    assert scene.table.waiting.box == 2
    play_on(scene)
    scene.bet().dealer(m.CloseBets)
    scene.dealer(m.Deal, to=0)
    assert scene.table.waiting.by == ("ann", "bob"), "included in the next deal"
    scene.no_attack()
    _cards(scene, 1, 2, 1, 2)
    assert len(scene.hand(1).cards) == 2


@pytest.mark.clause("PA 665a.13(f)")
@pytest.mark.parametrize("missed", [1, 2, 3])
def test_the_second_card_comes_after_every_other_player_has_two_wherever_the_hand_lies(missed: int) -> None:
    scene = _cards(bets_closed(LOW, players=3), 0).no_attack()
    _cards(scene, 1, 2, 3)
    name = scene.players[missed - 1]
    for box in (1, 2, 3):
        early = scene.refused(m.TakeLateCard(by=name, box=missed))
        assert early.code == "take-late-card/not-now", "others have yet to get their second"
        scene.dealer(m.PassOver if box == missed else m.Deal, **{"box" if box == missed else "to": box})
    assert scene.table.waiting.by == (name,)
    assert [len(scene.hand(box).cards) for box in (1, 2, 3)] == [1 if box == missed else 2 for box in (1, 2, 3)]
    given = among(scene.do(m.TakeLateCard(by=name, box=missed)), f.CardDealt)
    assert (given[0].box, given[0].clauses) == (missed, ("PA 665a.13(f)",))
    _cards(scene, 0)


@pytest.mark.clause("PA 665a.13(f)")
@pytest.mark.parametrize("missed", ["first", "second"])
def test_a_hand_with_one_card_gets_its_second_after_the_others_if_the_player_likes(missed: str) -> None:
    scene = _first_cards_due()
    for turn in ("first", "second"):
        if turn == missed:
            scene.dealer(m.PassOver, box=1)
        else:
            scene.dealer(m.Deal, to=1)
        scene.dealer(m.Deal, to=2)
    assert scene.table.waiting.by == ("ann",)
    assert scene.refused(m.TakeLateCard(by="bob", box=1)).code == "turn/not-yours"
    assert scene.refused(m.TakeLateCard(by="ann", box=2)).code == "turn/other-box"
    done = scene.do(m.TakeLateCard(by="ann", box=1))
    given = among(done, f.CardDealt)
    assert (given[0].box, given[0].card, given[0].clauses) == (1, "3H", ("PA 665a.13(f)",))
    _cards(scene, 0)
    assert len(scene.hand(1).cards) == 2
    play_on(scene)


@pytest.mark.clause("PA 665a.13(f)")
def test_or_the_player_has_the_hand_called_dead() -> None:
    scene = _second_cards_due()
    scene.dealer(m.PassOver, box=1)
    _cards(scene, 2)
    scene.do(m.CallHandDead(by="ann", box=1))
    assert scene.won("ann") == 0
    _cards(scene, 0)
    play_on(scene)
    assert scene.won("ann") == 0


@pytest.mark.clause("PA 665a.13(f)")
def test_the_bust_it_wager_of_a_dead_hand_stays_on_the_dealers_hand() -> None:
    scene = bets_closed("7S 3S 3H 8S 9H", players=2, bust_it=10_00)
    _cards(scene, 0).no_attack()
    for _ in range(2):
        scene.dealer(m.PassOver, box=1)
        scene.dealer(m.Deal, to=2)
    _cards(scene, 0)
    play_on(scene)
    assert scene.won("ann") == 60_00


def test_the_dealer_does_not_pass_over_himself() -> None:
    scene = _up_card_due()
    assert scene.refused(m.PassOver(by=DEALER, box=0)).code == "deal/own-card"
    assert scene.refused(m.PassOver(by=DEALER, box=1)).code == "deal/out-of-order"


# --- (g) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(g)")
@each({"hit": _hit_due, "double": _double_card_due, "split": _split_card_due})
def test_a_missed_card_comes_late_before_the_hole_card_is_seen(point: Point) -> None:
    scene = point()
    missed = among(scene.dealer(m.PassOver, box=1), f.BoxPassedOver)
    assert missed[0].clauses == ("PA 665a.13(g)",)
    assert scene.table.waiting.by == ("ann",)
    chosen = among(scene.do(m.TakeLateCard(by="ann", box=1)), f.LateCardChosen)
    assert chosen[0].clauses == ("PA 665a.13(g)",)
    late = scene.hand(1, 1)
    before = len(late.cards)
    while scene.table.waiting.box == 1:  # the other hand of a split
        scene.do(m.Deal(by=DEALER, to=1) if m.Deal in scene.table.waiting.may else m.Stand(by="ann", box=1))
    scene.as_player(m.Hit, 2)
    _cards(scene, 2)
    scene.as_player(m.Stand, 2)
    assert scene.table.waiting.box == 1
    assert not of(scene, f.HoleCardTurned)
    given = among(scene.dealer(m.Deal, to=1), f.CardDealt)[0]
    assert "PA 665a.13(g)" in given.clauses
    assert len(late.cards) == before + 1
    assert given.sideways is late.doubled
    play_on(scene)


@pytest.mark.clause("PA 665a.13(g)")
@each({"hit": _hit_due, "double": _double_card_due})
def test_or_the_hand_is_dead_and_the_wagers_go_back(point: Point) -> None:
    scene = point()
    scene.dealer(m.PassOver, box=1)
    done = scene.do(m.CallHandDead(by="ann", box=1))
    dead = among(done, f.HandDead)[0]
    assert dead.clauses == ("PA 665a.13(g)",)
    assert scene.won("ann") == 0
    assert scene.table.waiting.box == 2
    play_on(scene)
    assert scene.won("ann") == 0


@pytest.mark.clause("PA 665a.13(g)")
def test_the_double_attack_wager_of_such_a_hand_goes_back_too() -> None:
    scene = bets_closed(LOW, players=2)
    _cards(scene, 0)
    scene.do(m.Attack(by="ann", box=1, cents=BET))
    scene.no_attack()
    _cards(scene, 1, 2, 1, 2, 0)
    scene.as_player(m.Hit)
    scene.dealer(m.PassOver, box=1)
    back = among(scene.do(m.CallHandDead(by="ann", box=1)), f.WagerReturned)
    assert [fact.wager for fact in back] == ["bet", "attack"]


@pytest.mark.clause("PA 665a.13(g)")
def test_a_card_missed_twice_may_be_had_later_still() -> None:
    scene = _hit_due()
    scene.dealer(m.PassOver, box=1)
    scene.do(m.TakeLateCard(by="ann", box=1))
    scene.as_player(m.Stand, 2)
    scene.dealer(m.PassOver, box=1)
    scene.do(m.TakeLateCard(by="ann", box=1))
    scene.dealer(m.Deal, to=1)
    assert len(scene.hand(1).cards) == 3
    play_on(scene)


# --- (h) --------------------------------------------------------------------------------------------------------------

MISREAD: dict[str, Point] = {
    "first decision": _first_decision,
    "hit due": _hit_due,
    "after a hit": _after_a_hit,
    "second box": _second_box,
    "turning due": _turning_due,
}


@pytest.mark.clause("PA 665a.13(h)", "PA 665a.13(h)(2)")
@each(MISREAD)
def test_a_reader_used_without_cause_that_shows_players_nothing_lets_play_go_on(point: Point) -> None:
    scene = point()
    done = scene.dealer(m.ReadHoleCard)
    assert kinds(done) == ["ReaderMisused", "FloorpersonNotified"]
    assert done[0].clauses == ("PA 665a.13(h)", "PA 665a.13(h)(2)")
    assert not of(scene, f.RoundVoided)
    play_on(scene)


@pytest.mark.clause("PA 665a.13(h)", "PA 665a.13(h)(1)")
def test_one_that_can_show_a_player_the_card_makes_all_hands_dead() -> None:
    scene = Scene(GAME, LOW, 2, {"reader_shows_players": True}).open().bet(BET, bust_it=10_00)
    for box, name in enumerate(scene.players, 1):
        scene.do(m.Attack(by=name, box=box, cents=BET))
    scene.as_player(m.Double, cents=BET)
    done = scene.dealer(m.ReadHoleCard)
    assert kinds(done)[:3] == ["ReaderMisused", "FloorpersonNotified", "RoundVoided"]
    assert done[2].clauses == ("PA 665a.13(h)", "PA 665a.13(h)(1)")
    assert scene.won("ann") == scene.won("bob") == 0, "bet, attack, double and Bust It are back"
    assert not any(hand.cards for hand in scene.hands())
    assert not of(scene, f.HoleCardTurned)
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("PA 665a.13(h)(1)", "PA 665a.5(d)")
def test_a_reshuffle_that_was_ordered_before_a_round_is_void_is_still_made_after_it() -> None:
    scene = Scene(GAME, LOW, 1, {"reader_shows_players": True}).open().bet(BET).no_attack()
    scene.floor(m.OrderReshuffle)
    scene.dealer(m.ReadHoleCard)
    assert of(scene, f.RoundVoided)
    assert scene.table.waiting.may == (m.Shuffle, m.CommitSeed)


@pytest.mark.clause("PA 665a.13(h)(1)", "PA 665a.13(c)")
def test_a_card_drawn_in_error_that_waits_to_be_used_goes_to_the_rack_when_the_round_is_void() -> None:
    scene = Scene(GAME, LOW, 1, {"reader_shows_players": True}).open().bet(BET).no_attack()
    scene.dealer(m.DrewInError, exposed=True)
    (held,) = scene.blackjack.held
    scene.dealer(m.ReadHoleCard)
    (unused,) = of(scene, f.CardUnused)
    assert (unused.card, unused.clauses) == (held.card.code, ("PA 665a.13(h)", "PA 665a.13(h)(1)"))
    assert scene.blackjack.held == []
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("PA 665a.7(g)", "PA 665a.13(h)")
def test_under_an_ace_or_court_the_reader_is_used_once_and_without_a_hole_card_not_at_all() -> None:
    scene = dealt(HIGH, players=2)
    refusal = scene.refused(m.ReadHoleCard(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("reader/used", ("PA 665a.7(g)",))
    assert of(scene, f.FloorpersonNotified) == []
    low = dealt(LOW, players=2)
    low.dealer(m.ReadHoleCard)
    assert of(low, f.FloorpersonNotified)[0].clauses == ("PA 665a.13(h)",), "under another card it is an irregularity"
    assert _hole_card_due().refused(m.ReadHoleCard(by=DEALER)).code == "reader/no-hole-card"
    assert _first_decision().refused(m.ReadHoleCard(by="ann")).code == "reader/not-yours"


# --- (i) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(i)")
@each(POINTS)
def test_a_broken_reader_stops_the_dealing_until_it_is_repaired(point: Point) -> None:
    scene = point()
    waited = scene.table.waiting
    broke = among(scene.dealer(m.ReaderFailed), f.ReaderBroke)
    assert broke[0].clauses == ("PA 665a.13(i)",)
    assert scene.table.waiting.may == (m.ReaderRepaired,)
    refusal = scene.refused(m.Deal(by=DEALER, to=0))
    assert refusal.clauses == ("PA 665a.13(i)",)
    assert scene.refused(m.ReaderRepaired(by=DEALER)).code == "turn/not-yours"
    assert scene.refused(m.ReaderFailed(by=DEALER)).code == "reader/none"
    scene.floor(m.ReaderRepaired)
    assert str(scene.table.waiting) == str(waited)
    play_on(scene)


@pytest.mark.clause("PA 665a.13(i)")
def test_no_order_of_the_floor_gets_round_the_repair() -> None:
    scene = opened()
    scene.floor(m.ReaderFailed)
    scene.floor(m.OrderReshuffle)
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=DEALER, order=order, salt=SALT))
    scene.do(m.Cut(by="ann", position=10))
    assert scene.table.waiting.may == (m.ReaderRepaired,)
    scene.floor(m.ReaderRepaired)
    scene.bet()


# --- not in the text --------------------------------------------------------------------------------------------------


def test_the_text_says_nothing_of_a_ten_found_in_the_shoe() -> None:
    assert _first_decision().refused(m.FoundTen(by=DEALER, card="TS")).code == "ten/not-provided"
