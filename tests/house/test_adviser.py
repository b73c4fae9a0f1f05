"""The adviser: what is asked is just what the player sees, and each option is told with what it is worth."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card, Rank
from pitboss.house import adviser as advising
from pitboss.house import blackjack
from pitboss.house.adviser import Adviser
from pitboss.house.beside import Lost
from pitboss.house.blackjack import BLACKJACK_HOUSE
from pitboss.house.family_house import NO_ANSWER, FamilyHouse
from pitboss.house.live_table import LiveTable
from pitboss.house.protocol import Advice, Choice
from pitboss.house.strategy_player import StrategyPlayer
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.situation import OfSplit, situation
from pitboss.solve.strategy import mimic_the_dealer
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA, DBJ, DD = "double-attack-pa", "double-back-jack-pa", "double-deck-house"
NJ = "double-attack-nj"
ANN: dict[str, Any] = {"by": "ann", "box": 1}


# --- the answer -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A question of a game that we know the answers to."""

    bet_cents: int = 20_00
    doubts: tuple[str, ...] = ()


PLAIN = Asked()


def room(values: Callable[[Any], dict[str, float]], question: Asked | None = PLAIN) -> FamilyHouse:
    return replace(BLACKJACK_HOUSE, question=lambda table, player: question, values=values)


def at(scene: Scene) -> LiveTable:
    """The table of a scene, as the adviser meets one."""

    async def in_turn(work: Callable[[], Awaitable[object]]) -> object:
        return await work()

    return cast(LiveTable, SimpleNamespace(id="t1", table=scene.table, in_turn=in_turn))


def playing() -> Scene:
    """Ann is asked what to do with a fifteen."""
    return Scene(DBJ, "TD 9S 5D 8H 2D").open().bet()


def advice(monkeypatch: pytest.MonkeyPatch, of: FamilyHouse | None, scene: Scene, player: str = "ann") -> Advice:
    monkeypatch.setattr(advising, "house_of", lambda rules: of)
    return asyncio.run(Adviser().advise(at(scene), player, "q1"))


def test_every_option_is_told_best_first_in_cents_of_the_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    told = advice(monkeypatch, room(lambda _: {"stand": -0.5, "double": 0.12345678, "hit": 0.1}), playing())
    assert told == Advice(
        id="q1",
        table="t1",
        choices=(
            Choice(move="double", value_cents=246.9136, best=True),
            Choice(move="hit", value_cents=200.0, best=False),
            Choice(move="stand", value_cents=-1000.0, best=False),
        ),
        exact=True,
        words="exact for every card you have seen since the shuffle",
    )


def test_an_answer_that_leaves_something_out_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told = advice(monkeypatch, room(lambda _: {"hit": 0.0}, Asked(doubts=("one thing", "another"))), playing())
    assert (told.exact, told.words) == (False, "one thing; another")


def _not_solved(_: object) -> dict[str, float]:
    raise RulesError("a hand of 15 would have been over before")


@pytest.mark.parametrize(
    "of", [None, room(lambda _: {"hit": 1.0}, None), room(lambda _: {}), room(_not_solved)],
    ids=["no room", "no question", "no values", "no solution"],
)  # fmt: skip
def test_where_there_is_no_answer_that_is_said(monkeypatch: pytest.MonkeyPatch, of: FamilyHouse | None) -> None:
    scene = playing()
    with pytest.raises(Refused) as refused:
        advice(monkeypatch, of, scene)
    assert (refused.value.code, refused.value.sentence) == ("advice/none", NO_ANSWER)
    assert refused.value.now == str(scene.table.waiting)


@pytest.mark.parametrize(("player", "scene"), [("bob", playing()), ("ann", Scene(DBJ).open())])
def test_only_who_is_asked_in_a_round_is_advised(monkeypatch: pytest.MonkeyPatch, player: str, scene: Scene) -> None:
    with pytest.raises(Refused, match=f"{player} has nothing to decide now") as refused:
        advice(monkeypatch, room(lambda _: {"hit": 1.0}), scene, player)
    assert (refused.value.code, refused.value.now) == ("advice/not-asked", str(scene.table.waiting))


