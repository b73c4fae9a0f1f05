"""How each thing that is due could be done wrongly: what is done instead, by the kind of mistake that it is."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from pitboss.procedure import moves as m
from pitboss.procedure.moves import DEALER, FLOORPERSON, MOVES, Move, every_move
from pitboss.procedure.state import Phase
from pitboss.school.acts import AnyAct, Chips, Handled, PickUp, Ruling, Say, Step
from pitboss.school.mistakes import Kind
from pitboss.school.practice import Practice

WrongWay = Callable[[Practice, AnyAct | None], Iterator[AnyAct]]  # given what is due, what could be done instead
Otherwise = Callable[[Practice, Move], Move | None]


# --- chips ----------------------------------------------------------------------------------------------------------


def _wager(may: Callable[[Handled], bool], change: Callable[[Handled, int], Handled]) -> WrongWay:
    """Something else is done with one wager of those that are due."""

    def ways(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
        if isinstance(due, Chips):
            unit = practice.table.rules.wagers.chip_unit_cents
            for place, each in enumerate(due.handled):
                if may(each):
                    yield Chips(handled=(*due.handled[:place], change(each, unit), *due.handled[place + 1 :]))

    return ways


def _moved(paid: Callable[[Handled, int], int], taken: Callable[[Handled, int], int]) -> Callable[..., Handled]:
    return lambda each, unit: msgspec.structs.replace(each, paid=paid(each, unit), taken=taken(each, unit))


def _won(each: Handled) -> bool:
    return bool(each.paid)


def _lost(each: Handled) -> bool:
    return bool(each.taken) and not each.paid


def _goes_back(each: Handled) -> bool:
    return not each.taken and not each.paid


def _nothing(each: Handled, unit: int) -> int:
    return 0


def _another_order(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
    if isinstance(due, Chips) and len({each.box for each in due.handled}) > 1:
        yield Chips(handled=due.handled[::-1])


def _another_wager(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
    if isinstance(due, Chips):
        first = due.handled[0]
        unit = practice.table.rules.wagers.chip_unit_cents
        yield Chips(handled=(*due.handled, Handled(first.player, first.box, first.hand, "tip", paid=unit)))


# --- cards and words ------------------------------------------------------------------------------------------------


def _hands_in_another_order(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
    if isinstance(due, PickUp) and len(set(due.hands)) > 1:
        yield PickUp(hands=due.hands[::-1])


def _a_hand_left(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
    if isinstance(due, PickUp):
        yield PickUp(hands=due.hands[1:])


def _said_otherwise(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
    if isinstance(due, Say):
        yield Say(words=f"{due.words} or so")


def _unsaid(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
    """Whoever has one thing to say goes on without it, where nothing else is to be done first."""
    step = practice.step_due()
    if isinstance(due, Say) and step is not None and len(practice.handiwork_due) == 1 and practice.announcements == 1:
        yield Step.of(step)


def _lets(tried: type[Move]) -> WrongWay:
    def ways(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
        if isinstance(due, Ruling) and isinstance(practice.tried, tried):
            yield Ruling(lets=True)

    return ways


# --- steps ----------------------------------------------------------------------------------------------------------


def _instead_of(kind: str, *others: Otherwise) -> WrongWay:
    """Another move instead of one that is due, by the tag of the move."""

    def ways(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
        made = due.made if isinstance(due, Step) else None
        if made is not None and made.__struct_config__.tag == kind:
            for other in others:
                move = other(practice, made)
                if move is not None:
                    yield Step.of(move)

    return ways


def _as(**fields: object) -> Otherwise:
    """The same move, made otherwise."""
    return lambda practice, due: msgspec.structs.replace(due, **fields)


def _any(*ways: WrongWay) -> WrongWay:
    def all_ways(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
        for one in ways:
            yield from one(practice, due)

    return all_ways


def _at_any_step(tag: str, by: str = DEALER, in_round: bool = True, **fields: object) -> WrongWay:
    """A move at a time that is not its own; of a family that does not have it, none."""

    def ways(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
        kind, state = every_move()[tag], practice.table.state
        known = kind in MOVES.values() or kind in state.family.staff_moves
        here = known and state.in_round is in_round and by in practice.roles
        if here and isinstance(due, Step) and kind not in practice.table.waiting.may:
            yield Step.of(kind(by=by, **fields))

    return ways


def _to_another(practice: Practice, due: Move) -> Move | None:
    assert isinstance(due, m.Deal)
    others = [box for box in (*sorted(practice.table.state.boxes, reverse=True), 0) if box != due.to]
    return m.Deal(by=due.by, to=others[0]) if others else None


def _passing_over(own: bool) -> Otherwise:
    def otherwise(practice: Practice, due: Move) -> Move | None:
        assert isinstance(due, m.Deal)
        return m.PassOver(by=due.by, box=due.to) if own is (due.to == 0) else None

    return otherwise


def _again_to_the_last(practice: Practice, due: Move) -> Move | None:
    """A second card to whoever got the last one."""
    moves = practice.table.moves
    last = moves[-1] if moves else None
    return last if isinstance(last, m.Deal) and isinstance(due, m.Deal) and last.to != due.to else None


def _a_card_more(practice: Practice, due: Move) -> Move | None:
    """A card to somebody who is to have none."""
    boxes = list(practice.table.state.boxes)
    return m.Deal(by=DEALER, to=boxes[0] if boxes else 0)


def _short_of_a_card(due: Move) -> Move:
    assert isinstance(due, m.Shuffle)
    return msgspec.structs.replace(due, order=due.order[1:], hands=())


def _another_box_first(practice: Practice, due: Move) -> Move | None:
    others = [box for box in practice.table.state.boxes if box != getattr(due, "box", 0)]
    return msgspec.structs.replace(due, box=others[0]) if others else None


def _presenting(entitled: bool = True, **fields: object) -> WrongWay:
    """While a player is asked to cut, the dealer presents the cards otherwise than the text has it."""

    def ways(practice: Practice, due: AnyAct | None) -> Iterator[AnyAct]:
        if m.RefuseCut in practice.table.waiting.may:
            player = None if entitled else "nobody here"
            yield Step.of(msgspec.structs.replace(m.OfferCut(by=DEALER, player=player), **fields))

    return ways


def _turned_off(tag: str) -> WrongWay:
    """A move in which something that is so by default is not, each in turn."""
    kind = every_move()[tag]
    defaults = kind.__struct_defaults__
    flags = [name for name, so in zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True) if so is True]
    return _instead_of(tag, *(_as(**{flag: False}) for flag in flags))


def _hole_card_lies(practice: Practice, due: AnyAct | None) -> bool:
    """Whether the dealer has a card face down that nobody is to turn or read now."""
    dealer = practice.table.state.beside_the_boxes().dealer
    asked = {kind.__struct_config__.tag for kind in practice.table.waiting.may}
    return bool(dealer and dealer.face_down) and not asked & {"turn-hole-card", "read-hole-card"}


def _where(holds: Callable[[Practice, AnyAct | None], bool], way: WrongWay) -> WrongWay:
    return lambda practice, due: way(practice, due) if holds(practice, due) else iter(())


def _before_the_shoe(practice: Practice, due: AnyAct | None) -> bool:
    """Whether no shoe is there in which a card could lie face up."""
    return practice.table.state.phase in (Phase.OPENING, Phase.SHUFFLE)


def _reader_called_for(practice: Practice) -> bool:
    deal = getattr(practice.table.rules, "deal", None)
    dealer = practice.table.state.beside_the_boxes().dealer
    up = [card.rank for place, card in enumerate(dealer.cards) if place not in dealer.face_down] if dealer else []
    return bool(deal and up and up[0] in deal.reader_ranks)


WRONG_WAYS: Mapping[Kind, WrongWay] = {
    # chips
    Kind.OVERPAID: _wager(_won, _moved(lambda each, unit: each.paid + unit, lambda each, unit: each.taken)),
    Kind.UNDERPAID: _wager(
        lambda each: each.paid > 1, _moved(lambda each, unit: each.paid // 2, lambda each, unit: each.taken)
    ),
    Kind.WINNER_NOT_PAID: _wager(_won, _moved(_nothing, lambda each, unit: each.taken)),
    Kind.WINNER_TAKEN: _wager(_won, _moved(_nothing, lambda each, unit: unit)),
    Kind.LOSER_PAID: _wager(_lost, _moved(lambda each, unit: each.taken, _nothing)),
    Kind.LOSER_LEFT: _wager(_lost, _moved(_nothing, _nothing)),
    Kind.TOO_LITTLE_TAKEN: _wager(
        lambda each: _lost(each) and each.taken > 1, _moved(_nothing, lambda each, unit: each.taken // 2)
    ),
    Kind.TOO_MUCH_TAKEN: _wager(_lost, _moved(_nothing, lambda each, unit: each.taken + unit)),
    Kind.PUSH_PAID: _wager(_goes_back, _moved(lambda each, unit: unit, _nothing)),
    Kind.PUSH_TAKEN: _wager(_goes_back, _moved(_nothing, lambda each, unit: unit)),
    Kind.CHIPS_DO_NOT_ADD_UP: _wager(
        _won, lambda each, unit: msgspec.structs.replace(each, chips={unit: each.paid // unit + 1})
    ),
    Kind.CHIPS_OUT_OF_ORDER: _another_order,
    Kind.NO_SUCH_WAGER: _another_wager,
    Kind.LATE_WAGER_STANDS: _any(_lets(m.Wager), _lets(m.TakeBack)),
    Kind.HANDLING_PERMITTED: _any(_lets(m.TouchCards), _at_any_step("permit-handling", player="Ann")),
    Kind.BURN_CARD_SHOWN: _lets(m.AskBurnCard),
    Kind.PAID_FROM_LOSERS: _instead_of("settle-box", _as(paid_from="losing-wagers")),
    # cards
    Kind.WRONG_BOX: _instead_of("deal", _to_another),
    Kind.BOX_PASSED_OVER: _instead_of("deal", _passing_over(own=False)),
    Kind.OWN_CARD_MISSED: _instead_of("deal", _passing_over(own=True)),
    Kind.CARD_TOO_MANY: _instead_of("deal", _again_to_the_last),
    Kind.CARD_EXPOSED: _at_any_step("drew-in-error", exposed=True),
    Kind.CARD_DRAWN: _at_any_step("drew-in-error", exposed=False),
    Kind.CARD_NOT_DUE: _any(_instead_of("settle-box", _a_card_more), _instead_of("turn-hole-card", _a_card_more)),
    Kind.BURN_FORGOTTEN: _instead_of("burn-card", _a_card_more),
    Kind.HOLE_CARD_TURNED: _where(_hole_card_lies, _at_any_step("turn-hole-card")),
    Kind.READER_MISUSED: _where(
        lambda practice, due: _hole_card_lies(practice, due) and not _reader_called_for(practice),
        _at_any_step("read-hole-card"),
    ),
    Kind.READER_USED_AGAIN: _where(lambda practice, due: _reader_called_for(practice), _at_any_step("read-hole-card")),
    Kind.WRONG_HAND: _any(
        _instead_of("deal", _as(drawn_with="right", placed_with="left"), _as(drawn_with="left", placed_with="left")),
        _instead_of("settle-box", _as(hand="left")),
        _instead_of("choose-hand", _as(hand="right")),
        _at_any_step("choose-hand", hand="right"),
        _presenting(hand="left"),
        _presenting(hand="right"),
    ),
    Kind.PICKED_UP_OUT_OF_ORDER: _hands_in_another_order,
    Kind.CARDS_LEFT: _a_hand_left,
    Kind.WRONG_BATCH: _at_any_step("rack-batch", batch="red"),
    Kind.STUB_NOT_COUNTED: _instead_of("count-stub", lambda practice, due: every_move()["rack-stub"](by=DEALER)),
    Kind.MISDEAL_MISJUDGED: _instead_of(
        "declare-misdeal", lambda practice, due: msgspec.structs.replace(due, misdealt=not getattr(due, "misdealt", 0))
    ),
    # order and words
    Kind.SETTLED_OUT_OF_ORDER: _instead_of("settle-box", _another_box_first),
    Kind.STEP_NOT_DUE: _any(
        _at_any_step("burn-card"),
        _at_any_step("burn-card", in_round=False),
        _at_any_step("note-no-activity"),
        _where(_before_the_shoe, _at_any_step("found-face-up", in_round=False)),
        _instead_of("confirm-verbal", lambda practice, due: m.CloseBets(by=DEALER)),
    ),
    Kind.NOT_SAID: _unsaid,
    Kind.SAID_WRONGLY: _said_otherwise,
    Kind.BETS_NOT_CLOSED: _instead_of("close-bets", _a_card_more),
    # before the round
    Kind.SPREAD_WRONGLY: _turned_off("spread-cards"),
    Kind.SHUFFLED_WRONGLY: _instead_of("shuffle", lambda practice, due: _short_of_a_card(due)),
    Kind.CUT_PRESENTED_WRONGLY: _any(
        _presenting(backs_away=False), _presenting(ends_hidden=False), _presenting(within_circle=False)
    ),
    Kind.CUT_TO_ANOTHER: _presenting(entitled=False),
    Kind.CUT_TOO_NEAR: _instead_of("cut", _as(position=0)),
    Kind.COVER_CARD_MISPLACED: _instead_of("place-cover-card", _as(from_back=0), _as(along_mark=False)),
    Kind.ROLLING_NOT_HEARD: _turned_off("call-rolling"),
    Kind.OTHERS_STEP: _any(
        _instead_of("verify-inspection", _as(by=DEALER)),
        _instead_of("approve-rolling", _as(by=DEALER)),
        _at_any_step("order-reshuffle"),
        _at_any_step("permit-entry", in_round=False, player="Ann"),
        _instead_of("load-shoe", lambda practice, due: m.OrderRecut(by=DEALER)),
    ),
    Kind.EQUIPMENT_WRONG: _instead_of("check-equipment", _as(positions=40), _as(drop_box_side="nowhere")),
    Kind.WORK_LEFT: _at_any_step("tap-in", by=FLOORPERSON, dealer="another dealer", rack_straightened=False),
}
