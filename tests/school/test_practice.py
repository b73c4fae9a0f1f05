"""Guided, corrected, free: the next step is shown, a wrong one refused and counted, or it happens and is put right."""

import pytest

from pitboss.procedure import moves as m
from pitboss.procedure.blackjack.moves import DrewInError, TurnHoleCard
from pitboss.procedure.moves import DEALER
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.rules.variant import load
from pitboss.school import dealer
from pitboss.school.acts import Chips, Handiwork, Handled, Ruling, Step
from pitboss.school.lesson import begin, deal_rounds, others_act
from pitboss.school.mistakes import Kind
from pitboss.school.practice import Mode, Practice
from tests import facts as f
from tests.school.kit import GAMES, WITH_DEVICE, players, practice

JUST_DEALER = frozenset({DEALER})


def at_the_deal(mode: Mode, game: str = "double-attack-pa", seed: int = 1) -> Practice:
    """A table whose first round has just begun: the next step is to deal a card."""
    table = Practice(load(game), mode, seed=seed)
    people = players(seed)
    begin(table, people)
    while not table.table.state.in_round:
        due = table.guidance()
        if due is None:
            others_act(table, people)
        else:
            table.act(due.act)
    return table


def next_move(table: Practice) -> m.Move:
    due = table.guidance()
    assert due is not None
    assert isinstance(due.act, Step)
    return due.act.made


@pytest.mark.parametrize("game", GAMES)
def test_guided_the_next_step_comes_with_its_clauses_and_is_taken(game: str) -> None:
    table = practice(game, mode=Mode.GUIDED)
    people = players()
    begin(table, people)
    deal_rounds(table, people, 3)
    assert not table.mistakes
    due = table.guidance()
    while due is None:
        others_act(table, people)
        due = table.guidance()
    assert due.clauses == table.table.waiting.clauses


def test_a_step_is_the_trainees_or_another_s_and_never_both() -> None:
    table, people, others = Practice(load("double-attack-pa", WITH_DEVICE)), players(), 0
    begin(table, people)
    while not table.table.state.in_round:
        due, step = table.guidance(), table.others_step()
        assert due is None or step is None
        others += step is not None
        if due is None:
            others_act(table, people)
        else:
            assert table.step_due() == next_move(table)
            table.act(due.act)
    assert others
    assert table.others_step() is None


def test_corrected_a_wrong_step_is_refused_with_the_clause_and_counted_and_nothing_has_happened() -> None:
    table = at_the_deal(Mode.CORRECTED)
    facts = len(table.table.facts)
    (mistake,) = table.act(Step.of(m.Deal(by=DEALER, to=2)))
    assert (mistake.of, mistake.clauses) == (Kind.WRONG_BOX, ("PA 665a.7(e)",))
    assert len(table.table.facts) == facts
    assert next_move(table) == m.Deal(by=DEALER, to=0)
    assert table.act(Step.of(m.Deal(by=DEALER, to=0))) == ()
    assert [each.right for each in table.done][-2:] == [False, True]


def test_corrected_nobody_goes_on_before_the_chips_are_right() -> None:
    table = practice("double-attack-pa", mode=Mode.CORRECTED, roles=JUST_DEALER)
    people = players()
    begin(table, people)
    while not isinstance(getattr(table.guidance(), "act", None), Chips):
        due = table.guidance()
        if due is None:
            others_act(table, people)
        else:
            table.act(due.act)
    due = table.guidance()
    assert due is not None
    moved = [fact for fact in table.table.facts if isinstance(fact, f.WagerPaid | f.WagerCollected | f.WagerReturned)]
    assert due.clauses == tuple(dict.fromkeys(clause for fact in moved for clause in fact.clauses))
    moves = len(table.table.moves)
    step = table.step_due() or m.CloseBets(by=DEALER)
    assert table.act(Step.of(step))
    assert len(table.table.moves) == moves
    assert table.act(Chips(handled=(Handled("Ann", 1, 1, "tip", paid=100),)))
    assert table.guidance() == due
    assert table.act(due.act) == ()
    assert table.guidance() != due


def dealer_draws(seed: int) -> Practice | None:
    """A table at which the dealer is to draw a card for himself, if he comes to do so in the first round."""
    table = at_the_deal(Mode.FREE, seed=seed)
    people = players(seed)
    while table.table.state.in_round:
        due = table.guidance()
        if due is None:
            others_act(table, people)
        elif table.table.state.phase.value == "dealer" and next_move(table) == m.Deal(by=DEALER, to=0):
            return table
        else:
            table.act(due.act)
    return None


