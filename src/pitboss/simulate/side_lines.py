"""Which line of its paytable a side wager is paid by: source for a kernel, written from what the lines say of cards.

A kernel draws values and looks at faces only for this: a card of a value is one of those the shoe began with, none
twice in a round. Nobody decides by faces, so by exchangeability that is the same distribution.
"""

from collections.abc import Sequence
from typing import Any

from pitboss.cards.card import Rank
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import NO_END, AfterBust, DecidedBy, Holds, PayRow, Predicate, WagerKind

SPECIAL_RANK = Rank.EIGHT  # three of these in one suit or colour pay apart
SIDES_MOST = 8
LINES_MOST = 200
_BY = {DecidedBy.FIRST_TWO: 0, DecidedBy.FIRST_TWO_AND_UP: 1, DecidedBy.DEALER_THREE: 2, DecidedBy.DEALER_HAND: 3}
_CARDS = {DecidedBy.FIRST_TWO: "ab", DecidedBy.FIRST_TWO_AND_UP: "abc", DecidedBy.DEALER_THREE: "abc"}
_BLACK_OR_RED = "(s{0} == 1 or s{0} == 2)"


def by_third_card(kind: WagerKind) -> bool:
    """Whether it pays by the third card that takes the dealer over 21, three eights of one suit or colour apart.

    That is counted with the dealer's hand itself, and costs next to nothing.
    """
    special = [row.when[-1].holds for row in kind.pays[:2]]
    return (
        kind.decided_by is DecidedBy.DEALER_THREE
        and special == [Holds.SAME_SUIT, Holds.SAME_COLOUR]
        and all([one.holds for one in row.when] == [Holds.TOTAL, Holds.LAST] for row in kind.pays[2:])
        and all(str(row.when[0]) == "total at least 22" for row in kind.pays)
        and all(row.when[1] == Predicate(Holds.RANKS, (SPECIAL_RANK,)) for row in kind.pays[:2])
    )


def side_kinds(rules: BlackjackRules) -> tuple[WagerKind | None, tuple[WagerKind, ...]]:
    """The side wager that goes with the dealer's third card, if there is one, and the others."""
    third = next((kind for kind in rules.side_wagers if by_third_card(kind)), None)
    return third, tuple(kind for kind in rules.side_wagers if kind is not third)


def side_constants(kinds: Sequence[WagerKind]) -> dict[str, Any]:
    """What a kernel must know of side wagers besides their lines."""
    width = max((len(kind.pays) for kind in kinds), default=0) + 1
    if len(kinds) > SIDES_MOST or width > LINES_MOST:
        raise RulesError(f"the simulator knows at most {SIDES_MOST} side wagers of {LINES_MOST} lines beside another")
    ratios = tuple(tuple(row.odds.ratio for row in kind.pays) for kind in kinds)
    return {
        "SIDES": len(kinds),
        "SIDE_NAMES": tuple(kind.id for kind in kinds),
        "SIDE_BY": tuple(_BY[kind.decided_by] for kind in kinds) or (0,),
        "SIDE_COLLECTED": tuple(kind.after_bust is AfterBust.COLLECTED for kind in kinds) or (False,),
        "SIDE_WIDTH": width,
        "SIDE_ODDS": tuple(tuple((r.numerator, r.denominator) for r in row) for row in ratios),
        "SIDES_COUNTED": (False,) * max(len(kinds), 1),
        "FACES": any(kind.decided_by is not DecidedBy.DEALER_HAND for kind in kinds),
        "SIDE_SOURCE": source(kinds),
    }


def source(kinds: Sequence[WagerKind]) -> str:
    """The function that finds the line: cards by rank and suit, how many, their total and their hard total."""
    lines = ["@jit", "def side_line(kind, n, a, b, c, sa, sb, sc, total, hard):"]
    for place, kind in enumerate(kinds):
        lines.append(f"    if kind == {place}:")
        for at, row in enumerate(kind.pays, 1):
            lines += [f"        if {_condition(kind, row)}:", f"            return u32({at})"]
        lines.append("        return u32(0)")
    lines.append("    return u32(0)")
    return "\n".join(lines)


def _condition(kind: WagerKind, row: PayRow) -> str:
    return " and ".join(f"({_said(one, _CARDS.get(kind.decided_by, ''))})" for one in row.when) or "True"


def _said(one: Predicate, cards: str) -> str:
    first, others = cards[:1], cards[1:]
    match one.holds:
        case Holds.SAME_RANK:
            return " and ".join(f"{first} == {other}" for other in others)
        case Holds.SAME_SUIT:
            return " and ".join(f"s{first} == s{other}" for other in others)
        case Holds.SAME_COLOUR:
            return " and ".join(f"{_BLACK_OR_RED.format(first)} == {_BLACK_OR_RED.format(other)}" for other in others)
        case Holds.PAIR:
            return " or ".join(f"{x} == {y}" for at, x in enumerate(cards) for y in cards[at + 1 :])
        case Holds.STRAIGHT:
            return _straight(cards)
        case Holds.RANKS:
            return " and ".join(_one_of(card, one) for card in cards)
        case Holds.EXACTLY:
            return _exactly(cards, [int(rank) for rank in one.ranks])
        case Holds.LAST:
            return _one_of(cards[-1], one)
        case Holds.TOTAL:
            return _between("total", one)
        case Holds.HARD_TOTAL:
            return _between("hard", one)
        case Holds.CARDS:
            return _between("n", one)


def _between(what: str, one: Predicate) -> str:
    return f"{what} >= {one.least}" if one.most == NO_END else f"{what} >= {one.least} and {what} <= {one.most}"


def _one_of(card: str, one: Predicate) -> str:
    return "(" + " or ".join(f"{card} == {int(rank)}" for rank in one.ranks) + ")"


def _exactly(cards: str, ranks: list[int]) -> str:
    if len(ranks) != len(cards):
        return "False"
    if len(cards) == 1:
        return f"{cards} == {ranks[0]}"
    ways = []
    for at, rank in enumerate(ranks):
        rest = _exactly(cards[1:], ranks[:at] + ranks[at + 1 :])
        ways.append(f"({cards[0]} == {rank} and ({rest}))")
    return " or ".join(dict.fromkeys(ways))


def _straight(cards: str) -> str:
    """Ranks all different and as far apart as they can be in a sequence; an ace counts also as the rank after king."""
    different = " and ".join(f"{x} != {y}" for at, x in enumerate(cards) for y in cards[at + 1 :])
    span = len(cards) - 1

    def spans(names: Sequence[str]) -> str:
        every = ", ".join(names)
        return f"max({every}) - min({every}) == {span}"

    high = [f"({card} if {card} != 1 else 14)" for card in cards]
    return f"({different}) and ({spans(list(cards))} or {spans(high)})"
