"""Drills: every answer comes from the rules or from a round that the engine dealt; what was failed comes back."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest

from pitboss.cards.card import Card
from pitboss.law import clauses
from pitboss.procedure import facts as f
from pitboss.procedure.blackjack.facts import HandBusted, SecondChanceDrawn
from pitboss.procedure.fact import Fact
from pitboss.rules.errors import RulesError
from pitboss.rules.money import Odds, dollars
from pitboss.rules.variant import load
from pitboss.school.blackjack_sums import _cards_from_the_shoe
from pitboss.school.dealt import Under
from pitboss.school.drills import ITEMS, Answer, DrillRecord, Session, asked_again, drills_of
from pitboss.school.family_school import school_of
from pitboss.school.faults import (
    AGAINST,
    LEFT_OUT,
    NONE,
    NOT_STEPS,
    SPOT,
    _against,
    _item,
    dealt_wrongly,
    kinds,
    tables,
)
from pitboss.school.faults import planted as faults_planted
from pitboss.school.items import (
    Chance,
    Drill,
    Item,
    cents_in,
    chips_in_words,
    digest_of,
    in_chips,
    is_right,
    one_of_four,
)
from pitboss.school.orders import told
from pitboss.school.planting import Shown
from pitboss.school.repetition import BOXES, Progress
from pitboss.school.scoring import Catches, MadeOtherwise, NotScored, Part
from pitboss.school.which_clause import _which_clause, _wrong
from tests import moves as m
from tests.procedure.kit import Scene
from tests.school.kit import GAMES

PA, NJ, DBJ, DD, HI_LO = GAMES
NUMBERED = (8, "5710c276e3a0d9a6")
POINTS = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 1}


def items(game: str, drill: str, many: int = 1) -> list[Item]:
    """A few items of every key of a drill."""
    rules = load(game)
    one = drills_of(rules)[drill]
    return [one.item(rules, key, Chance(f"{key} {n}")) for key in one.keys(rules) for n in range(many)]


def counted(shown: str) -> int:
    """What cards count, written a second time."""
    codes = [Card.parse(word).code for word in shown.split()]
    hard = sum(POINTS[code[0]] for code in codes)
    return hard + 10 if any(code[0] == "A" for code in codes) and hard <= 11 else hard


def wager(shown: str) -> int:
    cents = cents_in(re.search(r"\((\$[\d,.]+)\)", shown)[1])  # type: ignore[index]  # it is always there
    assert cents is not None
    return cents


# --- every game -----------------------------------------------------------------------------------------------------


def asks_what_has_an_answer(item: Item) -> bool:
    assert item.question
    assert item.answers
    assert all(is_right(item, answer) for answer in item.answers)
    assert not is_right(item, "nothing of the kind")
    assert set(item.clauses) <= set(clauses())
    right = [choice for choice in item.choices if is_right(item, choice)]
    assert not item.choices or 1 <= len(right) < len(item.choices)
    assert item.drill != "which-clause" or len(right) == 1, "of several clauses that are right one is among the choices"
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_drill_of_every_game_asks_what_has_an_answer_and_cites_what_there_is(game: str) -> None:
    for name in drills_of(load(game)):
        assert all(item.drill == name and asks_what_has_an_answer(item) for item in items(game, name) if name != SPOT)


@pytest.mark.parametrize("game", [DBJ, HI_LO])
def test_every_drill_asks_what_has_an_answer(game: str) -> None:
    rules = load(game)
    for name, drill in drills_of(rules).items():
        item = drill.item(rules, drill.keys(rules)[-1], Chance(name))
        assert item.drill == name
        assert asks_what_has_an_answer(item)


@pytest.mark.slow
def test_the_drills_that_a_game_has_room_for() -> None:
    asked = {game: {name for name, drill in drills_of(load(game)).items() if drill.keys(load(game))} for game in GAMES}
    everywhere = {"order-of-dealing", "which-clause", SPOT}
    blackjack = everywhere | {"hand-totals", "payouts", "halves", "order-of-settlement"}
    assert asked[PA] == asked[NJ] == blackjack | {"side-wagers", "resolve-it"}
    assert asked[DBJ] == blackjack | {"second-chance", "resolve-it"}
    assert asked[DD] == blackjack | {"resolve-it"}
    assert asked[HI_LO] == everywhere | {"resolve-it"}


# --- sums -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES[:4])
def test_hand_totals(game: str) -> None:
    for item in items(game, "hand-totals", 10):
        total, cards = counted(item.shown[0]), item.shown[0].split()
        hard, has_ace = sum(POINTS[Card.parse(word).code[0]] for word in cards), any(word[0] == "A" for word in cards)
        assert int(item.answers[0]) == total
        assert is_right(item, f"soft {total}") is (total != hard)
        kind = "two cards" if len(cards) == 2 else "three cards or more"
        assert item.key == ("over 21" if total > 21 else "an ace among them" if has_ace else kind)
        if game in (PA, NJ):
            assert "10" not in item.shown[0]


# What each wager pays, from the texts: 665a.12(a),(b), 26.5(e), 26.11(c), 673a.12(a) to (c), the house's rules.
EVEN = {"bet": "1 to 1", "bet with Blackjack": "1 to 1", "double": "1 to 1"}
PAYS: dict[str, dict[str, str]] = {
    PA: {**EVEN, "attack": "1 to 1", "insurance": "5 to 2"},
    NJ: {**EVEN, "attack": "1 to 1", "insurance": "5 to 2"},
    DBJ: {
        "bet": "1 to 1",
        "bet with Blackjack": "2 to 1",
        "double": "1 to 1",
        "insurance": "2 to 1",
        "second chance": "1 to 1",
    },
    DD: {"bet": "1 to 1", "bet with Blackjack": "3 to 2", "double": "1 to 1", "insurance": "2 to 1"},
}


@pytest.mark.parametrize("game", GAMES[:4])
def test_payouts_of_every_wager_at_odd_amounts(game: str) -> None:
    asked = items(game, "payouts", 5)
    assert {item.key for item in asked} == set(PAYS[game])
    for item in asked:
        assert item.answers == (dollars(Odds.parse(PAYS[game][item.key]).winnings(wager(item.shown[0]))),)
    assert len({item.shown for item in asked}) > len(asked) // 2


def spanish_pays(codes: list[str], doubled: bool) -> Odds:
    """What `examples/spanish.toml` pays a 21, read from its lines a second time."""
    ranks, suits = sorted(code[0] for code in codes), {code[1] for code in codes}
    pays = {5: "3 to 2", 6: "2 to 1"}.get(len(codes), "3 to 1" if len(codes) > 6 else "1 to 1")
    if ranks in (["6", "7", "8"], ["7", "7", "7"]):
        pays = "3 to 1" if suits == {"S"} else "2 to 1" if len(suits) == 1 else "3 to 2"
    return Odds.parse("1 to 1" if doubled else pays)


def test_bonuses_for_21s_are_asked_with_cards_and_paid_as_the_variant_has_it() -> None:
    """Nine lines, the 21 that has none, and the hands a double or a split formed; not after a double."""
    asked = items("examples/spanish.toml", "payouts", 6)
    bonuses = [item for item in asked if item.key.startswith("21 ")]
    assert len({item.key for item in bonuses}) == 9 + 3
    for item in bonuses:
        codes, doubled = [Card.parse(word).code for word in item.shown[-1].split()], item.key.endswith("doubled")
        assert counted(item.shown[-1]) == 21
        assert all(counted(" ".join(item.shown[-1].split()[:n])) < 21 for n in range(2, len(codes)))
        odds = spanish_pays(codes, doubled)
        bonus = item.key.startswith("21 of") or item.key.endswith("split")
        assert (odds.ratio > 1) is bonus
        assert cents_in(item.answers[0]) == (1 + doubled) * odds.winnings(wager(item.shown[0]))
        assert item.clauses == load("examples/spanish.toml").cites("bonus_21" if bonus else "bet_odds")
        assert item.question.endswith("on the bet and the double?" if doubled else "on the bet?")
        assert ("after a split" in item.question) is item.key.endswith("split")


def test_wagers_that_are_asked_about_lie_within_the_limits_of_the_table() -> None:
    """Also where there are but three amounts; every one of them comes."""
    rules = load(DD, {"table_minimum_cents": 10_00, "table_maximum_cents": 12_00})
    drill = drills_of(rules)["payouts"]
    asked = {wager(drill.item(rules, "double", Chance(number)).shown[0]) for number in range(60)}
    assert asked == {10_00, 11_00, 12_00}


def test_no_hand_that_is_shown_has_more_of_a_card_than_the_decks_do() -> None:
    rules = load(DD)
    most = [max(Counter(_cards_from_the_shoe(rules, Chance(number), 8)).values()) for number in range(100)]
    assert max(most) == rules.cards.decks == 2


@pytest.mark.parametrize(
    ("sets", "keys"),
    [
        ({"bonus_21": "7-7-7 spades: 2 to 1"}, {"21 without a bonus"}),  # two decks have two of them
        ({"bonus_21": "5 cards: 2 to 1"}, {"21 of 5 cards", "21 without a bonus", "21 with a bonus, after a split"}),
        ({}, set()),
    ],
)
def test_a_bonus_that_no_hand_can_have_is_not_asked(sets: dict[str, str], keys: set[str]) -> None:
    """Nor of a double that only two cards can have, where five are needed."""
    rules = load(DD, sets)
    assert {key for key in drills_of(rules)["payouts"].keys(rules) if key.startswith("21 ")} == keys


def test_halves() -> None:
    for item in items(PA, "halves", 5):
        cents, value = wager(item.shown[0]), "surrender_share" if item.key == "surrender" else "insurance_share"
        assert item.clauses == load(PA).cites(value)
        half = cents // 2 if item.key == "surrender" else cents // 2 // 100 * 100
        least, most = half, half + 100 if item.key != "surrender" and cents % 200 else half
        assert cents_in(item.answers[0]) in (least, most)


def test_a_share_that_a_variant_has_otherwise_is_taken_of_the_bet_and_what_is_not_offered_is_not_asked() -> None:
    rules = load(DD, {"surrender": "first-decision", "surrender_share": "1/4", "insurance_offered": False})
    drill = drills_of(rules)["halves"]
    assert drill.keys(rules) == ("surrender",)
    for number in range(5):
        item = drill.item(rules, "surrender", Chance(number))
        assert cents_in(item.answers[0]) == wager(item.shown[0]) // 4


@pytest.mark.parametrize(
    ("example", "many"),
    [("perfect_pairs", {2}), ("over_under_13", {2}), ("twenty_one_plus_three", {3}), ("long_hand", set(range(2, 8)))],
)
def test_a_side_wager_is_asked_with_the_cards_that_decide_it(example: str, many: set[int]) -> None:
    """Two of the player's, the dealer's up card with them, or a hand as it ends."""
    rules = load(f"examples/{example}.toml")
    drill = drills_of(rules)["side-wagers"]
    (own,) = {kind.id for kind in rules.side_wagers} - {"bust-it", "over-13", "under-13"} or {"over-13"}
    keys = [key for key in drill.keys(rules) if key.startswith(f"{own}: ")]
    found = {len(drill.item(rules, key, Chance(n)).shown[-1].split()) for key in keys for n in range(8)}
    assert found <= many
    assert found == many or len(found) > 3


@pytest.mark.parametrize("game", [PA, NJ])
def test_every_line_of_bust_it(game: str) -> None:
    pays = {"6": 15, "7": 10, "8": 8, "9": 6, "J": 3, "Q": 3, "K": 3}
    for item in items(game, "side-wagers", 4):
        cents, cards = wager(item.shown[0]), [Card.parse(word).code for word in item.shown[-1].split()]
        times = 0
        if len(cards) == 3 and counted(item.shown[-1]) > 21:
            times = pays[cards[-1][0]]
            colours = {code[1] in "DH" for code in cards}
            if {code[0] for code in cards} == {"8"} and len(colours) == 1:
                times = 200 if len({code[1] for code in cards}) == 1 else 50
        assert cents_in(item.answers[0]) == times * cents
    assert len(items(game, "side-wagers")) == 8


@pytest.mark.parametrize("hits_soft", [True, False])
def test_a_dealer_s_hand_that_decides_a_wager_has_the_cards_that_a_dealer_draws_and_no_more(hits_soft: bool) -> None:
    """Two cards or three decide Bust It: a soft 17 is a hand of two where the house stands on it, and else of three."""
    rules = load(PA, {"dealer_hits_soft": hits_soft})
    drill = drills_of(rules)["side-wagers"]
    (lost,) = (key for key in drill.keys(rules) if key.endswith("lost"))
    totals = set()
    for number in range(400):
        cards = drill.item(rules, lost, Chance(str(number))).shown[-1].split()
        total, hard = counted(" ".join(cards[:2])), sum(POINTS[Card.parse(card).code[0]] for card in cards[:2])
        draws = total < 17 or (hits_soft and total == 17 != hard)
        assert len(cards) == (3 if draws else 2), cards
        totals.add((total, total != hard))
    assert totals >= {(16, False), (17, True), (18, False)}, "both sides of where a dealer stands"


@pytest.mark.clause("PA 673a.7(l)")
def test_second_chance_cards_are_subtracted_and_an_ace_counts_one() -> None:
    for item in items(DBJ, "second-chance", 3):
        before = int(item.shown[0].split()[-1])
        card = Card.parse(item.shown[1].split()[-1]).code
        assert int(item.answers[0]) == before - POINTS[card[0]]


def test_a_second_chance_is_asked_with_what_that_hand_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a box that was split, both hands were over 21."""
    by = ("PA 673a.7(l)",)
    happened = [
        *(HandBusted(by, 1, hand, total) for hand, total in ((1, 24), (2, 23))),
        SecondChanceDrawn(by, 1, 2, "5S", 18),
    ]
    monkeypatch.setattr("pitboss.school.blackjack_sums.rounds_by_seed", lambda rules, seed: iter([happened]))
    item = drills_of(load(DBJ))["second-chance"].item(load(DBJ), "below 21", Chance(1))
    assert item.shown[0] == "the hand counts 23"
    assert item.answers == ("18",)


