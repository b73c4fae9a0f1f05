"""Rule values as the numbers that compiled code works with: one table each, for the solver and for the simulator."""

from collections.abc import Mapping

from pitboss.rules.subjects.settlement import DealerBlackjackTakes
from pitboss.rules.subjects.surrender import SurrenderAfterDouble

ANY_NUMBER = 99  # of cards, where a text sets no limit
TAKES: Mapping[DealerBlackjackTakes, int] = {
    DealerBlackjackTakes.EVERYTHING: 0,
    DealerBlackjackTakes.BET_ONLY: 1,
    DealerBlackjackTakes.ORIGINAL_WAGERS: 2,
}
AFTER_DOUBLE: Mapping[SurrenderAfterDouble, int] = {
    SurrenderAfterDouble.NOT_OFFERED: 0,
    SurrenderAfterDouble.HALF_OF_EVERYTHING: 1,
    SurrenderAfterDouble.DOUBLE_RETURNED: 2,
}
