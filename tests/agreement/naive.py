"""A second settlement, deliberately naive, written from the five texts and from nothing else.

It sees one round as a record shows it: which cards each hand got, which wagers were placed, what was decided. It then
works out what everybody should have won or lost. It shares no code with `procedure/blackjack`, not its `settlement`,
`play` or `dealer`, and knows the doubtful clauses only by the names of their readings.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tests import facts as f
from tests.agreement.naive_sides import BUST_IT, Wager, wins

Readings = Mapping[str, str]
Options = Mapping[str, object]


class Impossible(AssertionError):
    """What the record shows cannot have happened under the text."""


# --- what the record shows ------------------------------------------------------------------------------------------


@dataclass
class Hand:
    """One hand: its cards as they came, what was put on it, what was decided."""

    cards: list[str] = field(default_factory=list)
    split: bool = False
    surrendered: bool = False
    stood: bool = False
    dead: tuple[str, ...] = ()
    paid_before: bool = False
    bonus: Fraction | None = None
    even_money: bool = False
    subtracted: str | None = None
    wagers: dict[str, Counter[str]] = field(default_factory=dict)

    def of(self, player: str) -> Counter[str]:
        """A player's wagers on the hand."""
        return self.wagers.setdefault(player, Counter())


@dataclass
class Round:
    """One round."""

    up: int | None = None
    dealer: list[str] = field(default_factory=list)
    hands: dict[tuple[int, int], Hand] = field(default_factory=dict)
    kinds: Mapping[str, Wager] = field(default_factory=dict)
    sides: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    two: dict[int, list[str]] = field(default_factory=dict)
    dead_in_deal: set[int] = field(default_factory=set)
    sides_paid: set[tuple[int, str, str]] = field(default_factory=set)
    sides_gone: set[tuple[int, str, str]] = field(default_factory=set)
    insurance: Counter[tuple[int, str]] = field(default_factory=Counter)
    original: dict[tuple[int, str], int] = field(default_factory=dict)
    last_split: tuple[int, int] = (0, 0)
    second_seen: bool = False
    refused: set[str] = field(default_factory=set)
    callers: dict[int, str] = field(default_factory=dict)
    reader_used: bool = False
    before_reader: bool = False
    decided_after_reader: bool = False
    parked: set[tuple[int, int]] = field(default_factory=set)
    void: bool = False
    all_dead: bool = False
    dealer_stands_on: int = 17

    def hand(self, box: int, number: int) -> Hand:
        """A hand by its place."""
        return self.hands.setdefault((box, number), Hand())

    @property
    def other_card(self) -> str:
        """The dealer's card that is not the up card."""
        return self.dealer[0 if self.up == 1 else 1]

    @property
    def up_card(self) -> str:
        """The first of the dealer's cards to lie face up."""
        return self.dealer[self.up or 0]


