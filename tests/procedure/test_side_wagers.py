"""Side wagers that a variant file brings: made, refused, settled and given back at the table without a line of code."""

from pathlib import Path

import pytest

from pitboss.cards.card import Card
from pitboss.procedure.blackjack.side_wagers import return_after_dead_hand, row_paid
from pitboss.procedure.moves import DEALER
from pitboss.procedure.replay import record, replay
from pitboss.procedure.views import view
from pitboss.rules.text import parse
from pitboss.rules.wager_kinds import WagerKind
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

EXAMPLES = Path(__file__).parents[2] / "examples"
STAKE = 10_00
DRAWS_TILL_OVER = (m.NoAttack, m.NoInsurance, m.NoSecondChance, m.Hit, m.Stand)


def kind_of(cards: str, when: list[str], odds: str = "2 to 1", **more: object) -> dict[str, object]:
    return {"name": "On Cards", "cards": cards, "pays": [{"when": when, "odds": odds}], **more}


def scene_of(file: str, deal: str, wager: str, players: int = 1) -> Scene:
    """Everybody has a bet and a side wager; cards to the boxes, the up card, again to the boxes, the hole card."""
    scene = Scene(str(EXAMPLES / file), deal, players).open()
    for box, name in enumerate(scene.players, 1):
        scene.do(m.Wager(by=name, box=box, cents=100_00))
        scene.do(m.Wager(by=name, box=box, cents=STAKE, wager=wager))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    return scene


def fates(scene: Scene, wager: str) -> list[tuple[str, int]]:
    """Who won or lost how much of a side wager, in the order it was settled."""
    found: list[tuple[str, int]] = []
    for fact in scene.table.facts:
        if isinstance(fact, f.WagerPaid) and fact.wager == wager:
            found.append((fact.player, fact.winnings))
        if isinstance(fact, f.WagerCollected) and fact.wager == wager:
            found.append((fact.player, -fact.cents))
    return found


def test_perfect_pairs_is_paid_line_by_line_from_the_dealers_right_before_anybody_decides() -> None:
    scene = scene_of("perfect_pairs.toml", "8S 8H 8C KD 7D 8S 8D 8H QD 5C", "perfect-pairs", players=4)
    assert fates(scene, "perfect-pairs") == [
        ("dan", -STAKE),
        ("cat", 6 * STAKE),
        ("bob", 12 * STAKE),
        ("ann", 25 * STAKE),
    ]
    assert not any(isinstance(fact, f.DecisionMade) for fact in scene.table.facts)
    assert scene.table.state.balanced()


@pytest.mark.parametrize(
    ("deal", "won"),
    [
        ("QS AS KS 5C", 9),  # straight flush, the ace above the king
        ("2S AD 3C 5C", 9),  # straight, the ace below the two
        ("2S KD AC 5C", -1),  # no sequence goes round the corner
        ("7S 7D 7S 5C", 9),
        ("2H 9H KH 5C", 9),
        ("2H 9H KD 5C", -1),
    ],
)
def test_21_plus_3_looks_at_the_two_cards_and_the_up_card(deal: str, won: int) -> None:
    scene = scene_of("twenty_one_plus_three.toml", deal, "21-plus-3")
    assert fates(scene, "21-plus-3") == [("ann", won * STAKE)]


@pytest.mark.parametrize(
    ("cards", "over", "under"), [("KS 2D", -1, 1), ("KS 3D", -1, -1), ("KS 4D", 1, -1), ("AS AD", -1, 1)]
)
def test_thirteen_loses_over_and_under(cards: str, over: int, under: int) -> None:
    first, second = cards.split()
    scene = Scene(str(EXAMPLES / "over_under_13.toml"), f"{first} 5S {second} 6C").open()
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    for wager in ("over-13", "under-13"):
        scene.do(m.Wager(by="ann", box=1, cents=STAKE, wager=wager))
    assert view(scene.table, "ann").bets == {1: {"ann": 100_00}}
    scene.do(m.Ready(by="ann"))
    assert fates(scene, "over-13") == [("ann", over * STAKE)]
    assert fates(scene, "under-13") == [("ann", under * STAKE)]


