"""Shuffle, cut, seal and burn where the three regulations meet: jams, cards that run out, devices, batches, orders."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.cards.discard_rack import Burn, Other
from pitboss.cards.seal import seal
from pitboss.cards.stack import cut
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER, Move
from pitboss.procedure.state import Phase
from pitboss.procedure.views import view
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import Story
from tests.procedure.kit import SALT, Scene, clauses_of

PA, DBJ, NJ, DD = "double-attack-pa", "double-back-jack-pa", "double-attack-nj", "double-deck-house"
DEVICE: dict[str, object] = {"shuffling": "device"}
CONTINUOUS: dict[str, object] = {"shuffling": "continuous"}
QUIET: tuple[type[Move], ...] = (m.NoAttack, m.NoInsurance, m.NoSecondChance, m.Stand)
DRAWING: tuple[type[Move], ...] = (m.NoAttack, m.NoInsurance, m.Hit, m.SecondChance, m.Stand)


def go_on(scene: Scene, kinds: tuple[type[Move], ...] = QUIET) -> Scene:
    """Everybody does the first of these that is asked, until a shuffle, a cut or the next wagers are due."""
    for _ in range(400):
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may or m.Cut in waiting.may or m.Wager in waiting.may:
            return scene
        kind = next((one for one in kinds if one in waiting.may), None)
        by = waiting.by[0]
        if kind is None:
            scene.do(scene.usual(waiting.by, waiting.may))
        else:
            box = waiting.box or scene.players.index(by) + 1
            scene.do(kind(by=by, box=box))  # type: ignore[call-arg]  # each of these is made at a box
    raise AssertionError(scene.table.waiting)


def as_they_lie(scene: Scene, salt: str = SALT) -> Scene:
    """Whoever is to shuffle hands the cards over in the order in which they lie."""
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=scene.table.waiting.by[0], order=order, salt=salt))
    return scene


def at_first_shuffle(game: str, **how: Any) -> Scene:
    return go_on(Scene(game, **how).sit())


def asked_to_cut(scene: Scene) -> list[str]:
    """Everybody refuses: who was offered the cut, in order."""
    asked: list[str] = []
    while m.RefuseCut in scene.table.waiting.may:
        asked += scene.table.waiting.by
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    return asked


def run_out(game: str, left: int, cover_after: int | None = None, players: int = 1, **how: Any) -> Scene:
    """One deck whose shoe is dealt down to so many cards; the round then runs out of them and the rack is shuffled.

    The cover card has come out between rounds, or comes after so many cards of the round.
    """
    sets = {"decks": 1, "cover_card_placed": "1/4", **how.pop("sets", {})}
    scene = Scene(game, players=players, sets=sets, **how).open()
    t = scene.table.state
    if cover_after is not None:
        while t.cards.shoe.cover_card_at is not None and t.cards.shoe.cover_card_at > cover_after:
            scene.dealer(m.FoundFaceUp)
    else:
        while t.cards.shoe.remaining > left:
            scene.dealer(m.FoundFaceUp)
    scene.bet()
    go_on(scene, DRAWING)
    assert scene.facts(f.CardsRanOut), "the shoe did not run out"
    assert t.in_round
    return scene


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(PA, marks=pytest.mark.clause("PA 665a.13(e)")),
        pytest.param(NJ, marks=pytest.mark.clause("NJ 26.15(g)")),
    ],
)
def test_until_a_card_is_burned_from_the_rack_none_is_dealt_or_drawn_in_error(game: str) -> None:
    s = Story(game, "7D", "KC", ("5S 4H",), by_hand=(DEALER,)).wagers().until(m.Stand, 1).plays(m.Hit)
    s.table.state.discard(Other("taken out by the test"), s.table.state.take_rest())
    s.dealer(m.Deal, to=1)
    as_they_lie(s)
    asked_to_cut(s)
    s.dealer(m.Cut, position=20)
    assert s.table.waiting.may == (m.BurnCard,)
    assert s.refused(m.DrewInError(by=DEALER, exposed=False)).code == "draw/no-round"
    assert s.refused(m.ReadHoleCard(by=DEALER)).code == "reader/shuffle", "no card is being played"
    for early in (m.Deal(by=DEALER, to=1), m.PassOver(by=DEALER, box=1)):
        refusal = s.refused(early)
        assert refusal.code.endswith("/not-now")
        assert refusal.clauses == s.rules.cites("cards_run_out")
    (burned,) = [fact for fact in s.dealer(m.BurnCard) if isinstance(fact, f.CardBurned)]
    assert burned.why == "a rack shuffled in mid-round"
    assert s.hand().size == 3


# --- a device that jams -----------------------------------------------------------------------------------------------

JAMS = [
    pytest.param(PA, "PA 665a.13(j)", marks=pytest.mark.clause("PA 665a.13(j)")),
    pytest.param(DBJ, "PA 673a.13(k)", marks=pytest.mark.clause("PA 673a.13(k)")),
    pytest.param(NJ, "NJ 26.15(j)", marks=pytest.mark.clause("NJ 26.15(j)")),
]


@pytest.mark.parametrize(("game", "clause"), JAMS)
def test_after_a_jam_the_order_begun_is_not_used_and_the_cards_are_shuffled_again(game: str, clause: str) -> None:
    scene = at_first_shuffle(game, sets=DEVICE)
    cards = scene.table.state.cards.to_shuffle
    scene.do(m.ShufflerJammed(by=SHUFFLER))
    stopped = scene.last(f.ShufflerStopped)
    assert (stopped.clauses, "not used" in stopped.why) == ((clause,), True)
    t = scene.table.state
    assert (t.cards.sealed, t.ready.shuffler_jammed, t.cards.to_shuffle) == (None, True, cards)
    assert scene.facts(f.CardsShuffled) == []
    assert scene.table.waiting.may == (m.Shuffle, m.CommitSeed)
    as_they_lie(scene)
    assert scene.last(f.CardsShuffled).clauses[-1] == clause, "shuffled again because of the jam"
    assert not t.ready.shuffler_jammed


@pytest.mark.parametrize(("game", "clause"), JAMS)
def test_only_the_shuffle_that_follows_a_jam_is_made_because_of_it(game: str, clause: str) -> None:
    scene = at_first_shuffle(game, sets=DEVICE)
    scene.do(m.ShufflerJammed(by=SHUFFLER))
    as_they_lie(scene)
    while m.Wager not in scene.table.waiting.may:
        if m.Shuffle in scene.table.waiting.may:
            as_they_lie(scene)
        asked_to_cut(scene)
        go_on(scene)
    scene.floor(m.OrderReshuffle)
    as_they_lie(scene)
    cites_jam = [clause in fact.clauses for fact in scene.facts(f.CardsShuffled)]
    assert cites_jam == [True] + [False] * (len(cites_jam) - 1)
    assert len(cites_jam) >= 2


@pytest.mark.clause("PA 665a.13(j)", "PA 665a.13(k)")
def test_a_device_that_jams_and_is_given_up_leaves_the_reshuffle_to_the_dealer() -> None:
    scene = at_first_shuffle(PA, sets=DEVICE)
    scene.do(m.ShufflerJammed(by=SHUFFLER))
    scene.do(m.ShufflerFailed(by=DEALER))
    scene.dealer(m.CoverShuffler)
    as_they_lie(scene)
    made = scene.last(f.CardsShuffled)
    assert (made.by, made.clauses) == (DEALER, ("PA 665a.5(a)", "PA 665a.13(j)"))


@pytest.mark.clause("PA 665a.3(b)(3)", "PA 673a.3(b)(3)")
@pytest.mark.parametrize("game", [PA, DBJ])
def test_a_house_that_shuffles_does_so_for_as_long_as_a_shuffle_is_due(game: str) -> None:
    """Both batches, when the table opens."""
    scene = at_first_shuffle(game, sets=DEVICE)
    Croupier(SeededBits(1)).serve(scene.table)
    assert m.Shuffle not in scene.table.waiting.may
    assert [fact.batch for fact in scene.facts(f.CardsShuffled)] == ["blue", "red"]


# --- the shoe runs out in mid-round -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "reading", "is_cut"),
    [
        pytest.param(PA, {}, True, marks=pytest.mark.clause("PA 665a.13(e)")),
        pytest.param(DBJ, {}, True, marks=pytest.mark.clause("PA 673a.13(f)")),
        pytest.param(NJ, {}, False, marks=pytest.mark.clause("NJ 26.15(g)", "NJ 26.4(b)1")),
        pytest.param(NJ, {"nj-run-out-cut": "always"}, True, marks=pytest.mark.clause("NJ 26.15(g)")),
    ],
)
def test_a_rack_shuffled_by_a_device_in_mid_round_is_cut_where_the_text_says_so(
    game: str, reading: dict[str, str], is_cut: bool
) -> None:
    scene = run_out(game, 2, sets=DEVICE, readings=reading)
    assert scene.table.waiting.by == (SHUFFLER,)
    spared = len(scene.facts(f.CutNotRequired))
    offered = len(scene.facts(f.CutOffered))
    as_they_lie(scene)
    assert (m.Cut in scene.table.waiting.may) is is_cut
    assert len(scene.facts(f.CutOffered)) - offered == is_cut
    assert len(scene.facts(f.CutNotRequired)) - spared == (not is_cut)
    loaded = len(scene.facts(f.ShoeLoaded))
    if is_cut:
        cited = scene.last(f.CutOffered).clauses
        assert scene.rules.cites("cards_run_out")[0] in cited, "it is the run-out that orders this cut"
        assert "NJ 26.4(b)2" not in cited, "which is for cards shuffled by hand"
        asked_to_cut(scene)
    after = "NJ 26.4(e)" if is_cut else "NJ 26.4(b)1"
    assert len(scene.facts(f.ShoeLoaded)) - loaded == is_cut
    assert scene.last(f.ShoeLoaded).clauses == ((after,) if game == NJ else scene.rules.cites("shoe_place"))
    assert scene.table.state.cards.shoe.cover_card_at is None, "everything is shuffled after this round as it is"
    if not is_cut:
        assert scene.last(f.CutNotRequired) == f.CutNotRequired(
            ("NJ 26.4(b)1", "NJ 26.15(g)"), "a device shuffled the cards"
        )


@pytest.mark.clause("NJ 26.15(g)", "NJ 26.4(b)2")
@pytest.mark.parametrize("reading", ["if-by-hand", "always"])
def test_a_rack_shuffled_by_hand_in_mid_round_is_cut_under_either_reading(reading: str) -> None:
    scene = as_they_lie(run_out(NJ, 2, readings={"nj-run-out-cut": reading}))
    assert m.Cut in scene.table.waiting.may
    assert {"NJ 26.15(g)", "NJ 26.4(b)2"} <= set(scene.last(f.CutOffered).clauses)


@pytest.mark.clause("PA 665a.5(a)", "PA 665a.13(e)")
def test_after_a_run_out_without_a_cover_card_no_clause_on_cover_cards_is_cited() -> None:
    scene = as_they_lie(go_on(as_they_lie(run_out(PA, 2, sets=CONTINUOUS))))
    assert not scene.table.state.in_round
    assert scene.facts(f.CoverCardCameOut) == []
    said = (*scene.facts(f.CardsShuffled), *scene.facts(f.ShoeEmptied), *scene.facts(f.CardsDiscarded))
    assert not {"PA 665a.7(d)", "PA 665a.5(f)"} & clauses_of(said)


@pytest.mark.clause("PA 665a.5(b)", "PA 665a.5(c)")
def test_a_continuous_shuffler_set_aside_in_the_round_that_ran_out_leaves_the_cut_to_nobodys_paragraph() -> None:
    scene = as_they_lie(run_out(PA, 2, players=2, sets=CONTINUOUS))
    scene.floor(m.ShufflerFailed)
    scene.stand_all()
    lying = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    too_early = scene.refused(m.Shuffle(by=DEALER, order=lying, salt="00" * 32))
    assert (too_early.code, too_early.clauses) == ("shuffle/not-now", scene.rules.cites("shuffler_out"))
    scene.floor(m.CoverShuffler)
    as_they_lie(scene)
    offered = scene.last(f.CutOffered)
    assert (offered.to, offered.clauses) == ("bob", ("PA 665a.5(b)", "PA 665a.5(c)")), "no cover card came to anybody"


@pytest.mark.clause("PA 665a.5(h)", "PA 665a.13(e)")
def test_with_a_continuous_shuffler_nothing_is_cut_in_mid_round_either() -> None:
    scene = run_out(PA, 2, sets=CONTINUOUS)
    as_they_lie(scene)
    assert scene.last(f.CutNotRequired).clauses == ("PA 665a.5(h)",)
    assert scene.facts(f.CutOffered) == []


@pytest.mark.clause("PA 665a.13(e)", "PA 665a.5(c)(2)", "PA 665a.5(c)(3)")
@pytest.mark.parametrize(
    ("cover_after", "first", "paragraph"),
    [(1, "ann", "PA 665a.5(c)(2)"), (2, "bob", "PA 665a.5(c)(2)"), (0, "cat", "PA 665a.5(c)(3)")],
)
def test_after_a_run_out_the_cut_goes_to_whom_the_cover_card_came(cover_after: int, first: str, paragraph: str) -> None:
    scene = as_they_lie(run_out(PA, 0, cover_after, players=3))
    offered = scene.last(f.CutOffered)
    assert (offered.to, offered.clauses) == (first, ("PA 665a.13(e)", "PA 665a.5(b)", "PA 665a.5(c)", paragraph))


@pytest.mark.clause("PA 665a.5(d)", "PA 665a.13(e)")
@pytest.mark.parametrize(("margin", "is_cut"), [(22, True), (23, True), (24, False)])
def test_a_rack_is_cut_in_mid_round_while_the_margin_leaves_one_place_for_it(margin: int, is_cut: bool) -> None:
    scene = run_out(PA, 2, sets={"cut_margin_cards": margin})
    assert len(scene.table.state.cards.to_shuffle) == 46
    as_they_lie(scene)
    if is_cut:
        assert scene.refused(m.Cut(by="ann", position=margin - 1)).code == "cut/too-near-the-end"
        assert scene.refused(m.Cut(by="ann", position=46 - margin + 1)).code == "cut/too-near-the-end"
        scene.do(m.Cut(by="ann", position=margin))
        assert scene.last(f.CardsCut).position == margin
    else:
        assert scene.facts(f.CutNotRequired)[-1].clauses == ("PA 665a.5(d)",)
    assert scene.facts(f.CardBurned)[-1].clauses == ("PA 665a.13(e)",)


@pytest.mark.clause("PA 665a.13(e)", "PA 665a.5(f)")
def test_after_a_run_out_everything_is_shuffled_once_the_round_is_over() -> None:
    scene = as_they_lie(run_out(PA, 2))
    asked_to_cut(scene)
    assert scene.table.state.phase is not Phase.SHUFFLE, "the round goes on where it was"
    assert [group.label for group in scene.table.state.cards.rack.groups] == [Burn(1)], "and the burn card is of it"
    go_on(scene)
    assert m.Shuffle in scene.table.waiting.may
    assert len(scene.table.state.cards.to_shuffle) == 48


@pytest.mark.clause("PA 665a.13(e)", "PA 665a.5(c)(2)", "PA 665a.5(c)(3)")
@pytest.mark.parametrize(
    ("cover_after", "first", "paragraph"),
    [(1, "ann", "PA 665a.5(c)(2)"), (2, "bob", "PA 665a.5(c)(2)"), (0, "cat", "PA 665a.5(c)(3)")],
)
def test_and_once_more_when_everything_is_shuffled_after_that_round(
    cover_after: int, first: str, paragraph: str
) -> None:
    scene = as_they_lie(run_out(PA, 0, cover_after, players=3))
    asked_to_cut(scene)
    as_they_lie(go_on(scene))
    offered = scene.last(f.CutOffered)
    assert (offered.to, offered.clauses) == (first, ("PA 665a.5(b)", "PA 665a.5(c)", paragraph))


@pytest.mark.clause("NJ 26.15(g)", "NJ 26.4(h)")
def test_a_shoe_without_a_cutting_card_is_shuffled_after_the_round_that_ran_out() -> None:
    scene = run_out(NJ, 2, sets={"own_procedure": "yes", "cover_cards": 0})
    as_they_lie(scene)
    go_on(scene)
    assert m.Shuffle in scene.table.waiting.may
    assert len(scene.table.state.cards.to_shuffle) == 48


@pytest.mark.clause("PA 665a.13(b)", "NJ 26.15(c)", "PA 673a.13(b)")
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_a_card_that_waits_to_be_the_next_is_shuffled_with_the_others_when_the_shoe_is_done(game: str) -> None:
    scene = Scene(game, sets={"decks": 1}).open()
    whole = len(scene.table.state.cards.to_shuffle)
    scene.dealer(m.DrewInError, exposed=False)
    assert scene.facts(f.CardDrawnInError)
    scene.floor(m.OrderReshuffle)
    assert len(scene.table.state.cards.to_shuffle) == whole, "none is missing"
    assert scene.last(f.ShoeEmptied).cards == whole - 1, "all but the burn card come from the shoe, that one too"
    scene.first_cards = []
    scene.shuffle()
    asked_to_cut(scene)
    top = scene.table.state.cards.shoe._cards[scene.table.state.cards.shoe._next]
    scene.bet()
    assert scene.facts(f.CardDealt)[0].card == top.code, "nothing waits any more"


# --- seals ------------------------------------------------------------------------------------------------------------


def _checked(scene: Scene) -> list[str]:
    """The seals opened so far, each checked against what it sealed."""
    for fact in scene.facts(f.SealOpened):
        assert seal(map(Card.parse, fact.order), bytes.fromhex(fact.salt)).digest == fact.seal
    return [fact.seal for fact in scene.facts(f.SealOpened)]


@pytest.mark.parametrize("game", [PA, DBJ])
def test_every_seal_is_opened_once_the_stored_one_too_when_the_table_closes(game: str) -> None:
    scene = at_first_shuffle(game, sets=DEVICE)
    as_they_lie(scene, "11" * 32)
    as_they_lie(scene, "22" * 32)
    asked_to_cut(scene)
    first, stored = [fact.seal for fact in scene.facts(f.CardsShuffled)]
    assert _checked(scene) == []
    scene.floor(m.OrderReshuffle)
    assert _checked(scene) == [first], "the batch played is open, the one in the device is not"
    assert scene.table.state.cards.sealed is None
    as_they_lie(scene, "33" * 32)
    assert scene.table.state.cards.sealed is not None
    assert scene.table.state.cards.sealed.seal == stored, "the stored batch comes out under its own seal"
    again = scene.last(f.CardsShuffled).seal
    asked_to_cut(scene)
    scene.floor(m.CloseTable)
    assert sorted(_checked(scene)) == sorted([first, stored, again])
    assert scene.table.state.cards.unopened == []


@pytest.mark.parametrize("game", [PA, DBJ])
def test_when_cards_are_changed_the_order_stored_in_the_device_is_opened_too(game: str) -> None:
    scene = at_first_shuffle(game, sets=DEVICE)
    as_they_lie(scene, "11" * 32)
    as_they_lie(scene, "22" * 32)
    asked_to_cut(scene)
    scene.floor(m.OrderReshuffle)
    as_they_lie(scene, "33" * 32)
    asked_to_cut(scene)
    assert scene.table.state.cards.batch_in_play == 1
    scene.floor(m.ChangeCards)
    go_on(scene)
    t = scene.table.state
    assert sorted(_checked(scene)) == sorted(fact.seal for fact in scene.facts(f.CardsShuffled))
    assert (t.cards.batch_in_play, t.cards.stored, t.cards.to_shuffle) == (0, {}, t.cards.batches[0].cards)
    as_they_lie(scene, "44" * 32)
    as_they_lie(scene, "55" * 32)
    assert [fact.batch for fact in scene.facts(f.CardsShuffled)[-2:]] == ["blue", "red"]
    assert list(t.cards.stored) == ["red"]


# --- what led to the shuffle decides who cuts -------------------------------------------------------------------------


def _cover_card_at_ann(scene: Scene) -> None:
    """The round in which the cover card comes at box 1."""
    t = scene.table.state
    while t.cards.shoe.cover_card_at is not None and t.cards.shoe.cover_card_at > 1:
        scene.dealer(m.FoundFaceUp)
    scene.bet()


ORDERS: list[Callable[[Scene], object]] = [lambda s: s.floor(m.OrderReshuffle), lambda s: None]


@pytest.mark.clause("PA 665a.5(c)(2)", "PA 665a.5(f)")
@pytest.mark.parametrize("order", ORDERS, ids=["ordered too", "not ordered"])
def test_a_cover_card_that_came_goes_before_an_order_to_reshuffle(order: Callable[[Scene], object]) -> None:
    scene = Scene(PA, players=3).open()
    _cover_card_at_ann(scene)
    order(scene)
    go_on(scene)
    assert scene.last(f.CoverCardCameOut).at == 1
    as_they_lie(scene)
    offered = scene.last(f.CutOffered)
    assert (offered.to, offered.clauses) == ("ann", ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(2)"))


@pytest.mark.clause("PA 665a.5(c)")
def test_where_the_cover_card_player_has_left_no_paragraph_gives_the_cut_to_the_one_who_gets_it() -> None:
    scene = Scene(PA, players=3).open()
    _cover_card_at_ann(scene)
    go_on(scene)
    scene.do(m.Leave(by="ann"))
    as_they_lie(scene)
    offered = scene.last(f.CutOffered)
    assert (offered.to, offered.clauses) == ("cat", ("PA 665a.5(b)", "PA 665a.5(c)"))
    assert asked_to_cut(scene) == ["cat", "bob"]


@pytest.mark.parametrize(
    ("game", "order", "first", "then"),
    [
        pytest.param(PA, False, ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(1)"), 2, id="PA begins"),
        pytest.param(PA, True, ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(4)"), 3, id="PA ordered"),
        pytest.param(NJ, False, ("NJ 26.4(b)2", "NJ 26.4(c)", "NJ 26.4(d)", "NJ 26.4(d)1"), 3, id="NJ begins"),
        pytest.param(NJ, True, ("NJ 26.4(b)2", "NJ 26.4(c)", "NJ 26.4(d)", "NJ 26.4(d)4"), 3, id="NJ ordered"),
    ],
)
@pytest.mark.clause("PA 665a.5(c)", "NJ 26.4(d)")
def test_who_is_offered_a_refused_cut_has_it_by_no_paragraph_that_names_the_first_alone(
    game: str, order: bool, first: tuple[str, ...], then: int
) -> None:
    scene = Scene(game, players=3).open()
    if order:
        scene.floor(m.OrderReshuffle)
        as_they_lie(scene)
        while m.RefuseCut in scene.table.waiting.may:
            scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    told = [fact.clauses for fact in scene.facts(f.CutOffered)][-3:]
    assert told == [first, first[:then], first[:then]]


@pytest.mark.clause("PA 665a.5(c)(1)", "PA 665a.3(c)")
def test_after_new_cards_the_game_just_begins_whatever_the_cover_card_did() -> None:
    scene = Scene(PA, players=3).open()
    first = scene.table.state.people.first_arrival
    _cover_card_at_ann(scene)
    scene.floor(m.ChangeCards)
    go_on(scene)
    as_they_lie(scene)
    offered = scene.last(f.CutOffered)
    assert (offered.to, offered.clauses) == (first, ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(1)"))


# --- the burn card, and what a shuffle ends ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(PA, "PA 665a.7(c)", marks=pytest.mark.clause("PA 665a.7(c)")),
        pytest.param(DBJ, "PA 673a.7(c)", marks=pytest.mark.clause("PA 673a.7(c)")),
        pytest.param(NJ, "NJ 26.7(c)", marks=pytest.mark.clause("NJ 26.7(c)")),
    ],
)
def test_a_continuous_shuffler_burns_when_the_game_begins_or_cards_change_and_not_between_rounds(
    game: str, clause: str
) -> None:
    scene = go_on(as_they_lie(at_first_shuffle(game, sets=CONTINUOUS)))
    assert [fact.clauses for fact in scene.facts(f.CardBurned)] == [(clause,)]
    for _ in range(2):
        go_on(scene.bet())
        as_they_lie(scene)
    assert len(scene.facts(f.CardBurned)) == 1
    scene.floor(m.ChangeCards)
    as_they_lie(go_on(scene))
    assert len(scene.facts(f.CardBurned)) == 2


@pytest.mark.clause("PA 665a.6(b)", "PA 665a.6(b)(2)")
@pytest.mark.parametrize("shuffled", [False, True])
def test_leave_to_enter_ends_with_the_shoe_it_was_given_for(shuffled: bool) -> None:
    scene = Scene(PA, "7S 5S 6S 8S", 2, sets={"mid_shoe_entry": "refused"}).open()
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    scene.do(m.Ready(by="ann"))
    if m.Ready in scene.table.waiting.may:
        scene.do(m.Ready(by="bob"))
    go_on(scene)
    scene.floor(m.PermitEntry, player="bob")
    if shuffled:  # the leave is not used: bob sits the next shoe's first round out as well
        scene.floor(m.OrderReshuffle)
        as_they_lie(scene)
        asked_to_cut(scene)
        scene.do(m.Wager(by="ann", box=1, cents=10_00))
        scene.do(m.Ready(by="ann"))
        if m.Ready in scene.table.waiting.may:
            scene.do(m.Ready(by="bob"))
        go_on(scene)
        assert scene.refused(m.Wager(by="bob", box=2, cents=10_00)).code == "wager/mid-shoe"
    else:
        scene.do(m.Wager(by="bob", box=2, cents=10_00))


# --- the wash ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "washes"),
    [
        pytest.param(NJ, 3, marks=pytest.mark.clause("NJ 26.3(c)")),
        pytest.param(PA, 1, marks=pytest.mark.clause("PA 665a.4(d)")),
    ],
)
def test_cards_exposed_in_the_wash_are_washed_until_none_is_where_the_text_says_so(game: str, washes: int) -> None:
    scene = Scene(game, by_hand=(DEALER,)).sit()
    while m.WashCards not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    for exposed in (True, True, False)[:washes]:
        assert m.WashCards in scene.table.waiting.may
        scene.dealer(m.WashCards, exposed=exposed)
    assert m.Shuffle in scene.table.waiting.may
    assert len(scene.facts(f.CardsWashed)) == washes


# --- what was sealed is what comes out --------------------------------------------------------------------------------


def until(scene: Scene, kind: type[Move]) -> Scene:
    """Everybody does the usual until the table waits for such a move."""
    while kind not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    return scene


def _out_of_the_shoe(scene: Scene) -> tuple[str, ...]:
    """The cards that have left the shoe since it was last loaded, the burn card first."""
    since = max(at for at, fact in enumerate(scene.table.facts) if isinstance(fact, f.ShoeLoaded))
    out = (fact.card for fact in scene.table.facts[since:] if isinstance(fact, f.CardBurned | f.CardDealt))
    return tuple(card for card in out if card is not None)


@pytest.mark.parametrize("recuts", [0, 1, 2])
@pytest.mark.parametrize(
    ("game", "by_hand", "ready_for_recut"),
    [
        pytest.param(PA, (DEALER, FLOORPERSON), m.LoadShoe, marks=pytest.mark.clause("PA 665a.5(e)")),
        pytest.param(NJ, (), m.Wager, marks=pytest.mark.clause("NJ 26.4(f)")),
    ],
)
def test_a_seal_once_opened_gives_the_cards_as_they_came_out_however_often_they_were_cut(
    game: str, by_hand: tuple[str, ...], ready_for_recut: type[Move], recuts: int
) -> None:
    scene = as_they_lie(at_first_shuffle(game, by_hand=by_hand))
    scene.do(m.Cut(by="ann", position=60))
    for position in (100, 200)[:recuts]:
        until(scene, ready_for_recut)
        scene.floor(m.OrderRecut, by_last_cutter=True)
        assert scene.last(f.RecutOrdered).clauses == scene.table.rules.cites("recut_by")
        scene.do(m.Cut(by="ann", position=position))
    until(scene, m.Wager)
    out = _out_of_the_shoe(scene)
    t = scene.table.state
    assert (t.phase, t.cards.rack.height, t.cards.shoe.remaining + 1) == (Phase.BETTING, 1, len(t.cards.to_shuffle))
    scene.floor(m.CloseTable)
    opened = scene.last(f.SealOpened)
    size = len(opened.order)
    assert opened.cut == sum((60, 100, 200)[: recuts + 1]) % size
    assert cut(opened.order, opened.cut)[: len(out)] == out
    assert len(out) == 1


@pytest.mark.clause("PA 665a.13(e)")
def test_the_seal_of_the_shoe_and_of_the_rack_are_both_opened_but_only_after_the_round() -> None:
    scene = run_out(PA, 2)
    shoes = [fact.seal for fact in scene.facts(f.CardsShuffled)]
    assert [one.seal for one in scene.table.state.cards.sealed_now()] == shoes, "the empty shoe's, and once"
    assert view(scene.table, "ann").seal is None, "of what is next nothing is sealed yet"
    assert scene.refused(m.Wager(by="ann", box=1, cents=10_00)).code == "wager/too-late", "the round goes on"
    as_they_lie(scene, "77" * 32)
    assert view(scene.table, "ann").seal == scene.last(f.CardsShuffled).seal
    first, rack = (fact.seal for fact in scene.facts(f.CardsShuffled))
    assert _checked(scene) == [], "cards of the first order still lie face down"
    asked_to_cut(scene)
    go_on(scene)
    assert _checked(scene) == [first, rack]
    assert scene.table.state.cards.unopened == []


@pytest.mark.clause("PA 673a.5(g)")
def test_the_order_that_lay_in_the_device_is_opened_before_it_is_spread_for_inspection_and_shuffled_again() -> None:
    scene = at_first_shuffle(DBJ, sets=DEVICE)
    as_they_lie(scene, "11" * 32)
    as_they_lie(scene, "22" * 32)
    asked_to_cut(scene)
    _, stored = (fact.seal for fact in scene.facts(f.CardsShuffled))
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    scene.do(m.Sit(by="zoe", box=1))
    scene.do(m.AskInspection(by="zoe"))
    scene.do(m.ViewSpread(by="zoe"))
    as_they_lie(scene, "33" * 32)
    assert _checked(scene)[-1] == stored
    spread = scene.last(f.CardsSpread)
    assert (spread.face_up, spread.batch) == (True, "red")
    scene.do(m.ViewSpread(by="zoe"))
    assert scene.table.waiting.by == (DEALER,), "the dealer shuffles what was inspected"
    as_they_lie(scene, "44" * 32)
    sealed = scene.table.state.cards.sealed
    assert sealed is not None
    assert sealed.seal == scene.last(f.CardsShuffled).seal != stored
    scene.floor(m.CloseTable)
    opened = _checked(scene)
    assert sorted(opened) == sorted({fact.seal for fact in scene.facts(f.CardsShuffled)})


# --- the cutting card between its bounds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(PA, marks=pytest.mark.clause("PA 665a.5(d)")),
        pytest.param(NJ, marks=pytest.mark.clause("NJ 26.4(e)")),
    ],
)
def test_the_cutting_card_goes_no_nearer_and_no_farther_than_the_text_has_it(game: str) -> None:
    scene = as_they_lie(at_first_shuffle(game, by_hand=(DEALER,)))
    asked_to_cut(scene)
    scene.do(m.Cut(by=DEALER, position=100))
    size, rules = len(scene.table.state.cards.to_shuffle), scene.table.rules
    allowed = rules.shuffle.cover_card_positions(size, rules.cards.deck_size())
    for outside in (allowed.start - 1, allowed.stop):
        refusal = scene.refused(m.PlaceCoverCard(by=DEALER, from_back=outside))
        assert refusal.code == "cover-card/depth"
        assert (f"at most {allowed.stop - 1}" in refusal.sentence) is (allowed.stop <= size)
    scene.dealer(m.PlaceCoverCard, from_back=allowed.stop - 1)
    assert scene.last(f.CoverCardPlaced).from_back == allowed.stop - 1


@pytest.mark.parametrize("placed", ["1/10", "1/3", "1/2"])
@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_where_a_house_has_its_cover_card_it_goes_by_itself_and_by_hand(game: str, placed: str) -> None:
    sets = {"cover_card_placed": placed}
    automatic, by_hand = (as_they_lie(at_first_shuffle(game, sets=sets, by_hand=who)) for who in ((), (DEALER,)))
    for scene in (automatic, by_hand):
        asked_to_cut(scene)
    behind = automatic.last(f.CoverCardPlaced).from_back
    cards = automatic.rules.cards.stack_size()
    of = cards if game != DD else automatic.rules.cards.deck_size()
    assert behind == ceil(Fraction(placed) * of)
    by_hand.do(m.Cut(by=DEALER, position=26))
    by_hand.dealer(m.PlaceCoverCard, from_back=behind)
    assert by_hand.last(f.CoverCardPlaced).from_back == behind


# --- a device between two shuffles, a rack too low to go on -----------------------------------------------------------


@pytest.mark.parametrize(("game", "clause"), JAMS)
def test_a_device_that_is_not_shuffling_does_not_jam_and_one_that_fails_then_is_set_aside_at_the_next(
    game: str, clause: str
) -> None:
    scene = at_first_shuffle(game, sets=DEVICE)
    while m.Wager not in scene.table.waiting.may:
        if m.Shuffle in scene.table.waiting.may:
            as_they_lie(scene)
        asked_to_cut(scene)
        go_on(scene)
    refusal = scene.refused(m.ShufflerJammed(by=SHUFFLER))
    assert (refusal.code, refusal.clauses) == ("shuffler/not-shuffling", (clause,))
    scene.do(m.ShufflerFailed(by=DEALER))
    assert not scene.facts(f.ShufflerSetAside)
    assert m.Wager in scene.table.waiting.may
    scene.floor(m.OrderReshuffle)
    assert m.Shuffle not in scene.table.waiting.may, "first the device is set aside"


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(PA, "PA 665a.13(e)", marks=pytest.mark.clause("PA 665a.13(e)")),
        pytest.param(DD, "DD Additional policies 6", marks=pytest.mark.clause("DD Additional policies 6")),
    ],
)
def test_a_rack_that_holds_no_more_than_a_burn_card_ends_the_round(game: str, clause: str, more: int) -> None:
    scene = Scene(game).open().bet()
    t = scene.table.state
    rest = t.cards.shoe.take_remaining()
    assert t.cards.rack.height == 1
    if more:
        t.discard(Other("one more"), rest[:1])
    while t.in_round and m.Shuffle not in scene.table.waiting.may:
        waiting = scene.table.waiting
        kind: Any = next(one for one in DRAWING if one in waiting.may)
        scene.do(kind(by="ann", box=1))
    assert [fact.clauses for fact in scene.facts(f.CardsRanOut)] == [(clause,)] * more
    assert t.in_round is bool(more), "a void round is over, and its wagers are back"
    assert scene.won("ann") == (-100_00 if more else 0)


@pytest.mark.parametrize("game", [pytest.param(PA, marks=pytest.mark.clause("PA 665a.5(c)")), DBJ, NJ])
def test_a_player_who_leaves_while_the_stack_is_offered_does_not_hold_it_up(game: str) -> None:
    scene = Scene(game, players=3).open()
    scene.floor(m.OrderReshuffle)
    as_they_lie(scene)
    (gone,) = scene.table.waiting.by
    refused = len(scene.facts(f.CutRefused))
    scene.do(m.Leave(by=gone))
    (following,) = scene.table.waiting.by
    assert following != gone
    assert m.Cut in scene.table.waiting.may
    assert len(scene.facts(f.CutRefused)) == refused, "who has gone has refused nothing"
    assert scene.last(f.CutOffered).to == following


@pytest.mark.clause("NJ 26.4(d)2")
def test_a_cut_that_one_who_stands_refuses_goes_to_everybody_seated_once() -> None:
    scene = Scene(NJ, "6D 4H 5H 6H 2H 3H 4S 2D", players=2).open()
    scene.do(m.BuyIn(by="zoe", cents=1000_00))
    for name, box in (("ann", 1), ("bob", 2), ("zoe", 5)):
        scene.do(m.Wager(by=name, box=box, cents=100_00))
    for name in ("ann", "bob", "zoe"):
        scene.do(m.Ready(by=name))
    while m.NoAttack in scene.table.waiting.may:
        name = scene.table.waiting.by[0]
        scene.do(m.NoAttack(by=name, box={"ann": 1, "bob": 2, "zoe": 5}[name]))
    while scene.table.waiting.box != 5:
        scene.do(m.Stand(by=scene.table.waiting.by[0], box=scene.table.waiting.box))
    shoe = scene.table.state.cards.shoe
    shoe._cover = shoe._stop = shoe._next
    scene.do(m.Hit(by="zoe", box=5))
    scene.stand_all()
    as_they_lie(scene)
    assert sorted(asked_to_cut(scene)) == ["ann", "bob", "zoe"]
