"""Wagers before the deal: who may place what on which box, and when the dealer closes the bets."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.hands import Bets, Spoken
from pitboss.procedure.moves import DEALER, FLOORPERSON, CloseBets, ConfirmVerbal, Consent, Move, Ready, Wager
from pitboss.procedure.parts import Coupon, Player
from pitboss.procedure.state import Phase, State
from pitboss.rules.money import Odds, dollars
from pitboss.rules.subjects.wagers import BoxDecidedBy, HandsInMidShoe, LockedFrom, MidShoeEntry, VerbalWagers
from pitboss.rules.wager_kinds import WagerKind

BET = "bet"


def take_wagers(t: State, closing_words: str = "", closed_by: Citation = ()) -> Procedure[Bets]:
    """Everybody may wager until the dealer closes the bets, which he does when all are ready."""
    if not t.wagers_open:
        t.bets, t.boxes = Bets(), {}
        t.clear_layout()
        t.wagers_open = True
    t.phase = Phase.BETTING
    try:
        bets = yield from _wagers(t, closed_by)
    finally:  # an order may come before them
        t.wagers_open = False
    t.record(facts.BetsClosed(closed_by or t.rules.cites("wagers_close"), DEALER, closing_words))
    _note_who_sat_out(t, bets)
    return bets


def _wagers(t: State, closed_by: Citation) -> Procedure[Bets]:
    bets, may_wager, wager = t.bets, t.family.may_wager, t.family.wager
    asked = _asked(t, closed_by)
    while not ((bets.ready or bets.closed) and _closed(t, bets)):
        move = yield asked
        if type(move) not in asked.may or move.by not in asked.by:
            yield from t.come_between(asked, move)
            asked = _asked(t, closed_by)  # somebody may have come or gone
        elif isinstance(move, Wager):
            if may_wager(t, bets, move):
                wager(t, bets, move)
        elif isinstance(move, Ready):
            if move.by not in t.people.players:
                t.refuse("ready/not-a-player", f"{move.by} is not at the table", ())
            elif move.by in bets.ready:
                t.refuse("ready/said", f"{move.by} is ready already", ())
            else:
                bets.ready.append(move.by)
                t.facts.append(facts.PlayerReady((), move.by))
        elif isinstance(move, Consent):
            _consent(t, bets, move)
        elif isinstance(move, ConfirmVerbal):
            if may_confirm(t, bets, move):
                (_confirmed if move.confirmed else _not_confirmed)(t, bets, move.by, move.player, move.box)
        elif isinstance(move, CloseBets) and may_close_bets(t, bets, move, closed_by):
            bets.closed = True
    return bets


_BEFORE_THE_DEAL = (Wager, Ready, Consent, ConfirmVerbal, CloseBets)


def _asked(t: State, closed_by: Citation) -> Wait:
    """Who may do what before the deal, as far as the text knows it: spoken wagers, supervisors, shared boxes."""
    wagers = t.rules.wagers
    who: dict[type[Move], Citation] = {Ready: (), CloseBets: closed_by}
    if wagers.bettors_per_box > 1:
        who[Consent] = t.rules.cites("bettors_per_box")
    if wagers.verbal_wagers is not VerbalWagers.NOT_PROVIDED:
        who[ConfirmVerbal] = t.rules.cites("verbal_wagers")
    supervised = wagers.verbal_wagers is VerbalWagers.DEALER_AND_SUPERVISOR_CONFIRM
    staff = (DEALER, FLOORPERSON) if supervised else (DEALER,)
    may = tuple(kind for kind in _BEFORE_THE_DEAL if kind is Wager or kind in who)
    return Wait((*t.people.players, *staff), may, t.law.bet_placed, who=who)


def _closed(t: State, bets: Bets) -> bool:
    if not bets.bets or bets.unconfirmed:
        return False
    if bets.closed or t.dealer_by_hand:
        return bets.closed
    ready = bets.ready
    for player in reversed(t.people.players.values()):  # who came last is mostly ready last
        if player.seat is not None and player.name not in ready:
            return False
    return all(name in ready for placed in bets.bets.values() for name in placed)


def _note_who_sat_out(t: State, bets: Bets) -> None:
    betting = [name for placed in bets.bets.values() for name in placed]
    for player in t.people.players.values():
        boxes = betting.count(player.name)
        player.sat_out = not boxes
        if boxes:
            player.permitted = False
        if boxes or player.hands_this_shoe:
            player.hands_this_shoe = max(boxes, 1)  # which a text may not let grow; none is fewer than two as well


# --- what may be wagered --------------------------------------------------------------------------------------------


def may_wager(t: State, bets: Bets, move: Wager) -> bool:
    """Every condition in turn; the first that fails refuses the wager with its clause."""
    player = t.people.players.get(move.by)
    rules = t.rules
    if player is None:
        t.refuse("wager/not-a-player", f"{move.by} is not at the table", ())
        return False
    if move.box > t.ready.equipment.positions:
        t.refuse("wager/no-such-box", f"there is no box {move.box}", rules.cites("positions"))
        return False
    checks = _bet_conditions if move.wager == BET else _side_conditions
    if not checks(t, bets, move, player) or ((move.verbal or move.match_play) and not _manner(t, move)):
        return False
    if move.verbal or move.cents <= player.chips:
        return True
    return t.afford(player.name, move.cents, made(t, move.wager, "wagers_made"))


def made(t: State, wager: str, leaf: str) -> Citation:
    """What says how a wager is made; of the bonus wager a text may say it apart."""
    return (t.law.bonus_made if wager != BET else ()) or t.rules.cites(leaf)


def _bet_conditions(t: State, bets: Bets, move: Wager, player: Player) -> bool:
    wagers, cents, there = t.rules.wagers, move.cents, bets.bets.get(move.box)
    if there is not None and move.by in there:
        if wagers.wagers_locked is LockedFrom.WHEN_MADE:
            cited = t.rules.cites("wagers_locked")
            t.refuse("wager/altered", f"{move.by} already has a bet on box {move.box}", cited)
            return False
        cents += there[move.by]
    if not wagers.table_minimum_cents <= cents <= wagers.table_maximum_cents:
        least, most = dollars(wagers.table_minimum_cents), dollars(wagers.table_maximum_cents)
        t.refuse("wager/limits", f"the bet must be from {least} to {most}", t.rules.cites("table_minimum_cents"))
        return False
    if move.cents % wagers.chip_unit_cents:
        return _not_in_chips(t, move)
    # One that could not be paid, or halved, to the cent is refused now and never rounded later.
    if move.cents % t.paid_in_cents:
        return _not_payable(t, move.cents, t.family.odds_to_pay(t.rules))
    if waits_for_a_shuffle(t, player):
        cited = t.rules.cites("mid_shoe_entry")
        t.refuse("wager/mid-shoe", f"{player.name} may wager after the next shuffle", cited)
        return False
    for placed in bets.bets.values():
        if move.by in placed and not _boxes(t, bets, move, player):
            return False
    if there is not None:
        return _box_shared(t, there, bets, move)
    if player.seat == move.box or wagers.bettors_per_box > 1:
        return True
    owner = t.people.at_seat(move.box)
    if owner is not None:
        t.refuse("wager/taken", f"box {move.box} is {owner}'s", t.rules.cites("bettors_per_box"))
    return owner is None


def _side_conditions(t: State, bets: Bets, move: Wager, player: Player) -> bool:
    kind = t.rules.wager_kinds.get(move.wager)
    if kind is None or not kind.offered:
        called = kind.name if kind is not None else move.wager.replace("-", " ").title()
        cited = kind.clauses.offered if kind is not None else ()
        t.refuse(f"{move.wager}/not-offered", f"the {called} Wager is not offered here", cited)
        return False
    bet = bets.bets.get(move.box, {}).get(player.name)
    if bet is None:
        t.refuse(f"{kind.id}/no-bet", f"{player.name} has no bet on box {move.box}", kind.clauses.offered)
        return False
    already = bets.side.get((move.box, player.name, kind.id), 0)
    if already and t.rules.wagers.wagers_locked is LockedFrom.WHEN_MADE:
        t.refuse("wager/altered", f"a {kind.name} Wager is already there", t.rules.cites("wagers_locked"))
        return False
    if not _side_limits(t, kind, already + move.cents, bet):
        return False
    return move.cents % t.rules.wagers.chip_unit_cents == 0 or _not_in_chips(t, move)


def _side_limits(t: State, kind: WagerKind, cents: int, bet: int) -> bool:
    clauses = kind.clauses
    if cents > bet and kind.within_bet:
        t.refuse(f"{kind.id}/above-bet", f"it may not exceed the bet of {dollars(bet)}", clauses.within_bet)
    elif cents < kind.minimum_cents:
        t.refuse(f"{kind.id}/too-small", f"it must be at least {dollars(kind.minimum_cents)}", clauses.minimum)
    elif kind.maximum_cents is not None and cents > kind.maximum_cents:
        most = dollars(kind.maximum_cents)
        t.refuse(f"{kind.id}/too-large", f"it may not exceed the posted {most}", clauses.maximum)
    else:
        return cents % kind.paid_in_cents == 0 or _not_payable(t, cents, [row.odds for row in kind.pays])
    return False


def _not_in_chips(t: State, move: Wager) -> bool:
    sentence = f"{dollars(move.cents)} cannot be placed in chips of {dollars(t.rules.wagers.chip_unit_cents)}"
    t.refuse("wager/chips", sentence, made(t, move.wager, "wagers_made"))
    return False


def _not_payable(t: State, cents: int, every: Iterable[Odds]) -> bool:
    odds = next(odds for odds in every if not odds.pays_exactly(cents))
    t.refuse("wager/not-payable", f"{dollars(cents)} could not be settled at {odds} in whole cents", ())
    return False


def waits_for_a_shuffle(t: State, player: Player) -> bool:
    """Whether somebody who did not wager since the shuffle may not begin now."""
    if t.cards.rounds_from_shoe == 0 or player.permitted or not (player.sat_out or player.hands_this_shoe is None):
        return False
    entry = t.rules.wagers.mid_shoe_entry
    late = player.hands_this_shoe is None if entry is MidShoeEntry.RETURN_ONLY else player.sat_out
    return late and entry is not MidShoeEntry.PERMITTED


def nobody_is_in_the_shoe(t: State) -> bool:
    """Whether all at the table wait for a shuffle, so that without one there would never be a round again."""
    players = t.people.players.values()
    return bool(players) and all(waits_for_a_shuffle(t, player) for player in players)


def boxes_most(t: State, player: Player) -> int:
    """On how many boxes a player may wager in this round; in mid-shoe perhaps on no more than before."""
    wagers, once = t.rules.wagers, player.hands_this_shoe
    return wagers.boxes_per_player if wagers.hands_in_mid_shoe is HandsInMidShoe.FREE or once is None else once


def _boxes(t: State, bets: Bets, move: Wager, player: Player) -> bool:
    """Where a player has bet on another box: on how many may they, and on which."""
    wagers, boxes = t.rules.wagers, sorted({*bets.boxes_of(player.name), move.box})
    if len(boxes) > wagers.boxes_per_player:
        sentence = f"a player may wager on {wagers.boxes_per_player} box{'es' * (wagers.boxes_per_player > 1)} at most"
        t.refuse("wager/too-many-boxes", sentence, t.rules.cites("boxes_per_player"))
        return False
    if wagers.boxes_adjacent and boxes[-1] - boxes[0] >= len(boxes):
        t.refuse("wager/not-adjacent", "the boxes must be adjacent", t.rules.cites("boxes_adjacent"))
        return False
    once = boxes_most(t, player)
    if len(boxes) > once:
        sentence = f"{player.name} may play no more than {once} hand{'s' * (once > 1)} before the next shoe"
        t.refuse("wager/more-hands-mid-shoe", sentence, t.rules.cites("hands_in_mid_shoe"))
        return False
    return True


def _box_shared(t: State, there: Mapping[str, int], bets: Bets, move: Wager) -> bool:
    """A box belongs to its seated player; another may join it where the text allows, with the first one's consent."""
    wagers = t.rules.wagers
    owner = t.people.at_seat(move.box)
    if owner not in (*there, move.by) and wagers.box_decided_by is BoxDecidedBy.ONE_HIGHEST:
        others = [cents for name, cents in there.items() if name != move.by]
        if others and there.get(move.by, 0) + move.cents == max(others):
            sentence = f"nobody is seated at box {move.box}, and its highest wager may not be equalled"
            t.refuse("wager/equals-highest", sentence, t.rules.cites("box_decided_by"))
            return False
    if move.by in there:
        return True
    if len(there) >= wagers.bettors_per_box:
        sentence = f"no more than {wagers.bettors_per_box} may wager on box {move.box}"
        t.refuse("wager/box-full", sentence, t.rules.cites("bettors_per_box"))
        return False
    shared = sum(len(placed) > 1 for placed in bets.bets.values())
    if t.people.shared_boxes_most is not None and len(there) == 1 and shared >= t.people.shared_boxes_most:
        sentence = f"at this table several people may wager on {t.people.shared_boxes_most} boxes and no more"
        t.refuse("wager/shared-boxes", sentence, t.law.sharing_limited)
        return False
    if (move.box, move.by) not in bets.consents:
        first = next(iter(there))
        t.refuse("wager/no-consent", f"{first} has not consented", t.rules.cites("bettors_per_box"))
        return False
    return True


