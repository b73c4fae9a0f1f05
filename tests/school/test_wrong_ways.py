"""How chips could be handled wrongly: each kind of mistake is made with the wagers with which it can be made."""

from collections import Counter
from typing import Any

import pytest

from pitboss.procedure import facts as f
from pitboss.procedure.blackjack.dealer import reader_in_use
from pitboss.procedure.blackjack.facts import ReaderMisused
from pitboss.procedure.fact import Fact
from pitboss.procedure.moves import DEALER, CloseBets, Cut, Deal, Move, PassOver, RefuseCut
from pitboss.procedure.refusal import Refused
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Chips, Handiwork, Handled, Ruling, Say, Step
from pitboss.school.blackjack_faults import HAPPENINGS
from pitboss.school.lesson import begin, deal_rounds, others_act, ready_to_deal, usual_steps
from pitboss.school.mistakes import Kind
from pitboss.school.practice import TRIED, Practice
from pitboss.school.wrong_ways import WRONG_WAYS
from tests.school.kit import EVERY_ROLE, GAMES, players, practice

WON = Handled("Ann", 1, 1, "bet", paid=10_00)
LOST = Handled("Bob", 2, 1, "bet", taken=10_00)
PUSHED = Handled("Cat", 3, 1, "bet")


@pytest.mark.parametrize(
    ("kind", "with_whom", "paid", "taken"),
    [
        (Kind.OVERPAID, WON, 11_00, 0),
        (Kind.UNDERPAID, WON, 5_00, 0),
        (Kind.WINNER_NOT_PAID, WON, 0, 0),
        (Kind.WINNER_TAKEN, WON, 0, 1_00),
        (Kind.LOSER_PAID, LOST, 10_00, 0),
        (Kind.LOSER_LEFT, LOST, 0, 0),
        (Kind.TOO_LITTLE_TAKEN, LOST, 0, 5_00),
        (Kind.TOO_MUCH_TAKEN, LOST, 0, 11_00),
        (Kind.PUSH_PAID, PUSHED, 1_00, 0),
        (Kind.PUSH_TAKEN, PUSHED, 0, 1_00),
    ],
)
def test_a_mistake_with_chips_is_made_with_the_one_wager_it_can_be_made_with(
    kind: Kind, with_whom: Handled, paid: int, taken: int
) -> None:
    due = Chips(handled=(WON, LOST, PUSHED))
    table = practice("double-attack-pa")
    assert table.table.rules.wagers.chip_unit_cents == 1_00
    (wrong,) = WRONG_WAYS[kind](table, due)
    assert isinstance(wrong, Chips)
    (changed,) = [each for each, right in zip(wrong.handled, due.handled, strict=True) if each != right]
    assert (changed.player, changed.paid, changed.taken) == (with_whom.player, paid, taken)


def test_one_cent_is_not_paid_too_little_nor_taken_but_in_part() -> None:
    due = Chips(handled=(Handled("Ann", 1, 1, "bet", paid=1), Handled("Bob", 2, 1, "bet", taken=1)))
    table = practice("double-attack-pa")
    assert not list(WRONG_WAYS[Kind.UNDERPAID](table, due))
    assert not list(WRONG_WAYS[Kind.TOO_LITTLE_TAKEN](table, due))


def test_one_word_is_left_unsaid_where_nothing_else_is_to_be_done_before_the_next_step() -> None:
    """Of two words, or of a word beside chips, it would not be one mistake."""
    table = at_the_wagers()
    said, won = f.Announced((), "dealer", "17"), f.WagerPaid((), "Ann", 1, 1, "bet", 10_00, 10_00)
    cases: tuple[tuple[dict[Handiwork, list[Fact]], int], ...] = (
        ({Handiwork.WORDS: [said]}, 1),
        ({Handiwork.WORDS: [said, said]}, 0),
        ({Handiwork.WORDS: [said], Handiwork.CHIPS: [won]}, 0),
    )
    for table._due, ways in cases:
        assert len(list(WRONG_WAYS[Kind.NOT_SAID](table, Say(words="17")))) == ways


