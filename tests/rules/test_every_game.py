"""What holds for the rules of every game: complete, cited from their own document, and identified by a hash."""

from collections.abc import Callable

import pytest

from pitboss.law import clauses
from pitboss.law.documents import Embodied
from pitboss.rules import GAMES, Rules, load
from pitboss.rules.cited import Group, SetBy, by
from pitboss.rules.errors import RulesError
from pitboss.rules.sheet import section_of
from pitboss.rules.subjects.dealer import Dealer
from pitboss.rules.text import prose_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@EVERY_GAME
def test_a_value_cites_only_its_own_document(game: str) -> None:
    rules = load(game)
    foreign = {
        leaf.name: clause
        for _, leaf in rules.leaves()
        for clause in leaf.source.clauses
        if clauses()[clause].document != rules.document
    }
    assert foreign == {}


@EVERY_GAME
def test_what_the_law_fixes_cites_a_clause_and_what_it_is_silent_on_cites_none(game: str) -> None:
    for _, leaf in load(game).leaves():
        if leaf.source.set_by is SetBy.LAW:
            assert leaf.source.clauses, leaf.name
        if leaf.source.set_by is SetBy.SILENT:
            assert leaf.source.clauses == (), leaf.name


@EVERY_GAME
def test_a_clause_that_is_embodied_as_a_rule_has_a_value_that_something_acts_on(game: str) -> None:
    rules = load(game)
    by_value = {clause for _, leaf in rules.leaves() for clause in leaf.source.clauses}
    by_option = {clause for option in GAMES[game].options.values() for clause in option.clauses}
    ours = (clause for clause in clauses().values() if clause.document == rules.document)
    assert {c.id for c in ours if c.embodied is Embodied.RULE} - by_value - by_option == set()


@EVERY_GAME
def test_every_value_step_and_choice_cites_what_it_did(
    game: str, golden: Callable[[str], Callable[[str], None]]
) -> None:
    """The file is read against the text, line by line: each clause orders just that. `make golden` writes it anew."""
    rules = load(game)
    lines = []
    for name, group in rules.groups.items():
        lines += ["", section_of(name, rules)]
        values = {leaf.name: leaf for leaf in group.leaves()}
        for each, source in group.sources.items():
            if source.clauses:
                said = f" = {prose_of(values[each].value)} ({source.set_by.value})" if each in values else ""
                lines.append(f"  {each}{said}: {', '.join(source.clauses)}")
    lines += ["", "What the house may choose"]
    for option in GAMES[game].options.values():
        lines.append(f"  {option.name}, {option.allowed}: {', '.join(option.clauses) or 'no clause'}")
    golden(f"citations/{game}")("\n".join(lines).lstrip() + "\n")


@EVERY_GAME
def test_names_of_values_are_unique_across_subjects(game: str) -> None:
    names = [leaf.name for _, leaf in load(game).leaves()]
    assert len(names) == len(set(names))


@EVERY_GAME
def test_a_value_without_a_source_is_refused(game: str) -> None:
    leaves = [leaf for _, leaf in load(game).leaves()]
    assert all(leaf.label for leaf in leaves)
    with pytest.raises(TypeError, match=r"Dealer\.dealer_stands_on cites nothing"):
        Dealer(
            dealer_stands_on=17,
            dealer_hits_soft=by(False, "PA 665a.7(n)"),
            dealer_draws_in_vain=by(True, "PA 665a.7(n)"),
            push_total=by(None, "PA 665a.7(n)"),
        )


@EVERY_GAME
def test_the_rules_are_frozen(game: str) -> None:
    rules = load(game)
    with pytest.raises(AttributeError):
        rules.game = "another"  # type: ignore[misc]  # that is the point
    group: Group = rules.cards
    with pytest.raises(AttributeError):
        setattr(group, group.leaves()[0].name, None)


def test_rules_that_are_asked_for_again_are_the_same_and_a_number_is_still_not_yes() -> None:
    asked = {"even_money": True}
    assert load("double-deck-house", asked) is load("double-deck-house", {**asked})
    assert load("double-deck-house", asked, {"pair-means": "same-rank"}) is not load("double-deck-house", asked)
    with pytest.raises(RulesError, match="neither yes nor no"):
        load("double-deck-house", {"even_money": 1})


@EVERY_GAME
def test_equal_rules_have_equal_hashes(game: str) -> None:
    assert load(game).hash == load(game).hash
    assert load(game, {"chip_unit_cents": 100}).hash == load(game).hash


def test_no_two_games_share_a_hash() -> None:
    assert len({load(game).hash for game in GAMES}) == 5


@pytest.mark.parametrize(
    ("sets", "readings"),
    [
        ({"table_maximum_cents": 50000}, {}),
        ({"split_hands": 3}, {}),
        ({"cover_card_placed": "1/3"}, {}),
        ({}, {"both-bust": "returned"}),
        ({}, {"pa-cut-rotation": "dealer-cuts"}),
    ],
)
def test_any_difference_changes_the_hash(sets: dict[str, object], readings: dict[str, str]) -> None:
    assert load("double-attack-pa", sets, readings).hash != load("double-attack-pa").hash


def test_a_default_said_aloud_changes_nothing() -> None:
    spoken = load("double-attack-pa", {"split_hands": 4}, {"both-bust": "player-loses"})
    assert spoken.hash == load("double-attack-pa").hash
    assert spoken.departures == ()


def shared(left: Rules, right: Rules) -> set[str]:
    return set(left.by_name) & set(right.by_name)


def test_the_blackjack_games_speak_of_the_same_subjects() -> None:
    first, *others = (load(game) for game in GAMES if game != "five-card-hi-lo-pa")
    for other in others:
        assert shared(first, other) == set(first.by_name) == set(other.by_name)