def test_limits_are_those_of_the_kind() -> None:
    scene = Scene(str(EXAMPLES / "over_under_13.toml")).open()
    wager = m.Wager(by="ann", box=1, cents=STAKE, wager="over-13")
    assert scene.refused(wager).code == "over-13/no-bet"
    scene.do(m.Wager(by="ann", box=1, cents=50_00))
    assert scene.refused(m.Wager(by="ann", box=1, cents=51_00, wager="over-13")).code == "over-13/above-bet"
    assert scene.refused(m.Wager(by="ann", box=1, cents=STAKE, wager="over-14")).code == "over-14/not-offered"
    scene.do(wager)


def test_a_wager_that_could_not_be_paid_to_the_cent_is_refused() -> None:
    kinds = [kind_of("first-two", ["same suit"], odds="7 to 3")]
    scene = Scene("double-back-jack-pa", sets={"side_wagers": kinds}).open()
    scene.do(m.Wager(by="ann", box=1, cents=50_00))
    assert scene.refused(m.Wager(by="ann", box=1, cents=10_00, wager="on-cards")).code == "wager/not-payable"
    scene.do(m.Wager(by="ann", box=1, cents=9_00, wager="on-cards"))


def test_what_is_left_of_one_can_be_paid_to_the_cent_when_the_bet_is_not_confirmed_whole() -> None:
    kinds = [kind_of("first-two", ["pair"], odds="7 to 3", within_bet=True)]
    scene = Scene("double-attack-nj", sets={"side_wagers": kinds, "chip_unit_cents": 1}, by_hand=(DEALER,)).open()
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    scene.do(m.Wager(by="ann", box=1, cents=15_00, wager="on-cards"))
    scene.dealer(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    assert scene.table.state.bets.side == {(1, "ann", "on-cards"): 9_99}


@pytest.mark.parametrize(("drawn", "won"), [("2D TC", -1), ("TC", 2)], ids=["over with the fourth", "with the third"])
def test_a_wager_on_the_dealers_first_three_cards_does_not_look_at_a_fourth(drawn: str, won: int) -> None:
    kinds = [kind_of("dealer-three", ["total at least 22"])]
    scene = Scene("double-back-jack-pa", f"KH 9S 9D 4C {drawn}", sets={"side_wagers": kinds}).open()
    scene.do(m.Wager(by="ann", box=1, cents=50_00))
    scene.do(m.Wager(by="ann", box=1, cents=STAKE, wager="on-cards"))
    scene.do(m.Ready(by="ann"))
    scene.stand_all()
    assert fates(scene, "on-cards") == [("ann", won * STAKE)]


def test_the_dealer_draws_a_third_card_for_such_a_wager_and_no_fourth() -> None:
    """Given a hand over 21 and nothing else to play for, when the third card has come, then no card can matter."""
    kinds = [kind_of("dealer-three", ["total at least 22"])]
    scene = Scene("double-back-jack-pa", "KH 4S 6D 5C KC 2D 2H 2S 2C", sets={"side_wagers": kinds}).open()
    scene.do(m.Wager(by="ann", box=1, cents=50_00))
    scene.do(m.Wager(by="ann", box=1, cents=STAKE, wager="on-cards"))
    scene.do(m.Ready(by="ann"))
    scene.as_player(m.Hit)
    scene.as_player(m.NoSecondChance)
    assert not scene.table.state.in_round
    assert [fact.card for fact in scene.facts(f.CardDealt) if fact.box == 0][2:] == ["2D"]


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_a_wager_on_the_dealers_hand_has_him_play_it_out(game: str) -> None:
    """Given a player who is paid or busts at once, when a wager waits for the dealer's hand, then he draws for it."""
    kinds = [kind_of("dealer-hand", ["cards at least 3"])]
    scene = Scene(game, sets={"side_wagers": kinds}, players=1).open()
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    scene.do(m.Wager(by="ann", box=1, cents=STAKE, wager="on-cards"))
    scene.do(m.Ready(by="ann"))
    while scene.table.state.in_round:
        waiting = scene.table.waiting
        kind = next(k for k in DRAWS_TILL_OVER if k in waiting.may)
        scene.do(kind(by=waiting.by[0], box=waiting.box or 1))
    dealt = sum(isinstance(fact, f.CardDealt) and fact.box == 0 for fact in scene.table.facts)
    assert fates(scene, "on-cards") == [("ann", 2 * STAKE if dealt >= 3 else -STAKE)]
    assert scene.table.state.balanced()


OWN = [
    {"when": ["cards 2", "total 21"], "odds": "3 to 1"},
    {"when": ["total at least 22"], "odds": "2 to 1"},
    {"when": ["cards at least 3"], "odds": "5 to 1"},
    {"when": ["total 16"], "odds": "7 to 1"},
]


def own_hand(deal: str, game: str = "double-back-jack-pa", **given: object) -> Scene:
    """Ann alone, with a wager on her own hand: her card, the up card, her second, the hole card, then what is drawn."""
    kinds = [{"name": "On Cards", "cards": "player-hand", "pays": OWN}]
    scene = Scene(game, deal, sets={"side_wagers": kinds, **given}).open()
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    scene.do(m.Wager(by="ann", box=1, cents=STAKE, wager="on-cards"))
    scene.do(m.Ready(by="ann"))
    return scene


@pytest.mark.parametrize(
    ("deal", "moves", "times"),
    [
        ("AS 9H KD 8H", [], 3),  # a Blackjack
        ("KS 9H 6D 8H", [m.Stand], 7),  # two cards of 16
        ("KS 9H 5D 8H", [m.Stand], -1),  # two cards that no line names
        ("2S 9H 3D 8H 4C", [m.Hit, m.Stand], 5),  # three cards
        ("KS 9H 6D 8H KC", [m.Hit, m.NoSecondChance], 2),  # over 21
        ("KS 9H 6D 8H KC 9C", [m.Hit, m.SecondChance], 2),  # over 21, whatever a Second Chance makes of it
        ("6S 9H 5D 8H 9C", [m.Double], 5),
        ("KS 9H 6D 8H", [m.Surrender], 7),  # the cards as they were given up
        ("8S 9H 8D 8H 3C 9C 8C", [m.Split, m.Hit, m.Stand, m.Stand], 5),  # 8 3 9, then 8 8: the first hand
        ("8S 9H 8D 8H 8C 3C 9C", [m.Split, m.Stand, m.Hit, m.Stand], 7),  # 8 8 stands, then 8 3 9
        ("KS AH 6D KH", [], 7),  # the dealer's Blackjack: the two cards as they lie
    ],
)
def test_a_wager_on_the_players_hand_is_decided_by_the_first_hand_as_it_ends(
    deal: str, moves: list[type[m.Move]], times: int
) -> None:
    """Given a line for each end, when the hand is played so, then that line pays, or none and it is lost."""
    scene = own_hand(deal)
    scene.no_insurance()
    for kind in moves:
        assert not fates(scene, "on-cards"), "it is settled with the table"
        scene.as_player(kind, **({"cents": 100_00} if kind is m.Double else {}))
    assert not scene.table.state.in_round
    assert fates(scene, "on-cards") == [("ann", times * STAKE)]
    assert scene.table.state.balanced()


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_the_dealer_draws_for_nobody_who_wagers_on_their_own_hand_only(game: str) -> None:
    """Given a hand that draws till it is over or may not, when it ends, then the wager is settled in every round."""
    scene = own_hand("", game)
    while scene.table.state.in_round:
        waiting = scene.table.waiting
        kind = next(k for k in (m.LookAtCards, *DRAWS_TILL_OVER) if k in waiting.may)
        scene.do(kind(by=waiting.by[0], box=waiting.box or 1))
    dealt = sum(isinstance(fact, f.CardDealt) and fact.box == 1 for fact in scene.table.facts)
    assert dealt >= 3
    ((player, gained),) = fates(scene, "on-cards")
    assert player == "ann"
    assert gained > 0


@pytest.mark.parametrize(("dead", "back"), [(0, [STAKE]), (1, [])])
def test_a_dead_hand_returns_the_wager_on_it(dead: int, back: list[int]) -> None:
    """Given a box that was split, when its first hand is called dead, then the wager goes back; by the second's not."""
    scene = own_hand("8S 9H 8D 8H 3C KC 8C")
    scene.as_player(m.Split)
    t = scene.blackjack
    t.boxes[1].hands[dead].dead = True
    return_after_dead_hand(t, t.boxes[1], ())
    assert [fact.cents for fact in scene.facts(f.WagerReturned) if fact.wager == "on-cards"] == back


@pytest.mark.parametrize("dead_first", [True, False])
def test_a_hand_over_21_that_was_called_dead_is_no_bust(dead_first: bool) -> None:
    """A wager that goes when all hands of the box are over stays where one of them counts no more."""
    kind = kind_of("dealer-three", ["total at least 22"], after_bust="collected")
    # 8-9-K and 8-6-Q; the dealer 9-7-8 is over 21 with three cards
    sets = {"side_wagers": [kind]}
    scene = Scene("double-back-jack-pa", "8H 9S 8D 7C 9C KC 6C QC 8S", sets=sets, by_hand=("dealer",)).open()
    scene.do(m.Wager(by="ann", box=1, cents=STAKE))
    scene.do(m.Wager(by="ann", box=1, cents=STAKE, wager="on-cards"))
    scene.do(m.Ready(by="ann"))
    scene.dealer(m.CloseBets)

    def goes_on() -> None:
        while m.Deal in scene.table.waiting.may:
            scene.dealer(m.Deal, to=scene.table.waiting.box)

    goes_on()
    scene.as_player(m.Split)
    for dead in (dead_first, not dead_first):
        goes_on()
        scene.as_player(m.Hit)
        goes_on()
        if dead:
            scene.as_player(m.SecondChance)
            scene.dealer(m.PassOver, box=1)
            scene.as_player(m.CallHandDead)
        else:
            scene.as_player(m.NoSecondChance)
    scene.dealer(m.TurnHoleCard)
    goes_on()
    assert fates(scene, "on-cards") == [("ann", 2 * STAKE)]


def test_a_table_with_side_wagers_is_dealt_again_from_its_record() -> None:
    scene = scene_of("perfect_pairs.toml", "8S 8H 8S 5C", "perfect-pairs")
    again = replay(record(scene.table))
    assert again.facts == scene.table.facts
    assert again.rules.hash == scene.rules.hash


@pytest.mark.parametrize(
    ("when", "cards", "holds"),
    [
        ("same rank", "8S 8H", True),
        ("same rank", "8S 9S", False),
        ("same suit", "8S 9S KS", True),
        ("same colour", "8S 9C", True),
        ("same colour", "8S 9H", False),
        ("suits hearts", "8H 9H", True),
        ("suits hearts", "8H 9D", False),
        ("suits hearts, spades", "8H 9S KH", True),
        ("suits hearts, spades", "8H 9S KC", False),
        ("pair", "8S 9S 8D", True),
        ("pair", "8S 9S 10D", False),
        ("straight", "QS KD AH", True),
        ("straight", "KD AH 2S", False),
        ("suits spades, clubs", "QS KC", True),
        ("suits spades, clubs", "QS KS", True),  # of these and no others, be it of one
        ("suits spades, clubs", "QS KD", False),
        ("ranks Q, K", "QS KD", True),
        ("ranks Q, K", "QS JD", False),
        ("exactly K, Q", "QS KD", True),
        ("exactly K, Q", "QS QD", False),
        ("exactly K, Q", "QS KD QD", False),  # as many of each
        ("exactly Q, Q", "QS QD", True),
        ("exactly Q, Q", "QS QD QC", False),
        ("last 6", "KS 6D", True),
        ("last 6", "6S KD", False),
        ("total 21", "AS KD", True),
        ("total at least 22", "KS 6D 6H", True),
        ("total at most 12", "AS 2D", False),
        ("hard total at most 12", "AS 2D", True),
        ("cards 3", "AS 2D 3D", True),
        ("cards at least 3", "AS 2D", False),
    ],
)
def test_what_is_said_of_cards(when: str, cards: str, holds: bool) -> None:
    kind: WagerKind = parse(WagerKind, kind_of("first-two", [when]))
    found = row_paid(kind, [Card.parse(card) for card in cards.split()])
    assert (found is not None) is holds
