"""Procedure: what every table shares, and a folder for each family with its round.

Here live the table machine (`table`), its state (`state`, `hands`, `table_law`), the moves and facts, people, wagers
before the deal, shuffle and cut, dealing, the opening and closing of a table, views, transcript and replay.
`blackjack/` and `from_the_hand/` add a family's own state, steps and documents. It imports `rules`, `cards`, `law` and
`families`, never `solve`, `simulate`, `report` or `house`; nothing here reads a clock, draws a random number or writes
anywhere.
"""
