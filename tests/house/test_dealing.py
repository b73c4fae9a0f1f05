"""Tables that a person deals: what the dealer is told, what is refused with which clause, what is held back."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import httpx
import msgspec
import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house import console
from pitboss.house.chronicle import Chronicle
from pitboss.house.console_shape import Dealing, Shift
from pitboss.house.controls import control, controls, usual
from pitboss.house.dealers_telling import DealersTelling
from pitboss.house.dealing import DealingTable
from pitboss.house.floor_offers import tag_of
from pitboss.house.house import House
from pitboss.house.protocol import Console, OpenTable, reply
from pitboss.house.roles import players_moves
from pitboss.house.settings import UNHURRIED
from pitboss.house.turns import Busy, Made
from pitboss.procedure.from_the_hand.facts import HandShown
from pitboss.procedure.refusal import Refused
from pitboss.procedure.state import Phase
from pitboss.procedure.table import Table
from pitboss.procedure.views import view, visible
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct, Chips, Handiwork, Handled, Say, Step
from pitboss.school.dealer import lawful_step
from pitboss.school.lesson import Rounds
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Mode, Practice
from pitboss.school.scoring import replayed, score
from tests import facts as f
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on, serving
from tests.house.test_secrecy import _other_world
from tests.procedure.kit import Scene

ACTS_MOST = 3000


class Ear:
    """Somebody who watches and keeps what was said."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.heard: list[bytes] = []

    def tell(self, text: bytes) -> None:
        self.heard.append(text)

    def console(self) -> Console:
        """The console as it was told last."""
        told = [one for text in self.heard if isinstance(one := reply(text), Console)]
        return told[-1]


async def dealing(player: Player, game: str = "double-attack-pa", **asked: Any) -> DealingTable:
    message = OpenTable(id=uuid4().hex, game=game, deal=Dealing(**asked))
    live = await player.house.open_table(message, player.account)
    assert isinstance(live, DealingTable)
    return live


def plain(act: AnyAct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(act))


def sent(live: DealingTable, act: object) -> AnyAct:
    """An act as it comes from a browser."""
    return live.understood(msgspec.Raw(msgspec.json.encode(act)))


async def do(live: DealingTable, act: object, by: str | None = None) -> None:
    await live.act(by or live.dealer, sent(live, act), uuid4().hex)


def shift(live: DealingTable) -> Shift:
    """How it goes, as the console tells it."""
    told = live.console().shift
    assert told is not None
    return told


async def as_told(live: DealingTable, until: Callable[[], bool]) -> None:
    """Whatever the console of a guided dealer says is next, sent back as it came."""
    for _ in range(ACTS_MOST):
        if until():
            return
        told = live.console().next
        assert told is not None, live.table.waiting
        await do(live, msgspec.json.decode(told.act))
    raise AssertionError(f"stuck at {live.table.waiting}")


