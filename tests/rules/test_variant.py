"""Variants: what the law does not allow still runs, and says in what it departs from the law."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.rules import GAMES, BlackjackRules, Departure, RulesError, load
from pitboss.rules.cited import SetBy
from pitboss.rules.subjects.deal import DealStep, HoleCard
from pitboss.rules.variant import POSSIBLE


def variant(folder: Path, text: str, name: str = "variant.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_variant_starts_from_a_game_and_sets_values_and_readings(tmp_path: Path) -> None:
    text = """
from = "double-attack-pa"

[set]
split_hands = 6
table_maximum_cents = 50000

[readings]
surrender-after-double = "not-offered"
"""
    rules = load(variant(tmp_path, text))
    assert rules.game == "double-attack-pa"
    assert rules.by_name["split_hands"][1].value == 6
    assert rules.by_name["table_maximum_cents"][1].value == 50000
    assert rules.readings["surrender-after-double"] == "not-offered"
    assert rules.departures == (Departure("split_hands", 6, 4, ("PA 665a.11(c)",)),)


def test_a_variant_may_start_from_another_file_beside_it(tmp_path: Path) -> None:
    variant(tmp_path, 'from = "double-attack-pa"\nset = {split_hands = 6, decks = 6}', "first.toml")
    second = load(variant(tmp_path, 'from = "first.toml"\nset = {split_hands = 2}', "second.toml"))
    assert second.by_name["split_hands"][1].value == 2
    assert second.by_name["decks"][1].value == 6


def test_its_side_wagers_stand_beside_those_of_the_file_it_starts_from(tmp_path: Path) -> None:
    wager = '[[wager]]\nname = "{}"\ncards = "first-two"\n[[wager.pays]]\nwhen = "pair"\nodds = "2 to 1"\n'
    variant(tmp_path, 'from = "double-attack-pa"\n' + wager.format("One"), "first.toml")
    second = load(variant(tmp_path, 'from = "first.toml"\n' + wager.format("Two"), "second.toml"))
    assert [kind.name for kind in second.wagers.side_wagers] == ["One", "Two"]


def test_a_charlie_is_longer_than_a_hand_whose_last_card_nobody_sees() -> None:
    tucked = {"double_card": "down-tucked", "surrender_after_double": "not-offered", "double_on_cards_at_most": 3}
    with pytest.raises(RulesError, match="down-tucked hides it"):
        load("double-attack-pa", tucked | {"charlie_cards": 4})
    assert load("double-attack-pa", tucked | {"charlie_cards": 5}).by_name["charlie_cards"][1].value == 5


@pytest.mark.parametrize(("positions", "hands"), [(1, 2), (2, 3), (3, 6)])
def test_a_table_opened_smaller_has_the_hands_listed_for_it_and_beyond_the_list_the_usual(
    positions: int, hands: int
) -> None:
    rules = BlackjackRules.of(load("double-attack-pa", {"split_hands_opened": "2, 3", "split_hands": 6}))
    assert rules.splitting.hands_at(positions) == hands


@pytest.mark.parametrize("wrong", ['readings = {both-bust = "sometimes"}', "set = {decks = 65}"])
def test_what_is_wrong_in_a_file_is_said_with_its_name_and_what_was_asked_for_beside_it_is_not(
    tmp_path: Path, wrong: str
) -> None:
    path = variant(tmp_path, f'from = "double-attack-pa"\n{wrong}')
    with pytest.raises(RulesError, match=f"^{re.escape(path)}: "):
        load(path)
    right = variant(tmp_path, 'from = "double-attack-pa"\nreadings = {both-bust = "returned"}', "right.toml")
    with pytest.raises(RulesError, match=r"^decks = 65 makes no table"):
        load(right, {"decks": 65})


def test_the_command_line_has_the_last_word(tmp_path: Path) -> None:
    path = variant(tmp_path, 'from = "double-attack-pa"\nset = {split_hands = 6}\nreadings = {both-bust = "returned"}')
    rules = load(path, {"split_hands": "3"}, {"both-bust": "player-loses"})
    assert rules.by_name["split_hands"][1].value == 3
    assert rules.readings["both-bust"] == "player-loses"


def test_a_paytable_of_ones_own(tmp_path: Path) -> None:
    text = """
