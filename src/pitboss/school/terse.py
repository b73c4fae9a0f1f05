"""Acts as they are typed: `deal 2`, `chips Ann bet paid 25; Bob bet taken 10`, `say 17`, `pick 3 2 1 0`, `no`."""

import re

import msgspec

from pitboss.procedure.moves import DEALER, Move, every_move
from pitboss.procedure.refusal import Malformed
from pitboss.rules.money import dollars
from pitboss.school.acts import AnyAct, Chips, Handled, PickUp, Ruling, Say, Step
from pitboss.school.dealer import lawful_step
from pitboss.school.items import cents_in
from pitboss.school.practice import Practice

LETS = {"let": True, "no": False}
NUMBERED = ("box", "to", "cards", "position", "from_back")
NUMBER = re.compile("[0-9]{1,9}")


def act_from(practice: Practice, typed: str) -> AnyAct:
    """The act that somebody typed, or one sentence saying what is wrong with it."""
    word, _, rest = typed.strip().partition(" ")
    if word in LETS and not rest:
        return Ruling(lets=LETS[word])
    if word == "say":
        return Say(words=rest.strip())
    if word == "pick":
        return PickUp(hands=tuple(_hand(each) for each in rest.split()))
    if word == "chips":
        return Chips(handled=tuple(_handled(practice, each) for each in rest.split(";") if each.strip()))
    return Step.of(_move(practice, word, rest.split()))


def _hand(typed: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})(?:\.(\d))?", typed)
    if match is None:
        raise Malformed(f"a hand is a box such as 3, or 3.2 for its second hand, not {typed!r}")
    return int(match[1]), int(match[2] or 1)


def _handled(practice: Practice, typed: str) -> Handled:
    """`Ann bet paid 25`, `Ann bet 2 taken 10` for a second hand, `Ann bet left`; the box is the player's seat."""
    match = re.fullmatch(
        r"(\S+) ([a-z-]+)(?: (\d))?(?: at (\d{1,2}))?((?: (?:paid|taken) \S+)*| left)", " ".join(typed.split())
    )
    player = practice.table.state.people.players.get(match[1]) if match is not None else None
    if match is None or player is None:
        raise Malformed(f"chips are handled as in `Ann bet paid 25` or `Ann bet taken 10`, not as in {typed.strip()!r}")
    moved = {"paid": 0, "taken": 0}
    for what, amount in re.findall(r"(paid|taken) (\S+)", match[5]):
        cents = cents_in(amount)
        if cents is None:
            raise Malformed(f"{amount!r} is no amount")
        moved[what] = cents
    box, hand = int(match[4] or player.seat or 0), int(match[3] or 1)
    return Handled(player.name, box, hand, match[2], moved["paid"], moved["taken"])


def _move(practice: Practice, tag: str, words: list[str]) -> Move:
    """A move by its tag; a number is the box, or whatever number it takes; other fields as NAME=VALUE."""
    kind = every_move().get(tag)
    if kind is None:
        raise Malformed(f"nothing is done by typing {tag!r}; there are say, chips, pick, let, no, and the moves")
    due = lawful_step(practice.table, practice.seed)
    if tag == "shuffle" and due is not None and isinstance(due, kind):
        return due  # nobody types an order: the hands do it
    fields: dict[str, object] = {"by": due.by if due is not None and isinstance(due, kind) else DEALER}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            name = next((each for each in NUMBERED if each in kind.__struct_fields__), "")
            value = word
        fields[name] = {"yes": True, "no": False}.get(value, int(value) if NUMBER.fullmatch(value) else value)
    try:
        return msgspec.convert(fields, kind)
    except (msgspec.ValidationError, TypeError) as error:
        raise Malformed(f"{tag}: {error}") from None


def typed(act: AnyAct) -> str:
    """What to type for an act."""
    match act:
        case Ruling(lets=lets):
            return "let" if lets else "no"
        case Say(words=words):
            return f"say {words}"
        case PickUp(hands=hands):
            return " ".join(("pick", *(str(box) if hand == 1 else f"{box}.{hand}" for box, hand in hands)))
        case Chips(handled=handled):
            return "chips " + "; ".join(map(_typed_handled, handled))
        case Step():
            return _typed_move(act.made)


def _typed_handled(each: Handled) -> str:
    hand = f" {each.hand}" if each.hand > 1 else ""
    sums = (("paid", each.paid), ("taken", each.taken))
    moved = "".join(f" {what} {_amount(cents)}" for what, cents in sums if cents)
    return f"{each.player} {each.wager}{hand} at {each.box}{moved or ' left'}"


def _amount(cents: int) -> str:
    return dollars(cents).replace(",", "")


def _typed_move(move: Move) -> str:
    kind = type(move)
    if str(kind.__struct_config__.tag) == "shuffle":
        return "shuffle"
    given = kind.__struct_defaults__
    defaults = dict(zip(kind.__struct_fields__[len(kind.__struct_fields__) - len(given) :], given, strict=True))
    words = [str(kind.__struct_config__.tag)]
    number = next((name for name in NUMBERED if name in kind.__struct_fields__), "")
    for name in kind.__struct_fields__:
        value = getattr(move, name)
        if name == number:
            words.insert(1, str(value))
        elif name != "by" and (name not in defaults or defaults[name] != value):
            words.append(f"{name}={_word(value)}")
    return " ".join(words)


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