def test_a_side_wager_of_a_variant_is_drilled_too() -> None:
    rules = load("examples/perfect_pairs.toml")
    drill = drills_of(rules)["side-wagers"]
    keys = [key for key in drill.keys(rules) if key.startswith("perfect-pairs")]
    assert len(keys) > 2
    for key in keys:
        item = drill.item(rules, key, Chance(key))
        assert (item.answers == ("$0",)) is key.endswith("lost")


# --- answers as people write them -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        ("$37.50", 3750),
        ("37.5", 3750),
        ("37", 3700),
        ("$2,200", 2200_00),
        ("1 green + 2 red", 3500),
        ("1 black, 1x white and 1 pink", 10150),
        ("3 blue", None),
        ("a lot", None),
        ("2,2", None),
        ("2,2000", None),
        ("$2,200,000", 2200_000_00),
    ],
)
def test_money_is_read_as_people_write_it(written: str, cents: int | None) -> None:
    assert cents_in(written) == cents


@pytest.mark.parametrize("given", ["3", "$37", "7.50", "$370.50", "$37.5 0", ""])
def test_a_part_of_a_sum_is_not_the_sum(given: str) -> None:
    item = Item(drill="x", key="x", question="?", answers=("$37.50",), clauses=())
    assert is_right(item, "37.5")
    assert not is_right(item, given)


