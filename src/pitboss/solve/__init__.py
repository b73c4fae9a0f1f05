"""Exact values of hands, wagers and whole games, composition by composition.

`dealer_hand`, `hand_values` and the `split_` modules play a hand out, `round_values` and `solution` a whole round;
`side_wagers`, `insurance` and `paytable` price what lies beside it, `removal` what one card is worth; `strategy` is how
to play, `by_reading` what each doubtful clause costs, `cache` what was worked out before. One of the three witnesses:
it imports `rules`, `law`, `cards` and `families`, never `procedure`, `simulate` or anything above.
"""
