"""Which line of its paytable a side wager is paid by: source for a kernel, written from what the lines say of cards.

A kernel draws values, and where they do not tell the line it looks at faces: a card of a value is one of those the shoe
began with, none twice in a round. Nobody decides by faces, so by exchangeability that is the same distribution.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any

from pitboss.cards.card import Rank
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import NO_END, AfterBust, DecidedBy, Holds, PayRow, Predicate, WagerKind

SIDES_MOST = 8
LINES_MOST = 200
FIELD = 6  # bits for the line of a value
TEN = 10
_BY = {
    DecidedBy.FIRST_TWO: 0,
    DecidedBy.FIRST_TWO_AND_UP: 1,
    DecidedBy.DEALER_THREE: 2,
    DecidedBy.DEALER_HAND: 3,
    DecidedBy.PLAYER_HAND: 4,
}
_CARDS = {DecidedBy.FIRST_TWO: "ab", DecidedBy.FIRST_TWO_AND_UP: "abc", DecidedBy.DEALER_THREE: "abc"}
_BLACK_OR_RED = "(s{0} == 1 or s{0} == 2)"
Said = tuple[str, str]  # of values: what must hold that a line may pay, and what tells that it does


def side_constants(rules: BlackjackRules, kinds: Sequence[WagerKind]) -> dict[str, Any]:
    """What a kernel must know of the side wagers that are made."""
    width = max((len(kind.pays) for kind in kinds), default=0) + 1
    if len(kinds) > SIDES_MOST or width > LINES_MOST:
        raise RulesError(f"the simulator knows at most {SIDES_MOST} side wagers of {LINES_MOST} lines")
    ratios = tuple(tuple(row.odds.ratio for row in kind.pays) for kind in kinds)
    by_third = [kind for kind in kinds if kind.decided_by is DecidedBy.DEALER_THREE]
    collected = tuple(kind.after_bust is AfterBust.COLLECTED for kind in kinds)
    return {
        "SIDES": len(kinds),
        "SIDE_NAMES": tuple(kind.id for kind in kinds),
        "SIDE_BY": tuple(_BY[kind.decided_by] for kind in kinds) or (0,),
        "SIDE_COLLECTED": collected or (False,),
        "SIDE_WIDTH": width,
        "SIDE_ODDS": tuple(tuple((r.numerator, r.denominator) for r in row) for row in ratios),
        "SIDES_COUNTED": (False,) * max(len(kinds), 1),
        "LEVEL_STAKES": ((1,) * (1 + len(kinds)),),
        "BY_DEAL": any(kind.decided_by.by_deal for kind in kinds),
        "BY_PLAYERS_HAND": any(kind.decided_by is DecidedBy.PLAYER_HAND for kind in kinds),
        "BY_THIRD_CARD": bool(by_third),
        "THIRD_STAYS": any(kind.after_bust is AfterBust.STAYS for kind in by_third),
        "COLLECTS": any(collected),
        "SIDE_SOURCE": source(kinds, [rank for rank in Rank if rank >= TEN and rank not in rules.cards.ranks_removed]),
    }


def source(kinds: Sequence[WagerKind], tens: Collection[Rank]) -> str:
    """The functions that find the line, by values and by faces; `tens` are the ten-value cards of these decks."""
    by_value = ["@jit", "def line_by_value(kind, n, a, b, c, total, hard):"]
    by_face = [
        "@jit",
        "def side_line(kind, n, ranks, suits, total, hard):",
        "    a, b, c = ranks",
        "    sa, sb, sc = suits",
    ]
    for place, kind in enumerate(kinds):
        by_value.append(f"    if kind == {place}:")
        by_face.append(f"    if kind == {place}:")
        by_value += _kind_by_value(kind, tens)
        for at, row in enumerate(kind.pays, 1):
            by_face += [f"        if {_by_face(kind, row)}:", f"            return u32({at})"]
        by_face.append("        return u32(0)")
    return "\n".join([*by_value, "    return u32(0)", *by_face, "    return u32(0)"])


def _in_all(one: Predicate, kind: WagerKind) -> bool:
    return all(one in row.when for row in kind.pays)


def _kind_by_value(kind: WagerKind, tens: Collection[Rank]) -> list[str]:
    """What values say of a wager: its lines, the first of them last, and what every line asks, without a branch.

    Nobody can guess a card: where the last lines go by the last card alone, a shift finds them in one word.
    """
    always = [one for one in kind.pays[0].when if one.of_numbers and _in_all(one, kind)]
    rows = [(at, [one for one in row.when if one not in always]) for at, row in enumerate(kind.pays, 1)]
    word = 0
    while rows and (found := _by_last(*rows[-1], tens)):
        at, _ = rows.pop()
        for value in found:
            place = FIELD * (value - 1)
            word = word & ~(63 << place) | at << place
    card = _CARDS.get(kind.decided_by, "")[-1:]
    line = f"u32(u64(u64({word}) >> u64(u64({card} - 1) * u64({FIELD}))) & u64(63))" if word else "u32(0)"
    said = [said for at, when in reversed(rows) for said in _by_value(kind, when, at, tens)]
    asked = _all([_of_faces(one, "") for one in always])
    return [f"        line = {line}", *said, f"        return line if {asked} else u32(0)"]


def _by_last(at: int, when: Sequence[Predicate], tens: Collection[Rank]) -> Sequence[int]:
    """The values of a last card that alone pay a line; none where something else is asked, or ranks tell."""
    if at >= 1 << FIELD or len(when) != 1 or when[0].holds is not Holds.LAST:
        return ()
    values = sorted({min(rank, TEN) for rank in when[0].ranks})
    return () if TEN in values and not set(tens) <= set(when[0].ranks) else values


def _by_value(kind: WagerKind, when: Sequence[Predicate], at: int, tens: Collection[Rank]) -> list[str]:
    """What the values alone say of a line: that it pays, or that it may."""
    said = [_of_values(one, _CARDS.get(kind.decided_by, ""), tens) for one in when]
    may, sure = ([part[which] for part in said] for which in range(2))
    lines = [] if "False" in sure else [f"        if {_all(sure)}:", f"            line = u32({at})"]
    return lines if may == sure else [f"        if {_all(may)}:", "            line = LOOK", *lines]


def _by_face(kind: WagerKind, row: PayRow) -> str:
    return _all([_of_faces(one, _CARDS.get(kind.decided_by, "")) for one in row.when])


def _all(said: Sequence[str]) -> str:
    return " and ".join(f"({one})" for one in said) or "True"


def _of_values(one: Predicate, cards: str, tens: Collection[Rank]) -> Said:
    """A predicate where only values are known: a ten is any of the ten-value cards, and no suit is known."""
    match one.holds:
        case Holds.SAME_RANK:
            same = _of_faces(one, cards)
            return same, f"{same} and {cards[0]} != {TEN}"
        case Holds.PAIR:
            return _of_faces(one, cards), " or ".join(f"{x} == {y} != {TEN}" for x, y in combinations(cards, 2))
        case Holds.STRAIGHT:
            return _all([f"{x} != {y} or {x} == {TEN}" for x, y in combinations(cards, 2)]), "False"
        case Holds.RANKS:
            parts = [_value_of(card, one, tens) for card in cards]
            return _all([may for may, _ in parts]), _all([sure for _, sure in parts])
        case Holds.EXACTLY:
            may = _exactly(cards, [min(rank, TEN) for rank in one.ranks])
            return may, "False" if max(one.ranks) >= TEN else may
        case Holds.LAST:
            return _value_of(cards[-1], one, tens)
        case Holds.SAME_SUIT | Holds.SAME_COLOUR | Holds.SUITS:
            return "True", "False"
    said = _of_faces(one, cards)
    return said, said


def _value_of(card: str, one: Predicate, tens: Collection[Rank]) -> Said:
    """Whether a card of a value may be, and is for certain, of one of some ranks."""
    may = sorted({min(rank, TEN) for rank in one.ranks})
    sure = [value for value in may if value != TEN or set(tens) <= set(one.ranks)]
    return _one_of(card, may), _one_of(card, sure)


def _of_faces(one: Predicate, cards: str) -> str:
    first, others = cards[:1], cards[1:]
    match one.holds:
        case Holds.SAME_RANK:
            return " and ".join(f"{first} == {other}" for other in others)
        case Holds.SAME_SUIT:
            return " and ".join(f"s{first} == s{other}" for other in others)
        case Holds.SAME_COLOUR:
            return " and ".join(f"{_BLACK_OR_RED.format(first)} == {_BLACK_OR_RED.format(other)}" for other in others)
        case Holds.SUITS:
            return " and ".join(_one_of(f"s{card}", one.suits) for card in cards)
        case Holds.PAIR:
            return " or ".join(f"{x} == {y}" for x, y in combinations(cards, 2))
        case Holds.STRAIGHT:
            return _straight(cards)
        case Holds.RANKS:
            return " and ".join(_one_of(card, one.ranks) for card in cards)
        case Holds.EXACTLY:
            return _exactly(cards, [int(rank) for rank in one.ranks])
        case Holds.LAST:
            return _one_of(cards[-1], one.ranks)
        case Holds.TOTAL:
            return _between("total", one)
        case Holds.HARD_TOTAL:
            return _between("hard", one)
        case Holds.CARDS:
            return _between("n", one)


def _between(what: str, one: Predicate) -> str:
    return f"{what} >= {one.least}" if one.most == NO_END else f"{what} >= {one.least} and {what} <= {one.most}"


def _one_of(card: str, ranks: Sequence[int]) -> str:
    return "(" + " or ".join(f"{card} == {int(rank)}" for rank in ranks) + ")" if ranks else "False"


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
    different = " and ".join(f"{x} != {y}" for x, y in combinations(cards, 2))
    span = len(cards) - 1

    def spans(names: Sequence[str]) -> str:
        every = ", ".join(names)
        return f"max({every}) - min({every}) == {span}"

    high = [f"({card} if {card} != 1 else 14)" for card in cards]
    return f"({different}) and ({spans(list(cards))} or {spans(high)})"