def test_chips_make_the_sum_in_the_fewest() -> None:
    for cents in (1, 50, 99_50, 637_00, 1111_50):
        assert sum(worth * many for worth, many in in_chips(cents).items()) == cents
    assert chips_in_words(630_00) == "1 purple, 1 black, 1 green, 1 red"


def test_an_answer_may_be_the_number_of_a_choice() -> None:
    item = Item(drill="x", key="x", question="?", choices=("box 1", "the dealer"), answers=("the dealer",), clauses=())
    assert is_right(item, "2")
    assert is_right(item, "The Dealer ")
    assert not is_right(item, "1")
    assert not is_right(item, "3")


@pytest.mark.parametrize("seed", range(5))
def test_of_four_choices_each_is_another_and_the_right_one_is_there_once(seed: int) -> None:
    choices = one_of_four("a", ["b", "a", "c", "b", "d", "a"], Chance(seed))
    assert sorted(choices) == ["a", "b", "c", "d"]


# --- order ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(e)", "PA 665a.7(f)")
def test_the_order_of_dealing_is_the_tables_own() -> None:
    for item in items(PA, "order-of-dealing", 4):
        if item.key != "deal":
            continue
        dealt = Counter(line.split(" ←")[0] for line in item.shown if "←" in line)
        if not dealt:
            assert item.answers == ("the dealer",)
        elif not dealt["box 1"]:
            assert item.answers == ("box 1",)


