"""Game protection: what a player who counts, peeks, sorts or tracks could take from a game, and what stops it.

Pure functions over the solver's exact values and the simulator's rounds. It imports `families`, `rules`,
`solve`, `simulate` and `shuffles`.
"""
