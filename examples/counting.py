"""What a card counter wins by where the cover card goes: python examples/counting.py [ROUNDS]"""

import sys
import tempfile
from pathlib import Path

import polars as pl

import pitboss

GAME = "double-deck-house"
COUNT = """
tags = { A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, 10 = -1 }
bets = { 0 = 1, 1 = 2, 2 = 4, 3 = 8 }
insurance = 3
"""


def main(rounds: int) -> None:
    """Print what 100 rounds bring, in units, for two places of the cover card that the house allows."""
    with tempfile.TemporaryDirectory() as folder:
        count = Path(folder) / "hi-lo.toml"
        count.write_text(COUNT)
        for place in ("1/3", "1/4"):
            run = pitboss.game(GAME, cover_card_placed=place).simulate(rounds, count=count)
            won, error = run.json["per_hundred_rounds"], 100 * run.json["round"]["standard_error"]
            print(f"cover card {place} of a deck from the back: {won:+.2f} units in 100 rounds (± {1.96 * error:.2f})")
            print(run.by_true_count().filter(pl.col("true_count").is_between(-2, 4)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