def test_where_a_text_orders_no_direction_every_box_that_is_left_is_right() -> None:
    several = [item for item in items(NJ, "order-of-settlement", 8) if len(item.answers) > 1]
    assert several
    for item in several:
        settled = {line.partition(":")[0] for line in item.shown if re.match(r"box \d: (wins|loses|ties)", line)}
        assert not settled & set(item.answers)


# --- spot the fault -------------------------------------------------------------------------------------------------


IRREGULAR = [DBJ, HI_LO, *(pytest.param(game, marks=pytest.mark.slow) for game in (PA, NJ, DD))]


@pytest.mark.parametrize("game", IRREGULAR)
def test_every_clause_on_irregularities_is_among_the_faults(game: str) -> None:
    rules = load(game)
    irregular = school_of(rules).irregularities(rules)
    assert set(irregular) == {key.removeprefix(AGAINST) for key in kinds(rules) if key.startswith(AGAINST)}
    if game != DD:
        assert irregular


def test_what_nobody_has_to_do_is_not_left_out() -> None:
    """Of a game whose steps are many, and of one whose are few: nothing that shows by itself, nor what players do."""
    left_out = {
        game: {kind.removeprefix(LEFT_OUT) for kind in kinds(load(game)) if kind.startswith(LEFT_OUT)}
        for game in (DBJ, HI_LO)
    }
    assert left_out[HI_LO] == {"cards-shuffled", "hand-chosen", "round-voided", "stub-counted", "stub-placed"}
    not_steps: tuple[type[Fact], ...] = (*NOT_STEPS, *school_of(load(DBJ)).not_steps)
    nobodys = {str(kind.__struct_config__.tag) for kind in not_steps}
    assert left_out[DBJ].isdisjoint(nobodys)
    shows_by_itself = {"hand-busted", "dealer-stood", "hand-settled", "cover-card-came-out", "cards-ran-out"}
    players = {
        "decision-made",
        "hand-split",
        "card-refused",
        "card-accepted",
        "inspection-asked",
        "cut-refused",
        "wager-placed",
    }
    assert nobodys > shows_by_itself | players


