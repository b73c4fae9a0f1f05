"""Exact values of many shoes of one game: on a core, over cores, or on a GPU, with the same digits."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.solve.bonus_21 import Bonuses, bonuses
from pitboss.solve.by_lanes import DEPTH, LAST, NTH, OUTCOME, SPLIT, rounds_alone
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN, Composition
from pitboss.solve.dealer_hand import VALUES, dealer_tree
from pitboss.solve.dealer_odds import FEWEST_CARDS
from pitboss.solve.figures import no_worth
from pitboss.solve.hand_values import ALONE, taken
from pitboss.solve.hands import Hands, all_hands
from pitboss.solve.insurance import insured_shoes
from pitboss.solve.lanes import Floats, Game, Lane, Lists, Own, Room, Shares, Trees
from pitboss.solve.round_values import Table
from pitboss.solve.rows import Rows, all_rows
from pitboss.solve.solution import best_play, main_game
from pitboss.solve.splits import MOST_HANDS, SplitPlay, most_out
from pitboss.solve.strategy import TWENTY_ONE, UP_CARDS
from pitboss.solve.terms import GameTerms, Terms, game_terms

CPU, CUDA = "cpu", "cuda"
NOWHERE = -1
SHARE_LEAST = 16  # shoes for which another process is worth its start


@dataclass(frozen=True)
class Shared:
    """What all shoes of a game share, as arrays."""

    game: Game
    lists: Lists
    of: Rows
    trees: Trees
    hands: int
    slots: int
    deepest: int
    most: int

    def room(self) -> Room:
        """Room for the lanes of one round."""
        most, hands = self.most, self.hands
        return Room(
            p=np.zeros((most_out(most), hands, self.slots)),
            figures=np.zeros((10, hands)),
            worth=no_worth(hands),
            marks=np.zeros((2, most + 1, 3, hands), np.int8),
            left=np.zeros(VALUES),
            less=np.zeros((VALUES + 1, VALUES)),
            whole=np.zeros((VALUES, 2, most + 1, 2 * most + 1, 2)),
            unpaired=np.zeros((VALUES, 2, most + 1, 2 * most + 1, 2)),
            found=np.zeros(SPLIT + VALUES),
            limit=np.zeros(VALUES + 1, np.int64),
            shares=Shares(
                np.zeros((VALUES, 2, 2, most + 1, 2 * most)),
                np.zeros((VALUES, 2 * most + 1)),
                np.zeros((VALUES, most + 1)),
                np.zeros((VALUES, most + 2, most + 2)),
            ),
            rows=np.zeros(hands, np.int64),
            ends=np.zeros(self.lists.begins.shape[1] - 1, np.int64),
            flat=np.zeros(hands, np.int64),
            there=np.zeros(1, np.int64),
            open=np.zeros(hands, np.int8),
        )

    def own(self) -> Own:
        """What one lane needs for itself."""
        return Own(np.zeros(VALUES), np.zeros(self.deepest + 1), np.zeros(self.deepest + 1), np.zeros(self.slots))


def shared(game: GameTerms, terms: Terms, split_play: SplitPlay) -> Shared:
    """A game for lanes; what they cannot work out is refused."""
    if game.needs_bust_hands or game.same_rank or terms.surrender_early:
        raise RulesError("the GPU values games whose hands over 21 are lost at once, and whose tens pair with any ten")
    if max(game.split_hands) > MOST_HANDS:
        raise RulesError(f"the solver splits into at most {MOST_HANDS} hands")
    hands = all_hands(tuple(TWENTY_ONE // value + 2 for value in range(1, VALUES + 1)))
    every = all_rows(hands, bonuses(game.rules.settlement.bonus_21, game.rules.cards.decks, hands))
    lists, of = _side_by_side(hands, every, terms)
    even = game.rules.insurance
    return Shared(
        Game(
            terms=terms,
            peeked=np.array(game.peeked),
            split_hands=np.array(game.split_hands, np.int64),
            places=np.array([1 + (terms.takes != 0 and not game.peeked[up - 1] and up in (1, TEN)) for up in UP_CARDS]),
            by_hands=split_play is SplitPlay.BY_HANDS,
            even_money_up=int(even.insurance_up_card) if even.even_money_offered else 0,
        ),
        lists,
        of,
        _trees(game),
        hands=len(lists.pair),
        slots=game.slots.size,
        deepest=max(int(tree.depth.max()) for tree in game.trees) + 1,
        most=max(2, *game.split_hands),
    )


def _trees(game: GameTerms) -> Trees:
    """The dealer's trees, a number a node."""
    dealer, found, orders = game.rules.dealer, [], []
    for up in range(1, VALUES + 1):
        how = (dealer.dealer_stands_on, dealer.dealer_hits_soft, dealer.push_total or 0, game.peeked[up - 1])
        tree = dealer_tree(up, *how, busts=False)
        parts = (tree.card, tree.nth, tree.depth, tree.outcome + 1, tree.last)
        places = (0, int(NTH), int(DEPTH), int(OUTCOME), int(LAST))
        found.append(
            np.bitwise_or.reduce([part.astype(np.int32) << place for part, place in zip(parts, places, strict=True)])
        )
        orders.append(tree.orders)
    return Trees(np.concatenate(found), np.concatenate(orders), np.cumsum([0, *map(len, found)]))


