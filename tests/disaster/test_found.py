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
    "a step of the house at a table of before was put to the chain that had been lost and taken again": (
        5000649,
        (Fault(1.85, "the house pauses", 14.34, 3), Fault(9.59, "who takes a table pauses", 19.04, 1)),
    ),
    "who had waited to join while their process slept was shown a table that another had by then": (
        7001765,
        (Fault(4.54, "the house pauses as it commits", 25.74, 2), Fault(4.65, "somebody new comes", 0, 3)),
    ),
    "a table that had closed since it was found free was taken up": (
        7060686,
        (
            Fault(3.28, "the register goes there and back", 41.55, 3),
            Fault(5.92, "everybody gets up from a table", 0, 3),
        ),
    ),
    "a house that had stopped gave away a table while its opening was on its way to the disk": (
        7001066,
        (
            Fault(1.06, "a commit is done and hangs", 0, 2),
            Fault(2.11, "a commit is done and fails", 0, 3),
            Fault(11.65, "the house is told to stop", 0, 1),
        ),
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_once_stays_mended(what: str) -> None:
    seed, plan = FOUND[what]
    world.run(seed, plan)
