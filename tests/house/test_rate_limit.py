"""So many at once, so many a second after that: a bucket on both sides of its limits."""

import pytest

from pitboss.house import rate_limit
from pitboss.house.rate_limit import Bucket, Buckets, Tally


def test_a_burst_is_taken_at_once_and_not_one_more() -> None:
    bucket = Bucket(burst=3, refill=2, now_ms=5_000)
    assert [bucket.take(5_000) for _ in range(4)] == [True, True, True, False]


def test_after_the_burst_one_more_is_taken_as_soon_as_its_share_of_a_second_is_over() -> None:
    bucket = Bucket(burst=1, refill=2, now_ms=0)
    assert bucket.take(0)
    assert bucket.wait_ms() == 500
    assert not bucket.take(499)
    assert bucket.wait_ms() == 1
    assert bucket.take(500)
    assert not bucket.take(500)


def test_what_was_refused_costs_nothing_and_time_counts_once() -> None:
    bucket = Bucket(burst=1, refill=1, now_ms=0)
    assert bucket.take(0)
    assert [bucket.take(ms) for ms in (300, 600, 900, 999)] == [False] * 4
    assert bucket.take(1_000)


def test_what_counts_for_several_takes_as_many_or_none() -> None:
    bucket = Bucket(burst=5, refill=1, now_ms=0)
    assert bucket.take(0, 3)
    assert not bucket.take(0, 3)
    assert bucket.wait_ms(3) == 1_000
    assert [bucket.take(0) for _ in range(3)] == [True, True, False], "of five three are gone"
    assert not bucket.take(2_999, 3)
    assert bucket.take(3_000, 3)


def test_an_idle_bucket_holds_no_more_than_a_burst() -> None:
    bucket = Bucket(burst=2, refill=10, now_ms=0)
    assert [bucket.take(3_600_000) for _ in range(3)] == [True, True, False]


def test_one_that_did_not_count_is_given_back_and_no_more_than_a_burst_is_ever_there() -> None:
    bucket = Bucket(2, 1, 0)
    assert [bucket.take(0) for _ in range(3)] == [True, True, False]
    bucket.give_back()
    assert [bucket.take(0) for _ in range(2)] == [True, False]
    for _ in range(5):
        bucket.give_back()
    assert [bucket.take(0) for _ in range(3)] == [True, True, False]


def test_where_there_is_room_there_is_no_wait_and_a_part_of_a_millisecond_is_a_whole_one() -> None:
    bucket = Bucket(burst=1, refill=3, now_ms=0)
    assert bucket.wait_ms() == 0
    assert bucket.take(0)
    assert bucket.wait_ms() == 334
    assert Bucket(burst=0, refill=0, now_ms=0).wait_ms() == 1000


def test_everybody_has_a_bucket_of_their_own() -> None:
    buckets = Buckets(burst=1, refill=1)
    assert buckets.take("ann", 0)
    assert not buckets.take("ann", 0)
    assert buckets.take("bob", 0)
    assert not buckets.take("ann", 999)
    assert buckets.take("ann", 1_000)


def test_the_longest_unused_bucket_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "BUCKETS_MAX", 2)
    buckets = Buckets(burst=1, refill=1)
    assert buckets.take("ann", 0)
    assert buckets.take("bob", 0)
    assert not buckets.take("ann", 0), "Ann is known, and used later than Bob"
    assert buckets.take("cat", 0)
    assert not buckets.take("ann", 0)
    assert buckets.take("bob", 0), "Bob was forgotten when a third came"


def test_who_looked_at_the_clock_before_the_last_one_did_takes_no_more_than_one() -> None:
    bucket = Bucket(2, 100, 1_000)
    assert bucket.take(5_000)
    assert bucket.take(1_000), "who has waited for something between the clock and here"
    assert not bucket.take(5_000), "and no time has passed since"
    assert bucket.take(5_010)


def test_who_has_left_as_often_as_they_came_is_not_there() -> None:
    there = Tally()
    for name in ("ann", "bob", "ann"):
        there.enter(name)
    there.leave("ann")
    assert (there["ann"], there["bob"], there.total, list(there)) == (1, 1, 2, ["ann", "bob"])
    there.leave("ann")
    assert (there["ann"], "ann" in there, there.total, list(there)) == (0, False, 1, ["bob"])
