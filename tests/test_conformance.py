"""The kit that plug-ins are held to, held to our own games; and games that are wrong on purpose, which it must find."""

from collections.abc import Iterator

import pytest

from pitboss.procedure.blackjack.facts import HoleCardTurned
from pitboss.procedure.facts import Fact
from pitboss.procedure.refusal import Refused
from pitboss.procedure.state import State
from pitboss.rules.games import GAMES
from pitboss.testing import NotConforming, check_game
from pitboss.testing.conformance import won_in
from tests import moves as m


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_of_the_package_conforms(game: str) -> None:
    found = check_game(game, storms=6, worlds=4)
    assert found.rounds >= 3
    assert found.refusals > 100
    assert found.worlds == 4


def test_a_settlement_that_differs_is_found() -> None:
    def a_cent_more(happened: tuple[Fact, ...], _: object) -> dict[str, int]:
        return {name: cents + 1 for name, cents in won_in(happened).items()}

    check_game("double-attack-pa", settlement=lambda happened, _: won_in(happened), storms=2, worlds=0, covered=False)
    with pytest.raises(NotConforming, match="other sums"):
        check_game("double-attack-pa", settlement=a_cent_more, storms=2, worlds=0, covered=False)  # type: ignore[arg-type]  # wrong on purpose


def test_a_table_that_pays_from_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    paid = State.pay

    def pays_twice(self: State, *given: object) -> None:
        paid(self, *given)  # type: ignore[arg-type]  # handed on as it came
        self.people.players[str(given[0])].chips += 100

    monkeypatch.setattr(State, "pay", pays_twice)
    with pytest.raises(NotConforming, match="chips"):
        check_game("double-attack-pa", storms=8, worlds=0, covered=False)


def test_a_hidden_card_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.testing import paired_worlds

    monkeypatch.setattr(paired_worlds, "facts_for", lambda table, _, since=0: table.facts[since:])
    with pytest.raises(NotConforming, match="can tell"):
        check_game("double-attack-pa", storms=1, worlds=12, covered=False)


def test_a_refusal_that_changes_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = State.refuse

    def refuses_and_notes(self: State, *given: object) -> None:
        refuse(self, *given)  # type: ignore[arg-type]  # handed on as it came
        self.record(HoleCardTurned((), "AS"))

    monkeypatch.setattr(State, "refuse", refuses_and_notes)
    with pytest.raises(NotConforming, match="was refused"):
        check_game("double-attack-pa", storms=1, worlds=0, covered=False)


@pytest.mark.parametrize("count", ["on_layout", "inventory", "bought"])
def test_a_table_breaks_by_itself_when_a_refusal_has_moved_chips(count: str) -> None:
    """The machine looks after itself, whoever drives it."""
    from pitboss.procedure.refusal import Broken
    from pitboss.procedure.table import Table
    from pitboss.rules.variant import load

    table = Table(load("double-attack-pa"))

    def refuses_and_takes(state: State, move: m.Move) -> Iterator[None] | None:
        state.refuse("wager/no", "no", ())
        setattr(state.chips, count, getattr(state.chips, count) + 1)
        return None

    table.state.asking.interrupts = {**table.state.asking.interrupts, m.BuyIn: refuses_and_takes}  # type: ignore[dict-item]  # a handler that is wrong on purpose
    with pytest.raises(Refused):
        table.apply(m.Hit(by="ann", box=1))
    with pytest.raises(Broken, match="changed the table"):
        table.apply(m.BuyIn(by="ann", cents=10_00))
    with pytest.raises(Broken):
        table.apply(m.Sit(by="ann", box=1))
