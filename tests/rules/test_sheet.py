"""The rule sheet, and what differs between two games."""

import json
from dataclasses import replace

import pytest

from pitboss.law import clauses
from pitboss.rules import GAMES, BlackjackRules, games, load
from pitboss.rules.cited import SetBy
from pitboss.rules.errors import RulesError
from pitboss.rules.sheet import (
    BESIDES,
    SAYS_ALSO,
    alike_by_reading,
    as_json,
    differences,
    differences_as_json,
    in_force,
    rows,
    says_also,
    values,
)

# Pennsylvania's and New Jersey's Double Attack laid side by side, clause by clause: every rule in which they part.
PA_AGAINST_NJ = {
    # the cards
    "decks": ("8", "6 or 8"),
    "cover_cards_exact": ("no", "yes"),
    "cover-card-look": ("not provided", "opaque"),
    "batches_with_shuffler": ("2", "1"),
    "decks-with-shuffler": ("16", "6 or 8"),
    "batch_backs_differ": ("yes", "no"),
    "batches_alternate": ("yes", "no"),
    "one-batch-in-rack": ("ordered", "not provided"),
    "changed_every_hours": ("24", "none"),
    # the table
    "positions": ("from 1 to 6", "6 or 7"),
    "layout-approved": ("ordered", "not provided"),
    "name-or-logo": ("ordered", "not provided"),
    "inscriptions": ("Insurance pays 5 to 2", "none"),
    "similar_language": ("Dealer draws to 16", "none"),
    "odds-shown": ("sign", "not provided"),
    "limits-posted": ("not provided", "bonus"),
    "drop-and-tip-boxes": ("tip box", "not provided"),
    "card_reader": ("yes", "no"),
    "card-reader-tells": ("hole card", "not said"),
    "reader-inspected": ("each gaming day", "not provided"),
    "rack-height": ("mark", "not provided"),
    "rack_place": ("dealer's side", "dealer's right"),
    "shoe_place": ("approved", "dealer's left"),
    "shoe_marked": ("not in the text", "yes"),
    "dealing_hands": ("nearest the shoe", "the left draws"),
    # opening
    "tens-removed-by": ("the dealer and a floorperson", "verified by the floorperson"),
    "tens_destroyed": ("torn in half", "approved manner"),
    "spread": ("fans", "each deck apart"),
    "remix_if_exposed": ("no", "yes"),
    "batches-opened-apart": ("ordered", "not provided"),
    "preshuffled_skips": ("dealer inspects", "tens removed"),
    # shuffle and cut
    "shuffled-when": ("directed by a floorperson", "before play and after each shoe"),
    "machine_shuffle_is_cut": ("yes", "no"),
    "run_out_machine_shuffle_is_cut": ("yes", "no"),
    "approximately_cards": ("0", "from 0 to 10"),
    "cover_card_depth": ("1/4 or more of the stack", "about 1/4 or more of the stack"),
    "cut_refused": ("counterclockwise", "clockwise"),
    "cover-card-measured": ("bottom of the stack", "quarter mark"),
    "recut_until": ("into the shoe", "until a card is dealt"),
    "recut-by": ("next entitled", "as the licensee chooses"),
    "recut-ordered-by": ("floorperson or above", "casino supervisor"),
    "reshuffle": ("cover card came, or began", "rest of the shoe"),
    "reshuffle-ordered-by": ("a floorperson", "the casino licensee"),
    "idle_spread": ("face down", "turned face up"),
    "own-shuffle": ("not provided", "if approved"),
    "cover_card_placed": ("at least 1/4", "approved from 1/100 to 19/20"),
    "own_procedure": ("not in the text", "yes or no"),
    "cover_cards": ("1", "approved from 0 to 2"),
    "burn_after_shuffle": ("1", "approved from 0 to 20"),
    "burn_disclosed": ("no", "yes"),
    # wagers
    "wagers-made": ("other approved instruments", "chips or plaques"),
    "verbal_wagers": ("confirmed by the dealer", "and a supervisor"),
    "match_play": ("no", "yes"),
    "match_play_worth": ("0", "1"),
    "wagers_locked": ("made", "first card"),
    "bust_it_offered": ("may choose", "yes"),
    "bust_it_minimum_cents": ("smallest chip", "$1"),
    "bust_it_maximum_cents": ("none", "$500"),
    "boxes_per_player": ("6", "1"),
    "boxes_adjacent": ("yes", "no"),
    "bettors_per_box": ("1", "from 1 to 3"),
    "box_decided_by": ("who wagers there", "highest wager"),
    "other-bettors": ("not provided", "consent"),
    "box-regulator": ("not provided", "limit the tables and boxes"),
    # the deal
    "first-cards-go": ("clockwise", "not said"),
    "deal_order": ("face down to the dealer", "face up to each box"),
    "hole_card": ("read by the card reader", "not dealt until the players have finished"),
    "reader_ranks": ("A, J, Q, K", "none"),
    "hole-card-secret": ("nobody", "where the licensee deals"),
    "dealer-blackjack-ends-round": ("yes", "where a hole card is dealt"),
    "totals_announced": ("no", "yes"),
    "dealer_card_announced": ("no", "yes"),
    "dealer_total_announced": ("not provided", "hand is complete"),
    "count-is-players-duty": ("not said", "duty"),
    "cards-touched": ("nobody", "no employee"),
    # insurance, surrender, splitting, the bonus
    "insurance-placed": ("reader", "right after the players' second cards"),
    "insurance-collected": ("reader", "second card is drawn"),
    "surrender-below": ("less than 21", "no limit"),
    "surrender_settled": ("reader", "second card is seen"),
    "surrender_to_blackjack": ("would lose", "every wager on the hand is lost"),
    "split_hands": ("4", "3 at 7 positions"),
    "split_hands_opened": ("not in the text", "4, 4, 4, 4, 4, 4, 3"),
    "bust-it-apart": ("not said", "none"),
    # the dealer and settlement
    "dealer_draws_in_vain": ("yes", "no"),
    "blackjack_paid": ("player's turn", "round is complete"),
    "settled-from-right": ("counterclockwise", "not said"),
    "collect_and_pay": ("each player in turn", "not which first"),
    "losing_chips_apart": ("table inventory", "not provided"),
    "picked-up": ("rebuilt", "dealer's at the bottom"),
    # irregularities
    "face_up_card": ("not used in that round", "more than one voids the round"),
    "ten-found": ("not provided", "destroyed"),
    "void_insurance": ("not in the text", "reading: void-insurance"),
    "dead-hand-wagers-named": ("Double Attack", "original"),
    "exposed_card": ("players and the dealer", "each to the players"),
    "exposed-card-unusable": ("discard rack", "burned"),
    "dealer_overdraw": ("17", "17 or higher"),
    "dealer_card_missed": ("not provided", "round void"),
    "reader-misused-told": ("floorperson or above", "casino supervisor"),
    "reader_fails": ("no dealing", "without a reader"),
    "shuffler-jams": ("reshuffled", "approved procedure"),
    "shuffler_out": ("covered", "removed"),
    # what the texts say differently though no value rests on it
    "suit-defined": ("not defined", "spades"),
    "betting-areas-marked": ("no wording prescribed", "BET"),
    "inspection-ordered": ("for defects", "19:46-1.18(e)"),
    "cut-completed": ("the cards above", "the cutting card and"),
    "submission-replaces": ("reshuffles and counts", "number of cut cards"),
    "burn-face-down": ("not said", "face down"),
    "wagers-closed": ("not forbidden in words", "no wager made"),
    "blackjack-announced": ("a Blackjack", "point total"),
    "no-draw-on-21": ("a soft 21", "a hard 21"),
    "surrender-from": ("two cards", "announcement"),
    "surrendered-cards": ("collected at once", "not said"),
    "split-blackjack": ("not spoken of", "in words"),
    "bust_it_settled": ("before the bets", "before every other wager"),
    "attack_without_caller": ("not in the text", "no [reading"),
    "designated_attack": ("not in the text", "goes with the bet"),
    "surrender_shared": ("not in the text", "yes [reading"),
    "bust-it-paid-round": ("farthest", "immediately"),
    "when-a-wager-loses": ("below the dealer's total", "no other case is named"),
    "device-set-aside-when": ("malfunctions", "in order"),
}


