"""Exact values of hands, wagers and whole games, composition by composition.

`dealer_hand`, `dealer_odds`, `hand_values` and the `split_` modules play a hand out, `round_values` and `solution` a
whole round, with what `up_card` keeps against each up card; `side_wagers`, `insurance` and `paytable` price what lies
beside it, `removal` what one card is worth, by what `end_pays`; `strategy` is how to play, `strategy_file` reads one,
`orders` tell it to every hand and `by_totals` finds the best; `by_reading` is what each doubtful clause costs, `cache`
what was worked out before. One of the three witnesses: it imports `rules`, `law`, `cards` and `families`, never
`procedure`, `simulate` or anything above.
"""
