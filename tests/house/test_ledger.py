"""The ledger: what each fact moves from where to where, when a table is filled and credited, what it refuses."""

import pytest

from pitboss.house.ledger import (
    BANK,
    FILL_CENTS,
    HOUSE,
    PRACTICE_BANKROLL_CENTS,
    Book,
    Cashier,
    Granted,
    Overdrawn,
    Transfer,
    bankroll,
    chips,
    inventory,
    layout,
    moved_by,
)
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

HERE = "t1"
WON = f.WagerPaid(("PA 665a.7(n)", "PA 665a.12(b)"), "ann", 1, 1, "bet", 10_00, 15_00)


def cashier(bought: int = 100_00, placed: int = 10_00) -> Cashier:
    """At a table where Ann has bought chips and has a bet on the layout."""
    book = Book()
    book.post(Transfer(HOUSE, bankroll("ann"), bought, "bank", 0, "practice bankroll", ""))
    one = Cashier(HERE, book)
    one.post([f.ChipsBought((), "ann", bought), f.WagerPlaced((), "ann", 1, 1, "bet", placed)])
    return one


def won(winnings: int) -> f.WagerPaid:
    """Ann's bet is paid so much."""
    return f.WagerPaid((), "ann", 1, 1, "bet", 10_00, winnings)


def test_every_fact_that_moves_chips_says_from_where_to_where_in_which_round_and_by_which_clauses() -> None:
    book = Book()
    book.post(Transfer(HOUSE, bankroll("ann"), 100_00, "bank", 0, "practice bankroll", ""))
    posted = Cashier(HERE, book).post(
        [
            f.ChipsBought(("PA 665a.6(a)",), "ann", 50_00),
            f.WagerPlaced(("PA 665a.6(c)", "PA 665a.6(d)"), "ann", 1, 1, "bet", 10_00),
            f.WagerPlaced((), "ann", 1, 1, "bust-it", 5_00),
            f.WagerPlaced((), "ann", 1, 1, "attack", 4_00),
            f.WagerCollected(("PA 665a.7(l)",), "ann", 1, 1, "bust-it", 5_00),
            f.WagerReturned(("PA 665a.7(q)",), "ann", 1, 1, "attack", 4_00),
            WON,
            f.RoundEnded((), 7),
            f.PlayerLeft(("PA 665a.6(b)",), "ann", 60_00),
        ]
    )
    mine, there, on_layout, rack = bankroll("ann"), chips(HERE, "ann"), layout(HERE), inventory(HERE)
    assert posted == [
        Transfer(mine, there, 50_00, HERE, 1, "buy-in", "PA 665a.6(a)"),
        Transfer(there, on_layout, 10_00, HERE, 1, "bet", "PA 665a.6(c), PA 665a.6(d)"),
        Transfer(there, on_layout, 5_00, HERE, 1, "bust-it", ""),
        Transfer(there, on_layout, 4_00, HERE, 1, "attack", ""),
        Transfer(on_layout, rack, 5_00, HERE, 1, "bust-it", "PA 665a.7(l)"),
        Transfer(on_layout, there, 4_00, HERE, 1, "attack", "PA 665a.7(q)"),
        Transfer(on_layout, there, 10_00, HERE, 1, "bet", "PA 665a.7(n), PA 665a.12(b)"),
        Transfer(HOUSE, rack, FILL_CENTS, HERE, 1, "fill", ""),
        Transfer(rack, there, 15_00, HERE, 1, "bet", "PA 665a.7(n), PA 665a.12(b)"),
        Transfer(there, mine, 60_00, HERE, 8, "chips taken away", "PA 665a.6(b)"),
    ]
    assert (book[mine], book[there], book[on_layout], book[rack]) == (110_00, 0, 0, FILL_CENTS - 10_00)
    assert sum(book.balances.values()) == 0


