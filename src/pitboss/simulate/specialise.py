"""From rules to a kernel: the rules' numbers, and a module of kernel source with those numbers ahead of it.

The parts of the kernel are ordinary modules that import their numbers from `constants.py`. For a set of rules they are
written one after another into a file of their own, beneath the rules' numbers, and compiled from there: Numba keeps
what it compiled beside that file, so a kernel is compiled once on a machine.
"""

import ast
import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import lcm
from pathlib import Path
from types import ModuleType
from typing import Any

from pitboss.cards.card import Rank, Suit
from pitboss.rules.codes import AFTER_DOUBLE, ANY_NUMBER, TAKES
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.deal import DealStep, HoleCard
from pitboss.rules.subjects.doubling import DoubleCard, DoubleLimit
from pitboss.rules.subjects.irregularities import VoidInsurance
from pitboss.rules.subjects.settlement import BlackjackPaid, Discarded, PlayerBust, TwentyOnePaid
from pitboss.rules.subjects.shuffle_and_cut import Shuffling
from pitboss.rules.subjects.splitting import Pair, SplitBlackjack
from pitboss.rules.subjects.surrender import (
    BEFORE_READER,
    SurrenderedToBlackjack,
    SurrenderSettled,
)
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.rules.wager_kinds import DecidedBy
from pitboss.simulate.bonus_lines import bonus_constants
from pitboss.simulate.layout import layout
from pitboss.simulate.side_lines import side_constants
from pitboss.solve.composition import TEN_RANKS, full_shoe

Constants = Mapping[str, Any]

TEN = 10
NARROW_MOST, NARROW_BITS = 511, 10  # cards a lane of nine bits and a guard can count
WIDE_MOST = 32767
BOXES_MOST = 12
POOL_MOST = 255  # cards of a kind in a pool of suits or ranks
HANDS_MOST = 8
_STEPS = {
    DealStep.DEALER_UP: 1,
    DealStep.PLAYERS_UP: 2,
    DealStep.PLAYERS_DOWN: 2,
    DealStep.DEALER_DOWN: 3,
}


def constants_of(rules: BlackjackRules, boxes: int = 1, *, given: bool = False, **extra: Any) -> Constants:
    """The numbers a kernel is specialised by; rules it has no meaning for are refused in one sentence."""
    if not 1 <= boxes <= min(rules.layout.positions, BOXES_MOST):
        raise RulesError(f"{boxes} boxes cannot be played: the table has {rules.layout.positions}")
    found = {
        **_shoe(rules, boxes),
        **_wagers(rules),
        **_dealer(rules),
        **_decisions(rules),
        **_settlement(rules),
        **bonus_constants(rules),
        "ONE_MODULE": True,
        "CHECKED": True,
        "EXACT_ROUND": None,
        "GIVEN": given,
        "BOXES": boxes,
        "COUNTING": False,
        "COUNT_ATTACKS": False,
        "COUNT_PLAYS": False,
        "TAGS": (0,) * TEN,
        "TAG_PARTS": 1,
        "RUNNING": False,
        "RUNNING_START": 0,
        "TRUE_LOW": 0,
        "TRUE_BINS": 1,
        "BANKROLL": 0,
        "SESSION": 0,
        "INSURANCE_COUNTED": False,
        "MOST_BET": 1,
        "MOST_BONUS": 1,
        "TABLE_ROWS": 1,
        "NODES": 0,
        "LEVELS": 1,
    }
    found |= extra
    found["RACK"] = found["RUNS_OUT"]
    if max(found["TEN_RANKS"]) > POOL_MOST:
        raise RulesError(f"{rules.cards.decks} decks are too many for the simulator: at most {POOL_MOST // len(Suit)}")
    _scale(rules, found)
    found |= layout(found)
    return found


def _shoe(rules: BlackjackRules, boxes: int) -> dict[str, Any]:
    shoe = full_shoe(rules)
    cards, deck = rules.cards.stack_size(), rules.cards.deck_size()
    if cards > WIDE_MOST:
        raise RulesError(f"a shoe of {cards} cards is too large for the simulator: at most {WIDE_MOST}")
    shuffle = rules.shuffle
    continuous = shuffle.shuffling is Shuffling.CONTINUOUS
    behind = shuffle.cover_card_cards(cards, deck)
    least = cards - shuffle.burn_after_shuffle if continuous else behind
    needed = _most_cards(shoe.values, boxes, rules.splitting.split_hands)
    if needed > least and cards - shuffle.burn_after_shuffle < 3 * (boxes + 1):
        raise RulesError(f"{cards} cards are too few for {boxes} boxes")
    return {
        "CARDS": cards,
        "DOUBT": cards,
        "DECK": deck,
        "COUNTS": shoe.values,
        "LANE_BITS": NARROW_BITS if cards <= NARROW_MOST else 16,
        "BURN": shuffle.burn_after_shuffle,
        "CONTINUOUS": continuous,
        "RUNS_OUT": needed > least,
        "DECKS": rules.cards.decks,
        "TEN_RANKS": tuple(shoe.ranks[rank - 1] for rank in TEN_RANKS),
    }