def _manner(t: State, move: Wager) -> bool:
    wagers = t.rules.wagers
    if move.verbal and wagers.verbal_wagers is VerbalWagers.NOT_PROVIDED:
        t.refuse("wager/verbal", "wagers are made with chips on the layout", made(t, move.wager, "wagers_made"))
        return False
    if move.verbal and (move.by, move.box) in t.bets.unconfirmed:
        t.refuse(
            "wager/unconfirmed", "a spoken wager waits to be confirmed first", made(t, move.wager, "verbal_wagers")
        )
        return False
    if move.match_play and not wagers.match_play:
        t.refuse("wager/match-play", "match play coupons are not accepted", made(t, move.wager, "wagers_made"))
        return False
    return True


def wager(t: State, bets: Bets, move: Wager) -> None:
    """A bet, or a wager beside it, that every condition allows."""
    if move.verbal:  # the cash that comes with the words is turned into chips
        t.people.players[move.by].chips += move.cents
        t.chips.bought += move.cents
        t.record(facts.ChipsBought(made(t, move.wager, "verbal_wagers"), move.by, move.cents))
    coupon_before = t.chips.coupons.get((move.by, move.box, move.wager))
    if move.match_play:
        coupon = coupon_before or Coupon(1, 0)
        more = int(move.cents * t.rules.wagers.match_play_worth)
        t.chips.coupons[move.by, move.box, move.wager] = replace(coupon, cents=coupon.cents + more)
        t.record(facts.CouponPlaced(made(t, move.wager, "match_play"), move.by, move.box, move.wager))
    by, box, cents = move.by, move.box, move.cents
    if move.wager == BET:
        there = bets.bets.setdefault(box, {})
        there[by] = there.get(by, 0) + cents
        cited = t.law.bet_placed + (t.law.lies_behind if len(there) > 1 else ())
    else:
        where = (box, by, move.wager)
        bets.side[where] = bets.side.get(where, 0) + cents
        cited = t.rules.wager_kinds[move.wager].clauses.offered
    t.place(by, cents, box, 1, move.wager, cited)
    if bets.ready:
        bets.unready(move.by)
    if move.verbal:
        both = t.rules.wagers.verbal_wagers is VerbalWagers.DEALER_AND_SUPERVISOR_CONFIRM
        needed = [DEALER, FLOORPERSON] if both else [DEALER]
        bets.unconfirmed[move.by, move.box] = Spoken(move.wager, cents, coupon_before, needed)
        for role in [role for role in needed if role not in t.by_hand]:
            _confirmed(t, bets, role, move.by, move.box)


