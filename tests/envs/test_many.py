"""Many tables stepped together: the same sights, offers and payments as at one table, decision by decision."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

gym: Any = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install pitboss[envs]")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install pitboss[envs]")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402  # what may not be installed comes first

import pitboss  # noqa: E402
from pitboss.cards.card import Card, Rank, Suit  # noqa: E402
from pitboss.envs import ACTIONS, FIELDS, GAMES  # noqa: E402
from pitboss.envs.many import ManyBoxes  # noqa: E402
from pitboss.envs.one_box import OneBox  # noqa: E402
from pitboss.law import readings_of  # noqa: E402
from pitboss.rules.errors import RulesError  # noqa: E402
from pitboss.simulate import specialise  # noqa: E402
from pitboss.solve.strategy import Action, uniform_play  # noqa: E402

PA = "pitboss/DoubleAttackPA-v0"
CONTINUE = ACTIONS.index("continue")
EARLY = ("pa-surrender-timing", "surrender-timing")  # given up before the reader: these are not stepped together


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel run by Python itself, where words have no end: what is shuffled is shuffled by numpy."""
    monkeypatch.setitem(specialise._PARTS, "asking-python", ("target_python", *specialise._PARTS["asking"][1:]))


def python_tables(game: str, seed: int, **so: Any) -> ManyBoxes:
    many = ManyBoxes(game, 1, target="asking-python", **so)
    kernel, chance = many.kernel, np.random.default_rng(seed)

    def shuffled_row(rows: Any, at: int, rng: object) -> object:
        first = at + kernel.DECK_AT
        rows[first : first + kernel.CARDS] = chance.permutation(rows[first : first + kernel.CARDS])
        rows[at + kernel.SEEN : at + kernel.SEEN + len(Rank)] = 0
        rows[at + kernel.BEGAN] = rows[at + kernel.ENDS_AT] = first + kernel.BURN
        return rng

    vars(kernel).update(shuffled_row=shuffled_row, stream_rng=lambda seed, stream: (0,) * 5)
    return many


def offered(mask: Sequence[int]) -> list[str]:
    return [name for name, may in zip(ACTIONS, mask, strict=True) if may]


