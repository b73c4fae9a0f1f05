"""What is shown and printed: the terminal, strategy cards, charts, the math report, comparisons, the map of the law.

`family_report` is what a family answers, `figures` asks for everything a report says, `sections` and `math_report` lay
it out, `document` and `printing` make HTML and PDF of it, `writing` does all of that for a command; the `charts`
modules draw; `law_map` follows the law to code and tests. It imports `law`, `cards`, `rules`, `families`, `solve`,
`simulate`, `shuffles` and `protect`, never `procedure` or `house`.
"""
