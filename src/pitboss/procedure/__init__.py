"""How a table runs: moves in, facts out, each under the clause that orders it."""
