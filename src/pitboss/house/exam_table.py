"""The table of a test: the dealer's console with nobody's help, and every act on disk before anybody hears of it."""

from collections.abc import Awaitable, Callable

from pitboss.house.backroom import Backroom
from pitboss.house.controls import Usual
from pitboss.house.dealing import DealingTable, backroom
from pitboss.house.journal import Recipe
from pitboss.house.settings import Settings
from pitboss.house.turns import Made
from pitboss.procedure.refusal import Refused
from pitboss.school.acts import AnyAct
from pitboss.school.scoring import NotScored
from pitboss.school.taking import Taking


class ExamTable(DealingTable):
    """Whoever takes the test deals; how well, nobody says before it is over."""

    tested = True

    def __init__(
        self,
        sitting: str,
        recipe: Recipe,
        of: Backroom,
        taking: Taking,
        usually: Usual,
        began_ms: int,
        acted: Callable[[AnyAct], Awaitable[Made | Refused]],
    ) -> None:
        """The rounds of a test, begun at that hour; `acted` has an act done and written, unless the test is over."""
        assert taking.rounds is not None
        super().__init__(sitting, recipe, backroom(of), taking.rounds, usually)
        self._taking = taking
        self._table_began_ms = began_ms
        self._exam = acted

    def _now_ms(self) -> int:
        """By the clock on the wall, which goes on while the house rests."""
        return max(self._clock.wall_ms() - self._table_began_ms, 0)

    async def _acted(self, act: AnyAct) -> Made | Refused:
        return await self._exam(act)

    def done(self, act: AnyAct) -> tuple[Made | Refused, bool]:
        """What came of an act, and whether it was one: what cannot be done at all is not on record."""
        before = len(self.practised.acts)
        came = self._answer(act)
        self._taking.go_on()
        return came, len(self.practised.acts) > before

    def done_again(self, act: AnyAct) -> None:
        """An act that is on record is done once more."""
        came, is_act = self.done(act)
        if not is_act:
            raise NotScored(str(came))

    def finish(self) -> None:
        """The test is over."""
        if not self._ending:
            self._end()

    def unused(self, settings: Settings) -> str | None:
        """The table stays as long as its test does."""
        return None
