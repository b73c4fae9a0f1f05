"""What a table tells those who watch it: to everybody the same, and to each what they alone may see or do."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from pitboss.families import families
from pitboss.house import absence, protocol
from pitboss.house.amounts import amounts
from pitboss.house.chronicle import NOBODY, Chronicle
from pitboss.house.lobby_cards import pays_of
from pitboss.house.offers import offers, spots
from pitboss.house.question_clock import QuestionClock
from pitboss.house.shared import Own, Shared
from pitboss.law import Citation, clauses
from pitboss.procedure.table import Table
from pitboss.procedure.view_shape import View
from pitboss.procedure.views import view
from pitboss.procedure.wagers import boxes_most
from pitboss.rules.money import dollars
from pitboss.rules.rules import Rules

FACTS_TOLD_AT_JOIN_MAX = 2000


class ShoeStory(msgspec.Struct, frozen=True, kw_only=True):
    """What has happened at a table since its cards were loaded, each fact with its line, as one reader may see it."""

    table: str
    facts: tuple[msgspec.Raw, ...]
    story: tuple[protocol.StoryLine, ...]


class Watcher(Protocol):
    """Somebody who watches a table over a connection."""

    viewer: str

    def tell(self, text: bytes) -> None:
        """Send a text, now or soon, in order."""


class Telling:
    """A table as it is told; the table itself is handed in, since it may be dealt again."""

    def __init__(self, table_id: str, chronicle: Chronicle, clock: QuestionClock, practice: bool = False) -> None:
        self.id = table_id
        self.practice = practice
        self.chronicle = chronicle
        self.clock = clock

    def tell(self, table: Table, watchers: Iterable[Watcher], since: int) -> None:
        """Everybody hears the same, but for what they alone may see or do."""
        news = self._news(table, since)
        shared = Shared(news)
        private = self.chronicle.has_private(since)
        asked, may = table.waiting.by, protocol.encode(moves_now(table))
        by_viewer: dict[str, bytes] = {}
        for watcher in tuple(watchers):
            viewer = watcher.viewer
            text = by_viewer.get(viewer)
            if text is None:
                name = protocol.encode(viewer)
                if private or sees_more(table, viewer):
                    text = protocol.encode(self._news_for(table, viewer, news, since))
                elif viewer in asked or viewer in table.state.people.players:
                    text = shared.heard_by(name, may if viewer in asked else b"[]", own(table, viewer))
                else:
                    text = shared.heard_by(name, b"[]")
                by_viewer[viewer] = text
            watcher.tell(text)

    def _news(self, table: Table, since: int) -> protocol.Facts:
        """What everybody may see."""
        facts, story = self.chronicle.seen_by(NOBODY, since)
        clock_ms = self.clock.left_ms
        return protocol.Facts(
            table=self.id,
            at=len(self.chronicle),
            view=view(table, NOBODY),
            facts=facts,
            story=story,
            clock_ms=clock_ms,
            then=absence.rule_now(table) if clock_ms is not None else None,
            amounts={},
            spots=(),
            boxes_most=0,
            offers=(),
        )

    def _news_for(self, table: Table, viewer: str, news: protocol.Facts, since: int) -> protocol.Facts:
        """What everybody may see, with what this viewer may see and do besides."""
        facts, story = news.facts, news.story
        if self.chronicle.has_private(since):
            facts, story = self.chronicle.seen_by(viewer, since)
        mine = own(table, viewer)
        return protocol.Facts(
            table=news.table,
            at=news.at,
            view=own_view(table, viewer, news.view),
            facts=facts,
            story=story,
            clock_ms=news.clock_ms,
            then=news.then,
            amounts=mine.amounts,
            spots=mine.spots,
            boxes_most=mine.boxes_most,
            offers=mine.offers,
        )

    def whole(self, table: Table, viewer: str, first: int) -> protocol.Table:
        """The whole table for somebody who joins, with the record from a place on."""
        first = max(first, len(self.chronicle) - FACTS_TOLD_AT_JOIN_MAX)
        news = self._news_for(table, viewer, self._news(table, first), first)
        rules = table.state.rules
        wagers, lay, family = rules.wagers, rules.layout, table.state.family
        return protocol.Table(
            table=self.id,
            at=news.at,
            view=news.view,
            facts=news.facts,
            story=news.story,
            clock_ms=news.clock_ms,
            then=news.then,
            amounts=news.amounts,
            spots=news.spots,
            boxes_most=news.boxes_most,
            offers=news.offers,
            title=rules.title,
            author=rules.author,
            note=rules.note,
            pays=pays_of(rules),
            layout=protocol.Layout(
                positions=table.state.positions,
                betting_areas=tuple(map(str, lay.betting_areas)),
                areas={**family.areas(rules), **{kind.id: kind.name for kind in rules.side_wagers}},
                inscriptions=rules.on_felt,
                odds_shown=_gists(lay.odds_shown),
                limits_posted=_posted(rules),
                dealt_from=lay.dealt_from.value,
                decks=rules.cards.decks,
                minimum_cents=wagers.table_minimum_cents,
                maximum_cents=wagers.table_maximum_cents,
                chip_cents=wagers.chip_unit_cents,
                side_wagers={kind.id: kind.name for kind in rules.side_wagers},
                bettors_per_box=wagers.bettors_per_box,
                boxes_adjacent=wagers.boxes_adjacent,
                clauses={
                    name: rules.cites(name)
                    for name in ("positions", "betting_areas", "inscriptions", "odds_shown", "limits_posted")
                },
            ),
            readings=dict(rules.readings),
            by_hand=tuple(sorted(table.state.by_hand)),
            practice=self.practice,
            advised=families()[rules.family].house is not None,
        )

    def shoe(self, viewer: str, clause: str | None) -> ShoeStory:
        """The record since the cards were loaded, newest facts at most so many; all of it, or what cites a clause."""
        first = max(self.chronicle.shoe_fact, len(self.chronicle) - FACTS_TOLD_AT_JOIN_MAX)
        facts, story = self.chronicle.seen_by(viewer, first)
        wanted = [at for at, line in enumerate(story) if clause is None or clause in line.clauses]
        return ShoeStory(
            table=self.id, facts=tuple(facts[at] for at in wanted), story=tuple(story[at] for at in wanted)
        )


def _gists(cited: Citation) -> str:
    """What the clauses of a sign say."""
    return " ".join(clauses()[clause].gist for clause in cited)


def _posted(rules: Rules) -> str:
    """The limits of each side wager, where the law has them posted."""
    if not rules.layout.limits_posted:
        return ""
    signs = []
    for kind in rules.side_wagers:
        most = "" if kind.maximum_cents is None else f" to {dollars(kind.maximum_cents)}"
        bet = ", and no more than the bet" if kind.within_bet else ""
        signs.append(f"{kind.name}: from {dollars(kind.minimum_cents)}{most}{bet}")
    return ". ".join((*signs, _gists(rules.layout.limits_posted)))


def own(table: Table, viewer: str) -> Own:
    """What this viewer alone may do now."""
    player = table.state.people.players.get(viewer)
    return Own(
        amounts=amounts(table, viewer),
        spots=spots(table, viewer),
        boxes_most=0 if player is None else boxes_most(table.state, player),
        offers=offers(table, viewer),
    )


def own_view(table: Table, viewer: str, public: View) -> View:
    """`view(table, viewer)`, made from what everybody sees."""
    if sees_more(table, viewer):
        return view(table, viewer)
    return msgspec.structs.replace(public, viewer=viewer, may=moves_now(table) if viewer in table.waiting.by else ())


def sees_more(table: Table, viewer: str) -> bool:
    """Only who has looked at face-down cards sees other cards than everybody."""
    for box in table.state.boxes.values():
        if box.decides == viewer:
            for hand in box.hands:
                if hand.face_down and hand.hidden_from(own=True) != hand.face_down:
                    return True
    return False


def moves_now(table: Table) -> tuple[str, ...]:
    """What the ones who are asked may do now."""
    return tuple(str(kind.__struct_config__.tag) for kind in table.waiting.may)
