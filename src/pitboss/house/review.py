"""The review: what somebody decided, what would have been best, and what the difference cost, by the exact solver.

It is made from the journal, beside the tables (`beside`): a table is dealt again and each question is put once more to
the family's solver, for what the player could see then. A table that was dealt again is kept there for the next time.
"""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import and_, select

from pitboss.house import archive, schema
from pitboss.house.accounts import Account
from pitboss.house.amounts import amounts
from pitboss.house.archive import Line
from pitboss.house.beside import Asking
from pitboss.house.database import Database
from pitboss.house.family_house import Cell, Chart, FamilyHouse, Question, house_of
from pitboss.house.journal import OPEN, Recipe
from pitboss.house.protocol import Choice
from pitboss.house.review_shape import GamePlayed, Habit, Mark, Overview, Reviewed, RoundReview, Score
from pitboss.house.vault import Vault
from pitboss.procedure import facts as f
from pitboss.procedure.hands import Bets
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.rules import Rules

REVIEWED_MAX = 300
HABITS_MAX = 8
TABLES_KEPT = 8
NO_SOLVER = "no solver prices the decisions of this game"
FOR_LESS = "valued as if the most that was allowed had been wagered"


@dataclass
class _Asked:
    """A question that was answered at a table, and its review once somebody wanted it."""

    player: str
    round: int
    box: int
    hand: int
    move: str
    question: Question
    for_less: bool
    reviewed: Reviewed | None = None


@dataclass
class Walk:
    """A table dealt again, move by move, with every question that its solver can answer."""

    table: Table
    room: FamilyHouse | None
    done: int = 0
    asked: list[_Asked] = field(default_factory=list)
    shoe_of: dict[int, int] = field(default_factory=dict)  # by round
    _shoe: int = 0

    @classmethod
    def of(cls, rules: Rules, by_hand: Iterable[str] = ()) -> "Walk":
        """From the beginning."""
        return cls(Table(rules, frozenset(by_hand)), house_of(rules))

    def go_on(self, moves: Iterable[tuple[Move, bool]]) -> None:
        """Make further moves; the house's own are no decisions of anybody."""
        for move, by_house in moves:
            before, bets = len(self.table.facts), self.table.state.bets
            if not by_house:
                self._note(move)
            self.table.apply(move)
            self.done += 1
            for fact in self.table.facts[before:]:
                if isinstance(fact, f.ShoeLoaded):
                    self._shoe += 1
                elif isinstance(fact, f.RoundBegan):
                    self.shoe_of[fact.round] = self._shoe
                    self._note_side_wagers(fact.round, bets)

    def _note_side_wagers(self, number: int, bets: Bets) -> None:
        """Every side wager that lay there when a round began was its player's own choice; it may be over by now."""
        for (box, player, wager), cents in sorted(bets.side.items()) if self.room is not None else ():
            if cents and self.room is not None:
                question = self.room.side_question(self.table.rules, wager, cents)
                if question is not None:
                    self.asked.append(_Asked(player, number, box, 1, wager, question, False))

    def _note(self, move: Move) -> None:
        table = self.table
        if self.room is None or not table.state.in_round or move.by not in table.waiting.by:
            return
        box = getattr(move, "box", 0)
        try:
            question = self.room.question(table, move.by, box)
        except Refused:
            return
        if question is not None:
            tag, cents = str(move.__struct_config__.tag), getattr(move, "cents", None)
            allowed = amounts(table, move.by)
            most = allowed.get(f"{tag}:{box}") or allowed.get(tag)
            for_less = cents is not None and most is not None and cents < most.most
            hand = table.waiting.hand or 1
            self.asked.append(_Asked(move.by, table.state.round, box, hand, tag, question, for_less))

    def reviewed(self, names: Iterable[str], rounds: set[int]) -> list[Reviewed]:
        """The decisions of somebody in some rounds, each asked of the solver once."""
        found = []
        for one in self.asked:
            if one.player in names and one.round in rounds:
                one.reviewed = one.reviewed or _review(one, self.room)
                found.append(one.reviewed)
        return [one for one in found if one is not None]


def _review(asked: _Asked, room: FamilyHouse | None) -> Reviewed | None:
    """What the solver says of a decision; None where it has no answer, or the move decided nothing."""
    assert room is not None
    question = asked.question
    try:
        values = room.values(question)
    except RulesError:
        return None
    if asked.move not in values or len(values) < 2:
        return None
    best = max(values, key=lambda move: values[move])
    doubts = (*question.doubts, *((FOR_LESS,) if asked.for_less else ()))
    cell: Cell = question.cell
    return Reviewed(
        round=asked.round,
        box=asked.box,
        hand=asked.hand,
        asked=question.words,
        move=asked.move,
        best=best,
        choices=tuple(
            Choice(move=move, value_cents=round(value * question.bet_cents, 4), best=move == best)
            for move, value in sorted(values.items(), key=lambda item: -item[1])
        ),
        cost_cents=round((values[best] - values[asked.move]) * question.bet_cents, 4),
        exact=not doubts,
        words="; ".join(doubts),
        chart=cell.chart,
        row=cell.row,
        column=cell.column,
    )