from = "double-attack-pa"
[set.bust_it_paytable]
three-eights-suited = "300 to 1"
three-eights-coloured = "50 to 1"
6 = "15 to 1"
7 = "10 to 1"
8 = "8 to 1"
9 = "6 to 1"
J = "3 to 1"
Q = "3 to 1"
K = "3 to 1"
"""
    rules = load(variant(tmp_path, text))
    assert "three 8s of one suit: 300 to 1" in str(rules.by_name["bust_it_paytable"][1].value)
    assert [d.name for d in rules.departures] == ["bust_it_paytable"]


@pytest.mark.parametrize(
    ("game", "sets", "departure"),
    [
        ("double-attack-nj", {"decks": "7"}, Departure("decks", 7, "6 or 8", ("NJ 26.2(a)",))),
        (
            "double-attack-pa",
            {"positions": "7"},
            Departure("positions", 7, "from 1 to 6", ("PA 665a.2(a)",)),
        ),
        (
            "double-attack-pa",
            {"dealer_hits_soft": "yes"},
            Departure("dealer_hits_soft", True, False, ("PA 665a.7(n)",)),
        ),
        (
            "double-back-jack-pa",
            {"push_total": "none"},
            Departure("push_total", None, 22, ("PA 673a.7(q)", "PA 673a.7(q)(1)")),
        ),
    ],
)
def test_a_departure_names_the_value_the_law_and_the_clauses(
    game: str, sets: dict[str, object], departure: Departure
) -> None:
    assert load(game, sets).departures == (departure,)


def test_a_choice_within_the_law_is_no_departure() -> None:
    assert load("double-attack-nj", {"decks": 6, "positions": 7}).departures == ()


def test_a_departing_value_is_marked_where_it_stands() -> None:
    leaf = load("double-attack-pa", {"decks": 6}).by_name["decks"][1]
    assert leaf.source.set_by is SetBy.VARIANT
    assert leaf.source.clauses == ("PA 665a.3(a)",)


def test_a_value_that_another_reading_gives_is_that_reading() -> None:
    by_value = load("double-attack-nj", {"hole_card": "reader"})
    by_reading = load("double-attack-nj", {}, {"nj-hole-card": "reader"})
    assert by_value.hash == by_reading.hash
    assert by_value.departures == ()


def test_a_reading_that_was_chosen_is_not_read_otherwise_for_a_value_set_beside_it() -> None:
    rules = load("double-attack-nj", {"surrender_settled": "at-once"}, {"nj-hole-card": "reader"})
    assert rules.readings["nj-hole-card"] == "reader"
    assert [d.name for d in rules.departures] == ["surrender_settled"]


def test_a_value_that_a_choice_of_the_house_gives_is_that_choice() -> None:
    by_value = load("double-attack-nj", {"surrender_settled": "parked-for-second-card"}, {"nj-hole-card": "reader"})
    by_choice = load("double-attack-nj", {"surrender_at_once": "no"}, {"nj-hole-card": "reader"})
    assert by_value.hash == by_choice.hash
    assert by_value.departures == by_choice.departures == ()


def test_a_hole_card_set_against_the_law_takes_deal_and_reader_with_it() -> None:
    without = load("double-attack-pa", {"hole_card": "none"})
    assert isinstance(without, BlackjackRules)
    assert without.deal.hole_card is HoleCard.NONE
    assert DealStep.DEALER_DOWN not in without.deal.deal_order
    assert without.deal.reader_ranks == ()
    assert {d.name for d in without.departures} == {"hole_card", "deal_order", "reader_ranks"}


@pytest.mark.parametrize(
    ("sets", "sentence"),
    [
        ({"split_hand": 3}, "double-attack-pa has no rule 'split_hand'. Did you mean 'split_hands'?"),
        ({"split_hands": "many"}, "split_hands: 'many' is not a whole number"),
        ({"split_hands": 9}, "split_hands = 9 makes no table: from 1 to 8"),
        ({"split_hands_opened": "4, 9"}, "split_hands_opened = 4, 9 makes no table: from 1 to 8"),
        ({"decks": 65}, "decks = 65 makes no table: from 1 to 64"),
        ({"decks": 0}, "decks = 0 makes no table: from 1 to 64"),
        ({"table_maximum_cents": 10**15}, "table_maximum_cents = 1000000000000000 makes no table"),
        ({"table_minimum_cents": 50}, "the least possible is 100"),
        ({"cover_card_placed": "99/100"}, "cover_card_placed = 99/100 makes no table"),
        ({"attack": "double"}, "attack: 'double' is not one of its values"),
    ],
)
def test_what_makes_no_table_is_refused(sets: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulesError) as refusal:
        load("double-attack-pa", sets)
    assert sentence in str(refusal.value)


def test_one_more_or_less_than_can_be_makes_no_table_and_what_can_be_is_on_file(
    golden: Callable[[str], Callable[[str], None]],
) -> None:
    """Of every value that has a least and a most, in the first game that has it; `make golden` writes the file anew."""
    lines = []
    for name, between in POSSIBLE.items():
        game = next(game for game in GAMES if name in load(game).by_name or name in GAMES[game].options)
        step = Fraction(1, 100) if isinstance(between.least, Fraction) else 1
        assert between.most is not None
        for beyond in (between.least - step, between.most + step):
            if beyond >= 0:  # what is less is no number to begin with
                with pytest.raises(RulesError) as refusal:
                    load(game, {name: str(beyond)})
                lines.append(f"{game}: {refusal.value}\n")
    golden("possible")("".join(lines))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('from = "double-attack-paa"', "no game is called 'double-attack-paa'. Did you mean 'double-attack-pa'?"),
        ('from = "variant.toml"', "starts from itself"),
        ('from = "double-attack-pa"\nsett = {}', "has an unknown key 'sett'. Did you mean 'set'?"),
        ('from = "double-attack-pa"\nset = 3', "[set] must be a table"),
        ("colour = 3", "is neither a variant"),
        ("from = ", "is not well-formed TOML"),
    ],
)
def test_a_file_that_is_no_variant_is_told_why(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as refusal:
        load(variant(tmp_path, text))
    assert sentence in str(refusal.value)


def test_a_variant_starts_from_twenty_files_one_after_another_and_from_no_more(tmp_path: Path) -> None:
    origin = "double-attack-pa"
    for decks in range(1, 23):
        variant(tmp_path, f'from = "{origin}"\nset = {{decks = {decks}}}', origin := f"{decks}.toml")
    assert load(str(tmp_path / "21.toml")).cards.decks == 21
    with pytest.raises(RulesError, match=r"/1\.toml is one file too many: a variant starts from at most 20 others"):
        load(str(tmp_path / "22.toml"))


def test_a_name_no_file_can_have_is_an_unknown_game() -> None:
    with pytest.raises(RulesError, match="no game is called"):
        load("a" * 5000)


@pytest.mark.parametrize("game", ["double-attack-pa", "double-back-jack-pa", "double-deck-house"])
def test_a_blackjack_paid_before_the_dealer_draws_beats_whatever_comes(game: str) -> None:
    with pytest.raises(RulesError, match="paid before the dealer's total is known"):
        load(game, {"blackjack_beats_21": "no"})
    # In New Jersey it waits for the end of the round, so there it can be set.
    rules = load("double-attack-nj", {"blackjack_beats_21": "no"})
    assert "blackjack_beats_21" in {departure.name for departure in rules.departures}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_text_orders_without_a_value_cannot_be_set(game: str) -> None:
    rules = load(game)
    steps = rules.citations.keys() - rules.by_name.keys()
    assert steps
    for step in steps:
        with pytest.raises(RulesError, match=f"^{step} is done as the text has it, and no table here does otherwise$"):
            load(game, {step: "yes"})


NAMED = 'from = "double-attack-pa"\ntitle = "Six-Deck Attack"\nauthor = "I. N. Ventor"\nnote = "Fewer decks."\n'


def test_a_variant_has_a_title_an_author_and_a_note_which_are_no_rules(tmp_path: Path) -> None:
    named = load(variant(tmp_path, NAMED))
    assert (named.title, named.author, named.note) == ("Six-Deck Attack", "I. N. Ventor", "Fewer decks.")
    assert named.hash == load("double-attack-pa").hash
    assert (load("double-attack-pa").author, load("double-attack-pa").note) == ("", "")


def test_a_file_that_starts_from_a_named_one_has_what_it_does_not_say_anew(tmp_path: Path) -> None:
    variant(tmp_path, NAMED, "first.toml")
    second = load(variant(tmp_path, 'from = "first.toml"\ntitle = "Another"', "second.toml"), {"decks": 6})
    assert (second.title, second.author) == ("Another", "I. N. Ventor")


@pytest.mark.parametrize("wrong", ["title = 7", 'title = ""', f'title = "{"x" * 81}"', 'note = "a\\u0007b"'])
def test_what_is_no_line_of_words_is_refused(wrong: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="is a line of at most"):
        load(variant(tmp_path, f'from = "double-attack-pa"\n{wrong}'))
    assert len(load(variant(tmp_path, f'from = "double-attack-pa"\ntitle = "{"x" * 80}"')).title) == 80


@pytest.mark.parametrize("own", [None, "Insurance pays 2 to 1"])
def test_what_stands_on_the_felt_is_a_variants_own_words_or_else_only_what_is_true_of_it(own: str | None) -> None:
    sets: dict[str, object] = {"insurance_odds": "2 to 1"}
    if own is not None:
        sets["inscriptions"] = own
    true = ("Blackjack pays 1 to 1", "Insurance pays 2 to 1", "Dealer stands on all 17s")
    assert load("double-attack-pa", sets).on_felt == (true if own is None else (own,))


def test_a_card_that_a_variant_deals_face_up_departs_in_nothing_else() -> None:
    assert [one.name for one in load("double-deck-house", {"double_card": "up-sideways"}).departures] == ["double_card"]


@pytest.mark.parametrize("at_once", ["yes", "no"])
def test_a_choice_of_the_house_that_was_made_stays_whatever_value_is_set_beside_it(at_once: str) -> None:
    settled = {"yes": "parked-for-second-card", "no": "after-reader"}[at_once]
    sets = {"surrender_at_once": at_once, "surrender_settled": settled}
    rules = load("double-attack-nj", sets, {"nj-hole-card": "reader"})
    assert [one.name for one in rules.departures] == ["surrender_settled"]


@pytest.mark.parametrize(
    ("game", "reading"), [("double-deck-house", {"double-deck-peek": "unchecked"}), ("double-attack-nj", {})]
)
def test_a_reader_that_a_variant_brings_reads_under_every_card_that_may_have_a_blackjack(
    game: str, reading: dict[str, str]
) -> None:
    rules = load(game, {"hole_card": "reader"}, reading)
    other = load(game, {}, {"double-deck-peek": "checked"} if reading else {"nj-hole-card": "reader"})
    assert isinstance(rules, BlackjackRules)
    assert isinstance(other, BlackjackRules)
    assert rules.deal.reader_ranks == other.deal.reader_ranks


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_where_nobody_is_offered_insurance_the_felt_says_nothing_of_it(game: str) -> None:
    rules = load(game, {"insurance_offered": "no", "even_money": "no"})
    assert [line for line in load(game).on_felt if "nsurance" in line]
    assert rules.on_felt[0].startswith("Blackjack pays")
    assert not [line for line in rules.on_felt if "nsurance" in line]
