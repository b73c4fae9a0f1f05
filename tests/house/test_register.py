"""The register is built again from its lines, and a line that does not fit it is found."""

import pytest

from pitboss.house import schema
from pitboss.house.register import Change, Misfit, Register, body, delete, insert, update

CLASS = {"name": "4B", "made_at_ms": 1}


def _with(*changes: Change) -> Register:
    register = Register()
    register.apply(body(changes))
    return register


def test_rows_come_change_and_go() -> None:
    made = insert(schema.classes, CLASS)
    assert _with(made).rows["classes"] == {("4B",): CLASS}
    assert _with(made, update(schema.classes, "4B", made_at_ms=2)).rows["classes"][("4B",)]["made_at_ms"] == 2
    assert _with(made, delete(schema.classes, "4B")).rows["classes"] == {}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ((insert(schema.classes, CLASS), insert(schema.classes, CLASS)), "4B is there already"),
        ((update(schema.classes, "4B", made_at_ms=2),), "4B is not there"),
        ((delete(schema.classes, "4B"),), "4B is not there"),
        ((insert(schema.classes, {"name": "4B"}),), "would not have the columns"),
        ((insert(schema.classes, CLASS), update(schema.classes, "4B", name="5C")), "would not have the columns"),
        ((insert(schema.classes, CLASS), update(schema.classes, "4B", age=2)), "would not have the columns"),
        ((insert(schema.closed_tables, {"table_id": "t1"}),), "closed_tables is no table of the register"),
    ],
)
def test_what_does_not_fit_is_said(changes: tuple[Change, ...], sentence: str) -> None:
    with pytest.raises(Misfit, match=sentence):
        _with(*changes)


@pytest.mark.parametrize("line", ["", "[", "{}", "[1]", '[{"act": "steal"}]', "[" * 100_000, '["\\ud800"]'])
def test_what_is_no_change_at_all_is_said_too(line: str) -> None:
    with pytest.raises(Misfit, match="no change of the register: "):
        Register().apply(line)


def test_the_journal_has_a_password_only_as_the_hash_of_its_hash() -> None:
    line = body([update(schema.accounts, "Ann", password_hash="$argon2id$secret")])
    assert "argon2" not in line
    assert line != body([update(schema.accounts, "Ann", password_hash="$argon2id$other")])