def seen(happened: Iterable[f.Fact], readings: Readings, kinds: Mapping[str, Wager]) -> Round:
    """The round that these facts tell of."""
    r = Round(kinds=kinds)
    for fact in happened:
        match fact:
            case f.WagerPlaced(player=player, box=box, wager=wager, cents=cents) if wager in kinds:
                r.sides[box, player, wager] += cents
            case f.WagerPaid(player=player, box=box, wager=wager) if wager in kinds and not r.void:
                r.sides_paid.add((box, player, wager))
            case f.WagerReturned(player=player, box=box, wager=wager) if wager in kinds and not r.void:
                r.sides_gone.add((box, player, wager))
            case f.WagerCollected(player=player, box=box, wager=wager) if wager in kinds and not r.void:
                r.sides_gone.add((box, player, wager))
            case f.WagerPlaced(player=player, box=box, wager="insurance", cents=cents):
                r.insurance[box, player] += cents
            case f.WagerPlaced(player=player, box=box, hand=number, wager=wager, cents=cents):
                r.hand(box, number).of(player)[wager] += cents
                r.original.setdefault((box, player), number)
            case f.CardDealt(box=0, card=str(card), face_up=face_up):
                if face_up and r.up is None:
                    r.up = len(r.dealer)
                else:
                    r.second_seen = r.second_seen or face_up
                r.dealer.append(card)
            case f.HoleCardTurned():
                r.second_seen = True
            case f.CardDealt(box=box, hand=number, card=str(card)):
                hand = r.hand(box, number)
                if any(wagers["second-chance"] for wagers in hand.wagers.values()):
                    hand.subtracted = card
                else:
                    hand.cards.append(card)
                    first = r.two.setdefault(box, [])
                    first.extend([card] if len(first) < 2 else [])
            case f.HandSplit(box=box, hand=number, new_hand=new):
                old, young = r.hand(box, number), r.hand(box, new)
                young.cards.append(old.cards.pop())
                old.split = young.split = True
                r.last_split = (number, new)
            case f.HandDesignated(player=player, box=box, hand=number):
                _designate(r, player, box, number, readings)
            case f.HoleCardRead():
                r.reader_used = True
            case f.WagersParked(box=box, hand=number):
                r.parked.add((box, number))
            case f.DecisionMade(player=player, box=box, hand=number, decision="surrender"):
                r.hand(box, number).surrendered = True
                r.callers.setdefault(box, player)
                r.before_reader = r.before_reader or not r.reader_used
            case f.DecisionMade(player=player, box=box, hand=number, decision=decision):
                r.hand(box, number).stood |= decision == "stand"
                r.callers.setdefault(box, player)
                r.decided_after_reader = r.decided_after_reader or r.reader_used
            case f.CardRefused(player=player):
                r.refused.add(player)
            case f.HandSettled(box=box, hand=number, outcome="even money"):
                r.hand(box, number).even_money = True
            case f.HandSettled(box=box, hand=number, outcome=outcome) if paid_in_turn(outcome) and not r.void:
                r.hand(box, number).paid_before = True
            case f.HandDead(box=box, hand=number, clauses=clauses):
                r.hand(box, number).dead = clauses
                r.dead_in_deal.update([box] if len(r.two.get(box, [])) < 2 else [])
            case f.ReaderMisused(seen=seen_by_players):
                r.all_dead = bool(seen_by_players)
            case f.RoundVoided():
                r.void = True
            case _:
                pass
    return r


def paid_in_turn(outcome: str) -> bool:
    """Whether a hand was paid before the dealer's was known, and not for being given up."""
    return outcome == "Blackjack" or outcome.startswith("21 of ")


def _designate(r: Round, player: str, box: int, number: int, readings: Readings) -> None:
    """26.13(f): a player who does not cover the new hand says to which of the two the wager applies."""
    old, new = r.last_split
    if readings["nj-designated-attack"] == "returned":
        r.hand(box, old).wagers[player].pop("attack", None)
    if number == new:
        r.hand(box, new).wagers[player] = r.hand(box, old).wagers.pop(player)
        if r.original[box, player] == old:
            r.original[box, player] = new


# --- cards ----------------------------------------------------------------------------------------------------------


def points(card: str) -> int:
    """What a card counts, an ace as 1."""
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def total(cards: Iterable[str]) -> int:
    """The point count: an ace is 11 unless that gives more than 21."""
    cards = list(cards)
    low = sum(points(card) for card in cards)
    return low + 10 if low + 10 <= 21 and any(card[0] == "A" for card in cards) else low


def is_blackjack(cards: list[str]) -> bool:
    """An ace and a card of 10 as the initial two cards."""
    return len(cards) == 2 and total(cards) == 21


def players_blackjack(hand: Hand, readings: Readings) -> bool:
    """The initial two cards; those of a split hand only in a variant."""
    as_blackjack = readings["blackjack-after-split"] == "counts-as-blackjack"
    return is_blackjack(hand.cards) and (not hand.split or as_blackjack)


def finished(dealer: list[str], hits_soft_17: bool = False) -> int:
    """The dealer's total; a dealer who should have drawn cannot be compared with."""
    count = total(dealer)
    soft_17 = count == 17 and sum(points(card) for card in dealer) == 7
    if count < 17 or (soft_17 and hits_soft_17):
        raise Impossible(f"the dealer stopped at {count} with a hand still undecided: {dealer}")
    for some in range(2, len(dealer)):
        before = total(dealer[:some])
        soft = sum(points(card) for card in dealer[:some]) == before - 10
        if before > 17 or (before == 17 and not (soft and hits_soft_17)):
            raise Impossible(f"the dealer drew to {before}: {dealer}")
    return count


