"""The review: each decision beside the best one and what it cost, only one's own, and never by cards not seen."""

import asyncio
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest

from pitboss.cards.card import Rank
from pitboss.house import archive, review
from pitboss.house import orders as o
from pitboss.house.accounts import Account
from pitboss.house.blackjack import _Question
from pitboss.house.family_house import Chart
from pitboss.house.journal import Recipe
from pitboss.house.operator import Operator
from pitboss.house.review import (
    FOR_LESS,
    NO_SOLVER,
    Reviewer,
    Walk,
    _cost,
    _habits,
    _marks,
    _of_moves,
    _review,
    _scores,
    _walked,
)
from pitboss.house.review_shape import Reviewed
from pitboss.procedure.facts import Fact, RoundBegan
from pitboss.procedure.hands import Bets
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.cache import solved
from pitboss.solve.situation import situation
from tests import moves as m
from tests.house.kit import Client, Player, client, house_on, serving, through_round, to_betting
from tests.house.test_network import opened, play
from tests.procedure.kit import Scene

PA, DBJ, DD = "double-attack-pa", "double-back-jack-pa", "double-deck-house"
ANN: dict[str, Any] = {"by": "ann", "box": 1}


def reviewed(scene: Scene, name: str = "ann", by_house: tuple[type[m.Move], ...] = ()) -> list[Reviewed]:
    walk = Walk.of(scene.rules)
    walk.go_on((move, isinstance(move, by_house)) for move in scene.table.moves)
    return walk.reviewed((name,), set(range(100)))


def done(scene: Scene, *kinds: type[m.Move]) -> Reviewed:
    """The last decision, after these moves of Ann's."""
    for kind in kinds:
        scene.as_player(kind)
    return reviewed(scene)[-1]


def worth(scene: Scene, hand: str, up: Rank, **more: Any) -> dict[str, float]:
    ranks = [Rank(int(word)) for word in hand.split()]
    return situation(BlackjackRules.of(scene.rules), ranks, up, **more).options


@pytest.mark.parametrize(
    ("hand", "may", "doubled", "words"),
    [
        ((Rank.EIGHT, Rank.EIGHT), {"hit", "split", "stand"}, 0, "a pair of 8s against 9"),
        ((Rank.EIGHT, Rank.EIGHT), {"hit", "stand"}, 0, "16 against 9"),
        ((Rank.ACE, Rank.ACE), {"hit", "stand"}, 0, "soft 12 against 9"),
        ((Rank.ACE, Rank.SEVEN), {"stand", "surrender"}, 10_00, "doubled soft 18 against 9"),
    ],
)
def test_two_cards_of_a_rank_are_a_pair_where_they_may_be_split(
    hand: tuple[Rank, ...], may: set[str], doubled: int, words: str
) -> None:
    question = _Question(
        rules=BlackjackRules.of(load(PA)),
        may=frozenset(may),
        up=Rank.NINE,
        hand=hand,
        others=(),
        bet_cents=10_00,
        attacked=False,
        insurance_cents=0,
        doubts=(),
        doubled_cents=doubled,
    )
    assert question.words == words


def test_a_decision_is_told_with_the_best_one_and_what_it_cost() -> None:
    scene = Scene(PA, "9S 8H 8D KD 8S 2C 3C").open().bet().no_attack()
    one = done(scene, m.Stand)
    values = worth(scene, "8 8", Rank.NINE)
    assert (one.asked, one.move, one.best) == ("a pair of 8s against 9", "stand", max(values, key=lambda x: values[x]))
    assert one.cost_cents == pytest.approx((max(values.values()) - values["stand"]) * 100_00, abs=1e-3)
    assert one.cost_cents > 0
    assert {choice.move: choice.value_cents for choice in one.choices} == {
        move: pytest.approx(value * 100_00, abs=1e-3) for move, value in values.items()
    }
    assert (one.round, one.box, one.hand, one.exact, one.words) == (1, 1, 1, True, "")
    assert (one.chart, one.row, one.column) == ("Pairs", "pair 8", "9")