def test_the_sheet_shows_every_value_in_its_section(pa: BlackjackRules) -> None:
    sheet = {row.name: row for row in rows(pa) if row.name}
    assert set(sheet) == set(pa.by_name)
    assert {row.section for row in sheet.values()} <= {group.heading for group in pa.groups.values()}
    assert sheet["insurance_odds"].value == "5 to 2"
    assert sheet["insurance_odds"].clauses == ("PA 665a.8(c)", "PA 665a.12(b)")


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_text_stands_on_the_sheet_once_by_its_gist_or_under_a_value(game: str) -> None:
    rules = load(game)
    sheet = list(rows(rules))
    by_gist = [row.clauses[0] for row in sheet if row.label == SAYS_ALSO]
    by_value = {clause for row in sheet if row.name for clause in row.clauses}
    ours = [clause for clause in clauses().values() if clause.document == rules.document]
    assert sorted([*by_gist, *by_value]) == sorted(clause.id for clause in ours)
    assert {row.clauses[0]: row.value for row in sheet if not row.name} == {
        clause.id: clause.gist for clause in ours if clause.id in by_gist
    }


def test_what_a_text_says_without_a_value_stands_in_the_section_of_the_step_it_orders(nj: BlackjackRules) -> None:
    sections = {row.clauses[0]: row.section for row in says_also(nj)}
    assert sections["NJ 26.7(l)"] == "The deal"
    assert sections["NJ 26.15(c)"] == "Irregularities"
    assert sections["NJ 26.2(b)1"] == "Value of the cards"
    assert sections["NJ 26.7(j)1"] == BESIDES


