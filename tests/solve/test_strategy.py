"""A strategy answers for every situation and survives its files."""

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.strategy import Action, Situation, Strategy, hand_class, mimic_the_dealer, uniform_play
from pitboss.solve.strategy_file import from_csv, from_json, read_strategy, write_strategy

EVERYTHING = frozenset(Action)


@pytest.fixture
def dealer_like() -> Strategy:
    rules = load("double-deck-house", {"dealer_hits_soft": True})
    assert isinstance(rules, BlackjackRules)
    return mimic_the_dealer(rules)


@pytest.fixture
def varied(dealer_like: Strategy) -> Strategy:
    """A strategy in which cells differ, so that a mixed-up file cannot pass unseen."""
    lists = [
        (Action.STAND,),
        (Action.HIT,),
        (Action.DOUBLE, Action.HIT),
        (Action.SPLIT, Action.SURRENDER, Action.STAND),
    ]
    return replace(
        dealer_like,
        attack=tuple(up % 3 == 0 for up in range(10)),
        play=uniform_play(lambda situation, row, up: lists[(situation * 7 + row * 3 + up) % 4]),
        second_chance=tuple(tuple((row + up) % 2 == 0 for up in range(10)) for row in range(9)),
        surrender_after_double=tuple(tuple((row * up) % 3 == 0 for up in range(10)) for row in range(17)),
        exceptions={(Situation.DRAWN, (3, 4, 9), 10): (Action.STAND,)},
    )


def test_the_dealers_mimic_draws_to_soft_seventeen_and_stands_on_hard(dealer_like: Strategy) -> None:
    decide = dealer_like.decide
    assert decide((1, 6), 5, Situation.FIRST_TWO, EVERYTHING) is Action.HIT
    assert decide((10, 7), 5, Situation.FIRST_TWO, EVERYTHING) is Action.STAND
    assert decide((10, 6), 5, Situation.FIRST_TWO, EVERYTHING) is Action.HIT
    assert decide((8, 8), 5, Situation.FIRST_TWO, EVERYTHING) is Action.HIT
    assert not dealer_like.attacks(5)
    assert not dealer_like.takes_second_chance(22, 5)


def test_a_cell_falls_back_where_an_option_is_not_allowed(dealer_like: Strategy) -> None:
    wish = (Action.SPLIT, Action.DOUBLE, Action.STAND)
    strategy = replace(dealer_like, play=uniform_play(lambda *_: wish))
    assert strategy.decide((8, 8), 6, Situation.FIRST_TWO, EVERYTHING) is Action.SPLIT
    assert strategy.decide((8, 8), 6, Situation.FIRST_TWO, EVERYTHING - {Action.SPLIT}) is Action.DOUBLE
    assert strategy.decide((8, 8), 6, Situation.FIRST_TWO, {Action.STAND, Action.HIT}) is Action.STAND


def test_an_exact_hand_goes_before_its_class(varied: Strategy) -> None:
    usual = varied.preferences((3, 3, 10), 10, Situation.DRAWN)
    assert varied.preferences((9, 3, 4), 10, Situation.DRAWN) == (Action.STAND,) != usual


def test_hand_classes_follow_the_documented_layout() -> None:
    assert hand_class((2, 3)) == 5 - 4
    assert hand_class((1, 6, 10)) == 17 - 4
    assert hand_class((1, 2)) == 13 + 5
    assert hand_class((1, 1)) == 1 + 25
    assert hand_class((10, 10)) == 10 + 25
    with pytest.raises(RulesError, match="21 has no decision"):
        hand_class((1, 10))


def test_arrays_say_the_same_as_decisions(varied: Strategy) -> None:
    arrays = varied.arrays()
    assert arrays.play.shape == (5, 36, 10, 4)
    for situation in Situation:
        for up in range(1, 11):
            cell = arrays.play[situation, hand_class((4, 5, 6)), up - 1]
            wanted = varied.play[situation][15 - 4][up - 1]
            assert tuple(cell[cell >= 0]) == wanted
    assert [bool(x) for x in arrays.attack] == list(varied.attack)
    assert bool(arrays.second_chance[25 - 22, 6 - 1]) == varied.takes_second_chance(25, 6)
    assert bool(arrays.surrender_after_double[12 - 4, 7 - 1]) == varied.surrenders_double(12, 7)


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_files_bring_back_the_same_strategy(varied: Strategy, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"strategy{suffix}"
    write_strategy(varied, path)
    assert read_strategy(path) == varied


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("play,first-two,hard 16,", "play,first-two,hard 61,"), "does not say play first-two hard 16"),
        (("table,situation", "tabel,situation"), "begins with the line"),
        (("attack,,,", "attack,,,maybe,"), "has 14 cells, not 13"),
        (("insurance,,,no", "insurance,,,perhaps"), "'perhaps' is neither yes nor no"),
        (("second-chance,,22", "third-chance,,22"), "unknown table 'third-chance'"),
        (("play,drawn,soft 20,S", "play,drawn,soft 20,SH"), "end in its only S or H"),
        (("play,drawn,soft 20,S", "play,drawn,soft 20,X"), "'X' is not a list of the actions"),
        (("rules,,", "rulez,,"), "unknown table 'rulez'"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(dealer_like: Strategy, change: tuple[str, str], sentence: str) -> None:
    text = dealer_like.to_csv()
    assert change[0] in text
    with pytest.raises(RulesError, match=sentence):
        from_csv(text.replace(*change))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("exception,first-two,A-2" + ",S" * 10, None),
        ("exception,sometimes,A-2" + ",S" * 10, "has an unknown situation or hand 'sometimes A-2'"),
        ("exception,first-two,A-11" + ",S" * 10, "has an unknown situation or hand 'first-two A-11'"),
        ("exception,first-two,A" + ",S" * 10, "has an unknown situation or hand 'first-two A'"),
        ("play,first-two,hard 21" + ",S" * 10, "has an unknown situation or hand 'first-two hard 21'"),
        ("play,first-two,hard 16" + ",S" * 10, "repeats play first-two hard 16"),
    ],
)
def test_a_line_more_is_an_exact_hand_or_refused_by_its_number(
    dealer_like: Strategy, more: str, sentence: str | None
) -> None:
    text = dealer_like.to_csv() + more
    if sentence is None:
        exact = {(Situation.FIRST_TWO, (1, 2), up): (Action.STAND,) for up in range(1, 11)}
        assert dict(from_csv(text).exceptions) == exact
        return
    with pytest.raises(RulesError) as refused:
        from_csv(text)
    assert str(refused.value) == f"line {len(text.splitlines())} of the strategy {sentence}"


def test_a_strategy_says_its_game_and_rules(dealer_like: Strategy, tmp_path: Path) -> None:
    game, rules = dealer_like.to_csv().splitlines()[1:3]
    for line, name in ((game, "game"), (rules, "rules")):
        with pytest.raises(RulesError, match=f"^the strategy does not say its {name}$"):
            from_csv(dealer_like.to_csv().replace(f"{line}\n", ""))
    with pytest.raises(RulesError, match="cannot be read"):
        read_strategy(tmp_path / "nowhere.csv")
    with pytest.raises(RulesError, match="cannot be written"):
        write_strategy(dealer_like, tmp_path / "nowhere" / "strategy.csv")


def test_wrong_json_is_refused_in_one_sentence(dealer_like: Strategy) -> None:
    with pytest.raises(RulesError, match="not a strategy"):
        from_json("[1, 2]")
    with pytest.raises(RulesError, match="names the up card '11'"):
        from_json(dealer_like.to_json().replace('"10": "no"', '"11": "no"', 1))