def test_the_best_decision_costs_nothing() -> None:
    one = done(Scene(PA, "9S 8H 8D KD 8S 2C 3C").open().bet().no_attack(), m.Split)
    assert (one.move, one.best, one.cost_cents) == ("split", "split", 0)


@pytest.mark.parametrize(
    ("values", "decided"),
    [({"stand": 0.1, "hit": 0.2}, True), ({"stand": 0.1}, False), ({"hit": 0.1, "split": 0.2}, False), ({}, False)],
)
def test_who_had_no_choice_has_decided_nothing(values: dict[str, float], decided: bool) -> None:
    scene = Scene(PA, "9S 8H 8D KD 8S 2C 3C").open().bet().no_attack()
    scene.as_player(m.Stand)
    walk = Walk.of(scene.rules)
    walk.go_on((move, False) for move in scene.table.moves)
    room: Any = SimpleNamespace(values=lambda _: values)
    assert (_review(walk.asked[-1], room) is not None) is decided

    def none(question: object) -> dict[str, float]:
        raise RulesError("no solver knows that")

    assert _review(walk.asked[-1], cast(Any, SimpleNamespace(values=none))) is None


def test_an_attack_is_a_decision_against_the_up_card_alone() -> None:
    scene = Scene(PA, "KS 8H 8D 9D 8S 2C 3C").open().bet()
    scene.do(m.Attack(**ANN, cents=100_00))
    one = reviewed(scene)[-1]
    assert (one.asked, one.move, one.best, one.chart) == (
        "attack against 10", "attack", "no-attack", "The Double Attack Wager",
    )  # fmt: skip
    assert one.cost_cents > 0
    assert one.exact
    scene = Scene(PA, "KS 8H 8D 9D 8S 2C 3C").open().bet()
    scene.do(m.Attack(**ANN, cents=50_00))
    assert reviewed(scene)[-1].words == "valued as if the most that was allowed had been wagered"


def test_insurance_costs_what_the_solver_says() -> None:
    scene = Scene(PA, "AS 5D 6H 8H 2D").open().bet().no_attack()
    found = situation(BlackjackRules.of(scene.rules), (Rank.FIVE, Rank.SIX), Rank.ACE).insurance
    assert found is not None
    assert found < 0
    scene.do(m.Insure(**ANN, cents=50_00))
    one = reviewed(scene)[-1]
    assert (one.move, one.best, one.chart) == ("insure", "no-insurance", "Insurance")
    assert one.cost_cents == pytest.approx(-found * 50_00, abs=1e-3)


def test_even_money_is_beside_insurance_and_neither() -> None:
    scene = Scene(DD, "AH 9S KH AD 8C 6H").open().bet(50_00)
    scene.as_player(m.LookAtCards)
    assert m.EvenMoney in scene.table.waiting.may
    scene.as_player(m.EvenMoney)
    one = reviewed(scene)[-1]
    assert {choice.move for choice in one.choices} == {"even-money", "insure", "no-insurance"}
    assert next(choice.value_cents for choice in one.choices if choice.move == "even-money") == pytest.approx(50_00)


def test_a_doubled_hand_that_is_given_up_is_valued_with_all_that_lies_on_it() -> None:
    scene = Scene(PA, "9S 6H 5D KD 2C 3C").open().bet().no_attack()
    scene.do(m.Double(**ANN, cents=100_00))
    one = done(scene, m.Surrender)
    stand = worth(scene, "6 5 2", Rank.NINE)["stand"]
    assert {choice.move: choice.value_cents for choice in one.choices} == {
        "stand": pytest.approx(2 * stand * 100_00, abs=1e-3), "surrender": -100_00,
    }  # fmt: skip
    assert (one.chart, one.row, one.column) == ("A doubled hand", "13", "9")
    assert one.asked == "doubled 13 against 9"