def test_money_is_shown_in_dollars_and_options_with_what_is_allowed(nj: BlackjackRules) -> None:
    sheet = {row.name: row for row in rows(nj)}
    assert sheet["table_minimum_cents"].value == "$10"
    assert sheet["decks"].value == "8 (the house may choose: 6 or 8)"
    of_variant = {row.name: row for row in values(load("double-attack-nj", {"decks": 4}))}
    assert of_variant["decks"].value == "4", "which the house may not"


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name in GAMES for option in GAMES[name].options if option in load(name).by_name],
)
def test_a_value_in_force_stands_alone_also_where_it_is_no_or_nothing(name: str, option: str) -> None:
    """What else the house may choose is the rule sheet's to say: whoever plays by the table's rules asks what holds."""
    asked = GAMES[name].options[option]
    nothing = asked.type is not bool and 0
    for sets in ({}, {option: nothing} if nothing in asked.allowed else {}):
        rules = load(name, sets)
        row = next(row for row in values(rules) if row.name == option)
        alone = in_force(rules, row)
        assert row.value.removeprefix(alone)[:2] in ("", " ("), "the rule sheet begins with it"
        assert "the house may choose" not in alone
        assert alone.startswith("$") or not option.endswith("_cents")


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj"])
def test_and_as_it_has_effect(game: str) -> None:
    """Where surrender is the first decision, nobody surrenders after drawing, whatever the value is."""
    rules = load(game, {"surrender": "first-decision"})
    later = {"surrender_after_draw", "surrender_after_split", "surrender_split_aces", "surrender_after_double"}
    told = {in_force(rules, row) for row in rows(rules) if row.name in later}
    assert told == {"no", "not offered"}


def test_a_row_says_who_decided_it(pa: BlackjackRules) -> None:
    sheet = {row.name: row for row in rows(pa)}
    assert sheet["decks"].set_by is SetBy.LAW
    assert sheet["boxes_per_player"].set_by is SetBy.HOUSE
    assert (sheet["double_limit"].set_by, sheet["double_limit"].reading) == (SetBy.READING, "double-after-attack")
    assert sheet["even_money"].set_by is SetBy.SILENT


def test_pennsylvania_and_new_jersey_differ_in_these_and_no_others(pa: BlackjackRules, nj: BlackjackRules) -> None:
    assert {d.name for d in differences(pa, nj)} == set(PA_AGAINST_NJ)


@pytest.mark.parametrize("name", PA_AGAINST_NJ)
def test_each_side_of_a_difference_is_said(pa: BlackjackRules, nj: BlackjackRules, name: str) -> None:
    found = {d.name: d for d in differences(pa, nj)}[name]
    left, right = PA_AGAINST_NJ[name]
    assert left in found.left
    assert right in found.right
    assert found.left != found.right
    assert found.left_clauses or found.right_clauses


def test_a_difference_cites_both_texts(pa: BlackjackRules, nj: BlackjackRules) -> None:
    hole_card = {d.name: d for d in differences(pa, nj)}["hole_card"]
    assert "PA 665a.7(g)" in hole_card.left_clauses
    assert "NJ 26.7(g)" in hole_card.right_clauses


@pytest.mark.parametrize(
    ("left", "right"), [("double-attack-pa", "double-attack-nj"), ("double-attack-nj", "double-attack-pa")]
)
def test_a_side_that_rests_on_a_reading_says_which(left: str, right: str) -> None:
    a, b = load(left), load(right)
    for row in differences(a, b):
        for rules, said in ((a, row.left), (b, row.right)):
            if row.name in rules.by_name:
                source = rules.by_name[row.name][1].source
                assert (f"[reading: {source.reading}]" in said) is (source.set_by is SetBy.READING), row.name


