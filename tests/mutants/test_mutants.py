"""The command catches what a test notices, and reports what none does: shown on a little shop with two tests."""

import shutil
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from tests.mutants.__main__ import (
    ROOT,
    Measured,
    Project,
    carried_out,
    chosen,
    hash_of,
    judged,
    known_survivors,
    measured,
    thought_of,
    trial_of,
)
from tests.mutants.changes import by_hand, changed_code, changes, enums_of
from tests.mutants.trials import Result

SHOP = """
    MINIMUM = 5

    def taken(cents, chips):
        \"\"\"Whether a wager is taken.\"\"\"
        if cents < MINIMUM:
            return False
        return cents <= chips

    def both(boxes):
        return [box for box in boxes if box > 0 and box < 8]

    def unheard_of(n):
        return n + 1

    def named(n):
        return n * 3

    NINE = named(3)
"""
TESTS = """
    from shop import NINE, both, taken

    def test_nine():
        assert NINE == 9

    def test_late():
        from late import doubled
        assert doubled(2) == 4

    def test_from_five_cents():
        assert taken(5, 9)
        assert not taken(4, 9)

    def test_boxes():
        assert both([1, 7, 8]) == [1, 7]

    def test_that_fails_as_the_code_is():
        assert taken(5, 4) and both([1]), "of any change it would fail, and prove nothing"
"""
LATE = """
    def doubled(cents):
        return cents * 2
"""
CONFTEST = """
    import gc
    import shop

    gc.freeze()  # as some programs do with what they have imported
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project of one module."""
    root = tmp_path_factory.mktemp("shop")
    files = {"src/shop.py": SHOP, "src/late.py": LATE, "tests/test_shop.py": TESTS, "tests/conftest.py": CONFTEST}
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(dedent(text).lstrip())
    unused = ("schemathesis", "anyio", "rerunfailures", "hypothesispytest")
    without = [word for name in unused for word in ("-p", f"no:{name}")]  # each change of the import starts pytest anew
    return Project(root, root / "src", root / "kept", ["-o", "pythonpath=src", *without])


@pytest.fixture(scope="module")
def results(shop: Project) -> dict[str, Result]:
    """What became of every change to the shop."""
    pytest.importorskip("pytest_cov")
    by: Measured = measured(shop, ["tests"])
    trials = [trial_of(change, by) for change in chosen(shop, [""], 0, 1)]
    return {result.name: result for result in carried_out(shop, trials)}


def test_a_change_that_a_test_notices_is_killed_by_it(results: dict[str, Result]) -> None:
    boundary = results["shop.py taken: cents < MINIMUM -> cents <= MINIMUM"]
    assert (boundary.outcome, boundary.by) == ("killed", "tests/test_shop.py::test_from_five_cents")
    dropped = results["shop.py both: box > 0 and box < 8 -> box > 0"]
    assert (dropped.outcome, dropped.by) == ("killed", "tests/test_shop.py::test_boxes")


def test_a_test_that_fails_as_the_code_is_kills_nothing(results: dict[str, Result]) -> None:
    assert results
    assert not [result for result in results.values() if "fails_as_the_code_is" in result.by]


def test_a_value_used_from_the_import_on_is_changed_before_it(results: dict[str, Result]) -> None:
    assert results["shop.py (module): 5 -> 6"].outcome == "killed"
    assert results["shop.py (module): 5 -> 4"].outcome == "killed"
    only_then = results["shop.py named: n * 3 -> n // 3"]
    assert (only_then.outcome, only_then.by) == ("killed", "tests/test_shop.py::test_nine"), "a function too"


def test_a_change_that_no_test_notices_survives(results: dict[str, Result]) -> None:
    assert results["shop.py taken: cents <= chips -> cents < chips"].outcome == "survived"
    assert results["shop.py both: box > 0 and box < 8 -> box < 8"].outcome == "survived"
    unheard = results["shop.py unheard_of: n + 1 -> n - 1"]
    assert (unheard.outcome, unheard.by) == ("survived", "no test runs the line")


def test_changes_of_ones_own_are_tried_alike(shop: Project, tmp_path: Path) -> None:
    listed = tmp_path / "own.toml"
    listed.write_text(
        dedent("""
            [[change]]
            path = "shop.py"
            old = "    if cents < MINIMUM:\\n        return False\\n"
            new = ""
            [[change]]
            path = "shop.py"
            old = "MINIMUM = 5"
            new = "MINIMUM = 4"
            [[change]]
            path = "shop.py"
            old = "cents <= chips"
            new = "cents != chips + 1"
        """)
    )
    made = thought_of(shop, listed)
    by = measured(shop, ["tests"])
    results = {result.name: result for result in carried_out(shop, [trial_of(change, by) for change in made])}
    assert [(change.name, results[change.name].outcome) for change in made] == [
        ("shop.py:5: if cents < MINIMUM: return False -> (left out)", "killed"),
        ("shop.py:1: MINIMUM = 5 -> MINIMUM = 4", "killed"),
        ("shop.py:7: cents <= chips -> cents != chips + 1", "survived"),
    ]