def result(player: int, dealer: int) -> int:
    """1 wins, 0 ties, -1 loses, for two totals of which the player's is not over 21."""
    if dealer > 21 or player > dealer:
        return 1
    return 0 if player == dealer else -1


# --- the wagers beside the hands ------------------------------------------------------------------------------------


def is_over(hand: Hand) -> bool:
    """Over 21, and still so where a second chance card was subtracted."""
    less = 0 if hand.subtracted is None else points(hand.subtracted)
    return total(hand.cards) > 21 and sum(points(card) for card in hand.cards) - less > 21


def deciding(r: Round, wager: Wager, box: int) -> list[str] | None:
    """The cards that decide a side wager of a box; None where it is lost because the dealer has too few."""
    if wager["cards"] == "first-two":
        return r.two[box]
    if wager["cards"] == "first-two-and-up":
        return [*r.two[box], r.up_card]
    if wager["cards"] == "dealer-hand":
        return r.dealer
    if wager["cards"] == "player-hand":
        return r.hand(box, 1).cards
    if len(r.dealer) >= 3:
        return r.dealer[:3]
    if total(r.dealer) < r.dealer_stands_on:
        raise Impossible(f"a side wager stands and the dealer did not draw to {r.dealer}")
    return None


def goes_back(r: Round, wager: Wager, box: int, readings: Readings) -> bool:
    """Whether a side wager goes back because the hands of the box are dead."""
    hands = [hand for (at, _), hand in r.hands.items() if at == box]
    if wager["cards"] in ("first-two", "first-two-and-up"):
        return box in r.dead_in_deal
    if wager["cards"] == "player-hand":
        return bool(r.hand(box, 1).dead)
    back = readings["dead-hand-bust-it"] if wager is BUST_IT else wager.get("after_dead_hand")
    return all(hand.dead for hand in hands) and back == "returned"


def on_side(r: Round, wager: Wager, box: int, readings: Readings) -> Fraction:
    """What a side wager of one wins or loses."""
    if goes_back(r, wager, box, readings):
        return Fraction(0)
    after = readings.get("bust-it-after-player-bust") if wager is BUST_IT else wager.get("after_bust")
    over = all(is_over(hand) and not hand.dead for (at, _), hand in r.hands.items() if at == box)
    if after == "collected" and over and wager["cards"] == "dealer-three":
        return Fraction(-1)
    cards = deciding(r, wager, box)
    return Fraction(-1) if cards is None else wins(wager, cards)


def side_wagers(r: Round, readings: Readings, wins_on: str, odds: Fraction) -> Counter[str]:
    """The side wagers and insurance: decided by cards, whatever becomes of the hands."""
    won: Counter[str] = Counter()
    for (box, player, name), cents in r.sides.items():
        winnings = cents * on_side(r, r.kinds[name], box, readings)
        if winnings.denominator != 1:
            raise Impossible(f"{name} of {cents} cannot be paid to the cent")
        won[player] += int(winnings)
    for (_, player), cents in r.insurance.items():
        if r.up_card[0] != "A":
            raise Impossible("insurance without an ace showing")
        winnings = cents * odds
        if winnings.denominator != 1:
            raise Impossible(f"insurance of {cents} cannot be paid to the cent")
        won[player] += int(winnings) if r.other_card[0] in wins_on else -cents
    return won


def dead_hand(hand: Hand, wagers: Counter[str], readings: Readings, original: bool) -> int:
    """A dead hand wins nothing and loses nothing, or what 665a.13(g), 26.15(i) and 673a.13(h) do not name."""
    missed = {"PA 665a.13(g)": ("bet", "attack"), "NJ 26.15(i)": ("bet",), "PA 673a.13(h)": ("bet",)}
    named = next((missed[clause] for clause in hand.dead if clause in missed), None)
    if named is None or readings["dead-hand-returns"] == "every-wager":
        return 0
    if named == ("bet",) and not original:
        named = ()
    return -sum(cents for wager, cents in wagers.items() if wager not in named)