def test_a_table_with_a_reader_in_new_jersey_is_compared_as_such(pa: BlackjackRules) -> None:
    found = {d.name: d for d in differences(pa, load("double-attack-nj", {}, {"nj-hole-card": "reader"}))}
    assert "hole_card" not in found
    assert found["dealer_card_announced"].right.endswith("[reading: nj-hole-card]")


def test_the_other_way_round_the_same_is_said(pa: BlackjackRules, nj: BlackjackRules) -> None:
    there = {(d.name, d.left, d.right, d.left_clauses, d.right_clauses) for d in differences(pa, nj)}
    back = {(d.name, d.right, d.left, d.right_clauses, d.left_clauses) for d in differences(nj, pa)}
    assert there == back


def test_values_that_are_alike_only_by_a_reading_are_told_apart(pa: BlackjackRules, nj: BlackjackRules) -> None:
    alike = {a.name: a.reading or b.reading for a, b in alike_by_reading(pa, nj)}
    assert alike["attack"] == "double-attack-amount"
    assert alike["surrender_after_double"] == "surrender-after-double"
    doubts = {a.name: {a.reading, b.reading} for a, b in alike_by_reading(pa, nj)}
    assert doubts["first_refusal_rotates"] == {"pa-cut-rotation", "nj-cut-rotation"}
    assert not set(alike) & set(PA_AGAINST_NJ)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_does_not_differ_from_itself(game: str) -> None:
    assert list(differences(load(game), load(game))) == []


def test_a_variant_differs_in_what_was_set(pa: BlackjackRules) -> None:
    (difference,) = differences(pa, load("double-attack-pa", {"split_hands": 2}))
    assert (difference.name, difference.left, difference.right) == ("split_hands", "4", "2")


def test_games_of_different_families_can_still_be_compared(pa: BlackjackRules) -> None:
    found = {d.name: d for d in differences(pa, load("five-card-hi-lo-pa"))}
    assert (found["cards_each"].left, found["cards_each"].right) == ("-", "5")
    assert (found["split_hands"].left, found["split_hands"].right) == ("4", "-")


@pytest.mark.parametrize("game", GAMES)
def test_the_json_has_the_keys_others_rely_on(game: str) -> None:
    rules = load(game)
    sheet = json.loads(json.dumps(as_json(rules)))
    assert sheet["game"] == game
    assert sheet["rules_hash"] == rules.hash
    assert {"name", "value", "clauses"} == set(sheet["values"][0])
    assert len(sheet["values"]) == len(rules.by_name)
    assert sheet["readings"] == dict(rules.readings)
    assert sheet["departures"] == []


def test_the_json_of_a_comparison(pa: BlackjackRules, nj: BlackjackRules) -> None:
    found = {d["name"]: d for d in differences_as_json(pa, nj)}
    assert found["insurance-collected"]["clauses"] == ["PA 665a.8(d)", "NJ 26.11(d)"]
    assert set(found["decks"]) == {"name", "left", "right", "clauses"}


def test_surrender_as_the_first_decision_has_no_later_moments() -> None:
    """What is said of later moments means nothing then, whatever the values are."""
    later = ("surrender_after_draw", "surrender_after_split", "surrender_split_aces", "surrender_after_double")
    at_any_time, first = (
        {row.name: row.value for row in rows(load("double-attack-pa", {"surrender": when}))}
        for when in ("any-time", "first-decision")
    )
    assert [at_any_time[name] for name in later][:2] == ["yes", "yes"]
    assert [first[name] for name in later] == ["no", "no", "no", "not offered"]


def test_the_same_game_is_compared_with_that_of_another_state_where_there_is_just_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (games.elsewhere("double-attack-pa"), games.elsewhere("double-attack-nj")) == (
        "double-attack-nj",
        "double-attack-pa",
    )
    with pytest.raises(RulesError, match="double-deck-house is here in no other state: say --diff and a game"):
        games.elsewhere("double-deck-house")
    third = replace(GAMES["double-attack-nj"], id="double-attack-md", title="Double Attack Blackjack, Maryland")
    monkeypatch.setattr(games, "GAMES", {**GAMES, third.id: third})
    with pytest.raises(RulesError, match="double-attack-pa is here in double-attack-nj and double-attack-md: say"):
        games.elsewhere("double-attack-pa")
