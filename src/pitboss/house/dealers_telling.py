"""What is told of a table that a person deals: no more of a step than the dealer has done."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from pitboss.house import protocol
from pitboss.house.chronicle import NOBODY, Chronicle
from pitboss.house.question_clock import QuestionClock
from pitboss.house.shared import Own
from pitboss.house.telling import Telling, Watcher, own
from pitboss.procedure import facts as f
from pitboss.procedure.table import Table
from pitboss.procedure.view_shape import View
from pitboss.procedure.views import view
from pitboss.school.acts import Handiwork
from pitboss.school.handiwork import concerns
from pitboss.school.practice import Mode, Practice


class Held(NamedTuple):
    """What is not told yet: from where in the record on, and how the table looked then."""

    at: int
    view: View


class DealersTelling(Telling):
    """Nobody is told more of a step than its dealer has done, nor, unless guided, where the next card goes.

    Who deals freely is never told what the table makes of their handiwork: beside what they did, that is an answer.
    """

    def __init__(
        self,
        table_id: str,
        chronicle: Chronicle,
        clock: QuestionClock,
        practised: Practice,
        guided: bool,
        behind: Callable[[str], bool],
    ) -> None:
        """`behind` says who stands behind the table."""
        super().__init__(table_id, chronicle, clock, practice=True)
        self.behind = behind
        self.guided = guided
        self.theirs = practised.by_hand if practised.mode is Mode.FREE else frozenset[Handiwork]()
        self.held: Held | None = None

    def looks(self, table: Table) -> View:
        """The table as it is shown."""
        if self.held is not None:
            return self.held.view
        seen = view(table, NOBODY)
        return seen if self.guided else msgspec.structs.replace(seen, waiting_at_box=0, waiting_at_hand=0, clauses=())

    def _news(self, table: Table, since: int) -> protocol.Facts:
        news = super()._news(table, since)
        at = news.at if self.held is None else self.held.at
        facts, story = self.chronicle.seen_by(NOBODY, since, max(at, since))
        told = [place for place, line in enumerate(story) if not self._is_theirs(line.at)]
        return msgspec.structs.replace(
            news,
            at=at,
            view=self.looks(table),
            facts=tuple(facts[place] for place in told),
            story=tuple(story[place] for place in told),
        )

    def _is_theirs(self, at: int) -> bool:
        """Whether a fact is what the dealer did by hand, as it should have been done."""
        fact = self.chronicle.facts[at - self.chronicle.first]
        return concerns(fact) in self.theirs or (isinstance(fact, f.HandSettled) and Handiwork.CHIPS in self.theirs)

    def tell(self, table: Table, watchers: Iterable[Watcher], since: int) -> None:
        """Whoever stands behind the table hears as much as its dealer, whoever sits at it what a player may."""
        news, told = self._news(table, since), dict[str, bytes]()
        for watcher in tuple(watchers):
            viewer = watcher.viewer
            if viewer not in told:
                told[viewer] = protocol.encode(self._news_for(table, viewer, news, since))
            watcher.tell(told[viewer])

    def _news_for(self, table: Table, viewer: str, news: protocol.Facts, since: int) -> protocol.Facts:
        """To whoever sits there what they alone may see and do besides, as soon as the dealer is done."""
        if self.behind(viewer):
            return msgspec.structs.replace(news, view=msgspec.structs.replace(news.view, viewer=viewer))
        facts, story = self.chronicle.seen_by(viewer, since, max(news.at, since))
        seen, mine = msgspec.structs.replace(news.view, viewer=viewer), Own()
        if self.held is None:
            seen, mine = view(table, viewer), own(table, viewer)
        return msgspec.structs.replace(news, view=seen, facts=facts, story=story, **msgspec.structs.asdict(mine))
