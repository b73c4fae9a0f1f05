"""N.J.A.C. 19:47-26.4(h): a cutting card procedure and a burn of the licensee's own, once approved."""

from datetime import date

import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import AskBurnCard, CheckEquipment, Shuffle
from pitboss.rules.errors import RulesError
from pitboss.rules.submission import from_toml
from pitboss.rules.variant import load
from tests import facts as f
from tests.procedure.kit import Scene
from tests.procedure.nj_26.at_table import GAME, nj

STACK = 384
OWN = {"own_procedure": True}


def filed(**options: object) -> None:
    """A Rules Submission that chooses so."""
    raw = {"game": GAME, "version": "1", "approved_on": date(2026, 11, 15), "approved_by": "the Commission"}
    from_toml({**raw, "options": options}, "a submission")


@pytest.mark.clause("NJ 26.4(h)")
@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [
        ("burn_after_shuffle", 0, "NJ 26.7(c)"),
        ("burn_after_shuffle", 2, "NJ 26.7(c)"),
        ("cover_cards", 0, "NJ 26.2(a)"),
        ("cover_cards", 2, "NJ 26.2(a)"),
        ("cover_card_placed", "1/5", "NJ 26.4(e)"),
    ],
)
def test_a_procedure_of_its_own_is_the_houses_choice_only_once_approved(name: str, value: object, clause: str) -> None:
    with pytest.raises(RulesError, match=f"{name} = .* is not allowed") as refused:
        filed(**{name: value})
    assert clause in str(refused.value)
    assert "NJ 26.4(h)" in str(refused.value)
    filed(**OWN, **{name: value})
    departing = [d.name for d in load(GAME, {name: value}).departures]
    assert departing == [name]
    assert not load(GAME, {**OWN, name: value}).departures
    assert load(GAME, {**OWN, name: value}).cites(name) == ("NJ 26.4(h)",)


@pytest.mark.parametrize(("placed", "least"), [("1/5", 77), ("1/4", 96), ("1/2", 96)])
def test_a_place_of_its_own_may_be_nearer_the_back_and_takes_none_away_that_the_text_allows(
    placed: str, least: int
) -> None:
    shuffle = load(GAME, {**OWN, "cover_card_placed": placed, "approximately_cards": 0}).shuffle
    assert shuffle.cover_card_positions(STACK, 48).start == least


@pytest.mark.clause("NJ 26.4(h)")
def test_even_an_approved_burn_leaves_cards_to_deal() -> None:
    filed(**OWN, burn_after_shuffle=20)
    assert load(GAME, {**OWN, "burn_after_shuffle": 20}).cites("burn_after_shuffle") == ("NJ 26.4(h)",)
    with pytest.raises(RulesError, match="burn_after_shuffle = 21 is not allowed"):
        filed(**OWN, burn_after_shuffle=21)


@pytest.mark.clause("NJ 26.4(h)")
def test_a_table_whose_own_procedure_is_not_approved_does_not_open() -> None:
    scene = Scene(GAME, sets={**OWN, "burn_after_shuffle": 2}, by_hand=("floorperson",)).sit()
    there = lawful_equipment(scene.rules)
    refusal = scene.refused(_with(there, own_procedure_approved=False))
    assert (refusal.code, refusal.clauses) == ("equipment/own-procedure", ("NJ 26.4(h)",))
    scene.do(there)
    written = Scene(GAME, by_hand=("floorperson",)).sit()
    written.do(_with(lawful_equipment(written.rules), own_procedure_approved=False))  # nothing of its own is in use


def _with(there: CheckEquipment, **changes: object) -> CheckEquipment:
    return CheckEquipment(**{name: getattr(there, name) for name in there.__struct_fields__} | changes)