class Reviewer:
    """Reviews rounds from the journal, one table at a time."""

    def __init__(self, database: Database, vault: Vault | None, beside: Asking = asyncio.to_thread) -> None:
        self._database = database
        self._vault = vault
        self._beside = beside
        self._one_at_a_time = asyncio.Semaphore(1)
        self._drawn: dict[str, tuple[Chart, ...]] = {}  # by the hash of the rules

    async def round(self, round_id: str, account: Account) -> RoundReview | None:
        """Somebody's own decisions in a round; None when they have played no such round."""
        table, _, number = round_id.rpartition(".")
        rows = await self._played(account, table=table, up_to=int(number))
        if not rows or rows[0].round != int(number):
            return None
        recipe = await archive.recipe_of(self._database, table)
        assert recipe is not None
        found, shoe_of, why = await self._reviewed(table, recipe, rows, account, of_shoe=int(number))
        its = [row for row in rows if shoe_of.get(row.round) == shoe_of.get(int(number))]
        mine = [one for one in found if one.round == int(number)]
        return RoundReview(
            id=round_id,
            game=recipe.game,
            title=_title(recipe.game),
            round=int(number),
            decisions=tuple(mine),
            cost_cents=_cost(mine),
            shoe=next(iter(_scores(table, its, found, shoe_of)), None),
            why=why,
        )

    async def at_practice(self, table: Table, name: str) -> RoundReview:
        """Somebody's decisions in the round that ended last at a practice table."""
        moves = tuple(table.moves)
        async with self._one_at_a_time:
            told: RoundReview = await self._beside(_of_moves, table.rules, moves, name)
            return told

    async def overview(self, account: Account, game: str | None) -> Overview:
        """Somebody's latest rounds of a game: the one named, or the one played last."""
        rows = await self._played(account)
        recipes = {row.table_id: msgspec.json.decode(row.body, type=Recipe) for row in rows}
        played: dict[str, int] = defaultdict(int)
        for row in rows:
            played[recipes[row.table_id].game] += 1
        wanted = game if game is not None else next(iter(played), "")
        by_table: dict[str, list[Any]] = defaultdict(list)
        for row in rows:
            if recipes[row.table_id].game == wanted:
                by_table[row.table_id].append(row)
        scores: list[Score] = []
        everything: list[tuple[str, Reviewed]] = []
        charts: tuple[Chart, ...] = ()
        why = None if by_table else "you have played no round of it yet"
        for table, its in by_table.items():
            found, shoe_of, why = await self._reviewed(table, recipes[table], its, account)
            everything += [(f"{table}.{one.round}", one) for one in found]
            scores += _scores(table, its, found, shoe_of)
            if why is None and not charts:
                charts = await self._charts(recipes[table])
        done = [one for _, one in everything]
        return Overview(
            player=account.name,
            game=wanted,
            games=tuple(GamePlayed(game=name, title=_title(name), rounds=n) for name, n in played.items()),
            decisions=len(done),
            best=sum(one.move == one.best for one in done),
            cost_cents=_cost(done),
            shoes=tuple(sorted(scores, key=lambda score: score.at_ms)),
            habits=_habits(everything),
            charts=charts,
            marks=_marks(done),
            why=why,
        )

    async def _played(self, account: Account, table: str | None = None, up_to: int | None = None) -> Sequence[Any]:
        """The rounds that somebody has played, the latest first; or those at a table, up to one of them."""
        r, p, j = schema.rounds, schema.round_players, schema.journal
        mine = and_(p.c.table_id == r.c.table_id, p.c.round == r.c.round, p.c.name.in_(account.names))
        question = (
            select(r, j.c.body)
            .select_from(r.join(p, mine).join(j, and_(j.c.table_id == r.c.table_id, j.c.kind == OPEN)))
            .order_by(r.c.n.desc(), r.c.round.desc())
            .limit(REVIEWED_MAX)
        )
        if table is not None:
            question = question.where(r.c.table_id == table, r.c.round <= up_to)
        return await self._database.rows(question)

    async def _reviewed(
        self, table: str, recipe: Recipe, rows: Sequence[Any], account: Account, of_shoe: int | None = None
    ) -> tuple[list[Reviewed], dict[int, int], str | None]:
        """Somebody's decisions in rounds of a table, the shoe of each of its rounds, and why there are none.

        They may be wanted of the shoe of one round only.
        """
        rounds = {row.round for row in rows}
        async with self._one_at_a_time:
            lines = await archive.lines(self._database, table, self._vault, max(row.last_seq for row in rows))
            told: tuple[list[Reviewed], dict[int, int], str | None] = await self._beside(
                _walked, table, recipe, lines, account.names, rounds, of_shoe
            )
            return told

    async def _charts(self, recipe: Recipe) -> tuple[Chart, ...]:
        if recipe.rules_hash not in self._drawn:
            async with self._one_at_a_time:
                self._drawn[recipe.rules_hash] = await self._beside(_charts_of, recipe)
        return self._drawn[recipe.rules_hash]


