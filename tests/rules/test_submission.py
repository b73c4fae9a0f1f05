"""Rules Submissions: what the law leaves to the house is accepted, what it does not is refused with the clause."""

from datetime import date
from pathlib import Path

import pytest

from pitboss.rules import GAMES, RulesError, default_submission, load, load_submission

HEAD = 'version = "2026-3"\napproved_on = 2026-03-01\napproved_by = "Bureau of Gaming Operations"\n'


def file_with(folder: Path, game: str, options: str = "", readings: str = "") -> Path:
    path = folder / "submission.toml"
    path.write_text(f'game = "{game}"\n{HEAD}\n[options]\n{options}\n\n[readings]\n{readings}\n', encoding="utf-8")
    return path


def test_a_submission_carries_version_approval_and_options(tmp_path: Path) -> None:
    filed = load_submission(file_with(tmp_path, "double-attack-nj", "decks = 6", 'nj-hole-card = "reader"'))
    assert (filed.game, filed.version, filed.approved_on) == ("double-attack-nj", "2026-3", date(2026, 3, 1))
    assert filed.approved_by == "Bureau of Gaming Operations"
    assert filed.options["decks"] == 6
    assert filed.readings == {"nj-hole-card": "reader"}


def test_options_left_out_are_as_in_the_default_submission(tmp_path: Path) -> None:
    filed = load_submission(file_with(tmp_path, "double-attack-nj", "decks = 6"))
    default = default_submission(GAMES["double-attack-nj"])
    assert {**filed.options, "decks": 8} == default.options


def test_the_rules_follow_the_submission_and_name_its_version(tmp_path: Path) -> None:
    path = file_with(tmp_path, "double-attack-pa", "boxes_per_player = 2\nbust_it_offered = false")
    rules = load(str(path))
    assert rules.submission == "2026-3"
    assert rules.by_name["boxes_per_player"][1].value == 2
    assert rules.by_name["bust_it_offered"][1].value is False
    assert rules.departures == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_default_submission_ships_for_every_game(game: str) -> None:
    default = default_submission(GAMES[game])
    assert set(default.options) == set(GAMES[game].options)
    assert load(game).departures == ()


