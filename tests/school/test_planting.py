"""What each planted fault changes in a round, where it shows, and the rounds that have no room for it."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import pytest

from pitboss.procedure.fact import Fact
from pitboss.rules.variant import load
from pitboss.school.family_school import school_of
from pitboss.school.faults import EVERYWHERE, planted
from pitboss.school.items import Chance
from pitboss.school.planting import Shown
from tests import facts as f
from tests.school.kit import GAMES

PA, NJ, DBJ, DD, HI_LO = GAMES
BY = ("PA 665a.10(a)",)
BEGAN, ENDED = f.RoundBegan((), 1, ""), f.RoundEnded((), 1)
BET = f.WagerPlaced(BY, "Ann", 1, 1, "bet", 20_00)
WON = f.WagerPaid(BY, "Ann", 1, 1, "bet", 20_00, 20_00)
LOST = f.WagerCollected(BY, "Ann", 1, 1, "bet", 20_00)
PUSHED = f.WagerReturned(BY, "Ann", 1, 1, "bet", 20_00)
COUPON = f.WagerPaid(BY, "Ann", 1, 1, "bet", 0, 20_00)
INSURED = f.WagerPlaced(BY, "Ann", 1, 1, "insurance", 5_00)
ATTACKED = f.WagerPlaced(BY, "Ann", 1, 1, "attack", 5_00)
INSURANCE_WON = f.WagerPaid(BY, "Ann", 1, 1, "insurance", 10_00, 25_00)
BUST_IT_WON = f.WagerPaid(BY, "Ann", 1, 1, "bust-it", 1_00, 3_00)
TOTAL = f.Announced(BY, "dealer", "Dealer's total 17")
STOOD = f.DealerStood(BY, 17)
DECIDED = f.DecisionMade(BY, "Ann", 1, 1, "stand")
TURNED = f.HoleCardTurned(BY, "9C")
STRANGE = "5H"
DOWN = f.CardDealt(BY, 0, 1, None, False)
DOUBLED = f.CardDealt(BY, 1, 1, "5C", True, sideways=True)
SEEN, UNSEEN = f.CardDrawnInError(BY, True, "8D"), f.CardDrawnInError(BY, False, None)
FOUND = f.CardFoundFaceUp(BY, "4S")
MADE_UP = f.CardDealt(load(DBJ).cites("dealer_card_missed"), 0, 1, "6S", True)
BLACKJACK = f.HandSettled(BY, 1, 1, "Blackjack")


def card(box: int, code: str, hand: int = 1, up: bool = True) -> f.CardDealt:
    return f.CardDealt(BY, box, hand, code, up)


def racked(box: int, cards: int = 2) -> f.CardsDiscarded:
    return f.CardsDiscarded(BY, box, 1, cards)


def settled(box: int) -> f.HandSettled:
    return f.HandSettled(BY, box, 1, "wins")


def paid(box: int) -> f.WagerPaid:
    return f.WagerPaid(BY, "Ann", box, 1, "bet", 20_00, 20_00)


def so(fact: Fact, **other: object) -> Fact:
    return msgspec.structs.replace(fact, **other)


@dataclass(frozen=True)
class Case:
    """A round, and what is told of it instead: nothing where the fault has no room there."""

    kind: str
    happened: tuple[Fact, ...]
    told: tuple[Fact, ...] | None = None
    places: tuple[int, ...] = ()
    game: str = PA
    breaks: str = ""  # the value of the rules whose clauses it breaks, where they are not those of the fact


def case(
    kind: str, happened: Sequence[Fact], told: Sequence[Fact] | None, *places: int, game: str = PA, breaks: str = ""
) -> Case:
    return Case(kind, tuple(happened), None if told is None else tuple(told), places, game, breaks)


CASES = (
    # --- wagers
    case("overpaid", [WON], [so(WON, winnings=21_00)], 0),
    case("overpaid", [so(WON, clauses=())], None),  # no text speaks of it
    case("loser-paid", [so(LOST, clauses=())], None),
    case("push-taken", [so(PUSHED, clauses=())], None),
    case("underpaid", [WON], [so(WON, winnings=10_00)], 0),
    case("underpaid", [so(WON, winnings=1)], None),
    case("winner-not-paid", [WON], [PUSHED], 0),
    case("winner-not-paid", [COUPON], None),
    case("winner-taken", [WON], [LOST], 0),
    case("winner-taken", [COUPON], None),
    case("loser-paid", [LOST], [WON], 0),
    case("loser-paid", [LOST, PUSHED], None),  # half of a surrender
    case("loser-paid", [LOST, so(PUSHED, player="Bob")], [WON, so(PUSHED, player="Bob")], 0),
    case("loser-left", [BEGAN, LOST, ENDED], [BEGAN, ENDED], 0, 1),
    case("loser-left", [BEGAN, LOST, PUSHED, ENDED], None),
    case("loser-left", [LOST, ENDED], None),
    case("loser-left", [BEGAN, LOST], None),  # it would show at one place only
    case("push-paid", [PUSHED], [WON], 0),
    case("push-paid", [LOST, PUSHED], None),
    case("push-taken", [PUSHED], [LOST], 0),
    case("push-taken", [LOST, PUSHED], None),
    case(
        "late-wager",
        [BET, card(0, "6S"), DECIDED],
        [BET, card(0, "6S"), so(BET, cents=10_00), DECIDED],
        2,
        breaks="wagers_close",
    ),
    case("late-wager", [BET, DECIDED], None),
    case("late-wager", [card(0, "6S"), BET], None),
    case("said-wrongly", [TOTAL], [so(TOTAL, words="Dealer's total 18")], 0),
    case("said-wrongly", [so(TOTAL, words="Blackjack")], None),
    case("no-more-bets-not-called", [f.BetsClosed(BY, "dealer", "no more bets")], [f.BetsClosed(BY, "dealer", "")], 0),
    case("no-more-bets-not-called", [f.BetsClosed(BY, "dealer", "")], None),
    case("insurance-paid-even", [INSURANCE_WON], [so(INSURANCE_WON, winnings=10_00)], 0),
    case("insurance-above-half", [BET, INSURED], [BET, so(INSURED, cents=11_00)], 1),
    case("attack-above-the-bet", [BET, ATTACKED], [BET, so(ATTACKED, cents=21_00)], 1),
    case("blackjack-paid-otherwise", [BLACKJACK, WON], [BLACKJACK, so(WON, winnings=24_00)], 1),
    case("blackjack-paid-otherwise", [BLACKJACK, so(WON, cents=1)], [BLACKJACK, so(WON, cents=1, winnings=2)], 1),
    case("blackjack-paid-otherwise", [settled(1), WON], None),
    case("blackjack-paid-otherwise", [BLACKJACK, so(WON, hand=2)], None),
    case("another-line-of-the-paytable", [BUST_IT_WON], [so(BUST_IT_WON, winnings=200_00)], 0),
    case("another-line-of-the-paytable", [WON], None),
    case("all-of-a-surrender-taken", [LOST, PUSHED, ENDED], [so(LOST, cents=40_00), ENDED], 0),
    # --- cards
    case("card-dealt-face-up", [DOWN], [so(DOWN, face_up=True)], 0),
    case("card-dealt-face-up", [card(0, "6S")], None),
    case("card-dealt-face-down", [card(0, "6S")], [card(0, "6S", up=False)], 0),
    case("picked-up-out-of-order", [racked(2), racked(1)], [racked(1), racked(2)], 0, 1),
    case("picked-up-out-of-order", [racked(2), so(racked(2), hand=2)], None),
    case("hole-card-turned-early", [DECIDED, TOTAL, TURNED], [TURNED, DECIDED, TOTAL], 0),
    case("hole-card-turned-early", [TURNED, DECIDED], None),
    case("hole-card-turned-early", [TURNED], None),
    case("dealer-draws-too-far", [STOOD], [STOOD, card(0, STRANGE)], 1),
    case(
        "dealer-stands-too-early",
        [BEGAN, card(0, "TS"), card(0, "2S"), TOTAL, card(0, "5S"), TOTAL, STOOD],
        [BEGAN, card(0, "TS"), card(0, "2S"), TOTAL, so(STOOD, total=12)],
        4,
    ),
    case("dealer-stands-too-early", [BEGAN, card(0, "TS"), card(0, "7S"), STOOD], None),
    case("dealer-stands-too-early", [BEGAN, card(0, "TS"), card(0, "2S"), card(0, "5S")], None),
    case("double-gets-two-cards", [DOUBLED, ENDED], [DOUBLED, card(1, STRANGE), ENDED], 1, breaks="double_card"),
    case("double-gets-two-cards", [so(DOUBLED, sideways=False)], None),
    case("dealt-out-of-order", [card(1, "2S"), card(2, "3S")], [card(2, "3S"), card(1, "2S")], 0, 1),
    case("dealt-out-of-order", [card(1, "2S"), card(1, "3S")], None),
    case("dealt-out-of-order", [DECIDED, card(1, "2S"), card(2, "3S")], None),
    case("dealt-out-of-order", [card(1, "2S"), card(2, "3S")], [card(2, "3S"), card(1, "2S")], 0, 1, game=HI_LO),
    case("dealt-out-of-order", [card(1, "2S"), card(1, "3S")], None, game=HI_LO),
    case(
        "hole-card-read-without-cause",
        [card(0, "6S"), DOWN, ENDED],
        [card(0, "6S"), DOWN, f.HoleCardRead(load(PA).cites("reader_misused"), False), ENDED],
        2,
        breaks="reader_misused",
    ),
    case("hole-card-read-without-cause", [card(0, "AS"), DOWN, ENDED], None),
    case("hole-card-read-without-cause", [card(0, "6S"), ENDED], None),
    case("hole-card-read-without-cause", [card(0, "6S"), DOWN, ENDED], None, game=DD),  # its rules know of no misuse
    case("own-card-not-made-up", [BEGAN, MADE_UP, ENDED], [BEGAN, ENDED], 0, 1, game=DBJ, breaks="dealer_card_missed"),
    case("own-card-not-made-up", [BEGAN, card(0, "6S"), ENDED], None, game=DBJ),
    # --- settlement
    case(
        "settled-out-of-order",
        [STOOD, settled(3), paid(3), settled(2), paid(2), racked(3), racked(2)],
        [STOOD, settled(2), paid(2), settled(3), paid(3), racked(3), racked(2)],
        *(1, 2, 3, 4),
        breaks="settled_from_right",
    ),
    case("settled-out-of-order", [STOOD, settled(3), paid(3), racked(3), settled(2), paid(2), racked(2)], None),
    case("settled-out-of-order", [STOOD, settled(3), so(settled(3), hand=2), racked(3)], None),
    case("settled-out-of-order", [settled(3), paid(3), settled(2), paid(2), racked(2)], None),
    # --- what goes wrong
    case("drawn-in-error-thrown-away", [SEEN, card(1, "8D")], [SEEN, f.CardUnused(BY, "8D", True), card(1, "8D")], 1),
    case("drawn-in-error-thrown-away", [UNSEEN, ENDED], [UNSEEN, f.CardUnused(BY, None, False), ENDED], 1),
    case("drawn-in-error-thrown-away", [SEEN, TOTAL, f.CardUnused(BY, "8D")], None),
    case("overdraw-kept", [SEEN, f.CardUnused(BY, "8D")], [SEEN, card(0, "8D")], 1),
    case("overdraw-kept", [SEEN, card(1, "8D")], None),
    case("face-up-card-used", [FOUND, TOTAL, card(1, "2S")], [FOUND, TOTAL, card(1, "4S")], 2),
    case("face-up-card-used", [card(1, "2S"), FOUND], None),
    case(
        "broken-reader-used", [f.ReaderBroke(BY, "dealer")], [f.ReaderBroke(BY, "dealer"), f.HoleCardRead(BY, False)], 1
    ),
    case(
        "refuser-gets-a-card",
        [f.CardRefused(BY, "Bob", 2), ENDED],
        [f.CardRefused(BY, "Bob", 2), card(2, STRANGE), ENDED],
        1,
    ),
)


def plant(one: Case) -> Shown | None:
    return planted(load(one.game), one.kind)(load(one.game), one.happened, Chance(1))


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.kind)
def test_a_fault_is_one_change_where_there_is_room_for_it_and_nothing_else(one: Case) -> None:
    shown = plant(one)
    if one.told is None:
        assert shown is None
    else:
        assert shown is not None
        assert (shown.facts, shown.places) == (one.told, one.places)
        assert shown.clauses == (load(one.game).cites(one.breaks) if one.breaks else BY)


def test_every_fault_that_is_planted_by_its_name_is_among_them() -> None:
    met = {(one.game == HI_LO, one.kind) for one in CASES if one.told is not None}
    assert met == {
        *((False, kind) for kind in (*EVERYWHERE, *school_of(load(PA)).faults)),
        *((True, kind) for kind in school_of(load(HI_LO)).faults),
    }
