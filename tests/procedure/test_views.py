"""What each viewer is shown: public things to all, one's own to oneself, and nothing else."""

import msgspec
import pytest

from pitboss.cards.card import Card
from pitboss.procedure.hands import BesideTheBoxes, CommonHand
from pitboss.procedure.moves import DEALER, STAFF
from pitboss.procedure.table import Table
from pitboss.procedure.view_shape import CommonHandView, HandView
from pitboss.procedure.views import facts_for, view, visible
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import STORIES
from tests.procedure.kit import Scene

PA, DD = "double-attack-pa", "double-deck-house"


def hands(table: Table, viewer: str) -> list[HandView]:
    """Every hand on the layout as a viewer sees it."""
    return [hand for box in view(table, viewer).boxes for hand in box.hands]


def test_everybody_sees_what_lies_face_up() -> None:
    """Cards, totals, wagers, chips, whose turn it is."""
    scene = Scene(PA, "6D AS 9S 5H 9H KC", players=2).open().bet(bust_it=50_00).no_attack()
    seen = view(scene.table, "a spectator")
    assert (seen.round, seen.phase, seen.game) == (1, "play", PA)
    assert (seen.waiting_for, seen.waiting_at_box, seen.waiting_at_hand) == (("ann",), 1, 1)
    first = seen.boxes[0].hands[0]
    assert first.cards == ("AS", "5H")
    assert (first.total, first.soft, first.doubled) == (16, True, False)
    assert first.wagers == {"ann": {"bet": 100_00}}
    assert seen.boxes[0].side_wagers == {"bust-it": {"ann": 50_00}}
    assert [(player.name, player.seat) for player in seen.players] == [("ann", 1), ("bob", 2)]
    assert seen.players[0].chips == scene.chips - 150_00


def test_hands_that_belong_to_no_box_lie_open_to_everybody_and_what_lies_face_down_beside_them_to_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As at a family's table where Player and Banker are played for all."""
    scene = Scene(PA).open()
    cards = [Card.parse(code) for code in ("9S", "5H", "KD", "2C")]
    hands = (CommonHand("Player", cards[:2], 4), CommonHand("Banker", [], 0))
    beside = BesideTheBoxes(common_hands=hands, exposed=cards[2:3], hidden=cards[3:])
    monkeypatch.setattr(type(scene.table.state), "beside_the_boxes", lambda state: beside)
    for viewer in ("ann", "a spectator", DEALER):
        seen = view(scene.table, viewer)
        assert seen.common_hands == (CommonHandView("Player", ("9S", "5H"), 4), CommonHandView("Banker", (), 0))
        assert (seen.exposed_cards, seen.dealer, seen.dealer_total) == (("KD",), (), None)


@pytest.mark.clause("PA 665a.7(f)(3)", "PA 665a.7(l)")
def test_the_hole_card_is_null_until_it_is_turned() -> None:
    """Nor is the dealer's total told while a card of it is hidden."""
    scene = Scene(PA, "6D AS 5H KC 9H").open().bet().no_attack()
    for viewer in ("ann", DEALER, "floorperson", "a spectator"):
        assert view(scene.table, viewer).dealer == ("6D", None)
        assert view(scene.table, viewer).dealer_total is None
        assert facts_for(scene.table, viewer)[-1].card is None  # type: ignore[attr-defined]  # the hole card was dealt last
    scene.stand_all()
    assert scene.last(f.HoleCardTurned).card == "KC"


def test_only_whoever_is_asked_is_told_what_they_may_do() -> None:
    """What is open to a hand can tell what it holds."""
    scene = Scene(PA, "6D 8S 9S 8H 9H KC", players=2).open().bet().no_attack()
    assert "split" in view(scene.table, "ann").may
    assert view(scene.table, "bob").may == ()
    assert view(scene.table, "a spectator").may == ()
    for viewer in ("ann", "bob", "a spectator"):
        assert view(scene.table, viewer).clauses == ("PA 665a.7(h)", "PA 665a.7(h)(2)"), "why the table waits"


@pytest.mark.clause("DD Dealing 6")
def test_a_player_who_has_looked_sees_the_cards_and_the_others_do_not() -> None:
    """Before looking, not even the player does."""
    scene = Scene(DD, "8S 9C 6D 8H 9D 7D", players=2).open().bet()
    assert hands(scene.table, "ann")[0].cards == (None, None)
    scene.do(m.LookAtCards(by="ann", box=1))
    mine, theirs = hands(scene.table, "ann")[0], hands(scene.table, "bob")[0]
    assert (mine.cards, mine.total) == (("8S", "8H"), 16)
    assert (theirs.cards, theirs.total, theirs.soft) == ((None, None), None, False)
    assert facts_for(scene.table, "ann")[-1].cards == ("8S", "8H")  # type: ignore[attr-defined]  # a CardsLookedAt
    assert facts_for(scene.table, "bob")[-1].cards is None  # type: ignore[attr-defined]  # as above