def same_shoe(many: ManyBoxes) -> str:
    """The first half of the shoe that was shuffled, as the environment of one box takes it."""
    kernel = many.kernel
    cards = many._rows[kernel.DECK_AT : kernel.DECK_AT + kernel.CARDS // 2 - 1]
    return " ".join(Card(Rank(int(card) >> 4 & 15), Suit(int(card) >> 8)).code for card in cards)


def half_dealt(many: ManyBoxes) -> bool:
    return bool(many._rows[many.kernel.LAST] - many.kernel.DECK_AT > many.kernel.CARDS // 2 - 14)


class Alone:
    """The environment of one box beside it; a 21 that lies face down stands without a question."""

    def __init__(self, game: str, **so: Any) -> None:
        self.env = OneBox(game, regret=False, **so)
        self.reward, self.over = 0.0, False

    def reset(self, cards: str = "") -> None:
        self.seen, self.info = self.env.reset(options={"cards": cards})
        self.reward, self.over = 0.0, False
        self._stand_on_21()

    def step(self, action: int) -> None:
        self.seen, self.reward, self.over, _, self.info = self.env.step(np.int64(action))
        self._stand_on_21()

    def _stand_on_21(self) -> None:
        asked = offered(self.info["action_mask"])
        if "stand" in asked and self.seen[FIELDS.index("total")] == 21:
            self.step(ACTIONS.index("stand"))


def compare(many: ManyBoxes, alone: Alone, rounds: int, seed: int) -> None:
    """So many rounds of random decisions from the same shoes, all alike."""
    chance, dealt = np.random.default_rng(seed), 0
    while dealt < rounds:
        seen, info = many.reset(seed=seed + dealt)
        alone.reset(same_shoe(many))
        while dealt < rounds and not half_dealt(many):
            mask = info["action_mask"][0]
            if alone.over:  # a Blackjack that lies face down
                assert offered(mask) == ["continue"]
                action = CONTINUE
            else:
                assert dict(zip(FIELDS, seen[0], strict=True)) == dict(zip(FIELDS, alone.seen, strict=True))
                assert offered(mask) == offered(alone.info["action_mask"])
                action = int(chance.choice(np.flatnonzero(mask)))
                alone.step(action)
            seen, won, over, cut, info = many.step(np.array([action]))
            assert (over[0], cut[0], info["refused"][0]) == (alone.over, False, False)
            assert won[0] == pytest.approx(alone.reward), (dealt, ACTIONS[action])
            if over[0]:
                dealt += 1
                seen, won, over, _, info = many.step(np.array([0]))
                assert (won[0], over[0]) == (0, False)
                alone.reset()


@pytest.mark.usefixtures("in_python")
@pytest.mark.parametrize(
    ("game", "so"),
    [
        *((game, {}) for game in GAMES.values()),
        *((game, {"side_wagers": ("bust-it",)}) for game in [*GAMES.values()][:2]),
    ],
)
def test_many_tables_see_offer_and_pay_what_one_does(game: str, so: Mapping[str, Any]) -> None:
    compare(python_tables(game, 3, **so), Alone(game, **so), 120, 3)


@pytest.mark.usefixtures("in_python")
@pytest.mark.parametrize("game", GAMES.values())
def test_they_do_so_by_every_reading(game: str) -> None:
    for reading in readings_of(game):
        for option in reading.options:
            if option.id != reading.default and (reading.id, option.id[:6]) not in {(one, "before") for one in EARLY}:
                so = {"readings": {reading.id: option.id}}
                compare(python_tables(game, 4, **so), Alone(game, **so), 12, 4)


@pytest.mark.usefixtures("in_python")
@pytest.mark.parametrize("game", ["double-attack-pa", "double-back-jack-pa"])
def test_where_a_hand_is_given_up_before_the_reader_they_are_not_stepped_together(game: str) -> None:
    (reading,) = (one.id for one in readings_of(game) if one.id in EARLY)
    with pytest.raises(RulesError, match=r'given up before the reader.*vectorization_mode="sync"'):
        ManyBoxes(game, 2, readings={reading: "before-reader"})


@pytest.mark.usefixtures("in_python")
def test_a_round_in_which_a_short_shoe_runs_out_is_truncated() -> None:
    """Two decks to the last card but a few: what is drawn to a hand that always hits is soon more than there is."""
    many = python_tables(
        "double-deck-house", 1, rules={"decks": 1, "cover_card_depth": "1/26 to 1/4 of one deck"}, penetration=0.95
    )
    _, info = many.reset(seed=1)
    ends = set()
    for _ in range(4000):
        mask = info["action_mask"][0]
        wanted = [name for name in ("hit", "continue", "no-insurance") if name in offered(mask)]
        _, won, over, cut, info = many.step(np.array([ACTIONS.index(wanted[0])]) if wanted else np.array([0]))
        assert not (over[0] and cut[0])
        assert won[0] == 0 or over[0]
        ends |= {(bool(over[0]), bool(cut[0]))}
    assert ends == {(False, False), (True, False), (False, True)}


def test_gymnasium_makes_them_where_nothing_else_is_asked_for() -> None:
    """Compiled: a seed gives the same rounds, and a table among few has those it has among many."""
    many: Any = gym.make_vec(PA, num_envs=300)
    assert isinstance(many, ManyBoxes)
    assert many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    beside: Any = gym.make_vec(PA, num_envs=2, vectorization_mode="sync", regret=False)
    assert isinstance(beside, SyncVectorEnv)
    assert (many.single_observation_space, many.single_action_space) == (
        beside.single_observation_space,
        beside.single_action_space,
    )
    told = []
    for number in (300, 300, 7):
        env, heard = many if number == 300 else ManyBoxes("double-attack-pa", number), []
        seen, info = env.reset(seed=5)
        for _ in range(40):
            assert seen.shape == (number, len(FIELDS))
            assert seen.dtype == env.single_observation_space.dtype
            assert env.observation_space.contains(seen)
            seen, won, over, cut, info = env.step(info["action_mask"].argmax(1))
            assert not info["refused"].any()
            assert not cut.any()
            heard.append((seen[:7].tolist(), won[:7].tolist(), over[:7].tolist()))
        told.append(heard)
    assert told[0] == told[1] == told[2]


def test_what_is_not_offered_is_refused_and_changes_nothing() -> None:
    many = ManyBoxes("double-attack-pa", 50)
    seen, info = many.reset(seed=2)
    for wrong in (ACTIONS.index("split"), CONTINUE, -1, len(ACTIONS), 10**9):
        again, won, over, cut, told = many.step(np.full(50, wrong))
        assert told["refused"].all()
        assert np.array_equal(again, seen)
        assert np.array_equal(told["action_mask"], info["action_mask"])
        assert not won.any()
        assert not over.any()
        assert not cut.any()


def test_who_never_attacks_and_always_stands_loses_what_the_solver_says() -> None:
    """A million rounds, compiled: within four standard errors of the price from the full shoe."""
    tables, rounds, won, squares = 20_000, 0, 0.0, 0.0
    many = ManyBoxes("double-attack-pa", tables)
    _, info = many.reset(seed=11)
    best = pitboss.game("double-attack-pa").solve().strategy
    stands = replace(best, attack=(False,) * 10, play=uniform_play(lambda *_: (Action.STAND,)), exceptions={})
    order = [ACTIONS.index(name) for name in ("no-attack", "no-insurance", "stand", "continue")]
    while rounds < 1_000_000:
        choice = np.array(order)[info["action_mask"][:, order].argmax(1)]
        _, reward, over, _, info = many.step(choice)
        rounds, won, squares = rounds + int(over.sum()), won + reward.sum(), squares + (reward**2).sum()
    error = (squares / rounds / rounds) ** 0.5
    assert won / rounds == pytest.approx(-pitboss.game("double-attack-pa").price(stands), abs=4 * error)


@pytest.mark.parametrize(
    ("so", "sentence"),
    [
        ({"regret": True}, "some hundredths of a second"),
        ({"num_envs": 0}, "from 1 to 1,000,000 tables"),
        ({"num_envs": 10**7}, "from 1 to 1,000,000 tables"),
        ({"side_wagers": ("lucky",)}, "has no side wager lucky"),
        ({"rules": {"charlie_cards": 6}}, "wins by its number of cards"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(so: Mapping[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        ManyBoxes("double-attack-pa", **so)


def test_every_table_needs_an_action_and_reset_comes_first() -> None:
    many = ManyBoxes("double-attack-pa", 3)
    with pytest.raises(gym.error.ResetNeeded):
        many.step(np.zeros(3, int))
    many.reset(seed=1)
    with pytest.raises(ValueError, match="an action for each of 3"):
        many.step(np.zeros(2, int))


def test_no_part_of_the_kernel_takes_the_place_of_another_but_those_that_ask() -> None:
    """All stand in one module: a name that two of them give is one thing there."""
    given: dict[str, str] = {}
    twice = set()
    for name in specialise._PARTS["asking"]:
        tree = ast.parse(specialise.part(name))
        targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
        names = {leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)}
        names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        twice |= {(one, given[one], name) for one in names & given.keys()}
        given |= dict.fromkeys(names, name)
    ask = {"play_row": "box", "cell_at": "box", "after_split": "box", "after_draw": "box", "code_of": "box"}
    assert twice == {(name, part, "asking") for name, part in (ask | {"decisions_first": "round"}).items()}