@pytest.mark.parametrize(("old", "said"), [("return", "in 5 places"), ("elsewhere", "in 0 places")])
def test_a_change_of_ones_own_says_where_it_is_made(shop: Project, old: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        by_hand(shop.source / "shop.py", shop.source, old, "pass")


def test_every_change_has_a_result_and_its_own_name(shop: Project, results: dict[str, Result]) -> None:
    made = changes(shop.source / "shop.py", shop.source, {})
    assert {change.name for change in made} == {name for name in results if name.startswith("shop.py")}
    assert len({change.name for change in made}) == len(made)


def test_a_module_that_is_imported_only_when_needed_is_changed_too(results: dict[str, Result]) -> None:
    assert results["late.py doubled: cents * 2 -> cents // 2"].outcome == "killed"


def test_what_was_measured_holds_until_the_code_or_a_test_is_another(shop: Project, tmp_path: Path) -> None:
    copy = replace(shop, root=tmp_path)
    shutil.copytree(shop.root, tmp_path, dirs_exist_ok=True)
    tests = [Path("tests")]
    before = hash_of(copy, tests)
    (tmp_path / "tests" / "test_shop.py").touch()
    assert hash_of(copy, tests) == before, "whenever it was written"
    assert hash_of(replace(copy, options=("-x",)), tests) != before
    assert hash_of(copy, [Path("tests/test_shop.py")]) != before
    for changed in (tmp_path / "src" / "shop.py", tmp_path / "tests" / "test_shop.py"):
        before = hash_of(copy, tests)
        changed.write_text(changed.read_text() + "\n")
        assert hash_of(copy, tests) != before


def test_the_same_seed_draws_the_same_changes_from_different_lines(shop: Project) -> None:
    assert chosen(shop, ["shop.py"], 5, 3) == chosen(shop, ["shop.py"], 5, 3)
    assert len({change.line for change in chosen(shop, ["shop.py"], 5, 3)}) == 5


def test_what_another_program_reads_from_its_file_is_not_changed_where_that_would_not_be_seen() -> None:
    drawn = {
        change.path
        for change in chosen(
            Project(ROOT, ROOT / "src" / "pitboss", ROOT, ()), ["house/migrations/", "house/gate.py"], 0, 1
        )
    }
    assert "house/gate.py" in drawn
    assert not [path for path in drawn if path.startswith("house/migrations/versions/")]


def test_an_enumeration_gives_its_next_member(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def who():\n    return Role.DEALER\n")
    enums = {"Role": ("PLAYER", "DEALER")}
    swapped = next(c for c in changes(tmp_path / "a.py", tmp_path, enums) if "Role.PLAYER" in c.name)
    assert changed_code(tmp_path / "a.py", swapped.number, enums) is not None
    assert swapped.name == "a.py who: Role.DEALER -> Role.PLAYER"


def test_the_list_of_survivors_only_gets_shorter_unless_somebody_writes_a_reason() -> None:
    lives, dies = Result("a: x -> y", "survived"), Result("b: x -> y", "killed", "test_b")
    names = frozenset({lives.name, dies.name})
    assert judged([lives, dies], {lives.name: "the same"}, names) == []
    assert judged([lives, dies], {}, names) == ["survives: a: x -> y"]
    listed = {lives.name: "the same", dies.name: "the same"}
    assert judged([lives, dies], listed, names) == ["is listed as a survivor, but test_b notices it: b: x -> y"]
    gone = {lives.name: "the same", "c: x -> y": "the same"}
    assert judged([lives, dies], gone, names) == ["the list names a change that cannot be made any more: c: x -> y"]


def test_every_survivor_on_the_list_has_a_reason() -> None:
    assert all(len(why) > 20 for why in known_survivors().values())


def test_every_change_on_the_list_can_still_be_made() -> None:
    source = ROOT / "src" / "pitboss"
    enums = enums_of(source.rglob("*.py"))
    files = {source / name.partition(" ")[0] for name in known_survivors()}
    names = {change.name for file in files for change in changes(file, source, enums)}
    assert set(known_survivors()) <= names