@pytest.mark.parametrize(
    ("game", "otherwise"),
    [
        (PA, {"shuffling", "reader_shows_players", "decks"}),
        (
            NJ,
            {
                "shuffling",
                "reader_shows_players",
                "decks",
                "collect_and_pay",
                "hole_card card_reader",
                "hole_card card_reader reader_shows_players",
            },
        ),
        (DBJ, {"shuffling", "reader_shows_players", "decks", "collect_and_pay"}),
        (DD, set()),
    ],
)
def test_a_game_is_dealt_under_every_setting_that_its_text_has_a_clause_for(game: str, otherwise: set[str]) -> None:
    """With a device, from a shoe that runs out, with the other reader, paid the other way; of one text, as it is."""
    rules = load(game)
    plain, *others = school_of(rules).settings(rules)
    assert plain is rules
    names = ("shuffling", "hole_card", "card_reader", "reader_shows_players", "decks", "collect_and_pay")
    before, *after = ({name: rules.by_name[name][1].value for name in names} for rules in (rules, *others))
    found = [" ".join(name for name in names if values[name] != before[name]) for values in after]
    assert sorted(found) == sorted(otherwise)
    assert bool(school_of(rules).irregularities(rules)) is (game != DD), "what is left to other rules is no rule on it"


@pytest.mark.parametrize("game", [DBJ, HI_LO])
def test_a_fault_against_a_clause_breaks_that_clause(game: str) -> None:
    """Of whichever kind it is, in whichever round there is room for one."""
    rules, met = load(game), 0
    for seed, setting in tables(rules, Chance("keys"), 12):
        table = dealt_wrongly(Under.of(setting), seed)
        for number in range(len(table.rounds)):
            for clause in school_of(rules).irregularities(rules):
                found = _against(clause, setting, table.facts(number), Chance(number))
                met += found is not None
                assert found is None or clause in found[1].clauses
    assert met


@pytest.mark.parametrize("game", [DBJ, *(pytest.param(game, marks=pytest.mark.slow) for game in (PA, NJ, DD))])
def test_there_are_at_least_thirty_kinds_of_fault(game: str) -> None:
    assert len([kind for kind in kinds(load(game)) if kind != NONE and not kind.startswith(AGAINST)]) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_fault_is_one_change_to_a_lawful_round_and_shows_where_the_answer_says(game: str) -> None:
    rules = load(game)
    drill = drills_of(rules)[SPOT]
    for key in kinds(rules):
        item = drill.item(rules, key, Chance(f"once {key}"))
        assert all(line.startswith(f"{number}  ") for number, line in enumerate(item.shown, 1))
        if key == NONE:
            assert item.answers == (NONE, "0")
            assert not item.planted
        else:
            assert item.planted
            assert item.clauses or game == HI_LO
            where_and_what = [answer.partition(" ") for answer in item.answers]
            assert all(1 <= int(where) <= len(item.shown) for where, _, _ in where_and_what)
            assert {what for _, _, what in where_and_what} == {item.planted.replace("-", " ")}
            assert item.whats.count(item.planted.replace("-", " ")) == 1
            if key.startswith(AGAINST):
                assert key.removeprefix(AGAINST) in item.clauses
        assert len(set(item.whats)) == 4


