"""What a table tells: to who joins, all of it; to who watches, what is new; to each, what they alone may see or do."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from pitboss.house import absence, lobby, protocol, telling
from pitboss.house.amounts import amounts
from pitboss.house.chronicle import Chronicle
from pitboss.house.live_table import LiveTable
from pitboss.house.lobby_cards import TableCard
from pitboss.house.question_clock import QuestionClock
from pitboss.house.settings import UNHURRIED, Settings
from pitboss.house.telling import Telling
from pitboss.law import clauses
from pitboss.procedure.views import view
from tests import facts as f
from tests import moves as m
from tests.house.kit import StillClock
from tests.procedure.kit import Scene

PA, DD = "double-attack-pa", "double-deck-house"
GAMES = (PA, "double-attack-nj", "double-back-jack-pa", DD, "five-card-hi-lo-pa")
ANN: dict[str, Any] = {"by": "ann", "box": 1}


class Ear:
    """Somebody who listens."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.texts: list[bytes] = []

    def tell(self, text: bytes) -> None:
        self.texts.append(text)

    @property
    def heard(self) -> dict[str, Any]:
        (text,) = self.texts
        told: dict[str, Any] = msgspec.json.decode(text)
        return told


def telling_of(scene: Scene, settings: Settings = UNHURRIED) -> Telling:
    clock = QuestionClock(StillClock(), settings, lambda question: None)
    clock.set(scene.table)
    return Telling("t1", Chronicle(scene.table.facts), clock)


def told(scene: Scene, *viewers: str, since: int = 0) -> list[dict[str, Any]]:
    ears = [Ear(viewer) for viewer in viewers]
    telling_of(scene).tell(scene.table, ears, since)
    return [ear.heard for ear in ears]


def plain(value: object) -> Any:
    """A value as it arrives."""
    return msgspec.json.decode(protocol.encode(value))


def insuring() -> Scene:
    """An ace shows; Ann is asked, and Bob after her."""
    return Scene(PA, "AS 5D 4D 6H 7H 8H 2D", players=2).open().bet()


@pytest.mark.parametrize("game", GAMES)
def test_who_joins_is_told_the_layout_and_the_sign_as_the_rules_have_them(game: str) -> None:
    scene = Scene(game, players=2, by_hand=("floorperson", "dealer")).sit()
    rules, state = scene.rules, scene.table.state
    whole = telling_of(scene).whole(scene.table, "ann", 0)
    lay = whole.layout
    assert (whole.table, whole.at, whole.title) == ("t1", len(scene.table.facts), rules.title)
    assert whole.view == view(scene.table, "ann")
    assert whole.readings == dict(rules.readings)
    assert whole.by_hand == ("dealer", "floorperson")
    assert whole.advised is (game != "five-card-hi-lo-pa"), "of which nothing is solved"
    assert lay.positions == state.positions
    assert lay.betting_areas == rules.layout.betting_areas
    assert lay.inscriptions == rules.on_felt
    assert next(iter(lay.areas)) == "bet"
    assert {kind.id: kind.name for kind in rules.side_wagers}.items() <= lay.areas.items()
    assert lay.boxes_adjacent == rules.wagers.boxes_adjacent
    assert (lay.dealt_from, lay.decks) == (rules.layout.dealt_from.value, rules.cards.decks)
    wagers = rules.wagers
    assert (lay.minimum_cents, lay.maximum_cents) == (wagers.table_minimum_cents, wagers.table_maximum_cents)
    assert (lay.chip_cents, lay.bettors_per_box) == (wagers.chip_unit_cents, wagers.bettors_per_box)
    assert lay.side_wagers == {kind.id: kind.name for kind in rules.side_wagers}
    for name in ("odds_shown", "limits_posted"):
        words = " ".join(clauses()[clause].gist for clause in getattr(rules.layout, name))
        assert getattr(lay, name).endswith(words)
    signs = ("positions", "betting_areas", "inscriptions", "odds_shown", "limits_posted")
    assert lay.clauses == {name: rules.cites(name) for name in signs}


