"""The house around the tables: people, money, records and the network. The clock and chance live here.

`house` and `live_table` run the tables, `chronicle`, `telling` and `protocol` say what is heard of them, `absence` and
`question_clock` what is done for whoever does not answer; `accounts`, `roles` and `rate_limit` know people, `ledger`
and `amounts` money; `journal`, `committer`, `archive`, `vault`, `history` and `audit` keep what happened, in the tables
of `schema`; `server` and `sockets` are the network, `pages/` the browser. It imports `procedure`, `rules`, `cards`,
`law`, `families`, `school` and, for the adviser, `solve` and `simulate`; never `report`.
"""