@pytest.mark.clause("DD Dealing 6")
def test_whether_a_hand_is_soft_is_told_to_nobody_who_does_not_see_its_cards() -> None:
    """No more than its total: it would tell of an ace."""
    scene = Scene(DD, "AS 9C 6D 6H 9D 7D", players=2).open().bet()
    assert not any(hand.soft for viewer in ("ann", "bob") for hand in hands(scene.table, viewer))
    scene.do(m.LookAtCards(by="ann", box=1))
    assert [hands(scene.table, viewer)[0].soft for viewer in ("ann", "bob")] == [True, False]


@pytest.mark.clause("DD Doubling Down")
def test_a_double_down_card_is_null_to_its_own_player() -> None:
    """The first two are exposed, the third stays tucked."""
    scene = Scene(DD, "6S 9C 6D 5H 9D 7D 9H", players=2).open().bet()
    scene.do(m.LookAtCards(by="ann", box=1))
    scene.do(m.Double(by="ann", box=1, cents=100_00))
    for viewer in ("ann", "bob"):
        seen = hands(scene.table, viewer)[0]
        assert (seen.cards, seen.total, seen.doubled) == (("6S", "5H", None), None, True)


@pytest.mark.clause("PA 665a.13(c)")
def test_an_exposed_card_is_shown_and_an_unexposed_one_is_not() -> None:
    """A card drawn in error."""
    for exposed, card, shown in ((True, "2C", ("2C",)), (False, None, ())):
        scene = Scene(PA, "6D 8S 5H KC 2C").open().bet().no_attack()
        scene.dealer(m.DrewInError, exposed=exposed)
        assert view(scene.table, "ann").exposed_cards == shown
        assert facts_for(scene.table, "ann")[-1].card == card  # type: ignore[attr-defined]  # a CardDrawnInError


def test_whoever_cuts_alone_knows_where() -> None:
    """Until the seal is opened."""
    cut = f.CardsCut((), "ann", 100)
    assert visible(cut, "ann") == cut
    for other in ("bob", *STAFF):
        assert visible(cut, other) == f.CardsCut((), "ann", None)


@pytest.mark.parametrize("viewer", ["bob", "a spectator", *STAFF])
@pytest.mark.parametrize(
    "fact",
    [
        f.CardDealt((), 0, 1, "AS", False, False),
        f.CardBurned((), "a fresh shoe", "AS"),
        f.CardDrawnInError((), False, "AS"),
        f.CardUnused((), "AS", False),
        f.CardsLookedAt((), "ann", 1, 1, ("AS", "KD")),
    ],
)
def test_no_role_of_the_house_sees_more_than_who_stands_by(fact: f.Fact, viewer: str) -> None:
    """A card that lies face down, or that one player alone has looked at."""
    assert b"AS" not in f.to_json(visible(fact, viewer))


def test_the_seal_is_public_and_the_order_is_not() -> None:
    """A salted hash before the cut; the order and the salt when the shoe retires."""
    scene = Scene(PA).open()
    sealed = scene.last(f.CardsShuffled).seal
    assert view(scene.table, "ann").seal == sealed
    told = b"".join(f.to_json(fact) for fact in facts_for(scene.table, "ann"))
    assert b'"order"' not in told
    scene.floor(m.OrderReshuffle)
    opened = next(fact for fact in facts_for(scene.table, "ann") if isinstance(fact, f.SealOpened))
    assert opened.seal == sealed
    assert len(opened.order) == 384


@pytest.mark.parametrize("name", list(STORIES))
def test_a_view_and_the_facts_for_a_viewer_change_nothing(name: str) -> None:
    """Pure functions: looking twice gives the same bytes, and the whole record stays whole."""
    table = STORIES[name]().table
    before = [f.to_json(fact) for fact in table.facts]
    for viewer in ("ann", "bob", "a spectator"):
        looks = [msgspec.json.encode((view(table, viewer), facts_for(table, viewer))) for _ in range(2)]
        assert looks[0] == looks[1]
    assert [f.to_json(fact) for fact in table.facts] == before


def test_facts_can_be_asked_for_from_a_point_on() -> None:
    """What a viewer has already got is not sent again."""
    scene = Scene(PA, "6D 8S 5H KC").open()
    since = len(scene.table.facts)
    scene.bet()
    assert facts_for(scene.table, "ann", since) == facts_for(scene.table, "ann")[since:]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_can_be_viewed_before_anything_happens(game: str) -> None:
    """An empty table is a table."""
    seen = view(Table(load(game)), "anybody")
    assert (seen.round, seen.boxes, seen.dealer, seen.may) == (0, (), (), ())
