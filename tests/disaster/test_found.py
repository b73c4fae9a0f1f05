"""What histories have found, each kept as the few faults it took."""

import pytest

from tests.disaster import world
from tests.disaster.faults import Fault

UNANSWERED = "a question to the database is never answered"
FOUND = {
    "a house that opened waited for ever for a commit that was never answered": (
        44,
        (
            Fault(2.65, "the database restarts", 7.42, 2),
            Fault(5.97, "a commit hangs before it is done"),
            Fault(7.04, "the house pauses", 42.45),
            Fault(18.27, "another house is started"),
        ),
    ),
    "a house waited for ever for a block of numbers": (14, (Fault(1.13, "a commit hangs before it is done"),)),
    "a process that had never had the cage could not sign what it confirmed": (0, ()),
    "nobody found out that a line between two processes had fallen silent": (
        0,
        (Fault(6.0, "every line between processes falls silent"),),
    ),
    "a table waited for ever for a question that was never answered": (1, (Fault(8.0, UNANSWERED),)),
    "who moved while the database was away was never answered, and their socket no longer read": (
        2,
        (Fault(8.0, UNANSWERED), Fault(9.0, "the database restarts", 5.0)),
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_once_stays_mended(what: str) -> None:
    seed, plan = FOUND[what]
    world.run(seed, plan)