def _most_cards(values: tuple[int, ...], boxes: int, hands: int) -> int:
    """More cards than a round can take: every hand draws below 21, and the smallest cards come first."""
    points = boxes * hands * 21 + 17
    needed = 2 * boxes * hands + 2
    for value, count in enumerate(values, 1):
        taken = min(count, points // value)
        points -= taken * value
        needed += taken
    return needed


def _fraction(value: Fraction, unit: int) -> int:
    return int(value * unit)


def _wagers(rules: BlackjackRules) -> dict[str, Any]:
    insurance, wagers = rules.insurance, rules.wagers
    steps = tuple(_STEPS[step] for step in rules.deal.deal_order if step in _STEPS)
    attack = wagers.attack is not AttackLimit.NONE
    if attack and steps[0] != _STEPS[DealStep.DEALER_UP]:
        raise RulesError("a Double Attack Wager needs the dealer's up card first: deal_order has it later")
    offered = insurance.insurance_offered
    if offered and insurance.insurance_up_card is not Rank.ACE:
        raise RulesError("the simulator insures against an ace only: insurance_up_card")
    if offered and any(rank < TEN for rank in insurance.insurance_wins_on):
        raise RulesError("the simulator knows insurance on ten-value cards only: insurance_wins_on")
    return {
        "STEPS": (*steps, *(0,) * (5 - len(steps))),
        "FACE_DOWN_HANDS": DealStep.PLAYERS_DOWN in rules.deal.deal_order,
        "ATTACK": attack,
        "DOUBLE_WITH_ATTACK": rules.doubling.double_limit is DoubleLimit.BET_AND_ATTACK,
        "INSURANCE": offered,
        "INSURANCE_RANKS": sum(1 << (rank - TEN) for rank in insurance.insurance_wins_on) if offered else 15,
        "EVEN_MONEY": insurance.even_money,
        "EVEN_MONEY_RACKED": rules.settlement.discarded is Discarded.EACH_HAND,
        **side_constants(rules, rules.side_wagers),
    }


def _dealer(rules: BlackjackRules) -> dict[str, Any]:
    dealer, deal = rules.dealer, rules.deal
    reader = deal.hole_card is HoleCard.READER
    tens = [rank for rank in deal.reader_ranks if rank >= TEN]
    return {
        "HOLE_CARD": deal.hole_card is not HoleCard.NONE,
        "READER_ACE": reader and Rank.ACE in deal.reader_ranks,
        "READER_TEN": reader and bool(tens),
        "READER_RANKS": sum(1 << (rank - TEN) for rank in tens),
        "STANDS_ON": dealer.dealer_stands_on,
        "HITS_SOFT": dealer.dealer_hits_soft,
        "PUSH_TOTAL": dealer.push_total or 0,
        "DRAWS_IN_VAIN": dealer.dealer_draws_in_vain or _for_dealers_hand(rules),
    }


def _for_dealers_hand(rules: BlackjackRules) -> bool:
    return any(kind.decided_by is DecidedBy.DEALER_HAND for kind in rules.side_wagers)


def _decisions(rules: BlackjackRules) -> dict[str, Any]:
    splitting, doubling, surrender, chance = rules.splitting, rules.doubling, rules.surrender, rules.second_chance
    if splitting.split_hands > HANDS_MOST:
        raise RulesError(f"the simulator splits into at most {HANDS_MOST} hands, not {splitting.split_hands}")
    most = ANY_NUMBER if doubling.double_on_cards_at_most is None else doubling.double_on_cards_at_most
    return {
        "SPLIT_HANDS": splitting.split_hands,
        "ACE_HANDS": splitting.most_hands(True, splitting.split_hands),
        "SAME_RANK": splitting.pair is Pair.SAME_RANK,
        "SPLIT_BLACKJACK": splitting.blackjack_after_split is SplitBlackjack.BLACKJACK,
        "SPLIT_21_TIES": splitting.split_21_ties_blackjack,
        "DOUBLE_BOUNDED": doubling.double_on_cards_at_least > 3 or 3 <= most < ANY_NUMBER,
        "DOUBLE_LEAST": doubling.double_on_cards_at_least,
        "DOUBLE_MOST": most,
        "AFTER_DOUBLE": AFTER_DOUBLE[surrender.of_doubled_hand],
        "SURRENDER_PARKED": not surrender.at_once,
        "SURRENDER_EARLY": surrender.surrender_settled is SurrenderSettled.EARLY,
        "SURRENDER_ENTIRE": surrender.surrender_to_blackjack is SurrenderedToBlackjack.ENTIRE,
        "SURRENDER_RACKED": _surrender_racked(rules),
        "SECOND_CHANCE": chance.second_chance,
        "CHANCE_AFTER_DOUBLE": chance.second_chance_after_double,
        "CHANCE_AFTER_SPLIT": chance.second_chance_after_split,
        "CHANCE_ACE": chance.second_chance_ace,
        "TUCKED": doubling.double_card is DoubleCard.DOWN_TUCKED,
    }


def _surrender_racked(rules: BlackjackRules) -> int:
    """When the cards of a hand given up go to the rack, as `constants.py` has it."""
    settled, each_hand = rules.surrender.surrender_settled, rules.settlement.discarded is Discarded.EACH_HAND
    if not (rules.cites("surrender_cards") or each_hand):
        return 4
    if settled in BEFORE_READER and rules.deal.hole_card is HoleCard.READER:
        return 2
    if settled is SurrenderSettled.PARKED_FOR_SECOND_CARD:
        return 3 if each_hand else 1
    return 0


def _settlement(rules: BlackjackRules) -> dict[str, Any]:
    settlement = rules.settlement
    return {
        "BLACKJACK_FIRST": settlement.blackjack_paid is BlackjackPaid.BEFORE_READER,
        "BLACKJACK_RACKED": bool(rules.cites("blackjack_cards")) or settlement.discarded is Discarded.EACH_HAND,
        "BLACKJACK_IN_TURN": settlement.blackjack_paid is BlackjackPaid.IN_TURN,
        "BLACKJACKS_TIE": settlement.blackjacks_tie and settlement.blackjack_paid is not BlackjackPaid.BEFORE_READER,
        "BLACKJACK_BEATS_21": settlement.blackjack_beats_21,
        "CHARLIE": settlement.charlie_cards or 0,
        "PAID_21": settlement.twenty_one_paid is not TwentyOnePaid.NOT_AT_ONCE,
        "PAID_21_LATER": settlement.twenty_one_paid is TwentyOnePaid.AFTER_ALL_PLAYERS,
        "BUST_WAITS": settlement.bust_waits,
        "BUST_RETURNED": settlement.player_bust is PlayerBust.LOSES_UNLESS_DEALER_BUSTS,
        "VOID_KEEPS_INSURANCE": rules.irregularities.void_insurance is VoidInsurance.STAYS_COLLECTED,
        "TAKES": TAKES[settlement.dealer_blackjack_takes],
    }


def _scale(rules: BlackjackRules, found: dict[str, Any]) -> None:
    """Every payment as a whole number of units, a unit being a fraction of the bet."""
    share = rules.insurance.insurance_share
    ratios = {
        "WIN": rules.settlement.bet_odds.ratio,
        "BLACKJACK_WIN": rules.settlement.blackjack_odds.ratio,
        "SURRENDER_LOSES": rules.surrender.surrender_share,
        "CHANCE_WIN": rules.second_chance.second_chance_odds.ratio,
        "INSURANCE_LOSE": share,
        "INSURANCE_WIN": share * rules.insurance.insurance_odds.ratio,
    }
    if not found["INSURANCE_COUNTED"]:
        ratios["INSURANCE_LOSE"] = ratios["INSURANCE_WIN"] = Fraction(0)
    odds = found["SIDE_ODDS"] if any(found["SIDES_COUNTED"]) else ()
    bonus = rules.settlement.bonus_21
    bonuses = [one.ratio for one in bonus.different_odds] if bonus is not None else []
    whole = (*ratios.values(), *bonuses)
    unit = lcm(*(ratio.denominator for ratio in whole), *(stake for kind in odds for _, stake in kind))
    found["UNIT"] = unit
    found |= {name: _fraction(ratio, unit) for name, ratio in ratios.items()}
    found["BONUS_WINS"] = tuple(_fraction(ratio, unit) for ratio in bonuses)
    width = found["SIDE_WIDTH"]
    paid = [[-unit, *(win * unit // stake for win, stake in kind)] for kind in odds]
    found["SIDE_PAYS"] = tuple(x for row in paid for x in (*row, *[0] * (width - len(row)))) or (0,)
    wager = 2 if found["ATTACK"] else 1
    doubled = wager + (wager if found["DOUBLE_WITH_ATTACK"] else 1)
    a_hand = doubled * (2 if found["SECOND_CHANCE"] else 1)
    pays = max(ratios["WIN"], ratios["CHANCE_WIN"], Fraction(1), *bonuses)
    largest = max(a_hand * pays * found["SPLIT_HANDS"], wager * ratios["BLACKJACK_WIN"])
    if found["SPLIT_BLACKJACK"]:
        largest = max(largest, wager * ratios["BLACKJACK_WIN"] * found["SPLIT_HANDS"])
    found["LIMIT"] = _fraction(largest, unit)


# --- source ---------------------------------------------------------------------------------------------------------

_HERE = Path(__file__).parent
_ROUND = ("draws", "shoe", "worth", "bonus", "box", "boxes", "round", "sides", "stream")
_PARTS = {
    "cpu": ("target_cpu", *_ROUND, "kernel_cpu"),
    "cuda": ("target_cuda", *_ROUND, "kernel_cuda"),
    "cpu-round": ("target_cpu", *_ROUND[:-2]),
    "cuda-round": ("target_cuda", *_ROUND[:-2]),
    "given": ("target_cpu", *_ROUND, "kernel_given"),
    "given-python": ("target_python", *_ROUND, "kernel_given"),
    "asking": ("target_cpu", *_ROUND, "kernel_given", "asking"),
    "worth": ("target_python", "worth"),
}


def source(constants: Constants, target: str) -> str:
    """The kernel's own module: the numbers, then its parts without what they import from one another."""
    lines = [f'"""A kernel of pitboss.simulate for {target}; written by specialise.py."""']
    lines += [f"{name} = {value!r}" for name, value in sorted(constants.items()) if name != "SIDE_SOURCE"]
    # Beside a round that follows no rack, or whose draws are not checked, stands one that does both. Where more cards
    # are drawn than there were, only narrow lanes still give what is drawn a value.
    unracked = target in ("cpu", "cuda") and constants["RACK"] and constants["LANE_BITS"] == NARROW_BITS
    if target == "cuda" or unracked:
        exact = source(constants, f"{target}-round")
        # A module of its own, by a name that Numba finds it by when it reads what it compiled.
        name = f"pitboss_round_{hashlib.sha256(exact.encode()).hexdigest()[:24]}"
        lines += ["import sys, types", f"exact = sys.modules.setdefault({name!r}, types.ModuleType({name!r}))"]
        lines += [f"exec({exact!r}, vars(exact))", "EXACT_ROUND = exact.round_apart"]
        lines += [f"CHECKED = {target != 'cuda'}", f"RACK = {constants['RACK'] and not unracked}"]
    first, *others = _PARTS[target]
    lines += [part(first), constants["SIDE_SOURCE"], *(part(name) for name in others)]
    return "\n".join(lines) + "\n"


@cache
def part(name: str) -> str:
    """A part of the kernel without what it imports from the others."""
    tree = ast.parse((_HERE / f"{name}.py").read_text(encoding="utf-8"))
    return ast.unparse(_Bare().visit(ast.Module([node for node in tree.body if not _is_own_import(node)], [])))


class _Bare(ast.NodeTransformer):
    """Leaves out what is written for the type checker alone: names of types are not among a kernel's parts."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """An argument by its name."""
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function without what it returns."""
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        """A value with its name; a name alone says nothing but its type."""
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def _is_own_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss.simulate.")


def cache_folder() -> Path:
    """Where kernels are kept: the user's cache, or a temporary folder where there is none to write to."""
    chosen = os.environ.get("PITBOSS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    for folder in (Path(chosen) if chosen else Path.home() / ".cache", Path(tempfile.gettempdir())):
        kernels = folder / "pitboss" / "kernels"
        try:
            kernels.mkdir(parents=True, exist_ok=True)
            if os.access(kernels, os.W_OK):
                return kernels
        except OSError:
            continue
    raise RulesError("there is no folder to keep kernels in; name one by PITBOSS_CACHE")


@cache
def _module(text: str) -> ModuleType:
    name = f"pitboss_kernel_{hashlib.sha256(text.encode()).hexdigest()[:24]}"
    path = cache_folder() / f"{name}.py"
    if not path.exists():
        # Written aside and moved: another process may be writing the same kernel.
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".tmp", delete=False) as file:
            file.write(text)
        os.replace(file.name, path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def kernel(constants: Constants, target: str) -> ModuleType:
    """The compiled (or about to be compiled) kernel of these numbers."""
    return _module(source(constants, target))
