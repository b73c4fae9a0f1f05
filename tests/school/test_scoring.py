"""A dealer who makes no mistake has full marks; each mistake costs what the page says; a record scores again."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.procedure import moves as m
from pitboss.procedure.moves import DEALER
from pitboss.procedure.table import PROCEDURE
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Chips, Handiwork, Handled, PickUp, Say, Step
from pitboss.school.handiwork import concerns, faults, undone
from pitboss.school.lesson import begin, deal_rounds, others_act
from pitboss.school.mistakes import BY_CODE, Grade, Kind, kind_of
from pitboss.school.practice import BEFORE_CARDS, TRIED, Mode, Practice
from pitboss.school.scoring import (
    FULL_MARKS,
    NotScored,
    Pace,
    Part,
    PracticeRecord,
    _pace,
    record,
    replayed,
    score,
)
from pitboss.testing.storm import census_holds
from tests import facts as f
from tests.school.kit import EVERY_ROLE, GAMES, WITH_DEVICE, players, practice, with_one_mistake

PAGE = Path(__file__).parents[2] / "docs" / "scoring.md"
SEEDS = (2, 3, 5)
ONLY_AFTER_ANOTHER = {Kind.MISDEAL_MISJUDGED}  # a misdeal comes first


def on_the_page() -> dict[str, int]:
    """The marks of each mistake, as the page has them."""
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\| (\d+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {kind: int(marks) for kind, marks in rows}


def test_the_page_names_every_mistake_and_what_it_costs() -> None:
    assert on_the_page() == {kind.id: kind.marks for kind in Kind}
    assert len(on_the_page()) >= 30


def test_which_mistake_a_refusal_tells_of_is_on_file(golden: Callable[[str], Callable[[str], None]]) -> None:
    """What is done wrongly is met by its kind in the tests; that each code has its own kind is read here."""
    tried = {f"tried {kind.__name__}": mistake for kind, mistake in TRIED.items()}
    before = {f"a card before {kind.__name__}": mistake for kind, mistake in BEFORE_CARDS.items()}
    told = {**BY_CODE, **tried, **before}
    golden("school-mistakes")("".join(f"{what} = {kind.id}\n" for what, kind in sorted(told.items())))
    assert all(kind_of(code) is kind for code, kind in BY_CODE.items())


CITED = ("PA 665a.10(a)",)
WON = f.WagerPaid(CITED, "Ann", 1, 1, "bet", 20_00, 10_00)
LOST = f.WagerCollected(CITED, "Ann", 1, 1, "bet", 20_00)
PUSHED = f.WagerReturned(CITED, "Ann", 1, 1, "bet", 20_00)
so = msgspec.structs.replace


@pytest.mark.parametrize(
    ("due", "paid", "taken", "kind"),
    [
        (WON, 10_00, 0, None),
        (WON, 15_00, 0, Kind.OVERPAID),
        (WON, 5_00, 0, Kind.UNDERPAID),
        (WON, 0, 0, Kind.WINNER_NOT_PAID),
        (WON, 0, 20_00, Kind.WINNER_TAKEN),
        (WON, 10_00, 20_00, Kind.WINNER_TAKEN),
        (WON, 15_00, 20_00, Kind.WINNER_TAKEN),
        (LOST, 0, 20_00, None),
        (LOST, 0, 25_00, Kind.TOO_MUCH_TAKEN),
        (LOST, 0, 5_00, Kind.TOO_LITTLE_TAKEN),
        (LOST, 0, 0, Kind.LOSER_LEFT),
        (LOST, 20_00, 0, Kind.LOSER_PAID),
        (LOST, 20_00, 20_00, Kind.LOSER_PAID),
        (PUSHED, 0, 0, None),
        (PUSHED, 20_00, 0, Kind.PUSH_PAID),
        (PUSHED, 0, 20_00, Kind.PUSH_TAKEN),
        (PUSHED, 5_00, 20_00, Kind.PUSH_PAID),
    ],
)
def test_what_is_wrong_with_the_chips_of_one_wager(
    due: f.WagerPaid | f.WagerCollected | f.WagerReturned, paid: int, taken: int, kind: Kind | None
) -> None:
    """Chips that go the wrong way name the mistake, also where others went the right way beside them."""
    done = Chips(handled=(Handled("Ann", 1, 1, "bet", paid, taken),))
    found = list(faults(done, (due,)))
    assert [fault.kind for fault in found] == ([] if kind is None else [kind])
    to_pay, to_take = getattr(due, "winnings", 0), due.cents if due is LOST else 0
    for fault in found:
        assert fault.cents == abs(paid - to_pay) + abs(taken - to_take), "whichever way, and both together"
        assert fault.house_cents == (paid - to_pay) - (taken - to_take)


@pytest.mark.parametrize(
    ("paid", "taken", "found"),
    [
        (0, 0, []),
        (0, 5_00, [(Kind.NO_SUCH_WAGER, 5_00, -5_00)]),
        (3_00, 0, [(Kind.NO_SUCH_WAGER, 3_00, 3_00)]),
        (3_00, 5_00, [(Kind.NO_SUCH_WAGER, 8_00, -2_00)]),
    ],
)
def test_chips_that_are_moved_where_nothing_is_decided_are_money_of_the_house_or_of_the_player(
    paid: int, taken: int, found: list[tuple[Kind, int, int]]
) -> None:
    done = Chips(handled=(Handled("Ann", 1, 1, "bet", 10_00), Handled("Bob", 2, 1, "bet", paid, taken)))
    assert [(fault.kind, fault.cents, fault.house_cents) for fault in faults(done, (WON,))] == found


def test_what_is_paid_on_one_wager_is_one_sum_and_its_chips_are_to_make_it() -> None:
    """A coupon beside chips is paid with them; whoever says which chips, says all of them."""
    due = (WON, so(WON, cents=0, winnings=5_00))
    for chips, kinds in (
        (None, []),
        ({5_00: 3}, []),
        ({}, [Kind.CHIPS_DO_NOT_ADD_UP]),
        ({5_00: 2}, [Kind.CHIPS_DO_NOT_ADD_UP]),
    ):
        done = Chips(handled=(Handled("Ann", 1, 1, "bet", 15_00, chips=chips),))
        assert [fault.kind for fault in faults(done, due)] == kinds
    assert [fault.kind for fault in faults(Chips(handled=(Handled("Ann", 1, 1, "bet", 5_00),)), due)] == [
        Kind.UNDERPAID
    ]


@pytest.mark.parametrize(
    ("boxes", "kinds"),
    [
        ((3, 2, 1), []),
        ((3, 1, 2), [Kind.CHIPS_OUT_OF_ORDER]),
        ((3, 1), [Kind.WINNER_NOT_PAID]),
        ((1, 3), [Kind.WINNER_NOT_PAID, Kind.CHIPS_OUT_OF_ORDER]),
        ((), [Kind.WINNER_NOT_PAID] * 3),
    ],
)
def test_boxes_are_paid_in_their_order_and_one_that_is_left_out_is_not_out_of_order(
    boxes: tuple[int, ...], kinds: list[Kind]
) -> None:
    due = [so(WON, box=box) for box in (3, 2, 1)]
    done = Chips(handled=tuple(Handled("Ann", box, 1, "bet", 10_00) for box in boxes))
    assert [fault.kind for fault in faults(done, due)] == kinds


def test_whoever_goes_on_without_a_word_has_left_every_word_unsaid() -> None:
    words = [f.Announced(CITED, DEALER, total) for total in ("17", "18")]
    assert [(fault.kind, fault.sentence) for fault in undone(Handiwork.WORDS, words)] == [
        (Kind.NOT_SAID, '"17" is announced'),
        (Kind.NOT_SAID, '"18" is announced'),
    ]
    assert [fault.kind for fault in undone(Handiwork.CHIPS, [WON, so(LOST, box=2)])] == [
        Kind.WINNER_NOT_PAID,
        Kind.LOSER_LEFT,
    ]
    assert [fault.kind for fault in undone(Handiwork.CARDS, [f.CardsDiscarded(CITED, 1, 1, 2)])] == [Kind.CARDS_LEFT]


@pytest.mark.parametrize(
    ("hands", "kind"),
    [
        (((3, 1), (1, 1), (0, 1)), None),
        (((3, 1), (1, 1)), Kind.CARDS_LEFT),
        ((), Kind.CARDS_LEFT),
        (((1, 1), (3, 1), (0, 1)), Kind.PICKED_UP_OUT_OF_ORDER),
        (((3, 1), (2, 1), (1, 1), (0, 1)), Kind.PICKED_UP_OUT_OF_ORDER),
    ],
)
def test_what_is_wrong_with_the_cards_that_are_picked_up(hands: tuple[tuple[int, int], ...], kind: Kind | None) -> None:
    due = [f.CardsDiscarded(CITED, box, 1, 2) for box in (3, 1, 0)]
    assert [fault.kind for fault in faults(PickUp(hands=hands), due)] == ([] if kind is None else [kind])


@pytest.mark.parametrize(
    ("fact", "said", "kind"),
    [
        (f.BetsClosed(CITED, DEALER, "no more bets"), " No more  BETS", None),
        (f.BetsClosed(CITED, DEALER, "no more bets"), "no bets", Kind.SAID_WRONGLY),
        (f.Announced(CITED, DEALER, "17"), "18", Kind.SAID_WRONGLY),
    ],
)
def test_words_are_heard_and_not_read(fact: f.BetsClosed | f.Announced, said: str, kind: Kind | None) -> None:
    assert concerns(fact) is Handiwork.WORDS
    assert [fault.kind for fault in faults(Say(words=said), [fact])] == ([] if kind is None else [kind])


@pytest.mark.parametrize("fact", [f.BetsClosed(CITED, DEALER, ""), f.Announced(CITED, "floorperson", "17")])
def test_what_the_dealer_does_not_announce_is_not_asked_of_him(fact: f.BetsClosed | f.Announced) -> None:
    assert concerns(fact) is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("roles", [frozenset({DEALER}), EVERY_ROLE], ids=["dealer", "every-role"])
def test_a_perfect_dealer_has_full_marks(game: str, roles: frozenset[str]) -> None:
    table = practice(game, roles=roles)
    people = players(unruly=5)
    begin(table, people)
    deal_rounds(table, people, 12)
    found = score(table)
    assert (found.score, found.marks_lost, found.mistakes, found.money_cents) == (FULL_MARKS, 0, {}, 0)
    assert found.steps.done == found.steps.right > 150
    assert all(part.done == part.right for part in found.by_clause.values())
    assert found.pace.rounds == 12
    assert table.table.state.balanced()


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.id)
def test_each_mistake_lowers_the_score_by_what_the_page_says(kind: Kind) -> None:
    """At every game where it can be made: one mistake, its marks, a lawful table beside it, and the round goes on."""
    marks, met = on_the_page(), 0
    for game in GAMES:
        for seed in SEEDS:
            sets = WITH_DEVICE if kind is Kind.WRONG_BATCH and game != "double-deck-house" else {}
            if kind is Kind.WRONG_BATCH and "shuffling" not in load(game).by_name:
                continue
            table = with_one_mistake(practice(game, seed, sets=sets), kind, seed)
            if table is None:
                continue
            (mistake,) = table.mistakes
            assert score(table).score == FULL_MARKS - marks[mistake.kind]
            assert mistake.sentence
            assert table.table.state.balanced()
            assert census_holds(table.table)
            met += mistake.of is kind
            if mistake.of is kind:
                assert score(table).mistakes == {kind.id: 1}
                break
    assert met or kind in ONLY_AFTER_ANOTHER


def test_a_misdeal_that_is_misjudged_costs_its_marks_beside_those_of_the_misdeal() -> None:
    table = practice("five-card-hi-lo-pa", roles=frozenset({DEALER}))
    people = players()
    begin(table, people)
    passed = misjudged = False
    for _ in range(2000):
        due = table.guidance()
        if misjudged and not table.table.state.in_round:
            break
        if due is None:
            others_act(table, people)
            continue
        made = due.act.made if isinstance(due.act, Step) else None
        tag = made.__struct_config__.tag if made is not None else ""
        if isinstance(made, m.Deal) and not passed and table.table.state.round % 5 == 0:
            passed = True
            table.act(Step.of(m.PassOver(by=DEALER, box=made.to)))
        elif made is not None and tag == "declare-misdeal" and not misjudged:
            misjudged = True
            table.act(Step.of(msgspec.structs.replace(made, misdealt=False)))
        else:
            table.act(due.act)
    assert [mistake.of for mistake in table.mistakes] == [Kind.BOX_PASSED_OVER, Kind.MISDEAL_MISJUDGED]
    marks = on_the_page()
    assert score(table).score == FULL_MARKS - marks["box-passed-over"] - marks["misdeal-misjudged"]


def test_marks_do_not_fall_below_none() -> None:
    table = practice("double-attack-pa", roles=frozenset({DEALER}))
    people = players()
    begin(table, people)

    def pays_nobody(table: Practice, due: AnyAct) -> AnyAct:
        return Chips(handled=()) if isinstance(due, Chips) else due

    deal_rounds(table, people, 20, pays_nobody)
    found = score(table)
    assert found.marks_lost > FULL_MARKS
    assert found.score == 0


@pytest.mark.parametrize(
    ("kind", "sign"),
    [(Kind.OVERPAID, 1), (Kind.LOSER_PAID, 1), (Kind.LOSER_LEFT, 1), (Kind.UNDERPAID, -1), (Kind.PUSH_TAKEN, -1)],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_money_is_counted_and_whose_it_was(kind: Kind, sign: int) -> None:
    table = with_one_mistake(practice("double-attack-pa", 2), kind, 2)
    assert table is not None
    found = score(table)
    assert found.money_cents == abs(found.house_cents) > 0
    assert (found.house_cents > 0) is (sign > 0)


def test_a_losing_wager_that_is_paid_costs_the_wager_and_the_payment() -> None:
    table = with_one_mistake(practice("double-attack-pa", 2), Kind.LOSER_PAID, 2)
    assert table is not None
    (mistake,) = table.mistakes
    wrong = table.acts[mistake.act]
    assert isinstance(wrong, Chips)
    paid = next(each.paid for each in wrong.handled if each.paid and not each.taken)
    assert mistake.cents == 2 * paid


def test_accuracy_is_by_clause() -> None:
    table = with_one_mistake(practice("double-attack-pa", 2), Kind.BURN_FORGOTTEN, 2)
    assert table is not None
    found = score(table)
    assert found.by_clause["PA 665a.7(c)"] == Part(1, 0)
    assert found.by_clause["PA 665a.7(c)"].per_mille == 0
    assert found.by_clause["PA 665a.7(f)(1)"].per_mille == 1000
    assert found.steps.done - found.steps.right == 1


def test_pace_leaves_out_opening_and_shuffle() -> None:
    """Every act takes a second; only those in a round or while bets are made count."""
    table = practice("double-attack-pa", roles=frozenset({DEALER}))
    people = players()
    begin(table, people)
    clock = 0

    def tick(table: Practice, due: AnyAct) -> AnyAct:
        nonlocal clock
        clock += 1000
        return msgspec.structs.replace(due, at_ms=clock)

    deal_rounds(table, people, 4, tick)
    idle = [phase in ("opening", "shuffle") for phase, act in zip(table.phases, table.acts, strict=True) if act.at_ms]
    assert sum(idle) > 5
    pace = score(table).pace
    assert pace.play_ms == 1000 * (len(idle) - sum(idle))
    assert pace.rounds == 4
    assert pace.hands == 12 + sum(type(fact).__name__ == "HandSplit" for fact in table.table.facts)
    assert pace.rounds_an_hour == 4 * 3_600_000 // pace.play_ms
    assert Pace(0, 4, 9).hands_an_hour is None
    assert Part(0, 0).per_mille == 1000, "of nothing everything was right"


def test_the_time_that_players_take_is_theirs_and_time_does_not_go_back() -> None:
    """The dealer acts at 1, 8 and 9 seconds; Ann at 6, and once more by a watch that is slow."""
    times = [(DEALER, 1000), ("Ann", 6000), ("Ann", 2000), (DEALER, 8000), (DEALER, 0), (DEALER, 9000)]
    acts = [Step.of(m.Ready(by=by), at_ms) for by, at_ms in times]
    roles = frozenset({DEALER})
    there: Any = SimpleNamespace(acts=acts, phases=["play"] * 6, roles=roles, table=SimpleNamespace(facts=[]))
    assert _pace(there).play_ms == 1000 + 2000 + 1000
    there.phases = ["opening", "shuffle", "closed", "opening", "shuffle", "closed"]
    assert _pace(there).play_ms == 0


def test_grades_are_in_order_of_gravity() -> None:
    assert [grade.marks for grade in Grade] == sorted({grade.marks for grade in Grade})


# --- on paper -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [Kind.WRONG_BOX, Kind.OVERPAID, Kind.SHUFFLED_WRONGLY], ids=lambda kind: kind.id)
def test_a_record_is_scored_again_from_what_was_done(game: str, kind: Kind) -> None:
    table = with_one_mistake(practice(game, 3), kind, 3)
    assert table is not None
    paper = msgspec.json.decode(msgspec.json.encode(record(table)), type=PracticeRecord)
    again = replayed(paper)
    assert score(again) == score(table)
    assert again.mistakes == table.mistakes
    assert again.table.facts == table.table.facts


def test_what_cannot_be_scored_again_is_said_in_a_sentence() -> None:
    table = practice("double-attack-pa")
    begin(table, players())
    paper = record(table)
    changed = msgspec.structs.replace
    with pytest.raises(NotScored, match=f"procedure {PROCEDURE + 1}"):
        replayed(changed(paper, procedure=PROCEDURE + 1))
    with pytest.raises(NotScored, match="rules hash"):
        replayed(changed(paper, rules_hash="0" * 64))
    with pytest.raises(NotScored, match="cannot be opened"):
        replayed(changed(paper, mode="asleep"))
    with pytest.raises(NotScored, match="act 1 cannot be done"):
        replayed(changed(paper, acts=(Step(move=msgspec.Raw(b'{"move": "fly", "by": "Ann"}')),)))


def test_there_is_no_law_against_talking() -> None:
    table = Practice(load("double-deck-house"), Mode.FREE, frozenset({DEALER}), frozenset(Handiwork))
    assert table.act(Say(words="good evening")) == ()
    assert score(table).score == FULL_MARKS