@pytest.mark.parametrize(
    ("game", "option", "allowed", "refused", "sentence"),
    [
        pytest.param(
            "double-attack-pa",
            "positions",
            ["1", "6"],
            ["0", "7"],
            r"positions = {} is not allowed \(PA 665a\.2\(a\)\): from 1 to 6",
            marks=pytest.mark.clause("PA 665a.2(a)"),
        ),
        pytest.param(
            "double-attack-pa",
            "boxes_per_player",
            ["1", "6"],
            ["0", "7"],
            r"boxes_per_player = {} is not allowed \(PA 665a\.6\(g\)\): from 1 to 6",
            marks=pytest.mark.clause("PA 665a.6(g)"),
        ),
        pytest.param(
            "double-attack-pa",
            "cover_card_placed",
            ['"1/4"', '"1/2"'],
            ['"24/100"'],
            r"cover_card_placed = 6/25 is not allowed \(PA 665a\.5\(d\)\): at least 1/4",
        ),
        pytest.param(
            "double-attack-nj",
            "decks",
            ["6", "8"],
            ["5", "7", "9"],
            r"decks = {} is not allowed \(NJ 26\.2\(a\)\): 6 or 8",
        ),
        pytest.param(
            "double-attack-nj",
            "positions",
            ["6", "7"],
            ["5", "8"],
            r"positions = {} is not allowed \(NJ 26\.10\(c\)\): 6 or 7",
        ),
        pytest.param(
            "double-attack-nj",
            "bettors_per_box",
            ["1", "3"],
            ["0", "4"],
            r"bettors_per_box = {} is not allowed \(NJ 26\.13\(a\)\): from 1 to 3",
        ),
        pytest.param(
            "double-attack-nj",
            "bust_it_maximum_cents",
            ["100"],
            ["99"],
            r"bust_it_maximum_cents = {} is not allowed \(NJ 26\.6\(b\), NJ 26\.6\(b\)2\): at least 100",
        ),
        pytest.param(
            "double-back-jack-pa",
            "decks",
            ["1", "8"],
            ["0"],
            r"decks = {} is not allowed \(PA 673a\.3\(a\), PA 673a\.3\(b\)\): at least 1",
        ),
        pytest.param(
            "double-back-jack-pa",
            "positions",
            ["1", "6"],
            ["0", "7"],
            r"positions = {} is not allowed \(PA 673a\.2\(a\)\): from 1 to 6",
            marks=pytest.mark.clause("PA 673a.2(a)"),
        ),
        pytest.param(
            "double-back-jack-pa",
            "boxes_per_player",
            ["1", "6"],
            ["0", "7"],
            r"boxes_per_player = {} is not allowed \(PA 673a\.6\(e\)\): from 1 to 6",
            marks=pytest.mark.clause("PA 673a.6(e)"),
        ),
        pytest.param(
            "double-deck-house",
            "cover_card_placed",
            ['"1/4"', '"1/3"'],
            ['"1/2"'],
            r"cover_card_placed = 1/2 is not allowed \(DD Shuffling 11\): from 1/4 to 1/3",
        ),
    ],
)
def test_an_option_is_allowed_up_to_its_boundary_and_refused_beyond_it(
    tmp_path: Path, game: str, option: str, allowed: list[str], refused: list[str], sentence: str
) -> None:
    for value in allowed:
        load_submission(file_with(tmp_path, game, f"{option} = {value}"))
    for value in refused:
        with pytest.raises(RulesError, match=sentence.format(value)):
            load_submission(file_with(tmp_path, game, f"{option} = {value}"))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            "table_minimum_cents = 50",
            "= 50 is below chip_unit_cents = 100: the least possible is 100",
        ),
        ("table_minimum_cents = 1050", "cannot be bet in chips of 100: the nearest valid minimum is 1000"),
        ("table_maximum_cents = 900", "table_maximum_cents = 900 is below table_minimum_cents = 1000"),
        ("chip_unit_cents = 0", "chip_unit_cents = 0 is not allowed: at least 1"),
        ("decs = 6", "double-attack-nj has no house option 'decs'. Did you mean 'decks'?"),
        ('decks = "six"', "decks: 'six' is not a whole number"),
        ("decks = true", "decks: true is not a whole number"),
    ],
)
def test_limits_and_names_that_make_no_sense_are_refused(tmp_path: Path, options: str, sentence: str) -> None:
    with pytest.raises(RulesError) as refusal:
        load_submission(file_with(tmp_path, "double-attack-nj", options))
    assert sentence in str(refusal.value)


def test_a_minimum_of_one_chip_is_just_enough(tmp_path: Path) -> None:
    filed = load_submission(file_with(tmp_path, "double-attack-nj", "table_minimum_cents = 100"))
    assert filed.options["table_minimum_cents"] == 100


@pytest.mark.parametrize(
    ("readings", "sentence"),
    [
        ('both-busts = "returned"', "no reading is called 'both-busts'. Did you mean 'both-bust'?"),
        ('both-bust = "sometimes"', "reading 'both-bust' has no option 'sometimes'."),
        ('surrender-after-double = "not-offered"', "reading 'surrender-after-double' does not touch double-attack-nj."),
        ('blackjack-after-split = "counts-as-blackjack"', "is not allowed (NJ 26.1 Blackjack): it is for variants"),
    ],
)
def test_a_house_may_only_file_readings_the_text_admits(tmp_path: Path, readings: str, sentence: str) -> None:
    with pytest.raises(RulesError) as refusal:
        load_submission(file_with(tmp_path, "double-attack-nj", "", readings))
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "double-attack-nj"', "is a Rules Submission without version, approved_on, approved_by"),
        (f'game = "double-atack-nj"\n{HEAD}', "no game is called 'double-atack-nj'. Did you mean 'double-attack-nj'?"),
        (f'game = "double-attack-nj"\noption = 1\n{HEAD}', "has an unknown key 'option'. Did you mean 'options'?"),
        (f'game = "double-attack-nj"\noptions = 1\n{HEAD}', "[options] must be a table"),
        (HEAD.replace("2026-03-01", '"soon"') + 'game = "double-attack-nj"', "approved_on must be a date"),
        ("game = ", "is not well-formed TOML"),
    ],
)
def test_a_file_that_is_no_submission_is_told_why(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "submission.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refusal:
        load_submission(path)
    assert sentence in str(refusal.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match="No such file"):
        load_submission(tmp_path / "nowhere.toml")
    with pytest.raises(RulesError, match="Is a directory"):
        load_submission(tmp_path)
    with pytest.raises(RulesError, match="not a text file"):
        load_submission(tmp_path / "binary.toml")