def at_the_wagers() -> Practice:
    table, people = practice("double-attack-pa"), players()
    begin(table, people)
    ready_to_deal(table, people)
    return table


@pytest.mark.parametrize("kind", [Kind.CARD_TOO_MANY, Kind.WRONG_BOX])
def test_a_card_goes_wrong_where_it_does_not_go_to_whom_it_was_due(kind: Kind) -> None:
    """Also to one who takes a card after another."""
    ways, again = 0, 0

    def looked_at(table: Practice, due: AnyAct) -> AnyAct:
        nonlocal ways, again
        made, last = due.made if isinstance(due, Step) else None, table.table.moves[-1]
        if isinstance(made, Deal):
            again += isinstance(last, Deal) and last.to == made.to
            for wrong in WRONG_WAYS[kind](table, due):
                ways += 1
                assert isinstance(wrong, Step)
                assert isinstance(wrong.made, Deal)
                assert wrong.made.to != made.to
        return due

    table, people = practice("double-attack-pa"), players()
    begin(table, people)
    deal_rounds(table, people, 8, looked_at)
    assert ways
    assert again


@pytest.mark.parametrize(("kind", "own"), [(Kind.BOX_PASSED_OVER, False), (Kind.OWN_CARD_MISSED, True)])
def test_a_box_is_passed_over_and_a_card_of_one_s_own_is_missed(kind: Kind, own: bool) -> None:
    table = practice("double-attack-pa")
    ways = [way for to in (0, 2) for way in WRONG_WAYS[kind](table, Step.of(Deal(by=DEALER, to=to)))]
    assert [way.made for way in ways if isinstance(way, Step)] == [PassOver(by=DEALER, box=0 if own else 2)]


@pytest.mark.parametrize("tried", TRIED)
def test_what_a_player_tries_is_let_stand_as_the_mistake_that_it_is(tried: type[Move]) -> None:
    table = practice("double-attack-pa")
    fields = {name: 1 for name in tried.__struct_fields__ if name in ("box", "cents")}
    table._tried = tried(by="Ann", **fields), Refused("x", "x", (), "x")
    ways = {kind: list(way(table, Ruling(lets=False))) for kind, way in WRONG_WAYS.items() if kind in TRIED.values()}
    assert ways.pop(TRIED[tried]) == [Ruling(lets=True)]
    assert not any(ways.values())


def test_another_role_s_step_is_done_wrongly_by_nobody_who_has_not_that_role() -> None:
    ways = dict.fromkeys((frozenset({DEALER}), EVERY_ROLE), 0)
    for roles in ways:
        table, people = practice("double-attack-pa", roles=roles), players()
        begin(table, people)

        def counted(table: Practice, due: AnyAct, roles: frozenset[str] = roles) -> AnyAct:
            ways[roles] += len(list(WRONG_WAYS[Kind.WORK_LEFT](table, due)))
            return due

        deal_rounds(table, people, 2, counted)
    assert ways[frozenset({DEALER})] == 0 < ways[EVERY_ROLE]


def test_cards_are_presented_wrongly_to_a_player_who_may_refuse_them_and_not_to_oneself() -> None:
    """Where no player cuts, the dealer does."""
    presented, cut = set[bool](), False
    table, people = practice("double-attack-pa"), players()
    begin(table, people)
    while not isinstance(table.step_due(), CloseBets):
        due, may = table.guidance(), table.table.waiting.may
        ways = [
            way for kind in (Kind.CUT_PRESENTED_WRONGLY, Kind.CUT_TO_ANOTHER) for way in WRONG_WAYS[kind](table, None)
        ]
        presented.add(bool(ways))
        assert bool(ways) is (RefuseCut in may)
        if RefuseCut in may:
            table.act(Step.of(RefuseCut(by=table.table.waiting.by[0])))
            continue
        cut = cut or Cut in may
        if due is None:
            others_act(table, people)
        else:
            table.act(due.act)
    assert presented == {True, False}
    assert cut


