"""A result as xAPI statements, by the verdict of a public validator (the one that Learning Locker has)."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.school.exports import statements
from tests.check_pages import ROOT
from tests.school.test_table_test import taken

VALIDATOR = ROOT / "node_modules" / "@learninglocker" / "xapi-validation"
JUDGES = """
const judge = require(process.argv[1]).default;
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(told.map((one) => judge(one).map(String))));
"""
SCHOOL = "https://school.example"
Told = list[dict[str, Any]]

pytestmark = pytest.mark.skipif(
    not VALIDATOR.exists(), reason="needs the validator: `make lint` installs it where npm is"
)


def warnings(told: Told) -> list[list[str]]:
    """What the validator has to say of each statement."""
    words = ["node", "-e", JUDGES, str(VALIDATOR)]
    done = subprocess.run(words, input=json.dumps(told), capture_output=True, text=True, check=True)
    found: list[list[str]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def told() -> Told:
    """A test with wrong answers in it."""
    return statements(taken(wrong=5), SCHOOL)


def test_a_public_validator_accepts_every_statement_of_a_result(told: Told) -> None:
    assert {one["verb"]["display"]["en"] for one in told} == {"answered", "completed", "failed"}
    assert warnings(told) == [[]] * len(told)


def without(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda one: {key: value for key, value in one.items() if key != name}


@pytest.mark.parametrize(
    "spoil",
    [
        without("actor"),
        without("verb"),
        without("object"),
        lambda one: {**one, "id": "not a number of that kind"},
        lambda one: {**one, "timestamp": "yesterday"},
        lambda one: {**one, "version": "2.x"},
        lambda one: {**one, "result": {**one["result"], "duration": "a while"}},
        lambda one: {**one, "actor": {"account": {"name": "Ann"}}},
        lambda one: {**one, "colour": "green"},
    ],
)
def test_and_refuses_one_that_is_none(spoil: Callable[[dict[str, Any]], dict[str, Any]], told: Told) -> None:
    assert warnings([spoil(told[-1])]) != [[]]