@pytest.mark.clause("PA 665a.13(c)")
def test_free_a_card_to_the_wrong_box_after_the_first_two_is_an_exposed_card_that_is_dealt_next() -> None:
    table = next(found for seed in range(1, 50) if (found := dealer_draws(seed)) is not None)
    (mistake,) = table.act(Step.of(m.Deal(by=DEALER, to=1)))
    drawn = table.table.facts[-1]
    assert mistake.of is Kind.WRONG_BOX
    assert isinstance(drawn, f.CardDrawnInError)
    assert drawn.exposed
    table.act(Step.of(m.Deal(by=DEALER, to=0)))
    dealt = [fact for fact in table.table.facts if isinstance(fact, f.CardDealt)][-1]
    assert (dealt.box, dealt.card) == (0, drawn.card)


def test_free_where_no_text_resolves_it_the_floor_does_what_was_due() -> None:
    """Double Deck says nothing of a card drawn in error: it goes where it belongs."""
    table = at_the_deal(Mode.FREE, "double-deck-house")
    due = next_move(table)
    assert isinstance(due, m.Deal)
    (mistake,) = table.act(Step.of(m.Deal(by=DEALER, to=3)))
    assert (mistake.of, mistake.clauses) == (Kind.WRONG_BOX, ("DD Dealing 3",))
    dealt = [fact for fact in table.table.facts if isinstance(fact, f.CardDealt)]
    assert [fact.box for fact in dealt] == [due.to]


def test_free_a_step_at_another_persons_turn_is_only_noted() -> None:
    table = at_the_deal(Mode.FREE)
    people = players()
    while table.table.state.phase.value != "play" or table.guidance() is not None:
        due = table.guidance()
        if due is None:
            others_act(table, people)
        else:
            table.act(due.act)
    waiting, facts = str(table.table.waiting), len(table.table.facts)
    (mistake,) = table.act(Step.of(TurnHoleCard(by=DEALER)))
    assert mistake.of is Kind.HOLE_CARD_TURNED
    assert (str(table.table.waiting), len(table.table.facts)) == (waiting, facts)


def test_free_an_irregularity_that_the_text_resolves_happens_at_the_table() -> None:
    table = at_the_deal(Mode.FREE)
    (mistake,) = table.act(Step.of(DrewInError(by=DEALER, exposed=False)))
    assert (mistake.of, mistake.clauses) == (Kind.CARD_DRAWN, ("PA 665a.13(b)",))
    assert isinstance(table.table.facts[-1], f.CardDrawnInError)
    assert (table.done[-1].clauses, table.done[-1].right) == (mistake.clauses, False), "and not what was due"


def test_free_a_card_with_the_wrong_hand_is_dealt_where_it_was_due() -> None:
    """It has left the shoe for the right place: nothing was drawn in error."""
    table = at_the_deal(Mode.FREE)
    (mistake,) = table.act(Step.of(m.Deal(by=DEALER, to=0, drawn_with="right", placed_with="left")))
    assert mistake.of is Kind.WRONG_HAND
    last = table.table.facts[-1]
    assert isinstance(last, f.CardDealt)
    assert last.box == 0


# --- players who try what none may ----------------------------------------------------------------------------------


def test_a_late_wager_waits_for_the_dealers_word() -> None:
    table = at_the_deal(Mode.FREE)
    late = m.Wager(by="Ann", box=1, cents=25_00)
    assert table.act(Step.of(late)) == ()
    assert table.tried == late
    due = table.guidance()
    assert due is not None
    assert due.act == Ruling(lets=False)
    assert due.clauses == ("PA 665a.7(e)",)
    assert table.act(due.act) == ()
    assert table.tried is None
    assert (table.done[-1].clauses, table.done[-1].right) == (due.clauses, True), (
        "a right word is something done rightly"
    )


def test_of_two_who_try_what_none_may_the_word_is_to_the_last() -> None:
    table = at_the_deal(Mode.FREE)
    table.act(Step.of(m.Wager(by="Ann", box=1, cents=25_00)))
    table.act(Step.of(m.TouchCards(by="Bob")))
    assert table.tried == m.TouchCards(by="Bob")
    (mistake,) = table.act(Ruling(lets=True))
    assert (mistake.of, mistake.cents) == (Kind.HANDLING_PERMITTED, 0)


def test_a_late_wager_let_stand_costs_what_was_wagered() -> None:
    table = at_the_deal(Mode.FREE)
    table.act(Step.of(m.Wager(by="Ann", box=1, cents=25_00)))
    (mistake,) = table.act(Ruling(lets=True))
    assert (mistake.of, mistake.cents) == (Kind.LATE_WAGER_STANDS, 25_00)
    assert table.tried is None
    assert (mistake.round, mistake.act) == (table.table.state.round, len(table.acts) - 1)
    assert (table.done[-1].clauses, table.done[-1].right) == (mistake.clauses, False)


