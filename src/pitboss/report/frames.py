"""Results as polars frames: one row a fact, plain names, ready for a notebook or a chart."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.sheet import differences_as_json
from pitboss.rules.sheet import rows as sheet_rows

if TYPE_CHECKING:
    import polars as pl

Json = Mapping[str, Any]


def frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, type]) -> "pl.DataFrame":
    """Rows under the given columns and types; with no rows it has the columns all the same."""
    try:
        import polars as pl
    except ImportError:
        raise RulesError("frames need the extra `report`: pip install 'pitboss[report]'") from None
    return pl.DataFrame(rows, schema=dict(columns), orient="row")


def rule_sheet(rules: Rules) -> "pl.DataFrame":
    """The rule sheet: every value with the clauses that set it."""
    columns = {"section": str, "name": str, "label": str, "value": str, "clauses": str, "set_by": str, "reading": str}
    return frame(
        [
            {
                "section": row.section,
                "name": row.name,
                "label": row.label,
                "value": row.value,
                "clauses": ", ".join(row.clauses),
                "set_by": row.set_by.value,
                "reading": row.reading,
            }
            for row in sheet_rows(rules)
        ],
        columns,
    )


def differences(left: Rules, right: Rules) -> "pl.DataFrame":
    """What differs in two games' rules, with the clauses of both."""
    columns = {"name": str, "left": str, "right": str, "clauses": str}
    found = differences_as_json(left, right)
    return frame([{**one, "clauses": ", ".join(map(str, cast(list[str], one["clauses"])))} for one in found], columns)


def decisions(solution: Json) -> "pl.DataFrame":
    """What every option of every two cards is worth against every up card, in initial wagers."""
    rows = [
        {"up": up, "hand": hand, "option": option, "value": value, "best": value == max(options.values())}
        for up, hands in solution["decisions"].items()
        for hand, options in hands.items()
        for option, value in options.items()
    ]
    return frame(rows, {"up": str, "hand": str, "option": str, "value": float, "best": bool})


def distribution(solution: Json) -> "pl.DataFrame":
    """The chance of every net result of a round, in initial wagers."""
    return frame(solution["distribution"], {"net": float, "chance": float})


def up_cards(solution: Json) -> "pl.DataFrame":
    """What each up card is worth, with the Double Attack Wager and without it."""
    rows = [{"up": up, **one} for up, one in solution["up_cards"].items()]
    return frame(rows, {"up": str, "chance": float, "value": float, "attacked": float})


def effects(solution: Json) -> "pl.DataFrame":
    """What one card taken out of the shoe adds to the player's expectation, for every wager."""
    of = {"main": solution["effects_of_removal"]}
    of |= {name: side["effects_of_removal"] for name, side in solution["side_wagers"].items()}
    rows = [{"wager": name, "card": card, "effect": x} for name, by in of.items() for card, x in by.items()]
    return frame(rows, {"wager": str, "card": str, "effect": float})


def side_wagers(solution: Json) -> "pl.DataFrame":
    """Edge, hit rate and standard deviation of each side wager, per unit staked."""
    columns = {"wager": str, "house_edge": float, "hit_rate": float, "standard_deviation": float}
    rows = [
        {"wager": name} | {key: side[key] for key in columns if key != "wager"}
        for name, side in solution["side_wagers"].items()
    ]
    return frame(rows, columns)


def readings(values: Sequence[Json]) -> "pl.DataFrame":
    """The edge under every option of every doubtful clause, and what it costs beside the reading in force."""
    columns = {
        "reading": str,
        "option": str,
        "in_force": bool,
        "house_edge": float,
        "cost": float,
        "side_cost": float,
        "clauses": str,
    }
    rows = [
        {key: one[key] for key in columns if key != "clauses"} | {"clauses": ", ".join(one["clauses"])}
        for one in values
    ]
    return frame(rows, columns)


def histogram(found: Json) -> "pl.DataFrame":
    """How often each result of the main game came in a simulation."""
    rows = [{"net": float(net), "rounds": count} for net, count in found["histogram"].items()]
    return frame(sorted(rows, key=lambda row: row["net"]), {"net": float, "rounds": int})


def by_up_card(found: Json) -> "pl.DataFrame":
    """A simulation's results by up card."""
    rows = [{"up": up, **one} for up, one in found.get("by_up_card", {}).items()]
    return frame(rows, {"up": str, "rounds": int, "mean": float, "standard_error": float})


def by_true_count(found: Json) -> "pl.DataFrame":
    """A counter's results by true count; empty where nothing was counted."""
    columns = {"true_count": int, "rounds": int, "mean": float, "standard_error": float, "wagered": float}
    return frame(found.get("by_true_count", []), columns)


def best_counts(found: Json) -> "pl.DataFrame":
    """The tags that follow each wager best, a row a card; level 0 are the exact tags."""
    rows = []
    for wager, of in found["wagers"].items():
        told = [(0, of["least_squares_tags"], 1.0)]
        told += [(int(level), one["tags"], one["correlation"]) for level, one in of["best_by_level"].items()]
        for level, tags, correlation in told if of["best_by_level"] else ():
            same = {"wager": wager, "level": level, "correlation": correlation}
            rows += [{**same, "card": card, "tag": float(tag)} for card, tag in tags.items()]
    return frame(rows, {"wager": str, "level": int, "card": str, "tag": float, "correlation": float})


def protected_wagers(found: Json) -> "pl.DataFrame":
    """What betting on each wager by its own count gives, a unit a bet."""
    rows = [
        {"wager": wager, **{key: of[key] for key in ("house_edge", "trigger")}, **of["bet_when_favourable"]}
        for wager, of in found["wagers"].items()
    ]
    columns = {"wager": str, "house_edge": float, "trigger": int, "score": float}
    columns |= {"per_hundred_rounds": float, "n0": float}
    return frame([{key: row[key] for key in columns} for row in rows], columns)


def ramp(counted: Json) -> "pl.DataFrame":
    """A counter of the main game, count by count."""
    columns = {"true_count": int, "share": float, "mean": float, "variance": float, "kelly": float, "bet": float}
    return frame(counted["by_true_count"], columns)


def departures(counted: Json) -> "pl.DataFrame":
    """The plays that go with a count, dearest first."""
    rows = []
    for one in counted["departures"]:
        when = "from" if "from" in one else "below"
        kept = {key: one[key] for key in ("hand", "usual", "play", "gain_per_hundred_rounds")}
        rows.append({**kept, "when": when, "true_count": one[when]})
    columns = {"hand": str, "usual": str, "play": str, "when": str, "true_count": int}
    return frame(rows, {**columns, "gain_per_hundred_rounds": float})


def depths(counted: Json) -> "pl.DataFrame":
    """What a counter gets with the cover card elsewhere, or with other decks."""
    columns = {"what": str, "dealt": float, "lawful": bool, "in_force": bool, "score_error": float}
    rows = [
        {**{key: one[key] for key in columns}, "score": one["play_all"]["score"], "leaving": one["leaving"]["score"]}
        for one in counted["depths"]
    ]
    return frame(rows, {**columns, "score": float, "leaving": float})


def wrong_plays(found: Json) -> "pl.DataFrame":
    """What every wrong play of every hand costs a round."""
    return frame(found["faults"], {"hand": str, "right": str, "wrong": str, "cost": float})
