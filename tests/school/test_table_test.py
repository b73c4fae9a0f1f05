"""The table test: composed in TOML, taken by seed, scored from what was done, checked, and given to others."""

import csv
import io
import re
import uuid
from datetime import datetime
from typing import Any

import msgspec
import pytest

from pitboss.procedure import moves as m
from pitboss.procedure.blackjack.moves import VerifyInspection
from pitboss.procedure.refusal import Malformed
from pitboss.rules.errors import RulesError
from pitboss.school.acts import AnyAct, Chips, Handled, PickUp, Step
from pitboss.school.dealer import lawful_step
from pitboss.school.drills import MADE_BY
from pitboss.school.exports import _duration, rows, statements
from pitboss.school.lesson import Trainee, as_due, begin, deal_rounds
from pitboss.school.mistakes import Kind
from pitboss.school.practice import Practice
from pitboss.school.scoring import Catches, NotScored, Part
from pitboss.school.table_test import (
    PassMark,
    PassMarks,
    Result,
    Sitting,
    _marks,
    checked,
    from_json,
    parse,
    score_of,
    to_json,
)
from pitboss.school.taking import Acted, Line, Taking, taken_again
from pitboss.school.terse import act_from, typed
from tests.school.kit import players, practice

TEST = """
game = "double-attack-pa"
name = "Spring table test"
minutes = 30
faults = 3

[table]
rounds = 4
boxes = 4
unruly = 5

[[drill]]
kind = "payouts"
items = 6

[[drill]]
kind = "hand-totals"
items = 4

[pass]
score = 90
accuracy = 980
drills = 800
money_lost_cents = 500
rounds_an_hour = 20
hands_an_hour = 60
catches = 600
false_alarms = 1
"""
BEGAN = "2026-11-15T20:15:00+00:00"
SECOND = 1000


def taken(text: str = TEST, wrong: int = 0, trainee: Trainee = as_due, seed: str = "1") -> Result:
    """A test taken at a second an act and an answer; the first so many answers are wrong."""
    sitting = Sitting(parse(text), seed)
    clock = answered = 0
    for task in sitting.test.drills:
        session = sitting.begin_drill()
        assert session is not None
        for _ in range(task.items):
            answered += 1
            session.answer("no idea" if answered <= wrong else session.item.answers[0], SECOND)

    def tick(practice: Practice, due: AnyAct) -> AnyAct:
        nonlocal clock
        clock += SECOND
        return msgspec.structs.replace(trainee(practice, due), at_ms=clock)

    if sitting.practice is not None and sitting.players is not None and sitting.test.table is not None:
        begin(sitting.practice, sitting.players)
        deal_rounds(sitting.practice, sitting.players, sitting.test.table.rounds, tick)
    return sitting.result("Pat", BEGAN, clock + answered * SECOND)