@pytest.mark.parametrize(
    ("winnings", "filled"),
    [(1, FILL_CENTS), (FILL_CENTS, FILL_CENTS), (FILL_CENTS + 1, 2 * FILL_CENTS), (2 * FILL_CENTS, 2 * FILL_CENTS)],
)
def test_a_table_that_cannot_pay_is_filled_by_as_many_whole_fills_as_it_needs(winnings: int, filled: int) -> None:
    one = cashier()
    posted = one.post([won(winnings)])
    assert [t.cents for t in posted if t.what == "fill"] == [filled]
    assert one.filled == filled
    assert one.book[inventory(HERE)] == filled - winnings
    assert one.book[HOUSE] == -100_00 - filled


def test_a_table_that_can_just_pay_is_not_filled_and_a_cent_short_is() -> None:
    for short, fills in ((0, []), (1, [FILL_CENTS])):
        one = cashier(placed=30_00)
        one.post([f.WagerCollected((), "ann", 1, 1, "bet", 20_00)])
        posted = one.post([won(20_00 + short)])
        assert [t.cents for t in posted if t.what == "fill"] == fills
        assert one.filled == sum(fills)
        assert one.book[inventory(HERE)] == sum(fills) - short


def test_what_the_table_has_counts_towards_what_it_needs() -> None:
    one = cashier(placed=30_00)
    one.post([f.WagerCollected((), "ann", 1, 1, "bet", 20_00)])
    one.post([won(FILL_CENTS + 20_00)])
    assert (one.filled, one.book[inventory(HERE)]) == (FILL_CENTS, 0)


def test_only_the_table_is_filled_and_a_player_who_is_short_is_not() -> None:
    one = cashier(bought=100_00, placed=10_00)
    with pytest.raises(Overdrawn, match="chips:t1:ann has 9000 cents, bet would take 9001"):
        one.post([f.WagerPlaced((), "ann", 1, 1, "bet", 90_01)])
    assert one.filled == 0


def test_fills_add_up() -> None:
    one = cashier(placed=20_00)
    one.post([won(FILL_CENTS), won(1)])
    assert one.filled == 2 * FILL_CENTS


def test_a_wager_paid_nothing_goes_back_and_no_transfer_of_nothing_is_made() -> None:
    one = cashier()
    posted = one.post([won(0)])
    assert [(t.source, t.target, t.cents) for t in posted] == [(layout(HERE), chips(HERE, "ann"), 10_00)]


def test_a_player_who_leaves_with_nothing_moves_nothing() -> None:
    assert cashier().post([f.PlayerLeft((), "ann", 0)]) == []


def test_at_closing_what_the_table_has_goes_to_the_house_as_a_credit() -> None:
    one = cashier()
    one.post([f.WagerCollected((), "ann", 1, 1, "bet", 10_00), f.RoundEnded((), 3)])
    assert one.post([f.TableClosed((), "floorperson")]) == [
        Transfer(inventory(HERE), HOUSE, 10_00, HERE, 4, "credit", "")
    ]
    assert one.book[inventory(HERE)] == 0


def test_a_table_without_chips_closes_without_a_credit() -> None:
    assert cashier().post([f.TableClosed((), "floorperson")]) == []


def test_a_fact_that_moves_no_chips_posts_nothing() -> None:
    one = cashier()
    one.post([f.WagerCollected((), "ann", 1, 1, "bet", 10_00)])
    assert one.post([f.CardDealt(("PA 665a.7(c)",), 1, 1, "8S", True), f.RoundEnded((), 1)]) == []


def test_nor_does_it_say_of_any_chips_that_they_moved() -> None:
    assert moved_by(HERE, f.RoundEnded((), 1)) == []
    assert moved_by(HERE, won(0)) == [(layout(HERE), chips(HERE, "ann"), 10_00, "bet")]


def test_each_table_and_each_player_has_accounts_of_their_own() -> None:
    accounts = [bankroll("ann"), chips("t1", "ann"), layout("t1"), inventory("t1")]
    assert accounts == ["player:ann", "chips:t1:ann", "layout:t1", "inventory:t1"]


def test_a_practice_bankroll_is_ten_thousand_dollars_and_a_fill_a_hundred_thousand() -> None:
    assert (PRACTICE_BANKROLL_CENTS, FILL_CENTS) == (1_000_000, 10_000_000)


