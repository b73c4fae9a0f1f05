"""The order comes of the house's seed, fixed first, and of the seeds that players pledged before any was opened."""

import pytest

from pitboss.cards import fair
from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.cards.double_deck_routine import TakenDown, carry_out
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.table import Table
from pitboss.rules.games import GAMES
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA, DD, HI_LO = "double-attack-pa", "double-deck-house", "five-card-hi-lo-pa"
HOUSE = "c0" * fair.HOUSE_SEED_BYTES
SEEDS = {name: f"{at:02x}" * fair.PLAYER_SEED_BYTES for at, name in enumerate(Scene.NAMES, 1)}


def due(game: str = PA, players: int = 2, **more: object) -> Scene:
    """A table whose cards are to be shuffled, with players seated."""
    scene = Scene(game, players=players, **more)  # type: ignore[arg-type]  # as Scene takes them
    scene.sit()
    while m.CommitSeed not in scene.table.waiting.may:
        waiting = scene.table.waiting
        scene.do(scene.usual(waiting.by, waiting.may))
    return scene


def commit(scene: Scene, seed: str = HOUSE) -> None:
    """The house commits to its seed."""
    scene.do(m.CommitSeed(by=scene.table.waiting.by[0], seed=seed))


def pledged(name: str) -> m.Move:
    """A player's pledge."""
    return m.PledgeSeed(by=name, pledge=fair.pledge(name, SEEDS[name]))


def given(name: str) -> m.Move:
    """The pledge opened."""
    return m.GiveSeed(by=name, seed=SEEDS[name])


def order(table: Table) -> tuple[str, ...]:
    """The order that lies sealed."""
    assert table.state.cards.sealed is not None
    return tuple(card.code for card in table.state.cards.sealed.order)


def by_hand_again(scene: Scene, players: dict[str, str], house: str = HOUSE) -> tuple[str, ...]:
    """The order that these seeds make of the cards."""
    cards = fair.drawn_order(scene.table.state.cards.to_shuffle, fair.draws(house, players))
    return tuple(card.code for card in cards)


def test_those_who_sit_are_asked_for_seeds_and_nobody_who_stands() -> None:
    scene = due()
    scene.do(m.BuyIn(by="zoe", cents=100_00))
    commit(scene)
    assert scene.table.waiting.by == scene.players


@pytest.mark.parametrize("game", [game for game in GAMES if game != DD])
def test_the_order_is_what_all_seeds_together_make(game: str) -> None:
    scene = due(game)
    commit(scene)
    for name in scene.players:
        scene.do(pledged(name))
    for name in scene.players:
        scene.do(given(name))
    assert scene.last(f.SeedCommitted).commitment == fair.commitment(HOUSE)
    assert [(one.by, one.seed) for one in scene.facts(f.SeedGiven)] == [(name, SEEDS[name]) for name in scene.players]
    assert order(scene.table) == by_hand_again(scene, {name: SEEDS[name] for name in scene.players})
    assert len(scene.facts(f.CardsShuffled)) == 1


def test_double_decks_routine_is_carried_out_by_the_seeds_and_the_cards_before_it_are_opened_with_the_seal() -> None:
    scene = due(DD, 1)
    lay = scene.table.state.cards.to_shuffle
    commit(scene)
    scene.do(pledged("ann"))
    scene.do(given("ann"))
    sealed = scene.table.state.cards.sealed
    assert sealed is not None
    assert sealed.lay == lay
    *_, last = carry_out(lay, TakenDown(sealed.hands))
    assert last.locations.location_a == sealed.order
    assert "DD Shuffling 1" in scene.facts(f.ShuffleStepDone)[0].clauses


def test_no_seed_is_told_before_every_pledge_is_there() -> None:
    scene = due()
    commit(scene)
    scene.do(pledged("ann"))
    assert scene.refused(given("ann")).code == "give-seed/not-now"
    assert m.GiveSeed not in scene.table.waiting.may
    scene.do(pledged("bob"))
    assert scene.table.waiting.may == (m.GiveSeed, m.PassSeed)


