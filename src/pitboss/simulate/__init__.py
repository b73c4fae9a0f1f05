"""Rounds by the billion, from one kernel for CPU and GPU.

`round`, `box`, `shoe` and `sides` are the kernel, `specialise` closes it over a game's rules, `target_` modules compile
it; `plan` cuts the work into streams, `runners` play them, `results` says what came out, `asked` is what may be asked
for. One of the three witnesses: it imports `rules`, `cards`, `families` and, for the strategy a box plays by, `solve`;
never `procedure` or anything above.
"""