def may_close_bets(t: State, bets: Bets, move: CloseBets, closed_by: Citation) -> bool:
    """Whether the bets may be closed now; refuses it otherwise."""
    if move.by != DEALER:
        t.refuse("bets/not-yours", "the dealer closes the bets", closed_by)
    elif bets.unconfirmed:
        spoken = next(iter(bets.unconfirmed.values()))
        t.refuse("bets/none", "a spoken wager is not confirmed", made(t, spoken.wager, "verbal_wagers"))
    elif not bets.bets:
        t.refuse("bets/none", "there is no wager on the layout", t.rules.cites("bet_name"))
    else:
        return True
    return False


def may_confirm(t: State, bets: Bets, move: ConfirmVerbal) -> bool:
    """Whether there is a spoken wager for that role to confirm; refuses it otherwise."""
    spoken = bets.unconfirmed.get((move.player, move.box))
    if spoken is not None and move.by in spoken.needed:
        return True
    t.refuse("verbal/nothing-to-confirm", f"{move.by} has nothing to confirm", t.rules.cites("verbal_wagers"))
    return False


def _confirmed(t: State, bets: Bets, role: str, player: str, box: int) -> None:
    spoken = bets.unconfirmed[player, box]
    spoken.needed.remove(role)
    t.record(facts.WagerConfirmed(made(t, spoken.wager, "verbal_wagers"), role, player, box))
    if not spoken.needed:
        del bets.unconfirmed[player, box]