def test_another_seed_than_the_one_pledged_is_refused() -> None:
    scene = due()
    commit(scene)
    scene.do(pledged("ann"))
    scene.do(m.PledgeSeed(by="bob", pledge=fair.pledge("ann", SEEDS["ann"])))  # handed in as his own
    scene.do(given("ann"))
    assert scene.refused(m.GiveSeed(by="bob", seed=SEEDS["ann"])).code == "seed/not-pledged"
    assert scene.refused(m.GiveSeed(by="bob", seed=SEEDS["bob"])).code == "seed/not-pledged"


def test_nobody_pledges_twice_and_nobody_speaks_who_does_not_sit_there() -> None:
    scene = due()
    commit(scene)
    scene.do(pledged("ann"))
    assert scene.refused(pledged("ann")).code == "turn/not-yours"
    assert scene.refused(pledged("cat")).code == "turn/not-yours"


def test_a_house_that_asks_for_no_seeds_shuffles_itself_and_another_commits_first() -> None:
    table = due().table
    assert isinstance(Croupier(SeededBits("ours")).step(table), m.Shuffle)
    assert isinstance(Croupier(SeededBits("ours"), asks_for_seeds=True).step(table), m.CommitSeed)


def test_of_who_commits_to_a_seed_no_text_speaks() -> None:
    refusal = due(by_hand=("dealer",)).refused(m.CommitSeed(by="ann", seed=HOUSE))
    assert (refusal.code, refusal.clauses) == ("turn/not-yours", ())


def test_the_house_gives_no_other_order_once_it_has_committed() -> None:
    scene = due()
    commit(scene)
    brought = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    by = scene.facts(f.SeedCommitted)[0].by
    assert scene.refused(m.Shuffle(by=by, order=brought, salt="5a" * 32)).code == "shuffle/not-now"
    assert scene.refused(m.CommitSeed(by=by, seed="d1" * 512)).code == "commit-seed/not-now"


def test_who_passes_counts_for_nothing_and_one_player_suffices() -> None:
    scene = due()
    commit(scene)
    scene.do(m.PassSeed(by="ann"))
    scene.do(pledged("bob"))
    scene.do(given("bob"))
    assert order(scene.table) == by_hand_again(scene, {"bob": SEEDS["bob"]})
    assert scene.last(f.SeedsMixed).players == ("bob",)


def test_when_nobody_gives_a_seed_the_order_is_the_houses_own() -> None:
    scene = due()
    commit(scene)
    scene.do(m.PassSeed(by="ann"))
    scene.do(m.PassSeed(by="bob"))
    assert order(scene.table) == by_hand_again(scene, {})
    assert not scene.facts(f.SeedGiven)
    assert scene.last(f.SeedsMixed).players == ()


def test_a_pledge_not_opened_begins_it_all_again_without_whoever_withheld_it() -> None:
    scene = due()
    commit(scene)
    scene.do(pledged("ann"))
    scene.do(pledged("bob"))
    scene.do(given("ann"))
    scene.do(m.PassSeed(by="bob"))
    assert scene.last(f.SeedWithheld).by == "bob"
    assert scene.last(f.SeedDropped).seed == HOUSE
    assert not scene.facts(f.CardsShuffled)
    again = "d1" * fair.HOUSE_SEED_BYTES
    commit(scene, again)
    assert scene.table.waiting.by == ("ann",)
    scene.do(pledged("ann"))
    scene.do(given("ann"))
    assert order(scene.table) == by_hand_again(scene, {"ann": SEEDS["ann"]}, again)


def test_only_those_asked_the_first_time_are_asked_again() -> None:
    """Else a house could send one stranger after the other to the table, each to withhold a seed."""
    scene = due()
    commit(scene)
    scene.do(pledged("ann"))
    scene.do(pledged("bob"))
    scene.do(m.Leave(by="bob"))
    scene.do(m.Sit(by="cat", box=3))
    scene.do(given("ann"))
    assert scene.last(f.SeedWithheld).by == "bob"
    scene.do(m.Sit(by="bob", box=2))
    commit(scene)
    assert scene.table.waiting.by == ("ann",)


