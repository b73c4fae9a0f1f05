"""`make disaster SEEDS=1000`: that many histories in which everything fails; every failure is a seed."""

import argparse
import gc
import sys
from time import process_time

from tests.disaster import world
from tests.disaster.faults import plan_of
from tests.disaster.shrink import shrunk, why_not

EVERY = 100


def main() -> int:
    """Run histories; the exit status is 1 if one failed."""
    words = argparse.ArgumentParser(prog="python -m tests.disaster")
    words.add_argument("--seeds", type=int, default=1000, help="how many histories")
    words.add_argument("--first", type=int, default=0, help="the first seed")
    words.add_argument("--seed", type=int, help="one history, told in full")
    asked = words.parse_args()
    if asked.seed is not None:
        return _one(asked.seed)
    why_not(asked.first)  # what is made once is made
    gc.collect()
    gc.freeze()
    failed, began = 0, process_time()
    for done, seed in enumerate(range(asked.first, asked.first + asked.seeds), 1):
        why = why_not(seed)
        if why is not None:
            failed += 1
            print(shrunk(seed, why), flush=True)
        if done % EVERY == 0 or done == asked.seeds:
            rate = done / (process_time() - began)
            print(f"{done} histories, {failed} failed, {rate:.1f} a second of one core", flush=True)
    return 1 if failed else 0


def _one(seed: int) -> int:
    for fault in plan_of(seed):
        print(fault)
    seen: list[world.World] = []
    why = why_not(seed, None, seen.append)
    print("\n".join(seen[0].invariants.told))
    print(why or "in order")
    return 1 if why else 0


if __name__ == "__main__":
    sys.exit(main())
