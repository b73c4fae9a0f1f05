"""The dealer's console in words: what is to be done next, what went wrong, how the shift goes."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import inspect

from pitboss.house import protocol
from pitboss.house.chip_rack import rack
from pitboss.house.console_shape import ClauseScore, Control, NextStep, Noted, Shift, ShiftReview, Tried
from pitboss.house.controls import FILLED_BY_HOUSE, PLACES, Usual, controls
from pitboss.house.floor_offers import fields_of, tag_of
from pitboss.house.roles import ACTS_AS
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.facts import Fact
from pitboss.procedure.from_the_hand.facts import HandShown
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.money import dollars
from pitboss.school import scoring
from pitboss.school.acts import AnyAct, Chips, Handled, PickUp, Ruling, Say, Step
from pitboss.school.handiwork import done_with
from pitboss.school.mistakes import Mistake
from pitboss.school.practice import Guidance, Mode, Practice

NEWEST = 20
SAID_MOST = 3  # things that are said with a step
AT_WORK = "at work"
PHRASES = ("no more bets", "Dealer's Card", "Blackjack")
DOES = {
    m.Wager: "wagers now",
    m.TakeBack: "reaches for a wager that lies there",
    m.TouchCards: "reaches for the cards",
    m.AskBurnCard: "asks to see the burn card",
}


def told(
    table: str, practice: Practice, usual: Usual, given: int, later: Sequence[Fact] = (), tested: bool = False
) -> protocol.Console:
    """What the dealer is told now; the first `given` steps were the house's, and of free dealing only the review tells.

    Of what is told later, hands that are turned up lie there for everybody. Whoever is tested is told neither what is
    next nor how it goes.
    """
    guided = practice.mode is Mode.GUIDED and not tested
    due = practice.guidance() if guided else None
    step = type(due.act.made) if due is not None and isinstance(due.act, Step) else None
    known = () if practice.mode is Mode.FREE else tuple(practice.mistakes)
    return protocol.Console(
        table=table,
        mode=practice.mode.value,
        roles=tuple(sorted(practice.roles)),
        controls=tuple(_own(practice.roles, controls(practice.table, usual, step))),
        next=None if due is None else _next(due),
        tried=_tried(practice.tried),
        due=tuple(done_with(act).value for act in practice.handiwork_due) if guided else (),
        held=bool(later),
        shown=tuple(msgspec.Raw(f.to_json(fact)) for fact in later if isinstance(fact, HandShown)),
        phrases=_phrases(practice),
        shift=None if tested else _shift(practice, known, given),
        mistakes=() if tested else tuple(map(_noted, known[-NEWEST:])),
        rack=rack(practice),
    )


def _own(roles: frozenset[str], offered: Sequence[Control]) -> Iterator[Control]:
    """The controls of whoever has these roles."""
    for one in offered:
        if own := tuple(role for role in one.roles if role in roles):
            yield msgspec.structs.replace(one, roles=own)


def at_work(table: str, at: Table, role: str) -> protocol.Console:
    """For somebody of the staff at a table that is dealt by hand: what may be done, and nobody counts."""
    own = [one for one in controls(at, {}) if set(one.roles) & set(ACTS_AS[role]) and one.move != tag_of(m.Shuffle)]
    return protocol.Console(
        table=table,
        mode=AT_WORK,
        roles=ACTS_AS[role],
        controls=tuple(own),
        next=None,
        tried=None,
        due=(),
        held=False,
        shown=(),
        phrases=(),
        shift=None,
        mistakes=(),
    )


def may_be_reviewed(practice: Practice) -> bool:
    """Whether the review tells something that the dealer may know: who deals freely finishes the round first."""
    return practice.mode is not Mode.FREE or not (practice.table.state.in_round or practice.handiwork_due)


def review(table: str, practice: Practice, given: int) -> ShiftReview:
    """A shift looked back on."""
    scored = scoring.score(practice)
    return ShiftReview(
        table=table,
        title=practice.table.rules.title,
        mode=practice.mode.value,
        shift=_shift(practice, tuple(practice.mistakes), given),
        mistakes=tuple(map(_noted, practice.mistakes)),
        by_clause=tuple(
            ClauseScore(clause=clause, done=part.done, right=part.right) for clause, part in scored.by_clause.items()
        ),
    )


def _shift(practice: Practice, known: tuple[Mistake, ...], given: int) -> Shift:
    """How it goes as far as the dealer knows of it: a step whose mistake is not told yet counts as right."""
    scored = scoring.score(practice)
    wrong = {mistake.act for mistake in known}
    own = practice.done[given:]
    return Shift(
        rounds=scored.pace.rounds,
        hands_an_hour=scored.pace.hands_an_hour,
        steps=len(own),
        steps_right=sum(done.right or done.act not in wrong for done in own),
        score=max(0, scoring.FULL_MARKS - sum(mistake.of.marks for mistake in known)),
        money_cents=sum(mistake.cents for mistake in known),
        house_cents=sum(mistake.house_cents for mistake in known),
    )


def _noted(mistake: Mistake) -> Noted:
    return Noted(
        round=mistake.round,
        kind=mistake.of.words,
        sentence=mistake.sentence,
        clauses=mistake.clauses,
        marks=mistake.of.marks,
        cents=mistake.cents,
        house_cents=mistake.house_cents,
    )


def _tried(move: Move | None) -> Tried | None:
    if move is None:
        return None
    return Tried(player=move.by, words=DOES.get(type(move), tag_of(type(move)).replace("-", " ")))


def _phrases(practice: Practice) -> tuple[str, ...]:
    """What may be announced, beside the totals that the dealer counts: what was, and what usually is."""
    said = (fact.words for fact in practice.table.facts if isinstance(fact, f.Announced) and fact.by == m.DEALER)
    return tuple(dict.fromkeys((*PHRASES, *(words for words in said if not words[-1:].isdigit()))))


# --- what is next ---------------------------------------------------------------------------------------------------


def _next(due: Guidance) -> NextStep:
    return NextStep(words=_words(due.act), clauses=due.clauses, act=msgspec.Raw(msgspec.json.encode(_open(due.act))))


def _open(act: AnyAct) -> object:
    """An act without what nobody may know: the order of the cards."""
    fields = msgspec.json.decode(msgspec.json.encode(act))
    if isinstance(act, Step):
        move = fields["move"]
        hands = [movement(moved) for moved in move.get("hands", ())]
        fields["move"] = {name: value for name, value in move.items() if name not in FILLED_BY_HOUSE or name == "by"}
        if hands:
            fields["move"]["hands"] = hands
    return fields


def movement(moved: str) -> str:
    """What the dealer's hands did, without how the cards fell."""
    return " ".join(word for word in moved.split() if not word.isdigit())


