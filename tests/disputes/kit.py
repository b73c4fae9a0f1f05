"""Disputes: scenes at a table told in a few lines, and what the text alone makes of each.

A scene in a `.scenes` file says which cards come out (`cards`, and `again` after another shuffle), who bets what
(`bets`, by box: bet, or bet+Bust It), what everybody does (`say`), what each player has won to the cent (`won`) and
what must have happened in this order and by which clause (`then`). Steps are written `who verb amount`:

    1 attack 10         the player at box 1 (`bob@1 insure 5` for another person on the box)
    dealer exposed      the dealer draws a card in error and shows it
    no 1 hit @ 7(j)(1)  a hit that must be refused by that clause
    go, run             offers pass and the dealer deals until a player decides; until the round has ended
    until cut           what goes without saying, until that move is awaited
    next 1:10 2:20+5    the next round and its bets (`bets` alone: up to them)

A fact is written as its tag and any of its values, then `@` and clauses it must cite; `never` before it means that
nothing of the kind happened.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from pitboss.procedure.facts import CashReturned, ChipsBought, Fact, PlayerLeft, RoundBegan, RoundEnded
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER, Move
from pitboss.procedure.refusal import Refused
from pitboss.rules.subjects.shuffle_and_cut import Shuffling
from pitboss.rules.variant import load
from tests import moves as m
from tests.procedure.kit import BURNED, SALT, Scene, cards, order_with

STAFF = {"dealer": DEALER, "floor": FLOORPERSON, "shuffler": SHUFFLER}
CARDS = {"hit": m.Hit, "stand": m.Stand, "split": m.Split, "surrender": m.Surrender, "second": m.SecondChance}
CHOICES = {"late": m.TakeLateCard, "dead": m.CallHandDead, "accept": m.AcceptCard, "refuse": m.RefuseCard}
PASSES = {"no-attack": m.NoAttack, "no-insurance": m.NoInsurance, "no-second": m.NoSecondChance}
AT_BOX: Mapping[str, type[Move]] = {
    **CARDS, **CHOICES, **PASSES, "take-back": m.TakeBack, "even-money": m.EvenMoney, "look": m.LookAtCards
}  # fmt: skip
AMOUNTS: Mapping[str, type[Move]] = {
    "attack": m.Attack, "insure": m.Insure, "double": m.Double, "follow-double": m.FollowDouble
}  # fmt: skip
PLAIN: Mapping[str, type[Move]] = {
    "read": m.ReadHoleCard, "turn": m.TurnHoleCard, "face-up": m.FoundFaceUp, "touch": m.TouchCards,
    "reader-failed": m.ReaderFailed, "reader-repaired": m.ReaderRepaired, "jammed": m.ShufflerJammed,
    "failed": m.ShufflerFailed, "cover": m.CoverShuffler, "remove": m.RemoveShuffler, "reshuffle": m.OrderReshuffle,
    "burn": m.BurnCard, "ask-burn": m.AskBurnCard, "change-cards": m.ChangeCards, "refuse-cut": m.RefuseCut,
    "leave": m.Leave, "ready": m.Ready, "close-bets": m.CloseBets, "load": m.LoadShoe, "rack-stub": m.RackStub,
    "wash": m.WashCards, "approve": m.ApproveRolling, "close": m.CloseTable, "inspect-reader": m.InspectReader,
    "receive": m.ReceiveDecks, "verify": m.VerifyInspection, "tens": m.RemoveTens, "destroy": m.DestroyTens,
    "spread": m.SpreadCards, "recut": m.OrderRecut, "view": m.ViewSpread, "idle": m.NoteNoActivity,
    "gaming-day": m.BeginGamingDay,
    "offer-cut": m.OfferCut, "ask-face-up": m.AskFaceUp, "ask-inspection": m.AskInspection,
}  # fmt: skip
EXPECTED: tuple[type[Move], ...] = (
    *CARDS.values(),
    *CHOICES.values(),
    *PASSES.values(),
    *AMOUNTS.values(),
    m.Deal,
    m.PassOver,
)
OFFERS = (m.NoAttack, m.NoInsurance, m.NoSecondChance)


def cents(dollars: str) -> int:
    """Dollars as they are written to whole cents."""
    whole = Decimal(dollars) * 100
    assert whole == int(whole), dollars
    return int(whole)


def _value(text: str) -> object:
    return {"yes": True, "no": False}.get(text, int(text) if text.isdigit() else text)


@dataclass(frozen=True)
class Dispute:
    """One scene and its judgement."""

    name: str
    cards: str = ""
    again: str = ""
    bets: str = ""
    say: str = ""
    won: str = ""
    then: str = ""
    sets: str = ""
    readings: str = ""
    players: str = ""
    by_hand: str = ""


def scenes(file: Path) -> list[Dispute]:
    """The disputes of a file: a title after `==`, then `key: value`, a value going on in lines that are indented."""
    told = []
    for block in re.split(r"^== ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, rest = block.partition("\n")
        lines = re.sub(r"^#.*\n", "", rest, flags=re.MULTILINE)
        values = dict(re.findall(r"^(\w+): ?(.*(?:\n +.*)*)", lines, flags=re.MULTILINE))
        told.append(Dispute(title.strip(), **values))
    return told


def pairs(text: str) -> dict[str, str]:
    """Settings such as `decks=6 shuffling=device`."""
    return dict(word.partition("=")[::2] for word in text.split())


class Court:
    """A table at which disputes are played."""

    def __init__(self, game: str, prefix: str, dispute: Dispute) -> None:
        self.prefix, self.dispute = prefix, dispute
        seats = int(dispute.players or max(re.findall(r"(\d):", dispute.bets)))
        hands = {
            *dispute.by_hand.split(),
            *(["dealer"] if re.search(r"dealer (deal|pass|settle|read|turn|extra|count)", dispute.say) else []),
        }
        burns = load(game).shuffle.burn_after_shuffle
        sets: dict[str, object] = {name: _value(value) for name, value in pairs(dispute.sets).items()}
        self.scene = Scene(
            game, dispute.cards, seats, sets, pairs(dispute.readings), hands, burned=BURNED if burns else None
        )
        self.table = self.scene.table

    # --- who does what ------------------------------------------------------------------------------------------------

    def move(self, who: str, verb: str, *more: str) -> Move:
        """A step as a move."""
        assert len(more) <= (3 if verb == "deal-with" else 2), f"a step ends with `;`: {who} {verb} {' '.join(more)}"
        if who in STAFF:
            by, box = STAFF[who], 0
        else:
            name, _, number = who.rpartition("@")
            box = int(number)
            by = name or self.scene.players[box - 1]
        if verb in AT_BOX:
            return AT_BOX[verb](by=by, box=box)  # type: ignore[call-arg]  # each of them has a box
        if verb in AMOUNTS:
            return AMOUNTS[verb](by=by, box=box, cents=cents(more[0]))  # type: ignore[call-arg]
        if verb in PLAIN:
            return PLAIN[verb](by=by)
        return self.other(by, box, verb, more)

    def other(self, by: str, box: int, verb: str, more: tuple[str, ...]) -> Move:
        """The steps that are written each in their own way."""
        made: dict[str, Callable[[], Move]] = {
            "bet": lambda: m.Wager(by=by, box=box, cents=cents(more[0])),
            "bust-it": lambda: m.Wager(by=by, box=box, cents=cents(more[0]), wager="bust-it"),
            "coupon": lambda: m.Wager(by=by, box=box, cents=cents(more[0]), match_play=True),
            "bonus-coupon": lambda: m.Wager(by=by, box=box, cents=cents(more[0]), wager="bust-it", match_play=True),
            "verbal": lambda: m.Wager(by=by, box=box, cents=cents(more[0]), verbal=True),
            "confirm": lambda: m.ConfirmVerbal(by=by, player=more[0], box=int(more[1])),
            "not-confirm": lambda: m.ConfirmVerbal(by=by, player=more[0], box=int(more[1]), confirmed=False),
            "consent": lambda: m.Consent(by=by, box=box, player=more[0]),
            "cover-split": lambda: m.FollowSplit(by=by, box=box, cover=True),
            "keep": lambda: m.FollowSplit(by=by, box=box, cover=False, keep_on_new_hand=more[0] == "new"),
            "deal": lambda: m.Deal(by=by, to=int(more[0])),
            "extra": lambda: m.Deal(by=by, to=int(more[0])),
            "pass": lambda: m.PassOver(by=by, box=int(more[0])),
            "settle": lambda: m.SettleBox(by=by, box=int(more[0]), hand=more[1] if more[1:] else "right"),
            "settle-with": lambda: m.SettleBox(by=by, box=int(more[0]), paid_from="losing-wagers"),
            "deal-with": lambda: m.Deal(by=by, to=int(more[0]), drawn_with=more[1], placed_with=more[2]),
            "look-with-both": lambda: m.LookAtCards(by=by, box=box, hands=2),
            "hidden": lambda: m.DrewInError(by=by, exposed=False),
            "exposed": lambda: m.DrewInError(by=by, exposed=True),
            "ten": lambda: m.FoundTen(by=by, card=more[0]),
            "tap": lambda: m.TapIn(by=by, dealer=more[0]),
            "cut": lambda: m.Cut(by=by, position=int(more[0])),
            "place-cover": lambda: m.PlaceCoverCard(by=by, from_back=int(more[0])),
            "permit": lambda: m.PermitEntry(by=by, player=more[0]),
            "recut-next": lambda: m.OrderRecut(by=by, by_last_cutter=False),
            "receive-preshuffled": lambda: m.ReceiveDecks(
                by=by, preshuffled=True, tens_removed=more == ("without-tens",)
            ),
            "wash-exposed": lambda: m.WashCards(by=by, exposed=True),
            "defects": lambda: m.InspectCards(by=by, defects=int(more[0])),
            "spread-down": lambda: m.SpreadCards(by=by, face_up=False),
            "cover-away": lambda: m.PlaceCoverCard(by=by, from_back=int(more[0]), along_mark=False),
            "present-wrong": lambda: m.OfferCut(by=by, backs_away=False),
            "idle-up": lambda: m.NoteNoActivity(by=by, face_up=True),
            "count": lambda: m.CountStub(by=by, cards=int(more[0])),
            "misdealt": lambda: m.DeclareMisdeal(by=by, misdealt=more[0] == "yes"),
            "choose": lambda: m.ChooseHand(by=by, hand=more[0]),
            "sit": lambda: m.Sit(by=by, box=int(more[0]) if more else box),
            "rack": lambda: m.RackBatch(by=by, batch=more[0]),
            "age": lambda: m.NoteCardAge(by=by, hours=int(more[0])),
        }
        return made[verb]()

    def step(self, text: str) -> None:
        """One step of what is said."""
        if text in ("go", "run"):
            self.go(to_the_end=text == "run")
        elif text == "deal-out":
            while m.Deal in self.table.waiting.may:
                self.as_usual()
        elif text.startswith("until "):
            while m.every_move()[text[6:]] not in self.table.waiting.may:
                assert self.as_usual(), f"{text}: {self.table.waiting}"
        elif text == "bets":
            self.run_to_bets()
        elif text.startswith("next"):
            self.run_to_bets()
            self.bet(text[5:])
        elif text.startswith("no "):
            said, _, clauses = text[3:].partition(" @ ")
            refusal = self.scene.refused(self.move(*said.split()))
            for clause in filter(None, clauses.split(", ")):
                assert self.prefix + clause in refusal.clauses, f"{text}: {refusal}"
        else:
            move = self.move(*text.split())
            if " extra " not in text:
                self.bring_to(move)
            self.scene.do(move)

    # --- what goes without saying -------------------------------------------------------------------------------------

    def bring_to(self, move: Move) -> None:
        """Offers pass and the dealer deals until this move is awaited; a move that interrupts is made at once."""
        for _ in range(60):
            waiting = self.table.waiting
            box = getattr(move, "to", getattr(move, "box", 0))
            here = not isinstance(move, (m.Deal, m.PassOver)) or box == waiting.box
            if type(move) in waiting.may and move.by in waiting.by and here:
                return
            expected = isinstance(move, EXPECTED)
            if not (expected or isinstance(move, (m.SettleBox, m.EvenMoney))) or not self.as_usual():
                return

    def as_usual(self, stand: bool = False) -> bool:
        """One thing that goes without saying; False when somebody has to make up his mind."""
        waiting = self.table.waiting
        who = waiting.by[0] if waiting.by else ""
        declined = next((kind for kind in OFFERS if kind in waiting.may), None)
        if declined in (m.NoAttack, m.NoInsurance):
            boxes = [n for n, box in self.table.state.boxes.items() if who in {s.player for s in box.hands[0].stakes}]
            for box in boxes:
                try:
                    self.table.apply(declined(by=who, box=box))
                except Refused:
                    continue
                return True
            raise AssertionError(f"nobody lets the offer pass: {waiting}")
        if m.Ready in waiting.may and m.Surrender in waiting.may:  # offered before the reader
            self.scene.do(m.Ready(by=who))
        elif stand and declined is not None:
            self.scene.do(declined(by=who, box=waiting.box))
        elif stand and m.Stand in waiting.may:
            self.scene.do(m.Stand(by=who, box=waiting.box))
        elif stand and m.FollowDouble in waiting.may:
            self.scene.do(m.FollowDouble(by=who, box=waiting.box, cents=0))
        elif stand and m.AcceptCard in waiting.may:
            self.scene.do(m.AcceptCard(by=who, box=waiting.box))
        elif m.Deal in waiting.may:
            self.scene.do(m.Deal(by=DEALER, to=waiting.box))
        elif m.SettleBox in waiting.may:
            self.scene.do(m.SettleBox(by=DEALER, box=waiting.box))
        elif m.RackStub in waiting.may:
            self.scene.do(m.RackStub(by=DEALER))
        elif m.CloseBets in waiting.may and waiting.by == (DEALER,):
            self.scene.do(m.CloseBets(by=DEALER))
        elif m.ReadHoleCard in waiting.may or m.TurnHoleCard in waiting.may:
            self.scene.do((m.ReadHoleCard if m.ReadHoleCard in waiting.may else m.TurnHoleCard)(by=DEALER))
        elif m.Shuffle in waiting.may:
            if self.table.state.round:
                self.scene.first_cards = cards(self.dispute.again)
            self.shuffle()
        elif m.Cut in waiting.may and waiting.by != (DEALER,):
            self.scene.do(m.RefuseCut(by=who))
        elif m.Cut in waiting.may:
            self.scene.do(m.Cut(by=DEALER, position=self.scene.dealers_cut(len(self.table.state.cards.to_shuffle))))
        elif m.Wager in waiting.may or (who not in STAFF.values() and m.ViewSpread not in waiting.may):
            return False
        else:
            self.scene.do(self.scene.usual(waiting.by, waiting.may))
        return True

    def shuffle(self) -> None:
        """Into the order that brings the cards of the scene on top, after a cut if there will be one."""
        stack, rules = self.table.state.cards.to_shuffle, self.table.state.rules.shuffle
        by = self.table.waiting.by[0]
        is_cut = rules.run_out_machine_shuffle_is_cut if self.in_round() else rules.machine_shuffle_is_cut
        uncut = rules.shuffling is Shuffling.CONTINUOUS or (by == SHUFFLER and not is_cut)
        order = order_with(stack, self.scene.first_cards, 0 if uncut else self.scene.dealers_cut(len(stack)))
        self.scene.do(m.Shuffle(by=by, order=tuple(card.code for card in order), salt=SALT))

    def go(self, to_the_end: bool = False) -> None:
        """Until a player must decide, or until the round has ended."""
        for _ in range(300):
            if (to_the_end and not self.in_round()) or not self.as_usual(stand=to_the_end):
                return
        raise AssertionError(f"the round does not end: {self.table.waiting}")

    def in_round(self) -> bool:
        """Whether a round has begun that has not ended."""
        return len(self.scene.facts(RoundBegan)) > len(self.scene.facts(RoundEnded))

    def run_to_bets(self) -> None:
        """Through the rest of the round, and a shuffle if one is due, to the next wagers."""
        self.go(to_the_end=True)
        for _ in range(100):
            if m.Wager in self.table.waiting.may or not self.as_usual():
                return
        raise AssertionError(f"no wagers are taken: {self.table.waiting}")

    def bet(self, bets: str) -> None:
        """Wagers such as `1:10 2:20+5 bob@1:30`, let in by the first on the box, then everybody is ready."""
        first: dict[int, str] = {}
        for bet in bets.split():
            where, _, amounts = bet.partition(":")
            name, _, number = where.rpartition("@")
            amount, _, bust_it = amounts.partition("+")
            box = int(number)
            by = name or self.scene.players[box - 1]
            if first.setdefault(box, by) != by:
                self.scene.do(m.Consent(by=first[box], box=box, player=by))
            self.scene.do(m.Wager(by=by, box=box, cents=cents(amount)))
            if bust_it:
                self.scene.do(m.Wager(by=by, box=box, cents=cents(bust_it), wager="bust-it"))
        for name in self.scene.players:
            if m.Ready in self.table.waiting.may and name in self.table.waiting.by:
                self.scene.do(m.Ready(by=name))
        if m.CloseBets in self.table.waiting.may and self.table.state.chips.on_layout:
            self.scene.do(m.CloseBets(by=DEALER))

    # --- the judgement ------------------------------------------------------------------------------------------------

    def hear(self) -> None:
        """Play the scene and hold it against the judgement."""
        dispute = self.dispute
        if dispute.bets:
            self.scene.open()
            self.bet(dispute.bets)
        else:
            self.scene.sit()
        for text in filter(None, (part.strip() for part in dispute.say.replace("\n", " ").split(";"))):
            self.step(" ".join(text.split()))
        self.go(to_the_end=True)
        state = self.table.state
        assert not self.in_round(), f"the round did not end: {self.table.waiting}"
        assert state.chips.on_layout == 0, "a wager was left lying"
        assert state.balanced()
        told = dispute.won.split()
        expected = {name: cents(amount) for name, amount in zip(told[::2], told[1::2], strict=True)}
        won = {name: self.won(name) for name in self.scene.players if name in state.people.players}
        assert won == {name: expected.get(name, 0) for name in won}, self.story()
        self.judge_steps()

    def won(self, name: str) -> int:
        """What a player has, or has taken away, more than was bought in."""
        bought = sum(fact.cents for fact in self.scene.facts(ChipsBought) if fact.player == name)
        away: list[PlayerLeft | CashReturned] = [*self.scene.facts(PlayerLeft), *self.scene.facts(CashReturned)]
        taken = sum(fact.cents for fact in away if fact.player == name)
        return self.table.state.people.players[name].chips + taken - bought

    def judge_steps(self) -> None:
        """What must have happened, in order, by its clauses; and what must not."""
        facts = list(self.table.facts)
        place = 0
        for line in filter(None, (line.strip() for line in self.dispute.then.splitlines())):
            if line.startswith("never "):
                assert not any(self.matches(fact, line[6:]) for fact in facts), f"{line}\n{self.story()}"
                continue
            found = next((at for at in range(place, len(facts)) if self.matches(facts[at], line)), None)
            assert found is not None, f"not found, or not in this order: {line}\n{self.story()}"
            place = found + 1

    def matches(self, fact: Fact, line: str) -> bool:
        """Whether a fact has every word and every clause of a line."""
        words, _, clauses = line.partition("@")
        record: dict[str, Any] = msgspec.to_builtins(fact)
        values = {str(value) for key, value in record.items() if key != "clauses"}
        values |= {f"{key}={value}" for key, value in record.items()}
        wanted = [self.prefix + clause.strip() for clause in clauses.split(",") if clause.strip()]
        return all(word.replace("_", " ") in values or word in values for word in words.split()) and all(
            clause in fact.clauses for clause in wanted
        )

    def story(self) -> str:
        """Everything since the first wager, for whoever must find out who is wrong."""
        lines = [str(msgspec.to_builtins(fact)) for fact in self.table.facts]
        start = next((at for at, line in enumerate(lines) if "'round-began'" in line), 0)
        return "\n".join(lines[start:])