def of_void_round(r: Round, readings: Readings) -> Counter[str]:
    """A void round decides nothing; by readings insurance may stay lost, and a Blackjack paid."""
    won: Counter[str] = Counter()
    third = [key for key, cents in r.sides.items() if cents and r.kinds[key[2]]["cards"] == "dealer-three"]
    waits = (
        readings.get("nj-bonus-before") == "bonus-first" and len(r.dealer) == 2 and total(r.dealer) < r.dealer_stands_on
    )
    collected = r.second_seen and not (waits and set(third) - r.sides_gone)
    if readings.get("void-insurance") == "stays-collected" and collected:
        for (_, player), cents in r.insurance.items():
            won[player] -= cents
    if r.all_dead and readings.get("hands-called-dead") == "payments-stand":
        for hand in r.hands.values():
            for player, wagers in hand.wagers.items() if hand.paid_before else ():
                # Both texts that know this pay a Blackjack even money.
                won[player] += everything(wagers) if hand.bonus is None else of_bonus(hand, wagers)
        for box, player, name in r.sides_paid:
            won[player] += int(r.sides[box, player, name] * on_side(r, r.kinds[name], box, readings))
    return won


def everything(wagers: Counter[str]) -> int:
    """All that a player has on a hand."""
    return sum(wagers.values())


def bonus_of(hand: Hand, bonus: Mapping[str, object]) -> Fraction | None:
    """What a 21 is paid that has a bonus in a variant: the best of the lines that say something true of its cards."""
    doubled = any(wagers["double"] for wagers in hand.wagers.values())
    refused = (doubled and bonus.get("after double") != "yes") or (hand.split and bonus.get("after split") == "no")
    if refused or total(hand.cards) != 21 or len(hand.cards) < 3 or hand.subtracted:
        return None
    ranks, suits = sorted(card[0] for card in hand.cards), {card[1] for card in hand.cards}
    found = []
    for line, odds in bonus.items():
        what, _, more = line.partition(" ")
        if what == "after":
            continue
        if more.startswith("cards"):
            true = len(hand.cards) == int(what) or (more == "cards or more" and len(hand.cards) > int(what))
        else:
            of_one = len(suits) == 1 and (more == "suited" or suits == {more[:1].upper()})
            true = ranks == sorted(what.split("-")) and (of_one or not more)
        if true:
            found.append(Fraction(str(odds).replace(" to ", "/")))
    return max(found, default=None)


def of_bonus(hand: Hand, wagers: Counter[str]) -> int:
    """What a bonus comes to, on every wager that lies on the hand."""
    assert hand.bonus is not None
    winnings = everything(wagers) * hand.bonus
    if winnings.denominator != 1:
        raise Impossible("a bonus that cannot be paid to the cent")
    return int(winnings)


def halves(cents: int) -> int:
    """Half an amount, which must come out in whole cents."""
    if cents % 2:
        raise Impossible(f"{cents} cannot be halved")
    return cents // 2


# --- Double Attack Blackjack in Pennsylvania ------------------------------------------------------------------------


def double_attack_pa(r: Round, readings: Readings, options: Options) -> Counter[str]:
    """665a.7(o), 665a.9 to 665a.12."""
    won = side_wagers(r, readings, "KQJ", Fraction(5, 2))
    for (box, number), hand in r.hands.items():
        for player, wagers in hand.wagers.items():
            if hand.dead:
                won[player] += dead_hand(hand, wagers, readings, r.original[box, player] == number)
            else:
                won[player] += _double_attack_pa(r, hand, wagers, readings, r.original[box, player] == number)
    return won


def _double_attack_pa(r: Round, hand: Hand, wagers: Counter[str], readings: Readings, original: bool) -> int:
    if hand.bonus is not None:
        return of_bonus(hand, wagers)
    natural = players_blackjack(hand, readings)
    count = total(hand.cards)
    waits = readings["both-bust"] == "returned" or readings["bust-collected"] == "after-the-round"
    if count > 21 and not waits:
        return -everything(wagers)
    if is_blackjack(r.dealer[:2]):
        reader_first = readings["pa-surrender-timing"] != "after-play"
        if reader_first and (len(hand.cards) != 2 or hand.split):
            raise Impossible("cards were dealt although the reader showed a dealer Blackjack")
        return 0 if natural or not original else -wagers["bet"]  # 10(b), 11(d): what was added goes back
    if hand.surrendered:
        double_too = readings["surrender-after-double"] == "half-of-everything"
        return -halves(everything(wagers) if double_too else wagers["bet"] + wagers["attack"])
    if natural:
        return everything(wagers)
    if count > 21:
        if readings["both-bust"] == "returned" and finished(r.dealer) > 21:
            return 0
        return -everything(wagers)
    return everything(wagers) * result(count, finished(r.dealer))