def _not_confirmed(t: State, bets: Bets, role: str, player: str, box: int) -> None:
    """A spoken wager that somebody does not confirm is none: it goes back, and so does the cash that came with it."""
    spoken = bets.unconfirmed.pop((player, box))
    cited = made(t, spoken.wager, "verbal_wagers")
    t.record(facts.WagerNotConfirmed(cited, role, player, box))
    _goes_back(t, bets, player, box, spoken.wager, spoken.cents, cited, spoken.coupon_before)
    _as_the_rest_allows(t, bets, player, box)
    if not bets.bets[box][player]:
        bets.taken_off(box, player)
    t.people.players[player].chips -= spoken.cents
    t.chips.bought -= spoken.cents
    t.record(facts.CashReturned(cited, player, spoken.cents))
    bets.unready(player)


def _as_the_rest_allows(t: State, bets: Bets, player: str, box: int) -> None:
    """What was added to a wager that is gone goes back where it could not lie alone, or not beside what is left."""
    bet = bets.bets[box][player]
    if bet < t.rules.wagers.table_minimum_cents:
        by = (*made(t, BET, "verbal_wagers"), *t.rules.cites("table_minimum_cents"))
        _goes_back(t, bets, player, box, BET, bet, by, None)
        bet = 0
    for kind in t.rules.side_wagers:
        lies = bets.side.get((box, player, kind.id), 0)
        most = min(lies, bet) if kind.within_bet or not bet else lies
        most -= most % kind.paid_in_cents
        by = kind.clauses.within_bet if bet else kind.clauses.offered
        if 0 < most < kind.minimum_cents:
            most, by = 0, kind.clauses.minimum
        stays = t.chips.coupons.get((player, box, kind.id)) if most else None
        _goes_back(t, bets, player, box, kind.id, lies - most, by, stays)