def test_who_joins_hears_the_record_from_the_place_asked_for_but_no_more_than_so_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert telling.FACTS_TOLD_AT_JOIN_MAX == 2000
    scene = insuring()
    one, size = telling_of(scene), len(scene.table.facts)
    assert len(one.whole(scene.table, "sue", size - 3).facts) == 3
    monkeypatch.setattr(telling, "FACTS_TOLD_AT_JOIN_MAX", 5)
    for first, count in ((0, 5), (size - 6, 5), (size - 5, 5), (size - 4, 4), (size, 0)):
        whole = one.whole(scene.table, "sue", first)
        assert (len(whole.facts), [line.at for line in whole.story]) == (count, list(range(size - count, size)))


def test_everybody_hears_the_same_news_and_who_is_asked_hears_what_may_be_done() -> None:
    scene = insuring()
    asked, size = scene.table.waiting.by, len(scene.table.facts)
    everybody = told(scene, "ann", "bob", "sue", since=size - 2)
    for viewer, heard in zip(("ann", "bob", "sue"), everybody, strict=True):
        assert (heard["type"], heard["table"], heard["at"]) == ("facts", "t1", size)
        assert heard["view"] == plain(view(scene.table, viewer))
        assert [line["at"] for line in heard["story"]] == [size - 2, size - 1]
        assert len(heard["facts"]) == 2
        assert (heard["clock_ms"], heard["then"]) == (30_000, absence.rule_now(scene.table))
        assert heard["amounts"] == plain(amounts(scene.table, viewer))
        assert bool(heard["view"]["may"]) is (viewer in asked)
    assert everybody[0]["amounts"], "Ann may attack for so much"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_once_for_all_is_to_each_what_would_be_written_for_them_alone(game: str) -> None:
    """Whoever is asked, who sits there and is not, and who only watches, at every question of a round."""
    scenes = Scene(game, players=2).sit(), Scene(game, players=2).open(), Scene(game, players=2).open().bet()
    for at, scene in zip(("sitting", "betting", "dealt"), scenes, strict=True):
        talk = telling_of(scene)
        since = max(0, len(scene.table.facts) - 5)
        for viewer in ("ann", "bob", "eve"):
            alone = talk._news_for(scene.table, viewer, talk._news(scene.table, since), since)
            ear = Ear(viewer)
            talk.tell(scene.table, [ear], since)
            assert ear.heard == plain(alone), (at, viewer)


def test_staff_who_are_asked_hear_what_they_may_do_and_other_staff_do_not() -> None:
    """Neither sits at the table."""
    scene = Scene(PA, by_hand=("dealer", "floorperson"))
    (asked,) = scene.table.waiting.by
    other = next(role for role in ("dealer", "floorperson") if role != asked)
    mine, nothing = (heard["view"]["may"] for heard in told(scene, asked, other))
    assert mine == [kind.__struct_config__.tag for kind in scene.table.waiting.may] != []
    assert nothing == []


def test_where_no_clock_runs_nothing_is_said_of_what_the_house_would_do() -> None:
    (heard,) = told(Scene(PA).open(), "ann")
    assert (heard["clock_ms"], heard["then"]) == (None, None)
    alone, ear = Scene(PA, "9S 5D 6H 8H").open().bet(), Ear("ann")
    telling_of(alone, replace(UNHURRIED, alone_ms=0)).tell(alone.table, [ear], 0)
    assert absence.rule_now(alone.table), "there is a rule, had it a clock"
    assert (ear.heard["clock_ms"], ear.heard["then"]) == (None, None)


def test_two_connections_of_one_player_hear_the_same() -> None:
    first, second = told(insuring(), "ann", "ann")
    assert first == second


def test_who_has_looked_at_face_down_cards_sees_them_and_nobody_else_does() -> None:
    scene = Scene(DD, "KS 9D 5H 8C 6H 7H", players=2).open().bet(50_00)
    before = len(scene.table.facts)
    name, box = scene.table.waiting.by[0], scene.table.waiting.box
    scene.do(m.LookAtCards(by=name, box=box))
    other = "bob" if name == "ann" else "ann"
    for since in (before, len(scene.table.facts)):
        own, others, strangers = told(scene, name, other, "sue", since=since)
        assert own["view"] == plain(view(scene.table, name)) != others["view"] | {"viewer": name}
        for viewer, heard in ((other, others), ("sue", strangers)):
            assert heard["view"] == plain(view(scene.table, viewer))
            assert (heard["view"]["may"], heard["amounts"]) == ([], {})
        assert others["facts"] == strangers["facts"]
        assert (own["clock_ms"], own["then"]) == (others["clock_ms"], others["then"])
        assert own["amounts"] == plain(amounts(scene.table, name))
    assert telling.sees_more(scene.table, name)
    assert not telling.sees_more(scene.table, other)