# --- Double Attack Blackjack in New Jersey --------------------------------------------------------------------------


def double_attack_nj(r: Round, readings: Readings, options: Options) -> Counter[str]:
    """26.5, 26.8 to 26.11, with several people on a box by 26.13."""
    won = side_wagers(r, readings, "KQJ", Fraction(5, 2))
    for (box, number), hand in r.hands.items():
        for player, wagers in hand.wagers.items():
            original = r.original[box, player] == number
            if hand.dead:
                won[player] += dead_hand(hand, wagers, readings, original)
            else:
                on_box = sum(player in other.wagers for (at, _), other in r.hands.items() if at == box)
                added = bool(wagers["double"]) or on_box > 1
                won[player] += _double_attack_nj(r, hand, wagers, readings, original, added)
    return won


def _double_attack_nj(
    r: Round, hand: Hand, wagers: Counter[str], readings: Readings, original: bool, added: bool
) -> int:
    if hand.bonus is not None:
        return of_bonus(hand, wagers)
    natural = players_blackjack(hand, readings)
    count = total(hand.cards)
    waits = readings["both-bust"] == "returned" or readings["bust-collected"] == "after-the-round"
    if count > 21 and not waits:
        return -everything(wagers)
    if is_blackjack(r.dealer[:2]):
        if natural:
            return 0
        if hand.surrendered and readings["nj-surrendered-to-blackjack"] == "entire-wager":
            return -everything(wagers)
        if not original:  # 26.10(d): what was added to split goes back
            return 0
        with_attack = readings["no-hole-card-dealer-blackjack"] == "original-wagers" and added  # 9(c), 10(d)
        return -(wagers["bet"] + (wagers["attack"] if with_attack else 0))
    if hand.surrendered:
        return -halves(everything(wagers))
    if natural:
        return everything(wagers)
    if count > 21:
        both = readings["both-bust"] == "returned" and finished(r.dealer) > 21
        return 0 if both else -everything(wagers)
    return everything(wagers) * result(count, finished(r.dealer))


def shared_boxes(r: Round, readings: Readings, options: Options) -> None:
    """26.13(b), (e), 26.8(a) and 26.10(c): what people on a box may have done by the readings."""
    for box, caller in r.callers.items():
        hands = [hand for (at, _), hand in r.hands.items() if at == box]
        attacked = {player for hand in hands for player, wagers in hand.wagers.items() if wagers["attack"]}
        gone_back = readings["nj-designated-attack"] == "returned" and any(hand.split for hand in hands)
        alone_may = readings["nj-attack-without-caller"] == "offered"
        if attacked and caller not in attacked and not alone_may and not gone_back:
            raise Impossible(f"{attacked} attacked on box {box} without {caller}")
        given_up = any(hand.surrendered and len(hand.wagers) > 1 for hand in hands)
        if given_up and readings["nj-shared-surrender"] == "not-offered":
            raise Impossible(f"{caller} gave up another's wager on box {box}")
        bets = {player: hands[0].wagers[player]["bet"] for player in hands[0].wagers}
        if box not in SEATED and len(hands) == 1:  # after a split a wager may have gone elsewhere
            highest = [player for player, cents in bets.items() if cents == max(bets.values())]
            if highest[0] != caller or (len(highest) > 1 and readings["nj-equal-highest-wagers"] == "no-equals"):
                raise Impossible(f"{caller} called box {box} on which the wagers are {bets}")
        if len(hands) > MOST_HANDS[options["positions"]]:
            raise Impossible(f"box {box} was split into {len(hands)} hands")


MOST_HANDS: Mapping[object, int] = {6: 4, 7: 3}
SEATED = (1, 2, 3, 4)  # the random people sit at these boxes