def underpays_twice(practice: Practice, due: AnyAct) -> AnyAct:
    wins = [each for each in due.handled if each.paid] if isinstance(due, Chips) else []
    if isinstance(due, Chips) and wins and len(practice.mistakes) < 2:
        others = tuple(each for each in due.handled if each != wins[0])
        return Chips(handled=(*others, msgspec.structs.replace(wins[0], paid=wins[0].paid // 2)))
    return due


@pytest.fixture(scope="module")
def perfect() -> Result:
    return taken()


# --- scores ---------------------------------------------------------------------------------------------------------


def test_who_makes_no_mistake_passes(perfect: Result) -> None:
    score = perfect.score
    assert score is not None
    assert score.passed
    assert {mark.name for mark in score.marks} == {
        "rounds",
        "score",
        "accuracy",
        "drills",
        "rounds_an_hour",
        "hands_an_hour",
        "catches",
        "money_lost_cents",
        "false_alarms",
        "minutes",
    }
    assert score.all_drills.per_mille == 1000


def test_each_pass_mark_is_compared_on_both_sides(perfect: Result) -> None:
    score = perfect.score
    assert score is not None
    reached = {mark.name: mark.reached for mark in score.marks}
    assert score.table is not None
    for name in ("score", "accuracy", "drills", "rounds_an_hour", "hands_an_hour", "catches"):
        just = reached[name]
        assert just is not None
        for asked, passes in ((just, True), (just + 1, False)):
            marks = msgspec.structs.replace(perfect.test.pass_, **{name: asked})
            again = score_of(msgspec.structs.replace(perfect, test=msgspec.structs.replace(perfect.test, pass_=marks)))
            assert next(mark for mark in again.marks if mark.name == name).passed is passes
            assert again.passed is passes
    for took, passes in ((30 * 60_000, True), (30 * 60_000 + 1, False)):
        again = score_of(msgspec.structs.replace(perfect, took_ms=took))
        assert PassMark("minutes", 30, 30 if passes else 31, passes) in again.marks


def test_of_no_fault_that_was_planted_none_was_missed(perfect: Result) -> None:
    assert perfect.score is not None
    marks = {mark.name: mark for mark in _marks(perfect, perfect.score.table, Part(0, 0), Catches(0, 0, 0))}
    assert (marks["catches"].reached, marks["catches"].passed) == (1000, True)


@pytest.mark.parametrize(
    ("act", "reads"),
    [
        ({"act": "say", "words": "x" * 200}, True),
        ({"act": "say", "words": "x" * 201}, False),
        ({"act": "ruling", "lets": True, "at_ms": -1}, False),
        ({"act": "chips", "handled": [{"player": "Ann", "box": 1, "hand": 1, "wager": "bet", "paid": 0}]}, True),
        ({"act": "chips", "handled": [{"player": "Ann", "box": 1, "hand": 1, "wager": "bet", "paid": -1}]}, False),
        ({"act": "chips", "handled": [{"player": "Ann", "box": 1, "hand": 1, "wager": "bet", "taken": 10**13}]}, False),
    ],
)
def test_an_act_is_read_within_its_limits(act: dict[str, Any], reads: bool) -> None:
    try:
        msgspec.convert(act, AnyAct)
    except msgspec.ValidationError:
        assert not reads
    else:
        assert reads


def test_money_lost_and_false_alarms_are_at_most_so_much() -> None:
    def leaves(practice: Practice, due: AnyAct) -> AnyAct:
        if isinstance(due, Chips) and not practice.mistakes and any(each.taken for each in due.handled):
            return Chips(handled=())
        return due

    result = taken(trainee=leaves)
    assert result.score is not None
    assert result.score.table is not None
    lost = result.score.table.money_cents
    assert lost > 0
    for asked, passes in ((lost, True), (lost - 1, False)):
        marks = msgspec.structs.replace(result.test.pass_, money_lost_cents=asked)
        again = score_of(msgspec.structs.replace(result, test=msgspec.structs.replace(result.test, pass_=marks)))
        assert next(mark for mark in again.marks if mark.name == "money_lost_cents").passed is passes


def test_wrong_answers_count_and_so_do_those_that_never_came() -> None:
    result = taken(wrong=5)
    assert result.score is not None
    assert not result.score.passed
    assert (result.score.all_drills.done, result.score.all_drills.right) == (13, 8)
    short = msgspec.structs.replace(result, drills=result.drills[:1])
    assert (score_of(short).all_drills.done, score_of(short).all_drills.right) == (13, 1)


def test_faults_that_were_never_shown_are_missed_and_sums_that_were_never_asked_are_not() -> None:
    result = taken()
    assert result.score is not None
    caught, missed = result.score.catches.caught, result.score.catches.missed
    assert caught
    change = msgspec.structs.replace
    payouts, totals, spotted = result.drills
    unasked = change(payouts, answers=payouts.answers[:1])
    assert score_of(change(result, drills=(unasked, totals, spotted))).catches == result.score.catches
    for drills, shown in (((payouts, totals, change(spotted, answers=spotted.answers[:1])), 1), ((payouts,), 0)):
        again = score_of(change(result, drills=drills))
        assert again.catches.missed == missed + 3 - shown, "the drill was begun, or handed in before it was"
        assert not next(mark for mark in again.marks if mark.name == "catches").passed


def test_a_table_that_was_left_early_is_not_passed(perfect: Result) -> None:
    assert perfect.practice is not None
    acts = perfect.practice.acts
    left = msgspec.structs.replace(
        perfect, practice=msgspec.structs.replace(perfect.practice, acts=acts[: len(acts) // 2])
    )
    score = score_of(left)
    assert not score.passed
    assert not next(mark for mark in score.marks if mark.name == "rounds").passed


# --- checked --------------------------------------------------------------------------------------------------------


def test_a_result_is_scored_again_from_its_file(perfect: Result) -> None:
    again = from_json(to_json(perfect))
    assert checked(again) == again.score
    assert to_json(again) == to_json(perfect)
    with pytest.raises(NotScored, match="a result of version 1, not "):
        from_json(to_json(msgspec.structs.replace(perfect, version=1)))


def test_a_result_that_was_tampered_with_is_found(perfect: Result) -> None:
    change = msgspec.structs.replace
    score = perfect.score
    assert score is not None
    assert perfect.practice is not None
    with pytest.raises(NotScored, match="another score"):
        checked(change(perfect, score=change(score, passed=False)))
    *before, last = perfect.drills[0].answers
    answered = change(perfect.drills[0], answers=(*before, change(last, given="0")))
    with pytest.raises(NotScored, match="another score"):
        checked(change(perfect, drills=(answered, *perfect.drills[1:])))
    with pytest.raises(NotScored, match="another score"):
        checked(change(perfect, practice=change(perfect.practice, acts=perfect.practice.acts[:-3])))
    with pytest.raises(NotScored, match="drill 1 is not that of the test"):
        checked(change(perfect, drills=perfect.drills[1:]))
    with pytest.raises(NotScored, match="drill 1 is not that of the test"):
        checked(change(perfect, drills=(change(perfect.drills[0], rules_hash="0" * 64), *perfect.drills[1:])))
    with pytest.raises(NotScored, match="no game is called 'bingo'"):
        checked(change(perfect, test=change(perfect.test, game="bingo")))
    more = change(perfect.drills[0], answers=(*perfect.drills[0].answers, *perfect.drills[0].answers[:1]))
    with pytest.raises(NotScored, match="drill 1 is not that of the test"):
        checked(change(perfect, drills=(more, *perfect.drills[1:])))
    with pytest.raises(NotScored, match="it has 4 drills, and the test has 3"):
        checked(change(perfect, drills=(*perfect.drills, perfect.drills[0])))
    with pytest.raises(NotScored, match="its table is not that of the test"):
        checked(change(perfect, seed="2"))
    with pytest.raises(NotScored, match="its table is not that of the test"):
        checked(change(perfect, practice=change(perfect.practice, seed="2")))
    with pytest.raises(NotScored, match="its table was not dealt as the test has it"):
        checked(change(perfect, practice=change(perfect.practice, mode="corrected")))
    with pytest.raises(NotScored, match="its table was not dealt as the test has it"):
        checked(change(perfect, practice=change(perfect.practice, by_hand=("chips",))))
    acts = perfect.practice.acts
    others = [place for place, act in enumerate(acts) if isinstance(act, Step) and act.made.by == "Ann"]
    without = change(perfect, practice=change(perfect.practice, acts=(*acts[: others[3]], *acts[others[3] + 1 :])))
    with pytest.raises(NotScored, match=f"act {others[3] + 1} is not what the players of its seed do"):
        checked(without)
    bet = next(place for place in others if isinstance(acts[place].made, m.Wager))  # type: ignore[union-attr]
    dearer = Step.of(msgspec.structs.replace(acts[bet].made, cents=100_00))  # type: ignore[union-attr]
    with pytest.raises(NotScored, match=f"act {bet + 1} is not what the players of its seed do"):
        checked(change(perfect, practice=change(perfect.practice, acts=(*acts[:bet], dearer, *acts[bet + 1 :]))))
    late = change(acts[bet], at_ms=60_000)  # what somebody else takes is not the trainee's time
    with pytest.raises(NotScored, match=f"act {bet + 1} is not what the players of its seed do"):
        checked(change(perfect, practice=change(perfect.practice, acts=(*acts[:bet], late, *acts[bet + 1 :]))))
    with pytest.raises(NotScored, match=f"act {len(acts) + 1} is done by nobody whose turn it is"):
        checked(change(perfect, practice=change(perfect.practice, acts=(*acts, Step.of(m.Leave(by="Ann"))))))
    with pytest.raises(NotScored, match="it claims no score"):
        checked(change(perfect, score=None))
    with pytest.raises(NotScored, match="not the result of a table test"):
        from_json(b"{}")


def test_a_test_is_taken_from_its_lines_to_its_end_and_no_further() -> None:
    """A drill of one item, another of two, and a table of one round; then nothing is asked, and nothing done."""
    drills = 'game = "five-card-hi-lo-pa"\nminutes = 5\n' + "".join(
        f'[[drill]]\nkind = "order-of-dealing"\nitems = {items}\n' for items in (1, 2)
    )
    text = f"{drills}[table]\nrounds = 1\nboxes = 1"
    taking, lines = Taking(parse(text), "1"), list[Line]()
    assert taking.sitting.practice is not None
    while not taking.over:
        if taking.item is not None:
            assert taking.place == (len(lines) + 1, 3)
            lines.append(taking.answered(taking.item.answers[0], SECOND))
        else:
            with pytest.raises(Malformed, match="nothing is asked now"):
                taking.answered("1", SECOND)
            due = taking.sitting.practice.guidance()
            assert due is not None
            lines.append(Acted(act=due.act))
        taking.take(lines[-1])
    assert taking.sitting.result("Pat", BEGAN, 0).score.passed  # type: ignore[union-attr]  # it is scored there
    written = [msgspec.json.encode(line).decode() for line in lines]
    assert taken_again(taking.sitting.test, "1", written, MADE_BY).over
    for more, sentence in ((0, "an answer, and nothing was asked"), (-1, "an act, and the table was not open")):
        with pytest.raises(NotScored, match=f"line {len(lines) + 1}: {sentence}"):
            taken_again(taking.sitting.test, "1", [*written, written[more]], MADE_BY)
    with pytest.raises(NotScored, match="line 1: an act, and the table was not open"):
        taken_again(taking.sitting.test, "1", written[3:], MADE_BY)
    with pytest.raises(NotScored, match="line 2: its item is not the one"):
        taken_again(taking.sitting.test, "1", [written[0], *written], MADE_BY)
    with pytest.raises(NotScored, match="line 4: no answer and no act"):
        taken_again(taking.sitting.test, "1", [*written[:3], "{}"], MADE_BY)
    asleep = Acted(act=Step(move=msgspec.Raw(b'{"move":"fly","by":"dealer"}')))
    with pytest.raises(NotScored, match="line 4: "):
        taken_again(taking.sitting.test, "1", [*written[:3], msgspec.json.encode(asleep).decode()], MADE_BY)
    assert taken_again(parse(drills), "1", written[:3], MADE_BY).over
    assert not taken_again(parse(drills), "1", written[:2], MADE_BY).over


# --- composed -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("minutes = 30", "minutes = 0"), "minutes"),
        (("minutes = 30", "hours = 1"), "unknown field `hours`|missing required field `minutes`"),
        (('kind = "payouts"', 'kind = "payout"'), "no drill is called 'payout'"),
        (("items = 6", "items = 0"), "items"),
        (("score = 90", "score = 101"), "score"),
        (("score = 90", "scores = 90"), "scores"),
        (("boxes = 4", "boxes = 7"), "boxes 1 to 6, not 7"),
        (("unruly = 5", 'mode = "asleep"'), "mode is free or corrected, not 'asleep'"),
        (("unruly = 5", 'mode = "guided"'), "taken with nobody's help: mode is free or corrected, not 'guided'"),
        (("unruly = 5", 'by_hand = ["feet"]'), "by_hand is some of chips, words, cards, not 'feet'"),
        (("faults = 3", "faults = 0"), "plants none"),
        (('game = "double-attack-pa"', 'game = "double-atack-pa"'), "double-atack-pa"),
        (("minutes = 30", "minutes = "), "not TOML"),
        (("[table]\nrounds = 4\nboxes = 4\nunruly = 5", ""), "deals none"),
    ],
)
def test_what_is_wrong_with_a_test_is_one_sentence(change: tuple[str, str], sentence: str) -> None:
    assert change[0] in TEST
    with pytest.raises(RulesError, match=sentence):
        parse(TEST.replace(*change))


@pytest.mark.parametrize("mark", ["score", "accuracy", "rounds_an_hour", "hands_an_hour"])
def test_each_mark_of_how_rounds_are_dealt_is_asked_of_a_test_that_deals_some(mark: str) -> None:
    text = 'game = "double-attack-pa"\nminutes = 5\n{}[[drill]]\nkind = "payouts"\nitems = 1\n[pass]\n{} = 1'
    assert parse(text.format("[table]\nrounds = 1\n", mark)).table is not None
    with pytest.raises(RulesError, match="deals none"):
        parse(text.format("", mark))


def test_faults_are_planted_by_a_drill_of_that_kind_too() -> None:
    text = 'game = "double-attack-pa"\nminutes = 5\n[[drill]]\nkind = "{}"\nitems = 2\n[pass]\ncatches = 1'
    test = parse(text.format("spot-the-fault"))
    assert Sitting(test, 1).result("Pat", BEGAN, 0).score == score_of(Sitting(test, 1).result("Pat", BEGAN, 0))
    assert score_of(Sitting(test, 1).result("Pat", BEGAN, 0)).catches.missed == 2, "neither was shown"
    with pytest.raises(RulesError, match="plants none"):
        parse(text.format("payouts"))


def test_a_test_of_nothing_is_none() -> None:
    with pytest.raises(RulesError, match="deals rounds"):
        parse('game = "double-attack-pa"\nminutes = 5')


def test_house_options_and_readings_are_set_as_in_a_variant() -> None:
    drill = '[[drill]]\nkind = "payouts"\nitems = 1'
    text = f'game = "double-deck-house"\nminutes = 5\n[set]\nblackjack_odds = "6 to 5"\n{drill}'
    assert str(parse(text).rules().by_name["blackjack_odds"][1].value) == "6 to 5"


# --- for others -----------------------------------------------------------------------------------------------------

IRI = re.compile(r"^[a-z][a-z0-9+.-]*:\S+$")
DURATION = re.compile(r"^P(?!$)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$")
KNOWN = {
    "id",
    "actor",
    "verb",
    "object",
    "result",
    "context",
    "timestamp",
    "stored",
    "authority",
    "version",
    "attachments",
}
OF_RESULT = {"score", "success", "completion", "response", "duration", "extensions"}
OF_ACTIVITY = {
    "name",
    "description",
    "type",
    "moreInfo",
    "extensions",
    "interactionType",
    "correctResponsesPattern",
    "choices",
    "scale",
    "source",
    "target",
    "steps",
}
INTERACTIONS = {
    "true-false",
    "choice",
    "fill-in",
    "long-fill-in",
    "matching",
    "performance",
    "sequencing",
    "likert",
    "numeric",
    "other",
}


def conforms(statement: dict[str, Any]) -> None:
    """The rules of xAPI 1.0.3, part two, for what is used of it here."""
    assert statement.keys() <= KNOWN
    assert {"actor", "verb", "object"} <= statement.keys()
    uuid.UUID(statement["id"])
    assert re.fullmatch(r"1\.0\.\d+", statement["version"])
    assert datetime.fromisoformat(statement["timestamp"]).tzinfo is not None
    actor = statement["actor"]
    assert actor["objectType"] == "Agent"
    identifiers = [key for key in ("mbox", "mbox_sha1sum", "openid", "account") if key in actor]
    assert identifiers == ["account"]
    assert set(actor["account"]) == {"homePage", "name"}
    assert IRI.match(actor["account"]["homePage"])
    assert set(statement["verb"]) <= {"id", "display"}
    assert IRI.match(statement["verb"]["id"])
    assert all(re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", tag) for tag in statement["verb"]["display"])
    activity = statement["object"]
    assert activity["objectType"] == "Activity"
    assert IRI.match(activity["id"])
    definition = activity["definition"]
    assert definition.keys() <= OF_ACTIVITY
    assert IRI.match(definition["type"])
    if "correctResponsesPattern" in definition:
        assert definition["interactionType"] in INTERACTIONS
        assert all(isinstance(pattern, str) for pattern in definition["correctResponsesPattern"])
    result = statement["result"]
    assert result.keys() <= OF_RESULT
    assert DURATION.match(result["duration"])
    assert isinstance(result.get("response", ""), str)
    assert all(isinstance(result.get(flag, True), bool) for flag in ("success", "completion"))
    assert all(IRI.match(key) for key in result.get("extensions", {}))
    score = result.get("score")
    if score is not None:
        assert -1 <= score["scaled"] <= 1
        assert score["min"] <= score["raw"] <= score["max"]
        assert score["min"] < score["max"]


def no_nulls(value: object) -> bool:
    """xAPI allows no null outside extensions."""
    if isinstance(value, dict):
        return all(no_nulls(each) for key, each in value.items() if key != "extensions")
    return all(map(no_nulls, value)) if isinstance(value, list) else value is not None


def test_a_result_is_told_as_xapi_statements(perfect: Result) -> None:
    told = statements(perfect, "https://school.example")
    for statement in msgspec.json.decode(msgspec.json.encode(told)):
        conforms(statement)
        assert no_nulls(statement)
    assert len(told) == 13 + 2
    assert len({statement["id"] for statement in told}) == len(told)
    assert told == statements(perfect, "https://school.example")
    unscored = statements(msgspec.structs.replace(perfect, score=None), "https://school.example")
    assert [one["id"] for one in unscored] == [one["id"] for one in told], "one id, whatever score it claims"
    assert [statement["verb"]["display"]["en"] for statement in told[-2:]] == ["completed", "passed"]
    assert told[-2]["result"]["score"]["raw"] == 100


def test_each_answer_is_told_at_its_moment_and_the_test_ends_with_none_of_them_to_come(perfect: Result) -> None:
    """A second an answer; a clock that says less than the answers took does not end the test before the last."""

    def moments(result: Result) -> list[float]:
        began = datetime.fromisoformat(BEGAN)
        told = statements(result, "https://school.example")
        return [(datetime.fromisoformat(one["timestamp"]) - began).total_seconds() for one in told]

    answers = [float(number) for number in range(1, 14)]
    assert moments(perfect) == [*answers, 13.0, perfect.took_ms / SECOND]
    assert moments(msgspec.structs.replace(perfect, took_ms=0)) == [*answers, 13.0, 13.0]


def test_the_share_of_pass_marks_reached_is_of_those_that_were_asked_for(perfect: Result) -> None:
    test = msgspec.structs.replace(perfect.test, pass_=PassMarks(score=100, false_alarms=0))
    points = statements(msgspec.structs.replace(perfect, test=test), "https://school.example")[-1]["result"]["score"]
    assert points == {"raw": 4, "min": 0, "max": 4, "scaled": 1.0}, "and of rounds and minutes, which always are"


def test_what_is_told_of_the_table_and_of_an_answer_is_what_was_done() -> None:
    result = taken(wrong=1, trainee=underpays_twice)
    told, score = statements(result, "https://school.example"), result.score
    assert score is not None
    assert score.table is not None
    assert told[0]["result"]["response"] == "no idea"
    assert told[1]["result"]["response"] == told[1]["object"]["definition"]["correctResponsesPattern"][0]
    table, extensions = told[-2]["result"], told[-2]["result"]["extensions"]
    assert table["duration"] == f"PT{score.table.pace.play_ms // SECOND}.00S" != told[-1]["result"]["duration"]
    assert table["score"]["scaled"] == score.table.score / 100 < 1
    shares = {clause: part.right / part.done for clause, part in score.table.by_clause.items()}
    assert extensions["urn:pitboss:school:accuracy-by-clause"] == pytest.approx(shares, abs=0.001)
    assert extensions["urn:pitboss:school:money-lost-cents"] == score.table.money_cents != score.table.house_cents
    marks = [row for row in csv.DictReader(io.StringIO(rows(result))) if row["part"] == "pass mark"]
    assert {row["key"]: row["per_mille"] == "1000" for row in marks} == {
        **{mark.name: mark.passed for mark in score.marks},
        "passed": False,
    }
    assert marks[-1]["right"] == str(sum(mark.passed for mark in score.marks)) != marks[-1]["done"]


@pytest.mark.parametrize(("took_ms", "said"), [(0, "PT0.00S"), (1_050, "PT1.05S"), (61_999, "PT61.99S")])
def test_a_length_of_time_is_told_to_the_hundredth_of_a_second(took_ms: int, said: str) -> None:
    assert _duration(took_ms) == said


def test_a_test_that_was_failed_says_so_to_others() -> None:
    told = statements(taken(wrong=5), "https://school.example")
    assert told[-1]["verb"]["id"].endswith("/failed")
    assert told[-1]["result"]["success"] is False
    assert [statement["result"]["success"] for statement in told[:6]] == [False] * 5 + [True]


@pytest.mark.parametrize("began", ["yesterday", "2026-11-15T20:15:00"])
def test_a_moment_needs_its_time_zone(perfect: Result, began: str) -> None:
    with pytest.raises(RulesError, match=re.escape(began)):
        statements(msgspec.structs.replace(perfect, began=began), "https://school.example")


def test_a_result_as_rows(perfect: Result) -> None:
    sheet = list(csv.DictReader(io.StringIO(rows(perfect))))
    assert {row["trainee"] for row in sheet} == {"Pat"}
    assert {row["part"] for row in sheet} == {"pass mark", "payouts", "hand-totals", "spot-the-fault", "table"}
    clause = next(row for row in sheet if row["key"] == "PA 665a.7(f)(1)")
    assert clause["done"] == clause["right"] == "16"


def test_rows_say_how_often_each_mistake_was_made() -> None:
    result = taken(trainee=underpays_twice)
    assert result.score is not None
    assert result.score.table is not None
    kinds = result.score.table.mistakes
    assert kinds["underpaid"] == 2
    told = {row["key"]: row["done"] for row in csv.DictReader(io.StringIO(rows(result))) if row["part"] == "mistake"}
    assert told == {kind: str(many) for kind, many in kinds.items()}
    table = result.score.table
    assert table.house_cents < 0 < table.money_cents
    lost = next(mark for mark in result.score.marks if mark.name == "money_lost_cents")
    assert lost.reached == table.money_cents, "what a player lost was moved wrongly too"


# --- typed ----------------------------------------------------------------------------------------------------------


def test_everything_that_is_due_can_be_typed() -> None:
    seen: set[str] = set()

    def types(practice: Practice, due: AnyAct) -> AnyAct:
        line = typed(due)
        seen.add(line.split()[0])
        act = act_from(practice, line)
        if isinstance(act, Step) and isinstance(due, Step):
            assert act.made == due.made
        else:
            assert act == due
        return act

    for game in ("double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa"):
        text = f'game = "{game}"\nminutes = 30\n[table]\nrounds = 6\nunruly = 20'
        result = taken(text, trainee=types)
        assert result.score is not None
        assert result.score.table is not None
        assert result.score.table.score == 100
    assert {"deal", "settle-box", "say", "chips", "pick", "no", "burn-card", "shuffle", "count-stub"} <= seen


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("deal 2", m.Deal(by=m.DEALER, to=2)),
        ("deal 2 drawn_with=left placed_with=right", m.Deal(by=m.DEALER, to=2, drawn_with="left", placed_with="right")),
        ("place-cover-card 90 along_mark=no", m.PlaceCoverCard(by=m.DEALER, from_back=90, along_mark=False)),
        ("offer-cut player=Ann backs_away=no", m.OfferCut(by=m.DEALER, player="Ann", backs_away=False)),
        ("note-no-activity face_up=yes", m.NoteNoActivity(by=m.DEALER, face_up=True)),
    ],
)
def test_what_is_otherwise_than_usual_is_typed_by_its_name(line: str, move: m.Move) -> None:
    sitting = Sitting(parse('game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1'), 1)
    assert sitting.practice is not None
    assert typed(Step.of(move)) == line
    act = act_from(sitting.practice, line)
    assert isinstance(act, Step)
    assert act.made == move


def test_whoever_types_is_the_dealer_whosever_turn_it_is_and_another_s_step_is_typed_as_theirs() -> None:
    table = practice("double-attack-pa")
    begin(table, players())
    while not isinstance(due := lawful_step(table.table, 1), VerifyInspection):
        assert due is not None
        table.act(Step.of(due))
    assert due.by == m.FLOORPERSON
    for line, move in (("deal 2", m.Deal(by=m.DEALER, to=2)), (typed(Step.of(due)), due)):
        act = act_from(table, line)
        assert isinstance(act, Step)
        assert act.made == move


@pytest.mark.parametrize(
    ("line", "handled"),
    [
        ("chips Ann bet paid 25", (Handled("Ann", 1, 1, "bet", 25_00),)),
        ("chips Bob bust-it left", (Handled("Bob", 2, 1, "bust-it"),)),
        (
            "chips Ann bet 2 taken 10; Bob bet at 1 paid 37.5",
            (Handled("Ann", 1, 2, "bet", 0, 10_00), Handled("Bob", 1, 1, "bet", 37_50)),
        ),
        ("chips Ann bet 2 at 3 paid 5 taken 1.50", (Handled("Ann", 3, 2, "bet", 5_00, 1_50),)),
    ],
)
def test_chips_are_typed_by_player_wager_hand_and_box(line: str, handled: tuple[Handled, ...]) -> None:
    sitting = Sitting(parse('game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1'), 1)
    assert sitting.practice is not None
    assert sitting.players is not None
    begin(sitting.practice, sitting.players)
    act = Chips(handled=handled)
    assert act_from(sitting.practice, line) == act
    assert act_from(sitting.practice, typed(act)) == act


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fly", "nothing is done by typing 'fly'"),
        ("pick x", "a hand is a box such as 3"),
        ("let it", "nothing is done by typing 'let'"),
        ("no way", "nothing is done by typing 'no'"),
        ("chips Nobody bet paid 5", "chips are handled as in"),
        ("chips Ann bet paid a lot", "chips are handled as in|is no amount"),
        ("deal", "deal: "),
        ("deal 2 drawn_with=foot", "deal: "),
        ("deal \u00b2", "deal: "),
        (f"deal {'9' * 5000}", "deal: "),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(line: str, sentence: str) -> None:
    sitting = Sitting(parse('game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1'), 1)
    assert sitting.practice is not None
    assert sitting.players is not None
    begin(sitting.practice, sitting.players)
    with pytest.raises(Malformed, match=sentence):
        act_from(sitting.practice, line)


def test_hands_are_picked_up_by_their_box_and_where_there_are_two_by_their_number() -> None:
    sitting = Sitting(parse('game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1'), 1)
    assert sitting.practice is not None
    act = PickUp(hands=((3, 1), (3, 2), (12, 1), (0, 1)))
    assert typed(act) == "pick 3 3.2 12 0"
    assert act_from(sitting.practice, "pick 3 3.2 12.1 0") == act


def test_a_test_may_be_dealt_to_every_box_that_there_is_and_to_no_more() -> None:
    text = 'game = "double-attack-pa"\nminutes = 30\n[table]\nrounds = 1\nboxes = {}'
    most = parse(text.format(1)).rules().layout.positions
    assert parse(text.format(most)).table is not None
    with pytest.raises(RulesError, match=f"has boxes 1 to {most}, not {most + 1}"):
        parse(text.format(most + 1))


def test_kinds_have_names_of_their_own() -> None:
    assert len({kind.words for kind in Kind}) == len(Kind)


def test_no_step_of_a_test_is_said_to_be_an_instructors(perfect: Result) -> None:
    assert perfect.practice is not None
    acts = list(perfect.practice.acts)
    own = next(n for n, act in enumerate(acts) if isinstance(act, Step) and act.made.by == "dealer")
    acts[own] = msgspec.structs.replace(acts[own], planted=True)
    forged = msgspec.structs.replace(perfect.practice, acts=tuple(acts))
    with pytest.raises(NotScored, match=f"act {own + 1} is done by nobody whose turn it is"):
        score_of(msgspec.structs.replace(perfect, practice=forged))
