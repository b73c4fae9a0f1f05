"""The school: practice players, drills, planted faults, scoring and the table test; moves and facts in, scores out.

Nothing here reads a clock, draws at random without a seed, or writes anything down. A time comes in with what was done.
It imports `law`, `families`, `cards`, `rules` and `procedure`; never `house`.
"""
