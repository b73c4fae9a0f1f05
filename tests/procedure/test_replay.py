"""Replay: moves and rules rebuild every fact, byte for byte; anything else is said to be so."""

import hashlib
import random

import msgspec
import pytest

from pitboss.law import readings_of
from pitboss.procedure.moves import DEALER
from pitboss.procedure.refusal import Malformed
from pitboss.procedure.replay import NotReproduced, Record, digest, from_json, recipe, record, replay, to_json
from pitboss.procedure.table import PROCEDURE, Table
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.submission import default_submission
from pitboss.rules.variant import load
from tests import facts as f
from tests.agreement.test_kernel_against_engine import GAMES as BLACKJACK
from tests.agreement.test_variants import any_readings, departures
from tests.procedure.golden_scenes import STORIES
from tests.procedure.kit import Scene

COMBINATIONS = 60


def a_record() -> Record:
    """A short table on paper."""
    return record(Scene("double-attack-pa", "6D KS 5H KC 5D").open().bet().no_attack().stand_all().table)


@pytest.mark.parametrize("name", list(STORIES))
def test_every_story_is_rebuilt_byte_for_byte(name: str) -> None:
    """Each golden round, through a file and back."""
    table = STORIES[name]().table
    again = replay(from_json(to_json(record(table))))
    assert [f.to_json(fact) for fact in again.facts] == [f.to_json(fact) for fact in table.facts]
    assert again.moves == table.moves
    assert str(again.waiting) == str(table.waiting)
    assert to_json(record(again)) == to_json(record(table))


@pytest.mark.parametrize("game", list(GAMES))
def test_a_record_carries_the_rules_that_differ_from_the_default(game: str) -> None:
    """Values and readings, and a hash to hold them to."""
    plain = load(game)
    assert recipe(plain) == ({}, {})
    changed = load(game, {"table_maximum_cents": 123_00})
    assert recipe(changed) == ({"table_maximum_cents": 12300}, {})
    read = load("double-attack-pa", {}, {"both-bust": "returned"})
    assert recipe(read) == ({}, {"both-bust": "returned"}), "a value that follows from a reading is not set besides"


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_left_to_the_house_is_rebuilt_under_every_reading(game: str) -> None:
    options = default_submission(GAMES[game]).options.items()
    choices = {name: "no" if value else "yes" for name, value in options if isinstance(value, bool)}
    readings = [{}, *({doubt.id: option.id} for doubt in readings_of(game) for option in doubt.options)]
    for read in readings:
        for sets in ({}, *({name: otherwise} for name, otherwise in choices.items())):
            rules = load(game, sets, read)
            again = load(game, *recipe(rules))
            assert (again.hash, again.departures) == (rules.hash, rules.departures), (sets, read)


@pytest.mark.parametrize("game", BLACKJACK)
def test_whatever_a_variant_departs_in_is_rebuilt_with_the_readings_that_were_in_force(game: str) -> None:
    """A value that another reading gives too stands beside the one that was chosen, or that nobody chose."""
    chance, every, rebuilt = random.Random(game), departures(game), 0
    tries = [({name: value}, dict[str, str]()) for name, value in every]
    for _ in range(COMBINATIONS):
        tries.append((dict(chance.sample(every, chance.randint(1, 4))), any_readings(game, chance)))
    for sets, read in tries:
        try:
            rules = load(game, sets, read)
        except RulesError:
            continue
        again = load(game, *recipe(rules))
        assert (again.hash, again.departures) == (rules.hash, rules.departures), (sets, read)
        rebuilt += 1
    assert rebuilt > len(every) // 4


def test_a_variant_says_the_same_of_itself_when_it_is_dealt_again() -> None:
    """Its title, author and note are no rules, and are on paper with them; a game's own title is not."""
    table = Table(load("double-attack-pa", {}, {}, {"title": "Mine", "note": "A trial."}))
    paper = from_json(to_json(record(table)))
    assert paper.named == {"title": "Mine", "note": "A trial."}
    again = replay(paper).rules
    assert (again.title, again.author, again.note) == ("Mine", "", "A trial.")
    assert b"named" not in to_json(a_record())
    with pytest.raises(NotReproduced, match="title is a line of at most"):
        replay(msgspec.structs.replace(paper, named={"title": "\x1b[2J"}))


