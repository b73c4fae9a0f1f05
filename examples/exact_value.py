"""What a game is worth, exactly, and its closest decisions: python examples/exact_value.py"""

import polars as pl

import pitboss

GAME = "double-deck-house"


def main() -> None:
    """Print the edge, what the house's options change, and the ten closest decisions."""
    answer = pitboss.game(GAME).solve()
    print(f"{GAME}: house edge {answer.house_edge:.6%}, standard deviation {answer.standard_deviation:.4f}")
    for options in ({"dealer_hits_soft": True}, {"blackjack_odds": "6 to 5"}):
        edge = pitboss.game(GAME, **options).solve().house_edge
        print(f"  with {options}: {edge:.6%}, {edge - answer.house_edge:+.6%}")

    by_hand = answer.decisions().sort("value", descending=True).group_by("up", "hand", maintain_order=True)
    close = by_hand.agg(
        best=pl.col("option").first(),
        next=pl.col("option").get(1, null_on_oob=True),
        gap=pl.col("value").first() - pl.col("value").get(1, null_on_oob=True),
    )
    print(close.drop_nulls().sort("gap").head(10))


if __name__ == "__main__":
    main()