def test_a_second_chance_is_a_decision_too() -> None:
    scene = Scene(DBJ, "TD 9S 6D 8H 9D 4H").open().bet()
    one = done(scene, m.Hit, m.NoSecondChance)
    assert {choice.move for choice in one.choices} == {"second-chance", "no-second-chance"}
    assert (one.chart, one.row, one.column) == ("Second Chance", "25", "9")


def test_what_another_player_or_the_house_decided_is_nobody_elses_decision() -> None:
    scene = Scene(DBJ, "TD 4C 9S 5D 3C 8H", players=2).open().bet()
    scene.do(m.Stand(**ANN))
    scene.do(m.Stand(by="bob", box=2))
    assert [one.asked for one in reviewed(scene)] == ["15 against 9"]
    assert [one.asked for one in reviewed(scene, "bob")] == ["7 against 9"]
    assert reviewed(scene, "cat") == []
    assert reviewed(scene, by_house=(m.Stand,)) == []


def test_cards_that_lay_face_down_are_in_no_value() -> None:
    """Two tables that differ in the hole card alone are reviewed alike."""
    told = [done(Scene(DBJ, f"TD 9S 6D {hole} 5C").open().bet(), m.Stand) for hole in ("8H", "2H")]
    assert told[0] == told[1]


def test_what_a_decision_cost_is_told_to_a_ten_thousandth_of_a_cent() -> None:
    cell = SimpleNamespace(chart="hard", row="16", column="10")
    question = SimpleNamespace(bet_cents=10_00, doubts=(), words="16 against 10", cell=cell)
    asked: Any = SimpleNamespace(question=question, move="hit", for_less=False, round=1, box=1, hand=1)
    room: Any = SimpleNamespace(values=lambda _: {"hit": -0.54321987, "stand": -0.54, "surrender": -0.50000004})
    found = _review(asked, room)
    assert found is not None
    assert (found.best, found.cost_cents) == ("surrender", 43.2198)
    assert (found.exact, found.words) == (True, "")
    asked.for_less = True
    less = _review(asked, room)
    assert less is not None
    assert (less.exact, less.words) == (False, FOR_LESS)
    assert [(one.move, one.value_cents) for one in found.choices] == [
        ("surrender", -500.0),
        ("stand", -540.0),
        ("hit", -543.2199),
    ]
    assert _cost([found, msgspec.structs.replace(found, cost_cents=0.00004)]) == 43.2198


def test_shoes_are_counted_by_round() -> None:
    scene = Scene(DBJ, "TD 9S 9D 8H 4D 5D 6D 7D").open().bet().stand_all().bet()
    walk = Walk.of(scene.rules)
    walk.go_on((move, False) for move in scene.table.moves)
    assert walk.shoe_of == {1: 1, 2: 1}


def test_of_a_practice_table_the_round_that_ended_last_is_told_with_the_score_of_its_shoe() -> None:
    scene = Scene(DBJ, "TD 9S 9D 8H 4D 5D 6D 7D KS 2H 3H 9C TH 6S").open()
    for _ in range(2):
        scene.bet().stand_all()
    scene.bet()
    both = [one for one in reviewed(scene) if one.round < 3]
    assert [one.round for one in both] == [1, 2]
    told = _of_moves(scene.rules, scene.table.moves, "ann")
    assert (told.game, told.title, told.round, told.why) == (DBJ, scene.rules.title, 2, None)
    assert (list(told.decisions), told.cost_cents) == (both[1:], both[1].cost_cents)
    assert told.shoe is not None
    assert (told.shoe.shoe, told.shoe.rounds, told.shoe.decisions, told.shoe.cost_cents) == (1, 2, 2, _cost(both))
    none = _of_moves(scene.rules, scene.table.moves, "bob")
    assert (none.decisions, none.cost_cents, none.shoe and none.shoe.rounds) == ((), 0, 2)
    assert _of_moves(load("five-card-hi-lo-pa"), [], "ann").why == NO_SOLVER


