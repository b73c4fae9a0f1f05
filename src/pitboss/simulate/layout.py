"""Where a kernel counts what: counts of rounds by outcome, and sums; all integers, merged by adding.

A box that ends with one hand is one count: the up card, how the hand ended, and which wagers were on it. That tells
what each of its wagers came to, and costs no more than counting its result. A box that was split has too many ends for
that: its result is counted by up card, and beside it what its first hand, its splits, its doubles and its Second
Chances came to, for all boxes together. A level is a set of stakes, bet and side wagers; only counters have several.
"""

from collections.abc import Mapping
from typing import Any

UPS = 10
TRUE_SUMS = 4  # rounds, result, squared result, wagered


def layout(constants: Mapping[str, Any]) -> dict[str, int]:
    """The places, by the names the kernel knows them by."""
    boxes, levels = constants["BOXES"], constants["LEVELS"]
    outcomes = 2 * constants["LIMIT"] + 1
    attacks = 2 if constants["ATTACK"] else 1
    hands = constants["SPLIT_HANDS"]
    endings = constants["ENDS"] * attacks * 2 * (2 if constants["SECOND_CHANCE"] else 1)
    limit = round_limit(constants)
    splits = hands > 1
    places: dict[str, int] = {
        "ENDINGS": endings,
        "ATTACKS": attacks,
        "CHANCE_BETS": hands * 2 * attacks + 1,
        "ROUND_LIMIT": limit,
    }
    counts = 0
    for name, size in (
        ("AT_MAIN", boxes * levels * UPS * endings),
        ("AT_SPLIT_MAIN", boxes * levels * UPS * outcomes if splits else 0),
        ("AT_FIRST_HAND", levels * endings if splits else 0),
        ("AT_SPLITS", levels * attacks * hands * outcomes if splits else 0),
        ("AT_DOUBLES", levels * attacks * (hands + 1) * outcomes if splits else 0),
        (
            "AT_CHANCES",
            levels * places["CHANCE_BETS"] * outcomes if splits and constants["SECOND_CHANCE"] else 0,
        ),
        ("AT_SIDES", boxes * levels * constants["SIDES"] * constants["SIDE_WIDTH"]),
        ("AT_INSURANCE", 2 if constants["INSURANCE"] else 0),
        ("AT_INSURED", 2 * levels if constants["INSURANCE_COUNTED"] else 0),
        ("AT_ROUND", 2 * limit + 1 if limit else 0),
    ):
        places[name] = counts
        counts += size
    places["COUNTS_SIZE"] = counts
    sums = 0
    for name, size in (
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
    more_than_bets = constants["INSURANCE_COUNTED"] or any(constants["SIDES_COUNTED"])
    if constants["BOXES"] == 1 and not more_than_bets:
        return 0
    a_box = constants["LIMIT"] * constants["MOST_BET"]
    for kind, counted in enumerate(constants["SIDES_COUNTED"]):
        if counted:
            paid = constants["SIDE_PAYS"][kind * constants["SIDE_WIDTH"] :][: constants["SIDE_WIDTH"]]
            a_box += max(constants["UNIT"], *paid) * constants["MOST_BONUS"]
    if constants["INSURANCE_COUNTED"]:
        a_box += max(constants["INSURANCE_WIN"], constants["INSURANCE_LOSE"]) * constants["MOST_BET"]
    return int(a_box * constants["BOXES"])