def bonus_before(happened: tuple[f.Fact, ...], r: Round, readings: Readings) -> None:
    """26.6(d): the bonus wager is settled before insurance and surrendered hands, or only where two cards decide it."""
    if r.void or len(r.dealer) < 2 or readings["nj-hole-card"] == "reader":  # which decides before the card is seen
        return
    settled = [
        fact
        for fact in happened
        if isinstance(fact, f.WagerCollected | f.WagerPaid)
        and (
            fact.wager in ("bust-it", "insurance") or ((fact.box, fact.hand) in r.parked and fact.wager not in r.kinds)
        )
    ]
    bonus = [place for place, fact in enumerate(settled) if fact.wager == "bust-it"]
    others = [place for place, fact in enumerate(settled) if fact.wager != "bust-it"]
    first = readings["nj-bonus-before"] == "bonus-first" or total(r.dealer[:2]) >= 17
    if bonus and others and first != (max(bonus) < min(others)):
        raise Impossible(f"the bonus wager and the wagers beside it were settled in the order {settled}")


# --- Double Back Jack -----------------------------------------------------------------------------------------------


def double_back_jack_pa(r: Round, readings: Readings, options: Options) -> Counter[str]:
    """673a.7(f) to (s), 673a.9 to 673a.12."""
    won = side_wagers(r, readings, "KQJT", Fraction(2))
    for (box, number), hand in r.hands.items():
        for player, wagers in hand.wagers.items():
            if hand.dead:
                won[player] += dead_hand(hand, wagers, readings, r.original[box, player] == number)
            else:
                won[player] += _double_back_jack(r, hand, wagers, readings)
    return won


def _double_back_jack(r: Round, hand: Hand, wagers: Counter[str], readings: Readings) -> int:
    if hand.bonus is not None:
        return of_bonus(hand, wagers)
    blackjack_wager, second_chance = wagers["bet"] + wagers["double"], wagers["second-chance"]
    if players_blackjack(hand, readings):  # (f): paid before anything tells of the dealer's
        return 2 * blackjack_wager
    if is_blackjack(r.dealer[:2]):  # (h), 673a.9(a)(2): the entire wager, surrendered or not
        if len(hand.cards) != 2 or hand.split:
            raise Impossible("cards were dealt although the reader showed a dealer Blackjack")
        return -blackjack_wager
    if hand.surrendered:
        return -halves(blackjack_wager)
    count = total(hand.cards)
    if count == 21:  # (m)
        return blackjack_wager
    if count < 21:
        dealer = finished(r.dealer)
        return 0 if dealer == 22 else blackjack_wager * result(count, dealer)
    if hand.subtracted is None:
        if readings["both-bust"] == "returned" and finished(r.dealer) > 21:
            return 0
        return -blackjack_wager - second_chance  # (s)(3): a second chance card that was refused subtracts nothing
    if second_chance != blackjack_wager:
        raise Impossible("a Second Chance Wager equals the current Blackjack Wager")
    left = sum(points(card) for card in hand.cards) - points(hand.subtracted)
    if left > 21:
        return -blackjack_wager - second_chance
    if left == 21:
        return second_chance
    dealer = finished(r.dealer)
    how = 0 if dealer == 22 else result(left, dealer)
    return {1: second_chance, 0: 0, -1: -blackjack_wager - second_chance}[how]


# --- Double Deck ----------------------------------------------------------------------------------------------------


def double_deck_house(r: Round, readings: Readings, options: Options) -> Counter[str]:
    """Dealing 9 to 11, Doubling Down, Splitting, and for the rest the house's six-deck game."""
    won = side_wagers(r, readings, "KQJT", Fraction(2))
    for hand in r.hands.values():
        for player, wagers in hand.wagers.items():
            won[player] += _double_deck(r, hand, wagers, readings, options)
    return won


def _double_deck(r: Round, hand: Hand, wagers: Counter[str], readings: Readings, options: Options) -> int:
    if hand.bonus is not None:
        return of_bonus(hand, wagers)
    if hand.even_money:
        return wagers["bet"]
    natural = players_blackjack(hand, readings)
    count = total(hand.cards)
    if count > 21:
        return -everything(wagers)
    if is_blackjack(r.dealer[:2]):
        if readings["double-deck-peek"] == "checked" and (len(hand.cards) != 2 or hand.split):
            raise Impossible("cards were dealt although the down card was checked")
        pushes = hand.split and is_blackjack(hand.cards) and readings["double-deck-split-natural"] == "pushes"
        return 0 if (natural or pushes) and not hand.surrendered else -everything(wagers)
    if hand.surrendered:
        return -halves(everything(wagers))
    if natural:
        winnings = everything(wagers) * Fraction(str(options.get("blackjack_odds", "3 to 2")).replace(" to ", "/"))
        if winnings.denominator != 1:
            raise Impossible("a Blackjack that cannot be paid to the cent")
        return int(winnings)
    dealer = finished(r.dealer, hits_soft_17=bool(options.get("dealer_hits_soft")))
    return everything(wagers) * result(count, dealer)


