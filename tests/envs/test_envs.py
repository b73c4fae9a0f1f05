"""A box as an agent meets it: Gymnasium's and PettingZoo's own tests, and what is seen, offered, paid and regretted."""

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gym: Any = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install pitboss[envs]")
trials: Any = pytest.importorskip("pettingzoo.test", reason="PettingZoo is not installed: pip install pitboss[envs]")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # what may not be installed comes first

import pitboss.envs  # noqa: E402
from pitboss.cards.card import Rank  # noqa: E402
from pitboss.envs import ACTIONS, FIELDS, GAMES, WORTH, boxes_env, parallel_env  # noqa: E402
from pitboss.envs.seats import rules_for  # noqa: E402
from pitboss.rules.errors import RulesError  # noqa: E402
from pitboss.rules.rules import BlackjackRules  # noqa: E402
from pitboss.rules.variant import load  # noqa: E402
from pitboss.solve.situation import situation  # noqa: E402

AGENTS = Path(__file__).parents[2] / "examples" / "agents"
PA = "pitboss/DoubleAttackPA-v0"
OF_THE_PACK = {"cut-card-depth": "of-the-pack"}  # or the cut card cannot lie further than one deck from the back
Told = dict[str, Any]


def box(env_id: str = PA, **so: Any) -> Any:
    return gym.make(env_id, **({"regret": False} | so)).unwrapped


def offered(info: Told) -> list[str]:
    return [name for name, may in zip(ACTIONS, info["action_mask"], strict=True) if may]


def seen(observation: Any) -> dict[str, int]:
    return dict(zip(FIELDS, map(int, observation), strict=True))


def does(env: Any, *names: str) -> tuple[dict[str, int], float, bool, Told]:
    for name in names:
        observation, reward, over, _, info = env.step(ACTIONS.index(name))
        assert "refused" not in info
    return seen(observation), reward, over, info


@pytest.mark.parametrize("env_id", GAMES)
def test_gymnasium_finds_nothing_wrong(env_id: str) -> None:
    check_env(gym.make(env_id).unwrapped)


@pytest.mark.filterwarnings("ignore:Observation")  # a dictionary with a mask, which it knows of its own games only
@pytest.mark.parametrize("game", GAMES.values())
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    def in_turn() -> Any:
        return boxes_env(game, 3, regret=False)

    def at_once() -> Any:
        return parallel_env(game, 3, regret=False)

    trials.api_test(in_turn(), num_cycles=40)
    trials.seed_test(in_turn, num_cycles=10)
    trials.parallel_api_test(at_once(), num_cycles=40)
    trials.parallel_seed_test(at_once, num_cycles=10)


def test_a_round_is_paid_in_initial_wagers() -> None:
    """16 stands against a 9; the dealer turns a 7, draws a 4, and takes the bet, or the bet and the attack."""
    env = box()
    for attack, lost in (("no-attack", -1.0), ("attack", -2.0)):
        observation, info = env.reset(options={"cards": "5C 9S 8D 8C 7S 4D"})
        assert (seen(observation)["up"], seen(observation)["cards"]) == (9, 0)
        assert offered(info) == ["attack", "no-attack"]
        now, reward, over, info = does(env, attack)
        assert (now["total"], now["pair"], now["attacked"], over, reward) == (16, 8, attack == "attack", False, 0.0)
        assert (now["holds 8"], now["seen 8"], now["seen 7"]) == (2, 0, 0)  # not the hole card
        _, reward, over, info = does(env, "stand")
        assert (reward, over, offered(info)) == (lost, True, [])


def test_a_round_that_decides_itself_is_looked_at_before_it_is_paid() -> None:
    """A Blackjack of Double Back Jack is nothing to decide: the next step shows what it brought."""
    env = box("pitboss/DoubleBackJackPA-v0")
    for second in range(40):
        _, info = env.reset(seed=second)
        if offered(info) == ["continue"]:
            _, reward, over, _ = does(env, "continue")
            assert over
            assert reward in (-1.0, 0.0, float(env.seats.rules.settlement.blackjack_odds.ratio))
            return
    pytest.fail("no such round in forty")


def test_what_is_masked_is_refused_and_changes_nothing_and_what_is_offered_is_taken() -> None:
    chance = np.random.default_rng(3)
    for env_id in GAMES:
        env = box(env_id)
        observation, info = env.reset(seed=5)
        for _ in range(60):
            may = offered(info)
            for name in set(ACTIONS) - set(may):
                same, reward, over, _, told = env.step(ACTIONS.index(name))
                assert f"{name} is not offered" in told["refused"]
                assert (reward, over, offered(told)) == (0.0, False, may)
                assert np.array_equal(same, observation)
            observation, _, over, _, info = env.step(ACTIONS.index(chance.choice(may)))
            assert "refused" not in info
            if over:
                observation, info = env.reset()


