"""The naive settlement of any variant: what its values say by name, and the cards and decisions of a record.

It shares no code with anything that deals or reckons: of the rules it sees each value by its name and no more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests import facts as f
from tests.agreement import naive
from tests.agreement.naive import Hand, Impossible, Round, everything, is_blackjack, of_bonus, points, total
from tests.agreement.naive_sides import BUST_IT

Values = Mapping[str, Any]


def odds(values: Values, name: str) -> Fraction:
    """Odds as a fraction."""
    win, _, stake = str(values[name]).partition(" to ")
    return Fraction(int(win), int(stake))


def called(values: Values, name: str) -> str:
    """The name of a choice."""
    return str(values[name].name)


def exact(cents: Fraction) -> int:
    """An amount that is paid or halved, which must come out in whole cents."""
    if cents.denominator != 1:
        raise Impossible(f"{cents} cents")
    return int(cents)


def finished(r: Round, values: Values) -> int:
    """The dealer's total; a dealer who should have drawn cannot be compared with."""
    stands_on, hits_soft = values["dealer_stands_on"], values["dealer_hits_soft"]

    def draws(cards: list[str]) -> bool:
        soft = sum(points(card) for card in cards) == total(cards) - 10
        return total(cards) < stands_on or (total(cards) == stands_on and soft and hits_soft)

    if draws(r.dealer) or not all(draws(r.dealer[:some]) for some in range(2, len(r.dealer))):
        raise Impossible(f"the dealer stopped with {r.dealer}")
    return total(r.dealer)


def taken(hand: Hand, wagers: Counter[str], values: Values, original: bool, added: bool) -> int:
    """What a dealer Blackjack takes."""
    takes = called(values, "dealer_blackjack_takes")
    if takes == "EVERYTHING":
        return -everything(wagers)
    if not original:
        return 0
    return -wagers["bet"] - (wagers["attack"] if takes == "ORIGINAL_WAGERS" and added else 0)


def given_up(wagers: Counter[str], values: Values) -> int:
    """What a hand that is given up loses."""
    back = called(values, "surrender_after_double") == "DOUBLE_RETURNED"
    lost = everything(wagers) - (wagers["double"] if back else 0)
    return -exact(lost * values["surrender_share"])


def of_hand(r: Round, hand: Hand, wagers: Counter[str], values: Values, original: bool, added: bool) -> int:
    """What one player wins or loses on a hand that counts."""
    even, count = odds(values, "bet_odds"), total(hand.cards)
    as_blackjack = called(values, "blackjack_after_split") == "BLACKJACK"
    natural = is_blackjack(hand.cards) and (not hand.split or as_blackjack)
    if hand.surrendered and called(values, "surrender_settled") in ("AT_ONCE", "EARLY"):
        return given_up(wagers, values)
    if hand.even_money:
        return everything(wagers)
    if natural and called(values, "blackjack_paid") == "BEFORE_READER":
        return exact(everything(wagers) * odds(values, "blackjack_odds"))
    if hand.bonus is not None:
        return of_bonus(hand, wagers)
    charlie = values["charlie_cards"]
    at_once = called(values, "twenty_one_paid") != "NOT_AT_ONCE" and count == 21 and not natural
    if count <= 21 and ((charlie and len(hand.cards) >= charlie) or at_once):
        return exact(everything(wagers) * even)
    if hand.subtracted is not None:
        return of_second_chance(r, hand, wagers, values, original, added)
    tucked = called(values, "double_card") == "DOWN_TUCKED" and wagers["double"]
    returned = called(values, "player_bust") == "LOSES_UNLESS_DEALER_BUSTS"
    if count > 21 and not (returned or tucked or called(values, "bust_collected") == "AFTER_ROUND"):
        return -everything(wagers)
    if is_blackjack(r.dealer[:2]):
        if hand.surrendered and called(values, "surrender_to_blackjack") == "ENTIRE":
            return -everything(wagers)
        if natural and not hand.surrendered:
            return 0 if values["blackjacks_tie"] else exact(everything(wagers) * odds(values, "blackjack_odds"))
        if hand.split and is_blackjack(hand.cards) and values["split_21_ties_blackjack"] and not hand.surrendered:
            return 0
        return taken(hand, wagers, values, original, added)
    if hand.surrendered:
        return given_up(wagers, values)
    if natural and values["blackjack_beats_21"]:
        return exact(everything(wagers) * odds(values, "blackjack_odds"))
    if count > 21:
        return 0 if returned and finished(r, values) > 21 else -everything(wagers)
    dealer = finished(r, values)
    if natural:
        return 0 if dealer == 21 else exact(everything(wagers) * odds(values, "blackjack_odds"))
    how = 0 if dealer == values["push_total"] else naive.result(count, dealer)
    return exact(everything(wagers) * even) if how == 1 else everything(wagers) * how