@pytest.mark.parametrize(
    ("other", "planted"),
    [({}, True), ({"wager": "attack"}, False), ({"hand": 2}, False), ({"box": 2}, False), ({"player": "Bob"}, False)],
)
def test_half_of_a_surrender_comes_back_from_the_wager_of_which_half_was_taken(
    other: dict[str, object], planted: bool
) -> None:
    """A wager that lost beside one that pushed, of a split hand too, is no surrender."""
    taken = f.WagerCollected(("PA 665a.10(b)",), "Ann", 1, 1, "bet", 5_00)
    back = f.WagerReturned(("PA 665a.10(b)",), "Ann", 1, 1, "bet", 5_00)
    happened = (taken, msgspec.structs.replace(back, **other))
    shown = faults_planted(load("double-attack-pa"), "all-of-a-surrender-taken")(
        load("double-attack-pa"), happened, Chance(1)
    )
    assert (shown is not None) is planted
    if shown is not None:
        assert shown.facts == (msgspec.structs.replace(taken, cents=10_00),)


def test_a_dealer_who_stands_too_early_says_what_the_cards_count_that_were_drawn() -> None:
    """Else the total would be a second fault, and nobody could say which one is meant."""
    item = drills_of(load(PA))[SPOT].item(load(PA), "dealer-stands-too-early", Chance("early"))
    place = int(item.answers[0].partition(" ")[0]) - 1
    said = re.fullmatch(r"\d+  dealer has (\d+)", item.shown[place])
    assert said is not None
    before = next(line for line in reversed(item.shown[:place]) if re.search(r"dealer (turns|←)", line))
    assert said[1] == before.split()[-1]


@pytest.mark.parametrize(
    ("fault", "box", "more"),
    [("dealer-stands-too-early", 0, -1), ("dealer-draws-too-far", 0, 1), ("double-gets-two-cards", 1, 1)],
)
def test_a_card_more_or_fewer_is_one_more_or_fewer_in_the_rack_too(fault: str, box: int, more: int) -> None:
    """Else the number of cards would be a second fault."""
    scene = Scene(PA, "6S 5H 6D 2C KC 5C 8D").open().bet().no_attack()
    scene.as_player(m.Double, cents=100_00)
    happened = scene.table.facts
    shown = faults_planted(load(PA), fault)(load(PA), happened, Chance(1))
    assert shown is not None

    def racked(facts: Iterable[f.Fact]) -> dict[int, int]:
        return {fact.box: fact.cards for fact in facts if isinstance(fact, f.CardsDiscarded)}

    before = racked(happened)
    assert racked(shown.facts) == before | {box: before[box] + more}


def test_a_fault_is_named_by_its_place_and_by_what_it_is() -> None:
    item = drills_of(load(PA))[SPOT].item(load(PA), "overpaid", Chance("where and what"))
    where, _, what = item.answers[0].partition(" ")
    number = item.whats.index(what) + 1
    assert is_right(item, f"{where} {number}")
    assert is_right(item, f"{where} {what}")
    shown = Shown((f.RoundBegan((), 1, ""),), (0,), ())
    for kind in ("overpaid", NONE):
        offered = {one for n in range(40) for one in _item(load(PA), Chance(n), kind, kind, shown).whats}
        assert not any(one.startswith(AGAINST) or one == NONE for one in offered), "a clause says where to look"
        assert len(offered) > 20
    assert not is_right(item, where), "what is wrong there has to be said too"
    assert not is_right(item, f"{where} {number % 4 + 1}")
    assert not is_right(item, f"{int(where) + 2} {number}")
    assert not is_right(item, "none")


@pytest.mark.parametrize("said", ["\u00b2", "\u0661", "9" * 5000, "0", "-1", "3"])
def test_what_is_not_the_number_of_a_choice_is_wrong_and_nothing_worse(said: str) -> None:
    item = Item(
        drill="spot-the-fault",
        key="overpaid",
        question="What is wrong, and where?",
        choices=("late", "early"),
        whats=("overpaid", "underpaid"),
        answers=("early", "1 underpaid"),
        clauses=(),
    )
    assert is_right(item, "2")
    assert is_right(item, "1 2")
    assert not is_right(item, said)
    assert not is_right(item, f"1 {said}")