def in_house(db: str, key: Path, scene: Callable[[House, Player], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with house_on(db, key, clock=StillClock()) as house:
            await scene(house, await Player.come(house, "Dana"))

    asyncio.run(run())


def over(live: DealingTable, rounds: int = 1) -> bool:
    state = live.table.state
    return state.round >= rounds and not state.in_round and not live.practised.handiwork_due


@pytest.mark.parametrize("opens", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_whoever_does_what_the_console_says_deals_every_game_without_a_mistake(
    sqlite_db: str, key: Path, game: str, opens: bool
) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana, game, opens=opens, unruly=10)
        await as_told(live, lambda: over(live, 2))
        review = live.review()
        assert (review.shift.score, review.mistakes) == (100, ())
        assert review.shift.steps == review.shift.steps_right > 10
        assert score(replayed(live.paper())) == score(live.practised), "and the paper scores the same"

    in_house(sqlite_db, key, scene)


@pytest.mark.clause("PA 665a.7(e)")
def test_a_card_to_the_wrong_place_is_refused_with_its_clause_and_counted_once(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana, mode="corrected")
        await do(live, {"act": "step", "move": {"move": "close-bets", "by": "dealer"}})
        card = {"act": "step", "move": {"move": "deal", "by": "dealer", "to": 2}}
        for _ in range(2):  # the line was lost and the same is sent again
            with pytest.raises(Refused) as refused:
                await live.act("Dana", sent(live, card), "same")
            assert refused.value.clauses == ("PA 665a.7(e)",)
        assert shift(live).steps - shift(live).steps_right == 1
        assert [(noted.round, noted.clauses) for noted in live.console().mistakes] == [(1, ("PA 665a.7(e)",))]
        await do(live, {"act": "step", "move": {"move": "deal", "by": "dealer", "to": 0}})
        with pytest.raises(Refused):  # however much was done since
            await live.act("Dana", sent(live, card), "same")
        assert len(live.console().mistakes) == 1

    in_house(sqlite_db, key, scene)


def test_only_who_is_guided_is_told_what_is_next_and_where(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        for mode in ("guided", "corrected", "free"):
            live = await dealing(dana, mode=mode)
            ear = Ear("Dana")
            await live.join(ear, None)
            await do(live, {"act": "step", "move": {"move": "close-bets", "by": "dealer"}})
            await do(live, {"act": "step", "move": {"move": "deal", "by": "dealer", "to": 0}})
            facts = [json.loads(text) for text in ear.heard if b'"type":"facts"' in text]
            console = ear.console()
            at = facts[-1]["view"]["waiting_at_box"]
            assert (mode == "guided") == bool(facts[-1]["view"]["clauses"]), "the clause of a step says which it is"
            whens = {one.when for one in console.controls or ()} | {one.when for one in live.console().controls or ()}
            assert (mode == "guided") == (console.next is not None) == (at == 1) == ("now" in whens)

    in_house(sqlite_db, key, scene)


def test_only_who_is_guided_is_shown_which_box_and_hand_of_it_is_asked_and_by_which_clause() -> None:
    scene = Scene("double-attack-pa", "9S 5D 6H 8H 2D").open().bet().no_attack()
    practised: Any = SimpleNamespace(mode=Mode.CORRECTED, by_hand=frozenset())
    seen = {}
    for guided in (True, False):
        told = DealersTelling("t1", cast(Any, None), cast(Any, None), practised, guided, lambda _: True)
        look = told.looks(scene.table)
        seen[guided] = (look.waiting_at_box, look.waiting_at_hand, look.clauses)
    assert seen == {True: (1, 1, scene.table.waiting.clauses), False: (0, 0, ())}
    assert scene.table.waiting.clauses


def test_who_deals_freely_is_told_neither_in_words_nor_in_facts_what_their_own_hands_do() -> None:
    scene = Scene("double-attack-pa", "9S 5D 6H 8H KD 2D").open().bet().no_attack().stand_all()
    kinds = {}
    for mode in (Mode.CORRECTED, Mode.FREE):
        practised: Any = SimpleNamespace(mode=mode, by_hand=frozenset(Handiwork))
        clock: Any = SimpleNamespace(left_ms=None)
        told = DealersTelling("t1", Chronicle(scene.table.facts), clock, practised, False, lambda _: True)
        news = told._news(scene.table, 0)
        assert len(news.facts) == len(news.story)
        kinds[mode] = {msgspec.json.decode(bytes(fact))["fact"] for fact in news.facts}
    assert kinds[Mode.CORRECTED] - kinds[Mode.FREE] >= {"hand-settled", "wager-collected"}
    assert "card-dealt" in kinds[Mode.FREE], "what lies there everybody sees"


@pytest.mark.parametrize(
    ("game", "part", "kinds"),
    [
        ("double-attack-pa", "play", (m.Deal,)),
        ("double-back-jack-pa", "insurance", (m.ReadHoleCard,)),
        ("double-deck-house", "insurance", (m.ReadHoleCard,)),
    ],
)
def test_what_the_house_usually_does_is_found_though_not_every_player_gives_cause_for_it(
    game: str, part: str, kinds: tuple[type[m.Move], ...]
) -> None:
    assert usual(load(game))[part] == kinds


async def to_settlement(live: DealingTable) -> None:
    """Until a box has been settled and its chips wait."""
    await as_told(live, lambda: "chips" in live.console().due)


def test_nobody_is_told_what_a_wager_wins_before_the_dealer_has_paid_it(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana)
        ear = Ear("Dana")
        await live.join(ear, None)
        await to_settlement(live)
        late = Ear("Dana")
        await live.join(late, None)
        for one in (ear, late):
            said = b"".join(text for text in one.heard if b'"type":"console"' not in text)
            assert b"wager-paid" not in said
            assert b"wager-collected" not in said
        whole = json.loads(next(text for text in late.heard if b'"type":"table"' in text))
        told = max(fact["at"] for fact in whole["story"])
        assert told < whole["at"] <= len(live.chronicle) - 1
        await as_told(live, lambda: not live.practised.handiwork_due)
        assert any(b"wager-paid" in text or b"wager-collected" in text for text in ear.heard)
        numbers = [line["at"] for text in ear.heard if b'"type":"facts"' in text for line in json.loads(text)["story"]]
        assert numbers == list(range(numbers[0], len(live.chronicle))), "nothing is told twice, nothing is left out"

    in_house(sqlite_db, key, scene)


def test_a_free_dealer_overpays_the_round_goes_on_and_the_review_shows_clause_and_money(
    sqlite_db: str, key: Path
) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana, mode="free")
        paid = False
        for _ in range(ACTS_MOST):
            if paid and over(live):
                break
            due = live.practised.guidance()
            assert due is not None
            act = due.act
            if isinstance(act, Chips) and not paid:
                first, *rest = act.handled
                wrong = Handled(first.player, first.box, first.hand, first.wager, first.paid + 500, first.taken)
                act, paid = Chips(handled=(wrong, *rest)), True
                await do(live, plain(act))
                assert live.console().mistakes == (), "before the round is over nobody says so"
                assert shift(live).steps == shift(live).steps_right
                continue
            await live.act("Dana", act, uuid4().hex)
        (noted,) = live.review().mistakes
        assert (noted.cents, noted.house_cents) == (500, 500)
        assert noted.clauses
        assert live.console().mistakes == (), "only the review tells"
        assert shift(live).score == 100
        assert live.review().shift.score < 100

    in_house(sqlite_db, key, scene)


def test_who_practises_a_game_may_deal_it_too_at_a_table_of_its_own(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        asked = OpenTable(id="practises", game="double-deck-house", practice=True)
        practises = await house.open_table(asked, dana.account)
        deals = await dealing(dana, "double-deck-house")
        assert practises is not deals

    in_house(sqlite_db, key, scene)


def test_a_free_dealers_review_comes_when_the_round_is_over(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), httpx.AsyncClient() as web:
            name = (await web.post(f"{url}/api/session", json={})).json()["name"]
            account = house.accounts.known(name)
            assert account is not None
            for mode, told in (("free", 403), ("corrected", 200)):
                live = await house.open_table(
                    OpenTable(id=mode, game="double-attack-pa", deal=Dealing(mode=mode)), account
                )
                assert isinstance(live, DealingTable)
                address = f"{url}/api/tables/{live.id}/shift"
                assert (await web.get(address)).status_code == 200, "before the first round there is nothing to tell"
                await do(live, {"act": "step", "move": {"move": "close-bets", "by": "dealer"}})
                assert (await web.get(address)).status_code == told, "in the round"
                while not over(live):
                    due = live.practised.guidance()
                    assert due is not None
                    assert (await web.get(address)).status_code == told
                    await do(live, plain(due.act))
                assert (await web.get(address)).status_code == 200, "the round is over"

    asyncio.run(scene())


def _shuffle_due(live: DealingTable) -> bool:
    return m.Shuffle in live.table.waiting.may


def test_the_order_of_the_cards_is_neither_told_nor_taken_from_the_dealer(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        for game in ("double-attack-pa", "double-deck-house"):
            live = await dealing(dana, game, opens=True)
            ear = Ear("Dana")
            await live.join(ear, None)
            await as_told(live, partial(_shuffle_due, live))
            told = live.console().next
            assert told is not None
            act = msgspec.json.decode(told.act)
            assert act["move"].keys() <= {"move", "by", "hands"}
            assert all(not any(letter.isdigit() for letter in moved) for moved in act["move"].get("hands", ()))
            stack = [card.code for card in live.table.state.cards.to_shuffle]
            act["move"] |= {"order": stack, "salt": "00" * 32}
            await do(live, act)
            shuffled = next(move for move in live.table.moves if isinstance(move, m.Shuffle))
            assert list(shuffled.order) != stack
            codes = ",".join(f'"{code}"' for code in shuffled.order[:5]).encode()
            assert not any(codes in text for text in ear.heard)

    in_house(sqlite_db, key, scene)


@pytest.mark.clause("DD Shuffling 3")
def test_double_decks_shuffle_is_made_movement_by_movement_and_another_is_refused(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana, "double-deck-house", opens=True, mode="corrected")
        await do(live, plain(live.practised.guidance().act))  # type: ignore[union-attr]  # it is due
        await do(live, {"act": "step", "move": {"move": "receive-decks", "by": "dealer"}})
        routine = ["divide", "riffle", "place B", *["riffle", "riffle", "strip", "lace", "place A"] * 2]

        def shuffle(hands: list[str]) -> object:
            return {"act": "step", "move": {"move": "shuffle", "by": "dealer", "hands": hands}}

        without_strip = [*routine[:5], *routine[6:]]
        with pytest.raises(Refused, match="strip") as refused:
            await do(live, shuffle(without_strip))
        assert "DD Shuffling 3" in refused.value.clauses
        with pytest.raises(Refused, match="after the routine has ended"):
            await do(live, shuffle([*routine, "riffle"]))
        with pytest.raises(Refused, match="ends where"):
            await do(live, shuffle(routine[:-1]))
        for not_a_word in ("", "place", "conjure"):
            with pytest.raises(Refused):
                await do(live, shuffle([not_a_word, *routine[1:]]))
        await do(live, shuffle(routine))
        assert len(live.console().mistakes) == 3, "what is no movement at all is no mistake either"

    in_house(sqlite_db, key, scene)


def test_only_the_dealer_acts_and_only_in_the_houses_roles(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana)
        ann = await Player.come(house, "Guy")
        close = {"act": "step", "move": {"move": "close-bets", "by": "dealer"}}
        with pytest.raises(Refused, match=r"act/not-yours: .*Dana deals here.* Now: watch"):
            await do(live, close, by="Guy")
        with pytest.raises(Refused, match=r"act/not-yours: .*moves by himself"):
            await do(live, {"act": "step", "move": {"move": "wager", "by": "Ann", "box": 1, "cents": 500}})
        with pytest.raises(
            Refused, match=r"table/dealt-by-hand: .*the house's players sit here.* Now: open a table of your own"
        ):
            await ann.move(live, m.Sit, box=5)
        with pytest.raises(Refused, match=r"act/malformed: .*nothing a dealer does"):
            await do(live, {"act": "step", "move": {"move": "deal", "by": "dealer", "to": "everywhere"}})
        nothings: tuple[object, ...] = ([], "deal", 3, None)
        for nothing in nothings:
            with pytest.raises(Refused, match=r"act/malformed: .*nothing a dealer does"):
                await do(live, {"act": "step", "move": nothing})
        for raw in (b'{"act":"say","words":"\xff"}', b'{"act":"step","move":{"move":"deal","by":"\xed\xa0\x80"}}'):
            with pytest.raises(Refused, match=r"act/malformed: .*nothing a dealer does"):
                live.understood(msgspec.Raw(raw))
        with pytest.raises(Refused, match="nobody has just tried"):
            await do(live, {"act": "ruling", "lets": True})
        assert not live.admits("Guy")
        assert live.review().mistakes == ()

    in_house(sqlite_db, key, scene)


def test_an_act_waits_for_its_turn_and_a_table_that_goes_on_elsewhere_takes_none(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana)
        async with live.held():
            acting = asyncio.create_task(do(live, {"act": "say", "words": "no more bets"}))
            for _ in range(20):
                await asyncio.sleep(0)
            assert not acting.done()
        await acting
        live.drop()
        with pytest.raises(Busy):
            await do(live, {"act": "say", "words": "no more bets"})

    in_house(sqlite_db, key, scene)


def test_a_player_who_does_what_none_may_waits_for_a_word(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana, unruly=100)
        await do(live, {"act": "step", "move": {"move": "close-bets", "by": "dealer"}})
        tried = live.console().tried
        assert tried is not None
        assert tried.player in {player.name for player in live.table.state.people.seated()}
        with pytest.raises(Refused):
            await do(live, {"act": "ruling", "lets": True})
        await do(live, {"act": "ruling", "lets": False})
        assert live.console().mistakes[-1].marks == 6

    in_house(sqlite_db, key, scene)


def _before_anything_is_turned(live: DealingTable) -> bool:
    due = live.practised.guidance()
    step = due.act.made if due is not None and isinstance(due.act, Step) else None
    turns = isinstance(step, m.ReadHoleCard | m.TurnHoleCard)
    return turns or (isinstance(step, m.Deal) and live.table.state.phase is Phase.PLAY)


def _with_other_cards(live: DealingTable) -> Practice:
    """The same acts once more, with every card that nobody has seen in another one's place."""
    paper = live.paper()
    other = _other_world(live.table)
    acts = [
        Step.of(msgspec.structs.replace(act.made, order=other), act.at_ms)
        if isinstance(act, Step) and isinstance(act.made, m.Shuffle)
        else act
        for act in paper.acts
    ]
    again = Practice(live.table.rules, live.practised.mode, live.practised.roles, live.practised.by_hand, paper.seed)
    for act in acts:
        again.act(act)
    return again


def _shown(live: DealingTable, practice: Practice) -> bytes:
    """Everything that the console and the felt beside it are made from; seals differ with what they seal."""
    usually = usual(practice.table.rules)
    seen = msgspec.structs.replace(view(practice.table, "Dana"), seal=None)
    story = [visible(fact, "Dana") for fact in practice.table.facts if not isinstance(fact, f.CardsShuffled)]
    told = console.told("d1", practice, usually, 0), console.review("d1", practice, 0)
    return msgspec.json.encode((told, seen, [str(fact) for fact in story]))


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa"])
@pytest.mark.parametrize("mode", list(Mode))
def test_two_worlds_that_differ_in_hidden_cards_have_the_same_console(
    sqlite_db: str, key: Path, game: str, mode: Mode
) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana, game)
        await as_told(live, lambda: _before_anything_is_turned(live))
        live.practised.mode = mode
        other = _with_other_cards(live)
        assert other.table.moves != live.table.moves
        assert _shown(live, other) == _shown(live, live.practised)

    in_house(sqlite_db, key, scene)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_the_house_is_offered_when_it_is_due_in_the_role_whose_it_is(game: str) -> None:
    rules = load(game)
    usually = usual(rules)
    practice = Practice(rules, Mode.GUIDED, frozenset(m.STAFF))
    rounds = Rounds(practice, PracticePlayers(SeededBits("roles"), 3), 5)
    while (due := rounds.go_on()) is not None:
        asked, players_own = set(practice.table.waiting.by), {tag_of(kind) for kind in players_moves()}
        if not asked <= set(m.STAFF):
            there = {one.move for one in controls(practice.table, usually)} & players_own
            assert not there, "what a player is asked beside the dealer is the player's to do"
        if isinstance(due.act, Step) and due.act.made.by != m.SHUFFLER:
            kind = type(due.act.made)
            (offered,) = [one for one in controls(practice.table, usually) if one.move == tag_of(kind)]
            assert offered.when == "here"
            assert due.act.made.by in offered.roles
        rounds.act(due.act)


@pytest.mark.clause("PA 665a.5(b)")
def test_where_no_player_cuts_the_cut_is_among_the_dealers_controls() -> None:
    table = Table(load("double-attack-pa"), frozenset((m.DEALER,)))
    table.apply(m.Sit(by="Ann", box=1))
    offered = False
    for _ in range(30):
        step = lawful_step(table, 1)
        if m.RefuseCut in table.waiting.may:
            table.apply(m.RefuseCut(by="Ann"))
        elif m.ViewSpread in table.waiting.may:
            table.apply(m.ViewSpread(by="Ann"))
        elif step is not None:
            offered = isinstance(step, m.Cut)
            assert tag_of(type(step)) in {one.move for one in controls(table, {}) if one.when == "here"}
            if offered:
                break
            table.apply(step)
    assert offered


def test_only_staff_are_told_what_a_table_at_work_lets_them_do(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            live = await (await Player.come(house, "Owner")).open()
            async with httpx.AsyncClient() as web:
                await web.post(f"{url}/api/session", json={})
                assert (await web.get(f"{url}/api/tables/{live.id}/console")).status_code == 403
                assert (await web.get(f"{url}/api/tables/{live.id}/shift")).status_code == 404
            _, token = await house.sign_up("Sue", "correct horse", await house.invite("floorperson"))
            async with httpx.AsyncClient(cookies={"pitboss_session": token}) as web:
                heard = await web.get(f"{url}/api/tables/{live.id}/console")
                assert heard.content == msgspec.json.encode(console.at_work(live.id, live.table, m.FLOORPERSON))
        told = console.at_work(live.id, live.table, m.DEALER)
        assert (told.table, told.mode, told.roles) == (live.id, "at work", ("dealer",))
        assert console.at_work("t", live.table, m.FLOORPERSON).roles == ("floorperson", "dealer")
        assert (told.next, told.tried, told.shift, told.held) == (None, None, None, False), "nobody counts"
        assert (told.due, told.shown, told.phrases, told.mistakes) == ((), (), (), ())
        offered = {one.move: one.roles for one in told.controls or ()}
        assert "shuffle" not in offered
        assert "order-reshuffle" not in offered
        assert "order-reshuffle" in {one.move for one in console.at_work("t", live.table, m.FLOORPERSON).controls or ()}

    asyncio.run(scene())


def test_nobody_says_a_score_but_the_house() -> None:
    """What a browser may send of an act has no place for one."""
    for kind in (Step, Chips, Say):
        assert not {"score", "marks", "right", "mistakes"} & set(kind.__struct_fields__)


def test_who_deals_elsewhere_leaves_no_table_behind_that_nobody_looks_at(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            left, others = await dealing(ann), await dealing(bob)
            now = await dealing(ann)
            assert set(house.tables) == {others.id, now.id}, "nobody looks at the one she left"
            assert left.id not in house.tables
            await now.join(Ear("Ann"), None)
            again = await dealing(ann)
            assert set(house.tables) == {others.id, now.id, again.id}

    asyncio.run(scene())


def test_a_table_at_which_nobody_deals_any_more_is_closed_after_a_while_and_one_that_is_looked_at_is_not(
    sqlite_db: str, key: Path
) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            left, looked_at = await dealing(ann), await dealing(bob)
            await looked_at.join(Ear("Bob"), None)
            clock.pass_ms(UNHURRIED.idle_close_ms)
            await house.sweep()
            assert set(house.tables) == {left.id, looked_at.id}
            clock.pass_ms(1)
            await house.sweep()
            assert set(house.tables) == {looked_at.id}

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("occupied", "makes", "tried", "facts", "has_happened"),
    [
        ((True,), True, True, 1, False),  # the dealer is at work
        ((False, False), False, True, 1, False),  # there is no room for it yet
        ((False, False), True, False, 1, False),  # the table did not take it
        ((False, False), True, True, 0, False),  # nothing came of it
        ((False, False), True, True, 1, True),
        ((False, True), True, True, 0, True),  # it waits for the dealer's word
    ],
)
def test_what_was_planted_happens_once_and_waits_until_something_comes_of_it(
    monkeypatch: pytest.MonkeyPatch,
    occupied: tuple[bool, ...],
    makes: bool,
    tried: bool,
    facts: int,
    has_happened: bool,
) -> None:
    looks, move = iter(occupied), m.Ready(by="Ann")
    table = SimpleNamespace(facts=[], state="state", waiting="waiting")
    planted = SimpleNamespace(makes=lambda *asked: move if makes and asked == ("state", "waiting") else None)
    live: Any = SimpleNamespace(_to_happen=planted, _occupied=lambda: next(looks), table=table, practised="practised")

    def try_to(*asked: object, planted: bool) -> bool:
        assert (asked, planted) == (("practised", move), True)
        table.facts += ["a fact"] * facts
        return tried

    monkeypatch.setattr("pitboss.school.lesson.try_to", try_to)
    assert DealingTable._happens(live) is has_happened
    assert (live._to_happen is None) is has_happened
    live._to_happen = None
    assert DealingTable._happens(live) is False


@pytest.mark.parametrize("at_work", [True, False])
def test_while_the_dealer_has_something_to_do_nobody_goes_on_for_the_sake_of_what_was_planted(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, at_work: bool
) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana)
        went_on: list[bool] = []
        monkeypatch.setattr(live, "_occupied", lambda: at_work)
        monkeypatch.setattr(live, "_others", lambda: went_on.append(True))
        await live.plant("a late wager")
        assert bool(went_on) is not at_work

    in_house(sqlite_db, key, scene)


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        (m.Deal, "to"),
        (m.SettleBox, "box"),
        (m.PassOver, "box"),
        (m.AnnounceTotal, None),  # to whom, and how much
        (m.TapIn, None),
        (m.NoteCardAge, None),
        (m.CloseTable, None),
    ],
)
def test_a_move_that_needs_nothing_but_a_place_is_made_by_pointing_there(kind: type[m.Move], place: str | None) -> None:
    assert control(Scene("double-attack-pa").table, kind).place == place


def test_who_acts_is_told_how_long_the_record_is_and_whether_it_was_done_before(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana)
        told = live.console().next
        assert told is not None
        act = live.understood(told.act)
        made = await live.act("Dana", act, "first")
        assert made == Made(len(live.chronicle), False)
        assert await live.act("Dana", act, "first") == made._replace(again=True)
        assert len(live.chronicle) == made.at, "it was done once"

    in_house(sqlite_db, key, scene)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (m.TapIn(by="floorperson", dealer="Sue"), "Tap in: dealer Sue"),
        (m.NoteCardAge(by="floorperson", hours=3), "Note card age: hours 3"),
        (m.AnnounceTotal(by="dealer", to=2, total=17), "Announce total: box 2, 17"),
        (m.DrewInError(by="floorperson", exposed=True), "Drew in error: exposed yes"),
        (m.Deal(by="dealer", to=0), "Deal to yourself"),
        (m.Deal(by="dealer", to=3), "Deal to box 3"),
    ],
)
def test_a_step_is_told_with_its_place_and_what_it_says(step: m.Move, words: str) -> None:
    assert console._words(Step.of(step, 0)) == words


