"""The blackjack family at the table: its state, its steps, and the round of each of its documents.

`state` is the table with the dealer's hand and cards drawn in error; `round_law` names a document's paragraphs; `deal`,
`offers`, `play`, `dealer`, `settlement` and `side_wagers` are the steps that documents share; `irregularities`,
`refusals` and `occasions` answer what comes at the wrong time; `double_*` are the documents, which read like their
sections. It uses what every table shares, and no other family.
"""