def test_one_of_four_rounds_has_no_fault_and_every_other_one_has() -> None:
    """Whoever answers that each round has one, or that none has, is wrong in either way."""
    session = Session(load(PA), SPOT, 4)
    items = {key: Item(drill=SPOT, key=key, question="?", answers=(key,), clauses=()) for key in session.keys}
    session.drill = Drill(SPOT, "", lambda rules: session.keys, lambda rules, key, chance: items[key])
    for _ in range(400):
        session.answer("?")
    clean = [item.key == NONE for item, _, _ in session.marked[1:]]
    assert clean == [Chance(f"4 {SPOT} {number}").pick(4) == 0 for number in range(1, 400)]
    assert 75 <= sum(clean) <= 125


def test_an_answer_counts_under_every_clause_that_its_item_cites() -> None:
    session = Session(load(PA), "payouts", 1)
    items = [
        Item(drill="payouts", key=key, question="?", answers=("1",), clauses=tuple(key.split()))
        for key in ("a b", "b c")
    ]
    session.marked = [
        (item, Answer(key=item.key, item="", given="1"), right)
        for item, right in zip(items, (True, False), strict=True)
    ]
    assert session.score().by_clause == {"a": Part(1, 1), "b": Part(2, 1), "c": Part(1, 0)}
    assert session.score().by_key == {"a b": Part(1, 1), "b c": Part(1, 0)}


@pytest.mark.parametrize(("said", "alarms"), [("", 0), ("0", 0), ("none", 0), (" None ", 0), ("3 1", 1)])
def test_who_says_nothing_has_missed_the_fault_and_cried_no_alarm(said: str, alarms: int) -> None:
    session = Session(load(PA), SPOT, 4)
    while not session.item.planted:
        session.answer(session.item.answers[0])
    session.answer("9999" if said == "3 1" else said)
    assert session.score().catches == Catches(0, 1, alarms)


def test_catches_misses_and_false_alarms_are_counted() -> None:
    session = Session(load(PA), SPOT, 4)
    expected = [0, 0, 0]
    for number in range(24):
        item = session.item
        if number % 3 == 0:
            session.answer(item.answers[0])
            expected[0] += bool(item.planted)
        elif number % 3 == 1:
            session.answer("none")
            expected[1] += bool(item.planted)
        else:
            session.answer("9999")
            expected[1] += bool(item.planted)
            expected[2] += 1
    assert session.score().catches == Catches(*expected)
    assert {bool(item.planted) for item, _, _ in session.marked} == {True, False}


# --- what comes back ------------------------------------------------------------------------------------------------


def test_a_wrong_answer_comes_back_at_once_and_a_right_one_later_and_later() -> None:
    progress, keys, chance = Progress(), ["a", "b", "c"], Chance(1)
    progress = progress.after("a", False)
    assert progress.cards["a"].box == 0
    assert progress.cards["a"].due == 2
    assert progress.next(keys, chance) == "a"
    gaps = []
    for _ in range(BOXES + 2):
        progress = progress.after("a", True)
        gaps.append(progress.cards["a"].due - progress.items)
    assert gaps == [2, 4, 8, 16, 32, 64, 64, 64]
    assert progress.after("a", False).cards["a"].box == 0


def test_what_is_due_longest_comes_first_then_what_is_new_then_what_is_due_soonest() -> None:
    keys, chance = ["a", "b", "c"], Chance(1)
    progress = Progress().after("b", True).after("a", True)
    assert progress.next(keys, chance) == "b"
    fresh = Progress().after("a", True)
    assert {fresh.next(keys, Chance(seed)) for seed in range(20)} == {"b", "c"}
    known = fresh.after("b", True).after("c", True).after("a", True).after("b", True)
    assert min(card.due for card in known.cards.values()) <= known.items + 1
    both = Progress().after("b", False).after("a", False)
    assert {card.due <= both.items + 1 for card in both.cards.values()} == {True}
    assert both.next(["a", "b"], chance) == "b", "it has waited longer, wherever it stands"
    rested = Progress().after("a", True).after("a", True).after("b", True)
    assert {card.due <= rested.items + 1 for card in rested.cards.values()} == {False}
    assert rested.next(["a", "b"], chance) == "b"


def test_items_come_back_more_often_where_the_trainee_failed() -> None:
    session = Session(load(PA), "payouts", 1)
    for _ in range(60):
        session.answer("wrong" if session.item.key == "insurance" else session.item.answers[0])
    asked = Counter(item.key for item, _, _ in session.marked)
    assert asked["insurance"] == max(asked.values()) > 2 * min(asked.values())


# --- on paper -------------------------------------------------------------------------------------------------------


