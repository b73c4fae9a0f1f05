"""Cases at a baccarat table: who draws a third card, by which clause, and what is paid."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from baccarat.procedure import CallThirdCard, DealToHand
from baccarat.rules import BaccaratRules
from baccarat.simulate import count
from baccarat.solve import edges, outcomes

from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.facts import Fact
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.procedure.views import view
from pitboss.rules.variant import load
from pitboss.testing import check_game

SALT = "0f" * 32
SECTION = "PA 631a.11"


class Scene:
    """A table whose shoe begins with given cards, in the order in which they are dealt."""

    def __init__(self, cards: str, by_hand: frozenset[str] = frozenset(), **sets: object) -> None:
        self.table = Table(load("baccarat-pa", sets), by_hand)
        self.table.apply(m.Sit(by="ann", box=1))
        self.table.apply(m.BuyIn(by="ann", cents=1_000_00))
        if m.DEALER in by_hand:
            self.table.apply(m.ReceiveDecks(by=m.DEALER))
        wanted = [f"{rank}S" for rank in cards.split()]
        rest = [card.code for card in self.table.state.cards.to_shuffle]
        for code in wanted:
            rest.remove(code)
        half = len(rest) // 2  # what lies above the cut goes under the rest
        order = (*rest[:half], *wanted, *rest[half:])
        self.table.apply(m.Shuffle(by=m.DEALER, order=order, salt=SALT))
        self.table.apply(m.Cut(by="ann", position=half))
        if m.DEALER in by_hand:
            self.table.apply(m.PlaceCoverCard(by=m.DEALER, from_back=16))

    def wager(self, **cents: int) -> None:
        for spot, amount in cents.items():
            self.table.apply(m.Wager(by="ann", box=1, cents=amount, wager=spot))

    def deal(self) -> tuple[Fact, ...]:
        before = len(self.table.facts)
        self.table.apply(m.Ready(by="ann"))
        return tuple(self.table.facts[before:])


def said(happened: Sequence[Fact]) -> dict[str, tuple[str, ...]]:
    """What the dealer called, with the clauses."""
    return {fact.words: fact.clauses for fact in happened if isinstance(fact, f.Announced)}


def called(cards: str) -> dict[str, tuple[str, ...]]:
    scene = Scene(cards)
    scene.wager(banker=10_00)
    return said(scene.deal())


def test_a_dealer_who_comes_while_the_cards_are_to_be_shuffled_shuffles_them_all() -> None:
    table = Table(load("baccarat-pa"))
    table.apply(m.Sit(by="ann", box=1))
    cards = table.state.cards.to_shuffle
    table.apply(m.TapIn(by=m.FLOORPERSON, dealer="sue", rack_straightened=True, antes_coloured_up=True))
    assert table.state.cards.to_shuffle == cards
    assert len(cards) == 416


@pytest.mark.clause("PA 631a.11(a)")
@pytest.mark.parametrize("cards", ["3 2 5 3", "K 4 K 4", "4 5 4 4", "K 9 K K"])
def test_a_natural_in_either_hand_ends_the_drawing(cards: str) -> None:
    told = called(cards)
    assert told["natural"] == (f"{SECTION}(a)",)
    assert not any("draws" in words or "stays" in words for words in told)


@pytest.mark.clause("PA 631a.11(a)", "PA 631a.11(b)")
def test_seven_is_no_natural() -> None:
    told = called("3 2 4 5")
    assert "natural" not in told
    assert "Player stays" in told


@pytest.mark.clause("PA 631a.11(b)", "PA 631a.11(b)(1)", "PA 631a.11(b)(2)")
@pytest.mark.parametrize(
    ("cards", "words", "clause"),
    [
        ("2 K 3 7 K", "Player draws", "(b)(1)"),
        ("3 K 3 7 K", "Player stays", "(b)(2)"),
    ],
)
def test_the_players_hand_draws_below_six_and_stays_from_six(cards: str, words: str, clause: str) -> None:
    assert called(cards)[words] == (f"{SECTION}(b)", SECTION + clause)


@pytest.mark.clause("PA 631a.11(c)", "PA 631a.11(c)(1)")
@pytest.mark.parametrize(("cards", "words"), [("3 2 3 3 K", "Banker draws"), ("3 3 3 3 K", "Banker stays")])
def test_where_the_players_hand_stayed_the_bankers_draws_with_five_and_not_with_six(cards: str, words: str) -> None:
    assert called(cards)[words] == (f"{SECTION}(c)", f"{SECTION}(c)(1)")


@pytest.mark.clause("PA 631a.11(c)(2)", "PA 631a.11(c)(2)(i)")
def test_below_three_the_bankers_hand_draws_even_on_an_eight() -> None:
    assert called("2 K 3 2 8 K")["Banker draws"] == (f"{SECTION}(c)(2)", f"{SECTION}(c)(2)(i)")


@pytest.mark.clause("PA 631a.11(c)(2)", "PA 631a.11(c)(2)(ii)")
def test_with_seven_the_bankers_hand_stays_even_on_a_six() -> None:
    assert called("2 K 3 7 6 K")["Banker stays"] == (f"{SECTION}(c)(2)", f"{SECTION}(c)(2)(ii)")


TABLE_1 = {3: "DDDDDDDDSD", 4: "SSDDDDDDSS", 5: "SSSSDDDDSS", 6: "SSSSSSDDSS"}


@pytest.mark.clause("PA 631a.11(c)(2)(iii)", "PA 631a.11(d)")
@pytest.mark.parametrize("points", TABLE_1)
@pytest.mark.parametrize("third", range(10))
def test_between_them_table_1_decides(points: int, third: int) -> None:
    card = "A" if third == 1 else "K" if third == 0 else str(third)
    told = called(f"2 K 3 {points} {card} K")
    words = "Banker draws" if TABLE_1[points][third] == "D" else "Banker stays"
    assert told[words] == (f"{SECTION}(c)(2)", f"{SECTION}(c)(2)(iii)", f"{SECTION}(d)")


@pytest.mark.clause("PA 631a.11(b)(1)", "PA 631a.11(c)(2)(ii)")
def test_a_person_who_deals_is_refused_a_wrong_call_with_the_clause() -> None:
    scene = Scene("2 K 3 7 6 K", frozenset({m.DEALER}))
    scene.wager(banker=10_00)
    scene.table.apply(m.CloseBets(by=m.DEALER))
    with pytest.raises(Refused, match="goes to the Player's Hand"):
        scene.table.apply(DealToHand(by=m.DEALER, banker=True))
    for banker in (False, True, False, True):
        scene.table.apply(DealToHand(by=m.DEALER, banker=banker))
    with pytest.raises(Refused) as refused:
        scene.table.apply(CallThirdCard(by=m.DEALER, banker=False, draws=False))
    assert refused.value.clauses == (f"{SECTION}(b)", f"{SECTION}(b)(1)")
    scene.table.apply(CallThirdCard(by=m.DEALER, banker=False, draws=True))
    scene.table.apply(DealToHand(by=m.DEALER, banker=False))
    with pytest.raises(Refused) as refused:
        scene.table.apply(CallThirdCard(by=m.DEALER, banker=True, draws=True))
    assert refused.value.clauses == (f"{SECTION}(c)(2)", f"{SECTION}(c)(2)(ii)")
    scene.table.apply(CallThirdCard(by=m.DEALER, banker=True, draws=False))
    assert not scene.table.state.in_round


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("3 K 6 7", {"player": 20_00, "banker": -20_00, "tie": -10_00}),
        ("K 3 7 6", {"player": -20_00, "banker": 19_00, "tie": -10_00}),
        ("3 2 5 6", {"player": 0, "banker": 0, "tie": 80_00}),
    ],
)
def test_each_spot_is_paid_taken_or_returned(cards: str, won: dict[str, int]) -> None:
    """HOUSE: 1 to 1, 1 to 1 less 5%, 8 to 1; a tie returns the wagers on the hands."""
    scene = Scene(cards)
    scene.wager(player=20_00, banker=20_00, tie=10_00)
    told: dict[str, int] = {}
    for fact in scene.deal():
        if isinstance(fact, f.WagerPaid):
            told[fact.wager] = fact.winnings
        elif isinstance(fact, f.WagerCollected):
            told[fact.wager] = -fact.cents
        elif isinstance(fact, f.WagerReturned):
            told[fact.wager] = 0
    assert told == won


def test_a_wager_on_banker_that_could_not_be_paid_to_the_cent_is_refused() -> None:
    scene = Scene("3 2 5 6", chip_unit_cents=1)
    scene.wager(player=10_01)
    with pytest.raises(Refused, match="could not be settled at 19 to 20"):
        scene.wager(banker=10_01)
    scene.wager(banker=10_20)


def test_a_spot_that_there_is_not_is_refused_and_named() -> None:
    with pytest.raises(Refused, match="player, banker, tie"):
        Scene("3 2 5 6").wager(dragon=10_00)


def test_everybody_sees_the_wagers_and_both_hands() -> None:
    scene = Scene("3 2 3 3 K", frozenset({m.DEALER}))
    scene.wager(player=20_00, tie=10_00)
    scene.table.apply(m.CloseBets(by=m.DEALER))
    for banker in (False, True, False):
        scene.table.apply(DealToHand(by=m.DEALER, banker=banker))
    seen = view(scene.table, "somebody")
    assert [(hand.name, hand.cards, hand.total) for hand in seen.common_hands] == [
        ("Player", ("3S", "3S"), 6),
        ("Banker", ("2S",), 2),
    ]
    assert seen.boxes[0].hands[0].wagers == {"ann": {"player": 20_00, "tie": 10_00}}


# --- the three witnesses --------------------------------------------------------------------------------------------


def rules(**sets: object) -> BaccaratRules:
    return BaccaratRules.of(load("baccarat-pa", sets))


def test_the_exact_edges_are_those_that_are_published() -> None:
    """Eight decks: Banker 1.057906%, Player 1.235081%, Tie 14.359629%."""
    found = {spot: f"{100 * float(edge):.6f}" for spot, (edge, _, _) in edges(rules()).items()}
    assert found == {"banker": "1.057906", "player": "1.235081", "tie": "14.359629"}
    assert sum(outcomes(rules().third_card, 8).values()) == Fraction(1)


def test_the_simulator_agrees_with_the_solver() -> None:
    coups = 400_000
    won = count(rules(), 7, coups)
    for spot, chance in outcomes(rules().third_card, 8).items():
        error = (float(chance * (1 - chance)) / coups) ** 0.5
        assert abs(won[spot] / coups - float(chance)) < 4.5 * error


def naive(happened: Sequence[Fact], readings: Mapping[str, str]) -> dict[str, int]:
    """What each player wins, written again from the text alone: the cards as they came, no rule values."""
    dealt: dict[str, list[int]] = {"Player": [], "Banker": []}
    for fact in happened:
        if isinstance(fact, f.CardLaid):
            dealt[fact.hand].append("A23456789".find(fact.card[0]) + 1)
    player, banker = sum(dealt["Player"][:2]) % 10, sum(dealt["Banker"][:2]) % 10
    third = dealt["Player"][2] if len(dealt["Player"]) > 2 else None
    natural = player > 7 or banker > 7
    assert (third is not None) == (not natural and player < 6)
    lines = {0: range(10), 1: range(10), 2: range(10), 3: {*range(10)} - {8}, 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
    draws = not natural and (banker < 6 if third is None else third in lines.get(banker, ()))
    assert (len(dealt["Banker"]) > 2) == draws
    player, banker = sum(dealt["Player"]) % 10, sum(dealt["Banker"]) % 10
    won: dict[str, int] = {}
    for fact in happened:
        if isinstance(fact, f.WagerPlaced):
            if fact.wager == "tie":
                gain = 8 * fact.cents if player == banker else -fact.cents
            elif player == banker:
                gain = 0
            elif (fact.wager == "player") == (player > banker):
                gain = fact.cents if fact.wager == "player" else fact.cents - fact.cents // 20
            else:
                gain = -fact.cents
            won[fact.player] = won.get(fact.player, 0) + gain
    return won


def test_it_conforms() -> None:
    """Storms, replay, secrecy, the settlement written twice, every clause cited and proved."""
    assert check_game("baccarat-pa", settlement=naive, storms=8, worlds=4).rounds > 8
