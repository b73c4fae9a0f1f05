"""Every irregularity at every point of a round of every text: refused by a clause about it, or the round ends whole."""

from collections import Counter
from copy import copy
from itertools import product

import pytest

from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER, Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.testing.storm import census_holds
from tests import facts as f
from tests import moves as m
from tests.procedure.golden_scenes import BY_HAND, DBJ, DD, NJ, PA, Story

BET = 100_00
Plan = list[tuple[str, type[Move], dict[str, object]]]

# Insurance, a split, a doubled hand, a late card, a hand over 21, a Second Chance: all that a round can wait for.
PLAN: Plan = [
    ("ann", m.Attack, {"box": 1, "cents": BET}),
    ("ann", m.Insure, {"box": 1, "cents": BET // 2}),
    ("ann", m.Split, {"box": 1}),
    ("ann", m.Double, {"box": 1, "cents": BET}),
    ("ann", m.Hit, {"box": 1}),
    (DEALER, m.PassOver, {"box": 1}),
    ("ann", m.TakeLateCard, {"box": 1}),
    ("bob", m.Hit, {"box": 2}),
    ("bob", m.SecondChance, {"box": 2}),
    ("cat", m.Hit, {"box": 3}),
]
LEFT_OUT: dict[str, set[type[Move]]] = {
    PA: {m.SecondChance},
    NJ: {m.SecondChance},
    DBJ: {m.Attack},
    DD: {m.Attack, m.PassOver, m.TakeLateCard, m.SecondChance},
}
# The dealer has 16 and draws; ann's eights become 13 doubled and 10, bob 26, cat 15.
HANDS, DRAWN = ("8S 8H", "KH 6S", "9S 3H"), "3D 2C 2D KD 4D 3C 5S 5D 6D 7C 9D"

ABOUT: dict[type[Move], tuple[str, ...]] = {
    m.FoundFaceUp: ("face_up_card", "other_cases"),
    m.FoundTen: ("ten_found", "ranks_removed", "number_cards"),
    m.DrewInError: ("hidden_card", "exposed_card", "other_cases"),
    m.RefuseCard: ("exposed_card_refused", "other_cases"),
    m.AcceptCard: ("exposed_card_refused", "other_cases"),
    m.ReadHoleCard: ("reader_ranks", "hole_card"),
    m.TurnHoleCard: ("hole_card_secret", "hole_card_turned"),
    m.ReaderFailed: ("reader_fails", "hole_card"),
    m.ReaderRepaired: ("reader_fails", "hole_card"),
    m.ShufflerFailed: ("shuffler_out", "shuffling"),
    m.ShufflerJammed: ("shuffler_jams", "shuffling"),
}
IRREGULAR: tuple[Move, ...] = (
    m.FoundFaceUp(by=DEALER),
    m.FoundTen(by=FLOORPERSON, card="TS"),
    m.DrewInError(by=DEALER, exposed=False),
    m.DrewInError(by=DEALER, exposed=True),
    m.RefuseCard(by="ann", box=1),
    m.AcceptCard(by="ann", box=1),
    m.ReadHoleCard(by=DEALER),
    m.TurnHoleCard(by=DEALER),
    m.ReaderFailed(by=FLOORPERSON),
    m.ReaderRepaired(by=FLOORPERSON),
    m.ShufflerFailed(by=DEALER),
    m.ShufflerJammed(by=SHUFFLER),
)
CARDS_MISHANDLED: dict[str, set[type[Move]]] = {
    PA: {m.FoundFaceUp, m.DrewInError},
    NJ: {m.FoundFaceUp, m.FoundTen, m.DrewInError},
    DBJ: {m.FoundFaceUp, m.DrewInError},
    DD: set(),
}


def open_table(game: str, up: str) -> Story:
    """A table of one deck, dealt by a person, at the first wagers."""
    sets: dict[str, object] = {} if game == DD else {"decks": 1}
    return Story(game, up, "5C", HANDS, DRAWN, sets=sets, by_hand=BY_HAND)


def step(s: Story, refuses: bool) -> Move:
    """What is done next: the plan is made elsewhere; here everybody does the usual, or refuses an exposed card."""
    waiting = s.table.waiting
    by, box = waiting.by[0], waiting.box
    if refuses and m.RefuseCard in waiting.may:
        return m.RefuseCard(by=by, box=box)
    for kind in (m.TakeLateCard, m.SecondChance):
        if kind in waiting.may:
            return kind(by=by, box=box)
    return m.ReaderRepaired(by=by) if m.ReaderRepaired in waiting.may else s._usual()


def course(game: str, up: str) -> tuple[Story, int]:
    """A whole round, and how many moves come before its wagers."""
    s = open_table(game, up)
    before = len(s.table.moves)
    s.wagers()
    plan = [each for each in PLAN if each[1] not in LEFT_OUT[game] and (up == "AD" or each[1] is not m.Insure)]
    while s.table.state.in_round:
        if game == DD and m.Stand in s.table.waiting.may and not s.blackjack.boxes[1].hands[0].looked:
            s.do(m.LookAtCards(by="ann", box=1))
        waiting = s.table.waiting
        if plan and plan[0][0] in waiting.by and plan[0][1] in waiting.may and waiting.box in (0, plan[0][2]["box"]):
            by, kind, fields = plan.pop(0)
            s.do(kind(by=by, **fields))
        else:
            s.do(step(s, refuses=False))
    assert not plan, f"the round did not come to {plan}"
    return s, before


def after(scene: Story, moves: list[Move]) -> Story:
    """Another table of the same rules on which these moves have been made."""
    s = copy(scene)
    s.table = Table(scene.rules, frozenset(BY_HAND))
    for move in moves:
        s.do(move)
    return s


def whole(s: Story, since: int, order: list[str], decides: dict[int, str]) -> None:
    """Every hand has the cards the text gives it, every card left the shoe in its order, and nothing is lost."""
    happened = s.table.facts
    assert s.table.state.balanced()
    assert s.table.state.chips.on_layout == 0
    assert census_holds(s.table)
    assert not any(drawn.exposed for drawn in s.blackjack.held)
    dealt = [fact.card for fact in happened[since:] if isinstance(fact, f.CardDealt)]
    away = {fact.card for fact in happened[since:] if isinstance(fact, f.CardFoundFaceUp | f.CardUnused)}
    assert dealt == [card for card in order if card not in away][: len(dealt)]
    refused = {fact.player for fact in happened if isinstance(fact, f.CardRefused)}
    if any(isinstance(fact, f.RoundVoided) for fact in happened):
        return
    hands = Counter({(x.box, x.hand): x.cards for x in happened if isinstance(x, f.CardsDiscarded)})
    boxes = {x.box for x in happened if isinstance(x, f.CardDealt)}
    assert {box for box, _ in hands} == boxes
    assert all(cards >= 2 or decides.get(box) in refused for (box, _), cards in hands.items())
    for place, fact in enumerate(happened):
        if isinstance(fact, f.CardRefused):
            later = {decides.get(x.box) for x in happened[place:] if isinstance(x, f.CardDealt)}
            assert fact.player not in later


def shoe_order(s: Story) -> list[str]:
    """The cards that will come out, those held first."""
    t = s.blackjack
    return [*(x.card.code for x in t.held), *(card.code for card in t.cards.shoe._cards[t.cards.shoe._next :])]


def refusal_of(table: Table, move: Move) -> Refused | None:
    try:
        table.apply(move)
    except Refused as refusal:
        return refusal
    return None


def ends_whole(s: Story, refuses: bool, *irregular: Move) -> None:
    """Whatever goes wrong here, the round goes on and ends whole."""
    since, order = len(s.table.facts), shoe_order(s)
    decides = {box.number: box.decides for box in s.table.state.boxes.values()}
    for move in irregular:
        s.do(move)
    while s.table.state.in_round:
        s.do(step(s, refuses))
    whole(s, since, order, decides)


@pytest.mark.parametrize("up", ["AD", "6H"])
@pytest.mark.parametrize("game", [PA, NJ, DBJ, DD])
def test_every_irregularity_is_refused_by_its_clause_or_the_round_ends_whole(game: str, up: str) -> None:
    played, start = course(game, up)
    moves, accepted = played.table.moves, set()
    for point in range(start, len(moves)):
        here = after(played, moves[:point])
        for irregular in IRREGULAR:
            refusal = refusal_of(here.table, irregular)
            if refusal is not None:
                about = {clause for leaf in ABOUT[type(irregular)] for clause in here.table.rules.cites(leaf)}
                silent = "the text does not speak of it" in refusal.sentence
                assert refusal.clauses or silent, f"{irregular} after {moves[point - 1]}: {refusal}"
                assert set(refusal.clauses) <= about, f"{irregular} after {moves[point - 1]}: {refusal}"
                continue
            accepted.add(type(irregular))
            here = after(played, moves[:point])
            if here.table.state.in_round:  # what went wrong before the round shows in the round, point by point
                for refuses in (False, True):
                    ends_whole(after(played, moves[:point]), refuses, irregular)
    assert CARDS_MISHANDLED[game] <= accepted


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_and_so_it_does_when_two_things_go_wrong_one_after_the_other(game: str) -> None:
    played, _ = course(game, "6H")
    moves = played.table.moves
    cards = [move for move in IRREGULAR if isinstance(move, m.FoundFaceUp | m.DrewInError)]
    begun = next(n for n in range(len(moves)) if after(played, moves[: n + 1]).table.state.in_round) + 1
    for point in range(begun, len(moves), 2):
        for number, pair in enumerate(product(cards, cards)):
            ends_whole(after(played, moves[:point]), bool((point // 2 + number) % 2), *pair)
        passed = after(played, moves[:point])
        if m.PassOver in passed.table.waiting.may and passed.table.waiting.box:
            ends_whole(passed, False, m.PassOver(by=DEALER, box=passed.table.waiting.box))
