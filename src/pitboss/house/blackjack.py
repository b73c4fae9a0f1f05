"""What the house does for players of blackjack: what each option is worth, and who plays in a demonstration."""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from pitboss.cards.card import Card, Rank
from pitboss.house.blackjack_charts import SIDE_WAGERS, TEN, cell_of, charts_of, values_of
from pitboss.house.family_house import Cell, Chart, FamilyHouse
from pitboss.house.strategy_player import StrategyPlayer
from pitboss.procedure import facts as f
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.blackjack.offers import most_insurance
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.facts import Fact
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.procedure.views import visible
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.strategy import Strategy, total_of

PLURALS = {Rank.ACE: "aces", Rank.JACK: "jacks", Rank.QUEEN: "queens", Rank.KING: "kings"}
_MOVE_OF = {"decline": "no-second-chance"}


@dataclass(frozen=True)
class _Question:
    """What a player is asked, and the cards the player has seen since the shuffle."""

    rules: BlackjackRules
    may: frozenset[str]
    up: Rank
    hand: tuple[Rank, ...]
    others: tuple[Rank, ...]
    bet_cents: int
    attacked: bool
    insurance_cents: int
    doubts: tuple[str, ...]
    doubled_cents: int = 0  # the Double Down Wager of a hand that has its card
    came_first: bool | None = None  # of a hand that came of a split: whether it is the first of its box

    @property
    def cell(self) -> Cell:
        """Where it stands on the strategy's cards."""
        return cell_of(self.may, values_of(self.hand), min(self.up, TEN), bool(self.doubled_cents))

    @property
    def words(self) -> str:
        """The hand and the up card, as a player would say them."""
        up = "A" if self.up is Rank.ACE else str(min(self.up, TEN))
        if "attack" in self.may:
            return f"attack against {up}"
        if "no-insurance" in self.may:
            return f"insurance with {' '.join(rank.label for rank in self.hand)}"
        total, soft = total_of(values_of(self.hand))
        doubled = "doubled " if self.doubled_cents else ""
        pair = len(self.hand) == 2 and "split" in self.may
        said = (
            f"a pair of {PLURALS.get(self.hand[0], f'{self.hand[0].label}s')}"
            if pair
            else f"{doubled}{'soft ' * soft}{total}"
        )
        return f"{said} against {up}"


@dataclass(frozen=True)
class _SideQuestion:
    """Whether to make a side wager, asked before the deal."""

    rules: BlackjackRules
    wager: str
    bet_cents: int
    doubts: tuple[str, ...] = ("as for a full shoe, whatever has been dealt",)

    @property
    def cell(self) -> Cell:
        """Beside the charts."""
        return Cell(SIDE_WAGERS, self.wager, "")

    @property
    def words(self) -> str:
        """The wager by its name."""
        name = next(kind.name for kind in self.rules.side_wagers if kind.id == self.wager)
        return f"{name} before the deal"


def _side_question(rules: BlackjackRules, wager: str, cents: int) -> _SideQuestion:
    return _SideQuestion(rules, wager, cents)


def _question(table: Table, player: str, box: int = 0) -> _Question | None:
    state, waiting = BlackjackState.of(table.state), table.waiting
    if not state.dealer.cards:
        return None
    hand = _hand(state, waiting.box or box, waiting.hand, player)
    if hand is None:
        return None
    stake = next(stake for stake in hand.stakes if stake.player == player)
    doubts = []
    if hand.from_split and bj.Split in waiting.may:
        doubts.append("splitting again is valued as if the hand were the first to be split")
    if stake.attack and stake.attack != stake.bet:
        doubts.append("valued as if the Double Attack Wager equalled the bet")
    if hand.face_down and not hand.looked:
        raise Refused("advice/not-looked", "look at the cards first", (), str(waiting))
    up = state.dealer.up_card
    seen = _seen(table, player)
    shown, ran_out = list(seen.cards), seen.ran_out
    if ran_out:
        doubts.append("valued as for a full shoe: the rack was shuffled in mid-round")
    elif seen.rounds < state.cards.rounds_from_shoe:  # the house has let go of what came before a checkpoint
        ran_out = True
        doubts.append("valued as for a full shoe: this one has been dealt from for long")
    cards = [card.rank for place, card in enumerate(hand.cards) if place not in hand.face_down or place < 2]
    for card in (up, *(card for place, card in enumerate(hand.cards) if place not in hand.face_down)):
        if card in shown:
            shown.remove(card)
    return _Question(
        rules=state.rules,
        may=frozenset(str(kind.__struct_config__.tag) for kind in waiting.may),
        up=up.rank,
        hand=tuple(cards),
        others=() if ran_out else tuple(card.rank for card in shown),
        bet_cents=stake.bet,
        attacked=bool(stake.attack),
        insurance_cents=most_insurance(state, stake.bet) if bj.Insure in waiting.may else 0,
        doubts=tuple(doubts),
        doubled_cents=stake.double if hand.doubled else 0,
        came_first=hand.number == 1 if hand.from_split else None,
    )


