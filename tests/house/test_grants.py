"""What an audit says of a grant: one practice bankroll a name, more with its reason, a guest's own under a new name."""

import msgspec
import pytest

from pitboss.house.audited import Grants, SharedBook
from pitboss.house.journal import Entry
from pitboss.house.ledger import BANK, GRANT, PRACTICE_BANKROLL_CENTS, Granted, bankroll
from pitboss.house.register import Register

PRACTICE = Granted(grant="Ann", cents=PRACTICE_BANKROLL_CENTS)
MORE = Granted(grant="Ann", cents=5, reason="a prize")
ALONG = Granted(grant="Anna", cents=5, source="Gus")


def line(granted: Granted, other: Granted | None = None, body: str | None = None) -> Entry:
    """A line for a grant; with another's transfer, or another body, where something is wrong."""
    return Entry(
        kind=GRANT,
        table=BANK,
        seq=1,
        body=msgspec.json.encode(granted).decode() if body is None else body,
        actor=granted.grant,
        client_id=None,
        rule=None,
        at_ms=0,
        transfers=((other or granted).transfer,),
    )


def grants() -> Grants:
    """Ann is known, and so is Anna, who was the guest Gus."""
    register = Register()
    register.rows["accounts"] = {("Ann",): {"formerly": None}, ("Anna",): {"formerly": "Gus"}}
    return Grants(SharedBook(), register)


@pytest.mark.parametrize(
    ("granted", "fault"),
    [
        (PRACTICE, None),
        (MORE, None),
        (ALONG, None),
        (Granted(grant="Ann", cents=PRACTICE_BANKROLL_CENTS, reason=""), None),
        (Granted(grant="Ann", cents=PRACTICE_BANKROLL_CENTS + 1), "a grant that is not one practice bankroll"),
        (Granted(grant="Ann", cents=PRACTICE_BANKROLL_CENTS - 1), "a grant that is not one practice bankroll"),
        (Granted(grant="Ann", cents=5, source="Gus"), "Ann was never Gus"),
        (Granted(grant="Anna", cents=5, source="Bob"), "Anna was never Bob"),
        (Granted(grant="Bob", cents=5, source="Gus"), "Bob was never Gus"),
        (Granted(grant="Bob", cents=5, reason="a prize"), "a grant to Bob, whom nobody knows"),
        (Granted(grant="Bob", cents=PRACTICE_BANKROLL_CENTS), "a grant to Bob, whom nobody knows"),
    ],
)
def test_a_grant_is_one_bankroll_or_has_its_reason_or_is_ones_own(granted: Granted, fault: str | None) -> None:
    assert grants().fault(line(granted), known=True) == fault


@pytest.mark.parametrize("granted", [PRACTICE, MORE, ALONG])
def test_a_grant_is_the_transfer_that_the_ledger_has(granted: Granted) -> None:
    other = msgspec.structs.replace(granted, grant="Ann" if granted is ALONG else "Anna")
    what = "one practice bankroll" if granted is PRACTICE else "the transfer that the ledger has"
    assert grants().fault(line(granted, other), known=True) == f"a grant that is not {what}"
    assert str(grants().fault(line(granted, body="{}"), known=True)).startswith("no grant: ")


def test_a_second_practice_bankroll_is_named_and_a_grant_with_a_reason_is_none() -> None:
    of = grants()
    assert [of.fault(line(one), known=True) for one in (MORE, PRACTICE, MORE)] == [None, None, None]
    assert of.fault(line(PRACTICE), known=True) == "a second practice bankroll for Ann"
    assert of.fault(line(msgspec.structs.replace(PRACTICE, grant="Anna")), known=True) is None


def test_where_not_everybody_is_known_a_stranger_may_have_been_granted_something() -> None:
    of, stranger = grants(), Granted(grant="Bob", cents=PRACTICE_BANKROLL_CENTS)
    assert of.fault(line(stranger), known=False) is None
    assert of.fault(line(stranger), known=False) == "a second practice bankroll for Bob"


def test_who_takes_along_leaves_nothing_behind() -> None:
    of = grants()
    of._book.balances[bankroll("Gus")] = of._book.balances[bankroll("Ann")] = 3
    assert of.left_behind() is None, "nobody took anything along"
    assert of.fault(line(ALONG), known=True) is None
    assert of.left_behind() == "player:Gus has 3 cents, and was to take everything along"
    of._book.balances[bankroll("Gus")] = 0
    assert of.left_behind() is None