def _goes_back(
    t: State, bets: Bets, player: str, box: int, wager: str, cents: int, clauses: Citation, coupon: Coupon | None
) -> None:
    """All or some of what lies there goes back; a coupon that lay with the rest stays with it."""
    if not cents:
        return
    where = (player, box, wager)
    if wager == BET:
        bets.bets[box][player] -= cents
    else:
        bets.side[box, player, wager] -= cents
        if not bets.side[box, player, wager]:
            del bets.side[box, player, wager]
    if coupon is not None:
        t.chips.coupons.pop(where, None)
    t.give_back(player, cents, box, 1, wager, clauses)
    if coupon is not None:
        t.chips.coupons[where] = coupon


def _consent(t: State, bets: Bets, move: Consent) -> None:
    there = bets.bets.get(move.box, {})
    cited = t.rules.cites("bettors_per_box")
    if not there or next(iter(there)) != move.by:
        t.refuse("consent/not-yours", f"{move.by} is not the first to wager on box {move.box}", cited)
    elif move.player not in t.people.players:
        t.refuse("consent/nobody", f"{move.player} is not at the table", ())
    else:
        if (move.box, move.player) not in bets.consents:
            bets.consents.append((move.box, move.player))
        t.record(facts.ConsentGiven(cited, move.by, move.box, move.player))


def set_up_boxes(t: State, bets: Bets) -> None:
    """The boxes in play: who decides for each, and everybody's stakes on its first hand."""
    beside: dict[int, dict[str, dict[str, int]]] = {number: {} for number in bets.bets}
    for (at, who, kind), cents in bets.side.items():
        beside[at].setdefault(who, {})[kind] = cents
    owners = {player.seat: player.name for player in t.people.players.values()}
    boxes = {}
    for number, placed in sorted(bets.bets.items()):
        owner = owners.get(number)
        decides = owner if owner in placed else max(placed, key=placed.__getitem__)
        in_order = {decides: placed[decides], **placed} if len(placed) > 1 else placed
        boxes[number] = t.box_kind(number, decides, in_order, beside[number])
    t.boxes = boxes
