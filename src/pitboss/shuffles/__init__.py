"""How well a shuffle mixes: routines carried out by the million, exact chances of riffles, guessers.

`routines` has each family's own, `kernel` and `counts` carry them out and count, `riffles` and `perfect` are exact,
`quality` and `study` say how far a routine is from perfect. It imports `cards`, `rules`, `families`, `simulate`,
whose draws it uses, and `solve`, for how code is compiled.
"""
