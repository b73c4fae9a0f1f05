"""A strategy taken out, changed, and priced: python examples/strategy.py"""

import tempfile
from pathlib import Path

import pitboss

GAME = "double-back-jack-pa"


def main() -> None:
    """What never buying a Second Chance would cost, by simulation with the same cards."""
    game = pitboss.game(GAME)
    best = game.solve().strategy
    never = "\n".join(
        line.replace("yes", "no") if line.startswith("second-chance") else line for line in best.to_csv().splitlines()
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "never.csv"
        path.write_text(never + "\n")
        with_it = game.simulate(1_000_000, seed=5)
        without = game.simulate(1_000_000, seed=5, strategy=path)
    print(f"with Second Chance    {with_it.mean:+.4%} (± {1.96 * with_it.standard_error:.4%})")
    print(f"without Second Chance {without.mean:+.4%} (± {1.96 * without.standard_error:.4%})")
    print(f"9 and 7 against a 10, option by option: {game.value('9,7', '10')}")


if __name__ == "__main__":
    main()