def test_a_drill_is_asked_again_from_its_record() -> None:
    session = Session(load(DBJ), "payouts", "x")
    for number in range(9):
        session.answer(session.item.answers[0] if number % 4 else "no idea", took_ms=1500)
    paper = msgspec.json.decode(msgspec.json.encode(session.record()), type=DrillRecord)
    assert asked_again(paper).score() == session.score()
    assert session.score().items == Part(9, 6)
    assert session.score().took_ms == 13_500


def test_a_record_whose_answers_belong_elsewhere_is_not_scored() -> None:
    session = Session(load(PA), "payouts", 1)
    session.answer("1")
    paper = session.record()
    other = msgspec.structs.replace(paper.answers[0], key="another", item="0" * 64)
    with pytest.raises(NotScored, match=r"item 1 is not the one that its seed .* its answer is to 'another'"):
        asked_again(msgspec.structs.replace(paper, answers=(other,)))
    same_kind = msgspec.structs.replace(paper.answers[0], item="0" * 64)
    with pytest.raises(NotScored, match="item 1 is not the one that its seed"):
        asked_again(msgspec.structs.replace(paper, answers=(same_kind,)))
    with pytest.raises(MadeOtherwise, match=r"made otherwise \(1\.0; this version makes"):
        asked_again(msgspec.structs.replace(paper, made_by="1.0"))
    with pytest.raises(NotScored, match="rules hash"):
        asked_again(msgspec.structs.replace(paper, rules_hash="0" * 64))


def test_a_drill_that_there_is_not_is_said_in_a_sentence() -> None:
    with pytest.raises(RulesError, match="Did you mean 'payouts'"):
        Session(load(PA), "payout", 1)
    with pytest.raises(RulesError, match="no drill is called 'second-chance'"):
        Session(load(PA), "second-chance", 1)


def test_items_that_are_made_otherwise_have_another_number() -> None:
    """The first items of every drill that is quickly asked, and of those of one game that are not."""
    digest = hashlib.sha256()
    for game in GAMES:
        rules = load(game)
        for name, drill in drills_of(rules).items():
            if game == DD or name not in (SPOT, "resolve-it", "which-clause"):
                key = drill.keys(rules)[-1]
                digest.update(digest_of(drill.item(rules, key, Chance(f"number {name}"))).encode())
    assert (ITEMS, digest.hexdigest()[:16]) == NUMBERED, "items are made otherwise: raise ITEMS, and write down both"


def test_which_clause_asks_of_steps_that_were_made_and_of_steps_that_were_made_wrongly() -> None:
    rules = load(HI_LO)
    drill = drills_of(rules)["which-clause"]
    asked = [drill.item(rules, "PA 663a.9(a)(3)", Chance(n)) for n in range(8)]
    assert {"break" in item.question for item in asked} == {True, False}
    assert all("PA 663a.9(a)(3)" in item.clauses for item in asked)
    words = {wrong.words for wrong in _wrong(rules, "keys")}
    assert any(said.startswith("dealer: deal (") for said in words)
    assert not any(": shuffle" in said for said in words), "nobody says an order of the cards"
    assert not any("pass-over" in said for said in words), "the table takes it, and calls it a misdeal"


def test_the_last_line_of_a_question_for_a_clause_is_the_step_that_it_orders() -> None:
    """And every clause that the step cites is a right answer, though it was another that was asked for."""
    rules, asked = load(DBJ), list[Item]()
    by_line: dict[str, set[tuple[str, ...]]] = {}
    for seed, setting in tables(rules, Chance("keys"), 4):
        facts = dealt_wrongly(Under.of(setting), seed).table.facts
        for fact, line in zip(facts, told(facts), strict=True):
            by_line.setdefault(line, set()).add(fact.clauses)
    of_a_step = next(n for n in range(20) if Chance(n).pick(2) == 0)  # else of something that was done wrongly
    for key in sorted({clause for cited in by_line.values() for each in cited for clause in each})[:30]:
        asked.append(_which_clause(rules, key, Chance(of_a_step)))
    orders = [item for item in asked if item.shown[-1] in by_line]
    assert len(orders) > 10
    assert all(item.clauses in by_line[item.shown[-1]] for item in orders)
    assert any(len(item.clauses) > 1 for item in orders)


@pytest.mark.parametrize(("game", "clause"), [(PA, "PA 665a.5(c)(2)"), (NJ, "NJ 26.7(j)1")])
def test_which_clause_asks_of_what_is_done_under_every_setting_of_the_house(game: str, clause: str) -> None:
    rules = load(game)
    assert clause in drills_of(rules)["which-clause"].keys(rules)