def of_second_chance(r: Round, hand: Hand, wagers: Counter[str], values: Values, original: bool, added: bool) -> int:
    """A hand over 21 from which a card was subtracted."""
    assert hand.subtracted is not None
    if wagers["second-chance"] != everything(wagers) - wagers["second-chance"]:
        raise Impossible("a Second Chance Wager equals what lies there")
    less = values["second_chance_ace"] if hand.subtracted[0] == "A" else points(hand.subtracted)
    left = sum(points(card) for card in hand.cards) - less
    wins = exact(wagers["second-chance"] * odds(values, "second_chance_odds"))
    if left >= 21:
        return wins if left == 21 else -everything(wagers)
    if is_blackjack(r.dealer[:2]):
        return taken(hand, wagers, values, original, added)
    dealer = finished(r, values)
    how = 0 if dealer == values["push_total"] else naive.result(left, dealer)
    return {1: wins, 0: 0, -1: -everything(wagers)}[how]


def of_dead_hand(hand: Hand, wagers: Counter[str], values: Values, original: bool) -> int:
    """A dead hand wins and loses nothing, but for what the text on a card that was asked for does not give back."""
    missed = any(clause in ("PA 665a.13(g)", "NJ 26.15(i)", "PA 673a.13(h)") for clause in hand.dead)
    returns = called(values, "missed_hit_returns")
    if not missed or returns in ("EVERY_WAGER", "NOT_PROVIDED"):
        return 0
    named = ("bet", "attack") if returns == "BET_AND_ATTACK" else ("bet",) if original else ()
    return -sum(cents for wager, cents in wagers.items() if wager not in named)


def insurance(r: Round, values: Values) -> Counter[str]:
    """Insurance is decided by the card beside the one it is made against."""
    won: Counter[str] = Counter()
    wins_on = {rank.name for rank in values["insurance_wins_on"]}
    names = dict(zip("A23456789TJQK", RANKS, strict=True))
    for (_, player), cents in r.insurance.items():
        if names[r.up_card[0]] != values["insurance_up_card"].name:
            raise Impossible(f"insurance against {r.up_card}")
        won[player] += exact(cents * odds(values, "insurance_odds")) if names[r.other_card[0]] in wins_on else -cents
    return won


RANKS = ["ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"]


def of_void_round(r: Round, happened: Iterable[f.Fact], values: Values) -> Counter[str]:
    """A void round decides nothing, but for insurance that was lost and payments where a reading lets them stand."""
    stands = r.all_dead and called(values, "dead_hands_paid") == "STANDS"
    readings = {
        "void-insurance": id_of(values, "void_insurance"),
        "nj-bonus-before": "bonus-first" if called(values, "bust_it_settled") == "FIRST_OF_ALL" else "",
    }
    won = naive.of_void_round(r, readings)
    for fact in happened if stands else ():
        if isinstance(fact, f.HandSettled) and fact.outcome.partition(" ")[0] in PAID_BEFORE:
            hand = r.hand(fact.box, fact.hand)
            for player, wagers in hand.wagers.items():
                won[player] += of_hand(r, hand, wagers, values, original=True, added=False)
    for box, player, name in r.sides_paid if stands else ():
        won[player] += exact(r.sides[box, player, name] * naive.on_side(r, r.kinds[name], box, after_bust(values)))
    return won


PAID_BEFORE = ("Blackjack", "21", "even", "second", *(f"{cards}-card" for cards in range(2, 12)))


def id_of(values: Values, name: str) -> str:
    """The name of a choice as people type it."""
    return called(values, name).lower().replace("_", "-")


def after_bust(values: Values) -> Mapping[str, str]:
    """What becomes of the text's own side wager when its hand is over, or dead."""
    return {
        "dead-hand-bust-it": id_of(values, "dead_hand_bust_it"),
        "bust-it-after-player-bust": id_of(values, "bust_it_after_bust"),
    }


def settle(happened: Iterable[f.Fact], values: Values, readings: Mapping[str, str]) -> Counter[str]:
    """What everybody should have won or lost in the round that these facts tell of."""
    happened = tuple(happened)
    kinds = {str(w["name"]).lower().replace(" ", "-"): w for w in (BUST_IT, *values["side wagers as written"])}
    shared = {"nj-designated-attack": id_of(values, "designated_attack")}  # which a variant has in any game
    r = naive.seen(happened, {**readings, **shared}, kinds)
    r.dealer_stands_on = values["dealer_stands_on"]
    for hand in r.hands.values():
        hand.bonus = naive.bonus_of(hand, values["bonus as written"]) if values["bonus as written"] else None
    if r.void:
        return of_void_round(r, happened, values)
    won = naive.side_wagers(replace(r, insurance=Counter()), after_bust(values), "", Fraction(1))
    won.update(insurance(r, values))
    for (box, number), hand in r.hands.items():
        for player, wagers in hand.wagers.items():
            original = r.original[box, player] == number
            if hand.dead:
                won[player] += of_dead_hand(hand, wagers, values, original)
                continue
            on_box = sum(player in other.wagers for (at, _), other in r.hands.items() if at == box)
            added = bool(wagers["double"]) or on_box > 1
            won[player] += of_hand(r, hand, wagers, values, original, added)
    return won