def test_a_seat_sees_nothing_of_what_lies_face_down() -> None:
    """The same cards in sight, other cards beneath and behind: not a number differs until they are turned."""
    looks = []
    for hidden in ("7S 4D 9C", "3S 2D 2C"):
        env = box(regret=True)
        observation, info = env.reset(options={"cards": f"5C 9S 8D 8C {hidden}"})
        before = (observation.tolist(), offered(info), info[WORTH])
        observation, _, _, _, info = env.step(ACTIONS.index("no-attack"))
        looks.append((before, observation.tolist(), offered(info), info[WORTH], info["regret"]))
    assert looks[0] == looks[1]


def test_regret_is_what_the_solver_says_was_given_away() -> None:
    """To stand with 8,8 against a 9, where splitting is best: by as much as the solver finds between the two."""
    env = box(regret=True)
    env.reset(options={"cards": "5C 9S 8D 8C 7S 4D"})
    _, _, _, info = does(env, "no-attack")
    rules = BlackjackRules.of(load("double-attack-pa"))
    exact = situation(rules, [Rank.EIGHT, Rank.EIGHT], Rank.NINE).options
    assert info[WORTH] == {name: pytest.approx(value) for name, value in exact.items()}
    _, _, _, told = does(env, "stand")
    assert told["regret"] == pytest.approx(max(exact.values()) - exact["stand"])
    assert told["exact"]
    env.reset(options={"cards": "5C 9S 8D 8C 7S 4D"})
    best = max(exact, key=lambda name: exact[name])
    assert does(env, "no-attack", best)[3]["regret"] == 0.0


def test_a_seed_gives_the_same_rounds_and_without_one_the_shoe_goes_on() -> None:
    def rounds(seed: int) -> list[list[int]]:
        env = box("pitboss/DoubleDeckHouse-v0")
        found = []
        observation, info = env.reset(seed=seed)
        for _ in range(4):
            found.append(observation.tolist())
            over = False
            while not over:
                choice = "stand" if "stand" in offered(info) else offered(info)[-1]
                observation, _, over, _, info = env.step(ACTIONS.index(choice))
            observation, info = env.reset()
        return found

    once = rounds(8)
    assert once == rounds(8) != rounds(9)
    out = [sum(one[FIELDS.index("seen A") :]) for one in once]
    assert out[0] < out[1] < out[2] < out[3]


def test_a_round_that_is_left_is_ended_before_the_next() -> None:
    env = box("pitboss/DoubleAttackNJ-v0")
    env.reset(seed=2)
    for _ in range(5):
        _, info = env.reset()
        assert offered(info) == ["attack", "no-attack"]
    assert env.seats.table.state.round == 6


def test_what_was_dealt_before_the_shoe_in_use_is_let_go() -> None:
    env = box("pitboss/DoubleDeckHouse-v0", penetration=0.3, readings=OF_THE_PACK)
    env.reset(seed=2)
    facts = []
    for _ in range(60):
        env.reset()
        facts.append(len(env.seats.table.facts))
    assert max(facts) < 400
    assert env.seats.table.facts_before > 400


@pytest.mark.parametrize("game", GAMES.values())
def test_the_cover_card_comes_where_that_share_has_been_dealt(game: str) -> None:
    readings = OF_THE_PACK if game == "double-deck-house" else {}
    for penetration, so in ((0.25, readings), (0.5, readings), (0.75, {})):
        rules = rules_for(game, None, so, penetration)
        cards, deck = rules.cards.stack_size(), rules.cards.deck_size()
        behind = rules.shuffle.cover_card_cards(cards, deck)
        assert behind == pytest.approx((1 - penetration) * cards, abs=1)


def test_rules_readings_and_side_wagers_are_arguments() -> None:
    env = box(rules={"decks": 6}, readings={"both-bust": "returned"}, side_wagers=("bust-it",))
    assert (env.seats.rules.cards.decks, env.seats.rules.readings["both-bust"]) == (6, "returned")
    env.reset(options={"cards": "5C 6S KD QC JS 9D"})  # the dealer busts with a third card of 9: 6 to 1
    _, reward, _, _ = does(env, "no-attack", "stand")
    assert reward == 1.0 + 6 * 0.5


@pytest.mark.parametrize(
    ("so", "sentence"),
    [
        ({"game": "five-card-hi-lo-pa"}, "there is nothing to learn"),
        ({"game": "bingo"}, "no game is called"),
        ({"penetration": 1.0}, "above 0 and below 1, not 1.0"),
        ({"penetration": 0.0}, "above 0 and below 1, not 0.0"),
        ({"side_wagers": ("lucky",)}, "has no side wager lucky"),
        ({"rules": {"deks": 6}}, "Did you mean 'decks'?"),
    ],
)
def test_a_wrong_argument_is_one_sentence(so: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence.replace("?", r"\?")):
        box(**so)


@pytest.mark.parametrize("lacking", ["gymnasium", "pettingzoo"])
def test_without_what_the_extra_brings_the_extra_is_named(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == lacking else sys)
    with pytest.raises(ModuleNotFoundError, match=rf"need {lacking}, .* pip install 'pitboss\[envs\]'"):
        importlib.reload(pitboss.envs)


