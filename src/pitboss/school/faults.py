"""Spot the fault: a round as a spectator could tell it, with one planted fault or with none."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.school.dealt import ROUNDS, Dealt, Under, deal
from pitboss.school.evening import Evening
from pitboss.school.family_school import school_of
from pitboss.school.items import Chance, Drill, Item, one_of_four
from pitboss.school.orders import TEACHES_NOTHING, told
from pitboss.school.planting import Planted, Shown, Where, changed, exchanged, is_a, left_out, so

SPOT = "spot-the-fault"
NONE = "none"  # no fault was planted
LEFT_OUT = "left-out-"
DEALS = 60  # tables looked through for what faults a game has room for
DEALS_MOST = 40  # tables dealt in search of room for one fault, before those that are known to have it
AGAINST = "against "  # a clause on what goes wrong: whichever fault breaks it
SHORT_SHOE_BOXES = 6

# What nobody has to do, or what a round cannot be told without: no fault if it is not told.
NOT_STEPS = (
    *TEACHES_NOTHING,
    f.WagerPlaced,
    f.WagerDeclined,
    f.CardDealt,
    f.CardLaid,
    f.HandSettled,
    f.CardDrawnInError,
    f.BoxPassedOver,
    f.CoverCardCameOut,
    f.CardsRanOut,
    f.ShufflerStopped,
    f.CutRefused,
    f.ShoeLoaded,
    f.BetsClosed,
    f.DecksReceived,
    f.EquipmentChecked,
    f.CardsLookedAt,
    f.ReshuffleOrdered,
    f.RecutOrdered,
    f.EntryPermitted,
    f.SharedBoxesLimited,
    f.CardAgeNoted,
    f.CardChangeOrdered,
    f.GamingDayBegan,
    f.ActivityCeased,
    f.InspectionAsked,
    f.StackPresented,
    f.CutNotRequired,
    f.WagerPaid,
    f.WagerCollected,
    f.WagerReturned,
)


# --- faults that every table has room for ---------------------------------------------------------------------------


def _paid(rules: Rules, fact: f.WagerCollected | f.WagerReturned) -> Fact:
    """As a wager that won as much as it was."""
    return f.WagerPaid(fact.clauses, fact.player, fact.box, fact.hand, fact.wager, fact.cents, fact.cents)


def _taken(rules: Rules, fact: f.WagerPaid | f.WagerReturned) -> Fact | None:
    if not fact.cents:
        return None  # a coupon was paid, and nothing lies there to be taken
    return f.WagerCollected(fact.clauses, fact.player, fact.box, fact.hand, fact.wager, fact.cents)


def _returned(rules: Rules, fact: f.WagerPaid) -> Fact | None:
    if not fact.cents:
        return None
    return f.WagerReturned(fact.clauses, fact.player, fact.box, fact.hand, fact.wager, fact.cents)


def _more(rules: Rules, fact: f.WagerPaid) -> Fact:
    return msgspec.structs.replace(fact, winnings=fact.winnings + rules.wagers.chip_unit_cents)


def _less(rules: Rules, fact: f.WagerPaid) -> Fact | None:
    return msgspec.structs.replace(fact, winnings=fact.winnings // 2) if fact.winnings > 1 else None


def _said_otherwise(rules: Rules, fact: f.Announced) -> Fact | None:
    *before, last = fact.words.split()
    return msgspec.structs.replace(fact, words=" ".join((*before, str(int(last) + 1)))) if last.isdigit() else None


def _pushes(rules: Rules, facts: Sequence[Fact], place: int) -> bool:
    """A wager that goes back whole: of the same wager nothing is taken."""
    fact = facts[place]
    if not isinstance(fact, f.WagerReturned) or not fact.clauses:
        return False
    taken = [(x.player, x.box, x.hand, x.wager) for x in facts if isinstance(x, f.WagerCollected)]
    return (fact.player, fact.box, fact.hand, fact.wager) not in taken


def _loses(rules: Rules, facts: Sequence[Fact], place: int) -> bool:
    """A wager that is taken whole."""
    fact = facts[place]
    if not isinstance(fact, f.WagerCollected) or not fact.clauses:
        return False
    back = [(x.player, x.box, x.hand, x.wager) for x in facts if isinstance(x, f.WagerReturned)]
    return (fact.player, fact.box, fact.hand, fact.wager) not in back


def _another_box(one: Fact, other: Fact) -> bool:
    return isinstance(other, type(one)) and getattr(one, "box", 0) != getattr(other, "box", 0)


def _late_wager(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
    """Somebody's bet is made larger after the first card."""
    cards = [place for place, fact in enumerate(facts) if isinstance(fact, f.CardDealt | f.CardLaid)]
    bets = [fact for fact in facts[: cards[0]] if isinstance(fact, f.WagerPlaced)] if cards else []
    cited = rules.citations.get("wagers_close", ())
    if not bets or not cited:
        return None
    place, bet = cards[0], chance.choice(bets)
    late = msgspec.structs.replace(bet, cents=rules.wagers.table_minimum_cents)
    return Shown((*facts[: place + 1], late, *facts[place + 1 :]), (place + 1,), cited)


