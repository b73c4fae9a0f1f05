"""What each doubtful clause is worth, as a table and a chart: python examples/doubtful_clauses.py [CHART.svg]"""

import sys

import polars as pl

import pitboss

GAME = "double-attack-pa"


def main(chart: str | None) -> None:
    """Print the readings that move the edge; draw the tornado if a file is named."""
    priced = pitboss.game(GAME).price_readings()
    frame = priced.frame()
    moved = frame.filter(pl.col("cost").abs() > 1e-6).sort(pl.col("cost").abs(), descending=True)
    for row in moved.iter_rows(named=True):
        print(f"{row['cost']:+9.4%}  {row['reading']} = {row['option']}  ({row['clauses']})")
    tornado = priced.chart()
    if chart is not None and tornado is not None:
        tornado.save(chart)
        print(f"drawn: {chart}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
