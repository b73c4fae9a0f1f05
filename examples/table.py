"""A disputed round at a table of Double Attack Blackjack: python examples/table.py

Ann stands on 16, thinks again while Bob is deciding, and wants to surrender after all. The table says no, and why.
"""

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.procedure import moves as m
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.facts import RoundBegan
from pitboss.procedure.refusal import Refused
from pitboss.procedure.replay import record, replay
from pitboss.procedure.table import Table
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import facts_for, view
from pitboss.rules import load

# A burned card, the dealer's up card, a card each, another each, the hole card, and what the dealer draws.
CARDS = "5C  9S  8D 9H  8C KH  7S  4D"
CUT = 100  # how many cards Ann will cut from the top to the bottom
PLAYERS = ((1, "Ann"), (2, "Bob"))


def stacked(table: Table) -> tuple[Card, ...]:
    """The table's own cards in an order that brings ours to the top once Ann has cut."""
    ours = [Card.parse(code) for code in CARDS.split()]
    rest = list(table.state.cards.to_shuffle)
    for card in ours:
        rest.remove(card)
    return (*rest[:CUT], *ours, *rest[CUT:])


def wagered(table: Table) -> None:
    """Everything before the first card: two players sit down, the cards are sealed and cut, the bets are made."""
    for box, name in PLAYERS:
        table.apply(m.Sit(by=name, box=box))
        table.apply(m.BuyIn(by=name, cents=500_00))
    table.apply(m.ViewSpread(by="Ann"))
    table.apply(Croupier(SeededBits("a disputed round")).sealed(table, stacked(table)))
    table.apply(m.Cut(by="Ann", position=CUT))
    for box, name in PLAYERS:
        table.apply(m.Wager(by=name, box=box, cents=20_00))
    for _, name in PLAYERS:
        table.apply(m.Ready(by=name))


def main() -> None:
    """Deal the round, print its story, and show that the record gives the same round again."""
    table, teller = Table(load("double-attack-pa")), Teller()
    wagered(table)
    told = next(place for place, fact in enumerate(table.facts) if isinstance(fact, RoundBegan))

    def tell() -> None:
        nonlocal told
        for words, clauses in teller.lines(facts_for(table, "a spectator", told)):
            print(f"  {words:<44} {', '.join(clauses)}")
        told = len(table.facts)

    for box, name in PLAYERS:
        table.apply(bj.NoAttack(by=name, box=box))
    table.apply(bj.Stand(by="Ann", box=1))
    tell()

    try:
        table.apply(bj.Surrender(by="Ann", box=1))
    except Refused as refusal:
        print(f"\nAnn wants to surrender. Refused: {refusal.code}")
        print(f"  why     {refusal.sentence}")
        print(f"  clause  {', '.join(refusal.clauses)}")
        print(f"  now     {refusal.now}")
    print(f"\nBob sees the dealer's cards as {view(table, 'Bob').dealer}\n")

    table.apply(bj.Stand(by="Bob", box=2))
    tell()
    again = replay(record(table))
    print(f"\nDealt again from its record: {len(again.moves)} moves, the same facts: {again.facts == table.facts}")


if __name__ == "__main__":
    main()