EVERYWHERE: Mapping[str, Planted] = {
    "overpaid": changed(is_a(f.WagerPaid), _more),
    "underpaid": changed(is_a(f.WagerPaid), _less),
    "winner-not-paid": changed(is_a(f.WagerPaid), _returned),
    "winner-taken": changed(is_a(f.WagerPaid), _taken),
    "loser-paid": changed(_loses, _paid),
    "loser-left": left_out(_loses),
    "push-paid": changed(_pushes, _paid),
    "push-taken": changed(_pushes, _taken),
    "late-wager": _late_wager,
    "said-wrongly": changed(is_a(f.Announced), _said_otherwise),
    "no-more-bets-not-called": changed(is_a(f.BetsClosed), so(announced="")),
    "card-dealt-face-up": changed(is_a(f.CardDealt, face_up=False), so(face_up=True)),
    "card-dealt-face-down": changed(is_a(f.CardDealt, face_up=True), so(face_up=False)),
    "picked-up-out-of-order": exchanged(is_a(f.CardsDiscarded), _another_box),
}


def _is_step(rules: Rules, fact: Fact) -> bool:
    """Whether a fact is something that somebody had to do."""
    return bool(fact.clauses) and not isinstance(fact, (*NOT_STEPS, *school_of(rules).not_steps))


def _step(tag: str) -> Where:
    return lambda rules, facts, place: facts[place].__struct_config__.tag == tag and _is_step(rules, facts[place])


def planted(rules: Rules, kind: str) -> Planted:
    """How a kind of fault is planted at a table of this game."""
    if kind.startswith(LEFT_OUT):
        return left_out(_step(kind.removeprefix(LEFT_OUT)))
    return {**EVERYWHERE, **school_of(rules).faults}[kind]


def kinds_in(rules: Rules, happened: Sequence[Fact]) -> list[str]:
    """The kinds of fault that may be planted in a round, so far as can be told before it is tried."""
    steps = {LEFT_OUT + str(fact.__struct_config__.tag) for fact in happened if _is_step(rules, fact)}
    return [*sorted(steps), *EVERYWHERE, *school_of(rules).faults]


# --- rounds to plant them in ----------------------------------------------------------------------------------------


def tables(rules: Rules, chance: Chance, many: int) -> list[tuple[str, Rules]]:
    """Seeds and rules of tables, under each setting in turn."""
    settings = school_of(rules).settings(rules)
    return [(f"{chance.seed} {number}", settings[number % len(settings)]) for number in range(many)]


@lru_cache(maxsize=256)
def dealt_wrongly(under: Under, seed: str) -> Dealt:
    """A table by seed; at two of three, things go wrong, and what the text makes of them follows."""
    chance = Chance(f"wrong {seed}")
    goes_wrong = school_of(under.rules).goes_wrong
    calm, evening = chance.pick(3) == 0, Evening(chance.pick)
    short = under.rules.cards.decks == 1  # a shoe that is to run out is left alone
    eventful = chance.pick(2) == 0 and not short

    def interferes(table: Table) -> Move | None:
        if calm:
            return None
        brought = evening.next(table) if eventful else None
        return brought or goes_wrong(table.state, table.waiting, chance.pick)

    boxes = SHORT_SHOE_BOXES if short and not calm else None
    return deal(under.rules, f"wrong {seed}", ROUNDS, interferes, boxes)


