"""The simulator side by side with a plain C++ loop: the same streams, the same digits, rounds a second.

`python -m benchmarks simulate`; rates are by CPU time, in turn, so that a busy machine slows both alike. Two threads
need two quiet cores: two C++ programs with nothing in common, run at once, say how far two cores went in that minute.

Then every game and example side bet beside that loop: games differ in how many cards a round takes, so their ratio is
of cards dealt a second. Several boxes and a counter are beside the plain kernel, by the time that a hand takes.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time, thread_time

import numpy as np

from pitboss.rules.rules import BlackjackRules, HiLoRules
from pitboss.rules.variant import load
from pitboss.simulate import hi_lo
from pitboss.simulate.counting import Count
from pitboss.simulate.job import Job, Tally, job
from pitboss.simulate.plan import Plan, Unit
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.simulate.specialise import kernel
from pitboss.simulate.strategies import strategy_of

SEED, STREAMS, ROUNDS = 7, 128, 65536
TRIES = 5
GOAL, RATIO_GOAL, SCALING_GOAL = 12e6, 1.2, 1.9
YARDSTICK = Path(__file__).parent / "yardstick" / "double_attack.cpp"
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
SIDE_BETS = ("perfect_pairs.toml", "twenty_one_plus_three.toml", "over_under_13.toml", "long_hand.toml")
EXAMPLES = Path(__file__).parents[1] / "examples"
BOXES = 6
COUNT = Count(tags=(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), bets={-1: 1, 1: 4}, insurance=2, side={"bust-it": -1})
SHORT_STREAMS, TIME_GOAL = 16, 1.3


def todo() -> Job:
    """Double Attack in Pennsylvania, one box, the solver's strategy, the cover card at three quarters."""
    return one_box(GAMES[0])


def one_box(game: str) -> Job:
    """A game or an example by its name, one box, the solver's strategy."""
    rules = load(str(EXAMPLES / game) if game.endswith(".toml") else game)
    assert isinstance(rules, BlackjackRules)
    return job(rules, [strategy_of(rules)])


def tables_of_hands() -> dict[str, Job]:
    """Double Attack in Pennsylvania at a full table, and with a counter at it."""
    rules = load(GAMES[0])
    assert isinstance(rules, BlackjackRules)
    all_boxes = [strategy_of(rules)] * BOXES
    return {
        "six boxes": job(rules, all_boxes),
        "a counter": job(rules, all_boxes[:1], count=COUNT),
        "six boxes of counters": job(rules, all_boxes, count=COUNT),
    }


def cards_a_round(one: Job, tally: Tally, rounds: int) -> float:
    """How many cards a round takes: what lies before the cover card, over the rounds that a shoe lasts."""
    return float((one.constants["CARDS"] - one.tables.stakes[0]) * tally.sums[one.constants["AT_SHOES"]] / rounds)


def ours(one: Job, streams: int = STREAMS, rounds: int = ROUNDS) -> tuple[float, Tally]:
    """CPU seconds of one thread."""
    module = kernel(one.constants, "cpu")
    begun = thread_time()
    tally = one.play(module, SEED, Unit(0, streams, rounds))
    return thread_time() - begun, tally


