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
    "what was asked over HTTP of a table that had moved was answered with a fault of the server": (
        1_000_058,
        (Fault(4.06, "the house pauses", 32.23, 1), Fault(5.16, "the house pauses as it commits", 0.96, 1)),
    ),
    "whose session it was could not be asked, and that was a fault of the server": (
        1_000_148,
        (Fault(4.99, "the database restarts", 15.49, 1),),
    ),
    "who came back to a table while the database was away was told of it no more": (
        1_000_359,
        (Fault(5.60, "the database restarts", 5.62, 3), Fault(9.65, "the house is killed", 0, 3)),
    ),
    "a bankroll that changed as a line between processes broke was never told": (
        1_000_597,
        (Fault(4.38, "every line between processes breaks", 0, 2),),
    ),
    "nor one that changed while the database was away": (
        1_000_173,
        (Fault(2.37, "the database restarts", 9.62, 3), Fault(8.43, "a commit hangs before it is done", 0, 3)),
    ),
    "a table of a process that stopped was said not to be open": (1_000_349, (Fault(5.52, "a commit fails", 0, 1),)),
    "a process that no longer kept the register did not know who had come since": (
        1_000_765,
        (Fault(3.47, "the house pauses as it commits", 20.88, 3), Fault(4.13, "a guest becomes an account", 0, 1)),
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