def test_of_many_mistakes_the_console_tells_the_newest_and_the_review_all(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana, mode="corrected")
        await do(live, {"act": "step", "move": {"move": "close-bets", "by": "dealer"}})
        wrong = [{"move": "settle-box", "box": 1}, {"move": "deal", "to": 2}]
        for move in (wrong[0], *wrong[1:] * console.NEWEST, *wrong[:1] * console.NEWEST):
            with pytest.raises(Refused):
                await do(live, {"act": "step", "move": {"by": "dealer", **move}})
        every = live.review().mistakes
        assert len(every) == 2 * console.NEWEST + 1
        assert live.console().mistakes == every[-console.NEWEST :]
        assert every[-console.NEWEST] != every[-console.NEWEST - 1]
        assert shift(live).score == live.review().shift.score == 0, "nobody has less than nothing"

    in_house(sqlite_db, key, scene)


def test_what_is_held_back_is_said_to_be_and_of_it_only_hands_that_lie_there_are_shown(
    sqlite_db: str, key: Path
) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await dealing(dana)
        assert not live.console().held
        await to_settlement(live)
        assert live.console().held
        await as_told(live, lambda: not live.practised.handiwork_due)
        assert not live.console().held
        hand = HandShown((), 1, ("AS", "KD"), "a pair")
        later = (f.WagerPaid((), "Ann", 1, 1, "bet", 5_00, 5_00), hand)
        told = console.told("d1", live.practised, {}, 0, later)
        assert [bytes(one) for one in told.shown] == [f.to_json(hand)]

    in_house(sqlite_db, key, scene)
