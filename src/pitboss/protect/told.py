"""A game's protection under the names machines rely on."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from pitboss.protect.counts import Counter, Pack
from pitboss.protect.desk import RISKS, SPOTTERS, CountFound, Depth, Protection, WagerFound
from pitboss.protect.known_cards import Known
from pitboss.protect.risk import Step, Winnings
from pitboss.solve.strategy import UP_CARDS, value_label


def _number(x: float) -> float | None:
    return x if isfinite(x) else None


def _tags(tags: Sequence[float]) -> dict[str, float]:
    return {value_label(value): tag for value, tag in zip(UP_CARDS, tags, strict=True)}


def won(found: Winnings, bankroll: float) -> dict[str, Any]:
    """What a way to bet gives; amounts in units of the lowest bet, rates a round."""
    return {
        "mean": found.mean,
        "standard_deviation": found.deviation,
        "per_hundred_rounds": 100 * found.mean,
        "score": found.score,
        "di": found.di,
        "n0": _number(found.n0),
        "risk_of_ruin": {"bankroll": bankroll, "risk": found.ruin(bankroll)},
        "bankroll_for_risk": {f"{risk:g}": _number(found.bankroll(risk)) for risk in RISKS},
        "goal_before_ruin": found.goal_before_ruin(bankroll, bankroll) if found.variance else None,
        "rounds_to_double_or_lose": found.rounds_to_either(bankroll, bankroll) if found.variance else None,
    }


def steps_told(steps: Sequence[Step], bets: Mapping[int, float]) -> list[dict[str, Any]]:
    """Count by count: how often it comes, what a unit gives, the Kelly bet and the ramp's."""
    return [
        {
            "true_count": step.true,
            "share": step.share,
            "mean": step.mean,
            "variance": step.square - step.mean**2,
            "kelly": step.kelly,
            "bet": bets.get(step.true, 0.0),
        }
        for step in steps
    ]


def _counter(found: Counter) -> dict[str, Any]:
    return {
        "tags": _tags(found.tags),
        "correlation": found.correlation,
        "gain_per_true_count": found.gain,
        "favourable_from": found.favourable,
    }


def _wager(found: WagerFound, pack: Pack, bankroll: float) -> dict[str, Any]:
    side = found.side_card
    return {
        "house_edge": found.wager.house_edge,
        "effects_of_removal": _tags(found.wager.effects),
        "least_squares_tags": _tags(found.fractional),
        "best_by_level": {str(level): _counter(one) for level, one in found.by_level.items()},
        "best_unbalanced": None
        if found.unbalanced is None
        else {
            **_counter(found.unbalanced),
            "running_count_starts_at": pack.start(found.unbalanced.tags),
            "running_count_trigger": found.running_trigger,
        },
        "best_side_count": None if side is None else {"card": value_label(side[0]), "correlation": side[1]},
        "correlations": dict(found.systems),
        "trigger": found.trigger,
        "by_true_count": steps_told(found.steps, {s.true: float(s.mean > 0) for s in found.steps}),
        "bet_when_favourable": won(found.bet_when_good, bankroll),
    }


def _depth(found: Depth, bankroll: float) -> dict[str, Any]:
    return {
        "what": found.label,
        "dealt": found.dealt,
        "lawful": found.lawful,
        "in_force": found.in_force,
        "play_all": won(found.play_all, bankroll),
        "score_error": found.error,
        "leaving": won(found.leaving, bankroll),
    }


def _count(found: CountFound, protection: Protection) -> dict[str, Any]:
    asked = protection.asked
    bankroll = asked.bankroll
    assert protection.play_all is not None
    trip = found.trip
    return {
        "name": found.name,
        **_counter(found.counter),
        "spread": asked.spread,
        "kept_by": "running count" if found.count.running else "true count",
        "starts_at": found.count.start,
        "insurance_from": _number(found.count.insurance),
        "attack_from": {value_label(up): true for up, true in (found.count.attack or {}).items()},
        "departures": [
            {
                "hand": one.label,
                "usual": one.usual.name.lower(),
                "play": one.action.name.lower(),
                "from" if one.upwards else "below": one.true,
                "gain_per_hundred_rounds": 100 * gain,
            }
            for one, gain in zip(found.departures, found.gains, strict=True)
        ],
        "by_true_count": steps_told(found.counted.steps, found.ramp),
        "play_all": {
            **won(protection.play_all, bankroll),
            "score_error": found.counted.score_error(found.ramp),
            "without_departures": found.without_departures(asked.spread).score,
        },
        "leaving": {"below": found.leave_below, **won(found.leaving, bankroll)},
        "team": {"spotters": SPOTTERS, "called_from": found.leave_below, **won(found.team, bankroll)},
        "depths": [_depth(one, bankroll) for one in found.depths],
        "trip": None
        if trip is None
        else {
            "rounds": trip.rounds,
            "bankroll": trip.bankroll,
            "trips": trip.trips,
            "ruined": trip.ruined,
            "standard_error": trip.error,
            "by_formula": trip.by_formula,
        },
    }


def _known(found: Known | None) -> dict[str, Any] | None:
    return None if found is None else {"edge": found.edge, "by_card": dict(found.by_value), "exact": found.exact}


def as_json(found: Protection) -> dict[str, Any]:
    """Everything; edges of known cards are the player's, house edges the house's."""
    tracked = found.tracked
    return {
        "game": found.rules.game,
        "rules_hash": found.rules.hash,
        "wagers": {name: _wager(one, found.pack, found.asked.bankroll) for name, one in found.wagers.items()},
        "count": None if found.count is None else _count(found.count, found),
        "faults": [
            {"hand": one.label, "right": one.right.name.lower(), "wrong": one.wrong.name.lower(), "cost": one.cost}
            for one in found.faults
        ],
        "card": {
            "house_edge": found.card.house_edge,
            "exceptions": [
                {
                    "hand": label,
                    "usual": play.usual.name.lower(),
                    "play": play.preference[0].name.lower(),
                    "gain": play.gain,
                    "house_edge_with_so_many": edge,
                }
                for label, play, edge in found.card.with_at_most()
            ],
        },
        "hole_card": _known(found.hole),
        "next_card": _known(found.next),
        "first_card": _known(found.first),
        "systems": {name: won(one, found.asked.bankroll) for name, one in found.systems.items()},
        "wagers_by_depth": {
            depth: {name: won(one, found.asked.bankroll) for name, one in by.items()}
            for depth, by in found.by_depth.items()
        },
        "tracking": None if tracked is None else vars(tracked),
    }
