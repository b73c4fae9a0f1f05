"""Wagers offered during the round: Double Attack, insurance, even money."""

from math import ceil
from operator import itemgetter

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack.deal import FURTHER_CARDS
from pitboss.procedure.blackjack.hands import ACE, POINTS, Bettor, Box, Stake
from pitboss.procedure.blackjack.moves import Attack, EvenMoney, Insure, NoAttack, NoInsurance
from pitboss.procedure.blackjack.refusals import settled_by
from pitboss.procedure.blackjack.settlement import INSURANCE, discard_hand, pay_stake, show_hand
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import Move
from pitboss.procedure.state import Phase
from pitboss.rules.money import EVEN_MONEY, dollars
from pitboss.rules.subjects.points import COURT_VALUE
from pitboss.rules.subjects.settlement import Discarded
from pitboss.rules.subjects.wagers import AttackLimit

ATTACK = "attack"
AttackOrNot = Attack | NoAttack
_PLAYER = itemgetter(1)  # of a box and who wagers there

# --- Double Attack --------------------------------------------------------------------------------------------------


def offer_attack(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """Everybody with a bet may add a Double Attack Wager, having seen the dealer's first card.

    Where several people wager on a box, the others may follow once the one who decides for it has attacked, or by a
    reading whatever that one does.
    """
    if t.rules.wagers.attack is AttackLimit.NONE:
        return
    t.phase = Phase.ATTACK
    freely = t.rules.wagers.attack_without_caller
    open_to: dict[tuple[int, str], Stake] = {
        (box.number, stake.player): stake
        for box in t.boxes.values()
        for stake in box.hands[0].stakes
        if freely or stake.player == box.decides
    }

    while open_to:
        by = tuple(dict.fromkeys(map(_PLAYER, open_to)))
        others = any(player != t.boxes[number].decides for number, player in open_to)
        offered = (*cited, *t.law.follow_attack) if others else cited
        asked = Wait(by, (Attack, NoAttack), offered, asked=tuple(open_to))
        move = yield asked
        if not isinstance(move, AttackOrNot) or (move.box, move.by) not in open_to:
            yield from _attack_not_asked(t, asked, move)
            continue
        stake, box = open_to[move.box, move.by], t.boxes[move.box]
        follows = t.law.follow_attack if move.by != box.decides else ()
        if isinstance(move, NoAttack):
            del open_to[move.box, move.by]
            t.facts.append(facts.WagerDeclined((*cited, *follows), move.by, move.box, ATTACK))
        elif _may_attack(t, stake, move):
            stake.attack = move.cents
            t.place(move.by, move.cents, move.box, 1, ATTACK, (*t.rules.cites("attack"), *follows))
            del open_to[move.box, move.by]
            if move.by == box.decides and not freely:
                open_to.update({(box.number, other.player): other for other in box.hands[0].stakes[1:]})


def _attack_not_asked(t: BlackjackState, asked: Wait, move: Move) -> Procedure[None]:
    """Somebody is not asked about this wager, perhaps not yet, or something else comes in between."""
    if isinstance(move, AttackOrNot) and (caller := _has_to_attack_first(t, move)):
        sentence = f"{caller} has placed no Double Attack Wager at box {move.box}"
        t.refuse("attack/not-yours", sentence, t.rules.cites("attack_without_caller"))
    elif isinstance(move, AttackOrNot) and move.by in asked.by:
        t.refuse("attack/not-yours", f"{move.by} is not asked at box {move.box}", t.law.attack_offered)
    else:
        yield from t.come_between(asked, move)


def _has_to_attack_first(t: BlackjackState, move: AttackOrNot) -> str:
    """Whoever decides at the box, while another who wagers there may not follow yet; else nobody."""
    box = t.boxes.get(move.box)
    if box is None or move.by == box.decides or move.by not in box.bettors or t.rules.wagers.attack_without_caller:
        return ""
    return "" if box.hands[0].stakes[0].attack else box.decides


def _may_attack(t: BlackjackState, stake: Stake, move: Attack) -> bool:
    limit, cited = t.rules.wagers.attack, t.rules.cites("attack")
    if move.cents > stake.bet:
        t.refuse("attack/above-bet", f"it may not exceed the bet of {dollars(stake.bet)}", cited)
    elif limit is AttackLimit.EQUAL_TO_BET and move.cents != stake.bet:
        t.refuse("attack/not-equal", f"it must equal the bet of {dollars(stake.bet)}", t.law.attack_offered)
    elif not in_chips(t, move.cents):
        t.refuse("attack/chips", f"{dollars(move.cents)} is not a whole number of chips", t.rules.cites("wagers_made"))
    elif not payable(t, move.cents):
        t.refuse("attack/not-payable", f"{dollars(move.cents)} could not be settled in whole cents", ())
    else:
        return t.afford(stake.player, move.cents, t.rules.cites("wagers_made"))
    return False


def in_chips(t: BlackjackState, cents: int) -> bool:
    """Whether an amount can be placed in the table's chips."""
    return cents % t.rules.wagers.chip_unit_cents == 0


def payable(t: BlackjackState, cents: int) -> bool:
    """Whether an amount can be paid, and halved, to the cent."""
    return cents % t.paid_in_cents == 0


# --- insurance ------------------------------------------------------------------------------------------------------


def most_insurance(t: BlackjackState, bet: int) -> int:
    """Half the bet; rounded up to the next chip where half cannot be bet and the text allows it."""
    unit = t.rules.wagers.chip_unit_cents
    chips = bet * t.rules.insurance.insurance_share / unit
    return (ceil(chips) if t.rules.insurance.insurance_rounds_up else int(chips)) * unit


def offer_insurance(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """With an ace showing, each person wagering may insure, whatever the others on the box do."""
    rules = t.rules.insurance
    if not rules.insurance_offered or t.dealer.up_card.rank is not rules.insurance_up_card:
        return
    t.phase = Phase.INSURANCE
    open_to = {
        (box.number, bettor.player): bettor
        for box in t.boxes.values()
        if not box.hands[0].settled
        for bettor in box.bettors.values()
    }
    may: tuple[type[Move], ...] = (Insure, NoInsurance, *((EvenMoney,) if rules.even_money else ()))
    whose = t.rules.cites("insurance_offered")

    def wait() -> Wait:
        by = tuple(dict.fromkeys(map(_PLAYER, open_to)))
        return Wait(by, may, cited, bars=FURTHER_CARDS, who=dict.fromkeys(may, whose), asked=tuple(open_to))

    while open_to:
        move = yield from t.ask(wait)
        assert isinstance(move, Insure | NoInsurance | EvenMoney)
        bettor = open_to.get((move.box, move.by))
        if bettor is None:
            _insurance_not_asked(t, move, whose)
        elif isinstance(move, NoInsurance):
            del open_to[move.box, move.by]
            t.record(facts.WagerDeclined(cited, move.by, move.box, INSURANCE))
        elif isinstance(move, EvenMoney):
            if _take_even_money(t, t.boxes[move.box], move.by):
                del open_to[move.box, move.by]
        elif _may_insure(t, t.boxes[move.box], bettor, move):
            bettor.insurance, bettor.insured = move.cents, True
            others = t.law.insures_apart if len(t.boxes[move.box].bettors) > 1 else ()
            t.place(move.by, move.cents, move.box, 1, INSURANCE, (*t.rules.cites("insurance_share"), *others))
            del open_to[move.box, move.by]


def _insurance_not_asked(t: BlackjackState, move: Insure | NoInsurance | EvenMoney, cited: Citation) -> None:
    box = t.boxes.get(move.box)
    if box is not None and move.by in box.bettors and box.hands[0].settled:
        how, by = settled_by(t, box.hands[0])
        t.refuse("insurance/not-yours", f"the hand at box {box.number} is settled: {how}", by)
    else:
        t.refuse("insurance/not-yours", f"{move.by} is not asked at box {move.box}", cited)


def _may_insure(t: BlackjackState, box: Box, bettor: Bettor, move: Insure) -> bool:
    cited = t.rules.cites("insurance_share")
    bet = next(stake.bet for stake in box.hands[0].stakes if stake.player == bettor.player)
    most = most_insurance(t, bet)
    if move.cents > most:
        t.refuse("insurance/too-large", f"it may not exceed {dollars(most)}", cited)
    elif not in_chips(t, move.cents):
        t.refuse("insurance/chips", f"{dollars(move.cents)} is not a whole number of chips", cited)
    elif not t.rules.insurance.insurance_odds.pays_exactly(move.cents):
        odds = t.rules.insurance.insurance_odds
        sentence = f"{dollars(move.cents)} could not be paid at {odds} in whole cents"
        t.refuse("insurance/not-payable", sentence, ())
    else:
        return t.afford(bettor.player, move.cents, cited)
    return False


def _take_even_money(t: BlackjackState, box: Box, player: str) -> bool:
    cited = t.rules.cites("even_money")
    hand = box.hands[0]
    if hand.face_down and not hand.looked:
        t.refuse("even-money/not-looked", f"{player} has not looked at the cards of box {box.number}", ())
        return False
    if not hand.two_card_21:
        t.refuse("even-money/no-blackjack", "even money is for a Blackjack", cited)
        return False
    show_hand(t, hand, cited)
    for stake in hand.stakes:
        if stake.player == player:  # of several on a box each insures, and so takes even money, alone
            pay_stake(t, hand, stake, EVEN_MONEY, (*cited, *t.law.odds))
    if any(stake.on_hand() for stake in hand.stakes):
        return True
    hand.settled = hand.finished = True
    t.record(facts.HandSettled(cited, box.number, hand.number, "even money"))
    if t.rules.settlement.discarded is Discarded.EACH_HAND:
        discard_hand(t, hand)
    return True


def insurance_wins(t: BlackjackState) -> bool:
    """Whether the card beside the one that was insured against is one insurance wins on."""
    two = [card.rank for card in t.dealer.cards[:2]]
    insured = t.rules.insurance.insurance_up_card
    beside = two[1] if two[0] == insured else two[0]
    return beside in t.rules.insurance.insurance_wins_on


def lose_insurance(t: BlackjackState, cited: Citation) -> None:
    """Once no Blackjack is possible insurance is lost, if nothing but a Blackjack has it win."""
    rules, up = t.rules.insurance, t.dealer.up_card.rank
    if all(ACE in (up, rank) and COURT_VALUE in (POINTS[up], POINTS[rank]) for rank in rules.insurance_wins_on):
        settle_insurance(t, won=False, cited=cited)


def settle_insurance(t: BlackjackState, won: bool, cited: Citation) -> None:
    """Insurance is decided by the dealer's second card alone."""
    rules = t.rules.insurance
    if rules.insurance_up_card not in [rank for rank, _ in t.dealer.cards[:2]]:
        return  # nobody was asked
    for box in reversed(t.boxes.values()):
        for bettor in box.bettors.values():
            if won:
                paid = tuple(dict.fromkeys((*t.rules.cites("insurance_odds"), *cited)))
                t.pay(bettor.player, bettor.insurance, rules.insurance_odds, box.number, 1, INSURANCE, paid)
            else:
                lost = t.rules.cites("insurance_collected")
                t.collect(bettor.player, bettor.insurance, box.number, 1, INSURANCE, lost)
            bettor.insurance = 0