def test_a_seed_is_opened_when_its_dealer_is_tapped_out_before_the_order_is_made() -> None:
    scene = due(DD, 1)
    commit(scene)
    scene.do(pledged("ann"))
    scene.floor(m.TapIn, dealer="sue")
    assert scene.last(f.SeedDropped).seed == HOUSE
    again = "d1" * fair.HOUSE_SEED_BYTES
    commit(scene, again)
    assert m.PledgeSeed in scene.table.waiting.may, "the pledge for a dropped seed is none for this one"
    scene.do(pledged("ann"))
    scene.do(given("ann"))
    assert scene.table.state.cards.sealed is not None
    assert scene.table.state.cards.sealed.seed == again


def test_an_order_that_a_new_dealer_shuffles_again_is_opened_first() -> None:
    scene = due(DD, 1)
    commit(scene)
    scene.do(pledged("ann"))
    scene.do(given("ann"))
    scene.floor(m.TapIn, dealer="sue")
    assert scene.last(f.SealOpened).seed == HOUSE


@pytest.mark.parametrize("after_pledge", [False, True])
def test_who_leaves_before_pledging_is_not_waited_for_and_who_leaves_after_has_withheld(after_pledge: bool) -> None:
    scene = due()
    commit(scene)
    if after_pledge:
        scene.do(pledged("bob"))
    scene.do(m.Leave(by="bob"))
    scene.do(pledged("ann"))
    assert bool(scene.facts(f.SeedWithheld)) is after_pledge
    scene.do(given("ann"))
    if after_pledge:
        assert not scene.facts(f.CardsShuffled)
    else:
        assert order(scene.table) == by_hand_again(scene, {"ann": SEEDS["ann"]})


def test_everybody_leaves_while_seeds_are_asked_for() -> None:
    scene = due(players=1)
    commit(scene)
    scene.do(m.Leave(by="ann"))
    assert order(scene.table) == by_hand_again(scene, {})


def test_the_houses_seed_is_opened_with_the_seal_and_not_before() -> None:
    scene = due(HI_LO, 1)
    commit(scene)
    scene.do(pledged("ann"))
    scene.do(given("ann"))
    told = b"".join(f.to_json(fact) for fact in scene.table.facts)
    assert HOUSE.encode() not in told
    Croupier(SeededBits(1)).serve(scene.table)
    scene.do(m.CloseTable(by=m.FLOORPERSON))
    opened = scene.last(f.SealOpened)
    assert opened.seed == HOUSE
    assert fair.commitment(opened.seed) == scene.last(f.SeedCommitted).commitment
    assert opened.salt == fair.salt_of(HOUSE)
    assert tuple(map(Card.parse, opened.order)) == fair.drawn_order(
        tuple(map(Card.parse, opened.order)), fair.draws(HOUSE, {"ann": SEEDS["ann"]})
    )


def test_an_order_that_a_dealer_brings_claims_no_seeds() -> None:
    scene = due(players=1).shuffle()
    assert scene.table.state.cards.sealed is not None
    assert (scene.table.state.cards.sealed.seed, scene.facts(f.SeedCommitted)) == ("", [])


def test_a_croupier_that_asks_for_seeds_draws_a_new_one_each_time() -> None:
    croupier, scene = Croupier(SeededBits(7), asks_for_seeds=True), due(players=1)
    first, second = croupier.step(scene.table), croupier.step(scene.table)
    assert isinstance(first, m.CommitSeed)
    assert isinstance(second, m.CommitSeed)
    assert first.by == scene.table.waiting.by[0]
    assert first.seed != second.seed


@pytest.mark.parametrize("game", [PA, DD, HI_LO])
def test_each_order_that_a_croupier_makes_has_a_salt_of_its_own(game: str) -> None:
    """Or a seal could be tried against every order that is likely, and two seals told to be of the same order."""
    salts = [Croupier(bits).shuffle(due(game).table).salt for bits in (SeededBits(7), SeededBits(8))]
    croupier, scene = Croupier(SeededBits(7)), due(game)
    again = [croupier.sealed(scene.table, scene.table.state.cards.to_shuffle).salt for _ in range(3)]
    assert len({*salts, *again}) == 5
