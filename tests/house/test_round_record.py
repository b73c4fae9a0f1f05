"""What is written of a round: from which move to which, and what each player has won or lost in it."""

from pitboss.house.checkpoints import Mark
from pitboss.house.journal import RoundPlayed
from pitboss.house.round_record import RoundRecord
from pitboss.procedure.table import Table
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

MOVE = m.Ready(by="ann")


def placed(name: str, cents: int, wager: str = "bet") -> f.Fact:
    return f.WagerPlaced((), name, 1, 1, wager, cents)


def test_a_round_is_from_the_first_move_after_the_last_one_and_nets_every_wager() -> None:
    record = RoundRecord(())
    assert record.first_fact == 0
    assert record.note(1, MOVE, None, (), [placed("ann", 10_00), placed("ann", 5_00, "attack")]) == ()
    assert record.note(2, MOVE, None, (), [placed("bob", 20_00), placed("cat", 30_00)]) == ()
    ended = record.note(
        3,
        MOVE,
        None,
        (),
        [
            f.WagerPaid((), "ann", 1, 1, "bet", 10_00, 15_00),
            f.WagerReturned((), "ann", 1, 1, "attack", 5_00),
            f.WagerCollected((), "bob", 2, 1, "bet", 20_00),
            f.WagerReturned((), "cat", 3, 1, "bet", 30_00),
            f.RoundEnded((), 1),
        ],
    )
    assert ended == (RoundPlayed(1, 1, 3, {"ann": 15_00, "bob": -20_00, "cat": 0}, ("round-ended",)),)
    assert record.first_fact == len(record.chronicle) == 9


def test_the_next_round_begins_with_nothing() -> None:
    record = RoundRecord(())
    record.note(4, MOVE, None, (), [placed("ann", 10_00), f.RoundEnded((), 1)])
    before = record.first_fact
    ended = record.note(6, MOVE, None, (), [placed("bob", 2_00), f.RoundEnded((), 2)])
    assert ended == (RoundPlayed(2, 5, 6, {"bob": -2_00}, ("round-ended",)),)
    assert record.first_fact == before + 2
    assert record.last_round_fact == before, "between rounds the one before is still told"


def test_a_round_that_ends_and_a_wager_after_it_in_one_move_are_kept_apart() -> None:
    record = RoundRecord(())
    ended = record.note(1, MOVE, None, (), [placed("ann", 1_00), f.RoundEnded((), 1), placed("ann", 7_00)])
    assert ended == (RoundPlayed(1, 1, 1, {"ann": -1_00}, ("round-ended",)),)
    assert record.note(2, MOVE, None, (), [f.RoundEnded((), 2)]) == (
        RoundPlayed(2, 2, 2, {"ann": -7_00}, ("round-ended",)),
    )


def test_what_the_house_decided_for_somebody_is_told() -> None:
    record = RoundRecord(())
    record.note(1, m.Stand(by="ann", box=1), "stand", (), [])
    assert len(record.chronicle) == 1
    record.note(2, m.Stand(by="ann", box=1), None, (), [])
    assert len(record.chronicle) == 1


def test_the_house_s_decision_stands_before_what_followed_from_it_with_its_rule_and_clause() -> None:
    record = RoundRecord(())
    record.note(1, m.Stand(by="ann", box=1), "who stays away stands", ("PA 665a.9(a)",), [f.RoundEnded((), 1)])
    decided, ended = record.chronicle.facts
    assert decided == f.HouseDecided(("PA 665a.9(a)",), "ann", "stand", "who stays away stands")
    assert ended == f.RoundEnded((), 1)


def test_winnings_that_are_taken_back_count_no_more_and_the_wager_does() -> None:
    """Of a round that does not count the stake goes back by a fact of its own."""
    record = RoundRecord(())
    happened = [
        placed("ann", 10_00),
        f.WagerPaid((), "ann", 1, 1, "bet", 10_00, 15_00),
        f.PaymentUndone((), "ann", 1, 1, "bet", 15_00),
        f.PaymentUndone((), "bob", 2, 1, "bet", 3_00),
        f.RoundEnded((), 1),
    ]
    (ended,) = record.note(1, MOVE, None, (), happened)
    assert ended.net_cents == {"ann": 0, "bob": -3_00}


def test_a_record_goes_on_from_a_checkpoint_where_it_stood() -> None:
    """Two facts told and one decision of the house; a wager of the round lies already."""
    table: Table = Scene("double-attack-pa").open().table
    first = RoundRecord(())
    first.note(3, MOVE, None, (), [f.RoundEnded((), 1)])
    first.note(4, MOVE, "by a rule", (), [placed("ann", 10_00)])
    mark = first.mark(table, b"whole")
    assert mark == Mark(
        seq=table.moves_made,
        facts=table.facts_before + len(table.facts),
        told=3,
        first_seq=4,
        net_cents={"ann": -10_00},
        table=b"whole",
        marks=("house-decided",),
    )
    again = RoundRecord((), mark)
    assert (again.first_fact, again.last_round_fact, len(again.chronicle)) == (3, 3, 3)
    assert again.note(6, MOVE, None, (), [placed("ann", 5_00), f.RoundEnded((), 2)]) == (
        RoundPlayed(2, 4, 6, {"ann": -15_00}, ("house-decided", "round-ended")),
    )
    assert (again.first_fact, again.last_round_fact) == (5, 3)
    assert mark.net_cents == {"ann": -10_00}, "a checkpoint is not written on"


def test_a_round_is_found_by_the_clauses_it_cites_and_by_what_was_irregular_once_each() -> None:
    record = RoundRecord(())
    happened = [
        f.WagerPlaced(("PA 665a.7(f)(2)", "PA 665a.7(d)"), "ann", 1, 1, "bet", 1_00),
        f.WagerPlaced(("PA 665a.7(d)",), "ann", 2, 1, "bet", 1_00),
    ]
    record.note(1, MOVE, "who stays away waits", ("PA 665a.9(a)",), happened)
    (ended,) = record.note(2, MOVE, None, (), [f.RoundEnded(("PA 665a.8(a)",), 1), happened[1]])
    assert ended.marks == (
        "PA 665a.7(d)", "PA 665a.7(f)(2)", "PA 665a.8(a)", "PA 665a.9(a)", "house-decided", "round-ended",
    )  # fmt: skip
    (after,) = record.note(3, MOVE, None, (), [f.RoundEnded((), 2)])
    assert after.marks == ("PA 665a.7(d)", "round-ended"), "what followed the end is of the next round"