@pytest.mark.parametrize("cents", [0, -1])
def test_a_transfer_moves_at_least_one_cent(cents: int) -> None:
    book = Book()
    with pytest.raises(ValueError, match=f"at least one cent, not {cents}"):
        book.post(Transfer(HOUSE, bankroll("ann"), cents, HERE, 1, "fill", ""))
    book.post(Transfer(HOUSE, bankroll("ann"), 1, HERE, 1, "fill", ""))
    assert (book[HOUSE], book[bankroll("ann")]) == (-1, 1)


def test_an_account_gives_all_it_has_and_not_a_cent_more() -> None:
    book = Book()
    book.post(Transfer(HOUSE, bankroll("ann"), 5_00, HERE, 1, "practice bankroll", ""))
    with pytest.raises(Overdrawn, match="player:ann has 500 cents, buy-in would take 501"):
        book.post(Transfer(bankroll("ann"), chips(HERE, "ann"), 5_01, HERE, 1, "buy-in", ""))
    assert (book[bankroll("ann")], book[chips(HERE, "ann")]) == (5_00, 0)
    book.post(Transfer(bankroll("ann"), chips(HERE, "ann"), 5_00, HERE, 1, "buy-in", ""))
    assert (book[bankroll("ann")], book[chips(HERE, "ann")]) == (0, 5_00)


@pytest.mark.parametrize(
    ("granted", "transfer"),
    [
        (Granted(grant="ann", cents=5), Transfer(HOUSE, bankroll("ann"), 5, BANK, 0, "practice bankroll", "")),
        (Granted(grant="ann", cents=5, reason="a class"), Transfer(HOUSE, bankroll("ann"), 5, BANK, 0, "a class", "")),
        (
            Granted(grant="ann", cents=5, source="guest"),
            Transfer(bankroll("guest"), bankroll("ann"), 5, BANK, 0, "taken along to another name", ""),
        ),
    ],
)
def test_chips_are_granted_by_the_house_or_taken_along_from_another_name(granted: Granted, transfer: Transfer) -> None:
    assert granted.transfer == transfer


def test_what_a_void_round_undoes_comes_from_the_table_and_goes_to_it() -> None:
    collected = f.CollectionUndone((), "ann", 1, 1, "bet", 10_00)
    paid = f.PaymentUndone((), "ann", 1, 1, "bet", 15_00)
    assert moved_by(HERE, collected) == [(inventory(HERE), layout(HERE), 10_00, "bet")]
    assert moved_by(HERE, paid) == [(chips(HERE, "ann"), inventory(HERE), 15_00, "bet")]


def test_looking_at_an_account_that_is_not_there_makes_none() -> None:
    book = Book()
    assert book[bankroll("nobody")] == 0
    assert not book.balances


def test_the_ledger_says_where_it_has_other_chips_than_the_table() -> None:
    scene = Scene("double-attack-pa", players=2, chips=100_00).open()
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    book = Book()
    for name in ("ann", "bob"):
        book.post(Transfer(HOUSE, bankroll(name), 100_00, "bank", 0, "practice bankroll", ""))
    one = Cashier(HERE, book)
    one.post(scene.table.facts)
    state = scene.table.state
    assert one.disagrees(state) is None
    book.post(Transfer(HOUSE, chips(HERE, "bob"), 1, HERE, 1, "a cent too many", ""))
    assert one.disagrees(state) == "chips:t1:bob has 10001 cents, the player 10000"
    scene.do(m.BuyIn(by="cat", cents=5_00))  # who stands
    book.post(Transfer(chips(HERE, "bob"), HOUSE, 1, HERE, 1, "taken back", ""))
    assert one.disagrees(state) == "chips:t1:cat has 0 cents, the player 500"
    book.post(Transfer(HOUSE, chips(HERE, "cat"), 5_00, HERE, 1, "bought", ""))
    assert one.disagrees(state) is None
    book.post(Transfer(chips(HERE, "bob"), layout(HERE), 2, HERE, 1, "two cents astray", ""))
    assert one.disagrees(state) == "layout:t1 has 1002 cents, the layout 1000"
