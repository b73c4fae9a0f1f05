"""Readings: every doubtful passage has named answers, one taken by default, and each answer changes the rules."""

import pytest

from pitboss.law import UnknownReading, clauses, documents, reading, readings, readings_of
from pitboss.rules import load

# The list of the notes on the texts: the default first, then the other options.
NOTED = {
    "surrender-after-double": ("half-of-everything", "double-returned", "not-offered"),
    "double-attack-amount": ("up-to-initial", "equal-only"),
    "double-after-attack": ("up-to-their-sum", "up-to-bet"),
    "second-chance-after-double": ("offered", "not-offered"),
    "second-chance-after-split": ("offered", "not-offered"),
    "split-aces-draw": ("play-on", "one-card"),
    "blackjack-after-split": ("counts-as-21", "counts-as-blackjack"),
    "bust-it-after-player-bust": ("stays", "collected"),
    "no-hole-card-dealer-blackjack": ("initial-only", "original-wagers"),
    "nj-hole-card": ("none", "unread", "reader"),
    "surrender-timing": ("after-reader", "before-reader"),
    "cut-card-depth": ("of-one-deck", "of-the-pack"),
    "dealer-card-order": ("down-card-first", "up-card-first"),
    "stub-count-mismatch": ("remove-deck", "keep-deck"),
    "five-card-hi-lo-showdown": ("house-high-hand", "stop-after-deal"),
}
GAMES_BY_DOCUMENT = {document.id: document.game for document in documents()}


@pytest.mark.parametrize("name", NOTED)
def test_the_noted_readings_are_there_with_their_options_and_default(name: str) -> None:
    default, *others = NOTED[name]
    found = reading(name)
    assert found.default == default
    assert {option.id for option in found.options} == {default, *others}


@pytest.mark.parametrize("name", readings())
def test_a_reading_asks_answers_and_gives_its_reason(name: str) -> None:
    found = reading(name)
    assert found.question.endswith("?")
    assert found.why.strip()
    assert len(found.options) >= 2
    assert all(option.means.strip() for option in found.options)


@pytest.mark.parametrize("name", [name for name, r in readings().items() if r.clauses])
def test_a_reading_names_clauses_of_the_games_it_touches(name: str) -> None:
    found = reading(name)
    assert {GAMES_BY_DOCUMENT[clauses()[c].document] for c in found.clauses} == set(found.games)


def test_the_showdown_is_never_cited_as_law() -> None:
    assert reading("five-card-hi-lo-showdown").clauses == ()
    assert "HOUSE" in reading("five-card-hi-lo-showdown").option("house-high-hand").means


CASES = [
    pytest.param(game, r.id, option.id, id=f"{game} {r.id}={option.id}")
    for r in readings().values()
    for game in r.games
    for option in r.options
    if option.id != r.default
]


@pytest.mark.parametrize(("game", "name", "option"), CASES)
def test_every_other_option_changes_a_value_and_the_hash(game: str, name: str, option: str) -> None:
    default, otherwise = load(game), load(game, {}, {name: option})
    changed = [n for n, (_, leaf) in otherwise.by_name.items() if leaf.value != default.by_name[n][1].value]
    assert changed
    assert all(name == otherwise.by_name[n][1].source.reading for n in changed)
    assert otherwise.hash != default.hash


def test_a_game_carries_the_readings_that_touch_it_and_no_others() -> None:
    assert set(load("double-attack-nj").readings) == {r.id for r in readings_of("double-attack-nj")}
    assert "surrender-after-double" not in load("double-attack-nj").readings


def test_an_option_no_text_allows_is_a_departure_with_its_clause() -> None:
    (departure,) = load("double-attack-pa", {}, {"blackjack-after-split": "counts-as-blackjack"}).departures
    assert (departure.name, departure.clauses) == ("blackjack-after-split", ("PA 665a.1 Blackjack",))


@pytest.mark.parametrize(("game", "name"), [(game, r.id) for r in readings().values() for game in r.games])
def test_a_reading_of_the_law_is_no_departure_from_it(game: str, name: str) -> None:
    for option in reading(name).options:
        if not option.departs:
            assert load(game, {}, {name: option.id}).departures == ()


def test_an_unknown_reading_names_the_nearest() -> None:
    with pytest.raises(UnknownReading, match=r"no reading is called 'both-busts'. Did you mean 'both-bust'\?"):
        reading("both-busts")


def test_an_unknown_option_lists_what_there_is() -> None:
    with pytest.raises(UnknownReading, match=r"has no option 'zz'\. There are: player-loses, returned"):
        reading("both-bust").option("zz")