def compiled(folder: Path) -> Path | None:
    """The yardstick, compiled as anybody would."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = folder / "double_attack"
    subprocess.run([compiler, "-O3", "-std=c++17", "-march=native", str(YARDSTICK), "-o", str(program)], check=True)
    return program


def theirs(program: Path, tables: Path) -> tuple[float, list[int]]:
    """CPU seconds of the yardstick, and every number it counted."""
    command = [str(program), str(tables), str(SEED), str(STREAMS), str(ROUNDS)]
    seconds, *lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return float(seconds), [int(word) for line in lines for word in line.split()]


def at_once(program: Path, tables: Path) -> float:
    """How much more two separate programs do at once than one alone: what two cores of this machine are worth now."""
    command = [str(program), str(tables), str(SEED), str(4 * STREAMS), str(ROUNDS)]
    seconds = []
    for programs in (1, 2):
        runs = []
        for _ in range(TRIES):
            begun = perf_counter()
            started = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(programs)]
            if sum(one.wait() != 0 for one in started):
                raise RuntimeError("the yardstick failed")
            runs.append(perf_counter() - begun)
        seconds.append(min(runs))
    return 2 * seconds[0] / seconds[1]


def scaling(one: Job) -> tuple[float, float]:
    """How much faster two threads are than one on the same rounds, and how much more CPU time they take for them.

    A machine whose two threads of execution share a core, or that is busy, shows in the second number.
    """
    plan = Plan(SEED, 4 * STREAMS * ROUNDS)
    seconds, worked = [], []
    for threads in (1, 2):
        runs = []
        for _ in range(TRIES):
            begun = process_time()
            runs.append((simulate(one, plan, Threads(threads)).seconds, process_time() - begun))
        seconds.append(min(wall for wall, _ in runs))
        worked.append(min(cpu for _, cpu in runs))
    return seconds[0] / seconds[1], worked[1] / worked[0]


def each_game(plain: Job, yard: Callable[[], float]) -> None:
    """A line for every game and side bet, and for tables of more hands than one; `yard` runs the C++ loop."""
    rounds = SHORT_STREAMS * ROUNDS
    jobs = {game: one_box(game) for game in (*GAMES[1:], *SIDE_BETS)} | tables_of_hands()
    best: dict[str, float] = {}
    tallies, yards = {}, []
    for _ in range(TRIES):
        yards.append(yard())
        for name, one in {GAMES[0]: plain, **jobs}.items():
            boxes = one.constants["BOXES"]
            if name not in best:
                one.play(kernel(one.constants, "cpu"), 0, Unit(0, 1, 1))
            seconds, tallies[name] = ours(one, SHORT_STREAMS, ROUNDS // boxes)
            best[name] = min(best.get(name, seconds), seconds)
    of_yard = cards_a_round(plain, tallies[GAMES[0]], rounds) * STREAMS * ROUNDS / min(yards)
    for name, one in jobs.items():
        boxes = one.constants["BOXES"]
        played = SHORT_STREAMS * (ROUNDS // boxes)
        told = f"{name}: {played / best[name] / 1e6:.1f} million rounds/s"
        if name not in (*GAMES, *SIDE_BETS):
            hand = best[name] / (played * boxes) * rounds / best[GAMES[0]]
            print(f"{told}; a hand takes {hand:.2f} times the plain kernel's (goal {TIME_GOAL})")
        else:
            cards = cards_a_round(one, tallies[name], played) * played / best[name]
            print(f"{told}; cards beside C++: ratio {cards / of_yard:.2f}")
    rules = load("five-card-hi-lo-pa")
    assert isinstance(rules, HiLoRules)
    hi_lo.play_unit(SEED, Unit(0, 1, 1), 1, rules.hi_lo_deal.cards_each)
    begun = thread_time()
    hi_lo.play_unit(SEED, Unit(0, 1, ROUNDS), 1, rules.hi_lo_deal.cards_each)
    print(f"five-card-hi-lo-pa: {ROUNDS / (thread_time() - begun) / 1e6:.1f} million rounds/s")


def main() -> None:
    """Print the rates and their ratios."""
    one = todo()
    begun = perf_counter()
    one.play(kernel(one.constants, "cpu"), 0, Unit(0, 1, 1))
    print(f"kernel ready in {perf_counter() - begun:.1f} s (compiled once, then from the disk; goal 15 s)")
    rounds = STREAMS * ROUNDS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = folder / "tables"
        tables.write_bytes(one.tables.rows.tobytes())
        program = compiled(folder)
        mine, yard = [], []
        for _ in range(TRIES):  # in turn, so that a busy moment hits both
            seconds, tally = ours(one)
            mine.append(seconds)
            if program is not None:
                seconds, found = theirs(program, tables)
                yard.append(seconds)
        rate = rounds / min(mine)
        print(f"pitboss, one thread: {rate / 1e6:.1f} million rounds/s (goal {GOAL / 1e6:.0f})")
        if program is None:
            print("no C++ compiler here: no yardstick, and no ratios")
        else:
            expected = np.concatenate([tally.counts, tally.sums]).tolist()
            print(f"C++ -O3, one thread: {rounds / min(yard) / 1e6:.1f} million rounds/s")
            ratio, same = min(yard) / min(mine), found == expected
            print(f"pitboss beside C++: ratio {ratio:.2f} (goal {RATIO_GOAL}); same digits: {same}")
            apart = at_once(program, tables)
            print(f"two C++ programs at once: {apart:.2f} times one (nothing shared: as far as this machine goes now)")
            each_game(one, lambda: theirs(program, tables)[0])
    faster, dearer = scaling(one)
    told = (
        f"goal {SCALING_GOAL} on two quiet cores; CPU time {dearer:.2f} of one's, {faster * dearer:.2f} cores kept busy"
    )
    print(f"two threads: {faster:.2f} times one ({told})")


if __name__ == "__main__":
    main()
