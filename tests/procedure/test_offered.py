"""What a family tells of its table beside the moves: where wagers lie, what would be refused, which seals are shut."""

import pytest

from pitboss.rules.games import GAMES
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import DBJ, DD, NJ, PA
from tests.procedure.kit import Scene


@pytest.mark.parametrize(
    ("game", "areas"),
    [
        (PA, {"attack": "Double Attack", "insurance": "Insurance"}),
        (NJ, {"attack": "Double Attack", "insurance": "Insurance"}),
        (DBJ, {"second-chance": "Second Chance", "insurance": "Insurance"}),
        (DD, {"insurance": "Insurance"}),
        ("five-card-hi-lo-pa", {}),
    ],
)
def test_the_layout_has_an_area_for_the_bet_and_for_what_may_be_added(game: str, areas: dict[str, str]) -> None:
    scene = Scene(game)
    found = dict(scene.table.state.family.areas(scene.rules))
    called = next(iter(scene.rules.layout.betting_areas), "bet")
    assert found.pop("bet") == called[0].upper() + called[1:]
    assert found == areas


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_only_to_see_the_game_dealt_makes_the_smallest_bet_that_it_takes(game: str) -> None:
    scene = Scene(game).open()
    state = scene.table.state
    (bet,) = state.family.usual_wagers(state, "ann", 1)
    assert bet == m.Wager(by="ann", box=1, cents=scene.rules.wagers.table_minimum_cents)
    scene.do(bet)


def unable(scene: Scene, player: str = "ann") -> list[tuple[type[m.Move], int]]:
    """What is asked of a player and would be refused."""
    state = scene.table.state
    return list(state.family.unable(state, scene.table.waiting, player))


@pytest.mark.parametrize(("chips", "refused"), [(299_00, True), (300_00, False)])
def test_a_split_that_the_chips_do_not_cover_bet_and_attack_is_not_offered(chips: int, refused: bool) -> None:
    scene = Scene(PA, "9S 8S 8H 7C KS KD", chips=chips).open().bet()
    scene.as_player(m.Attack, cents=50_00)
    assert ((m.Split, 1) in unable(scene)) is refused
    assert ((m.SecondChance, 1) in unable(scene)) is refused, "as much again, where a game has it"


@pytest.mark.parametrize(("chips", "refused"), [(199_00, True), (200_00, False)])
def test_nor_a_second_chance_that_they_do_not_cover(chips: int, refused: bool) -> None:
    scene = Scene(DBJ, "KS 9S 6H 8C 9D", chips=chips).open().bet()
    scene.as_player(m.Hit)
    assert m.SecondChance in scene.table.waiting.may
    assert ((m.SecondChance, 1) in unable(scene)) is refused


def test_even_money_is_for_a_blackjack_that_its_player_has_looked_at() -> None:
    scene = Scene(DD, "AS KH 9C KS 7D AD", players=2).open().bet()
    assert unable(scene) == [(m.EvenMoney, 1)]
    assert unable(scene, "bob") == [(m.EvenMoney, 2)]
    scene.do(m.LookAtCards(by="ann", box=1))
    scene.do(m.LookAtCards(by="bob", box=2))
    assert (unable(scene), unable(scene, "bob")) == ([], [(m.EvenMoney, 2)])


@pytest.mark.parametrize("game", [PA, DBJ])
def test_the_boxes_of_a_player_are_told_from_the_left_whichever_was_bet_on_first(game: str) -> None:
    scene = Scene(game).open()
    for box in (2, 1):
        scene.do(m.Wager(by="ann", box=box, cents=100_00))
    assert scene.table.state.bets.boxes_of("ann") == [1, 2]


def test_to_ask_whether_something_would_be_refused_refuses_nothing() -> None:
    scene = Scene(PA).open()
    state = scene.table.state

    def check() -> bool:
        state.refuse("some/thing", "no", ())
        return False

    assert not state.would(check)
    assert state.asking.refusal is None
    assert state.would(lambda: True)


def test_the_seals_that_are_shut_are_those_of_a_shoe_that_ran_out_of_the_one_in_play_and_of_the_one_stored() -> None:
    scene = Scene(PA, sets={"shuffling": "device", "decks": 1}).open().bet().no_attack()
    cards = scene.table.state.cards
    shut = [one.seal for one in cards.sealed_now()]
    assert len(shut) == 2
    assert shut == [fact.seal for fact in scene.facts(f.CardsShuffled)], "in play, then stored"
    assert cards.sealed is not None
    cards.unopened, cards.sealed = [cards.sealed], None
    assert [one.seal for one in cards.sealed_now()] == shut, "an order that ran out comes first"


def test_who_leaves_before_the_cut_comes_round_is_passed_over() -> None:
    scene = Scene(PA, players=3).sit()
    while m.RefuseCut not in scene.table.waiting.may:
        waiting = scene.table.waiting
        scene.shuffle() if m.Shuffle in waiting.may else scene.do(scene.usual(waiting.by, waiting.may))
    first = scene.table.waiting.by[0]
    following = [name for name in ("cat", "bob", "ann") if name != first]
    scene.do(m.Leave(by=following[0]))
    scene.do(m.RefuseCut(by=first))
    assert scene.table.waiting.by == (following[1],)


@pytest.mark.clause("PA 665a.5(e)")
def test_a_recut_goes_on_to_the_next_when_the_last_to_cut_is_asked_and_goes() -> None:
    scene = Scene(PA, players=3, by_hand=("floorperson",)).sit()
    while m.LoadShoe not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.Cut in waiting.may:
            scene.do(m.Cut(by=waiting.by[0], position=100))
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    last = scene.last(f.CardsCut).by
    scene.do(m.Leave(by=last))
    scene.floor(m.OrderRecut, by_last_cutter=True)
    told = [fact.recut_by for fact in scene.facts(f.RecutOrdered)]
    assert told == ["dealer"], "nobody is entitled after who has gone"
    assert scene.last(f.CardsCut).by == "dealer"