def test_habits_are_the_same_mistakes_together_dearest_first() -> None:
    def made(asked: str, move: str, cost: float, number: int = 1) -> tuple[str, Reviewed]:
        one = msgspec.structs.replace(PATTERN, asked=asked, move=move, cost_cents=cost, round=number)
        return f"t1.{number}", one

    found = _habits(
        [
            made("12 against 7", "stand", 1.0, 3),
            made("16 against 9", "hit", 4.0, 2),
            made("12 against 7", "stand", 2.0, 1),
            made("11 against 6", PATTERN.best, 0.0),
        ]
    )
    told = [(habit.asked, habit.move, habit.times, habit.cost_cents, habit.round) for habit in found]
    assert told == [("16 against 9", "hit", 1, 4.0, "t1.2"), ("12 against 7", "stand", 2, 3.0, "t1.3")]
    many = _habits([made(f"{number} against 7", "stand", float(number)) for number in range(4, 17)])
    assert [habit.asked for habit in many] == [f"{number} against 7" for number in range(16, 8, -1)], (
        "the dearest eight"
    )


def test_a_mark_counts_the_decisions_at_its_cell_right_and_wrong() -> None:
    at = {"row": "pair 8", "column": "9"}
    cells = [("Pairs", "split", 0.0), ("Pairs", "hit", 2.0), ("Hard", "hit", 4.0), ("Pairs", "stand", 1.0)]
    marks = _marks(
        [msgspec.structs.replace(PATTERN, chart=chart, move=move, cost_cents=cost) for chart, move, cost in cells]
    )
    assert [msgspec.to_builtins(mark) for mark in marks] == [
        {"chart": "Pairs", **at, "right": 1, "wrong": 2, "cost_cents": 3.0},
        {"chart": "Hard", **at, "right": 0, "wrong": 1, "cost_cents": 4.0},
    ]


def test_a_shoe_has_the_score_of_its_own_rounds_and_is_as_late_as_the_last_of_them() -> None:
    shoe_of = {1: 1, 2: 1, 3: 2, 4: 2}
    rows = [SimpleNamespace(round=number, at_ms=10 * number) for number in (3, 2, 1, 9)]
    found = [
        msgspec.structs.replace(PATTERN, round=number, move=move, cost_cents=cost)
        for number, move, cost in ((1, "split", 0.0), (2, "hit", 3.0), (3, "hit", 5.0))
    ]
    told = [msgspec.to_builtins(score) for score in _scores("t1", rows, found, shoe_of)]
    assert told == [
        {"table": "t1", "shoe": 1, "at_ms": 20, "rounds": 2, "decisions": 2, "best": 1, "cost_cents": 3.0},
        {"table": "t1", "shoe": 2, "at_ms": 30, "rounds": 1, "decisions": 1, "best": 0, "cost_cents": 5.0},
    ]


def test_a_table_that_was_dealt_again_is_dealt_on_from_there_and_so_many_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []

    class Again:
        """What is asked of a table: the moves it is dealt on by, and of which rounds somebody's decisions are."""

        def __init__(self) -> None:
            self.done, self.room, self.shoe_of = 0, object(), {1: 1, 2: 1, 3: 2}
            made.append(self)
            self.by_house: list[bool] = []

        def go_on(self, moves: Any) -> None:
            self.by_house = [by_house for _, by_house in moves]
            self.done += len(self.by_house)

        def reviewed(self, names: Any, rounds: set[int]) -> Any:
            return [*names, rounds]

    monkeypatch.setattr(review, "_WALKS", OrderedDict())
    monkeypatch.setattr(review, "Walk", SimpleNamespace(of=lambda *_: Again()))
    monkeypatch.setattr(archive, "rules_of", lambda _: None)
    recipe: Any = SimpleNamespace(by_hand=())
    lines: Any = [SimpleNamespace(move=None, rule=rule) for rule in (None, "stand", None)]
    wants = ("t1", recipe, lines[:2], ("ann",), {1, 2, 3})
    found: Any = _walked(*wants, 2)[0]
    assert found == ["ann", {1, 2}], "of the shoe of one round"
    assert made[0].by_house == [False, True]
    found = _walked("t1", recipe, lines, ("ann",), {2, 3}, None)[0]
    assert found == ["ann", {2, 3}]
    assert (len(made), made[0].by_house) == (1, [False])
    for number in range(2, review.TABLES_KEPT + 1):
        _walked(f"t{number}", recipe, [], (), set(), None)
    _walked("t1", recipe, [], (), set(), None)
    _walked("another", recipe, [], (), set(), None)
    assert list(review._WALKS) == [*(f"t{number}" for number in range(3, review.TABLES_KEPT + 1)), "t1", "another"]
    made[0].room = None
    assert _walked("t1", recipe, [], (), set(), None)[2] == NO_SOLVER

    def other(recipe: object) -> None:
        raise archive.OtherRules("dealt by another version")

    monkeypatch.setattr(archive, "rules_of", other)
    assert _walked("never", recipe, [], (), set(), None) == ([], {}, "dealt by another version")