_WALKS: OrderedDict[str, Walk] = OrderedDict()  # of the process that works beside the tables


def _walked(
    table: str, recipe: Recipe, lines: Sequence[Line], names: Iterable[str], rounds: set[int], of_shoe: int | None
) -> tuple[list[Reviewed], dict[int, int], str | None]:
    """The table is dealt on from where the last question left it."""
    try:
        walk = _WALKS.pop(table, None) or Walk.of(archive.rules_of(recipe), recipe.by_hand)
    except archive.OtherRules as error:
        return [], {}, str(error)
    walk.go_on((line.move, line.rule is not None) for line in lines[walk.done :])
    if of_shoe is not None:
        rounds = {one for one in rounds if walk.shoe_of.get(one) == walk.shoe_of.get(of_shoe)}
    found = walk.reviewed(names, rounds)
    _WALKS[table] = walk
    while len(_WALKS) > TABLES_KEPT:
        _WALKS.popitem(last=False)
    return found, walk.shoe_of, NO_SOLVER if walk.room is None else None


def _charts_of(recipe: Recipe) -> tuple[Chart, ...]:
    rules = archive.rules_of(recipe)
    room = house_of(rules)
    return () if room is None else tuple(room.charts(rules))


def _of_moves(rules: Rules, moves: Sequence[Move], name: str) -> RoundReview:
    """The decisions of somebody in the last round that these moves ended, and the score of its shoe."""
    walk = Walk.of(rules)
    walk.go_on((move, False) for move in moves)
    ended = [fact.round for fact in walk.table.facts if isinstance(fact, f.RoundEnded)]
    last = max(ended, default=0)
    of_shoe = {one for one in ended if walk.shoe_of.get(one) == walk.shoe_of.get(last)}
    found = walk.reviewed((name,), of_shoe)
    mine = [one for one in found if one.round == last]
    return RoundReview(
        id="",
        game=rules.game,
        title=rules.title,
        round=last,
        decisions=tuple(mine),
        cost_cents=_cost(mine),
        shoe=_score("", walk.shoe_of.get(last, 0), 0, len(of_shoe), found),
        why=NO_SOLVER if walk.room is None else None,
    )


def _title(game: str) -> str:
    return GAMES[game].title if game in GAMES else game


def _cost(found: Iterable[Reviewed]) -> float:
    return round(sum(one.cost_cents for one in found), 4)


def _scores(table: str, rows: Sequence[Any], found: Sequence[Reviewed], shoe_of: dict[int, int]) -> list[Score]:
    scores = []
    for shoe in sorted({shoe_of[row.round] for row in rows if row.round in shoe_of}):
        of_it = [row for row in rows if shoe_of.get(row.round) == shoe]
        decided = [one for one in found if shoe_of.get(one.round) == shoe]
        scores.append(_score(table, shoe, max(row.at_ms for row in of_it), len(of_it), decided))
    return scores


def _score(table: str, shoe: int, at_ms: int, rounds: int, decided: Sequence[Reviewed]) -> Score:
    return Score(
        table=table,
        shoe=shoe,
        at_ms=at_ms,
        rounds=rounds,
        decisions=len(decided),
        best=sum(one.move == one.best for one in decided),
        cost_cents=_cost(decided),
    )


def _habits(everything: Sequence[tuple[str, Reviewed]]) -> tuple[Habit, ...]:
    """The mistakes that cost most, the same ones taken together."""
    alike: dict[tuple[str, str, str], list[tuple[str, Reviewed]]] = defaultdict(list)
    for place, one in everything:
        if one.move != one.best:
            alike[one.asked, one.move, one.best].append((place, one))
    found = [
        Habit(
            asked=asked,
            move=move,
            best=best,
            times=len(made),
            cost_cents=_cost(one for _, one in made),
            round=made[0][0],
        )
        for (asked, move, best), made in alike.items()
    ]
    return tuple(sorted(found, key=lambda habit: -habit.cost_cents)[:HABITS_MAX])


def _marks(done: Sequence[Reviewed]) -> tuple[Mark, ...]:
    by_cell: dict[tuple[str, str, str], list[Reviewed]] = defaultdict(list)
    for one in done:
        by_cell[one.chart, one.row, one.column].append(one)
    return tuple(
        Mark(
            chart=chart,
            row=row,
            column=column,
            right=sum(one.move == one.best for one in made),
            wrong=sum(one.move != one.best for one in made),
            cost_cents=_cost(made),
        )
        for (chart, row, column), made in by_cell.items()
    )
