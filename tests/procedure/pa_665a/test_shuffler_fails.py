"""§ 665a.13(j), (k): a shuffling device jams, or is out of use."""

import pytest

from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import SALT, Scene
from tests.procedure.pa_665a.case import GAME, among, of, opened, play_on


def in_device() -> Scene:
    """A device is about to hand over the first batch."""
    scene = Scene(GAME, "7S 5S 6S 8S", sets={"shuffling": "device"}).sit()
    for _ in range(2):
        scene.do(m.ViewSpread(by="ann"))
    assert scene.table.waiting.by == ("shuffler",)
    return scene


@pytest.mark.clause("PA 665a.13(j)")
@pytest.mark.parametrize("by", ["shuffler", "dealer", "floorperson"])
def test_cards_in_a_device_that_jams_are_shuffled_again(by: str) -> None:
    scene = in_device()
    stopped = among(scene.do(m.ShufflerJammed(by=by)), f.ShufflerStopped)
    assert stopped[0].clauses == ("PA 665a.13(j)",)
    assert scene.table.waiting.may == (m.Shuffle, m.CommitSeed)
    assert len(scene.table.state.cards.to_shuffle) == 384
    assert scene.refused(m.ShufflerJammed(by="ann")).code == "irregularity/not-yours"


@pytest.mark.clause("PA 665a.13(j)")
def test_a_device_that_is_not_shuffling_does_not_jam() -> None:
    scene = opened("7S 5S 6S 8S", sets={"shuffling": "device"})
    assert scene.refused(m.ShufflerJammed(by=DEALER)).code == "shuffler/not-shuffling"
    assert opened().refused(m.ShufflerJammed(by=DEALER)).code == "shuffler/none"
    cutting = in_device()
    for _ in range(2):
        order = tuple(card.code for card in cutting.table.state.cards.to_shuffle)
        cutting.do(m.Shuffle(by="shuffler", order=order, salt=SALT))
    assert m.Cut in cutting.table.waiting.may
    assert cutting.refused(m.ShufflerJammed(by=DEALER)).code == "shuffler/not-shuffling"


@pytest.mark.clause("PA 665a.13(k)")
def test_a_device_out_of_use_is_covered_or_marked_before_the_dealer_shuffles() -> None:
    scene = in_device()
    scene.do(m.ShufflerFailed(by="shuffler"))
    assert scene.table.waiting.may == (m.CoverShuffler,)
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    refusal = scene.refused(m.Shuffle(by=DEALER, order=order, salt=SALT))
    assert refusal.clauses == ("PA 665a.13(k)",)
    aside = among(scene.dealer(m.CoverShuffler), f.ShufflerSetAside)
    assert aside[0].clauses == ("PA 665a.13(k)",)
    assert scene.table.waiting.by == (DEALER,)
    assert scene.refused(m.Shuffle(by="shuffler", order=order, salt=SALT)).code == "turn/not-yours"
    scene.do(m.Shuffle(by=DEALER, order=order, salt=SALT))


@pytest.mark.clause("PA 665a.13(k)")
def test_one_that_fails_in_mid_round_is_covered_before_the_next_shuffle() -> None:
    scene = opened("7S 5S 6S 8S", sets={"shuffling": "device"}).bet().no_attack()
    scene.dealer(m.ShufflerFailed)
    assert m.Stand in scene.table.waiting.may, "the round goes on"
    assert scene.refused(m.ShufflerFailed(by=DEALER)).code == "shuffler/failed"
    scene.floor(m.OrderReshuffle)
    scene.stand_all()
    assert scene.table.waiting.may == (m.CoverShuffler,)
    scene.floor(m.CoverShuffler)
    assert scene.table.waiting.by == (DEALER,)


@pytest.mark.clause("PA 665a.13(k)", "PA 665a.5(h)")
def test_a_continuous_shuffler_out_of_use_gives_way_to_hand_cut_and_cover_card() -> None:
    scene = opened("7S 5S 6S 8S", sets={"shuffling": "continuous"}).bet().no_attack()
    scene.dealer(m.ShufflerFailed)
    play_on(scene)
    scene.floor(m.CoverShuffler)
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=DEALER, order=order, salt=SALT))
    scene.do(m.Cut(by="ann", position=100))
    assert of(scene, f.CoverCardPlaced)
    scene.bet().no_attack().no_insurance().stand_all()
    assert m.Wager in scene.table.waiting.may, "no shuffle after every round any more"