class OfTheseRounds(Reviewer):
    """Reviews rounds that nobody played, the latest first as the books have them: three shoes at each table."""

    def __init__(self, *rounds: tuple[str, str, int]) -> None:
        super().__init__(SimpleNamespace(), None)  # type: ignore[arg-type]  # it is not asked
        self._rounds = [
            SimpleNamespace(table_id=table, round=number, at_ms=at_ms, body=msgspec.json.encode(of(game)))
            for at_ms, (table, game, number) in enumerate(rounds, 1)
        ][::-1]

    async def _played(self, account: Account, table: str | None = None, up_to: int | None = None) -> Any:
        return [row for row in self._rounds if table in (None, row.table_id) and row.round <= (up_to or 99)]

    async def _reviewed(self, *_: Any, **__: Any) -> Any:
        return [], {number: (number + 1) // 2 for number in range(1, 7)}, None

    async def _charts(self, recipe: Recipe) -> tuple[Chart, ...]:
        return ()


def of(game: str) -> Recipe:
    return archive.recipe_for(load(game), (), "Ann", private=False)


ANYBODY: Any = SimpleNamespace(name="Ann")


def test_who_names_no_game_is_told_of_the_one_played_last_and_of_its_shoes_from_the_first_on() -> None:
    reviewer = OfTheseRounds(
        ("b", PA, 1), ("h", DBJ, 1), ("h", DBJ, 2), ("h", DBJ, 3), ("a", PA, 1), ("b", PA, 2), ("b", PA, 3)
    )  # fmt: skip
    told = asyncio.run(reviewer.overview(ANYBODY, None))
    assert [(one.game, one.rounds) for one in told.games] == [(PA, 4), (DBJ, 3)]
    assert told.game == PA
    assert [(one.table, one.shoe) for one in told.shoes] == [("a", 1), ("b", 1), ("b", 2)]
    last = OfTheseRounds(("b", PA, 1), ("b", PA, 2), ("h", DBJ, 1))
    assert asyncio.run(last.overview(ANYBODY, None)).game == DBJ, "however few"
    assert asyncio.run(last.overview(ANYBODY, PA)).game == PA


def test_a_round_is_told_with_the_score_of_its_own_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    async def recipe_of(*_: Any) -> Recipe:
        return of(PA)

    monkeypatch.setattr(archive, "recipe_of", recipe_of)
    reviewer = OfTheseRounds(*(("b", PA, number) for number in range(1, 5)))
    told = asyncio.run(reviewer.round("b.3", ANYBODY))
    assert told is not None
    assert told.shoe is not None
    assert (told.shoe.shoe, told.shoe.rounds) == (2, 1)


PATTERN = Reviewed(
    round=1, box=1, hand=1, asked="", move="", best="split", choices=(), cost_cents=0.0, exact=True, words="",
    chart="Pairs", row="pair 8", column="9",
)  # fmt: skip


# --- over the network -------------------------------------------------------------------------------------------------


async def _get(url: str, who: Client, path: str, **asked: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url, headers={"cookie": who.cookie}, timeout=120) as http:
        return await http.get(path, params=asked)


def test_somebody_reads_their_own_rounds_and_nobody_elses(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann, client(url, "Bob") as bob:
            table = await opened(ann)
            await play(ann, table, 2)
            one = (await _get(url, ann, f"/api/rounds/{table}.2/review")).json()
            assert (one["id"], one["round"], one["why"]) == (f"{table}.2", 2, None)
            assert [choice["move"] for choice in one["decisions"][0]["choices"]], "the attack at least"
            assert one["cost_cents"] == pytest.approx(sum(x["cost_cents"] for x in one["decisions"]), abs=1e-3)
            first = (await _get(url, ann, f"/api/rounds/{table}.1/review")).json()
            assert (first["shoe"]["rounds"], one["shoe"]["rounds"]) == (1, 2), "counted from the journal"
            assert one["shoe"]["decisions"] == len(first["decisions"]) + len(one["decisions"])
            whole = (await _get(url, ann, "/api/review")).json()
            assert [(shoe["decisions"], shoe["best"]) for shoe in whole["shoes"]] == [
                (one["shoe"]["decisions"], one["shoe"]["best"])
            ]
            assert (whole["game"], whole["games"][0]["rounds"]) == (PA, 2)
            assert sum(shoe["decisions"] for shoe in whole["shoes"]) == whole["decisions"] >= 2
            assert sum(mark["right"] + mark["wrong"] for mark in whole["marks"]) == whole["decisions"]
            assert sum(mark["right"] for mark in whole["marks"]) == whole["best"]
            assert {mark["chart"] for mark in whole["marks"]} <= {chart["name"] for chart in whole["charts"]} | {
                "Insurance"
            }
            newest = (await _get(url, ann, "/api/history")).json()["rounds"]
            assert [one["round"] for one in newest] == [2, 1]
            older = (await _get(url, ann, "/api/history", before=str(newest[0]["n"]))).json()["rounds"]
            assert [one["round"] for one in older] == [1]
            assert (await _get(url, bob, f"/api/rounds/{table}.2/review")).status_code == 404
            assert (await _get(url, bob, "/api/review", player="Ann")).status_code == 403
            none = (await _get(url, bob, "/api/review", player="BOB", game=DD)).json()
            assert (none["player"], none["game"]) == ("Bob", DD), "in whatever letters one writes one's own name"
            none = (await _get(url, bob, "/api/review")).json()
            assert (none["decisions"], none["why"]) == (0, "you have played no round of it yet")
            await play_on(ann, table)
            again = (await _get(url, ann, "/api/review", game=PA)).json()
            assert again["games"][0]["rounds"] == 3, "the table is dealt on from where it was"

    asyncio.run(scene())


def test_what_somebody_played_as_a_guest_is_theirs_to_read_under_their_new_name(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            gus, eve = await Player.come(house, "Gus"), await Player.come(house, "Eve")
            live = await gus.open()
            await to_betting(gus, live)
            for _ in range(2):
                await through_round(gus, live)
            await gus.move(live, m.Leave)
            august, _ = await house.upgrade(gus.account, "correct horse", "August")
            reviewer = Reviewer(house.database, house.vault)
            assert [row.round for row in await reviewer._played(august)] == [2, 1]
            assert [row.round for row in await reviewer._played(august, live.id, 1)] == [1]
            assert await reviewer._played(eve.account) == []

    asyncio.run(scene())


async def play_on(ann: Client, table: str) -> None:
    """One more round."""
    await ann.move(table, "wager", box=1, cents=10_00)
    await ann.move(table, "ready")
    while "wager" not in ann.state["view"]["may"]:
        may = ann.state["view"]["may"]
        move = next(x for x in ("no-attack", "no-insurance", "stand", "refuse-cut", "view-spread") if x in may)
        fields: dict[str, Any] = {"box": 1} if move in ("no-attack", "no-insurance", "stand") else {}
        await ann.move(table, move, **fields)


def test_a_game_without_a_solver_says_so(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann:
            table = await opened(ann, "five-card-hi-lo-pa")
            await play(ann, table, 1)
            one = (await _get(url, ann, f"/api/rounds/{table}.1/review")).json()
            assert (one["decisions"], one["why"]) == ([], NO_SOLVER)

    asyncio.run(scene())


def test_an_instructor_reads_the_trainees_of_their_classes_and_other_staff_nobody(sqlite_db: str, key: Path) -> None:
    """Given Ann in 7b and Bob in 8a, and Ida who teaches 7b, nobody but Ida and Ann reads Ann's decisions."""

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            for name in ("7b", "8a"):
                await Operator(house).carry_out(o.MakeClass(name=name))
            tokens = {}
            for name, role in (
                ("Ida", "instructor"),
                ("Ivo", "instructor"),
                ("Flo", "floorperson"),
                ("Aud", "auditor"),
            ):
                _, tokens[name] = await house.sign_up(name, "correct horse battery", await house.invite(role))
            for name in ("Ann", "Bob"):
                _, tokens[name] = await house.sign_up(name, "correct horse battery", None)
            for name, names in (("7b", ["Ann", "Ida", "Flo"]), ("8a", ["Bob", "Ivo"])):
                await Operator(house).carry_out(o.AddToClass(name=name, people=tuple(names)))
            async with client(url, "Ann", f"pitboss_session={tokens['Ann']}") as ann:
                table = await opened(ann, "five-card-hi-lo-pa")
                await play(ann, table, 1)

            async def read(reader: str, player: str, path: str = "/api/review") -> httpx.Response:
                async with client(url, reader, f"pitboss_session={tokens[reader]}") as who:
                    return await _get(url, who, path, player=player)

            assert [(await read("Ida", name)).status_code for name in ("Ann", "ann", "Bob", "Flo", "Zoe", "Ivo")] == [
                200, 200, 403, 403, 403, 403,
            ]  # fmt: skip
            told = (await read("Ida", "Ann")).json()
            assert (told["player"], told["games"][0]["rounds"]) == ("Ann", 1)
            assert (await read("Ida", "Ann", f"/api/rounds/{table}.1/review")).status_code == 200
            assert [(await read(name, "Ann")).status_code for name in ("Ivo", "Flo", "Aud", "Bob", "Ann")] == [
                403, 403, 403, 403, 200,
            ]  # fmt: skip
            assert (await read("Ivo", "Ann", f"/api/rounds/{table}.1/review")).status_code == 403
            await Operator(house).carry_out(o.DropFromClass(name="7b", person="Ann"))
            assert (await read("Ida", "Ann")).status_code == 403

    asyncio.run(scene())


def test_a_side_wager_is_a_choice_that_costs_the_houses_edge() -> None:
    scene = Scene(PA, "9S 8H 8D KD 8S 2C 3C").open().bet(bust_it=20_00)
    (one,) = reviewed(scene)
    edge = solved(BlackjackRules.of(scene.rules), lambda step, share: None).side_wagers["bust-it"].house_edge
    assert (one.asked, one.move, one.best) == ("Bust It before the deal", "bust-it", "no-bust-it")
    assert one.cost_cents == pytest.approx(edge * 20_00, abs=1e-3)
    assert (one.round, one.box, one.hand, one.exact, one.chart) == (1, 1, 1, False, "Side wagers")
    assert reviewed(Scene(PA, "9S 8H 8D KD 8S 2C 3C").open().bet()) == []


def test_a_side_wager_counts_though_the_round_is_over_with_the_move_that_began_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the next wagers the layout is clear."""
    scene = Scene(PA, "9S 8H 8D KD 8S 2C 3C").open().bet(bust_it=20_00)
    apply = Table.apply

    def over_at_once(self: Table, move: m.Move) -> tuple[Fact, ...]:
        happened = apply(self, move)
        self.state.boxes = {}
        if any(isinstance(fact, RoundBegan) for fact in happened):
            self.state.bets = Bets()
        return happened

    monkeypatch.setattr(Table, "apply", over_at_once)
    assert [one.move for one in reviewed(scene)] == ["bust-it"]