def test_an_answer_that_takes_too_long_is_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds is as long as somebody with thirty for a decision waits."""
    assert advising.ANSWER_SECONDS_MAX == 10
    monkeypatch.setattr(advising, "ANSWER_SECONDS_MAX", 0)
    done = threading.Event()

    def slow(_: object) -> dict[str, float]:
        done.wait(20)
        return {"hit": 1.0}

    async def scene() -> Refused:
        try:
            with pytest.raises(Refused) as refused:
                await Adviser().advise(at(playing()), "ann", "q1")
        finally:
            done.set()
        return refused.value

    monkeypatch.setattr(advising, "house_of", lambda rules: room(slow))
    refused = asyncio.run(scene())
    assert refused.code == "advice/not-ready"
    assert refused.now == str(playing().table.waiting)


def test_an_answer_that_was_lost_with_the_process_that_worked_it_out_is_for_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost(_: object) -> dict[str, float]:
        raise Lost("it died")

    with pytest.raises(Refused, match=r"advice/not-ready: .*still getting ready; ask again in a moment"):
        advice(monkeypatch, room(lost), playing())


def test_questions_are_answered_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, most = [], []

    def values(_: object) -> dict[str, float]:
        at_work.append(1)
        most.append(len(at_work))
        threading.Event().wait(0.02)
        at_work.pop()
        return {"hit": 1.0}

    monkeypatch.setattr(advising, "house_of", lambda rules: room(values))

    async def scene() -> None:
        adviser = Adviser()
        await asyncio.gather(*(adviser.advise(at(playing()), "ann", f"q{n}") for n in range(4)))

    asyncio.run(scene())
    assert most == [1, 1, 1, 1]


# --- the question -----------------------------------------------------------------------------------------------------


def asked(scene: Scene, player: str = "ann") -> Any:
    return BLACKJACK_HOUSE.question(scene.table, player)


def ranks(text: str) -> tuple[Rank, ...]:
    return tuple(Card.parse(word).rank for word in text.split())


def test_a_question_has_the_hand_the_up_card_and_everything_else_seen() -> None:
    """The hole card is not among it."""
    scene = Scene(DBJ, "TD 4C 9S 5D 3C 8H", players=2).open().bet()
    one = asked(scene)
    assert (one.hand, one.up, one.others) == (ranks("TD 5D"), Rank.NINE, ranks("4C 3C"))
    assert one.may == {str(kind.__struct_config__.tag) for kind in scene.table.waiting.may}
    assert (one.bet_cents, one.attacked, one.insurance_cents, one.doubts) == (100_00, False, 0, ())
    assert one.rules == scene.rules
    assert asked(scene, "cat") is None


def test_of_two_at_a_box_each_is_asked_about_what_they_have_wagered() -> None:
    scene = Scene(NJ, "AS 8H KD 5C 6C", players=2).open()
    scene.do(m.Wager(**ANN, cents=50_00))
    scene.do(m.Consent(**ANN, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=20_00))
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    scene.do(m.NoAttack(**ANN))
    assert set(scene.table.waiting.by) == {"ann", "bob"}, "each insures their own"
    assert [asked(scene, name).bet_cents for name in ("ann", "bob")] == [50_00, 20_00]


def test_before_the_dealer_has_a_card_there_is_no_question() -> None:
    assert asked(Scene(DBJ).open()) is None


def test_the_cards_of_earlier_rounds_count_until_the_shoe_is_loaded() -> None:
    scene = Scene(DBJ, "TD 9S 9D 8H 4D 5D 6D 7D").open().bet().stand_all().bet()
    assert asked(scene).others == ranks("TD 9S 9D 8H"), "the hole card was turned"


@pytest.mark.parametrize(
    ("attack", "attacked", "doubts"),
    [
        (0, False, ()),
        (100_00, True, ()),
        (50_00, True, ("valued as if the Double Attack Wager equalled the bet",)),
    ],
)
def test_an_attacked_hand_is_asked_about_as_one(attack: int, attacked: bool, doubts: tuple[str, ...]) -> None:
    scene = Scene(PA, "9S 5D 6H 8H 2D").open().bet()
    scene.do(m.Attack(**ANN, cents=attack) if attack else m.NoAttack(**ANN))
    one = asked(scene)
    assert (one.attacked, one.doubts, one.bet_cents) == (attacked, doubts, 100_00)


def test_insurance_is_asked_about_for_as_much_as_may_be() -> None:
    scene = Scene(PA, "AS 5D 6H 8H 2D").open().bet().no_attack()
    one = asked(scene)
    assert (one.insurance_cents, "insure" in one.may) == (50_00, True)


def test_a_hand_that_a_split_formed_is_the_one_asked_about() -> None:
    scene = Scene(DBJ, "8D 9S 8H 8C 2D 3D").open().bet()
    scene.do(m.Split(**ANN))
    first = asked(scene)
    assert (first.hand, first.doubts, first.came_first) == (ranks("8D 2D"), (), True)
    assert first.others == ranks("8H")
    assert asked(Scene(DBJ, "8D 9S 8H 8C 2D 3D").open().bet()).came_first is None
    scene.do(m.Stand(**ANN))
    second = asked(scene)
    assert (second.hand, second.came_first) == (ranks("8H 3D"), False)


def test_to_a_dealer_blackjack_a_second_hand_loses_nothing_and_its_values_say_so() -> None:
    """NJ 26.10(d): the original wager alone is collected, which lies with the first hand."""
    scene = Scene(NJ, "KS 8D 8H 2D 9D").open().bet().no_attack()
    scene.as_player(m.Split)
    scene.as_player(m.Stand)
    one = asked(scene)
    given = (one.rules, one.hand, one.up, one.others, one.attacked)
    second, unsplit = situation(*given, came=OfSplit(False, aces=False)).options, situation(*given).options
    assert second["stand"] > unsplit["stand"] + 0.05
    assert blackjack._values(one) == {name: pytest.approx(second[name]) for name in one.may & second.keys()}


def test_a_hand_that_came_of_a_split_is_valued_as_one_and_split_again_with_a_doubt() -> None:
    scene = Scene(DBJ, "8D 9S 8H 8C 2D 3D").open().bet()
    scene.do(m.Split(**ANN))
    one = asked(scene)
    found = situation(one.rules, ranks("8D 2D"), Rank.NINE, ranks("8H"), came=OfSplit(True, aces=False)).options
    assert blackjack._values(one) == {name: value for name, value in found.items() if name in one.may}
    again = Scene(PA, "9S 8D 8H 6C 8S 3D").open().bet()
    again.do(m.NoAttack(**ANN))
    again.do(m.Split(**ANN))
    one = asked(again)
    assert one.doubts == ("splitting again is valued as if the hand were the first to be split",)
    assert "split" in blackjack._values(one)


def test_the_box_that_is_asked_is_the_one_asked_about() -> None:
    scene = Scene(DBJ, "TD 4C 9S 5D 3C 8H", players=2).open().bet()
    scene.do(m.Stand(**ANN))
    assert asked(scene, "bob").hand == ranks("4C 3C")


def test_cards_that_lie_face_down_are_looked_at_before_anything_is_said_of_them() -> None:
    scene = Scene(DD, "KS 9D 5H 8C 6H").open().bet(50_00)
    with pytest.raises(Refused, match="look at the cards first") as refused:
        asked(scene)
    assert (refused.value.code, refused.value.now) == ("advice/not-looked", str(scene.table.waiting))
    scene.do(m.LookAtCards(**ANN))
    one = asked(scene)
    assert (one.hand, one.others) == (ranks("KS 5H"), ())


@pytest.mark.parametrize(
    ("happened", "seen", "ran_out"),
    [
        ([f.CardDealt((), 1, 1, "8D", True), f.CardDealt((), 0, 1, "9S", False)], "8D", False),
        ([f.CardDealt((), 1, 1, "8D", True), f.ShoeLoaded((), 312, "a"), f.HoleCardTurned((), "KD")], "KD", False),
        ([f.CardDealt((), 1, 1, "4H", True), f.SecondChanceDrawn((), 1, 1, "4H", 20)], "4H", False),
        ([f.CardFoundFaceUp((), "3C")], "3C", False),
        (
            [
                *(f.CardDealt((), 1, 1, None, False), f.CardDealt((), 1, 1, None, False)),
                *(f.CardDealt((), 1, 1, "5C", True), f.CardsShown((), 1, 1, ("8D", "5C", "5C"))),
            ],
            "5C 8D 5C",
            False,
        ),
        (
            [
                *(f.CardsShown((), 1, 1, ("8D", "8H")), f.HandSplit((), 1, 1, 2)),
                *(f.CardDealt((), 1, 1, "3C", True), f.CardsShown((), 1, 1, ("8D", "3C", "KS"))),
                *(f.CardDealt((), 1, 2, "3D", True), f.CardsShown((), 1, 2, ("8H", "3D", "QS"))),
            ],
            "8D 8H 3C KS 3D QS",
            False,
        ),
        ([f.CardsShown((), 1, 1, ("8D", "8H")), f.RoundEnded((), 1)], "8D 8H", False),
        (
            [
                *(f.CardDealt((), 1, 1, "8D", True), f.CardsShown((), 1, 1, ("8D", "8H")), f.RoundEnded((), 1)),
                *(f.CardDealt((), 1, 1, "KS", True), f.CardsShown((), 1, 1, ("8D", "KS"))),
            ],
            "8D 8H KS 8D",  # the second of two decks: in another round the same card is another card
            False,
        ),
        ([f.CardsRanOut((), 100), f.CardDealt((), 1, 1, "8D", True)], "8D", True),
        ([f.CardsRanOut((), 100), f.SealOpened((), "", "", (), None)], "", False),
    ],
)
def test_what_has_been_seen_leave_the_shoe(happened: list[f.Fact], seen: str, ran_out: bool) -> None:
    table = Table(load(PA))
    table.facts[:] = happened
    found = blackjack._seen(table, "ann")
    assert (found.cards, found.ran_out) == ([Card.parse(word) for word in seen.split()], ran_out)


@pytest.mark.parametrize("game", [PA, DD])
def test_what_was_seen_for_one_question_is_remembered_for_the_next_as_if_all_were_looked_at_again(game: str) -> None:
    """At every move of two shoes, of which the house lets go now and then."""
    rules = BlackjackRules.of(load(game))
    table, croupier = Table(rules), Croupier(SeededBits(5))
    names = ("ann", "bob")
    for box, name in enumerate(names, 1):
        table.apply(m.Sit(by=name, box=box))
        table.apply(m.BuyIn(by=name, cents=10**9))
    players = StrategyPlayer(mimic_the_dealer(rules), rules.wagers.table_minimum_cents)
    shoes = most = 0
    while shoes < 3:
        if m.Shuffle in table.waiting.may:
            shoes += 1
            table.apply(croupier.shuffle(table))
            continue
        if table.state.round % 17 == 16 and m.Wager in table.waiting.may:
            table.forget(table.moves_made, table.facts_before + len(table.facts) // 2)
        for move in players.wagers(table) if m.Wager in table.waiting.may else (players.move(table),):
            table.apply(move)
            remembered = [replace(blackjack._seen(table, name)) for name in names]
            del blackjack._seen_at[table]
            anew = [blackjack._seen(table, name) for name in names]
            for one, other in zip(remembered, anew, strict=True):
                assert (one.cards, one.ran_out, one.rounds) == (other.cards, other.ran_out, other.rounds)
            most = max(most, len(anew[0].cards))
            for name, one in zip(names, remembered, strict=True):
                blackjack._seen_at[table][name] = one
    assert most > 60


def test_rounds_that_the_house_has_let_go_of_are_not_counted_as_if_no_card_had_left_the_shoe() -> None:
    """The record begins with a checkpoint in mid-shoe: what left the shoe before it nobody here knows."""
    scene = Scene("double-attack-pa", "9S 9H 7D 8C " * 4, players=2, burned="9C").open().bet(50_00).no_attack()
    assert not asked(scene).doubts
    assert asked(scene).others, "the cards of the other player"
    scene.table.state.cards.rounds_from_shoe = 1
    one = asked(scene)
    assert one.others == ()
    assert any("dealt from for long" in doubt for doubt in one.doubts)
    scene.table.state.cards.rounds_from_shoe = 0
    blackjack._seen_at[scene.table]["ann"].ran_out = True
    one = asked(scene)
    assert (one.others, one.doubts) == ((), ("valued as for a full shoe: the rack was shuffled in mid-round",))


# --- what the solver says ---------------------------------------------------------------------------------------------


def _values(scene: Scene) -> dict[str, float]:
    return dict(BLACKJACK_HOUSE.values(asked(scene)))


def test_the_options_of_a_hand_are_worth_what_the_solver_says_and_only_those_allowed_are_told() -> None:
    scene = Scene(DBJ, "8D 4C 9S 8H 3C 7H", players=2).open().bet()
    found = situation(BlackjackRules.of(scene.rules), ranks("8D 8H"), Rank.NINE, ranks("4C 3C"))
    assert _values(scene) == found.options
    assert set(found.options) == {"stand", "hit", "double", "split", "surrender"}
    one = replace(asked(scene), may=frozenset({"hit", "stand"}))
    assert dict(BLACKJACK_HOUSE.values(one)) == {name: found.options[name] for name in ("stand", "hit")}


def test_a_hand_over_twenty_one_is_told_of_its_second_chance_by_the_names_of_the_moves() -> None:
    scene = Scene(DBJ, "TD 9S 6D 8H 9D 4H").open().bet()
    scene.do(m.Hit(**ANN))
    found = situation(BlackjackRules.of(scene.rules), ranks("TD 6D 9D"), Rank.NINE).options
    assert _values(scene) == {"second-chance": found["second-chance"], "no-second-chance": found["decline"]}


def test_a_doubled_hand_over_twenty_one_has_its_second_chance_valued_with_all_that_lies_on_it() -> None:
    scene = Scene(DBJ, "TD 9S 6D 8H 9D 4H").open().bet(100_00)
    scene.do(m.Double(**ANN, cents=100_00))
    found = situation(BlackjackRules.of(scene.rules), ranks("TD 6D 9D"), Rank.NINE).options
    assert _values(scene) == {"second-chance": 2 * found["second-chance"], "no-second-chance": 2 * found["decline"]}


def test_insurance_is_worth_its_share_of_the_bet() -> None:
    scene = Scene(PA, "AS 5D 6H 8H 2D").open().bet().no_attack()
    found = situation(BlackjackRules.of(scene.rules), ranks("5D 6H"), Rank.ACE).insurance
    assert found is not None
    assert _values(scene) == {"insure": pytest.approx(found / 2), "no-insurance": 0.0}
    not_offered = replace(asked(scene), up=Rank.KING)
    assert BLACKJACK_HOUSE.values(not_offered) == {}


def test_an_attack_is_worth_more_against_a_six_and_less_against_a_king() -> None:
    rules = BlackjackRules.of(load(PA))
    one = replace(asked(playing()), rules=rules, may=frozenset({"attack", "no-attack"}), others=ranks("5D 6H"))
    for up, attacks in ((Rank.SIX, True), (Rank.KING, False)):
        told = BLACKJACK_HOUSE.values(replace(one, up=up))
        assert set(told) == {"attack", "no-attack"}
        assert (told["attack"] > told["no-attack"]) is attacks
    assert BLACKJACK_HOUSE.values(replace(one, rules=BlackjackRules.of(load(DBJ)))) == {}


# --- before anybody asks ----------------------------------------------------------------------------------------------


def test_the_house_warms_up_every_family_that_has_something_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    warm: list[str] = []
    rooms = {
        name: SimpleNamespace(open=lambda name=name: replace(BLACKJACK_HOUSE, warm_up=lambda: warm.append(name)))
        for name in ("one", "two")
    }
    kinds = {name: SimpleNamespace(house=rooms.get(name)) for name in ("one", "none", "two")}
    monkeypatch.setattr(advising, "families", lambda: kinds)
    advising.warm_up()
    assert warm == ["one", "two"]


def test_blackjack_warms_up_an_attack_and_a_hand_that_may_be_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """These are all ways to the solver."""
    questions: list[Any] = []
    monkeypatch.setattr(blackjack, "_values", questions.append)
    BLACKJACK_HOUSE.warm_up()
    assert [one.may for one in questions] == [{"attack", "no-attack"}, {"hit", "stand", "split"}]
    assert {(one.rules.game, one.up, one.hand, one.others, one.bet_cents, one.attacked) for one in questions} == {
        (PA, Rank.SIX, (Rank.EIGHT, Rank.EIGHT), (Rank.FIVE,), 1, False)  # with a card out, for which nothing is kept
    }


@pytest.mark.parametrize("compiled", [True, False])
def test_a_strategy_is_the_solvers_own_unless_there_is_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], compiled: bool
) -> None:
    rules = BlackjackRules.of(load(PA, {"decks": 6}))
    monkeypatch.setattr("pitboss.solve.first_run.is_compiled", lambda: compiled)
    monkeypatch.setattr("pitboss.solve.cache.solved", lambda given, tell: SimpleNamespace(strategy=(given, "best")))
    monkeypatch.setattr("pitboss.simulate.strategies.strategy_of", lambda given, path: (given, path))
    assert BLACKJACK_HOUSE.strategy(rules, None) == (rules, "best")
    said = capsys.readouterr()
    assert (said.out, "Compiling the solver" in said.err) == ("", not compiled), "who waits is told why"
    assert BLACKJACK_HOUSE.strategy(rules, "mine.csv") == (rules, "mine.csv")
    assert capsys.readouterr().err == ""


def test_nobody_waits_for_the_strategy_of_a_game_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pitboss.solve.first_run.is_compiled", lambda: False)
    assert BLACKJACK_HOUSE.strategy(BlackjackRules.of(load(PA)), None).game == PA
    assert capsys.readouterr().err == ""


# --- what came with the version ---------------------------------------------------------------------------------------

FIRST_TWO = frozenset({"hit", "stand", "double", "split", "surrender"})


def two_cards(game: str, up: int, held: tuple[int, int], attacked: bool, **more: Any) -> Any:
    cards = (Rank(held[0]), Rank(held[1]))
    may = FIRST_TWO - (set() if held[0] == held[1] else {"split"}) - (set() if game == PA else {"surrender"})
    asked = blackjack._Question(BlackjackRules.of(load(game)), frozenset(may), Rank(up), cards, (), 1, attacked, 0, ())
    return replace(asked, **more)


def solver_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.solve.cache.answer", lambda rules: None)


@pytest.mark.parametrize(
    "question",
    [
        two_cards(PA, 6, (8, 8), attacked=True),
        two_cards(PA, 10, (10, 6), attacked=False),
        two_cards(PA, 1, (1, 7), attacked=False),
        two_cards(DD, 13, (12, 2), attacked=False),
        two_cards(DD, 3, (1, 1), attacked=False),
        two_cards(PA, 5, (2, 3), attacked=False, may=frozenset({"attack", "no-attack"})),
        two_cards(PA, 11, (2, 3), attacked=False, may=frozenset({"attack", "no-attack"})),
    ],
)
def test_the_first_answers_of_a_shoe_came_with_the_version_and_are_the_solvers(
    monkeypatch: pytest.MonkeyPatch, question: Any
) -> None:
    kept = blackjack._kept_values(question)
    assert kept is not None
    assert kept.keys() == question.may
    solver_only(monkeypatch)
    assert blackjack._values(question) == {name: pytest.approx(value, abs=1e-12) for name, value in kept.items()}


@pytest.mark.parametrize(
    "question",
    [
        two_cards(PA, 6, (8, 8), attacked=False),  # it came for hands that are attacked against a six
        two_cards(PA, 10, (10, 6), attacked=True),
        two_cards(PA, 10, (10, 6), attacked=False, others=(Rank.FIVE,)),
        two_cards(PA, 10, (10, 6), attacked=False, came_first=True),
        two_cards(PA, 10, (10, 6), attacked=False, hand=(Rank.TEN, Rank.TWO, Rank.FOUR)),
        two_cards(PA, 10, (10, 6), attacked=False, may=frozenset({"insure", "no-insurance"})),
        two_cards(PA, 10, (10, 6), attacked=False, rules=BlackjackRules.of(load(PA, {"decks": 6}))),
        two_cards(DD, 6, (11, 13), attacked=False),  # a king and a jack are no pair everywhere
        two_cards(DD, 3, (1, 10), attacked=False),  # a Blackjack decides nothing
        two_cards(DD, 6, (8, 8), attacked=False, may=frozenset({"attack", "no-attack"})),
    ],
)
def test_what_came_with_the_version_is_told_of_nothing_else(question: Any) -> None:
    assert blackjack._kept_values(question) is None