def _hand(state: BlackjackState, box: int, number: int, player: str) -> Hand | None:
    """The hand that is asked about; where a whole box is asked, the player's first."""
    hands = [
        hand
        for one in state.boxes.values()
        if not box or one.number == box
        for hand in one.hands
        if any(stake.player == player for stake in hand.stakes) and (not number or hand.number == number)
    ]
    return hands[0] if hands else None


_OF_THE_SHOE = frozenset(
    (
        *(f.ShoeLoaded, f.CardsRanOut, f.SealOpened, f.RoundEnded, f.CardDealt, f.CardsShown),
        *(bf.HoleCardTurned, bf.CardFoundFaceUp, bf.HandSplit),
    )
)


@dataclass
class _Seen:
    """What somebody saw leave the shoe since it was loaded, whether that was in mid-round, how many rounds ended."""

    since: int  # the first fact it was made of, and the first it was not, by their numbers in the whole record
    until: int
    cards: list[Card] = field(default_factory=list)
    ran_out: bool = False
    rounds: int = 0
    hands: dict[tuple[int, int], list[Card]] = field(default_factory=dict)  # what was seen of those on the table

    def note(self, fact: Fact, at: int) -> None:
        """Take in another fact, as whoever it is may see it."""
        if isinstance(fact, f.SealOpened):
            self.since, self.cards, self.ran_out, self.rounds = at, [], False, 0
        elif isinstance(fact, f.ShoeLoaded):
            self.cards = []
        elif isinstance(fact, f.RoundEnded):
            self.rounds += 1
            self.hands = {}
        elif isinstance(fact, f.CardsRanOut):
            self.ran_out = True
        elif isinstance(fact, bf.HandSplit):
            pair = self.hands.get((fact.box, fact.hand), [])
            self.hands[fact.box, fact.new_hand] = [pair.pop()] if pair else []
        elif isinstance(fact, f.CardsShown):
            self._shown((fact.box, fact.hand), [Card.parse(card) for card in fact.cards])
        elif isinstance(fact, f.CardDealt | bf.HoleCardTurned | bf.CardFoundFaceUp) and fact.card is not None:
            self.cards.append(Card.parse(fact.card))
            if isinstance(fact, f.CardDealt):
                self.hands.setdefault((fact.box, fact.hand), []).append(self.cards[-1])

    def _shown(self, hand: tuple[int, int], cards: list[Card]) -> None:
        """A hand is turned up: of its cards some lay face up before."""
        before, self.hands[hand] = Counter(self.hands.get(hand, ())), cards
        self.cards.extend((Counter(cards) - before).elements())


_seen_at: WeakKeyDictionary[Table, dict[str, _Seen]] = WeakKeyDictionary()


def _seen(table: Table, player: str) -> _Seen:
    """What somebody has seen of the shoe; of what was looked at for an earlier question nothing is looked at again."""
    before, at_table = table.facts_before, _seen_at.setdefault(table, {})
    seen = at_table.get(player)
    if seen is None or seen.since < before:  # what the house has let go of is not remembered here either
        seen = at_table[player] = _Seen(before, before)
    for at, fact in enumerate(table.facts[seen.until - before :], seen.until):
        if type(fact) in _OF_THE_SHOE:  # most facts show no card, and this is asked while others wait
            seen.note(visible(fact, player), at)
    seen.until = before + len(table.facts)
    return seen


def _side_values(question: _SideQuestion) -> dict[str, float]:
    from pitboss.solve.cache import solved

    side = solved(question.rules, lambda step, share: None).side_wagers.get(question.wager)
    return {} if side is None else {question.wager: -side.house_edge, f"no-{question.wager}": 0.0}


_FIRST_DECISIONS = frozenset({"stand", "hit", "double", "split", "surrender"})


