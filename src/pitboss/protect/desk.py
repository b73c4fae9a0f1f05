"""Everything a game-protection desk asks of a game, gathered: by wager, by count, by depth, by what could be seen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from pitboss.protect.counted import Counted, Effort, Trip, counted_from, flat_bets, kept_with, team, trips, whole_bets
from pitboss.protect.counts import (
    INSURANCE,
    LEVELS,
    MAIN,
    SYSTEMS,
    Counter,
    Pack,
    best_tags,
    counter,
    effects_by_value,
    least_squares,
    with_side_counts,
)
from pitboss.protect.departures import (
    AtCount,
    Departure,
    Fault,
    attack_from,
    departures,
    every_count,
    faults,
    full_shoe_options,
    insurance_from,
)
from pitboss.protect.known_cards import Known, first_card, hole_card, next_card
from pitboss.protect.risk import Step, Winnings, best_ramp, winnings
from pitboss.protect.shoes import Shoes, Wager, shoes, trigger_of, when_good
from pitboss.protect.tracking import Tracked, track
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.shuffle_and_cut import Shuffling, StackPart
from pitboss.shuffles.routines import routines
from pitboss.simulate.asked import BANKROLL_MOST
from pitboss.simulate.counting import BET_MOST, Count, read_count
from pitboss.solve.by_totals import ExactPlay
from pitboss.solve.cache import solved
from pitboss.solve.composition import full_shoe
from pitboss.solve.solution import Solution, exact_plays
from pitboss.solve.strategy import UP_CARDS, ExactHand, Strategy, value_label

FARTHEST = Fraction(19, 20)  # that a cover card can be set from the back, of what its place is told of
BEHIND = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 6))  # of all the cards, behind the cover card
SHARE_OF_DEPTH = 4  # each depth's run is so many times shorter than the longest
SPOTTERS = 4
SHORTER = 100_000  # shoes of each depth
RISKS = (0.01, 0.05, 0.135)
DEPARTURES_MOST = 1000  # more than a chart has cells
Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Asked:
    """What was asked for."""

    count: str | None = None
    spread: int = 8
    departures: int = 18
    bankroll: int = 1000
    trip: int = 0
    decks: tuple[int, ...] = ()
    effort: Effort = field(default_factory=Effort)

    def __post_init__(self) -> None:
        if not 1 <= self.spread <= BET_MOST:
            told = f"at least 1 and at most {BET_MOST}, not {self.spread:.3g}"
            raise RulesError(f"a spread is the highest bet in units of the lowest: {told}")
        if not 0 <= self.departures <= DEPARTURES_MOST:
            raise RulesError(f"departures are a number of plays: 0 to {DEPARTURES_MOST}, not {self.departures}")
        if self.bankroll < 1 or self.trip < 0:
            raise RulesError("a bankroll is at least one unit, and a trip a number of rounds")
        if self.bankroll > BANKROLL_MOST or self.trip > self.effort.rounds:
            raise RulesError(
                f"a bankroll has at most {BANKROLL_MOST:,} units, and a trip no more rounds than are simulated, "
                f"{self.effort.rounds:,}"
            )
        if any(not 1 <= decks <= 8 for decks in self.decks):
            raise RulesError("decks to compare are numbers from 1 to 8")
        if self.count is not None:
            named(self.count)


@dataclass(frozen=True)
class WagerFound:
    """A wager: the tags that follow it, how well published counts do, and what betting on it by its own count gives."""

    wager: Wager
    fractional: tuple[float, ...]
    by_level: Mapping[int, Counter]
    unbalanced: Counter | None
    systems: Mapping[str, float]
    side_card: tuple[int, float] | None
    steps: tuple[Step, ...]
    trigger: int | None
    running_trigger: int | None
    bet_when_good: Winnings


@dataclass(frozen=True)
class Depth:
    """The cover card at another place, or the game with other decks: what the counter then gets."""

    label: str
    dealt: float
    lawful: bool
    in_force: bool
    play_all: Winnings
    leaving: Winnings
    error: float


@dataclass(frozen=True)
class CountFound:
    """A counter of the main game: its plays, its bets, what they give, and how they end."""

    name: str
    counter: Counter
    count: Count
    departures: tuple[Departure, ...]
    gains: tuple[float, ...]
    at: tuple[AtCount, ...]
    basic: Counted
    counted: Counted
    ramp: Mapping[int, float]
    leave_below: int
    leaving_ramp: Mapping[int, float]
    team: Winnings
    depths: tuple[Depth, ...]
    trip: Trip | None

    @property
    def leaving(self) -> Winnings:
        """What the best ramp gives when bad counts are left."""
        return winnings(self.counted.steps, self.leaving_ramp)

    def without_departures(self, spread: int) -> Winnings:
        """What the best ramp gives a player who counts for his bets alone."""
        return winnings(self.basic.steps, best_ramp(self.basic.steps, spread))


@dataclass(frozen=True)
class Card:
    """The strategy by totals: what the house keeps against it, and the exact hands in which it errs, dearest first."""

    house_edge: float
    exceptions: Mapping[ExactHand, ExactPlay]

    def with_at_most(self) -> Iterator[tuple[str, ExactPlay, float]]:
        """Each exception, and what the house keeps once it and those before it are known; to first order."""
        edge = self.house_edge
        for (_, cards, up), play in self.exceptions.items():
            edge -= play.gain
            yield f"{'-'.join(map(value_label, cards))} v {value_label(up)}", play, edge


@dataclass(frozen=True)
class Protection:
    """What could be taken from a game."""

    rules: BlackjackRules
    asked: Asked
    pack: Pack
    wagers: Mapping[str, WagerFound]
    count: CountFound | None
    faults: tuple[Fault, ...]
    card: Card
    hole: Known | None
    next: Known
    first: Known
    tracked: Tracked | None
    systems: Mapping[str, Winnings]
    by_depth: Mapping[str, Mapping[str, Winnings]]

    @property
    def play_all(self) -> Winnings | None:
        """What the best ramp gives when every round is played."""
        return None if self.count is None else winnings(self.count.counted.steps, self.count.ramp)


def _wagers(solution: Solution) -> dict[str, Wager]:
    effects = {name: effects_by_value(of) for name, of in solution.effects.items()}
    found = {MAIN: Wager(MAIN, solution.main.house_edge, solution.standard_deviation, effects[MAIN])}
    for name, side in solution.side_wagers.items():
        offered = solution.up_cards[1].chance if name == INSURANCE else 1.0
        found[name] = Wager(name, side.house_edge, side.standard_deviation, effects[name], offered)
    return found


def wagers_found(solution: Solution, pack: Pack, drawn: Shoes) -> dict[str, WagerFound]:
    """Every wager of a game."""
    return {name: _wager_found(wager, pack, drawn) for name, wager in _wagers(solution).items()}


def _wager_found(wager: Wager, pack: Pack, drawn: Shoes) -> WagerFound:
    tags = {level: best_tags(pack, wager.effects, level) for level in LEVELS}
    by_level = {
        level: counter(wager.name, wager.effects, wager.house_edge, pack, found)
        for level, found in tags.items()
        if found is not None
    }
    loose = drawn.best_running(wager)
    unbalanced = None if loose is None else counter(wager.name, wager.effects, wager.house_edge, pack, loose)
    steps: tuple[Step, ...] = ()
    running, side = None, None
    if by_level:
        best = by_level[max(by_level)]
        steps = drawn.steps(wager, drawn.trues(best.tags))
        one = by_level[min(by_level)].tags
        beside = {rank: with_side_counts(pack, wager.effects, one, [rank]) for rank in UP_CARDS if pack.cards[rank - 1]}
        rank = max(beside, key=lambda rank: beside[rank])
        side = (rank, beside[rank])
    if unbalanced is not None:
        running = trigger_of(drawn.steps(wager, drawn.counts(unbalanced.tags)))
    trigger = trigger_of(steps)
    systems = {name: pack.correlation(known, wager.effects) for name, known in SYSTEMS.items()}
    return WagerFound(
        wager,
        least_squares(pack, wager.effects),
        by_level,
        unbalanced,
        systems,
        side,
        steps,
        trigger,
        running,
        when_good(steps),
    )


def by_systems(wager: Wager, drawn: Shoes, spread: int) -> dict[str, Winnings]:
    """What the best ramp of each published count gives by its bets alone, all rounds played, to first order."""
    found = {}
    for name, tags in SYSTEMS.items():
        steps = drawn.steps(wager, drawn.counts(tags))
        found[name] = winnings(steps, best_ramp(steps, spread))
    return found


def named(asked: str, pack: Pack | None = None) -> Count:
    """A published count by its name, kept as these cards ask for, or one in a file, kept as that says."""
    known = {name.casefold(): tags for name, tags in SYSTEMS.items()}
    if asked.casefold() in known:
        found = Count(known[asked.casefold()], {0: 1})
        return found if pack is None else kept_with(found, pack)
    if not asked.endswith(".toml"):
        raise RulesError(f"{asked!r} is no count: a .toml file, or one of {', '.join(SYSTEMS)}")
    return read_count(Path(asked))


def percentage(share: Fraction) -> str:
    """A share of the cards as people say it."""
    return f"{100 * float(share):.0f}%"


def _dealt(rules: BlackjackRules, pack: Pack) -> int:
    """Cards dealt before the cover card comes."""
    return pack.whole - rules.shuffle.cover_card_cards(pack.whole, pack.deck)


def place_with(rules: BlackjackRules, decks: int) -> Fraction:
    """Where the cover card is with so many decks, as much of the cards being dealt, wherever its place is told from."""
    own = rules.shuffle.cover_card_placed
    if rules.shuffle.cover_card_depth.of is StackPart.STACK:
        return own
    return min(own * decks / rules.cards.decks, FARTHEST)


@dataclass
class Desk:
    """One game's questions; `vary` gives its rules with other values set."""

    rules: BlackjackRules
    vary: Callable[[Mapping[str, object]], BlackjackRules]
    asked: Asked
    progress: Progress

    def ask(self) -> Protection:
        """Everything."""
        rules, asked = self.rules, self.asked
        pack = Pack(full_shoe(rules).values, rules.cards.deck_size())
        countable = rules.shuffle.shuffling is not Shuffling.CONTINUOUS
        self.progress("exact solution", 0.0)
        solution = solved(rules, lambda step, share: None)
        drawn = shoes(pack, _dealt(rules, pack) if countable else 0, seed=asked.effort.seed)
        found = wagers_found(solution, pack, drawn)
        self.progress("cards seen", 0.1)
        hole = None if rules.deal.hole_card is HoleCard.NONE else hole_card(rules)
        following, first = next_card(rules), first_card(rules)
        self.progress("departures", 0.2)
        count = None
        if countable and found[MAIN].by_level:
            count = self._count(pack, solution, found, drawn)
        tracked = None
        main = found[MAIN]
        if rules.game in routines() and main.by_level:
            best = main.by_level[max(main.by_level)]
            tracked = track(rules, pack, best.tags, main.wager, best.gain, asked.effort.seed)
        systems = by_systems(main.wager, drawn, asked.spread) if countable else {}
        by_depth = self._by_depth(pack, found) if countable else {}
        wrong = tuple(faults(full_shoe_options(rules)))
        card = Card(solution.by_totals.house_edge, exact_plays(rules, solution.strategy)[1])
        seen = (hole, following, first, tracked)
        return Protection(rules, asked, pack, found, count, wrong, card, *seen, systems, by_depth)

    def _by_depth(self, pack: Pack, found: Mapping[str, WagerFound]) -> dict[str, dict[str, Winnings]]:
        """What each wager gives by its own count when more or less of the cards is dealt."""
        depths: dict[str, dict[str, Winnings]] = {}
        for behind in BEHIND:
            drawn = shoes(pack, int(pack.whole * (1 - behind)), SHORTER, self.asked.effort.seed)
            depths[percentage(1 - behind)] = {
                name: when_good(drawn.steps(of.wager, drawn.trues(of.by_level[max(of.by_level)].tags)))
                for name, of in found.items()
                if of.by_level
            }
        return depths

    def _count(self, pack: Pack, solution: Solution, wagers: Mapping[str, WagerFound], drawn: Shoes) -> CountFound:
        asked, rules, strategy, main = self.asked, self.rules, solution.strategy, wagers[MAIN]
        name, count = asked.count, None if asked.count is None else named(asked.count, pack)
        if count is None:
            name, count = "the best of level one", Count(main.by_level[min(main.by_level)].tags, {0: 1})
        told = counter(MAIN, main.wager.effects, main.wager.house_edge, pack, count.tags)
        left = pack.whole - _dealt(rules, pack) / 2
        at = () if count.running else every_count(rules, pack, count.tags, left, progress=self.progress)
        if count.running and asked.departures and count.insurance == float("inf") and INSURANCE in wagers:
            insured = trigger_of(drawn.steps(wagers[INSURANCE].wager, drawn.trues(count.tags, count.start)))
            count = replace(count, insurance=float("inf") if insured is None else float(insured))
        self.progress("counters", 0.5)
        basic = counted_from(flat_bets(rules, strategy, count, asked.effort), count.running)
        shares = {step.true: step.share for step in basic.steps}
        ramp = best_ramp(basic.steps, asked.spread)
        weights = {true: shares[true] * ramp[true] for true in shares}
        chosen = sorted(departures(at, strategy), key=lambda one: -one.gain(weights))[: asked.departures] if at else []
        chosen = [one for one in chosen if one.gain(weights) > 0]
        played = self._played(count, chosen, at)
        self.progress("counters with departures", 0.6)
        counted = counted_from(flat_bets(rules, strategy, played, asked.effort), played.running)
        leave = self._leave(counted.steps)
        self.progress("depths", 0.7)
        depths = tuple(self._depths(strategy, played, counted, leave))
        trip = None
        ramp = best_ramp(counted.steps, asked.spread)
        if asked.trip:
            self.progress("trips", 0.9)
            betting = replace(played, bets=whole_bets(ramp))
            trip = trips(rules, strategy, betting, asked.bankroll, asked.trip, asked.effort)
        return CountFound(
            str(name),
            told,
            replace(played, bets=whole_bets(ramp)),
            tuple(chosen),
            tuple(one.gain(weights) for one in chosen),
            at,
            basic,
            counted,
            ramp,
            leave,
            best_ramp(counted.steps, asked.spread, leave),
            team(counted.steps, SPOTTERS, leave, float(asked.spread)),
            depths,
            trip,
        )

    def _played(self, count: Count, chosen: Sequence[Departure], at: Sequence[AtCount]) -> Count:
        """The count with the departures found; what a file says for itself stays."""
        if not at or not self.asked.departures:
            return count
        insured, attacked = insurance_from(at), attack_from(at)
        found = count
        if insured is not None and count.insurance == float("inf"):
            found = replace(found, insurance=float(insured[0]))
        if attacked and not count.attack:
            found = replace(found, attack=attacked)
        return replace(found, plays=(*count.plays, *(one.play for one in chosen))) if not count.plays else found

    def _leave(self, steps: Sequence[Step]) -> int:
        """The true count below which rounds are best left unplayed, at this spread."""
        trues = [step.true for step in steps]
        return max(trues, key=lambda true: winnings(steps, best_ramp(steps, self.asked.spread, true)).score)

    def _depths(self, strategy: Strategy, played: Count, counted: Counted, leave: int) -> list[Depth]:
        """The cover card at other places, and the game with other decks.

        Another place changes how often each true count comes, and that is all that its run is asked: the edge there is
        the one in force, so that one error goes with them all. With other decks the edge is another too.
        """
        rules, effort = self.rules, self.asked.effort
        shorter = replace(effort, rounds=max(effort.rounds // SHARE_OF_DEPTH, 100_000))
        own = rules.shuffle.cover_card_placed
        whole = 1 if rules.shuffle.cover_card_depth.of is StackPart.STACK else rules.cards.decks
        found = []
        tried = {share * whole for share in BEHIND if share * whole <= FARTHEST}
        for place in sorted({*tried, own}, reverse=True):
            label, sets = f"{percentage(1 - place / whole)} dealt", {"cover_card_placed": str(place)}
            there = counted
            if place != own:
                there = counted.as_often_as(flat_bets(self.vary(sets), strategy, played, shorter))
            found.append(self._depth(label, sets, there, leave, place == own))
        for decks in self.asked.decks:
            sets = {"decks": str(decks), "cover_card_placed": str(place_with(rules, decks))}
            other = self.vary(sets)
            best = solved(other, lambda step, share: None).strategy
            there = counted_from(flat_bets(other, best, played, effort), played.running)
            found.append(
                self._depth(f"{decks} deck{'s' * (decks > 1)}", sets, there, leave, decks == rules.cards.decks)
            )
        return found

    def _depth(self, label: str, sets: Mapping[str, object], counted: Counted, leave: int, in_force: bool) -> Depth:
        other, spread = self.vary(sets), self.asked.spread
        pack = Pack(full_shoe(other).values, other.cards.deck_size())
        ramp, leaving = best_ramp(counted.steps, spread), best_ramp(counted.steps, spread, leave)
        return Depth(
            label,
            _dealt(other, pack) / pack.whole,
            not {departure.name for departure in other.departures} & set(sets),
            in_force,
            winnings(counted.steps, ramp),
            winnings(counted.steps, leaving),
            counted.score_error(ramp),
        )


def protect_blackjack(
    rules: Rules, vary: Callable[[Mapping[str, object]], Rules], asked: Asked, progress: Progress
) -> Protection:
    """What could be taken from a game of the blackjack family."""
    return Desk(BlackjackRules.of(rules), lambda sets: BlackjackRules.of(vary(sets)), asked, progress).ask()
