"""With no gaming activity the cards are spread: when that may be said, by whom, and how they then lie."""

import pytest

from pitboss.procedure.moves import DEALER, FLOORPERSON
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA_665A = pytest.param("double-attack-pa", "PA 665a.5(g)", marks=pytest.mark.clause("PA 665a.5(g)"))
PA_673A = pytest.param("double-back-jack-pa", "PA 673a.5(g)", marks=pytest.mark.clause("PA 673a.5(g)"))
NJ_26 = pytest.param("double-attack-nj", "NJ 26.4(i)", marks=pytest.mark.clause("NJ 26.4(i)"))
every_text = pytest.mark.parametrize(("game", "clause"), [PA_665A, PA_673A, NJ_26])


def deserted(game: str) -> Scene:
    """A table open for wagers at which nobody sits any more."""
    scene = Scene(game).open()
    scene.do(m.Leave(by="ann"))
    return scene


@every_text
@pytest.mark.parametrize("who", [DEALER, FLOORPERSON])
def test_the_dealer_or_a_floorperson_says_that_nobody_plays(game: str, clause: str, who: str) -> None:
    scene = deserted(game)
    ceased = scene.do(m.NoteNoActivity(by=who))
    assert isinstance(ceased[0], f.ActivityCeased)
    assert clause in ceased[0].clauses
    assert scene.last(f.CardsSpread).clauses == (clause,)


@pytest.mark.parametrize("game", ["double-attack-pa", "double-back-jack-pa", "double-attack-nj"])
def test_nobody_else_may_say_so(game: str) -> None:
    refusal = deserted(game).refused(m.NoteNoActivity(by="ann"))
    assert (refusal.code, refusal.clauses) == ("idle/not-yours", ()), "no text says who says so"


@every_text
def test_somebody_seated_is_gaming_activity_and_so_is_a_wager_of_one_who_stands(game: str, clause: str) -> None:
    seated = Scene(game).open()
    assert seated.refused(m.NoteNoActivity(by=DEALER)).code == "idle/in-use"
    scene = deserted(game)
    scene.do(m.BuyIn(by="bob", cents=200_00))
    scene.do(m.Wager(by="bob", box=1, cents=100_00))
    refusal = scene.refused(m.NoteNoActivity(by=DEALER))
    assert refusal.code == "idle/in-use"
    assert clause in refusal.clauses


@every_text
def test_one_who_stands_by_with_chips_and_no_wager_is_no_gaming_activity(game: str, clause: str) -> None:
    scene = deserted(game)
    scene.do(m.BuyIn(by="bob", cents=200_00))
    assert scene.do(m.NoteNoActivity(by=DEALER))[0].clauses == (clause,)


@every_text
def test_the_cards_are_seen_by_the_next_who_sits_when_the_first_to_arrive_goes(game: str, clause: str) -> None:
    scene = deserted(game)
    scene.do(m.NoteNoActivity(by=DEALER))
    scene.do(m.Sit(by="ann", box=1))
    scene.do(m.BuyIn(by="bob", cents=200_00))  # who stands
    scene.do(m.Sit(by="cat", box=3))
    scene.do(m.Sit(by="dan", box=2))  # who came after her, though nearer to the dealer's left
    scene.do(m.Leave(by="ann"))
    for somebody in ("bob", "dan"):
        assert scene.refused(m.ViewSpread(by=somebody)).clauses == (clause,)
    assert scene.do(m.ViewSpread(by="cat"))


@every_text
def test_before_the_table_is_open_for_gaming_there_is_nothing_to_say(game: str, clause: str) -> None:
    refusal = Scene(game).refused(m.NoteNoActivity(by=DEALER))
    assert refusal.code == "idle/not-open"
    assert clause in refusal.clauses


@pytest.mark.parametrize(("game", "clause"), [PA_665A, PA_673A])
def test_in_pennsylvania_the_cards_lie_face_down_whatever_the_dealer_would_like(game: str, clause: str) -> None:
    scene = deserted(game)
    scene.do(m.NoteNoActivity(by=DEALER, face_up=True))
    spread = scene.last(f.CardsSpread)
    assert (spread.face_up, spread.clauses) == (False, (clause,))


@pytest.mark.clause("NJ 26.4(i)")
@pytest.mark.parametrize("face_up", [True, False])
def test_in_new_jersey_they_lie_as_the_dealer_likes(face_up: bool) -> None:
    scene = deserted("double-attack-nj")
    scene.do(m.NoteNoActivity(by=DEALER, face_up=face_up))
    assert scene.last(f.CardsSpread).face_up is face_up


def test_where_the_text_says_nothing_of_it_the_cards_stay_where_they_are() -> None:
    assert deserted("double-deck-house").refused(m.NoteNoActivity(by=DEALER)).code == "idle/not-provided"
