"""Classes by themselves: who comes in, who goes, who is in one with whom, and what a change puts on record."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.house.classes import Classes
from pitboss.house.database import Database
from pitboss.house.register import Change
from pitboss.procedure.refusal import Refused
from tests.house.kit import StillClock


def with_class(*people: str) -> Classes:
    classes = Classes(cast(Database, None), StillClock())
    classes.make("4B")
    classes.add("4B", list(people))
    return classes


def told(changes: list[Change]) -> list[tuple[str, str, tuple[Any, ...]]]:
    return [(change.act, change.table, change.key) for change in changes]


def test_who_is_named_twice_or_is_there_already_comes_in_once() -> None:
    classes = with_class("Ann")
    changes = classes.add("4b", ["Bob", "Ann", "Bob"])
    assert told(changes) == [("insert", "class_members", ("4B", "Bob"))]
    assert classes.members("4B") == ["Ann", "Bob"]


def test_who_reads_the_classes_anew_knows_those_on_disk_and_no_others() -> None:
    classes = with_class("Ann")
    rows = {"classes": [{"name": "5A"}], "class_members": [{"class_name": "5A", "name": "Bob"}]}

    async def asked(question: Any) -> list[SimpleNamespace]:
        (table,) = question.get_final_froms()
        return [SimpleNamespace(**row) for row in rows[table.name]]

    classes._database = cast(Database, SimpleNamespace(rows=asked))
    asyncio.run(classes.load())
    assert classes.all() == {"5A": ["Bob"]}


def test_two_are_together_who_are_in_one_class() -> None:
    classes = with_class("Ann", "Bob")
    classes.make("5C")
    classes.add("5C", ["Bob", "Cid"])
    assert (classes.together("Ann", "Bob"), classes.together("Bob", "Cid")) == (True, True)
    assert not classes.together("Ann", "Cid")
    assert not classes.together("Ann", "Dan")


def test_who_goes_is_in_it_no_more_and_who_is_not_in_it_cannot_go() -> None:
    classes = with_class("Ann", "Bob")
    assert told(classes.drop("4B", "Ann")) == [("delete", "class_members", ("4B", "Ann"))]
    with pytest.raises(Refused) as refused:
        classes.drop("4B", "Ann")
    assert refused.value.code == "class/not-in-it"
    assert classes.members("4B") == ["Bob"]


def test_a_class_goes_by_one_name_at_a_time_and_two_that_look_alike_are_one() -> None:
    classes = with_class("Ann", "Bob")
    classes.make("5C")
    for name, code in (("5c", "class/name-taken"), ("4B", "class/name-taken"), ("-", "class/name")):
        with pytest.raises(Refused) as refused:
            classes.rename("4B", name, [])
        assert refused.value.code == code
    changes = classes.rename("4b", "4 B", [])
    assert told(changes) == [
        ("insert", "classes", ("4 B",)),
        ("insert", "class_members", ("4 B", "Ann")),
        ("insert", "class_members", ("4 B", "Bob")),
        ("delete", "class_members", ("4B", "Ann")),
        ("delete", "class_members", ("4B", "Bob")),
        ("delete", "classes", ("4B",)),
    ]
    assert classes.all() == {"4 B": ["Ann", "Bob"], "5C": []}
    with pytest.raises(Refused) as gone:
        classes.members("4B")
    assert gone.value.code == "class/unknown"
    classes.rename("5C", "5c", [])
    assert classes.all() == {"4 B": ["Ann", "Bob"], "5c": []}, "in other letters it is still its own name"


@pytest.mark.parametrize("name", ["4", "4C", "a" * 40, "Night class 2.1_b-c"])
def test_a_class_has_a_name_of_up_to_40_characters(name: str) -> None:
    classes = with_class()
    classes.make(name)
    assert name in classes.all()


@pytest.mark.parametrize("name", ["", "a" * 41, " 4", "4 ", "-4", "4-", "4é", "4\n"])
def test_what_is_no_name_of_a_class_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        with_class().make(name)
    assert (refused.value.code, refused.value.now) == ("class/name", "choose another name")
