"""Where a kernel counts what: counts of rounds by outcome, and sums; all integers, merged by adding."""

from collections.abc import Mapping
from typing import Any

UPS = 10
KINDS = 13  # ways in which Bust It ends: lost, by the third card's value, three eights suited, coloured
TRUE_SUMS = 4  # rounds, result, squared result, wagered


def layout(constants: Mapping[str, Any]) -> dict[str, int]:
    """The places, by the names the kernel knows them by."""
    boxes, limit = constants["BOXES"], constants["LIMIT"]
    counts = 0
    places: dict[str, int] = {"AT_MAIN": counts, "KINDS": KINDS}
    counts += boxes * UPS * (2 * limit + 1)
    places["AT_BUST_IT"] = counts
    counts += boxes * KINDS if constants["BUST_IT"] else 0
    places["AT_INSURANCE"] = counts
    counts += 2 if constants["INSURANCE"] else 0
    places["AT_ROUND"] = counts
    places["ROUND_LIMIT"] = round_limit(constants)
    counts += 2 * places["ROUND_LIMIT"] + 1 if places["ROUND_LIMIT"] else 0
    places["COUNTS_SIZE"] = counts
    sums = 0
    for name, size in (
        ("AT_STAKED", boxes),
        ("AT_BETS", boxes if constants["COUNTING"] else 0),
        ("AT_SHOES", 1),
        ("AT_TRUE", TRUE_SUMS * constants["TRUE_BINS"] if constants["COUNTING"] else 0),
        ("AT_SESSIONS", 2 if constants["SESSION"] else 0),
        ("AT_LONGEST", 1),
    ):
        places[name] = sums
        sums += size
    places["SUMS_SIZE"] = sums
    return places


def round_limit(constants: Mapping[str, Any]) -> int:
    """The largest result of a round in units, where it is counted apart from its only box; 0 where it is not."""
    if constants["BOXES"] == 1 and not (constants["INSURANCE_COUNTED"] or constants["BUST_IT_COUNTED"]):
        return 0
    a_box = constants["LIMIT"]
    if constants["BUST_IT_COUNTED"]:
        best = max(*constants["BUST_IT_PAYS"], constants["BUST_IT_SUITED"], constants["BUST_IT_COLOURED"])
        a_box += best * constants["MOST_BONUS"] * constants["UNIT"]
    if constants["INSURANCE_COUNTED"]:
        a_box += max(constants["INSURANCE_WIN"], constants["INSURANCE_LOSE"]) * constants["MOST_BET"]
    return int(a_box * constants["BOXES"])