def test_a_card_too_many_in_the_first_cards_is_nothing_else_than_that() -> None:
    """Where cards come from the hand the table takes it, and calls it a misdeal."""
    table = practice("five-card-hi-lo-pa")
    state: Any = table.table.state
    assert table.family.irregular(state, f.CardDealt(state.law.misdealt, 2, 1, None, False)) is Kind.CARD_TOO_MANY
    assert table.family.irregular(state, f.CardDealt(("PA 663a.9(b)",), 2, 1, None, False)) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_steps_of_a_phase_come_most_often_first(game: str) -> None:
    made: dict[str, Counter[type[Move]]] = {}

    def counted(table: Practice, due: AnyAct) -> AnyAct:
        if isinstance(due, Step):
            made.setdefault(table.table.state.phase.value, Counter())[type(due.made)] += 1
        return due

    for count in (True, False):
        table, people = practice(game), players()
        begin(table, people)
        if count:
            deal_rounds(table, people, 4, counted)
        else:
            usual = usual_steps(table, people)
    assert {phase: set(kinds) for phase, kinds in usual.items()} == {phase: set(kinds) for phase, kinds in made.items()}
    for phase, kinds in usual.items():
        often = [made[phase][kind] for kind in kinds]
        assert often == sorted(often, reverse=True), phase


@pytest.mark.parametrize(
    ("game", "fact", "kind"),
    [
        ("double-attack-pa", f.BoxPassedOver(("PA 665a.13(f)",), 2), Kind.BOX_PASSED_OVER),
        ("double-attack-pa", f.BoxPassedOver(("PA 665a.13(g)",), 0), Kind.OWN_CARD_MISSED),
        ("double-attack-pa", f.CardDrawnInError(("PA 665a.13(c)",), True, "5H"), Kind.CARD_EXPOSED),
        ("double-attack-pa", f.CardDrawnInError(("PA 665a.13(b)",), False, None), Kind.CARD_DRAWN),
        ("double-attack-pa", ReaderMisused(("PA 665a.13(h)",), False), Kind.READER_MISUSED),
        ("double-attack-pa", f.ShufflerStopped(("PA 665a.13(j)",), "it is jammed"), None),
        ("five-card-hi-lo-pa", f.BoxPassedOver((), 2), Kind.BOX_PASSED_OVER),
        ("five-card-hi-lo-pa", f.BoxPassedOver((), 0), Kind.OWN_CARD_MISSED),
    ],
)
def test_what_goes_wrong_at_the_table_shows_which_mistake_the_dealer_made(
    game: str, fact: Fact, kind: Kind | None
) -> None:
    table = practice(game)
    assert table.family.irregular(table.table.state, fact) is kind


@pytest.mark.parametrize("game", ["double-attack-pa", "double-deck-house"])
def test_which_mistake_the_reader_would_be_follows_from_the_card_that_lies_face_up(game: str) -> None:
    """At double deck the card that lies face down is dealt first."""
    ranks, seen = getattr(load(game), "deal").reader_ranks, set[bool]()  # noqa: B009  # of a family of its own

    def looked_at(table: Practice, due: AnyAct) -> AnyAct:
        dealer = table.table.state.beside_the_boxes().dealer
        up = [card.rank for place, card in enumerate(dealer.cards) if place not in dealer.face_down] if dealer else []
        if len(up) == 1 and dealer is not None and dealer.face_down:
            called_for = up[0] in ranks
            if isinstance(due, Step) and due.made.__struct_config__.tag == "read-hole-card":
                assert not list(WRONG_WAYS[Kind.HOLE_CARD_TURNED](table, due)), "it is to be read now, and lies there"
            if reader_in_use(table.table.state):  # type: ignore[arg-type]  # of blackjack
                happens = HAPPENINGS["the hole card read without cause"].makes(table.table.state, table.table.waiting)
                assert (happens is None) is called_for
            might = {
                kind for kind in (Kind.READER_MISUSED, Kind.READER_USED_AGAIN) if list(WRONG_WAYS[kind](table, due))
            }
            assert might <= {Kind.READER_USED_AGAIN if called_for else Kind.READER_MISUSED}
            seen.update({called_for} if might else ())
        return due

    table, people = practice(game), players()
    begin(table, people)
    deal_rounds(table, people, 12, looked_at)
    assert seen == {True, False}