def test_who_has_looked_hears_what_they_saw_though_the_cards_lie_open_by_then() -> None:
    """One message may tell of the look and of the end of the round."""
    scene = Scene(DD, "KS 9D 5H 8C 6H 7H", players=2).open().bet(50_00)
    before = len(scene.table.facts)
    name = scene.table.waiting.by[0]
    while scene.table.state.in_round:
        for kind in (m.LookAtCards, m.Stand):
            scene.do(kind(by=scene.table.waiting.by[0], box=scene.table.waiting.box))
    assert not telling.sees_more(scene.table, name), "there is nothing more to see now"
    own, stranger = told(scene, name, "sue", since=before)
    looks = [
        {fact["player"]: fact["cards"] for fact in heard["facts"] if fact["fact"] == "cards-looked-at"}
        for heard in (own, stranger)
    ]
    assert {len(look) for look in looks} == {2}
    assert [player for player, cards in looks[0].items() if cards] == [name], "and not what the other has seen"
    assert not any(looks[1].values())


def test_the_story_of_the_shoe_is_each_viewers_own_and_may_be_that_of_one_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(DD, "KS 9D 5H 8C 6H 7H", players=2).open().bet(50_00)
    name, box = scene.table.waiting.by[0], scene.table.waiting.box
    scene.do(m.LookAtCards(by=name, box=box))
    one = telling_of(scene)
    loaded = next(at for at, fact in enumerate(scene.table.facts) if isinstance(fact, f.ShoeLoaded))
    for viewer in (name, "sue"):
        whole = one.shoe(viewer, None)
        assert (whole.table, [line.at for line in whole.story]) == ("t1", [*range(loaded, len(scene.table.facts))])
        looked = one.shoe(viewer, "DD Dealing 6")
        assert [line for line in whole.story if "DD Dealing 6" in line.clauses] == list(looked.story)
        (seen,) = (fact["cards"] for fact in plain(looked.facts) if fact["fact"] == "cards-looked-at")
        assert bool(seen) is (viewer == name)
    monkeypatch.setattr(telling, "FACTS_TOLD_AT_JOIN_MAX", 3)
    assert len(one.shoe("sue", None).facts) == 3


LISTED = SimpleNamespace(private=False)


@pytest.mark.parametrize("game", GAMES)
def test_the_lobby_shows_a_table_as_it_is(game: str) -> None:
    scene = Scene(game, players=2).open()
    live = cast(
        LiveTable,
        SimpleNamespace(id="t7", table=scene.table, watchers={1, 2, 3}, recipe=SimpleNamespace(private=False)),
    )
    state, wagers = scene.table.state, scene.rules.wagers
    assert lobby.card(live) == TableCard(
        table="t7",
        game=game,
        title=scene.rules.title,
        phase=state.phase.value,
        round=state.round,
        positions=state.positions,
        taken={1: "ann", 2: "bob"},
        minimum_cents=wagers.table_minimum_cents,
        maximum_cents=wagers.table_maximum_cents,
        chip_cents=wagers.chip_unit_cents,
        watching=3,
        departures=(),
    )


def test_the_lobby_names_what_departs_from_the_law() -> None:
    scene = Scene(PA, sets={"decks": 2})
    live = cast(LiveTable, SimpleNamespace(id="t7", table=scene.table, watchers=set(), recipe=LISTED))
    assert lobby.card(live).departures == tuple(one.name for one in scene.rules.departures) != ()


@pytest.mark.clause("NJ 26.6(b)2")
def test_the_posted_limits_of_a_bonus_wager_have_figures() -> None:
    scene = Scene("double-attack-nj", sets={"bust_it_maximum_cents": 250_00}).sit()
    posted = telling_of(scene).whole(scene.table, "ann", 0).layout.limits_posted
    assert posted.startswith("Bust It: from $1 to $250, and no more than the bet.")


def test_a_felt_without_inscriptions_by_law_says_what_the_house_writes_there() -> None:
    scene = Scene("double-attack-nj").sit()
    assert telling_of(scene).whole(scene.table, "ann", 0).layout.inscriptions == (
        "Blackjack pays 1 to 1",
        "Insurance pays 5 to 2",
        "Dealer stands on all 17s",
    )
