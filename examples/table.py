"""A disputed round at a table of Double Attack Blackjack: python examples/table.py

Ann stands on 16, sees Bob's hand play out badly for her, and wants to surrender after all. The table says no, and why.
"""

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.facts import Fact
from pitboss.procedure.refusal import Refused
from pitboss.procedure.replay import record, replay
from pitboss.procedure.table import Table
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import facts_for, view
from pitboss.rules import load

# A burned card, the dealer's up card, one card each, another each, the hole card, and what the dealer draws.
CARDS = "5C  9S  8D 9H  8C KH  7S  4D"
CUT = 100  # where Ann will cut: what lies below comes to the top


def stacked(table: Table) -> tuple[Card, ...]:
    """The table's own cards in an order that brings ours to the top once Ann has cut."""
    ours = [Card.parse(code) for code in CARDS.split()]
    rest = list(table.state.to_shuffle)
    for card in ours:
        rest.remove(card)
    return (*rest[:CUT], *ours, *rest[CUT:])


def main() -> None:
    """Deal the round, print its story, and show that the record gives the same round again."""
    table = Table(load("double-attack-pa"))
    teller = Teller()

    def do(move: m.Move) -> tuple[Fact, ...]:
        before = len(table.facts)
        done = table.apply(move)
        if table.state.round:
            for words, clauses in teller.lines(facts_for(table, "a spectator", before)):
                print(f"  {words:<44} {', '.join(clauses)}")
        return done

    for box, name in enumerate(("Ann", "Bob"), 1):
        do(m.Sit(by=name, box=box))
        do(m.BuyIn(by=name, cents=500_00))
    do(m.ViewSpread(by="Ann"))
    do(Croupier(SeededBits("a disputed round")).sealed(table, stacked(table)))
    do(m.Cut(by="Ann", position=CUT))
    for box, name in enumerate(("Ann", "Bob"), 1):
        do(m.Wager(by=name, box=box, cents=20_00))
    for name in ("Ann", "Bob"):
        do(m.Ready(by=name))
    for box, name in enumerate(("Ann", "Bob"), 1):
        do(m.NoAttack(by=name, box=box))

    do(m.Stand(by="Ann", box=1))
    try:
        do(m.Surrender(by="Ann", box=1))
    except Refused as refusal:
        print(f"\nrefused  {refusal.code}\nwhy      {refusal.sentence}")
        print(f"clause   {', '.join(refusal.clauses)}\nnow      {refusal.now}\n")
    print(f"Bob sees the dealer's cards as {view(table, 'Bob').dealer}\n")
    do(m.Stand(by="Bob", box=2))

    again = replay(record(table))
    print(f"\nrebuilt from its record: {len(again.moves)} moves, {len(again.facts)} facts, equal: {again.facts == table.facts}")


if __name__ == "__main__":
    main()