def test_whoever_goes_on_without_what_is_due_by_hand_has_done_it_wrongly_under_each_of_its_clauses() -> None:
    table = practice("double-attack-pa")
    won, lost = (
        f.WagerPaid(("PA 665a.10(a)",), "Ann", 1, 1, "bet", 20_00, 20_00),
        f.WagerCollected(("PA 665a.10(b)",), "Bob", 2, 1, "bet", 20_00),
    )
    table._due = {Handiwork.CHIPS: [won, lost]}
    step = table.step_due()
    assert step is not None
    mistakes = table.act(Step.of(step))
    assert [mistake.of for mistake in mistakes] == [Kind.WINNER_NOT_PAID, Kind.LOSER_LEFT]
    assert [(each.clauses, each.right) for each in table.done] == [
        (won.clauses, False),
        (lost.clauses, False),
        (table.done[-1].clauses, True),
    ]


def test_going_on_without_a_word_lets_it_stand() -> None:
    table = at_the_deal(Mode.FREE)
    table.act(Step.of(m.TouchCards(by="Ann")))
    mistakes = table.act(Step.of(m.Deal(by=DEALER, to=0)))
    assert [mistake.of for mistake in mistakes] == [Kind.HANDLING_PERMITTED]
    assert table.tried is None


def test_corrected_it_has_to_be_answered_first() -> None:
    table = at_the_deal(Mode.CORRECTED)
    table.act(Step.of(m.TouchCards(by="Ann")))
    facts = len(table.table.facts)
    assert table.act(Step.of(m.Deal(by=DEALER, to=0)))
    assert len(table.table.facts) == facts
    assert table.act(Ruling(lets=True))
    assert table.tried is not None
    assert table.act(Ruling(lets=False)) == ()
    assert table.tried is None


def test_a_ruling_on_nothing_is_no_act_and_others_moves_are_refused_as_ever() -> None:
    table = at_the_deal(Mode.FREE)
    acts = len(table.acts)
    with pytest.raises(Malformed, match="nobody has just tried"):
        table.act(Ruling(lets=True))
    with pytest.raises(Refused):
        table.act(Step.of(m.Sit(by="Ann", box=1)))
    assert len(table.acts) == len(table.phases) == acts
    between = practice("double-attack-pa")
    begin(between, players())
    acts = len(between.acts)
    for move in (m.TouchCards(by="Ann"), m.TakeBack(by="Ann", box=1), m.AskBurnCard(by="Ann")):
        with pytest.raises(Refused):
            between.act(Step.of(move))
    assert between.tried is None, "in no round there is nothing to be let stand"
    assert len(between.acts) == len(between.phases) == acts


@pytest.mark.clause("PA 665a.7(c)")
def test_a_step_out_of_its_turn_is_noted_under_what_was_due_as_well() -> None:
    table, people = practice(GAMES[0], mode=Mode.CORRECTED), players()
    begin(table, people)
    while not table.table.waiting.clauses:
        table.act(Step.of(next_move(table)))
    (mistake,) = table.act(Step.of(m.BurnCard(by=DEALER)))
    assert "PA 665a.7(c)" in mistake.clauses
    assert table.table.waiting.clauses
    assert set(table.table.waiting.clauses) <= set(mistake.clauses)


def test_chips_are_right_under_the_clauses_of_the_wagers_that_were_handled_rightly() -> None:
    """Of two wagers that one step decided the second was left: the clause of the first was kept."""
    table = practice("double-attack-pa")
    won = f.WagerPaid(("PA 665a.10(a)",), "Ann", 1, 1, "bet", 20_00, 20_00)
    lost = f.WagerCollected(("PA 665a.10(b)", "PA 665a.7(o)"), "Bob", 2, 1, "bet", 20_00)
    table._due = {Handiwork.CHIPS: [won, lost]}
    (mistake,) = table.act(Chips(handled=(Handled("Ann", 1, 1, "bet", paid=20_00),)))
    assert (mistake.of, mistake.clauses) == (Kind.LOSER_LEFT, lost.clauses)
    assert [(each.clauses, each.right) for each in table.done] == [(won.clauses, True), (lost.clauses, False)]


@pytest.mark.parametrize("move", [m.Deal(by=DEALER, to=1), m.PassOver(by=DEALER, box=1)])
@pytest.mark.clause("PA 665a.7(c)")
def test_whoever_begins_with_the_boxes_before_the_burn_has_forgotten_the_burn(move: m.Move) -> None:
    """Whether a card is dealt or a box passed over."""
    table, people = practice("double-attack-pa", mode=Mode.CORRECTED), players()
    begin(table, people)
    while m.BurnCard not in table.table.waiting.may:
        due = table.guidance()
        if due is None:
            others_act(table, people)
        else:
            table.act(due.act)
    (mistake,) = table.act(Step.of(move))
    assert mistake.of is Kind.BURN_FORGOTTEN


def test_a_step_that_needs_more_than_a_yes_or_no_is_one_that_nobody_knows_how_to_make() -> None:
    """Whatever is tried has the wrong type, which the table says otherwise than that it refuses."""
    with pytest.raises(LookupError, match="nobody in the school knows how to cut"):
        dealer._plain(m.Cut)(Table(load("double-attack-pa"), JUST_DEALER), DEALER)
