"""How well a shuffle mixes: routines carried out by the million, exact chances, guessers; sees cards, rules, draws."""