def test_a_table_has_no_more_boxes_than_the_law_gives_it() -> None:
    with pytest.raises(RulesError, match="has boxes 1 to"):
        boxes_env("double-attack-pa", 99)
    env = box()
    with pytest.raises(RulesError, match="has not so many cards"):
        env.reset(options={"cards": "10C"})


def test_boxes_are_asked_in_turn_and_paid_together() -> None:
    """Three boxes attack in turn, and are dealt 20 each against the dealer's 19."""
    env: Any = boxes_env("double-attack-pa", 3)
    env.reset(options={"cards": "5C 9S KD KC KH QD QC QH KS"})
    assert env.render().startswith("box_1: attack against 9")
    paid = {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            paid[agent] = reward
            env.step(None)
            continue
        names = [name for name, may in zip(ACTIONS, observation["action_mask"], strict=True) if may]
        wanted = ("attack" if agent == "box_2" else "no-attack") if "attack" in names else "stand"
        env.step(ACTIONS.index(wanted))
        assert env.infos[agent]["regret"] >= 0
    assert paid == {"box_1": 1.0, "box_2": 2.0, "box_3": 1.0}


def test_who_is_not_asked_is_not_heard_when_all_answer_at_once() -> None:
    env: Any = parallel_env("double-attack-pa", 2, regret=False)
    sights, _ = env.reset(options={"cards": "5C 9S KD KC QD QC KS"})
    assert [int(sights[agent]["action_mask"].sum()) for agent in env.agents] == [2, 0]
    no_attack, stand = ACTIONS.index("no-attack"), ACTIONS.index("stand")
    for choice in (no_attack, no_attack, stand, stand):
        _, rewards, ended, _, infos = env.step(dict.fromkeys(env.agents, choice))
        assert all("refused" not in told for told in infos.values())
    assert rewards == {"box_1": 1.0, "box_2": 1.0}
    assert all(ended.values())
    assert env.agents == []


def test_many_tables_are_stepped_together() -> None:
    many = gym.make_vec(PA, num_envs=3, vectorization_mode="sync", regret=False)
    observations, info = many.reset(seed=4)
    assert observations.shape == (3, len(FIELDS))
    for _ in range(12):
        actions = [int(np.flatnonzero(mask)[-1]) if mask.any() else 0 for mask in info["action_mask"]]
        observations, rewards, over, _, info = many.step(np.array(actions))
    assert rewards.shape == over.shape == (3,)
    alone = [box().reset(seed=4 + number)[0] for number in range(3)]
    assert np.array_equal(many.reset(seed=4)[0], np.stack(alone))


def test_a_program_plays_over_standard_input_and_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(AGENTS))
    import play  # type: ignore[import-not-found]  # an example, found by its folder

    found = play.play(PA, 12, [sys.executable, str(AGENTS / "stander.py")], 1)
    assert (found["rounds"], found["refused"]) == (12, 0)
    assert found["decisions"] >= 24
    assert found["given_away_a_round"] > 0


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [(["0", "true"], 2), (["3"], 2), (["3", "/nowhere"], "/nowhere cannot be run"), (["3", "true"], "has ended")],
)
def test_a_program_that_does_not_play_is_said_in_a_sentence(
    asked: list[str], sentence: str | int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(AGENTS))
    import play

    monkeypatch.setattr(sys, "argv", ["play.py", *asked])
    with pytest.raises(SystemExit) as ended:
        play.main()
    assert str(sentence) in str(ended.value.code)


@pytest.mark.parametrize("asked", [["x"], ["0"], ["-1"], ["6", "7"]])
def test_passes_that_are_none_are_said_in_a_sentence(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(AGENTS))
    import train  # type: ignore[import-not-found]  # as above

    monkeypatch.setattr(train, "train", lambda passes: pytest.fail(f"{passes} passes are made"))
    monkeypatch.setattr(sys, "argv", ["train.py", *asked])
    with pytest.raises(SystemExit, match="a number of passes, at least 1"):
        train.main()


def test_what_an_agent_learns_is_priced_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows nothing, is told what a few hands were worth, and has the card that follows from them."""
    monkeypatch.syspath_prepend(str(AGENTS))
    import train

    learner = train.Learner(1)
    env = gym.make(PA)
    env.reset(seed=1)
    observation, info = env.reset(options={"cards": "2C 6S 8D 3H"})
    worth = info[WORTH]
    cell = train.cell_of(seen(observation), worth)
    learner.learn(cell, worth, 1.0)
    assert (cell, learner.ranked(cell)[0]) == (("attack", 6), "attack")
    observation, _, _, _, info = env.step(ACTIONS.index("attack"))
    cell = train.cell_of(seen(observation), info[WORTH])
    learner.learn(cell, info[WORTH], 1.0)
    card = learner.strategy()
    assert card.attacks(6)
    assert not card.attacks(9)
    assert card.decide((8, 3), 6, train.Situation.FIRST_TWO, list(train.Action)) is train.Action.DOUBLE


@pytest.mark.slow
def test_an_agent_learns_the_game_to_a_hundredth_of_a_percent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(AGENTS))
    import train

    game = train.pitboss.game(train.GAME)
    assert game.price(train.train(6).strategy()) - game.solve().house_edge < 1e-4