@pytest.mark.clause("NJ 26.4(h)", "NJ 26.7(c)")
@pytest.mark.parametrize("burned", [0, 1, 3])
def test_as_many_cards_are_burned_as_were_approved(burned: int) -> None:
    scene = nj(sets={**OWN, "burn_after_shuffle": burned})
    burns = scene.facts(f.CardBurned)
    assert len(burns) == burned
    assert {burn.clauses for burn in burns} <= {("NJ 26.7(c)",) if burned == 1 else ("NJ 26.4(h)",)}
    if burned:
        scene.do(AskBurnCard(by="ann"))
    assert [shown.card for shown in scene.facts(f.BurnCardShown)] == [burn.card for burn in burns]


def play(scene: Scene) -> None:
    scene.bet().no_attack().no_insurance().stand_all()


@pytest.mark.clause("NJ 26.4(h)")
def test_without_a_cutting_card_the_stack_is_not_cut_and_the_shoe_ends_where_one_would_lie() -> None:
    sets = {**OWN, "cover_cards": 0, "cover_card_placed": "9/10"}
    scene = Scene(GAME, players=1, sets=sets).open()
    assert not scene.facts(f.CoverCardPlaced)
    assert not scene.facts(f.CutOffered)
    assert scene.last(f.CutNotRequired).clauses == ("NJ 26.4(h)",)
    behind = scene.rules.shuffle.cover_card_cards(STACK, 48)
    for _ in range(30):
        play(scene)
        done = Shuffle in scene.table.waiting.may
        left = STACK - len(scene.table.state.cards.to_shuffle) if done else scene.table.state.cards.shoe.remaining
        assert done or left >= behind
        if done:
            break
    assert done
    assert not scene.facts(f.CoverCardCameOut)


@pytest.mark.clause("NJ 26.4(h)")
def test_a_shoe_of_which_the_burn_leaves_fewer_cards_than_would_lie_behind_a_cutting_card_is_dealt_all_the_same() -> (
    None
):
    sets = {**OWN, "decks": 6, "cover_cards": 0, "cover_card_placed": "95/100", "burn_after_shuffle": 20}
    scene = Scene(GAME, players=1, sets=sets).open()
    assert scene.table.state.cards.shoe.remaining < scene.rules.shuffle.cover_card_cards(6 * 48, 48)
    assert scene.last(f.CutNotRequired).clauses == ("NJ 26.4(h)",)
    assert len(scene.facts(f.CardsShuffled)) == 1
    play(scene)
    assert Shuffle in scene.table.waiting.may, "one round from each shoe"


@pytest.mark.clause("NJ 26.4(h)", "NJ 26.7(c)")
def test_the_first_card_of_a_continuous_shuffler_is_burned_without_a_cutting_card_too() -> None:
    scene = Scene(GAME, players=1, sets={**OWN, "cover_cards": 0, "shuffling": "continuous"}).open()
    assert [(fact.why, fact.clauses) for fact in scene.facts(f.CardBurned)] == [("a fresh shoe", ("NJ 26.7(c)",))]
    assert scene.last(f.CutNotRequired).clauses == ("NJ 26.4(b)", "NJ 26.4(b)1")


@pytest.mark.clause("NJ 26.2(a)", "NJ 26.4(h)")
@pytest.mark.parametrize(("approved", "there", "lawful"), [(0, 0, True), (0, 1, False), (2, 2, True), (2, 1, False)])
def test_there_are_as_many_cutting_cards_as_were_approved(approved: int, there: int, lawful: bool) -> None:
    scene = Scene(GAME, sets={**OWN, "cover_cards": approved}, by_hand=("floorperson",)).sit()
    check = _with(lawful_equipment(scene.rules), cover_cards=there)
    if lawful:
        scene.do(check)
    else:
        assert scene.refused(check).code == "equipment/cover-card"


@pytest.mark.parametrize("game", ["double-attack-pa", "double-back-jack-pa", "double-deck-house"])
def test_only_new_jersey_knows_a_shuffle_without_a_cutting_card(game: str) -> None:
    with pytest.raises(RulesError, match="cover_cards = 0 makes no table here"):
        load(game, {"cover_cards": 0})
    assert load(GAME, {**OWN, "cover_cards": 0, "cover_card_placed": "9/10"}).cites("cover_cards") == ("NJ 26.4(h)",)
