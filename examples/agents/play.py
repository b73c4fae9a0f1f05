"""Any program plays over its standard input and output: python examples/agents/play.py ROUNDS PROGRAM [ARGUMENT ...]

For every decision the program is sent one line of JSON, such as

    {"seen": {"up": 6, "total": 16, ...}, "offered": ["hit", "stand", "double", "surrender"]}

and answers with one of the words offered, on a line of its own. After the last decision of a round it is sent
`{"won": -1.0}`, in initial wagers, and answers nothing. At the end this program prints how it did, and how much was
given away by its decisions: exactly, by the solver. A shell script will do; `--game` takes another game's environment.
"""

import argparse
import json
import subprocess
import sys

import gymnasium as gym

import pitboss.envs
from pitboss.envs import ACTIONS, FIELDS


def play(env_id: str, rounds: int, program: list[str], seed: int) -> dict[str, float]:
    """Rounds of one box, decided by a program: what it won and what it gave away, in initial wagers a round."""
    env = gym.make(env_id)
    won = given_away = 0.0
    decisions = refused = 0
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdin is not None
        assert player.stdout is not None
        obs, info = env.reset(seed=seed)
        for _ in range(rounds):
            over = False
            while not over:
                offered = [name for name, may in zip(ACTIONS, info["action_mask"], strict=True) if may]
                answer = offered[0]
                if offered != ["continue"]:
                    asked = {"seen": dict(zip(FIELDS, map(int, obs), strict=True)), "offered": offered}
                    print(json.dumps(asked), file=player.stdin, flush=True)
                    answer = player.stdout.readline().strip()
                    if not answer:
                        raise SystemExit("the program has ended")
                    decisions += 1
                if answer not in offered:
                    refused += 1
                    answer = offered[0]
                obs, reward, over, _, info = env.step(ACTIONS.index(answer))
                given_away += info["regret"]
                won += float(reward)
            print(json.dumps({"won": float(reward)}), file=player.stdin, flush=True)
            obs, info = env.reset()
        player.stdin.close()
    return {
        "rounds": rounds,
        "decisions": decisions,
        "refused": refused,
        "won_a_round": won / rounds,
        "given_away_a_round": given_away / rounds,
    }


def main() -> None:
    """Play as many rounds as asked for."""
    words = argparse.ArgumentParser(description="Any program plays over its standard input and output.")
    words.add_argument("--game", default="DoubleAttackPA-v0", choices=[one[8:] for one in pitboss.envs.GAMES])
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("rounds", type=int)
    words.add_argument("program", nargs=argparse.REMAINDER)
    asked = words.parse_args()
    if asked.rounds < 1 or not asked.program:
        words.error("a number of rounds, at least 1, and a program")
    try:
        found = play(f"pitboss/{asked.game}", asked.rounds, asked.program, asked.seed)
    except BrokenPipeError:
        raise SystemExit("the program has ended") from None
    except OSError as error:
        raise SystemExit(f"{asked.program[0]} cannot be run: {error.strerror}") from None
    json.dump(found, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