def test_readings_and_roles_are_kept() -> None:
    """A table under another reading, dealt by hand, comes out as it was."""
    scene = Scene("double-attack-nj", readings={"nj-hole-card": "reader"}, by_hand=(DEALER,)).open()
    paper = record(scene.table)
    assert paper.readings == {"nj-hole-card": "reader"}
    assert paper.by_hand == (DEALER,)
    assert replay(paper).facts == scene.table.facts


def test_a_changed_move_is_found_out() -> None:
    """Another amount gives other facts."""
    paper = a_record()
    moves = [bytes(raw) for raw in paper.moves]
    place = next(i for i, raw in enumerate(moves) if b'"wager"' in raw and b"10000" in raw)
    moves[place] = moves[place].replace(b"10000", b"20000")
    other = msgspec.structs.replace(paper, moves=tuple(msgspec.Raw(raw) for raw in moves))
    with pytest.raises(NotReproduced, match="facts differ"):
        replay(other)


def test_a_move_that_is_none_is_found_out() -> None:
    """One that no table could have been sent."""
    paper = a_record()
    moves = (*paper.moves[:3], msgspec.Raw(b'{"move":"Sit","by":"ann","box":0}'), *paper.moves[3:])
    with pytest.raises(NotReproduced, match="move 4 is refused"):
        replay(msgspec.structs.replace(paper, moves=moves))


def test_a_move_that_is_refused_is_found_out() -> None:
    """A move left out makes a later one illegal."""
    paper = a_record()
    with pytest.raises(NotReproduced, match=r"move \d+ is refused"):
        replay(msgspec.structs.replace(paper, moves=paper.moves[1:]))


def test_other_rules_are_found_out() -> None:
    """The hash holds the record to its rules."""
    paper = a_record()
    with pytest.raises(NotReproduced, match="rules hash"):
        replay(msgspec.structs.replace(paper, sets={"table_maximum_cents": 500_00}))
    for less in ("", paper.rules_hash[:16], paper.rules_hash.upper()):
        with pytest.raises(NotReproduced, match="rules hash"):
            replay(msgspec.structs.replace(paper, rules_hash=less))
    with pytest.raises(NotReproduced, match="cannot be built"):
        replay(msgspec.structs.replace(paper, sets={"no_such_rule": 1}))


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff\xfe", b"[1]", b'{"game": 7}', b'{"game": "\xff"}'])
def test_a_file_that_is_no_record_is_malformed(text: bytes) -> None:
    """One sentence."""
    with pytest.raises(Malformed, match="not a record"):
        from_json(text)


def test_a_record_of_another_version_is_malformed() -> None:
    """It is not read as if it were this one."""
    with pytest.raises(Malformed, match="version 2"):
        from_json(to_json(msgspec.structs.replace(a_record(), version=2)))


def test_a_record_of_another_procedure_is_refused_by_name() -> None:
    """It is not dealt again otherwise than it was; one that names none is of the first."""
    paper = a_record()
    assert paper.procedure == PROCEDURE
    for other in (PROCEDURE - 1, PROCEDURE + 1):
        with pytest.raises(NotReproduced, match=f"dealt by procedure {other}, .* by procedure {PROCEDURE}"):
            replay(msgspec.structs.replace(paper, procedure=other))
    unnamed = to_json(paper).replace(b'"procedure": %d,' % PROCEDURE, b"")
    assert from_json(unnamed).procedure == 1


def test_the_digest_tells_order_and_content_apart() -> None:
    """One hash over the facts in order."""
    one, other = f.GamingDayBegan((), "ann"), f.GamingDayBegan((), "bob")
    assert digest([one, other]) != digest([other, one])
    assert digest([one]) != digest([other])
    assert digest([one]) == digest([f.GamingDayBegan((), "ann")])


def test_the_digest_is_that_of_the_facts_as_lines_so_that_anybody_can_make_it() -> None:
    """A reader with the facts in a file needs no program of ours."""
    happened = [f.GamingDayBegan((), "ann"), f.GamingDayBegan((), "bob")]
    lines = b"".join(f.to_json(fact) + b"\n" for fact in happened)
    assert digest(happened) == hashlib.sha256(lines).hexdigest()


def test_a_record_names_the_persons_at_a_table_in_one_order() -> None:
    paper = record(Scene("double-attack-pa", by_hand=("shuffler", "floorperson", DEALER)).table)
    assert paper.by_hand == (DEALER, "floorperson", "shuffler")
