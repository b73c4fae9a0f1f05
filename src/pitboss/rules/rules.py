"""The rules of one game at one table: groups of sourced values, the readings in force, and departures from the law."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import get_annotations
from typing import Any, ClassVar, Self

from pitboss.law import Citation
from pitboss.rules.cited import Group, Leaf, SetBy
from pitboss.rules.errors import RulesError
from pitboss.rules.hi_lo import HiLoDeal, Showdown, Stub
from pitboss.rules.money import Odds
from pitboss.rules.subjects.bust_it import BustIt
from pitboss.rules.subjects.cards_in_use import CardsInUse
from pitboss.rules.subjects.deal import Deal
from pitboss.rules.subjects.dealer import Dealer
from pitboss.rules.subjects.doubling import Doubling
from pitboss.rules.subjects.insurance import Insurance
from pitboss.rules.subjects.irregularities import Irregularities
from pitboss.rules.subjects.layout import Layout
from pitboss.rules.subjects.opening import Opening
from pitboss.rules.subjects.points import Points
from pitboss.rules.subjects.second_chance import SecondChance
from pitboss.rules.subjects.settlement import Settlement
from pitboss.rules.subjects.shuffle_and_cut import ShuffleAndCut
from pitboss.rules.subjects.splitting import Splitting
from pitboss.rules.subjects.surrender import Surrender, SurrenderWhen
from pitboss.rules.subjects.wagers import Wagers
from pitboss.rules.text import json_of
from pitboss.rules.wager_kinds import WagerKind, WagerSubject

_SAID_ON_FELT = ("blackjack_odds", "insurance_odds", "insurance_offered", "dealer_hits_soft", "dealer_stands_on")


@dataclass(frozen=True)
class Departure:
    """One way in which a variant is not as the law has it."""

    name: str
    value: object
    lawful: object
    clauses: Citation


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """What every game has: identity, readings, departures, and groups of values, four of them the same everywhere.

    A family names all its groups, those four too, in the order of the law: so they stand on the sheet.
    """

    family: ClassVar[str]
    game: str
    title: str
    document: str
    readings: Mapping[str, str]
    submission: str = "default"
    departures: tuple[Departure, ...] = ()
    author: str = ""  # of a variant, with what its author says of it: neither is a rule
    note: str = ""
    cards: CardsInUse = field(default_factory=CardsInUse)
    layout: Layout = field(default_factory=Layout)
    shuffle: ShuffleAndCut = field(default_factory=ShuffleAndCut)
    wagers: Wagers = field(default_factory=Wagers)

    @classmethod
    def of(cls, rules: "Rules") -> Self:
        """The same rules, known to be of this family; those of another are refused in one sentence."""
        if not isinstance(rules, cls):
            raise RulesError(f"{rules.game} is not a game of the family {cls.family}, but of {rules.family}")
        return rules

    @cached_property
    def groups(self) -> Mapping[str, Group]:
        """The groups by name, in the order of the law."""
        names = dict.fromkeys(name for kind in type(self).__mro__ for name in get_annotations(kind))
        return {name: value for name in names if isinstance(value := getattr(self, name, None), Group)}

    def leaves(self) -> Iterator[tuple[str, Leaf]]:
        """Every value with the name of its group."""
        return ((name, leaf) for name, group in self.groups.items() for leaf in group.leaves())

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, Leaf]]:
        """Every value by its name, with its group."""
        return {leaf.name: (group, leaf) for group, leaf in self.leaves()}

    @cached_property
    def citations(self) -> Mapping[str, Citation]:
        """The clauses behind every value, and behind every step that the text orders without one."""
        sources = (each for group in self.groups.values() for each in group.sources.items())
        return {name: source.clauses for name, source in sources}

    def cites(self, name: str) -> Citation:
        """The clauses behind a named value or step."""
        return self.citations[name]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title}: {self.game}, rules {self.hash[:16]}>"

    @cached_property
    def hash(self) -> str:
        """The identity of these rules: equal values and readings give the same hash, any difference another."""
        # A table without what only variants bring has the hash it had before there was any.
        leaves = (leaf for _, leaf in self.leaves() if leaf.name not in ("side_wagers", "bonus_21") or leaf.value)
        values = {leaf.name: json_of(leaf.value) for leaf in leaves}
        whole = {"game": self.game, "values": values, "readings": dict(self.readings)}
        return hashlib.sha256(json.dumps(whole, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    @property
    def marked_hash(self) -> str:
        """The hash in short, and whether all is as the law has it."""
        return f"rules {self.hash[:16]}{f'; {SetBy.VARIANT.value}' if self.departures else ''}"

    @cached_property
    def wager_kinds(self) -> Mapping[str, WagerKind]:
        """Every kind of side wager these rules know, offered or not, by its id."""
        return {kind.id: kind for kind in self.wagers.side_wagers}

    @cached_property
    def side_wagers(self) -> tuple[WagerKind, ...]:
        """The side wagers offered here."""
        return tuple(kind for kind in self.wager_kinds.values() if kind.offered)

    @property
    def on_felt(self) -> tuple[str, ...]:
        """What stands written on the layout."""
        return tuple(map(str, self.layout.inscriptions))

    def departs(self, name: str) -> bool:
        """Whether a value is set as no text has it."""
        return self.by_name[name][1].source.set_by is SetBy.VARIANT

    def saying(self, **said: Any) -> Self:
        """The rules of a text that follows this one: its own names, and the values and steps it says otherwise."""
        homes = {name: group for group, each in self.groups.items() for name in each.sources}
        changed: dict[str, Any] = {name: value for name, value in said.items() if name not in homes}
        for group in {homes[name] for name in said.keys() - changed.keys()}:
            its = {name: value for name, value in said.items() if homes.get(name) == group}
            changed[group] = self.groups[group].saying(**its)
        return replace(self, **changed)

    def departing(self, name: str, value: object) -> Self:
        """These rules with one value set whatever the law says."""
        group, _ = self.by_name[name]
        changed: dict[str, Any] = {group: self.groups[group].departing(name, value)}
        return replace(self, **changed)


@dataclass(frozen=True, kw_only=True, repr=False)
class BlackjackRules(Rules):
    """A game of the blackjack family."""

    family = "blackjack"

    points: Points = field(default_factory=Points)
    cards: CardsInUse = field(default_factory=CardsInUse)
    layout: Layout = field(default_factory=Layout)
    opening: Opening = field(default_factory=Opening)
    shuffle: ShuffleAndCut = field(default_factory=ShuffleAndCut)
    wagers: Wagers = field(default_factory=Wagers)
    deal: Deal = field(default_factory=Deal)
    insurance: Insurance = field(default_factory=Insurance)
    surrender: Surrender = field(default_factory=Surrender)
    doubling: Doubling = field(default_factory=Doubling)
    splitting: Splitting = field(default_factory=Splitting)
    second_chance: SecondChance = field(default_factory=SecondChance)
    bust_it: BustIt = field(default_factory=BustIt)
    dealer: Dealer = field(default_factory=Dealer)
    settlement: Settlement = field(default_factory=Settlement)
    irregularities: Irregularities = field(default_factory=Irregularities)

    @property
    def wager_subjects(self) -> tuple[WagerSubject, ...]:
        """What the text says of side wagers of its own."""
        return tuple(group for group in self.groups.values() if isinstance(group, WagerSubject))

    @cached_property
    def wager_kinds(self) -> Mapping[str, WagerKind]:
        """The text's own side wagers first, then those of a variant."""
        of_text = (subject.kind(self.cards.ranks_removed) for subject in self.wager_subjects)
        return {kind.id: kind for kind in (*of_text, *self.wagers.side_wagers) if kind is not None}

    @property
    def on_felt(self) -> tuple[str, ...]:
        """The text's words; where it has none, a house's: what is paid, and how the dealer draws; and bonuses."""
        stands = self.dealer.dealer_stands_on
        draws = f"hits soft {stands}" if self.dealer.dealer_hits_soft else f"stands on all {stands}s"
        insured = (f"Insurance pays {self.insurance.insurance_odds}",) if self.insurance.insurance_offered else ()
        # Of a variant that departs from what the text has written there, that would not be true.
        untrue = any(self.departs(name) for name in _SAID_ON_FELT) and not self.departs("inscriptions")
        own = () if untrue else super().on_felt
        house = (f"Blackjack pays {self.settlement.blackjack_odds}", *insured, f"Dealer {draws}")
        bonus = self.settlement.bonus_21
        return (*(own or house), *(bonus.on_felt if bonus is not None else ()))

    @cached_property
    def odds_to_pay(self) -> tuple[Odds, ...]:
        """Every way in which a bet may have to be divided or paid."""
        share = self.surrender.surrender_share
        halved = self.surrender.surrender is not SurrenderWhen.NEVER
        bonus = self.settlement.bonus_21
        bonuses = tuple(row.odds for row in bonus.rows) if bonus is not None else ()
        whole = (self.settlement.bet_odds, self.settlement.blackjack_odds, *bonuses)
        return (*whole, Odds(share.numerator, share.denominator)) if halved else whole


@dataclass(frozen=True, kw_only=True, repr=False)
class HiLoRules(Rules):
    """Five Card Hi-Lo dealt from the hand, as far as the one section we have goes."""

    family = "from-the-hand"

    cards: CardsInUse = field(default_factory=CardsInUse)
    layout: Layout = field(default_factory=Layout)
    shuffle: ShuffleAndCut = field(default_factory=ShuffleAndCut)
    wagers: Wagers = field(default_factory=Wagers)
    hi_lo_deal: HiLoDeal = field(default_factory=HiLoDeal)
    stub: Stub = field(default_factory=Stub)
    showdown: Showdown = field(default_factory=Showdown)