# --- Five Card Hi-Lo ------------------------------------------------------------------------------------------------

ORDER = "23456789TJQKA"


def strength(cards: list[str]) -> tuple[int, list[int]]:
    """A five-card poker hand by its class and then by its cards, those there are more of first."""
    places = sorted((ORDER.index(card[0]) for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    if places == [12, 3, 2, 1, 0]:  # the ace as one
        places = [3, 2, 1, 0, -1]
    straight = all(high - low == 1 for high, low in pairwise(places))
    counts = Counter(places)
    shape = sorted(counts.values(), reverse=True)
    grouped = sorted(places, key=lambda place: (counts[place], place), reverse=True)
    classes: list[bool] = [
        flush and straight,
        shape == [4, 1],
        shape == [3, 2],
        flush,
        straight,
        shape == [3, 1, 1],
        shape == [2, 2, 1],
        shape == [2, 1, 1, 1],
        True,
    ]
    return -classes.index(True), grouped


def five_card_hi_lo_pa(r: Round, readings: Readings, options: Options) -> Counter[str]:
    """HOUSE: the high hand against the dealer's, even money, ties push; or nothing at all after the deal."""
    won: Counter[str] = Counter()
    for hand in r.hands.values():
        for player, wagers in hand.wagers.items():
            if readings["five-card-hi-lo-showdown"] == "house-high-hand":
                mine, dealers = strength(hand.cards), strength(r.dealer)
                won[player] += everything(wagers) * ((mine > dealers) - (mine < dealers))
    return won


SETTLE: Mapping[str, Callable[[Round, Readings, Options], Counter[str]]] = {
    "double-attack-pa": double_attack_pa,
    "double-attack-nj": double_attack_nj,
    "double-back-jack-pa": double_back_jack_pa,
    "double-deck-house": double_deck_house,
    "five-card-hi-lo-pa": five_card_hi_lo_pa,
}


def settle(game: str, happened: Iterable[f.Fact], readings: Readings, options: Options) -> Counter[str]:
    """What everybody should have won or lost in the round that these facts tell of."""
    happened = tuple(happened)
    mine = options.get("side_wagers", [])
    assert isinstance(mine, list)
    r = seen(happened, readings, {str(wager["name"]).lower().replace(" ", "-"): wager for wager in (BUST_IT, *mine)})
    if game == "double-attack-nj":
        shared_boxes(r, readings, options)
        bonus_before(happened, r, readings)
    bonus = options.get("bonus_21")
    if isinstance(bonus, Mapping):
        for hand in r.hands.values():
            hand.bonus = bonus_of(hand, bonus)
    after_reader = readings.get("pa-surrender-timing") == "after-reader"
    if r.before_reader and after_reader and r.up_card[0] in "AKQJ":
        raise Impossible("a hand was surrendered before the reader was used")
    if r.decided_after_reader and readings.get("pa-surrender-timing") == "after-play":
        raise Impossible("the reader was used before the players had finished")
    if r.void:
        return of_void_round(r, readings)
    played_out(r)
    return SETTLE[game](r, readings, options)


def played_out(r: Round) -> None:
    """Every hand that counts has its two cards and was played until its player stood, or could do no more."""
    for (box, number), hand in r.hands.items():
        no_more_cards = r.refused & hand.wagers.keys()  # a player's refusal binds every box of the player
        if hand.dead or hand.surrendered or no_more_cards or len(hand.cards) == 5 == len(r.dealer):
            continue
        if len(hand.cards) < 2:
            raise Impossible(f"box {box} hand {number} is settled on {hand.cards}")
        ended = hand.stood or hand.even_money or any(wagers["double"] for wagers in hand.wagers.values())
        split_ace = hand.split and hand.cards[0][0] == "A" and len(hand.cards) == 2
        if total(hand.cards) < 21 and not ended and not split_ace and not is_blackjack(r.dealer[:2]):
            raise Impossible(f"nobody asked what box {box} hand {number} wants to do with {hand.cards}")