def _words(act: AnyAct) -> str:
    """What is to be done, in a sentence."""
    match act:
        case Step():
            return _step(act.made)
        case Chips(handled=handled):
            return "; ".join(map(_handled, handled)) or "Nothing is paid or taken"
        case Say(words=words):
            return f"Say “{words}”"
        case PickUp(hands=hands):
            order = ", ".join("your own" if box == 0 else f"box {box}" + _second(hand) for box, hand in hands)
            return f"Pick up the cards: {order}"
        case Ruling():
            return "That may not be: say no"


def _second(hand: int) -> str:
    return f" hand {hand}" if hand > 1 else ""


def _handled(one: Handled) -> str:
    """What becomes of a wager, at its box."""
    its = f"{one.player}'s {one.wager.replace('-', ' ')}"
    paid = [f"pay {its} {dollars(one.paid)}"] if one.paid else []
    taken = [f"take {its}, {dollars(one.taken)}"] if one.taken else []
    return f"Box {one.box}{_second(one.hand)}: {', '.join((*paid, *taken)) or f'leave {its}'}"


def _step(move: Move) -> str:
    """A move by its name, as its control has it, with where it is made and what it says."""
    fields = msgspec.to_builtins(move)
    where = next((fields[name] for name in PLACES if name in fields), None)
    at = "" if where is None else "your own hand" if where == 0 else f"box {where}"
    if isinstance(move, m.Deal):
        return f"Deal to {at.replace('your own hand', 'yourself')}"
    name = tag_of(type(move)).replace("-", " ").capitalize()
    said = [_said(one.name.replace("_", " "), fields[one.name], name) for one in _asked(type(move))]
    if at and name.endswith(" box"):
        name, at = f"{name} {where}", ""
    return ": ".join(filter(None, (name, ", ".join(filter(None, (at, *said))))))


def _asked(kind: type[Move]) -> list[inspect.Field]:
    """What has to be said with a move, beside where; not what is asked of everything that stands on a table."""
    needed = [one for one in fields_of(kind) if one.required and one.name not in (*FILLED_BY_HOUSE, *PLACES)]
    return needed if len(needed) <= SAID_MOST else []


def _said(asked: str, value: object, step: str) -> str:
    """What a step says; what the step's own name has said already is not said again."""
    answer = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return answer if step.endswith(asked) else f"{asked} {answer}"