def _against(clause: str, rules: Rules, facts: Sequence[Fact], chance: Chance) -> tuple[str, Shown] | None:
    """A fault that breaks a clause: a step that it orders left out, or one of the others."""
    if not any(clause in fact.clauses for fact in facts):
        return None

    def ordered(rules: Rules, facts: Sequence[Fact], place: int) -> bool:
        return clause in facts[place].clauses and _is_step(rules, facts[place])

    for kind in chance.shuffled([*school_of(rules).faults, *EVERYWHERE, LEFT_OUT]):
        plant = left_out(ordered) if kind == LEFT_OUT else planted(rules, kind)
        shown = plant(rules, facts, chance)
        if shown is not None and clause in shown.clauses:
            return (_left_out(facts, shown) if kind == LEFT_OUT else kind), shown
    return None


def _left_out(facts: Sequence[Fact], shown: Shown) -> str:
    """The kind of fault that it is that a fact is missing."""
    missing = next(fact for fact, told in zip(facts, shown.facts, strict=False) if fact is not told)
    return LEFT_OUT + str(missing.__struct_config__.tag)


@lru_cache(maxsize=16)
def _keys(under: Under) -> tuple[str, ...]:
    found: dict[str, None] = {}
    irregular = school_of(under.rules).irregularities(under.rules)
    for seed, rules in tables(under.rules, Chance("keys"), DEALS):
        table = dealt_wrongly(Under.of(rules), seed)
        for number in range(len(table.rounds)):
            facts = table.facts(number)
            for kind in kinds_in(rules, facts):
                if planted(rules, kind)(rules, facts, Chance(number)) is not None:
                    found[kind] = None
            for clause in irregular:
                if AGAINST + clause not in found and _against(clause, rules, facts, Chance(number)) is not None:
                    found[AGAINST + clause] = None
    return (NONE, *sorted(found))


def kinds(rules: Rules) -> tuple[str, ...]:
    """The kinds of fault that a game has room for, the clauses on irregularities that one may break, and none."""
    return _keys(Under.of(rules))


def _spot(rules: Rules, key: str, chance: Chance) -> Item:
    clause = key.removeprefix(AGAINST) if key.startswith(AGAINST) else None
    for seed, setting in (*tables(rules, chance, DEALS_MOST), *tables(rules, Chance("keys"), DEALS)):
        table = dealt_wrongly(Under.of(setting), seed)
        for number in chance.shuffled(range(len(table.rounds))):
            facts = tuple(table.facts(number))
            if key == NONE:
                return _item(rules, chance, key, NONE, Shown(facts, (), ()))
            if clause is not None:
                broken = _against(clause, setting, facts, chance)
                if broken is not None:
                    return _item(rules, chance, key, *broken)
                continue
            shown = planted(setting, key)(setting, facts, chance)
            if shown is not None:
                return _item(rules, chance, key, key, shown)
    raise LookupError(f"no round of {rules.game} has room for {key}")


def in_words(kind: str) -> str:
    """A kind of fault as a person reads it."""
    return kind.replace("-", " ")


def _item(rules: Rules, chance: Chance, key: str, kind: str, shown: Shown) -> Item:
    lines = told(list(shown.facts))
    others = [in_words(other) for other in kinds(rules) if other != NONE and not other.startswith(AGAINST)]
    whats = one_of_four(in_words(kind), others, chance) if kind != NONE else tuple(chance.shuffled(others)[:4])
    numbered = tuple(f"{number}  {line}" for number, line in enumerate(lines, 1))
    return Item(
        drill=SPOT,
        key=key,
        shown=numbered,
        question="Which line shows a fault, and which one is it? (both numbers, or none)",
        whats=whats,
        answers=tuple(f"{place + 1} {in_words(kind)}" for place in shown.places) or (NONE, "0"),
        clauses=shown.clauses,
        planted="" if kind == NONE else kind,
    )


FAULTS = Drill(SPOT, "a round with one fault, or none", kinds, _spot)
