"""Rounds dealt by themselves: players who follow a strategy, a croupier with seeded bits, every fact on record."""

from pitboss.cards.bits import Bits
from pitboss.house import absence
from pitboss.house.family_house import Players, house_of
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.facts import RoundEnded, WagerPlaced
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.procedure.transcript import Line, Teller
from pitboss.procedure.views import facts_for
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
BUY_IN_BETS = 1000
ROUNDS_MOST = 100_000
CHOSEN_FROM = 120  # rounds, when worked examples are chosen


def check(rules: Rules, boxes: int, rounds: int) -> None:
    """Refuse what no table here can do, before anything is worked out for it."""
    positions = rules.by_name["positions"][1].value
    assert isinstance(positions, int)
    if not 1 <= boxes <= positions:
        clauses = ", ".join(rules.cites("positions"))
        raise RulesError(f"{rules.game} has boxes 1 to {positions}, not {boxes}" + (f" ({clauses})" if clauses else ""))
    if not 1 <= rounds <= ROUNDS_MOST:
        raise RulesError(f"from 1 to {ROUNDS_MOST} rounds are dealt, not {rounds}: `pitboss simulate` plays more")


def demonstrate(rules: Rules, boxes: int, rounds: int, bits: Bits, strategy: object) -> Table:
    """A table with so many boxes taken, after so many rounds."""
    check(rules, boxes, rounds)
    table, croupier = Table(rules), Croupier(bits)
    bet = table.state.rules.wagers.table_minimum_cents
    for box, name in enumerate(NAMES[:boxes], 1):
        table.apply(m.Sit(by=name, box=box))
        table.apply(m.BuyIn(by=name, cents=bet * BUY_IN_BETS))
    room = house_of(rules)
    players: Players = Onlookers() if room is None else room.players(rules, strategy, bet)
    while table.state.round < rounds or table.state.in_round:
        croupier.serve(table)
        for move in players.wagers(table) if m.Wager in table.waiting.may else (players.move(table),):
            table.apply(move)
    return table


def rounds_told(table: Table) -> list[list[Line]]:
    """The rounds that were dealt, as somebody at the rail saw them, from the first wager on: sentences with clauses."""
    teller, found, now = Teller(), list[list[Line]](), list[Line]()
    for fact in facts_for(table, "a spectator"):
        told = (teller.tell(fact), fact.clauses)
        if now or isinstance(fact, WagerPlaced):
            now.append(told)
        if isinstance(fact, RoundEnded):
            found.append(now)
            now = []
    return found


def worked_examples(rules: Rules, most: int, bits: Bits, strategy: object) -> list[list[Line]]:
    """Of many rounds dealt those few that show the most of the rules: each cites what those before it do not."""
    left = rounds_told(demonstrate(rules, 2, max(most, CHOSEN_FROM), bits, strategy))
    cites = {id(told): {clause for _, cited in told for clause in cited} for told in left}
    shown: set[str] = set()
    found: list[list[Line]] = []
    for _ in range(most):
        best = max(left, key=lambda told: len(cites[id(told)] - shown))
        shown |= cites[id(best)]
        left.remove(best)
        found.append(best)
    return found


def strategy_for(rules: Rules, path: str | None) -> object:
    """The strategy in a file, or the solver's own; a game without decisions has none."""
    room = house_of(rules)
    if room is None and path is not None:
        raise RulesError(f"no player decides anything in {rules.game}: it has no strategy")
    return None if room is None else room.strategy(rules, path)


class Onlookers:
    """Players of a game in which nobody decides anything: they bet, and do as the house would do for them."""

    def wagers(self, table: Table) -> list[Move]:
        """What every seated player does before the deal."""
        state = table.state
        placed = [move for p in state.people.seated() for move in state.family.usual_wagers(state, p.name, p.seat or 1)]
        return [*placed, *(m.Ready(by=player.name) for player in state.people.seated())]

    def move(self, table: Table) -> Move:
        """The first thing that the house would do."""
        return next(absence.answers(table, table.waiting.by[0]))[1]
