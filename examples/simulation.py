"""A simulation held against the exact value: python examples/simulation.py [ROUNDS]"""

import sys

import pitboss

GAME = "double-deck-house"


def main(rounds: int) -> None:
    """Play every round from a full shoe, as the exact value has it, and say how far apart the two are."""
    game = pitboss.game(GAME, shuffling="continuous")
    run = game.simulate(rounds, seed=2026)
    exact = -game.solve().json["by_totals"]["house_edge"]
    low, high = run.interval
    print(f"simulated {run.mean:+.5%}, 95% interval {low:+.5%} to {high:+.5%}, {run.rounds:,} rounds")
    print(f"exact     {exact:+.5%}, {abs(run.mean - exact) / run.standard_error:.2f} standard errors away")
    print(run.by_up_card())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)