def _side_by_side(hands: Hands, every: Rows, terms: Terms) -> tuple[Lists, Rows]:
    """The hands of a round, and those that a split of each value can come to, by falling sum, then the single cards."""
    sums = hands.cards.astype(int) @ np.arange(1, VALUES + 1)
    of, pairs = [every.live], [np.full(len(every.live), VALUES)]
    for value in range(1, VALUES + 1):
        most = TWENTY_ONE
        if value == 1 and terms.one_card_aces:
            most = 3 if terms.double_split_aces else 2
        of.append(every.holding(value, most).live)
        pairs.append(np.full(len(of[-1]), value - 1))
    split, pair = np.concatenate(of[1:]), np.concatenate(pairs[1:])
    order = np.argsort(-sums[split], kind="stable")
    single = np.array(hands.single)
    row = np.concatenate((of[0], split[order], single, single))
    came = np.concatenate((pairs[0], pair[order], np.full(VALUES, VALUES), np.arange(VALUES)))
    place = np.full((VALUES + 1, len(hands.keys)), NOWHERE)
    place[came, row] = np.arange(len(row))
    after = hands.after[row]
    after = np.where(after >= 0, place[came[:, None], after], after)
    begins = [
        [start + int((sums[some] > total).sum()) for total in range(TWENTY_ONE, 0, -1)]
        for start, some in ((0, of[0]), (len(of[0]), split))
    ]
    first = len(of[0]) + len(split)
    cards, size, total, _, paid = every.hand
    lists = Lists(
        np.array(begins),
        came.astype(np.int8),
        place[VALUES, row].astype(np.int32),
        np.arange(first, first + 2 * VALUES).reshape(2, VALUES),
        after[first : first + VALUES],
    )
    # In few bytes, of which more are at hand.
    in_row = (cards[row], size[row].astype(np.int8), total[row].astype(np.int8), after.astype(np.int16))
    return lists, Rows(every.live, every.over, (*in_row, Bonuses(paid.odds, paid.shares[:, row])))


def solve_many(
    rules: BlackjackRules,
    shoes: Sequence[Composition],
    device: str = CPU,
    split_play: SplitPlay = SplitPlay.BY_HANDS,
    processes: int | None = None,
) -> npt.NDArray[np.float64]:
    """The house's edge of the main game played as well as possible from each of these shoes, insurance where it pays.

    On the CPU over so many processes, by default one a core; `device="cuda"` works on an NVIDIA GPU.
    """
    if any(shoe.cards < FEWEST_CARDS for shoe in shoes):
        raise RulesError(f"a shoe of fewer than {FEWEST_CARDS} cards is too small to play a round from")
    if device == CUDA:
        return _on_gpu(rules, shoes, split_play)
    if device != CPU:
        raise RulesError(f"shoes are valued on {CPU} or {CUDA}, not on {device}")
    processes = min(processes or os.cpu_count() or 1, max(len(shoes) // SHARE_LEAST, 1))
    if processes == 1:
        return _edges(rules, shoes, split_play)
    parts = [shoes[part::processes] for part in range(processes)]
    edges = np.zeros(len(shoes))
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for part, found in enumerate(pool.map(_edges, repeat(rules), parts, repeat(split_play))):
            edges[part::processes] = found
    return edges


def _edges(
    rules: BlackjackRules, shoes: Sequence[Composition], split_play: SplitPlay
) -> npt.NDArray[np.float64]:  # fmt: skip
    """One shoe after another."""
    game, found = game_terms(rules), []
    for shoe in shoes:
        table = Table(game, shoe, split_play)
        table.deal()
        found.append(main_game(table, best_play(table)[0]).house_edge)
    return np.array(found)


def _on_gpu(rules: BlackjackRules, shoes: Sequence[Composition], split_play: SplitPlay) -> npt.NDArray[np.float64]:
    from pitboss.solve.many_cuda import rounds_on_gpu

    return by_lanes(rules, shoes, split_play, rounds_on_gpu)


def by_lanes(
    rules: BlackjackRules,
    shoes: Sequence[Composition],
    split_play: SplitPlay,
    rounds: Callable[[Shared, Floats, Floats], Floats],
) -> Floats:
    """Edges by what rounds against each up card are worth, attacked where that is better, and insured."""
    game = game_terms(rules)
    counts = np.array([shoe.values for shoe in shoes], float)
    insurance = insured_shoes(rules, np.array([shoe.ranks for shoe in shoes], float))
    found = rounds(shared(game, game.plain, split_play), counts, insurance.to_blackjack)
    means, looked, even = found[:, :, 0], found[:, :, 1], found[:, :, 2].any(1)
    if game.attacked is not None and game.scales:
        ratio = game.attacked.wager / game.plain.wager
        more = float(interpreted(taken)(game.attacked.wager, game.attacked, ALONE))
        more -= ratio * float(interpreted(taken)(game.plain.wager, game.plain, ALONE))
        means = np.maximum(means, means * ratio - looked * more)
    elif game.attacked is not None:
        more_found = rounds(shared(game, game.attacked, split_play), counts, insurance.to_blackjack)
        means = np.maximum(means, more_found[:, :, 0])
    gains = np.where(even, insurance.gain_of_others, insurance.gain)
    edges: Floats = -(means * counts).sum(1) / counts.sum(1) - gains
    return edges


def rounds_on_cpu(what: Shared, counts: Floats, favourable: Floats) -> Floats:
    """What rounds are worth, by a single lane: the GPU's program where there is none."""
    found = np.zeros((len(counts), VALUES, 3))
    rounds_alone(
        Lane(0, 1, what.game, what.lists, what.of, what.trees, what.room(), what.own()), counts, favourable, found
    )
    return found
