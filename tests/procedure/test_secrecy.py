"""Nothing hidden reaches anybody: two tables that differ only in hidden cards look the same to every viewer."""

import os
import random
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pitboss.cards import fair
from pitboss.law import readings_of
from pitboss.procedure.moves import DEALER, FLOORPERSON
from pitboss.procedure.table import Table
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.testing.paired_worlds import EVERYBODY, PairedWorlds
from pitboss.testing.storm import Pick, anything, wanted
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

EXAMPLES = int(os.environ.get("PITBOSS_SECRECY_EXAMPLES", "15"))
STEPS = 90
PEOPLE = ("ann", "bob", "cat")
SMALL: dict[str, dict[str, object]] = {
    "double-attack-pa": {"decks": 1},
    "double-attack-nj": {"decks": 1, "bettors_per_box": 3},
    "double-back-jack-pa": {"decks": 1},
    "double-deck-house": {"boxes_per_player": 2, "surrender": "first-decision"},
    "five-card-hi-lo-pa": {},
}


# --- by hypothesis --------------------------------------------------------------------------------------------------


def swapped(order: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    """The order with two of its cards exchanged: the a-th and the b-th to be dealt after a cut in the middle."""
    if not order:  # somebody tries to shuffle nothing
        return order
    cards = list(order)
    middle = len(cards) // 2
    a, b = (middle + a) % len(cards), (middle + b) % len(cards)
    cards[a], cards[b] = cards[b], cards[a]
    return tuple(cards)


def play_on(worlds: PairedWorlds, pick: Pick, exchange: tuple[int, int]) -> None:
    """Moves as people make them, some of them illegal, until the difference has come out or the steps are used up."""
    for name, box in (("ann", 1), ("bob", 2), ("cat", 3)):
        worlds.apply(m.Sit(by=name, box=box))
        worlds.apply(m.BuyIn(by=name, cents=50_000_00))
    for _ in range(STEPS):
        table = worlds.one
        if worlds.parted or table.closed:
            return
        if m.Wager in table.waiting.may and not table.state.bets.bets:
            _everybody_bets(worlds, pick)
            continue
        _others_try(worlds, pick)
        if pick(3) == 0:
            box = table.waiting.box or 1 + pick(6)
            worlds.apply(m.LookAtCards(by=PEOPLE[(box - 1) % 3], box=box))
            continue
        move = anything(table, pick) if pick(6) == 0 else wanted(table, pick)
        if m.Cut in table.waiting.may:
            worlds.apply(m.Cut(by=table.waiting.by[0], position=len(table.state.cards.to_shuffle) // 2))
        elif isinstance(move, m.Shuffle):
            worlds.apply(  # an order of no routine: the steps of one would give it away that two cards were exchanged
                m.Shuffle(by=move.by, order=move.order, salt=move.salt),
                m.Shuffle(by=move.by, order=swapped(move.order, *exchange), salt=move.salt),
            )
        elif move is not None and not isinstance(move, m.CloseTable | m.Leave):
            worlds.apply(move)


def _others_try(worlds: PairedWorlds, pick: Pick) -> None:
    """Somebody who is not asked tries to decide: refused, and in words that tell them nothing."""
    by, box = PEOPLE[pick(3)], 1 + pick(6)
    if by in worlds.one.waiting.by:
        return
    kind = (m.Hit, m.Stand, m.Split, m.Surrender, m.EvenMoney)[pick(5)]
    worlds.apply(kind(by=by, box=box) if pick(2) else m.Double(by=by, box=box, cents=10_00))


def _everybody_bets(worlds: PairedWorlds, pick: Pick) -> None:
    for name, box in (("ann", 1), ("bob", 2), ("cat", 3)):
        worlds.apply(m.Wager(by=name, box=box, cents=10_00))
        worlds.apply(m.Wager(by=name, box=box + 3 * pick(2), cents=10_00))
    for name in ("ann", "bob", "cat"):
        worlds.apply(m.Ready(by=name))
    worlds.apply(m.CloseBets(by=DEALER))


@pytest.mark.parametrize("game", list(GAMES))
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking takes minutes; run it by hand
)
@given(data=st.data())
def test_nobody_can_tell_two_tables_apart_by_their_hidden_cards(game: str, data: st.DataObject) -> None:
    """Whatever is decided, reported or tried, in every reading, dealt by the house or by hand."""
    readings = {r.id: data.draw(st.sampled_from([o.id for o in r.options]), label=r.id) for r in readings_of(game)}
    by_hand = frozenset(data.draw(st.sets(st.sampled_from([DEALER, FLOORPERSON])), label="by hand"))
    rules = load(game, SMALL[game], readings)
    worlds = PairedWorlds(Table(rules, by_hand), Table(rules, by_hand))
    chance = random.Random(data.draw(st.integers(0, 2**32), label="seed of the decisions"))
    exchange = data.draw(st.tuples(st.integers(0, 20), st.integers(0, 200)), label="the two cards exchanged")
    play_on(worlds, chance.randrange, exchange)


# --- with everybody's seeds -----------------------------------------------------------------------------------------


def _asked_for_seeds(worlds: PairedWorlds, pick: Pick) -> bool:
    """Somebody answers for their seed in one of the ways there are; whether that was what the tables waited for."""
    may, by = worlds.one.waiting.may, worlds.one.waiting.by
    if m.PledgeSeed not in may and m.GiveSeed not in may:
        return False
    who, seed = by[pick(len(by))], sha256(by[0].encode()).hexdigest()
    if m.GiveSeed in may and pick(8):
        worlds.apply(m.GiveSeed(by=who, seed=sha256(who.encode()).hexdigest()))
    elif m.PledgeSeed in may and pick(5):
        worlds.apply(m.PledgeSeed(by=who, pledge=fair.pledge(who, sha256(who.encode()).hexdigest())))
    else:
        strange = (m.PassSeed(by=who), m.Leave(by=who), m.GiveSeed(by=PEOPLE[pick(3)], seed=seed))
        worlds.apply(strange[pick(3)])
    return True


def _commits(worlds: PairedWorlds, chance: random.Random) -> None:
    """The house of each world draws a seed of its own."""
    by = worlds.one.waiting.by[0]
    one, other = (m.CommitSeed(by=by, seed=chance.randbytes(fair.HOUSE_SEED_BYTES).hex()) for _ in range(2))
    worlds.apply(one, other)


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_nobody_can_tell_two_seeds_of_the_house_apart_before_a_card_is_seen(game: str, seed: int) -> None:
    """Commitment, pledges, openings, those that are withheld, the cut and every card that lies face down."""
    chance = random.Random(seed)
    rules = load(game, SMALL[game], {})
    worlds = PairedWorlds(Table(rules), Table(rules))
    for name, box in (("ann", 1), ("bob", 2), ("cat", 3)):
        worlds.apply(m.Sit(by=name, box=box))
        worlds.apply(m.BuyIn(by=name, cents=50_000_00))
    for _ in range(STEPS):
        table = worlds.one
        if worlds.parted or table.closed:
            break
        _others_try(worlds, chance.randrange)
        if m.CommitSeed in table.waiting.may:
            _commits(worlds, chance)
        elif _asked_for_seeds(worlds, chance.randrange):
            continue
        elif m.Cut in table.waiting.may:
            worlds.apply(m.Cut(by=table.waiting.by[0], position=len(table.state.cards.to_shuffle) // 2))
        elif m.Wager in table.waiting.may and not table.state.bets.bets:
            _everybody_bets(worlds, chance.randrange)
        elif (move := wanted(table, chance.randrange)) is not None and not isinstance(move, m.CloseTable | m.Leave):
            worlds.apply(move)
    one, other = (
        [fact.commitment for fact in table.facts if isinstance(fact, f.SeedCommitted)]
        for table in (worlds.one, worlds.other)
    )
    assert not set(one) & set(other)
    assert one
    assert worlds.parted or not worlds.one.state.people.seated(), "they came as far as a card, or a seed was dropped"


@pytest.mark.parametrize("game", list(GAMES))
def test_nobody_can_tell_two_seeds_of_a_player_apart_before_they_are_opened(game: str) -> None:
    """Ann's differ; Bob answers, tries to open too soon, and both tables say the same to everybody."""
    rules = load(game, SMALL[game], {})
    worlds = PairedWorlds(Table(rules), Table(rules))
    for name, box in (("ann", 1), ("bob", 2)):
        worlds.apply(m.Sit(by=name, box=box))
        worlds.apply(m.BuyIn(by=name, cents=50_000_00))
    chance = random.Random(1)
    while m.CommitSeed not in worlds.one.waiting.may:
        move = wanted(worlds.one, chance.randrange)
        assert move is not None
        worlds.apply(move)
    commit = m.CommitSeed(by=worlds.one.waiting.by[0], seed="ab" * fair.HOUSE_SEED_BYTES)
    worlds.apply(commit)
    mine = [sha256(word).hexdigest() for word in (b"one", b"other")]
    one, other = (m.PledgeSeed(by="ann", pledge=fair.pledge("ann", seed)) for seed in mine)
    assert one != other
    worlds.apply(one, other)
    worlds.apply(m.GiveSeed(by="bob", seed=mine[0]))
    worlds.apply(m.PledgeSeed(by="ann", pledge=one.pledge))
    worlds.apply(m.PledgeSeed(by="bob", pledge=fair.pledge("bob", mine[0])))
    assert worlds.blind == EVERYBODY
    assert worlds.one.waiting.may == (m.GiveSeed, m.PassSeed), "now they are opened"
    with pytest.raises(AssertionError, match="can tell after"):
        worlds.apply(m.GiveSeed(by="ann", seed=mine[0]), m.GiveSeed(by="ann", seed=mine[1]))


# --- one hidden thing at a time -------------------------------------------------------------------------------------


class Twins:
    """Two scenes that differ in the cards named, played together; `deal` is given for each."""

    def __init__(
        self,
        game: str,
        one: str,
        other: str,
        *,
        players: int = 1,
        burned: tuple[str, str] = ("9C", "9C"),
        sets: dict[str, object] | None = None,
        readings: dict[str, str] | None = None,
        by_hand: tuple[str, ...] = (),
    ) -> None:
        self.scenes = [
            Scene(game, deal, players, sets=sets, readings=readings, by_hand=by_hand, burned=burn)
            for deal, burn in zip((one, other), burned, strict=True)
        ]
        for scene in self.scenes:
            scene.open()
        self.worlds = PairedWorlds(self.scenes[0].table, self.scenes[1].table)
        self.apply(m.BuyIn(by="ann", cents=100_00))  # anything: all that has happened so far is compared

    def apply(self, *moves: m.Move) -> "Twins":
        """Moves at both tables that must be accepted."""
        for move in moves:
            before = len(self.scenes[0].table.moves)
            self.worlds.apply(move)
            assert len(self.scenes[0].table.moves) == before + 1, f"{move} was refused"
        return self

    def refused(self, *moves: m.Move) -> "Twins":
        """Moves that both tables must refuse in the same words."""
        for move in moves:
            before = len(self.scenes[0].table.moves)
            self.worlds.apply(move)
            assert len(self.scenes[0].table.moves) == before, f"{move} was accepted"
        return self

    def bet(self, *boxes: int) -> "Twins":
        """Ann bets on these boxes and is ready."""
        self.apply(*(m.Wager(by="ann", box=box, cents=100_00) for box in boxes or (1,)))
        return self.apply(m.Ready(by="ann"))

    @property
    def blind(self) -> frozenset[str]:
        """Who still cannot tell the two apart."""
        return frozenset(self.worlds.blind)


def test_a_burn_card_stays_hidden() -> None:
    """The first card of the shoe is burned unseen."""
    twins = Twins("double-attack-pa", "6D 9S 9H 8C 5C 7C", "6D 9S 9H 8C 5C 7C", burned=("2C", "KD"))
    twins.bet().apply(m.NoAttack(by="ann", box=1), m.Stand(by="ann", box=1))
    assert twins.blind == EVERYBODY


@pytest.mark.clause("NJ 26.7(c)")
def test_a_burn_card_is_hidden_until_a_player_asks_for_it() -> None:
    """New Jersey discloses it on request."""
    twins = Twins("double-attack-nj", "6D", "6D", burned=("2C", "KD"))
    assert twins.blind == EVERYBODY
    twins.worlds.apply(m.AskBurnCard(by="ann"))
    assert twins.blind == frozenset()


@pytest.mark.clause("PA 665a.7(f)(3)", "PA 665a.7(g)", "PA 673a.7(e)(4)", "PA 673a.7(h)", "NJ 26.7(i)")
@pytest.mark.parametrize(
    ("game", "one", "other", "readings"),
    [
        ("double-attack-pa", "KD 9S 2H 3C", "KD 9S 2H 9D", {}),
        ("double-attack-pa", "6D 9S 2H AC", "6D 9S 2H 9D", {}),
        ("double-attack-nj", "KD 9S 2H 3C", "KD 9S 2H 9D", {"nj-hole-card": "reader"}),
        ("double-attack-nj", "KD 9S 2H AC", "KD 9S 2H 9D", {"nj-hole-card": "unread"}),
        ("double-attack-nj", "AD 9S 2H KC", "AD 9S 2H 9D", {"nj-hole-card": "unread"}),
        ("double-back-jack-pa", "9S KD 2H 3C", "9S KD 2H 9D", {}),
    ],
)
def test_a_hole_card_stays_hidden_until_it_is_turned(game: str, one: str, other: str, readings: dict[str, str]) -> None:
    """Not by the reader, nor by what is offered, refused or reported while the player decides."""
    twins = Twins(game, f"{one} 5D 4D", f"{other} 5D 4D", readings=readings).bet()
    while m.Stand not in twins.scenes[0].table.waiting.may:
        no = m.NoAttack if m.NoAttack in twins.scenes[0].table.waiting.may else m.NoInsurance
        twins.apply(no(by="ann", box=1))
    twins.apply(m.Hit(by="ann", box=1))
    twins.refused(m.TurnHoleCard(by=DEALER), m.Split(by="ann", box=1), m.EvenMoney(by="ann", box=1))
    assert twins.blind == EVERYBODY
    twins.worlds.apply(m.Stand(by="ann", box=1))
    assert twins.blind == frozenset()


@pytest.mark.clause("PA 665a.7(g)")
def test_the_reader_tells_of_a_blackjack_and_nothing_else() -> None:
    """Two hole cards that make no Blackjack look alike; one that does is turned at once."""
    twins = Twins("double-attack-pa", "AD 9S 8H KC", "AD 9S 8H 9D").bet()
    twins.apply(m.NoAttack(by="ann", box=1))
    assert twins.blind == EVERYBODY
    twins.worlds.apply(m.NoInsurance(by="ann", box=1))
    assert twins.blind == frozenset()


@pytest.mark.clause("PA 665a.13(b)")
def test_a_card_drawn_in_error_and_not_exposed_stays_hidden() -> None:
    """It is the next card, and nobody knows which."""
    twins = Twins("double-attack-pa", "6D 9S 2H 8C 3D 5C", "6D 9S 2H 8C 4D 5C").bet()
    twins.apply(m.NoAttack(by="ann", box=1), m.DrewInError(by=DEALER, exposed=False))
    twins.refused(m.RefuseCard(by="ann", box=1), m.AcceptCard(by="ann", box=1))
    twins.apply(m.DrewInError(by=DEALER, exposed=True))  # the card under it, the same in both
    assert twins.blind == EVERYBODY
    twins.worlds.apply(m.Hit(by="ann", box=1))
    assert twins.blind == frozenset()


@pytest.mark.clause("PA 665a.13(d)")
def test_a_card_the_dealer_draws_to_17_unseen_goes_to_the_rack_unseen() -> None:
    """An overdraw that was not exposed tells nobody anything."""
    twins = Twins("double-attack-pa", "KD 9S 9H 7C 3D", "KD 9S 9H 7C 4D", by_hand=(DEALER,))
    twins.apply(m.Wager(by="ann", box=1, cents=100_00), m.CloseBets(by=DEALER))
    twins.apply(m.Deal(by=DEALER, to=0), m.NoAttack(by="ann", box=1))
    twins.apply(*(m.Deal(by=DEALER, to=to) for to in (1, 1, 0)), m.ReadHoleCard(by=DEALER))
    twins.apply(m.Stand(by="ann", box=1), m.TurnHoleCard(by=DEALER))
    twins.apply(m.DrewInError(by=DEALER, exposed=False), m.SettleBox(by=DEALER, box=1))
    assert twins.blind == EVERYBODY


# --- Double Deck ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Dealing 3", "DD Dealing 6")
def test_a_player_alone_sees_the_cards_that_were_pitched() -> None:
    """Ann looks at her own two cards; bob, the dealer and everybody else learn nothing, not even what she may do."""
    twins = Twins("double-deck-house", "8S 9C 6D 8H 9D 7D", "8S 9C 6D 2H 9D 7D", players=2).bet()
    twins.apply(m.Wager(by="bob", box=2, cents=100_00), m.Ready(by="bob"))
    assert twins.blind == EVERYBODY
    twins.apply(m.LookAtCards(by="ann", box=1))
    twins.refused(m.Stand(by="bob", box=2), m.Split(by="bob", box=1), m.Hit(by=DEALER, box=1), m.Deal(by=DEALER, to=1))
    assert twins.blind == EVERYBODY - {"ann"}
    twins.apply(m.Stand(by="ann", box=1))
    assert twins.blind == EVERYBODY - {"ann"}
    twins.worlds.apply(m.Stand(by="bob", box=2))
    assert twins.blind == frozenset()


@pytest.mark.clause("DD Dealing 7", "DD Dealing 8")
def test_a_hidden_hand_does_not_stop_by_itself_at_21() -> None:
    """Ann hits to 21 in one world and to 15 in the other: she is asked again in both, and nobody else can tell."""
    twins = Twins("double-deck-house", "8S 6D 8H 7D 5C", "8S 6D 2H 7D 5C").bet()
    twins.apply(m.LookAtCards(by="ann", box=1), m.Hit(by="ann", box=1))
    assert twins.scenes[0].hand().total == 21
    assert twins.blind == EVERYBODY - {"ann"}
    twins.apply(m.Stand(by="ann", box=1))


def test_a_hand_nobody_has_looked_at_is_offered_and_refused_the_same() -> None:
    """Before she looks, not even what Ann may do depends on her cards."""
    twins = Twins("double-deck-house", "AS 6D KH 7D 5C", "8S 6D 8H 7D 5C").bet()
    twins.refused(m.Split(by="ann", box=1), m.EvenMoney(by="ann", box=1))
    twins.apply(m.Hit(by="ann", box=1))
    assert twins.blind == EVERYBODY


@pytest.mark.clause("DD Additional policies 2", "DD Additional policies 3")
def test_a_tucked_second_hand_stays_hidden_from_its_own_player() -> None:
    """The first hand comes first."""
    twins = Twins("double-deck-house", "8S 9C 6D 8H 9D 7D", "8S 9C 6D 8H 2D 7D", sets={"boxes_per_player": 2}).bet(1, 2)
    twins.refused(m.LookAtCards(by="ann", box=2))
    twins.apply(m.LookAtCards(by="ann", box=1), m.Stand(by="ann", box=1))
    assert twins.blind == EVERYBODY
    twins.apply(m.LookAtCards(by="ann", box=2))
    assert twins.blind == EVERYBODY - {"ann"}


def test_a_refusal_tells_nothing_of_a_tucked_second_hand() -> None:
    """A Blackjack in one world, a fifteen in the other: whatever ann tries there, she is refused in the same words."""
    one, other = "8S AC 6D 2H KD 7D 3C", "8S 8C 6D 2H 7H 7D 3C"
    twins = Twins("double-deck-house", one, other, sets={"boxes_per_player": 2, "surrender": "first-decision"}).bet(
        1, 2
    )
    tries: list[m.Move] = [
        kind(by="ann", box=2) for kind in (m.Hit, m.Stand, m.Split, m.Surrender, m.EvenMoney, m.LookAtCards)
    ]
    tries.append(m.Double(by="ann", box=2, cents=100_00))
    twins.refused(*tries)
    twins.apply(m.Hit(by="ann", box=1)).refused(*tries)
    assert twins.blind == EVERYBODY


@pytest.mark.clause("DD Doubling Down")
def test_a_double_down_card_stays_hidden_from_everybody() -> None:
    """Even from the player, whether it busts the hand or not, until the dealer settles."""
    cards = "KS 9C 6D 6H 9D 7D"
    twins = Twins("double-deck-house", f"{cards} KD", f"{cards} 2D", players=2).bet()
    twins.apply(m.Wager(by="bob", box=2, cents=100_00), m.Ready(by="bob"))
    twins.apply(m.LookAtCards(by="ann", box=1), m.Double(by="ann", box=1, cents=100_00))
    twins.refused(m.LookAtCards(by="ann", box=1), m.Hit(by="ann", box=1), m.Surrender(by="ann", box=1))
    assert twins.blind == EVERYBODY
    twins.worlds.apply(m.Stand(by="bob", box=2))
    assert twins.blind == frozenset()


# --- Five Card Hi-Lo ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 663a.9(b)", "PA 663a.9(c)")
def test_five_cards_each_and_the_stub_stay_hidden() -> None:
    """Face down on the layout, no total or rank told; only the house's showdown shows them."""
    one, other = "2S 3S 4S 5S 7S 8D 9D JD QD KD", "2S 3S 4S 5S 6S 8D 9D JD QD KD"
    twins = Twins("five-card-hi-lo-pa", one, other, burned=("6C", "6C"), by_hand=(DEALER,))
    twins.apply(m.Wager(by="ann", box=1, cents=100_00), m.CloseBets(by=DEALER))
    twins.apply(*(m.Deal(by=DEALER, to=to) for _ in range(5) for to in (1, 0)))
    assert len(twins.scenes[0].facts(f.CardDealt)) == 10
    assert twins.blind == EVERYBODY
    twins.worlds.apply(m.RackStub(by=DEALER))
    assert twins.blind == frozenset()


# --- the cut --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_only_whoever_cuts_knows_where(game: str) -> None:
    """Two stacks cut at two places into the same order: the cut itself tells nobody else anything."""
    by_hand = (DEALER,) if game == "five-card-hi-lo-pa" else ()  # where no player cuts
    scenes = [Scene(game, players=3, by_hand=by_hand).sit() for _ in range(2)]
    worlds = PairedWorlds(scenes[0].table, scenes[1].table)
    cutter = None
    for _ in range(40):
        table = worlds.one
        if m.Wager in table.waiting.may:
            break
        if m.Shuffle in table.waiting.may:
            order = tuple(card.code for card in table.state.cards.to_shuffle)
            turned = (*order[-5:], *order[:-5])  # so that a cut 5 cards deeper gives the same stack
            by = table.waiting.by[0]
            worlds.apply(m.Shuffle(by=by, order=order, salt="5a" * 32), m.Shuffle(by=by, order=turned, salt="5a" * 32))
        elif m.Cut in table.waiting.may:
            cutter = table.waiting.by[0]
            place = len(table.state.cards.to_shuffle) // 2
            worlds.blind.discard(cutter)
            worlds.apply(m.Cut(by=cutter, position=place), m.Cut(by=cutter, position=place + 5))
        else:
            worlds.apply(scenes[0].usual(table.waiting.by, table.waiting.may))
    assert cutter is not None
    assert worlds.one.state.cards.shoe._cards == worlds.other.state.cards.shoe._cards
    assert frozenset(worlds.blind) == EVERYBODY - {cutter}