def _kept_values(question: _Question) -> dict[str, float] | None:
    """What came with this version for just these cards, from a full shoe: no solver need be compiled for it."""
    from pitboss.solve.cache import answer
    from pitboss.solve.strategy import value_label

    known = None if question.others else answer(question.rules)
    if known is None:
        return None
    up, cards = min(question.up, TEN), values_of(question.hand)
    plain, attacked = known.up_cards[up].value, known.up_cards[up].attacked
    if "attack" in question.may:
        return None if attacked is None else {"attack": attacked, "no-attack": plain}
    # It came for hands as they are best attacked; of two ten-value cards it does not tell the ranks apart.
    attacks = attacked is not None and attacked > plain
    if len(cards) != 2 or cards == (TEN, TEN) or question.came_first is not None or attacks != question.attacked:
        return None
    options = known.decisions[value_label(up)].get(",".join(map(value_label, cards)), {})
    asked = question.may & _FIRST_DECISIONS
    return {name: options[name] for name in asked} if asked and asked <= options.keys() else None


def _values(question: _Question | _SideQuestion) -> dict[str, float]:
    """What each allowed option is worth, in bets; the solver is imported when first asked."""
    if isinstance(question, _SideQuestion):
        return _side_values(question)
    kept = _kept_values(question)
    if kept is not None:
        return kept
    from pitboss.solve.composition import full_shoe
    from pitboss.solve.round_values import Table as Solved
    from pitboss.solve.situation import OfSplit, doubled, situation
    from pitboss.solve.terms import game_terms

    if "attack" in question.may:
        game = game_terms(question.rules)
        if game.attacked is None:
            return {}
        table = Solved(game, full_shoe(question.rules).without(question.others))
        up = min(question.up, TEN)
        plain, attacked = table.play_against(up, game.plain), table.play_against(up, game.attacked)
        return {"attack": float(attacked.mean), "no-attack": float(plain.mean)}
    asked = (question.rules, question.hand, question.up, question.others, question.attacked)
    came = None if question.came_first is None else OfSplit(question.came_first, question.hand[0] is Rank.ACE)
    found = situation(*asked, came=came)
    if "no-insurance" in question.may:
        return _insured(question, found.options, found.insurance)
    double = question.doubled_cents / question.bet_cents
    if double and "stand" in found.options:
        after = doubled(question.rules, min(question.up, TEN), question.attacked, double, found.options["stand"])
        return {name: value for name, value in after.items() if name in question.may}
    # Over 21 a doubled hand has only its Second Chance, for as much again as lies on it: everything grows with that.
    options = {_MOVE_OF.get(name, name): value * (1 + double) for name, value in found.options.items()}
    if came is not None and "split" in question.may:
        options |= {name: value for name, value in situation(*asked).options.items() if name == "split"}
    return {name: value for name, value in options.items() if name in question.may}


def _insured(question: _Question, options: Mapping[str, float], unit: float | None) -> dict[str, float]:
    """With and without insurance; a Blackjack that may be paid at once, by what it is worth in all."""
    if unit is None:
        return {}
    uninsured = 0.0
    found = {}
    if "even-money" in options:
        found["even-money"], uninsured = options["even-money"], options["blackjack"]
    insured = uninsured + unit * question.insurance_cents / question.bet_cents
    return {**found, "insure": insured, "no-insurance": uninsured}


def _charts(rules: BlackjackRules) -> tuple[Chart, ...]:
    return charts_of(rules, _strategy(rules, None))


def _warm_up() -> None:
    """The first answer that did not come with this version compiles the solver, which takes a while."""
    rules = BlackjackRules.of(load("double-attack-pa"))
    for may in (frozenset({"attack", "no-attack"}), frozenset({"hit", "stand", "split"})):
        _values(_Question(rules, may, Rank.SIX, (Rank.EIGHT, Rank.EIGHT), (Rank.FIVE,), 1, False, 0, ()))


def _strategy(rules: BlackjackRules, path: str | None) -> Strategy:
    """The strategy in a file, or the solver's own."""
    from pitboss.simulate.strategies import strategy_of
    from pitboss.solve.cache import answer, solved
    from pitboss.solve.first_run import is_compiled

    if path is not None:
        return strategy_of(rules, path)
    if answer(rules) is None and not is_compiled():
        print("Compiling the solver for the best strategy; this happens once.", file=sys.stderr)
    return solved(rules, lambda step, share: None).strategy


def _players(rules: BlackjackRules, strategy: Strategy, bet_cents: int) -> StrategyPlayer:
    """Everybody plays the strategy for that bet, and half of it on the side, in whole chips, one at least."""
    chip = rules.wagers.chip_unit_cents
    return StrategyPlayer(strategy, bet_cents, max(bet_cents // 2 // chip, 1) * chip)


BLACKJACK_HOUSE = FamilyHouse(
    question=_question,
    values=_values,
    warm_up=_warm_up,
    strategy=_strategy,
    players=_players,
    charts=_charts,
    side_question=_side_question,
)
