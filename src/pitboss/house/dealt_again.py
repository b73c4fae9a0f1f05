"""A table dealt again from the journal, since a checkpoint or its opening, and where one of its rounds lies in it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.cards import fair
from pitboss.house import archive
from pitboss.house.archive import Line
from pitboss.house.checkpoints import Mark
from pitboss.house.chronicle import Chronicle, make_again
from pitboss.house.journal import Recipe
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.table import Table
from pitboss.procedure.verification import FROM_THE_SHOE

UNKNOWN = ""


class DealtAgain(NamedTuple):
    """A table dealt again, its chronicle, and where the round begins and ends in it."""

    table: Table
    chronicle: Chronicle
    first: int
    last: int
    since: int  # the move from which on it was dealt again
    sealed: dict[str, str]  # the seals of cards that were in play then, each with the hash in its line of the journal

    def happened(self) -> list[Fact]:
        """The facts of the round."""
        return self.chronicle.facts[self.first - self.chronicle.first : self.last - self.chronicle.first]


def dealt_again(recipe: Recipe, lines: Sequence[Line], row: Any, since: Mark | None, to_the_end: bool) -> DealtAgain:
    """The table dealt again up to the end of the round, or to the last of the lines; and where the round lies in it."""
    rules = archive.rules_of(recipe)
    table = Table(rules, frozenset(recipe.by_hand)) if since is None else Table.resume(rules, since.table)
    chronicle = Chronicle(table.facts, 0 if since is None else since.told)
    sealed = {one.seal: fair.commitment(one.seed) if one.seed else one.seal for one in table.state.cards.sealed_now()}
    first, last = chronicle.first, None
    for line in lines:
        before = len(chronicle)
        happened = make_again(table, chronicle, line.move, line.rule)
        for at, fact in enumerate(happened, len(chronicle) - len(happened)):
            if isinstance(fact, f.RoundEnded) and fact.round == row.round - 1:
                first = at + 1
            elif isinstance(fact, f.RoundEnded) and fact.round == row.round:
                last = at + 1
        if last is not None and not to_the_end:
            break
        if line.seq == row.first_seq and first == chronicle.first:
            first = before
    end = len(chronicle) if last is None else last
    return DealtAgain(table, chronicle, first, end, 0 if since is None else since.seq, sealed)


def dealt_from(facts: Sequence[dict[str, Any]], first: int, last: int) -> set[str]:
    """The seals of the orders from which cards came in a part of the record; one shuffled before it is unknown."""
    by_batch: dict[str, str] = {}
    in_play, used = UNKNOWN, set()
    for at, fact in enumerate(facts[:last]):
        if fact["fact"] == "cards-shuffled":
            by_batch[fact["batch"]] = fact["seal"]
        elif fact["fact"] == "shoe-loaded":
            in_play = by_batch.get(fact["batch"], UNKNOWN)
        elif at >= first and fact["fact"] in FROM_THE_SHOE:
            used.add(in_play)
    return used
