"""Counting: what a count file says, and what a counter gets by it."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.box import AT_ATTACK, AT_FIRST, AT_INSURES, ROW_SIZE
from pitboss.simulate.counting import Count, counting_tables, read_count
from pitboss.simulate.job import Job, job
from pitboss.simulate.plan import Plan
from pitboss.simulate.results import as_json, by_true_count, of_box
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.simulate.specialise import part
from pitboss.simulate.strategies import strategy_of
from tests.simulate.cuda_cases import case

LONG_HAND = Path(__file__).parents[2] / "examples" / "long_hand.toml"
COUNT = """
tags = { A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, 10 = -1 }
insurance = 3
side = { bust-it = 5 }
bets = { 0 = 1, 2 = 4, 4 = 8 }
attack = { 9 = 1, A = -3 }
[[play]]
hand = "hard 16"
up = "10"
action = "S"
from = 0
"""


@pytest.fixture
def count(tmp_path: Path) -> Count:
    """The count above."""
    file = tmp_path / "count.toml"
    file.write_text(COUNT, encoding="utf-8")
    return read_count(file)


def test_bets_follow_the_true_count(count: Count) -> None:
    """The bet of the last step reached; below the first step, the least."""
    assert [count.bet(true) for true in (-5, 0, 1, 2, 3, 4, 20)] == [1, 1, 1, 4, 4, 8, 8]


def test_every_true_count_has_its_own_tables(count: Count, rules: BlackjackRules) -> None:
    """Attack, insurance, Bust It and an index play change at their true counts and nowhere else."""
    made = counting_tables(rules, [strategy_of(rules, "dealer")], count)
    rows = made.rows.reshape(len(count.true_counts), ROW_SIZE)
    stakes = made.stakes[1:][: 3 * len(rows)].reshape(-1, 3)
    for row, stake, true in zip(rows, stakes, count.true_counts, strict=True):
        assert row[AT_INSURES] == (true >= 3)
        assert row[AT_ATTACK + 8] == (true >= 1)
        assert row[AT_ATTACK] == (true >= -3)
        assert row[AT_FIRST + (9 * 10 + 5) * 10 + 9] & 7 == (0 if true >= 0 else 1)
        level, bet, bonus = stake.tolist()
        assert (bet, bonus) == (count.bet(true), count.bet(true) if true >= 5 else 0)
        assert count.levels(rules)[level] == (bet, bonus)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("tags = { A = 1 }", "each of A, 2 to 10"),
        ("tagz = 1", "no 'tagz'"),
        ("bets = [[0, 1], [3, 8]]", "bets is a table, such as bets = { 0 = 1, 3 = 8 }"),
        ("side = 2", "side is a table"),
        ('attack = "6"', "attack is a table"),
        ("tags = 1", "tags is a table"),
        ("insurance = [", "is not well-formed TOML"),
        ('[[play]]\nhand = "hard 99"\nup = "A"\naction = "S"', "no hand"),
        ('[[play]]\nhand = "hard 16"\nup = "K"\naction = "S"', "no up card"),
        ('[[play]]\nhand = "hard 16"\nup = "A"\naction = "Z"', "actions"),
        ('[[play]]\nhand = "hard 16"\nup = "A"', "an index play has no action"),
        ('[[play]]\nhand = "hard 16"\nup = "A"\naction = "S"\nfrom = nan', "from is a true count, a number, not nan"),
        ('[[play]]\nhand = "hard 16"\nup = "A"\naction = "S"\nfrom = 2\nbelow = 2', "from 2 on and below 2 is never"),
        ("play = 5", r"written below \[\[play\]\]"),
        ("play = [5]", r"written below \[\[play\]\]"),
        ("insurance = true", "insurance is a true count, a number, not True"),
        ('insurance = "3"', "insurance is a true count, a number, not '3'"),
        (f"insurance = 1{'0' * 400}", "insurance is a true count"),
        ("side = { bust-it = [3] }", "side.bust-it is a true count"),
        ("attack = { 6 = 1.5 }", "a true count is a whole number"),
        ("bets = { high = 2 }", "'high' is no true count"),
        ("bets = { 1_0 = 2 }", "'1_0' is no true count"),
        (f"bets = {{ 1{'0' * 5000} = 2 }}", "no true count"),
        ('bets = { 1 = 2, "+1" = 3 }', "two bets from the true count 1 on"),
    ],
)
def test_a_count_that_makes_no_sense_is_refused(change: str, sentence: str, tmp_path: Path) -> None:
    """One sentence that says where."""
    file = tmp_path / "count.toml"
    tags = COUNT.splitlines()[1]
    file.write_text(change if change.startswith("tag") else f"{tags}\n{change}", encoding="utf-8")
    with pytest.raises(RulesError, match=sentence):
        read_count(file)


def test_a_count_attacks_only_where_there_is_an_attack_wager() -> None:
    rules = load("double-deck-house")
    assert isinstance(rules, BlackjackRules)
    with pytest.raises(RulesError, match="no Double Attack Wager"):
        Count(tags=(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), bets={0: 1}, attack={6: 1}).constants(rules)


def test_tags_with_which_the_kernel_would_count_wrong_are_refused(rules: BlackjackRules) -> None:
    """The running count times a deck, at its farthest, on both sides of what 32 bits with a sign hold."""
    most = (2**31 - 1) // (rules.cards.stack_size() * rules.cards.deck_size())
    low = (-1, 1, 1, 1, 1, 1, 0, 0, 0)
    assert Count(tags=(*low, -most), bets={0: 1}).constants(rules)["TAGS"][-1] == -most
    with pytest.raises(RulesError, match="so large"):
        Count(tags=(*low, -most - 1), bets={0: 1}).constants(rules)
    with pytest.raises(RulesError, match="97 parts"):
        Count(tags=(1 / 97, *low[1:], -most), bets={0: 1}).constants(rules)


def test_a_count_that_changes_nothing_gives_the_plain_digits(rules: BlackjackRules, one_box: Job) -> None:
    """With one bet and no deviations a counter plays the very rounds of a player who does not count."""
    plan = Plan(2, 20_000, 1000)
    dealer = strategy_of(rules, "dealer")
    flat = job(rules, [dealer], count=Count(tags=(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), bets={0: 1}))
    counted = simulate(flat, plan, Threads(1)).tally
    plain = simulate(one_box, plan, Threads(1)).tally
    assert of_box(flat, counted, 0).histogram() == of_box(one_box, plain, 0).histogram()
    rows = by_true_count(flat, counted)
    assert sum(row["rounds"] for row in rows) == plan.rounds
    assert len(rows) > 5


def test_a_wager_on_the_players_final_hand_is_made_from_its_true_count_on() -> None:
    """In the very rounds of one who always makes it, as many times as the true count was reached, line by line."""
    rules = load(str(LONG_HAND))
    assert isinstance(rules, BlackjackRules)
    dealer, plan = strategy_of(rules, "dealer"), Plan(3, 20_000, 1000)
    high = Count(tags=(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), bets={0: 1}, side={"long-hand": 1})
    counts, always = job(rules, [dealer], count=high), job(rules, [dealer])
    found, plain = (as_json(one, simulate(one, plan, Threads(1)).tally) for one in (counts, always))
    reached = [row for row in found["by_true_count"] if row["true_count"] >= 1]
    made, every = found["side_wagers"]["long-hand"], plain["side_wagers"]["long-hand"]
    assert 0 < made["wagers"] == sum(row["rounds"] for row in reached) < plan.rounds == every["wagers"]
    assert set(every["histogram"]) == {"-1", "3", "4", "12", "50"}
    assert all(made["histogram"].get(won, 0) <= times for won, times in every["histogram"].items())
    assert {row["wagered"] for row in reached} == {2.0}
    assert {row["wagered"] for row in found["by_true_count"] if row not in reached} == {1.0}


@pytest.mark.slow
def test_several_boxes_that_count_bet_what_the_count_says() -> None:
    """Three boxes with one count: the report has the average bet, the win per hundred rounds, and every true count."""
    todo = case("three-boxes-counting")
    found = as_json(todo, simulate(todo, Plan(1, 3000, 500), Threads(1)).tally)
    assert 1 < found["average_bet"] < 4
    assert found["boxes"] == len(found["by_box"]) == 3
    assert found["per_hundred_rounds"] == pytest.approx(100 * found["round"]["mean"])
    assert sum(row["rounds"] for row in found["by_true_count"]) == 3000


def test_where_the_cover_card_lies_is_no_reason_for_another_kernel(count: Count) -> None:
    """Two depths are two jobs, played by one kernel, and the deeper one has longer shoes."""
    deep, shallow = (load("double-attack-pa", {"cover_card_placed": place}) for place in ("1/4", "1/2"))
    assert isinstance(deep, BlackjackRules)
    assert isinstance(shallow, BlackjackRules)
    jobs = [job(rules, [strategy_of(rules, "dealer")], count=count) for rules in (deep, shallow)]
    assert jobs[0].constants == jobs[1].constants
    assert jobs[0].fingerprint != jobs[1].fingerprint
    assert [int(one.tables.stakes[0]) for one in jobs] == [96, 192]


FAR = """
tags = { A = -3, 2 = 3, 3 = 3, 4 = 3, 5 = 3, 6 = 3, 7 = 0, 8 = 0, 9 = 0, 10 = -3 }
insurance = 26.5
bets = { -14 = 1, 25 = 2, 31 = 9 }
[[play]]
hand = "hard 16"
up = "10"
action = "S"
below = -22
"""


def test_a_count_acts_however_high_or_low_its_true_counts_lie(tmp_path: Path, rules: BlackjackRules) -> None:
    """Every step is told apart from the counts below it, where nothing has been told apart before."""
    file = tmp_path / "far.toml"
    file.write_text(FAR, encoding="utf-8")
    far = read_count(file)
    made = counting_tables(rules, [strategy_of(rules, "dealer")], far)
    rows = made.rows.reshape(-1, ROW_SIZE)
    stakes = made.stakes[1:][: 3 * len(rows)].reshape(-1, 3)
    seen = {true: (row, stake) for true, row, stake in zip(far.true_counts, rows, stakes, strict=True)}
    for true, insures, bet in ((31, 1, 9), (30, 1, 2), (27, 1, 2), (26, 0, 2), (24, 0, 1)):
        assert (seen[true][0][AT_INSURES], seen[true][1][1]) == (insures, bet)
    sixteen = AT_FIRST + (9 * 10 + 5) * 10 + 9
    assert seen[-22][0][sixteen] & 7 == 1
    assert seen[-23][0][sixteen] & 7 == 0
    assert far.constants(rules)["TRUE_LOW"] == min(seen)
    assert far.constants(rules)["TRUE_BINS"] == len(seen)


def test_a_true_count_beyond_all_reason_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "far.toml"
    file.write_text(FAR.replace("26.5", "201"), encoding="utf-8")
    with pytest.raises(RulesError, match="between -200 and 200"):
        read_count(file)


TAGS = COUNT.splitlines()[1]


def read(text: str, folder: Path) -> Count:
    file = folder / "count.toml"
    file.write_text(text, encoding="utf-8")
    return read_count(file)


def test_tags_may_be_fractions(rules: BlackjackRules, tmp_path: Path) -> None:
    """Halves: the kernel counts in halves, and divides by two."""
    count = read(
        "tags = { A = -1, 2 = 0.5, 3 = 1, 4 = 1, 5 = 1.5, 6 = 1, 7 = 0.5, 8 = 0, 9 = -0.5, 10 = -1 }", tmp_path
    )
    made = count.constants(rules)
    assert made["TAGS"] == (-2, 1, 2, 2, 3, 2, 1, 0, -1, -2)
    assert made["TAG_PARTS"] == 2


def test_an_unbalanced_count_goes_by_the_running_count(rules: BlackjackRules, tmp_path: Path) -> None:
    count = read(f"{TAGS}\nrunning = true\nstart = -20\nbets = {{ -60 = 0, 1 = 1 }}", tmp_path)
    made = count.constants(rules)
    assert (made["RUNNING"], made["RUNNING_START"]) == (True, -20)
    assert (count.true_counts.start, count.true_counts.stop) == (-61, 61)
    assert [count.bet(true) for true in (-50, 0, 1, 60)] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("bets = { 0 = 0 }", "one above 0"),
        ("bets = { 0 = -1, 1 = 2 }", "0 where nothing is bet"),
        ("start = 3", "goes with running"),
        ("running = 1", "true or false"),
        ("running = true\nstart = 1000", "within 200"),
        ("tags = { A = 0.1234567, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, 10 = -1 }", "100 parts"),
    ],
)
def test_a_running_count_or_a_bet_that_makes_no_sense_is_refused(change: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=sentence):
        read(change if change.startswith("tags") else f"{TAGS}\n{change}", tmp_path)


def rounds_at(rules: BlackjackRules, count: Count, rounds: int = 300_000) -> dict[int, tuple[int, float]]:
    todo = job(rules, [strategy_of(rules, "dealer")], count=count)
    found = by_true_count(todo, simulate(todo, Plan(5, rounds), Threads()).tally)
    return {row["true_count"]: (row["rounds"], row["mean"]) for row in found}


@pytest.mark.slow
def test_half_the_tags_make_half_the_true_count(rules: BlackjackRules) -> None:
    """Given the same rounds, when every tag is halved, then every two true counts come together in one."""
    hi_lo = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
    whole = rounds_at(rules, Count(hi_lo, {0: 1}))
    half = rounds_at(rules, Count(tuple(tag / 2 for tag in hi_lo), {0: 1}))
    none = (0, 0.0)  # without tens the tags come to more than nothing, and low counts are rare
    assert min(half) < 0
    for true in range(min(half), 10):  # the counts from 20 on are told as one
        assert half[true][0] == whole.get(2 * true, none)[0] + whole.get(2 * true + 1, none)[0]


@pytest.mark.slow
def test_a_running_count_is_the_sum_of_the_tags_from_its_start(rules: BlackjackRules) -> None:
    """Given a count of aces alone, when they come, then it goes up from its start and never below it."""
    aces = (1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    found = rounds_at(rules, Count(aces, {0: 1}, running=True, start=-7))
    assert min(found) == -7
    assert max(found) <= -7 + 4 * rules.cards.decks
    assert found[-7][0] > found[-7 + 4 * rules.cards.decks - 8][0]


@pytest.mark.slow
def test_a_round_that_is_left_is_dealt_and_not_played(rules: BlackjackRules) -> None:
    """Given the same rounds, when nothing is bet below a true count, then the others are as they were."""
    hi_lo = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
    flat, left = rounds_at(rules, Count(hi_lo, {0: 1})), rounds_at(rules, Count(hi_lo, {-20: 0, 2: 1}))
    assert all(left[true] == (flat[true] if true >= 2 else (flat[true][0], 0.0)) for true in flat)


def shoe_of(one: Job, word_bits: int = 63) -> dict[str, Any]:
    """The shoe of a kernel and what is looked up by its count, as they run in Python, in words of so many bits."""
    parts = ("target_python", "draws", "shoe", "worth", "bonus", "box")
    numbers = (f"{name} = {value!r}" for name, value in one.constants.items())
    kernel: dict[str, Any] = {}
    exec(
        "\n".join([*numbers, *(part(name) for name in parts)]).replace("(63, True", f"({word_bits}, {word_bits > 32}"),
        kernel,
    )
    assert kernel["WORD_BITS"] == word_bits
    return kernel


@pytest.mark.parametrize(("tag", "multiplied"), [(1.0, True), (1.5, True), (0.01, False)])
def test_a_kernel_finds_the_true_count_without_dividing(rules: BlackjackRules, tag: float, multiplied: bool) -> None:
    """Whatever cards are left and whatever the running count is: rounded down, and no farther than the tables go."""
    one = job(rules, [strategy_of(rules, "dealer")], count=Count((-1, tag, 1, 1, 1, 1, 0, 0, 0, -1), {0: 1, 2: 3}))
    numbers, kernel = one.constants, shoe_of(one)
    assert kernel["MULTIPLIED"] is multiplied
    low, most, tag_parts = numbers["TRUE_LOW"], numbers["TRUE_BINS"] - 1, numbers["TAG_PARTS"]
    by, full = (one.tables.rows, one.tables.stakes), kernel["FULL"]
    for left in (*range(12), *range(12, numbers["CARDS"], 7)):
        drawn = int(kernel["tags_drawn"](full, left))
        for running in (*range(-60 * tag_parts, 61 * tag_parts, 1 + tag_parts // 4), -380 * tag_parts, 380 * tag_parts):
            true = running * numbers["DECK"] // ((left + 1) * tag_parts)
            found = kernel["true_bin"]((full, left, (), 0, running - drawn, ()), 1, by)
            assert found == min(max(true - low, 0), most), (left, running)


@pytest.mark.parametrize("word_bits", [32, 63])
@pytest.mark.parametrize("decks", [1, 8, 12])
@pytest.mark.parametrize("tags", [(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), (2.5, -4, 0, 7, -1.5, 0, 1, 3, -9, 6)])
def test_the_running_count_is_of_every_card_seen(decks: int, tags: tuple[float, ...], word_bits: int) -> None:
    """Whatever the shoe: of cards drawn, not of the one burned, and of one that lies face down when it is turned."""
    rules = load("double-deck-house", {"decks": decks})
    assert isinstance(rules, BlackjackRules)
    one = job(rules, [strategy_of(rules, "dealer")], count=Count(tags, {0: 1}))
    kernel, luck = shoe_of(one, word_bits), Random(decks)
    kernel["below"] = kernel["next_place"] = lambda rng, n: (rng, luck.randrange(n))
    s, running = kernel["burned"](kernel["shuffled"](None)), 0
    assert kernel["running_count"](s) == running
    for place in range(52 * decks - 1):
        s, value, _ = kernel["draw"](s)
        if place % 5 == 0:
            s = kernel["not_yet_seen"](s, value)
            assert kernel["running_count"](s) == running
            s = kernel["now_seen"](s, value)
        running += one.constants["TAGS"][value]
        assert kernel["running_count"](s) == running, place


def test_a_hand_goes_by_the_count_only_where_a_play_does(rules: BlackjackRules, count: Count) -> None:
    """Bets alone are no reason to look at the count before every card."""
    assert count.plays
    assert count.constants(rules)["COUNT_PLAYS"]
    assert count.constants(rules)["COUNT_ATTACKS"] is bool(count.attack)
    bets = replace(count, plays=(), attack={})
    assert not bets.constants(rules)["COUNT_PLAYS"]
    assert not bets.constants(rules)["COUNT_ATTACKS"]
    strategy = strategy_of(rules, "dealer")
    assert len({bets.at(strategy, true).play for true in bets.true_counts}) == 1
    assert len({bets.at(strategy, true).attack for true in bets.true_counts}) == 1
